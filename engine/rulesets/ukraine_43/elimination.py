"""8.7, 16.4.C, 22.5.C and 27.1: how units lose steps and leave the map. Nothing leaves it otherwise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.records import Event
from engine.core.unit_events import StepLost, UnitEliminated, UnitTakenOff
from engine.rulesets.chapter import Chapter
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.materials import Materials
from engine.rulesets.ukraine_43.names import DISRUPTED, DUE, STAVKA, Role, coming_box, gone_box


@dataclass(frozen=True, slots=True)
class ReturnSet(Event):
    """A unit that was lost comes back as a reinforcement on a turn."""

    kind: ClassVar[str] = "return-set"
    unit: UnitId
    turn: int


@dataclass(frozen=True, slots=True)
class SentToStavka(UnitTakenOff):
    """A division of the breakthrough artillery went back to the reserve of the Stavka."""

    kind: ClassVar[str] = "sent-to-stavka"


@dataclass(frozen=True, slots=True)
class UnitDisrupted(Event):
    kind: ClassVar[str] = "unit-disrupted"
    unit: UnitId


def put_away(game: Game, draft: Draft, unit: UnitId, box: str, due: int | None = None) -> Location:
    """Put a unit into a box, without marks; with a turn it waits there for it."""
    to = game.board.at(box)
    draft.move_unit(unit, to)
    draft.change_unit(unit, step=0, marks=(), values={DUE: due} if due is not None else {})
    return to


@rule("8.7")
def lose_step(game: Game, draft: Draft, unit: UnitId) -> bool:
    """A unit is turned over; True when it had no other face and is gone."""
    record = draft.state.unit(unit)
    materials: Materials = game.materials
    if materials.steps(record) <= 1:
        eliminate(game, draft, unit)
        return True
    draft.change_unit(unit, step=record.step + 1)
    draft.emit(StepLost(unit, record.at))
    return False


@rule("8.7", "16.4.C")
def eliminate(game: Game, draft: Draft, unit: UnitId) -> None:
    """A unit is lost. Tigers and assault guns come back four turns later as reinforcements."""
    record = draft.state.unit(unit)
    materials: Materials = game.materials
    if materials.kind(record).role in (Role.TIGER, Role.ASSAULT_GUN):
        turn = draft.state.turn + materials.number("tiger_return")
        to = put_away(game, draft, unit, coming_box(record.side), turn)
        draft.emit(UnitEliminated(unit, record.at, to))
        draft.emit(ReturnSet(unit, turn))
        return
    to = put_away(game, draft, unit, gone_box(record.side))
    draft.emit(UnitEliminated(unit, record.at, to))


@rule("22.5.C")
def send_to_stavka(game: Game, draft: Draft, unit: UnitId) -> None:
    """Breakthrough artillery that has fired or must retreat leaves the map for the reserve."""
    record = draft.state.unit(unit)
    to = put_away(game, draft, unit, STAVKA)
    draft.emit(SentToStavka(unit, record.at, to))


@rule("11.1.A", "11.4")
def disrupt(draft: Draft, unit: UnitId) -> None:
    """A unit is disrupted; one that is already has nothing more to fear."""
    if DISRUPTED not in draft.state.unit(unit).marks:
        draft.mark(unit, DISRUPTED)
        draft.emit(UnitDisrupted(unit))


CHAPTER = Chapter(events=(StepLost, UnitEliminated, ReturnSet, SentToStavka, UnitDisrupted))
