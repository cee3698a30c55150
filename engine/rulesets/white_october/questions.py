"""What can be asked of a position of White October 1919."""

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
from engine.core.messages import message
from engine.core.ruleset import Question
from engine.core.state import State, Unit
from engine.core.terms import Term, total
from engine.mechanics.position_answers import reached_places, score_answer, stack_side, zone_answer
from engine.mechanics.stack_in_hand import spent
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.combat.declaration import about_attack
from engine.rulesets.white_october.command import capacity_terms, command_value, radius
from engine.rulesets.white_october.ground import HALVES
from engine.rulesets.white_october.journeys import journeys_of
from engine.rulesets.white_october.kinds import Kind
from engine.rulesets.white_october.marches import is_spent, reach
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.names import SIDES, Role
from engine.rulesets.white_october.ratings import (
    Share,
    allowance,
    combat_halvings,
    combat_terms,
    divided_terms,
    dominant_terms,
    face,
    fire_halvings,
    fire_share,
    fire_value,
    morale_of,
    morale_terms_of,
    movement_terms,
    quality_of,
    quality_terms,
    strength,
    weighed,
)
from engine.rulesets.white_october.stacking import overstacking, stack_terms
from engine.rulesets.white_october.standing import zones
from engine.rulesets.white_october.supply import about_supply as supply_of
from engine.rulesets.white_october.victory import outcome_now, score_terms


def _number(label: str, value: int, case: str) -> Reckoning:
    return Reckoning.of(Term(message(label), value, case))


def about_unit(game: Game, state: State, asked: Mapping[str, Any]) -> UnitAnswer:
    """What a unit is worth by itself; what it has nothing to do with is left out."""
    materials: Materials = game.materials
    unit = state.unit(UnitId(asked["unit"]))
    kind = materials.kind(unit)
    factors: dict[str, Reckoning] = {}
    if kind.has_strength:
        factors["strength"] = _number("term.wo.strength", strength(materials, unit), "1.2")
    if kind.is_combat or kind.is_vehicle:
        value = combat_terms(game, state, unit)
        for name, attacking in (("attack", True), ("defence", False)):
            halvings = combat_halvings(game, state, unit, attacking=attacking)
            factors[name] = Reckoning.of(*divided_terms((Share(unit, value, halvings),)))
    if kind.is_support:
        fire, halvings = fire_value(game, unit, HALVES), fire_halvings(game, state, unit)
        shares = (fire_share(unit, fire, halvings, "term.wo.fire", "8.2.4"),)
        factors["fire"] = Reckoning.of(*divided_terms(shares))
    if kind.has_strength:
        factors["quality"] = Reckoning.of(*quality_terms(game, unit))
        factors["morale"] = Reckoning.of(*morale_terms_of(game, unit))
    if kind.role is Role.HEADQUARTERS:
        printed, far, hexes = face(materials, unit), radius(game, unit), command_value(game, unit)
        factors["radius"] = Reckoning.of(*capacity_terms("term.wo.radius", printed.radius, far, unit, "5.1"))
        factors["command"] = Reckoning.of(*capacity_terms("term.wo.command", printed.command, hexes, unit, "5.2"))
    factors["movement"] = Reckoning.of(*movement_terms(game, state, unit))
    return UnitAnswer(unit.id, unit.at, factors, tuple(sorted(unit.marks)), _shown(kind, factors))


def _shown(kind: Kind, factors: Mapping[str, Reckoning]) -> tuple[str, ...]:
    """What stands on a counter: its points are dots, defence stands beside attack where it is another number.

    Movement is there for those that march.
    """
    left_out = {"strength"}
    if "attack" in factors and factors["attack"].value == factors["defence"].value:
        left_out.add("defence")
    if not kind.marches:
        left_out.add("movement")
    return tuple(name for name in factors if name not in left_out)


@rule("1.4", "8.2.4", "8.2.5")
def _strengths(game: Game, state: State, units: tuple[Unit, ...]) -> dict[str, Reckoning]:
    """The combat values of a stack together and its fire at one hex; what is halved is added first."""
    kinds = game.materials.kinds
    fighting = [unit for unit in units if kinds[unit.type].is_combat or kinds[unit.type].is_vehicle]
    firing = [unit for unit in units if kinds[unit.type].is_support]
    found: dict[str, Reckoning] = {}
    for name, attacking in (("attack", True), ("defence", False)) if fighting else ():
        shares = (
            Share(unit, combat_terms(game, state, unit), combat_halvings(game, state, unit, attacking=attacking))
            for unit in fighting
        )
        found[name] = Reckoning.of(*divided_terms(shares))
    if firing:
        guns = (
            fire_share(
                unit, fire_value(game, unit, HALVES), fire_halvings(game, state, unit), "term.wo.support", "8.2.4"
            )
            for unit in firing
        )
        found["fire"] = Reckoning.of(*divided_terms(guns))
    return found


@rule("7.2", "1.6")
def about_stack(game: Game, state: State, asked: Mapping[str, Any]) -> StackAnswer:
    """Anybody may look into a stack."""
    materials: Materials = game.materials
    at = game.board.at(asked["at"])
    units = state.at(at)
    side = stack_side(units, state, SIDES[0])
    mine = tuple(unit for unit in units if unit.side == side)
    wrong = overstacking(game, at, mine)
    counted = weighed(materials, mine)
    factors = {
        **_strengths(game, state, mine),
        "stacking": Reckoning.of(*stack_terms(game, mine)),
        "quality": Reckoning.of(*dominant_terms(game, counted, quality_of, "term.wo.quality")),
        "morale": Reckoning.of(*dominant_terms(game, counted, morale_of, "term.wo.morale")),
    }
    size = total(stack_terms(game, mine))
    limit = materials.number("stack_points") if at not in materials.ground.districts else None
    named = wrong.rule if wrong is not None else "7.2" if limit is not None else "12"
    return StackAnswer(at, state.stacks.get(at, ()), factors, size, limit, wrong is None, named)


@rule("7.1", "7.6", "14.2", "15.1")
def about_reach(game: Game, state: State, asked: Mapping[str, Any]) -> ReachAnswer:
    """Where a unit gets to by marching; trains, ships and Trotsky go by their own ways, as far as they like."""
    unit = state.unit(UnitId(asked["unit"]))
    journeys = journeys_of(game, state, unit)
    if journeys is not None:
        return ReachAnswer(unit.id, Reckoning.of(*movement_terms(game, state, unit)), journeys)
    found = reach(game, state, unit)
    left = 0 if is_spent(unit) else max(0, allowance(game, state, unit) - spent(unit))
    return ReachAnswer(unit.id, Reckoning.of(*movement_terms(game, state, unit)), reached_places(found), left)


def about_zone(game: Game, state: State, asked: Mapping[str, Any]) -> ZoneAnswer:
    return zone_answer(game, state, asked, zones=zones, rule="1.5")


def about_supply(game: Game, state: State, asked: Mapping[str, Any]) -> SupplyAnswer:
    return supply_of(game, state, state.unit(UnitId(asked["unit"])))


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
