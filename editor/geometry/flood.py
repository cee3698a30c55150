"""Which hexes a fill reaches: from one hex to its neighbours, as far as terrain, region, selection and hexsides let it.

Hexes that lie in one straight line (a column of a flat-topped grid, a row of a pointy one) are taken as runs, and
the search goes from run to run; lines are looked at only when the search gets there. In cube coordinates both
orientations and any joined sheets are the same: the hex at `place` of a line touches `place` and `place - 1` of
the next.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable
from collections.abc import Set as AbstractSet
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from editor.geometry.cells import Cells, Ints, columns, contains, existing, packed
from editor.geometry.ground import Ground, Plane, Spot
from editor.geometry.place_names import place_name
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.core.progress import give_up_if_unwanted
from engine.definitions.plan import NO_CELL, Cell, Codes, MapPlan, SheetPlan, SideKey

_BETWEEN = 256
"""Runs between two questions whether the fill is still wanted."""


class Run(NamedTuple):
    """Hexes side by side in a line: the first and one past the last."""

    line: int
    begin: int
    end: int


def flood(
    plan: MapPlan,
    start: Cell,
    *,
    same_terrain: bool = True,
    within: Cells | None = None,
    region: str | None = None,
    stopped_by: Collection[str] = (),
) -> Cells:
    """The hexes that hang together with `start`, across joined sheets.

    They have its terrain, unless that does not matter; they lie in the selection and in the region, if one is named;
    and hexsides of the kinds that stop the fill are not crossed.
    """
    ground = Ground(plan)
    spot, plane = ground.spot(start), ground.plane(start.sheet)
    owner = None if spot is None else ground.cell(spot)
    if spot is None or plane is None or owner is None:
        raise CannotEdit(message("edit.cannot.no-hex", place=place_name(plan, start.key)))
    if region is not None and region not in plan.regions:
        raise CannotEdit(message("edit.cannot.no-region", region=region))
    code = plan.sheets[owner.sheet].code(owner.col, owner.row) if same_terrain else None
    members = None if region is None else plan.regions[region].members
    barriers = _Barriers(ground, plane, frozenset(stopped_by))
    lines = _Lines(ground, plane, code=code, within=within, members=members, barriers=barriers)
    line, place = (spot.q, spot.r) if plane.is_flat else (spot.r, spot.q)
    runs = lines.reached(line, place)
    if not runs:
        return Cells()
    at, places = _spread(runs)
    q, r = (at, places) if plane.is_flat else (places, at)
    return existing(plan, ground.cells_at(plane, q, r))


class _Barriers:
    """The hexsides that stop a fill: those inside a line, and those between a line and the next."""

    def __init__(self, ground: Ground, plane: Plane, kinds: frozenset[str]) -> None:
        self.cuts: dict[int, list[int]] = {}
        self.blocked: set[tuple[int, int, int]] = set()
        self.lines: set[int] = set()
        if not kinds:
            return
        for sheet in plane.sheets:
            sides = [side for side in ground.plan.sides if side.kind in kinds and side.sheet == sheet]
            self._add(ground, plane, sheet, sides)
        for cuts in self.cuts.values():
            cuts.sort()

    def _add(self, ground: Ground, plane: Plane, sheet: str, sides: Iterable[SideKey]) -> None:
        named = np.array([(side.col, side.row, side.direction) for side in sides], dtype=np.int64).reshape(-1, 3)
        q, r = ground.cubes(sheet, packed(named[:, 0], named[:, 1]))
        steps = np.array([step[:2] for step in plane.steps[:3]], dtype=np.int64)[named[:, 2]]
        near, far = np.stack((q, r), axis=1), np.stack((q, r), axis=1) + steps
        if not plane.is_flat:
            near, far = near[:, ::-1], far[:, ::-1]
        for (line, place), (other, beyond) in zip(near.tolist(), far.tolist(), strict=True):
            if line == other:
                self.cuts.setdefault(line, []).append(max(place, beyond))
            elif line < other:
                self.blocked.add((line, place, beyond))
                self.lines.add(line)
            else:
                self.blocked.add((other, beyond, place))
                self.lines.add(other)

    def leave_a_way(self, lower: Run, upper: Run) -> bool:
        """Whether some hexside between two runs of neighbouring lines is free."""
        if lower.line not in self.lines:
            return True
        for beyond in range(max(upper.begin, lower.begin - 1), min(upper.end, lower.end)):
            for place in (beyond, beyond + 1):
                if lower.begin <= place < lower.end and (lower.line, place, beyond) not in self.blocked:
                    return True
        return False


class _Line(NamedTuple):
    """The runs of one line by their numbers: where they begin and end, and which the fill has entered."""

    begins: list[int]
    ends: list[int]
    entered: bytearray


class _Lines:
    """The runs of hexes a fill may enter, line by line as they are asked for."""

    def __init__(
        self,
        ground: Ground,
        plane: Plane,
        *,
        code: int | None,
        within: Cells | None,
        members: AbstractSet[str] | None,
        barriers: _Barriers,
    ) -> None:
        self._ground = ground
        self._plane = plane
        self._code = code
        self._within = within
        self._members = members
        self._barriers = barriers
        self._sheets = [ground.plan.sheets[name] for name in plane.sheets]
        self._known: dict[int, _Line] = {}

    def reached(self, line: int, place: int) -> list[Run]:
        """Every run that hangs together with a hex."""
        here = self._line(line)
        number = bisect_right(here.begins, place) - 1
        if number < 0 or place >= here.ends[number]:
            return []
        here.entered[number] = True
        waiting = [(line, number)]
        found: list[Run] = []
        while waiting:
            if not len(found) % _BETWEEN:
                give_up_if_unwanted()
            line, number = waiting.pop()
            here = self._line(line)
            run = Run(line, here.begins[number], here.ends[number])
            found.append(run)
            for step, low, high in ((1, run.begin - 1, run.end), (-1, run.begin, run.end + 1)):
                there = self._line(line + step)
                for other in range(bisect_right(there.ends, low), bisect_left(there.begins, high)):
                    if not there.entered[other] and self._is_open(run, there, other, step):
                        there.entered[other] = True
                        waiting.append((line + step, other))
        return found

    def _is_open(self, run: Run, there: _Line, number: int, step: int) -> bool:
        """Whether hexsides leave a way from a run to one of the next line or of the one before."""
        if not self._barriers.lines:
            return True
        other = Run(run.line + step, there.begins[number], there.ends[number])
        return self._barriers.leave_a_way(run, other) if step == 1 else self._barriers.leave_a_way(other, run)

    def _line(self, line: int) -> _Line:
        known = self._known.get(line)
        if known is None:
            begins, ends = self._find_runs(line)
            known = self._known[line] = _Line(begins, ends, bytearray(len(begins)))
        return known

    def _find_runs(self, line: int) -> tuple[list[int], list[int]]:
        begin, codes = self._codes(line)
        open_ = codes == self._code if self._code is not None else codes != NO_CELL
        if not open_.any():
            return [], []
        if self._within is not None:
            open_ &= self._is_selected(line, begin, len(codes), self._within)
        if self._members is not None:
            self._keep_members(line, begin, open_, self._members)
        edges = np.flatnonzero(np.diff(np.concatenate(([False], open_, [False]))))
        begins, ends = (edges[::2] + begin).tolist(), (edges[1::2] + begin).tolist()
        for cut in self._barriers.cuts.get(line, ()):
            number = bisect_left(begins, cut) - 1
            if number >= 0 and begins[number] < cut < ends[number]:
                begins.insert(number + 1, cut)
                ends.insert(number, cut)
        return begins, ends

    def _codes(self, line: int) -> tuple[int, Codes]:
        """The terrain along a line and where it begins; of twins the owner's."""
        parts = [part for sheet in self._sheets if (part := self._codes_on(sheet, line)) is not None]
        if len(parts) <= 1:
            return parts[0] if parts else (0, np.empty(0, dtype=np.uint16))
        begin = min(place for place, _ in parts)
        codes = np.zeros(max(place + len(found) for place, found in parts) - begin, dtype=np.uint16)
        for place, found in reversed(parts):
            under = codes[place - begin : place - begin + len(found)]
            np.copyto(under, found, where=found != NO_CELL)
        return begin, codes

    def _codes_on(self, sheet: SheetPlan, line: int) -> tuple[int, Codes] | None:
        flat = self._plane.is_flat
        spot = Spot(self._plane.home, line, 0) if flat else Spot(self._plane.home, 0, line)
        _, col, row = self._ground.cell_on(sheet.id, spot)
        if flat:
            index = col - sheet.first[0]
            return (sheet.first[1] - row, sheet.terrain[:, index]) if 0 <= index < sheet.size[0] else None
        index = row - sheet.first[1]
        return (sheet.first[0] - col, sheet.terrain[index]) if 0 <= index < sheet.size[1] else None

    def _coordinates(self, line: int, places: Ints) -> tuple[Ints, Ints]:
        lines = np.full(len(places), line, dtype=np.int64)
        return (lines, places) if self._plane.is_flat else (places, lines)

    def _is_selected(self, line: int, begin: int, length: int, within: Cells) -> npt.NDArray[np.bool_]:
        q, r = self._coordinates(line, np.arange(begin, begin + length, dtype=np.int64))
        found = np.zeros(length, dtype=np.bool_)
        for sheet in self._sheets:
            found |= contains(self._ground.keys_on(sheet.id, q, r), within.keys(sheet.id))
        return found

    def _keep_members(self, line: int, begin: int, open_: npt.NDArray[np.bool_], members: AbstractSet[str]) -> None:
        at = np.flatnonzero(open_)
        q, r = self._coordinates(line, at + begin)
        found = np.zeros(len(at), dtype=np.bool_)
        for sheet in self._sheets:
            cols, rows = columns(self._ground.keys_on(sheet.id, q, r))
            pairs = zip(cols.tolist(), rows.tolist(), strict=True)
            found |= np.array([f"{sheet.id}:{col},{row}" in members for col, row in pairs], dtype=np.bool_)
        open_[at[~found]] = False


def _spread(runs: Collection[Run]) -> tuple[Ints, Ints]:
    """Every hex of the runs: its line and its place."""
    table = np.array(list(runs), dtype=np.int64)
    lengths = table[:, 2] - table[:, 1]
    before = np.repeat(np.cumsum(lengths) - lengths, lengths)
    places = np.arange(int(lengths.sum()), dtype=np.int64) - before + np.repeat(table[:, 1], lengths)
    return np.repeat(table[:, 0], lengths), places
