"""Where on the map things are: the parts of a plan by chunk, by corner and by hex.

A plan keeps hexsides, lines and features under their keys; a painter of tiles needs those of one neighbourhood.
The index is built once when a plan is opened and then told of each change, so that no edit ever costs more
than what it touches. No Qt.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise, product
from typing import TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from editor.geometry.ground import Ground
from editor.geometry.lattice import Box, Ints, Lattice, Span
from engine.definitions.plan import NO_CELL, Cell, MapPlan, SheetPlan, SideKey, cell_of

_Ends: TypeAlias = tuple[tuple[tuple[float, float], tuple[float, float]], tuple[tuple[int, int], tuple[int, int]]]

_Value = TypeVar("_Value", bound=np.generic)
Bools: TypeAlias = npt.NDArray[np.bool_]

CHUNK = 16
"""Cells across and down one chunk."""


class SheetIndex:
    """The index of one sheet."""

    def __init__(self, sheet: SheetPlan, lattice: Lattice) -> None:
        self.sheet = sheet
        self.lattice = lattice
        self._corners: list[tuple[float, float]] = [(float(x), float(y)) for x, y in lattice.corners]
        self._ends = lru_cache(maxsize=16_384)(self._find_ends)
        self.sides_in: dict[tuple[int, int], set[SideKey]] = defaultdict(set)
        self.meeting: dict[tuple[str, int, int], list[SideKey]] = {}
        self.kinds: set[str] = set()
        """What runs along hexsides here, or once did."""
        self.exits: dict[tuple[int, int], dict[str, dict[int, set[str]]]] = {}
        """Cell -> kind -> direction -> the drawn lines that leave that way."""
        self.crossed_in: dict[tuple[int, int], set[tuple[int, int]]] = defaultdict(set)
        self.features_in: dict[tuple[int, int], set[str]] = defaultdict(set)
        self.farthest_name = 0.0
        """How far any name stands, or once stood, off its usual place, in hex sizes."""
        self.covered: frozenset[tuple[int, int]] = frozenset()
        """The cells that lie on hexes of an earlier sheet, which has their numbers."""
        self.owners: dict[tuple[int, int], Cell] = {}
        """For cells of the sheet, and just off it, that lie on hexes of another: the cells that own these."""
        self._drawn_elsewhere: Bools | None = None

    def lay_on(self, owners: dict[tuple[int, int], Cell], drawn: Iterable[tuple[int, int]]) -> None:
        """Know which hexes belong to other sheets, and which of them these draw whole."""
        self.owners = owners
        self.covered = frozenset(cell for cell in owners if self.sheet.code(*cell) != NO_CELL)
        found, self._drawn_elsewhere = list(drawn), None
        if found:
            width, height = self.sheet.size
            self._drawn_elsewhere = np.zeros((height + 2, width + 2), dtype=np.bool_)
            cols, rows = np.array(found, dtype=np.int64).T
            self._drawn_elsewhere[rows - self.sheet.first[1] + 1, cols - self.sheet.first[0] + 1] = True

    def is_drawn_elsewhere(self, cols: Ints, rows: Ints) -> Bools:
        """Which cells, of the sheet or just off it, another sheet draws with their edges."""
        if self._drawn_elsewhere is None:
            return np.zeros(np.shape(cols), dtype=np.bool_)
        return padded_at(self._drawn_elsewhere, self.sheet, cols, rows)

    def chunk_of(self, col: int, row: int) -> tuple[int, int]:
        """The chunk a cell belongs to; cells outside the sheet have chunks too, for the hexsides named after them."""
        return (col - self.sheet.first[0]) // CHUNK, (row - self.sheet.first[1]) // CHUNK

    def span_of(self, chunk: tuple[int, int]) -> Span:
        """The cells of a chunk, those just off the sheet too, after which hexsides of its border are named."""
        left, top = self.sheet.first[0] + chunk[0] * CHUNK, self.sheet.first[1] + chunk[1] * CHUNK
        return Span(left, top, left + CHUNK, top + CHUNK).clipped(self.whole.grown(1))

    @property
    def whole(self) -> Span:
        """The rectangle of the sheet."""
        left, top = self.sheet.first
        return Span(left, top, left + self.sheet.size[0], top + self.sheet.size[1])

    def chunks_in(self, box: Box, beyond: int = 0) -> Iterator[tuple[int, int]]:
        """The chunks whose cells may touch a box; `beyond` admits those that hold only cells off the sheet."""
        yield from self.chunks_of(self.lattice.span(box).clipped(self.whole.grown(beyond)))

    def chunks_of(self, span: Span) -> Iterator[tuple[int, int]]:
        """The chunks that cells of a block belong to."""
        if span.is_empty:
            return
        left, top = self.chunk_of(span.left, span.top)
        right, bottom = self.chunk_of(span.right - 1, span.bottom - 1)
        for down in range(top, bottom + 1):
            for across in range(left, right + 1):
                yield across, down

    def sides_of(self, span: Span) -> list[SideKey]:
        """The hexside features named after the cells of a span."""
        return [
            side
            for chunk in self.chunks_of(span)
            for side in self.sides_in.get(chunk, ())
            if _holds(span, side.col, side.row)
        ]

    def crossed_of(self, span: Span) -> list[tuple[int, int]]:
        """The cells of a span that a line crosses."""
        return [
            cell for chunk in self.chunks_of(span) for cell in self.crossed_in.get(chunk, ()) if _holds(span, *cell)
        ]

    def side_ends(self, side: SideKey) -> tuple[tuple[float, float], tuple[float, float]]:
        """The two corners that bound a hexside."""
        return self._ends(side.col, side.row, side.direction)[0]

    def vertex_names(self, side: SideKey) -> tuple[tuple[int, int], tuple[int, int]]:
        """The names of those corners, the same from every hex and hexside that meets there."""
        return self._ends(side.col, side.row, side.direction)[1]

    def _find_ends(self, col: int, row: int, direction: int) -> _Ends:
        x, y = self.lattice.centre(col, row)
        first, second = self._corners[direction], self._corners[(direction + 1) % 6]
        one, two = (x + first[0], y + first[1]), (x + second[0], y + second[1])
        return (one, two), (self.lattice.vertex(*one), self.lattice.vertex(*two))

    def lone_ends(self, span: Span) -> list[tuple[str, tuple[int, int]]]:
        """Where something along the hexsides of a block of cells begins or ends: its kind and the corner's name."""
        found = dict.fromkeys(
            (side.kind, name)
            for side in self.sides_of(span)
            for name in self.vertex_names(side)
            if len(self.meeting.get((side.kind, *name), ())) == 1
        )
        return list(found)

    def stretch(self, kind: str, name: tuple[int, int], steps: int) -> Box:
        """The rectangle around all corners that a kind leads to in so many hexsides."""
        seen = {name}
        front = [name]
        for _ in range(steps):
            sides = (side for corner in front for side in self.meeting.get((kind, *corner), ()))
            front = [
                end for end in dict.fromkeys(e for side in sides for e in self.vertex_names(side)) if end not in seen
            ]
            seen.update(front)
        points = [self.lattice.vertex_point(*corner) for corner in seen]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return Box(min(xs), min(ys), max(xs), max(ys))

    def add_side(self, side: SideKey) -> None:
        self._enter(side, self.vertex_names(side))

    def add_sides(self, sides: list[SideKey]) -> None:
        """Many at once, as when a map is opened: their corners are found in bulk."""
        if not sides:
            return
        cols, rows, directions = np.array([side[1:4] for side in sides], dtype=np.int64).T
        centres, corners = self.lattice.centres(cols, rows), self.lattice.corners
        ends = [self.lattice.vertices(centres + corners[(directions + turn) % 6]).tolist() for turn in (0, 1)]
        for side, one, two in zip(sides, *ends, strict=True):
            self._enter(side, (one, two))

    def _enter(self, side: SideKey, ends: Iterable[Sequence[int]]) -> None:
        inside = self.sides_in[self.chunk_of(side.col, side.row)]
        if side in inside:
            return
        inside.add(side)
        self.kinds.add(side.kind)
        for x, y in ends:
            self.meeting.setdefault((side.kind, x, y), []).append(side)

    def remove_side(self, side: SideKey) -> None:
        inside = self.sides_in[self.chunk_of(side.col, side.row)]
        if side not in inside:
            return
        inside.discard(side)
        for x, y in self.vertex_names(side):
            self.meeting[side.kind, x, y].remove(side)

    def add_exit(self, cell: tuple[int, int], kind: str, direction: int, line: str) -> None:
        self.exits.setdefault(cell, {}).setdefault(kind, {}).setdefault(direction, set()).add(line)
        self.crossed_in[self.chunk_of(*cell)].add(cell)

    def remove_exit(self, cell: tuple[int, int], kind: str, direction: int, line: str) -> None:
        kinds = self.exits.get(cell, {})
        lines = kinds.get(kind, {}).get(direction, set())
        lines.discard(line)
        if not lines and kind in kinds:
            kinds[kind].pop(direction, None)
            if not kinds[kind]:
                del kinds[kind]
        if not kinds:
            self.exits.pop(cell, None)
            self.crossed_in[self.chunk_of(*cell)].discard(cell)


def _holds(span: Span, col: int, row: int) -> bool:
    return span.left <= col < span.right and span.top <= row < span.bottom


def lattices_of(plan: MapPlan) -> dict[str, Lattice]:
    """Where every sheet lies: at its origin, or where joins put it. It is the ground's word, which tools go by too."""
    ground = Ground(plan)
    return {name: _laid(ground, sheet) for name, sheet in plan.sheets.items()}


def _laid(ground: Ground, sheet: SheetPlan) -> Lattice:
    plane, spot = ground.plane(sheet.id), ground.spot(Cell(sheet.id, 0, 0))
    assert plane is not None, "the sheet is on the map"
    assert spot is not None
    return Lattice(sheet.grid, plane.scale, ground.centre(spot))


def padded_at(array: npt.NDArray[_Value], sheet: SheetPlan, cols: Ints, rows: Ints) -> npt.NDArray[_Value]:
    """What an array that reaches one cell beyond a sheet on each side says of cells; nothing of those farther off."""
    across, down = cols - sheet.first[0] + 1, rows - sheet.first[1] + 1
    height, width = array.shape
    inside = (across >= 0) & (across < width) & (down >= 0) & (down < height)
    found = array[np.clip(down, 0, height - 1), np.clip(across, 0, width - 1)]
    return np.where(inside, found, array.dtype.type(0))


def _owners(ground: Ground, index: SheetIndex, others: Iterable[SheetIndex]) -> dict[tuple[int, int], Cell]:
    """The cells in and around a sheet that lie on hexes of others, as their joins say, and who owns these."""
    sheet, around = index.sheet, index.whole.grown(1)
    room = index.lattice.box(around)
    found: dict[tuple[int, int], Cell] = {}
    for other in others:
        common = room.common(other.lattice.box(other.whole))
        if common is None or ground.plane(other.sheet.id) is not ground.plane(sheet.id):
            continue
        span = index.lattice.span(common).clipped(around)
        for col, row in product(range(span.left, span.right), range(span.top, span.bottom)):
            owner = ground.owner(Cell(sheet.id, col, row))
            if owner.sheet != sheet.id:
                found[col, row] = owner
    return found


class PlanIndex:
    """The index of a whole plan, and what it last knew of each thing, so that a change can be told apart."""

    def __init__(self, plan: MapPlan) -> None:
        self.plan = plan
        self.lattices = lattices_of(plan)
        self.sheets = {sheet.id: SheetIndex(sheet, self.lattices[sheet.id]) for sheet in plan.sheets.values()}
        self.find_owners()
        self._paths: dict[str, tuple[str, tuple[str, ...]]] = {}
        self.over_links: dict[str, tuple[tuple[str, str], ...]] = {}
        """The lines that follow connections, and the steps on which they do."""
        self._features: dict[str, str] = {}
        self.features_at: dict[str, set[str]] = defaultdict(set)
        by_sheet: dict[str, list[SideKey]] = defaultdict(list)
        for side in plan.sides:
            by_sheet[side.sheet].append(side)
        for name, sides in by_sheet.items():
            if name in self.sheets:
                self.sheets[name].add_sides(sides)
        for path in plan.paths:
            self.update_path(path)
        for feature in plan.features:
            self.update_feature(feature)

    def find_owners(self) -> None:
        """Find out which hexes of each sheet belong to another: after hexes came or went, too."""
        ground, indices = Ground(self.plan), list(self.sheets.values())
        for index in indices:
            owners = _owners(ground, index, (other for other in indices if other is not index))
            whole = (at for at, owner in owners.items() if self.plan.sheets[owner.sheet].edge != "half")
            index.lay_on(owners, whole)

    def centre(self, key: str) -> tuple[float, float] | None:
        """Where a place lies on the map plane."""
        space = self.plan.spaces.get(key)
        if space is not None:
            return space.position
        box = self.plan.boxes.get(key)
        if box is not None:
            return box.position
        cell = cell_of(key)
        lattice = self.lattices.get(cell.sheet) if cell is not None else None
        return None if cell is None or lattice is None else lattice.centre(cell.col, cell.row)

    def update_side(self, side: SideKey) -> None:
        """Look again whether the plan has this hexside feature."""
        index = self.sheets.get(side.sheet)
        if index is None:
            return
        if side in self.plan.sides:
            index.add_side(side)
        else:
            index.remove_side(side)

    def update_path(self, id: str) -> tuple[str, ...]:
        """Look again at a line; gives the places it touched before or touches now."""
        touched: tuple[str, ...] = ()
        known = self._paths.pop(id, None)
        if known is not None:
            kind, through = known
            touched = through
            for index, cell, direction in self._steps(through):
                index.remove_exit(cell, kind, direction, id)
        self.over_links.pop(id, None)
        path = self.plan.paths.get(id)
        if path is not None:
            self._paths[id] = path.kind, path.through
            touched += path.through
            for index, cell, direction in self._steps(path.through):
                index.add_exit(cell, path.kind, direction, id)
            jumps = tuple((a, b) for a, b in pairwise(path.through) if not self._is_beside(a, b))
            if jumps:
                self.over_links[id] = jumps
        return touched

    def _is_beside(self, a: str, b: str) -> bool:
        """Whether a step leads from hex to hex; within a sheet their numbers tell without looking where they lie."""
        here, there = cell_of(a), cell_of(b)
        if here is None or there is None:
            return False
        if here.sheet == there.sheet:
            sheet = self.plan.sheets.get(here.sheet)
            return sheet is not None and (there.col, there.row) in sheet.grid.neighbours(here.col, here.row)
        index, other = self.sheets.get(here.sheet), self.centre(b)
        return index is not None and other is not None and self._direction(index.lattice, here, other) is not None

    def update_feature(self, id: str) -> tuple[str, ...]:
        """Look again at a feature; gives the places it stood at before or stands at now."""
        touched = []
        known = self._features.pop(id, None)
        if known is not None:
            touched.append(known)
            self.features_at[known].discard(id)
            index, chunk = self._home(known)
            if index is not None:
                index.features_in[chunk].discard(id)
        feature = self.plan.features.get(id)
        if feature is not None:
            touched.append(feature.at)
            self._features[id] = feature.at
            self.features_at[feature.at].add(id)
            index, chunk = self._home(feature.at)
            if index is not None:
                index.features_in[chunk].add(id)
                index.farthest_name = max(index.farthest_name, *map(abs, feature.name_offset))
        return tuple(touched)

    def _home(self, key: str) -> tuple[SheetIndex | None, tuple[int, int]]:
        cell = cell_of(key)
        index = self.sheets.get(cell.sheet) if cell is not None else None
        if cell is None or index is None:
            return None, (0, 0)
        return index, index.chunk_of(cell.col, cell.row)

    def _steps(self, through: tuple[str, ...]) -> Iterator[tuple[SheetIndex, tuple[int, int], int]]:
        """Each hex of a line with the direction in which it leaves or enters, across joined sheets too."""
        for here, there in pairwise(through):
            for near, far in ((here, there), (there, here)):
                cell, other = cell_of(near), self.centre(far)
                index = self.sheets.get(cell.sheet) if cell is not None else None
                if cell is None or index is None or other is None:
                    continue
                direction = self._direction(index.lattice, cell, other)
                if direction is not None:
                    yield index, (cell.col, cell.row), direction

    @staticmethod
    def _direction(lattice: Lattice, cell: Cell, other: tuple[float, float]) -> int | None:
        x, y = lattice.centre(cell.col, cell.row)
        off = lattice.midpoints * 2 - np.array((other[0] - x, other[1] - y))
        distances = np.hypot(off[:, 0], off[:, 1])
        best = int(distances.argmin())
        return best if distances[best] < lattice.scale * 0.1 else None
