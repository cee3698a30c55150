"""What can be asked of a position of Red Star Rising."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.answers import (
    ReachAnswer,
    Reckoning,
    ScoreAnswer,
    StackAnswer,
    SupplyAnswer,
    UnitAnswer,
    ZoneAnswer,
)
from engine.core.game import Game
from engine.core.ids import UnitId
from engine.core.ruleset import Question
from engine.core.state import State
from engine.core.terms import total
from engine.mechanics.position_answers import reached_places, stack_side, zone_answer
from engine.mechanics.stack_in_hand import spent
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.combat.declaration import about_attack
from engine.rulesets.red_star_rising.factors import attack_terms, defence_terms, movement_terms
from engine.rulesets.red_star_rising.materials import Materials
from engine.rulesets.red_star_rising.movement import MovementFrame
from engine.rulesets.red_star_rising.names import AXIS, SIDES, SOVIET
from engine.rulesets.red_star_rising.stacking import overstacking, stack_terms
from engine.rulesets.red_star_rising.steps import allowance, is_spent, reach
from engine.rulesets.red_star_rising.supply.answers import line_of
from engine.rulesets.red_star_rising.victory import level_of, score_terms
from engine.rulesets.red_star_rising.zones import zones


def about_unit(game: Game, state: State, asked: Mapping[str, Any]) -> UnitAnswer:
    unit = state.unit(UnitId(asked["unit"]))
    factors = {
        "attack": Reckoning.of(*attack_terms(game, unit)),
        "defence": Reckoning.of(*defence_terms(game, unit)),
        "movement": Reckoning.of(*movement_terms(game, unit)),
    }
    return UnitAnswer(unit.id, unit.at, factors, tuple(sorted(unit.marks)))


@rule("4.0", "4.0.8")
def about_stack(game: Game, state: State, asked: Mapping[str, Any]) -> StackAnswer:
    """A stack may be looked into by anybody."""
    materials: Materials = game.materials
    at = game.board.at(asked["at"])
    units = state.at(at)
    side = stack_side(units, state, SIDES[0])
    mine = tuple(unit for unit in units if unit.side == side)
    wrong = overstacking(game, mine, side)
    factors = {
        "attack": Reckoning.of(*(term for unit in mine for term in attack_terms(game, unit))),
        "defence": Reckoning.of(*(term for unit in mine for term in defence_terms(game, unit))),
        "stacking": Reckoning.of(*stack_terms(game, mine)),
    }
    limit = materials.by_name("stacking_limit", side)
    size = total(stack_terms(game, mine))
    named = wrong.rule if wrong is not None else "4.0.3" if side == SIDES[0] else "4.0.5"
    return StackAnswer(at, state.stacks.get(at, ()), factors, size, limit, wrong is None, named)


def about_reach(game: Game, state: State, asked: Mapping[str, Any]) -> ReachAnswer:
    unit = state.unit(UnitId(asked["unit"]))
    moving = [frame for frame in state.frames if isinstance(frame, MovementFrame)]
    found = reach(game, state, unit, motorised_phase=bool(moving) and moving[-1].what == "armour")
    left = max(0, allowance(game, unit) - spent(unit)) if not is_spent(unit) else 0
    return ReachAnswer(unit.id, Reckoning.of(*movement_terms(game, unit)), reached_places(found), left)


def about_zone(game: Game, state: State, asked: Mapping[str, Any]) -> ZoneAnswer:
    return zone_answer(game, state, asked, zones=zones, rule="5.0.1")


def about_supply(game: Game, state: State, asked: Mapping[str, Any]) -> SupplyAnswer:
    return line_of(game, state, state.unit(UnitId(asked["unit"])))


def about_score(game: Game, state: State, asked: Mapping[str, Any]) -> ScoreAnswer:
    """The points, and what they would be worth if the scenario ended now."""
    score = Reckoning.of(*score_terms(game, state))
    if state.outcome is not None:
        return ScoreAnswer(score, state.outcome.winner, state.outcome.level)
    level = level_of(game.materials, int(score.value))
    return ScoreAnswer(score, AXIS if level.startswith(AXIS) else SOVIET, level.partition("-")[2])


QUESTIONS: dict[str, Question] = {
    "unit": about_unit,
    "stack": about_stack,
    "reach": about_reach,
    "zone": about_zone,
    "supply": about_supply,
    "attack": about_attack,
    "score": about_score,
}
