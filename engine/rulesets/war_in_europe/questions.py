"""What can be asked of a position of War in Europe."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.answers import (
    ReachAnswer,
    ReachedLocation,
    Reckoning,
    ScoreAnswer,
    StackAnswer,
    SupplyAnswer,
    UnitAnswer,
    ZoneAnswer,
)
from engine.core.game import Game
from engine.core.ids import UnitId
from engine.core.messages import message
from engine.core.ruleset import Question
from engine.core.state import State
from engine.core.terms import Op, Term, total
from engine.mechanics.position_answers import reached_places, score_answer, stack_side, zone_answer
from engine.mechanics.stack_in_hand import spent
from engine.rulesets.war_in_europe.cases import rule
from engine.rulesets.war_in_europe.combat.declaration import about_attack
from engine.rulesets.war_in_europe.combat.strengths import attack_terms, defence_terms, doubled_unit, supplied_now
from engine.rulesets.war_in_europe.marches import allowance, movement_terms, reach
from engine.rulesets.war_in_europe.materials import Materials
from engine.rulesets.war_in_europe.movement_choices import unit_refusal
from engine.rulesets.war_in_europe.names import MOVED, SIDES
from engine.rulesets.war_in_europe.records import MovementFrame
from engine.rulesets.war_in_europe.stacking import counted, limit_of, overstacking, stack_terms
from engine.rulesets.war_in_europe.standing import company, zones
from engine.rulesets.war_in_europe.supply import REACH, Quality, has_communication, is_supplied, lines, quality_at
from engine.rulesets.war_in_europe.victory import outcome_now, score_terms
from engine.rulesets.war_in_europe.weather import reach_divisor

SUPPLIED, UNSUPPLIED = "supplied", "unsupplied"


def about_unit(game: Game, state: State, asked: Mapping[str, Any]) -> UnitAnswer:
    """What a unit is worth by itself, with supply and weather as they are."""
    unit = state.unit(UnitId(asked["unit"]))
    supplied = supplied_now(game, state) if game.materials.is_on_map(unit) else (lambda _: True)
    doubled = doubled_unit(game, state, company(state, unit.at, unit.side), supplied)
    factors: dict[str, Reckoning] = {}
    if game.materials.is_on_map(unit):
        factors["attack"] = Reckoning.of(*attack_terms(game, state, unit, (), supplied))
        factors["defence"] = Reckoning.of(*defence_terms(game, state, unit, supplied, doubled))
        factors["movement"] = Reckoning.of(*movement_terms(game, state, unit))
    return UnitAnswer(unit.id, unit.at, factors, tuple(sorted(unit.marks)))


@rule("10.0")
def about_stack(game: Game, state: State, asked: Mapping[str, Any]) -> StackAnswer:
    """How many stand in a hex, and how many may."""
    materials: Materials = game.materials
    at = game.board.at(asked["at"])
    units = state.at(at)
    side = stack_side(units, state, SIDES[0])
    mine = company(state, at, side)
    wrong = overstacking(game, mine)
    terms = stack_terms(game, mine)
    limit = limit_of(materials, counted(materials, mine))
    factors = {"stacking": Reckoning.of(*terms)}
    return StackAnswer(at, state.stacks.get(at, ()), factors, total(terms), limit, wrong is None, "10.0")


def about_reach(game: Game, state: State, asked: Mapping[str, Any]) -> ReachAnswer:
    """Where a unit can march; one that does not march in the phase that stands stays where it is."""
    unit = state.unit(UnitId(asked["unit"]))
    frame = next((each for each in reversed(state.frames) if isinstance(each, MovementFrame)), None)
    if frame is not None and unit.side == state.side and unit_refusal(game, state, frame, unit.id) is not None:
        terms = Reckoning.of(*movement_terms(game, state, unit))
        return ReachAnswer(unit.id, terms, (ReachedLocation(unit.at, 0, (unit.at,)),), 0)
    found = reach(game, state, unit)
    left = 0 if MOVED in unit.marks else max(0, allowance(game, state, unit) - spent(unit))
    return ReachAnswer(unit.id, Reckoning.of(*movement_terms(game, state, unit)), reached_places(found), left)


def about_zone(game: Game, state: State, asked: Mapping[str, Any]) -> ZoneAnswer:
    return zone_answer(game, state, asked, zones=zones, rule="9.0")


@rule("14.4", "14.48")
def about_supply(game: Game, state: State, asked: Mapping[str, Any]) -> SupplyAnswer:
    """The base that a unit draws on and the way to it, and what the line is worth."""
    materials: Materials = game.materials
    unit = state.unit(UnitId(asked["unit"]))
    kind = materials.kind(unit)
    if not materials.is_on_map(unit) or not is_supplied(game, state, unit):
        linked = materials.is_on_map(unit) and has_communication(game, state, unit)
        note = Term(message("term.wie.communication" if linked else "term.wie.no-communication"), 0, "14.48", Op.NOTE)
        return SupplyAnswer(unit.id, UNSUPPLIED, None, (), None, "14.41", (note,))
    found = lines(game, state, unit.side, kind.nation, Quality.AMPHIBIOUS)
    divisor = reach_divisor(game, state, kind, unit.at)
    for sort, bases in found.bases.items():
        most = materials.number(REACH[sort])
        traced = found.ways(game.board, sort, most) if bases else None
        if traced is not None and traced.lengths.get(unit.at, most + 1) <= most // divisor:
            way = traced.path(unit.at)
            worth = quality_at(game, state, unit.side, kind, unit.at)
            note = Term(message(f"term.wie.line-{worth.name.lower()}"), int(worth), "14.47", Op.NOTE)
            length = traced.lengths[unit.at]
            return SupplyAnswer(unit.id, SUPPLIED, way[-1], way, length, "14.41", (note,))
    return SupplyAnswer(unit.id, SUPPLIED, None, (), None, "14.41")


def about_score(game: Game, state: State, asked: Mapping[str, Any]) -> ScoreAnswer:
    """The points, and what they would be worth if the game ended now."""
    return score_answer(score_terms(game, state), state.outcome or outcome_now(game, state))


QUESTIONS: dict[str, Question] = {
    "unit": about_unit,
    "stack": about_stack,
    "reach": about_reach,
    "zone": about_zone,
    "supply": about_supply,
    "attack": about_attack,
    "score": about_score,
}
