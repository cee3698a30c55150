"""How units lose strength, leave the map and become prisoners: 3.2, 5.4, 8.2.6 A and E, 14.1."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.facets import UnitLoss
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.records import Event
from engine.core.state import Unit
from engine.core.unit_events import StepLost, UnitEliminated, UnitTakenOff
from engine.rulesets.chapter import Chapter
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.kinds import Kind
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.names import (
    DUE,
    Role,
    Trait,
    calendar_box,
    enemy_of,
    gone_box,
    prisoners_of,
)
from engine.rulesets.white_october.ratings import strength


@dataclass(frozen=True, slots=True)
class UnitSurrendered(UnitTakenOff):
    """A unit laid down its arms; so many of its points are prisoners now."""

    kind: ClassVar[str] = "unit-surrendered"
    prisoners: int

    @property
    def losses(self) -> tuple[UnitLoss, ...]:
        return (UnitLoss(self.unit, is_gone=True),)


@dataclass(frozen=True, slots=True)
class PrisonersTaken(Event):
    """Strength points were captured from a unit that is still there."""

    kind: ClassVar[str] = "prisoners-taken"
    unit: UnitId
    side: Side
    prisoners: int


@dataclass(frozen=True, slots=True)
class ReturnSet(Event):
    """A unit that was lost or is out of order comes back on a turn."""

    kind: ClassVar[str] = "return-set"
    unit: UnitId
    turn: int


def put_away(game: Game, draft: Draft, unit: UnitId, box: str, due: int | None = None) -> Location:
    """Put a unit into a box, whole and without marks; with a turn it waits there for it."""
    to = game.board.at(box)
    draft.move_unit(unit, to)
    draft.change_unit(unit, step=0, marks=(), values={DUE: due} if due is not None else {})
    return to


@rule("8.2.6.A")
def lose_point(game: Game, draft: Draft, unit: UnitId) -> bool:
    """A unit loses a strength point; True when that was its last and it is gone."""
    record = draft.state.unit(unit)
    if strength(game.materials, record) <= 1:
        destroy(game, draft, unit)
        return True
    draft.change_unit(unit, step=record.step + 1)
    draft.emit(StepLost(unit, record.at))
    return False


@rule("5.4")
def destroy(game: Game, draft: Draft, unit: UnitId) -> None:
    """A unit is lost; a headquarters comes back two turns later, in its side's recruitment phase."""
    record = draft.state.unit(unit)
    materials: Materials = game.materials
    if materials.kind(record).is_staff:
        turn = draft.state.turn + materials.number("headquarters_return")
        to = put_away(game, draft, unit, calendar_box(record.side), turn)
        draft.emit(UnitEliminated(unit, record.at, to))
        draft.emit(ReturnSet(unit, turn))
        return
    to = put_away(game, draft, unit, gone_box(record.side))
    draft.emit(UnitEliminated(unit, record.at, to))


@rule("3.2")
def makes_prisoners(kind: Kind) -> bool:
    """Vehicles, trains and headquarters yield no prisoners, nor do Estonians or units with a white band."""
    if not kind.has_strength or kind.role is Role.ARMOURED_TRAIN:
        return False
    return not (kind.is_estonian or kind.has(Trait.WHITE_BAND))


@rule("3.2")
def capture(game: Game, draft: Draft, unit: Unit, points: int) -> int:
    """Count strength points of a unit as prisoners of the other side; returns how many count."""
    taken = points if makes_prisoners(game.materials.kind(unit)) else 0
    if taken:
        name = prisoners_of(enemy_of(unit.side))
        draft.set_value(name, int(draft.state.values.get(name, 0)) + taken)
    return taken


@rule("3.2", "8.2.6.D")
def lose_prisoner(game: Game, draft: Draft, unit: UnitId) -> bool:
    """A routed unit loses a point that counts as a prisoner; True when it is gone with it."""
    record = draft.state.unit(unit)
    taken = capture(game, draft, record, 1)
    if taken:
        draft.emit(PrisonersTaken(unit, enemy_of(record.side), taken))
    return lose_point(game, draft, unit)


@rule("8.2.6.E", "3.2")
def surrender(game: Game, draft: Draft, units: Iterable[UnitId]) -> None:
    """Units are eliminated and their strength points counted as prisoners; a headquarters returns as ever."""
    for unit in units:
        record = draft.state.unit(unit)
        kind = game.materials.kind(record)
        if kind.is_staff or kind.is_vehicle:
            destroy(game, draft, unit)
            continue
        taken = capture(game, draft, record, strength(game.materials, record))
        to = put_away(game, draft, unit, gone_box(record.side))
        draft.emit(UnitSurrendered(unit, record.at, to, taken))


@rule("5.4", "8.2.6.A", "14.1")
def lose_followers(game: Game, draft: Draft, at: Location, side: Side) -> None:
    """Where no combat or artillery unit is left, vehicles and headquarters that had company are lost with it.

    Those that wait in a box together are no company to each other.
    """
    materials: Materials = game.materials
    if not materials.ground.on_map[at]:
        return
    here = [unit for unit in draft.state.at(at) if unit.side == side and materials.kind(unit).is_land]
    if here and not any(materials.kind(unit).is_company for unit in here):
        for unit in here:
            destroy(game, draft, unit.id)


CHAPTER = Chapter(events=(StepLost, UnitEliminated, UnitSurrendered, PrisonersTaken, ReturnSet))
