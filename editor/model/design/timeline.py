"""The schedule as a timeline: a lane for each side or formation, the turns across, and what is doubtful.

No Qt.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Final

from editor.model.design.design import Design
from engine.core.messages import Message, message
from engine.definitions.checks.course import TURN_TRACK
from engine.definitions.scenario import ScheduleEntry, ScheduleKind
from engine.narration.language import wording_of

MOST_SHOWN: Final = 400
"""Turns that are drawn; more than any game of these has."""


class Grouping(StrEnum):
    """What a lane is."""

    SIDE = "side"
    FORMATION = "formation"


@dataclass(frozen=True, slots=True)
class Item:
    """An entry of the schedule, its number in it, and what is wrong with it."""

    index: int
    entry: ScheduleEntry
    problems: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class Lane:
    """A row of the timeline."""

    id: str
    title: str


class Timeline:
    """A look at the schedule of one design."""

    def __init__(self, design: Design, grouping: Grouping = Grouping.SIDE) -> None:
        self._design = design
        self._grouping = grouping

    @cached_property
    def turns(self) -> tuple[int, ...]:
        """The turns across: those that are played, and any on which something else is said to come."""
        scenario = self._design.scenario
        named = [entry.turn for entry in scenario.schedule]
        first, last = min((scenario.first_turn, *named)), max((scenario.last_turn, *named))
        if last - first < MOST_SHOWN:
            return tuple(range(first, last + 1))
        return tuple(sorted({*range(first, min(last, first + MOST_SHOWN)), *named}))

    def is_played(self, turn: int) -> bool:
        return self._design.scenario.first_turn <= turn <= self._design.scenario.last_turn

    def date(self, turn: int) -> str:
        """What the turn track says of a turn, in the language that is spoken."""
        track = self._design.charts.tracks.get(TURN_TRACK)
        entry = next((each for each in track.entries if each.turn == turn), None) if track is not None else None
        said = "" if entry is None else (entry.date or entry.title or "")
        return wording_of(self._design.scenario.ruleset).name(said)

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """Every entry in the order of the schedule."""
        return tuple(
            Item(index, entry, tuple(self._problems(index, entry)))
            for index, entry in enumerate(self._design.scenario.schedule)
        )

    @cached_property
    def lanes(self) -> tuple[Lane, ...]:
        """The sides; or the formations of which something comes or goes, in the order of the order of battle."""
        sides = tuple(Lane(side, side) for side in self._design.scenario.sides)
        used = {self.lane_of(item.entry.unit) for item in self.items}
        if self._grouping is Grouping.FORMATION:
            formations = self._design.formations.items()
            known = [Lane(name, self._design.called(each.name)) for name, each in formations if name in used]
            sides = (*known, *(lane for lane in sides if lane.id in used or not known))
        strangers = Lane("", "?")
        return (*sides, strangers) if used - {lane.id for lane in sides} else sides

    def lane_of(self, unit: str) -> str:
        """The lane a unit belongs to."""
        entry = self._design.units.get(unit)
        if self._grouping is Grouping.FORMATION and entry is not None and entry.formation in self._design.formations:
            return entry.formation or ""
        side = self._design.side_of(unit)
        return side if side in self._design.scenario.sides else ""

    @cached_property
    def _cells(self) -> dict[tuple[str, int], list[Item]]:
        found: dict[tuple[str, int], list[Item]] = defaultdict(list)
        for item in self.items:
            found[self.lane_of(item.entry.unit), item.entry.turn].append(item)
        return found

    def at(self, lane: str, turn: int) -> Sequence[Item]:
        """What comes and goes in a lane on a turn; arrivals first."""
        return sorted(self._cells.get((lane, turn), ()), key=lambda item: item.entry.kind is ScheduleKind.WITHDRAWAL)

    def _problems(self, index: int, entry: ScheduleEntry) -> Iterator[Message]:
        design, scenario = self._design, self._design.scenario
        if entry.unit not in design.units:
            yield message("design.schedule.unknown-unit", unit=entry.unit)
        if not self.is_played(entry.turn):
            yield message(
                "design.schedule.off-the-turns", turn=entry.turn, first=scenario.first_turn, last=scenario.last_turn
            )
        if entry.at is not None and not design.has_place(entry.at):
            yield message("design.schedule.unknown-place", place=entry.at)
        yield from self._presence(index, entry)
        if design.game is not None and entry.kind.value not in design.game.ruleset.scheduled:
            yield message("design.schedule.not-played")

    def _presence(self, index: int, entry: ScheduleEntry) -> Iterator[Message]:
        """Whether a unit comes that is there, or goes that is not."""
        placed = self._design.placements.get(entry.unit)
        others = [each for n, each in self._of_unit.get(entry.unit, ()) if n != index]
        gone = any(each.kind is ScheduleKind.WITHDRAWAL and each.turn <= entry.turn for each in others)
        came = [each.turn for each in others if each.kind is ScheduleKind.ARRIVAL]
        if entry.kind is ScheduleKind.ARRIVAL:
            if placed is not None and not gone:
                yield message("design.schedule.placed-too", place=placed.at)
            if came and not gone and min(came) <= entry.turn:
                yield message("design.schedule.twice")
        elif placed is None and not any(turn <= entry.turn for turn in came):
            yield message("design.schedule.too-soon", turn=min(came, default=entry.turn))

    @cached_property
    def _of_unit(self) -> dict[str, list[tuple[int, ScheduleEntry]]]:
        found: dict[str, list[tuple[int, ScheduleEntry]]] = defaultdict(list)
        for index, entry in enumerate(self._design.scenario.schedule):
            found[entry.unit].append((index, entry))
        return found
