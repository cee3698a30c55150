"""17.1 and 17.2: German corps and Kampfgruppen are changed into each other like money."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import ClassVar

from engine.core.actions import Done
from engine.core.draft import Draft
from engine.core.facets import UnitMove
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.rulesets.chapter import Chapter
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.elimination import put_away
from engine.rulesets.red_star_rising.factors import status_of, steps_left
from engine.rulesets.red_star_rising.materials import Kind, Materials
from engine.rulesets.red_star_rising.names import AXIS, BREAKDOWN, CONVERTED, GERMAN, SOVIET, Role, Status
from engine.rulesets.red_star_rising.zones import in_zone

FRESH = "fresh"
"""A Kampfgruppe that has just come out of a larger unit and may still be put together with another (17.2.3)."""


@dataclass(frozen=True, slots=True)
class BreakDown(Action):
    """Break a German unit into two smaller ones."""

    kind: ClassVar[str] = "break-down"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class BuildUp(Action):
    """Put two German units together."""

    kind: ClassVar[str] = "build-up"
    unit: UnitId
    other: UnitId

    def __post_init__(self) -> None:
        """The two may be named in either order."""
        first, second = sorted((self.unit, self.other))
        object.__setattr__(self, "unit", first)
        object.__setattr__(self, "other", second)


@dataclass(frozen=True, slots=True)
class BreakdownFrame(Frame):
    """The Axis breaks units down and builds them up; `parts` are the two that each unit was broken into."""

    kind: ClassVar[str] = "breakdown"
    parts: tuple[tuple[UnitId, UnitId], ...] = ()
    changed: bool = False
    """Something was changed; the step then lasts until the Axis ends it."""


@dataclass(frozen=True, slots=True)
class UnitBrokenDown(Event):
    kind: ClassVar[str] = "unit-broken-down"
    unit: UnitId
    into: tuple[UnitId, ...]
    at: Location

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        whole = () if self.unit in self.into else (UnitMove.left(self.unit, self.at),)
        return (*whole, *(UnitMove.came(part, self.at) for part in self.into if part != self.unit))


@dataclass(frozen=True, slots=True)
class UnitsBuiltUp(Event):
    kind: ClassVar[str] = "units-built-up"
    units: tuple[UnitId, ...]
    into: UnitId
    at: Location

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        whole = () if self.into in self.units else (UnitMove.came(self.into, self.at),)
        return (*(UnitMove.left(part, self.at) for part in self.units if part != self.into), *whole)


def _chart(materials: Materials, name: str) -> tuple[tuple[tuple[int, int], int], ...]:
    """The lines of a conversion chart: the steps of the two small units, and of the large one."""
    value = materials.charts.parameter(name)
    if not isinstance(value, tuple):
        raise TypeError(f"parameter {name} is no list")
    return _chart_lines(tuple(str(line) for line in value))


@cache
def _chart_lines(lines: tuple[str, ...]) -> tuple[tuple[tuple[int, int], int], ...]:
    found = []
    for line in lines:
        parts, whole = line.split("=")
        first, second = parts.split("+")
        found.append(((int(first), int(second)), int(whole)))
    return tuple(found)


@rule("17.2.1")
def parts_of(materials: Materials, steps: int) -> tuple[int, int] | None:
    """The steps of the two units that one of so many steps breaks into; None when it does not."""
    return next((parts for parts, whole in _chart(materials, "breakdowns") if whole == steps), None)


@rule("17.2.1")
def whole_of(materials: Materials, first: int, second: int) -> int | None:
    """The steps of the unit that two others make; None when they make none."""
    pair = (max(first, second), min(first, second))
    return next((whole for parts, whole in _chart(materials, "buildups") if parts == pair), None)


def is_convertible(materials: Materials, unit: Unit) -> bool:
    """A German corps or Kampfgruppe of a sort that has both."""
    kind = materials.kind(unit)
    return kind.nation == GERMAN and (materials.generic_of(kind) is not None or kind.role is Role.KAMPFGRUPPE)


@rule("17.1", "10.6.1", "10.7.1", "10.8.1", "13.0.2")
def conversion_refusal(game: Game, state: State, unit: Unit) -> Refusal | None:
    """Only supplied units change, outside enemy zones unless the roads are mud."""
    materials: Materials = game.materials
    status = status_of(unit)
    if status is not Status.SUPPLIED:
        cases = {Status.UNSUPPLIED: "10.6.1", Status.EMERGENCY: "10.7.1", Status.LACKING: "10.8.1"}
        return Refusal(cases[status], message("refusal.rsr.conversion-supply", unit=unit.id))
    enemy = SOVIET if unit.side == AXIS else AXIS
    if in_zone(game, state, unit.at, enemy) and not materials.is_mud(state.turn):
        return Refusal("17.1", message("refusal.rsr.conversion-zone", unit=unit.id))
    return None


def _german(game: Game, state: State, unit: UnitId) -> Unit | Refusal:
    materials: Materials = game.materials
    record = state.units.get(unit)
    if record is None or not materials.is_on_map(record) or not is_convertible(materials, record):
        return Refusal("17.2.1", message("refusal.rsr.not-convertible", unit=unit))
    return conversion_refusal(game, state, record) or record


def _spares(game: Game, state: State, kind: Kind) -> list[UnitId]:
    return sorted(unit.id for unit in state.at(game.board.at(BREAKDOWN)) if unit.type == kind.id)


def _group_kind(materials: Materials, unit: Unit) -> Kind:
    kind = materials.kind(unit)
    return materials.generic_of(kind) or kind


def _corps_kinds(materials: Materials, group: Kind) -> tuple[str, ...]:
    return tuple(name for name, kind in materials.kinds.items() if materials.generic_of(kind) is group)


@rule("17.1", "17.2.1", "17.2.2")
def break_down_refusal(game: Game, state: State, action: BreakDown) -> Refusal | None:
    """A unit takes part in one change a turn, along the chart, and only with counters that are free."""
    materials: Materials = game.materials
    record = _german(game, state, action.unit)
    if isinstance(record, Refusal):
        return record
    if record.marks & {CONVERTED, FRESH}:
        return Refusal("17.1", message("refusal.rsr.converted", unit=action.unit))
    if parts_of(materials, steps_left(materials, record)) is None:
        return Refusal("17.2.1", message("refusal.rsr.no-parts", unit=action.unit))
    wanted = 1 if materials.kind(record).role is Role.KAMPFGRUPPE else 2
    if len(_spares(game, state, _group_kind(materials, record))) < wanted:
        return Refusal("17.2.2", message("refusal.rsr.no-counters"))
    return None


@rule("17.1", "17.2.1", "17.2.2", "17.2.3")
def build_up_refusal(game: Game, state: State, action: BuildUp) -> Refusal | None:
    """Two units of one sort in one hex; one of them may have come out of a larger unit in this same turn."""
    materials: Materials = game.materials
    first, second = _german(game, state, action.unit), _german(game, state, action.other)
    if isinstance(first, Refusal):
        return first
    if isinstance(second, Refusal):
        return second
    if first.id == second.id or first.at != second.at:
        return Refusal("17.1", message("refusal.rsr.not-together", unit=action.unit, other=action.other))
    for unit in (first, second):
        if CONVERTED in unit.marks:
            return Refusal("17.1", message("refusal.rsr.converted", unit=unit.id))
    if FRESH in first.marks and FRESH in second.marks:
        return Refusal("17.2.3", message("refusal.rsr.both-fresh"))
    group = _group_kind(materials, first)
    whole = whole_of(materials, steps_left(materials, first), steps_left(materials, second))
    if group is not _group_kind(materials, second) or whole is None:
        return Refusal("17.2.1", message("refusal.rsr.no-whole", unit=action.unit, other=action.other))
    if _whole_counter(game, state, (first, second), whole) is None:
        return Refusal("17.2.2", message("refusal.rsr.no-counters"))
    return None


def _whole_counter(game: Game, state: State, units: tuple[Unit, Unit], whole: int) -> UnitId | None:
    """The counter that two units become: one of them if it will do, or one from the box."""
    materials: Materials = game.materials
    group = _group_kind(materials, units[0])
    if whole <= len(group.faces):
        return next(unit.id for unit in units if unit.type == group.id)
    own = [unit.id for unit in units if materials.kind(unit).role is Role.CORPS]
    waiting = [name for kind in _corps_kinds(materials, group) for name in _spares(game, state, materials.kinds[kind])]
    return next(iter(own or sorted(waiting)), None)


class BreakdownPhase(Phase[BreakdownFrame]):
    """The Axis changes what it likes and ends the step."""

    def menu(self, game: Game, state: State, frame: BreakdownFrame) -> Menu | None:
        materials: Materials = game.materials
        mine = [unit for unit in state.every_unit() if materials.is_on_map(unit) and is_convertible(materials, unit)]
        together: dict[Location, list[UnitId]] = {}
        for unit in mine:
            together.setdefault(unit.at, []).append(unit.id)
        down = Offer(
            BreakDown,
            lambda: (BreakDown(unit.id) for unit in mine),
            lambda action: break_down_refusal(game, state, action),
        )
        up = Offer(
            BuildUp,
            lambda: (BuildUp(a, b) for stack in together.values() for a, b in combinations(sorted(stack), 2)),
            lambda action: build_up_refusal(game, state, action),
        )
        return Menu(
            AXIS, message("prompt.rsr.breakdown"), "17.2.1", (down, up, Offer.one(Done())), default=Done()
        ).asked_if(frame.changed or down.any() or up.any())

    @rule("17.1")
    def apply(self, game: Game, draft: Draft, frame: BreakdownFrame, action: Action) -> None:
        """What has changed is marked as long as the step lasts, so that none of it changes again."""
        if isinstance(action, Done):
            draft.unmark_all(CONVERTED, FRESH)
            draft.end()
        elif isinstance(action, BreakDown):
            parts = self._break_down(game, draft, draft.state.unit(action.unit))
            draft.replace_frame(BreakdownFrame((*frame.parts, parts), changed=True))
        else:
            assert isinstance(action, BuildUp)
            self._close_parts(draft, frame, (action.unit, action.other))
            self._build_up(game, draft, draft.state.unit(action.unit), draft.state.unit(action.other))
            draft.replace_frame(replace(frame, changed=True))

    @rule("17.1", "17.2.1", "17.2.4")
    def _break_down(self, game: Game, draft: Draft, unit: Unit) -> tuple[UnitId, UnitId]:
        """The parts stand in the same hex; a corps goes into the box its parts came from."""
        materials: Materials = game.materials
        parts = parts_of(materials, steps_left(materials, unit))
        assert parts is not None
        group = _group_kind(materials, unit)
        spares = _spares(game, draft.state, group)
        into = (unit.id, spares[0]) if unit.type == group.id else (spares[0], spares[1])
        for counter, steps in zip(into, parts, strict=True):
            draft.move_unit(counter, unit.at)
            draft.change_unit(counter, step=len(group.faces) - steps, marks=(FRESH,))
        if unit.id not in into:
            put_away(game, draft, unit.id, BREAKDOWN)
        draft.emit(UnitBrokenDown(unit.id, into, unit.at))
        return into

    @rule("17.2.3")
    def _close_parts(self, draft: Draft, frame: BreakdownFrame, used: tuple[UnitId, UnitId]) -> None:
        """Of the two parts of a unit only one is put together with another in the same turn."""
        for pair in frame.parts:
            fresh = [part for part in pair if FRESH in draft.state.unit(part).marks]
            if any(part in used for part in fresh):
                for part in fresh:
                    draft.unmark(part, FRESH)
                    draft.mark(part, CONVERTED)

    @rule("17.1", "17.2.1", "17.2.3", "17.2.4")
    def _build_up(self, game: Game, draft: Draft, first: Unit, second: Unit) -> None:
        """The whole stands where its parts stood, and has changed for this turn."""
        materials: Materials = game.materials
        whole = whole_of(materials, steps_left(materials, first), steps_left(materials, second))
        assert whole is not None
        counter = _whole_counter(game, draft.state, (first, second), whole)
        assert counter is not None
        draft.move_unit(counter, first.at)
        kind = materials.kind(draft.state.unit(counter))
        most = len(kind.faces) + (0 if kind.role is Role.KAMPFGRUPPE else len(_group_kind(materials, first).faces))
        draft.change_unit(counter, step=most - whole, marks=(CONVERTED,))
        for unit in (first, second):
            if unit.id != counter:
                put_away(game, draft, unit.id, BREAKDOWN)
        draft.emit(UnitsBuiltUp((first.id, second.id), counter, first.at))


CHAPTER = Chapter(
    actions=(BreakDown, BuildUp),
    events=(UnitBrokenDown, UnitsBuiltUp),
    phases={BreakdownFrame: BreakdownPhase()},
)
