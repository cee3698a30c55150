"""3.C.1, 3.C.7 and 11.5: the initial phase of a side, and its final one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Side, UnitId
from engine.core.phases import Phase
from engine.core.records import Event, Frame
from engine.rulesets.chapter import Chapter
from engine.rulesets.ukraine_43.air import AirFrame
from engine.rulesets.ukraine_43.artillery import RefitFrame
from engine.rulesets.ukraine_43.bridges import BridgeRemovalFrame, finish_bridges
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.dam import DamFrame, end_flood
from engine.rulesets.ukraine_43.exits import count_exits, settle_exits
from engine.rulesets.ukraine_43.logistics import check_supply, suffer_isolation, throw_for_fuel
from engine.rulesets.ukraine_43.names import (
    DISPLACED,
    DISRUPTED,
    DROPPED,
    FORT_LAID,
    MANSTEIN_TRIES,
    RAIL_MOVES,
    REPLACED,
    SOVIET,
    markers_of,
)
from engine.rulesets.ukraine_43.railheads import RepairFrame, open_repaired
from engine.rulesets.ukraine_43.replacements import forget_replacements


@dataclass(frozen=True, slots=True)
class UnitsReorganised(Event):
    """The disruption of a side is over."""

    kind: ClassVar[str] = "units-reorganised"
    units: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class InitialFrame(Frame):
    """The initial supply phase of a side; `part` is how far it has come."""

    kind: ClassVar[str] = "initial"
    part: int = 0


@dataclass(frozen=True, slots=True)
class FinalFrame(Frame):
    """The final phase of a side; `part` is how far it has come."""

    kind: ClassVar[str] = "final"
    part: int = 0


Part = Callable[[Game, Draft, Side], Frame | None]
"""Something done in a phase; it may return a frame in which the rest of it is decided."""


def _in_parts(game: Game, draft: Draft, parts: tuple[Part, ...], make: Callable[[int], Frame], begin: int) -> None:
    """Do one part after another until one asks somebody, or all are done."""
    for number in range(begin, len(parts)):
        called = parts[number](game, draft, draft.state.side)
        if called is not None:
            draft.replace_frame(make(number))
            draft.call(called)
            return
    draft.end()


# The initial phase


@rule("3.C.1", "3.D", "17.3", "20.4", "26.1.A", "26.2")
def begin_turn(game: Game, draft: Draft, side: Side) -> None:
    """What a side has once a turn it has again: its ten markers, its train, its fort, Manstein's tries.

    With the Soviet side's turn a game turn begins: the railways that it repaired in its last turn are open to it,
    brigades that jumped in that turn are infantry like any other, and leaders who moved in it are at work again.
    """
    if side == SOVIET:
        open_repaired(draft)
        draft.unmark_all(DISPLACED, DROPPED)
    for value in (markers_of(side), RAIL_MOVES, FORT_LAID, MANSTEIN_TRIES):
        draft.set_value(value, None)
    forget_replacements(draft)


@rule("3.C.1")
def fuel(game: Game, draft: Draft, side: Side) -> None:
    throw_for_fuel(game, draft, side)


@rule("3.C.1", "3.D")
def refits(game: Game, draft: Draft, side: Side) -> Frame | None:
    """Only the Soviet side has artillery to make ready."""
    return RefitFrame() if side == SOVIET else None


@rule("3.C.1", "3.D")
def aircraft(game: Game, draft: Draft, side: Side) -> Frame:
    """Ready again, back on their bases, and under the weather of the turn."""
    return AirFrame(side)


INITIAL_PARTS: tuple[Part, ...] = (begin_turn, fuel, refits, aircraft)


class InitialPhase(Phase[InitialFrame]):
    def start(self, game: Game, draft: Draft, frame: InitialFrame) -> None:
        _in_parts(game, draft, INITIAL_PARTS, InitialFrame, 0)

    def resume(self, game: Game, draft: Draft, frame: InitialFrame, result: object) -> None:
        _in_parts(game, draft, INITIAL_PARTS, InitialFrame, frame.part + 1)


# The final phase


@rule("11.5", "3.C.7")
def reorganise(game: Game, draft: Draft, side: Side) -> None:
    """All disruption of the side is over, whatever its supply and whoever stands beside it."""
    done = tuple(unit.id for unit in draft.state.every_unit() if unit.side == side and DISRUPTED in unit.marks)
    for unit in done:
        draft.unmark(unit, DISRUPTED)
    if done:
        draft.emit(UnitsReorganised(done))


@rule("14.1", "3.C.7")
def supply(game: Game, draft: Draft, side: Side) -> None:
    """General supply, and then what isolation costs; who has had a replacement may have one in the next turn."""
    check_supply(game, draft, side)
    suffer_isolation(game, draft, side)
    for unit in draft.state.every_unit():
        if unit.side == side and REPLACED in unit.marks:
            draft.unmark(unit.id, REPLACED)


@rule("17.3", "3.C.7")
def repairs(game: Game, draft: Draft, side: Side) -> Frame | None:
    return RepairFrame() if side == SOVIET else None


@rule("18.5.C", "18.5.E", "3.C.7")
def bridges(game: Game, draft: Draft, side: Side) -> Frame | None:
    """Floating bridges are taken up, or finished, in this phase."""
    if side != SOVIET:
        return None
    finish_bridges(game, draft)
    return BridgeRemovalFrame()


@rule("30.2.C")
def exits(game: Game, draft: Draft, side: Side) -> None:
    """What left by the west is paired at the end of the Soviet turn, and settled at the end of the Axis one."""
    if side == SOVIET:
        count_exits(draft)
    else:
        settle_exits(draft)


@rule("28.1", "3.C.7")
def dam(game: Game, draft: Draft, side: Side) -> Frame | None:
    return DamFrame()


@rule("28.2.C")
def flood(game: Game, draft: Draft, side: Side) -> None:
    """The water goes down at the end of an Axis turn."""
    if side != SOVIET:
        end_flood(draft)


FINAL_PARTS: tuple[Part, ...] = (reorganise, supply, repairs, bridges, exits, dam, flood)


class FinalPhase(Phase[FinalFrame]):
    def start(self, game: Game, draft: Draft, frame: FinalFrame) -> None:
        _in_parts(game, draft, FINAL_PARTS, FinalFrame, 0)

    def resume(self, game: Game, draft: Draft, frame: FinalFrame, result: object) -> None:
        _in_parts(game, draft, FINAL_PARTS, FinalFrame, frame.part + 1)


CHAPTER = Chapter(
    events=(UnitsReorganised,),
    phases={InitialFrame: InitialPhase(), FinalFrame: FinalPhase()},
)
