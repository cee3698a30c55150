"""14.1: tanks and armoured cars, the fire that destroys them, and the tanks that break down or run out of railway."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.facets import DieThrow
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.records import Event
from engine.core.state import State, Unit
from engine.core.unit_events import UnitDisplaced
from engine.rulesets.chapter import Chapter
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.elimination import destroy, put_away
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.names import SIDES, Role, calendar_box
from engine.rulesets.white_october.standing import roster, still_there
from engine.rulesets.white_october.supply import supplied_rails


@dataclass(frozen=True, slots=True)
class VehicleTested(Event):
    """A die for a vehicle under enemy fire."""

    kind: ClassVar[str] = "vehicle-tested"
    unit: UnitId
    die: int
    lost: bool

    @property
    def throws(self) -> tuple[DieThrow, ...]:
        return (DieThrow(self.die, unit=self.unit),)


@dataclass(frozen=True, slots=True)
class TanksBrokeDown(UnitDisplaced):
    kind: ClassVar[str] = "tanks-broke-down"
    turn: int

    @property
    def place(self) -> Location | None:
        return self.origin


def _vehicles_left(game: Game, state: State, units: Iterable[UnitId]) -> tuple[Unit, ...]:
    return tuple(unit for unit in still_there(game, state, units) if game.materials.kind(unit).is_vehicle)


@rule("14.1")
def throw_for_vehicles(game: Game, draft: Draft, units: Iterable[UnitId]) -> None:
    """Each tank and armoured car that fought under enemy fire on a side that suffered is lost on a 1."""
    for unit in _vehicles_left(game, draft.state, units):
        die = draft.roll()
        lost = die <= game.materials.number("vehicle_lost_on")
        draft.emit(VehicleTested(unit.id, die, lost))
        if lost:
            destroy(game, draft, unit.id)


@rule("14.1.1")
def break_down(game: Game, draft: Draft, units: Iterable[UnitId]) -> None:
    """Tanks that took part in an attack of their side are out of order, and come back two turns later."""
    for unit in _vehicles_left(game, draft.state, units):
        if game.materials.kind(unit).role is Role.TANK:
            turn = draft.state.turn + game.materials.number("tank_return")
            to = put_away(game, draft, unit.id, calendar_box(unit.side), turn)
            draft.emit(TanksBrokeDown(unit.id, unit.at, to, turn))


@rule("14.1.1")
def strand_tanks(game: Game, draft: Draft) -> None:
    """At the end of any sequence of either side: tanks more than two hexes from a supplied railway are lost."""
    materials: Materials = game.materials
    most = materials.number("tank_rail_distance")
    tanks = chain.from_iterable(roster(game, draft.state, side, Role.TANK) for side in SIDES)
    for unit in map(draft.state.unit, tanks):
        if not materials.is_on_map(unit):
            continue
        near = materials.ground.within(frozenset({unit.at}), most)
        if near.isdisjoint(supplied_rails(game, draft.state, unit.side)):
            destroy(game, draft, unit.id)


CHAPTER = Chapter(events=(VehicleTested, TanksBrokeDown))
