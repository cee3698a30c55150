"""15.2 and 1.7: aircraft, which fly by clear weather to anywhere on the map, and are back by the next clear turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Side, UnitId
from engine.core.messages import message
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.core.unit_events import UnitDisplaced
from engine.rulesets.chapter import Chapter
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.elimination import put_away
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.names import DUE, SIDES, Role, Weather, air_box, calendar_box


@dataclass(frozen=True, slots=True)
class AircraftFlew(UnitDisplaced):
    """Aircraft have flown and are ready again on a turn."""

    kind: ClassVar[str] = "aircraft-flew"
    turn: int


@dataclass(frozen=True, slots=True)
class AircraftReady(UnitDisplaced):
    kind: ClassVar[str] = "aircraft-ready"


@rule("1.7", "15.2")
def flyable(game: Game, state: State, side: Side) -> tuple[Unit, ...]:
    """The aircraft that a side can use now: those in its box, by clear weather."""
    materials: Materials = game.materials
    if materials.weather(state.turn) is not Weather.CLEAR:
        return ()
    waiting = state.at(game.board.at(air_box(side)))
    return tuple(unit for unit in waiting if unit.side == side and materials.kind(unit).role is Role.AIRCRAFT)


@rule("1.7", "15.2")
def grounded(game: Game, state: State, unit: Unit) -> Refusal | None:
    """What keeps aircraft from flying now: the weather, or that they have flown and wait for the next clear turn."""
    said = message("refusal.wo.cannot-fly", unit=unit.id)
    if game.materials.weather(state.turn) is not Weather.CLEAR:
        return Refusal("1.7", said)
    return None if unit in flyable(game, state, unit.side) else Refusal("15.2", said)


@rule("15.2")
def next_clear_turn(materials: Materials, turn: int) -> int:
    """The next turn of clear weather; after the last one on the calendar every turn is as good."""
    for later in range(turn + 1, materials.last_turn + 1):
        if materials.weather(later) is Weather.CLEAR:
            return later
    return max(turn, materials.last_turn) + 1


@rule("15.2")
def has_flown(game: Game, draft: Draft, unit: UnitId) -> None:
    """Aircraft that were used wait on the calendar for the next clear turn."""
    record = draft.state.unit(unit)
    turn = next_clear_turn(game.materials, draft.state.turn)
    to = put_away(game, draft, unit, calendar_box(record.side), turn)
    draft.emit(AircraftFlew(unit, record.at, to, turn))


@rule("15.2")
def make_ready(game: Game, draft: Draft) -> None:
    """At the beginning of a turn: aircraft whose turn has come are back in their boxes."""
    materials: Materials = game.materials
    for side in SIDES:
        origin = game.board.at(calendar_box(side))
        for unit in draft.state.at(origin):
            due = unit.values.get(DUE)
            if materials.kind(unit).role is Role.AIRCRAFT and due is not None and int(due) <= draft.state.turn:
                to = put_away(game, draft, unit.id, air_box(side))
                draft.emit(AircraftReady(unit.id, origin, to))


CHAPTER = Chapter(events=(AircraftFlew, AircraftReady))
