"""What can be asked of a position of Skirmish."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.core.answers import (
    AttackAnswer,
    ReachAnswer,
    ReachedLocation,
    Reckoning,
    StackAnswer,
    SupplyAnswer,
    UnitAnswer,
    ZoneAnswer,
)
from engine.core.game import Game
from engine.core.ids import UnitId
from engine.core.ruleset import Question
from engine.core.state import State
from engine.mechanics.attack_declaration import asked_attack, attack_refusal
from tests.helpers.toys.skirmish.combat import ATTACKS
from tests.helpers.toys.skirmish.ground import SIDES, allowance_terms, zones
from tests.helpers.toys.skirmish.materials import Materials
from tests.helpers.toys.skirmish.movement import reach
from tests.helpers.toys.skirmish.odds import reckon, strength_terms
from tests.helpers.toys.skirmish.supply import UNSUPPLIED, supply_lines


def about_unit(game: Game, state: State, asked: Mapping[str, Any]) -> UnitAnswer:
    unit = state.unit(UnitId(asked["unit"]))
    factors = {
        "attack": Reckoning.of(*strength_terms(game, unit, "attack")),
        "defence": Reckoning.of(*strength_terms(game, unit, "defence")),
        "movement": Reckoning.of(*allowance_terms(game, state, unit)),
    }
    return UnitAnswer(unit.id, unit.at, factors, tuple(sorted(unit.marks)))


def about_stack(game: Game, state: State, asked: Mapping[str, Any]) -> StackAnswer:
    materials: Materials = game.materials
    at = game.board.at(asked["at"])
    units = state.at(at)
    factors = {
        factor: Reckoning.of(*(term for unit in units for term in strength_terms(game, unit, factor)))
        for factor in ("attack", "defence")
    }
    limit = materials.number("stack_limit")
    return StackAnswer(at, state.stacks.get(at, ()), factors, len(units), limit, len(units) <= limit, "2.5")


def about_reach(game: Game, state: State, asked: Mapping[str, Any]) -> ReachAnswer:
    unit = state.unit(UnitId(asked["unit"]))
    found = reach(game, state, unit)
    places = tuple(ReachedLocation(at, cost, found.path_to(at)) for at, cost in sorted(found.costs.items()))
    return ReachAnswer(unit.id, Reckoning.of(*allowance_terms(game, state, unit)), places)


def about_zone(game: Game, state: State, asked: Mapping[str, Any]) -> ZoneAnswer:
    at = game.board.at(asked["at"])
    found = {side: zones(game, state, side).get(at, ()) for side in SIDES}
    return ZoneAnswer(at, {side: units for side, units in found.items() if units}, "3.1")


def about_supply(game: Game, state: State, asked: Mapping[str, Any]) -> SupplyAnswer:
    unit = state.unit(UnitId(asked["unit"]))
    lines = supply_lines(game, state, unit.side)
    length = lines.length(unit.at)
    path = lines.path(unit.at) if length is not None else ()
    condition = "supplied" if length is not None else UNSUPPLIED
    return SupplyAnswer(unit.id, condition, lines.source(unit.at) if path else None, path, length, "5.1")


def about_attack(game: Game, state: State, asked: Mapping[str, Any]) -> AttackAnswer:
    attack = asked_attack(game, state, asked)
    reckoned = reckon(game, state, attack.attackers, attack.target, asked.get("die"))
    return replace(reckoned, refusal=attack_refusal(ATTACKS, game, state, attack))


QUESTIONS: dict[str, Question] = {
    "unit": about_unit,
    "stack": about_stack,
    "reach": about_reach,
    "zone": about_zone,
    "supply": about_supply,
    "attack": about_attack,
}
