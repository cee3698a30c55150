"""10.2: Soviet units dig in instead of moving."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.facets import DieThrow
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.messages import message
from engine.core.records import Action, Event
from engine.core.refusals import Refusal
from engine.core.state import State
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.materials import Materials
from engine.rulesets.barbarossa_to_berlin.names import MOVE, MOVED, OUT, TRENCH, Nation
from engine.rulesets.barbarossa_to_berlin.nations import USSR
from engine.rulesets.chapter import Chapter

DIGGING = "digging"
"""The mark of a front that digs in this round."""
DEEPEST = 2


@dataclass(frozen=True, slots=True)
class Dig(Action):
    """Let a front dig a trench instead of moving."""

    kind: ClassVar[str] = "dig"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class TrenchTried(Event):
    """A front has tried to dig; `level` is that of the trench that is there now."""

    kind: ClassVar[str] = "trench-tried"
    unit: UnitId
    at: Location
    die: int
    level: int

    @property
    def throws(self) -> tuple[DieThrow, ...]:
        return (DieThrow(self.die, unit=self.unit),)


@rule("10.2", "4.4", "13.4.2")
def dig_refusal(game: Game, state: State, unit: UnitId) -> Refusal | None:
    """What forbids a unit to dig in."""
    materials: Materials = game.materials
    record = state.units.get(unit)
    if record is None or record.side != state.side or not materials.is_on_map(record):
        return Refusal("10.2", message("refusal.btb.not-yours", unit=unit))
    kind = materials.kind(record)
    if kind.nation is not Nation.SOVIET or not kind.large:
        return Refusal("10.2", message("refusal.btb.no-digger", unit=unit))
    if not state.marker(record.at, MOVE):
        return Refusal("10.2", message("refusal.btb.not-active", unit=unit))
    if MOVED in record.marks:
        return Refusal("10.2", message("refusal.btb.has-moved", unit=unit))
    if any(DIGGING in each.marks for each in state.at(record.at)):
        return Refusal("10.2", message("refusal.btb.digging-already", space=game.board.label(record.at)))
    if OUT in record.marks:
        return Refusal("13.4.2", message("refusal.btb.cut-off-digger", unit=unit))
    return _place_refusal(game, state, record.at)


@rule("10.2", "4.4")
def _place_refusal(game: Game, state: State, at: Location) -> Refusal | None:
    """Not in the first two turns, at first only in cities of the Soviet Union, and no deeper than the year allows."""
    materials: Materials = game.materials
    label = game.board.label(at)
    if state.turn < materials.number("trench_first_turn"):
        return Refusal("4.4", message("refusal.btb.no-trenches-yet"))
    if state.turn < materials.number("trench_anywhere_from") and not (
        materials.has(at, "urban") and materials.countries[at] == USSR
    ):
        return Refusal("10.2", message("refusal.btb.trench-in-cities", space=label))
    level = state.marker(at, TRENCH)
    if level >= DEEPEST:
        return Refusal("10.2", message("refusal.btb.deepest-trench", space=label))
    if level and state.turn < materials.number("trench_level_2_from"):
        return Refusal("10.2", message("refusal.btb.no-deep-trenches-yet", space=label))
    return None


@rule("10.2")
def dig_trenches(game: Game, draft: Draft) -> None:
    """When all movement is over a die is thrown for each space where a front digs: 1 to 3 and the trench is there."""
    best = game.materials.number("trench_succeeds_to")
    for unit in [each for each in draft.state.every_unit() if DIGGING in each.marks]:
        die = draft.roll()
        level = draft.state.marker(unit.at, TRENCH) + (die <= best)
        draft.set_marker(unit.at, TRENCH, level)
        draft.emit(TrenchTried(unit.id, unit.at, die, level))
        draft.unmark(unit.id, DIGGING)


CHAPTER = Chapter(actions=(Dig,), events=(TrenchTried,))
