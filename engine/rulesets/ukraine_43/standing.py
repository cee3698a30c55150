"""Chapter 6: who stands where, who exerts a zone of control, and where the aircraft of a side cover the ground."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.state import Of, State, Unit, derived
from engine.mechanics.zones import covered, exerted_by
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.materials import Materials
from engine.rulesets.ukraine_43.names import DAS, EXTENDED, FLOWN, GROUNDED


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a side stands on the map."""

    occupied: frozenset[Location]
    """The hexes it closes to the enemy: any unit does, but leaders and aircraft."""
    holding: frozenset[Location]
    """The hexes from which it exerts a zone."""


@derived("bodies", "stacks", of=Of.ARGUMENT)
def standing(game: Game, state: State, side: Side) -> Standing:
    """One look at every stack of a side."""
    materials: Materials = game.materials
    on_map, ground, combat = materials.ground.on_map, materials.ground_types, materials.combat_types
    here = [unit for unit in state.every_unit() if unit.side == side and on_map[unit.at]]
    return Standing(
        frozenset([unit.at for unit in here if unit.type in ground]),
        frozenset([unit.at for unit in here if unit.type in combat]),
    )


@rule("6.1", "6.2", "11.1.A")
@derived("bodies", "stacks", of=Of.ARGUMENT)
def zone_hexes(game: Game, state: State, side: Side) -> frozenset[Location]:
    """The hexes that lie in a zone of a side: around every combat unit, disrupted or not."""
    return frozenset(covered(game.materials.ground.zone_cover, standing(game, state, side).holding))


@rule("6.1", "6.2")
@derived("bodies", "stacks", of=Of.ARGUMENT)
def zones(game: Game, state: State, side: Side) -> Mapping[Location, tuple[UnitId, ...]]:
    """For each hex in a zone of a side, the units that exert it."""
    materials: Materials = game.materials
    cover = materials.ground.zone_cover
    return exerted_by(
        (unit.id, cover[at])
        for at in sorted(standing(game, state, side).holding)
        for unit in company(state, at, side)
        if materials.kind(unit).is_combat
    )


@rule("4.7", "7.1")
@derived("units", "stacks", of=Of.ARGUMENT)
def bonding_hexes(game: Game, state: State, side: Side) -> frozenset[Location]:
    """The hexes with a unit that can form a bond: one that exerts a zone and has made no extended move (ruling 5)."""
    materials: Materials = game.materials
    on_map, combat = materials.ground.on_map, materials.combat_types
    return frozenset(
        [
            unit.at
            for unit in state.every_unit()
            if unit.side == side and unit.type in combat and on_map[unit.at] and EXTENDED not in unit.marks
        ]
    )


@rule("14.2.A")
def is_held(game: Game, state: State, at: Location, side: Side) -> bool:
    """Whether a side holds a hex: it was there last, or stands there where nobody is said to have been."""
    holder = state.control.get(at)
    return holder == side if holder is not None else at in standing(game, state, side).occupied


def company(state: State, at: Location, side: Side) -> tuple[Unit, ...]:
    """The units of a side in a place, from the bottom of the stack up."""
    return tuple([unit for unit in state.at(at) if unit.side == side])


def troops(game: Game, state: State, at: Location, side: Side) -> tuple[Unit, ...]:
    """The units of a side in a place that hold it: neither leaders nor aircraft."""
    ground = game.materials.ground_types
    return tuple([unit for unit in state.at(at) if unit.side == side and unit.type in ground])


@rule("15.6", "25.2")
@derived("units", "stacks", of=Of.ARGUMENT)
def air_cover(game: Game, state: State, side: Side) -> frozenset[Location]:
    """The hexes that the aircraft of a side cover on defensive missions: seven for each that the weather lets fly.

    Around one that it does not let fly the air is closed to the others too (25.2).
    """
    materials: Materials = game.materials
    found: set[Location] = set()
    closed: set[Location] = set()
    for unit in state.every_unit():
        if unit.type in materials.air_types and unit.side == side and materials.is_on_map(unit):
            if flies_over(unit):
                found.update(game.board.within(unit.at, 1))
            elif GROUNDED in unit.marks:
                closed.update(game.board.within(unit.at, 1))
    return frozenset(found - closed)


def flies_over(unit: Unit) -> bool:
    """Whether an air unit is over its hex on a defensive mission now."""
    return DAS in unit.marks and GROUNDED not in unit.marks and FLOWN not in unit.marks
