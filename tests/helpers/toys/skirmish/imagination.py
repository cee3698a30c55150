"""What a side of Skirmish may take to be so where it cannot look: air points of others, and which units are decoys."""

from __future__ import annotations

from dataclasses import replace

from immutables import Map

from engine.core.dice import Lots
from engine.core.game import Game
from engine.core.ids import Side, UnitId
from engine.core.state import State, Unit, evolve
from engine.rulesets.brief import Brief
from tests.helpers.toys.skirmish.ground import SIDES
from tests.helpers.toys.skirmish.materials import DECOY, Materials
from tests.helpers.toys.skirmish.turn import AIR


def imagined(game: Game, state: State, side: Side, lots: Lots) -> State:
    """Any number of points may have been sent; any unit of others that is whole may be one of the decoys left."""
    materials: Materials = game.materials
    points = range(materials.number("air_points") + 1)
    sealed = {
        other: notes if other == side else Map({AIR: lots.among(points)})
        for other, notes in sorted(state.sealed.items())
    }
    units = state.units
    for other in (each for each in SIDES if each != side):
        suspects = lots.shuffled(_could_be_decoys(game, state, other))
        for unit in suspects[: _decoys_left(game, state, other)]:
            units = units.set(unit.id, replace(unit, values=unit.values.set(DECOY, True)))
    return evolve(state, sealed=Map(sealed), units=units)


def _decoys_left(game: Game, state: State, side: Side) -> int:
    """How many decoys of a side nobody has found: those of its army but for the units that are gone altogether."""
    brief: Brief = game.materials.brief
    own = [unit for unit, entry in brief.units.items() if brief.types[entry.type].side == side]
    listed = sum(bool(brief.units[unit].values.get(DECOY)) for unit in own)
    return max(0, listed - sum(UnitId(unit) not in state.units for unit in own))


def _could_be_decoys(game: Game, state: State, side: Side) -> tuple[Unit, ...]:
    lost = game.board.at("eliminated")
    return tuple(unit for unit in state.every_unit() if unit.side == side and unit.at != lost and not unit.step)
