"""Whether one can get everywhere: land that nothing leads to, spaces that hang on nothing.

Hexes that lie in one straight line are taken as runs, and each line is joined to the one before it, so that a map of
any size is gone through a line at a time and no hex is an object. Connections and insets join what lies apart.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from editor.checks.findings import BREATH, MapIssue, Step, Subject
from editor.geometry.ground import Plane, Spot
from editor.geometry.hexsides import hexside_of
from editor.geometry.place_names import place_name
from editor.model.edits import Part
from engine.core.messages import message
from engine.definitions.issues import Where, info, warning
from engine.definitions.plan import NO_CELL, Cell, Codes, SheetPlan


class _Run(NamedTuple):
    """Hexes of land side by side in a line: the first, one past the last, and the number of the piece of land."""

    begin: int
    end: int
    land: int


@dataclass(slots=True)
class _Line:
    """One line of a plane: where its codes begin, how much water lies before each, and the runs of land."""

    begin: int
    water: list[int]
    runs: list[_Run] = field(default_factory=list)

    def has_water(self, begin: int, end: int) -> bool:
        """Whether any hex between two places of the line is water."""
        last = len(self.water) - 1
        low, high = min(max(begin - self.begin, 0), last), min(max(end - self.begin, 0), last)
        return self.water[high] > self.water[low]

    def at(self, place: int) -> int | None:
        """The piece of land at a place."""
        number = bisect_right(self.runs, place, key=lambda run: run.begin) - 1
        return self.runs[number].land if number >= 0 and place < self.runs[number].end else None


_NO_LINE = _Line(0, [0])
_NOWHERE = Spot("", 0, 0)
_NAMED = 4
"""So many names stand in a message; the rest are counted."""


@dataclass(slots=True)
class _Piece:
    """Land that hangs together; pieces are numbered as they are met and later joined."""

    first: Spot
    size: int = 0
    shore: bool = False
    landing: bool = False


def reach_issues(subject: Subject) -> Iterator[Step]:
    """Land and spaces that nothing leads to."""
    survey = _Survey(subject)
    yield from survey.barriers()
    for plane in subject.ground.planes:
        yield from survey.lines_of(plane)
    yield from survey.connections()
    yield from survey.landings()
    yield from survey.issues()


class _Survey:
    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self._pieces: list[_Piece] = []
        self._above: list[int] = []
        self._nodes: dict[str, int] = {}
        self._lines: dict[str, dict[int, _Line]] = {}
        self._blocked: dict[str, set[tuple[int, int, int]]] = {}
        names = subject.plan.terrain_names
        water = [subject.sense.is_water(name) for name in names]
        self._is_water = np.array([False, *water])
        barred = [is_wet or subject.sense.is_barrier(name) for name, is_wet in zip(names, water, strict=True)]
        self._is_land = np.array([False, *(not closed for closed in barred)])

    # Land

    def lines_of(self, plane: Plane) -> Iterator[Step]:
        """Find the pieces of land of a plane, line by line."""
        lines = self._lines[plane.home] = {}
        sheets = [self._subject.plan.sheets[name] for name in plane.sheets]
        before = _NO_LINE
        for number in _line_numbers(self._subject, plane, sheets):
            begin, codes = self._codes(plane, sheets, number)
            here = _Line(begin, np.concatenate(([0], np.cumsum(self._is_water[codes]))).tolist())
            self._enter_runs(plane, number, here, self._is_land[codes])
            self._join(plane, number, before, here)
            lines[number] = before = here
            yield len(here.runs)

    def _enter_runs(self, plane: Plane, number: int, line: _Line, land: npt.NDArray[np.bool_]) -> None:
        edges = np.flatnonzero(np.diff(np.concatenate(([False], land, [False])))) + line.begin
        blocked = self._blocked.get(plane.home)
        for begin, end in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
            cuts = (
                [place for place in range(begin + 1, end) if (number, place - 1, place) in blocked] if blocked else []
            )
            for low, high in zip((begin, *cuts), (*cuts, end), strict=True):
                spot = Spot(plane.home, number, low) if plane.is_flat else Spot(plane.home, low, number)
                piece = self._new(_Piece(spot, high - low))
                self._pieces[piece].shore = line.has_water(low - 1, high + 1)
                line.runs.append(_Run(low, high, piece))

    def _join(self, plane: Plane, number: int, before: _Line, here: _Line) -> None:
        """A hex of a line touches those at its own place and at the one before in the line that follows."""
        blocked = self._blocked.get(plane.home)
        for run in before.runs:
            self._pieces[run.land].shore |= here.has_water(run.begin - 1, run.end)
        first = 0
        for run in here.runs:
            self._pieces[run.land].shore |= before.has_water(run.begin, run.end + 1)
            while first < len(before.runs) and before.runs[first].end <= run.begin:
                first += 1
            other = first
            while other < len(before.runs) and before.runs[other].begin <= run.end:
                if not blocked or _leave_a_way(blocked, number - 1, before.runs[other], run):
                    self._unite(before.runs[other].land, run.land)
                other += 1

    def _codes(self, plane: Plane, sheets: list[SheetPlan], number: int) -> tuple[int, Codes]:
        parts = [part for sheet in sheets if (part := _codes_on(self._subject, plane, sheet, number)) is not None]
        if len(parts) == 1:
            return parts[0]
        begin = min((place for place, _ in parts), default=0)
        codes = np.zeros(max((place + len(found) for place, found in parts), default=0) - begin, dtype=np.uint16)
        for place, found in reversed(parts):
            under = codes[place - begin : place - begin + len(found)]
            np.copyto(under, found, where=found != NO_CELL)
        return begin, codes

    def barriers(self) -> Iterator[Step]:
        """Find the hexsides that let nobody through: a line, a place in it, the place beyond in it or in the next."""
        ground, count = self._subject.ground, 0
        is_barrier = cache(self._subject.sense.is_barrier)
        for side in self._subject.plan.sides:
            count += 1
            plane = ground.plane(side.sheet) if is_barrier(side.kind) else None
            spot = None if plane is None else ground.spot(hexside_of(side).cell)
            if plane is not None and spot is not None:
                beyond = spot.moved(plane.steps[side.direction])
                near, far = sorted((_line_place(plane, spot), _line_place(plane, beyond)))
                self._blocked.setdefault(plane.home, set()).add((near[0], near[1], far[1]))
            if count == BREATH:
                yield count
                count = 0
        yield count

    # What joins land

    def connections(self) -> Iterator[Step]:
        """Join what a connection, an inset or a box lies between."""
        plan = self._subject.plan
        for place in (*plan.spaces, *plan.boxes):
            self._nodes[place] = self._new(_Piece(_NOWHERE))
        count = 0
        for link in plan.links.values():
            a, b = self._node(link.a), self._node(link.b)
            if a is not None and b is not None:
                self._unite(a, b)
            count += 1
            if count == BREATH:
                yield count
                count = 0
        yield count

    def landings(self) -> Iterator[Step]:
        """Note where one can come ashore."""
        count = 0
        for feature in self._subject.plan.features.values():
            node = self._node(feature.at) if self._subject.sense.is_landing(feature.kind) else None
            if node is not None:
                self._pieces[self._root(node)].landing = True
            count += 1
            if count == BREATH:
                yield count
                count = 0
        yield count

    def _node(self, place: str) -> int | None:
        known = self._nodes.get(place)
        if known is not None:
            return known
        spot = self._subject.ground.spot_of(place)
        plane = None if spot is None else self._subject.ground.plane(spot.plane)
        if spot is None or plane is None:
            return None
        number, at = _line_place(plane, spot)
        line = self._lines[plane.home].get(number)
        return None if line is None else line.at(at)

    # What is wrong

    def issues(self) -> Iterator[Step]:
        """Land that cannot be reached, and spaces."""
        lands: dict[int, _Piece] = {}
        for number, piece in enumerate(self._pieces):
            if piece.size and self._root(number) == number:
                lands[number] = piece
            if number % BREATH == 0:
                yield BREATH
        spaces: dict[int, list[str]] = {}
        for space in self._subject.plan.spaces:
            spaces.setdefault(self._root(self._nodes[space]), []).append(space)
        weights = {root: self._pieces[root].size + len(spaces.get(root, ())) for root in (*lands, *spaces)}
        main = max(weights, key=lambda root: weights[root], default=None)
        for root, piece in lands.items():
            if root != main:
                yield from self._land_issue(piece)
                yield 1
        for root, names in spaces.items():
            if root != main and root not in lands:
                yield self._space_issue(names)
                yield len(names)

    def _land_issue(self, piece: _Piece) -> Iterator[MapIssue]:
        if piece.shore and piece.landing:
            return
        cell = self._subject.ground.cell(piece.first)
        places = () if cell is None else (cell.key,)
        name = "" if cell is None else place_name(self._subject.plan, cell.key)
        where = Where(path=("sheets", piece.first.plane))
        if piece.shore:
            yield MapIssue(info(message("map-issue.island-without-port", place=name, count=piece.size), where), places)
        else:
            yield MapIssue(warning(message("map-issue.unreachable-land", place=name, count=piece.size), where), places)

    def _space_issue(self, names: list[str]) -> MapIssue:
        plan = self._subject.plan
        where = Where(path=("spaces", names[0]))
        titles = tuple(place_name(plan, name) for name in names[:_NAMED])
        if len(names) == 1 and not self._subject.contents.links_at(names[0]):
            said = message("map-issue.orphan-space", name=titles[0])
        else:
            said = message("map-issue.unreachable-spaces", names=titles, count=len(names))
        return MapIssue(warning(said, where), tuple(names), Part.SPACE, names[0])

    # Sets that are joined

    def _new(self, piece: _Piece) -> int:
        self._pieces.append(piece)
        self._above.append(len(self._above))
        return len(self._above) - 1

    def _root(self, node: int) -> int:
        above = self._above
        while above[node] != node:
            above[node] = above[above[node]]
            node = above[node]
        return node

    def _unite(self, one: int, other: int) -> None:
        one, other = self._root(one), self._root(other)
        if one == other:
            return
        low, high = self._pieces[one], self._pieces[other]
        if low.size < high.size:
            one, other, low, high = other, one, high, low
        self._above[other] = one
        low.size += high.size
        low.shore |= high.shore
        low.landing |= high.landing
        if low.first == _NOWHERE:
            low.first = high.first


def _line_place(plane: Plane, spot: Spot) -> tuple[int, int]:
    return (spot.q, spot.r) if plane.is_flat else (spot.r, spot.q)


def _line_numbers(subject: Subject, plane: Plane, sheets: list[SheetPlan]) -> range:
    """The lines of a plane: the columns of flat-topped hexes, the rows of pointed ones."""
    ends = []
    for sheet in sheets:
        for col, row in (sheet.extent.first, sheet.extent.last):
            spot = subject.ground.spot(Cell(sheet.id, col, row))
            assert spot is not None, "the sheet is one of the plane"
            ends.append(_line_place(plane, spot)[0])
    return range(min(ends), max(ends) + 1)


def _codes_on(subject: Subject, plane: Plane, sheet: SheetPlan, line: int) -> tuple[int, Codes] | None:
    """The terrain that a sheet has along a line, and the place where that begins."""
    spot = Spot(plane.home, line, 0) if plane.is_flat else Spot(plane.home, 0, line)
    _, col, row = subject.ground.cell_on(sheet.id, spot)
    if plane.is_flat:
        index = col - sheet.first[0]
        return (sheet.first[1] - row, sheet.terrain[:, index]) if 0 <= index < sheet.size[0] else None
    index = row - sheet.first[1]
    return (sheet.first[0] - col, sheet.terrain[index]) if 0 <= index < sheet.size[1] else None


def _leave_a_way(blocked: set[tuple[int, int, int]], line: int, lower: _Run, upper: _Run) -> bool:
    """Whether some hexside between two runs of neighbouring lines is free."""
    for beyond in range(max(upper.begin, lower.begin - 1), min(upper.end, lower.end)):
        for place in (beyond, beyond + 1):
            if lower.begin <= place < lower.end and (line, place, beyond) not in blocked:
                return True
    return False
