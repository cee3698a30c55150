"""Hexes in bulk: the geometry of `HexGrid` for whole arrays of cells at once.

Drawing a tile asks for thousands of centres, corners and neighbours; asked one by one they would cost more
than the painting. A `Lattice` is a grid laid on the map plane (its scale and where cell (0, 0) lies), and
everything here takes and gives numpy arrays. No Qt.
"""

from __future__ import annotations

import math
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from engine.core.boards.hexes import HexGrid, Orientation, Parity

Floats: TypeAlias = npt.NDArray[np.float64]
Ints: TypeAlias = npt.NDArray[np.int64]

ROOT3 = math.sqrt(3.0)
HALF3 = ROOT3 / 2


class Box(NamedTuple):
    """A rectangle of the map plane by its edges."""

    left: float
    top: float
    right: float
    bottom: float

    def grown(self, by: float) -> Box:
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def united(self, other: Box) -> Box:
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def meets(self, other: Box) -> bool:
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )

    def common(self, other: Box) -> Box | None:
        """What both cover, if anything."""
        left, top = max(self.left, other.left), max(self.top, other.top)
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        return Box(left, top, right, bottom) if left < right and top < bottom else None

    def into(self, other: Box) -> tuple[float, float]:
        """How far to move it, to the right and down, so that it lies in another; one too large is put in the middle."""
        right = _into(self.left, self.right, other.left, other.right)
        return right, _into(self.top, self.bottom, other.top, other.bottom)

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top


def _into(low: float, high: float, least: float, most: float) -> float:
    if high - low > most - least:
        return (least + most - low - high) / 2
    return max(least - low, 0.0) + min(most - high, 0.0)


class Span(NamedTuple):
    """A block of cells: first column and row, and one past the last."""

    left: int
    top: int
    right: int
    bottom: int

    def clipped(self, other: Span) -> Span:
        left, top = max(self.left, other.left), max(self.top, other.top)
        return Span(left, top, max(left, min(self.right, other.right)), max(top, min(self.bottom, other.bottom)))

    def grown(self, by: int) -> Span:
        return Span(self.left - by, self.top - by, self.right + by, self.bottom + by)

    @property
    def size(self) -> int:
        """How many cells there are."""
        return max(0, self.right - self.left) * max(0, self.bottom - self.top)

    @property
    def is_empty(self) -> bool:
        return self.right <= self.left or self.bottom <= self.top


class Lattice:
    """One grid on the map plane: point = origin + scale * (point of the grid)."""

    def __init__(self, grid: HexGrid, scale: float = 1.0, origin: tuple[float, float] = (0.0, 0.0)) -> None:
        self.grid = grid
        self.scale = scale
        self.origin = origin
        self.is_flat = grid.orientation is Orientation.FLAT
        x, y = grid.centre(0, 0)
        self.corners: Floats = (np.array(grid.corners(0, 0)) - (x, y)) * scale
        """Six corners about the centre; corner i and corner i + 1 bound the hexside in direction i."""
        self.midpoints: Floats = (self.corners + np.roll(self.corners, -1, axis=0)) / 2
        offsets = [grid.neighbour_offsets(odd, odd) for odd in (0, 1)]
        self._offsets: Ints = np.array(offsets, dtype=np.int64)

    def centres(self, cols: Ints, rows: Ints) -> Floats:
        """The middles of cells, one row of (x, y) a cell."""
        odd = 1 if self.grid.parity is Parity.ODD else 0
        if self.is_flat:
            x = 1.5 * cols
            y = ROOT3 * (rows + 0.5 * ((cols & 1) == odd))
        else:
            x = ROOT3 * (cols + 0.5 * ((rows & 1) == odd))
            y = 1.5 * rows
        base_x, base_y = self._base
        return np.stack(
            (self.origin[0] + self.scale * (x - base_x), self.origin[1] + self.scale * (y - base_y)), axis=-1
        )

    @property
    def _base(self) -> tuple[float, float]:
        """Where the formulae above put cell (0, 0), whose centre is the origin."""
        if self.grid.parity is Parity.ODD:
            return 0.0, 0.0
        return (0.0, HALF3) if self.is_flat else (HALF3, 0.0)

    def centre(self, col: int, row: int) -> tuple[float, float]:
        """The middle of one cell."""
        x, y = self.grid.centre(col, row)
        return self.origin[0] + self.scale * x, self.origin[1] + self.scale * y

    def cell_at(self, x: float, y: float) -> tuple[int, int]:
        """The cell that a point of the plane lies in, whether the map has it or not."""
        return self.grid.nearest((x - self.origin[0]) / self.scale, (y - self.origin[1]) / self.scale)

    def cells_at(self, xs: Floats, ys: Floats) -> tuple[Ints, Ints]:
        """The cells that many points lie in."""
        x, y = (xs - self.origin[0]) / self.scale, (ys - self.origin[1]) / self.scale
        if self.is_flat:
            q, r = x / 1.5, y / ROOT3 - x / 3
        else:
            q, r = x / ROOT3 - y / 3, y / 1.5
        s = -q - r
        near_q, near_r, near_s = np.rint(q), np.rint(r), np.rint(s)
        off_q, off_r, off_s = np.abs(near_q - q), np.abs(near_r - r), np.abs(near_s - s)
        worst_q = (off_q > off_r) & (off_q > off_s)
        worst_r = ~worst_q & (off_r > off_s)
        whole_q = np.where(worst_q, -near_r - near_s, near_q).astype(np.int64)
        whole_r = np.where(worst_r, -near_q - near_s, near_r).astype(np.int64)
        even = 1 if self.grid.parity is Parity.EVEN else 0
        if self.is_flat:
            return whole_q, whole_r + ((whole_q + even) >> 1)
        return whole_q + ((whole_r + even) >> 1), whole_r

    def neighbours(self, cols: Ints, rows: Ints, direction: int) -> tuple[Ints, Ints]:
        """The cells across one hexside of each."""
        staggered = (cols if self.is_flat else rows) & 1
        offset = self._offsets[staggered, direction]
        return cols + offset[..., 0], rows + offset[..., 1]

    def around(self, cols: Ints, rows: Ints) -> tuple[Ints, Ints]:
        """The cells across all six hexsides of each: arrays (cells, 6)."""
        offsets = self._offsets[(cols if self.is_flat else rows) & 1]
        return cols[:, None] + offsets[..., 0], rows[:, None] + offsets[..., 1]

    def span(self, box: Box) -> Span:
        """The smallest block of cells that holds every cell touching the box."""
        left, top = (box.left - self.origin[0]) / self.scale, (box.top - self.origin[1]) / self.scale
        right, bottom = (box.right - self.origin[0]) / self.scale, (box.bottom - self.origin[1]) / self.scale
        if self.is_flat:
            return Span(
                math.ceil((left - 1) / 1.5),
                math.ceil((top - HALF3) / ROOT3 - 0.5),
                math.floor((right + 1) / 1.5) + 1,
                math.floor((bottom + HALF3) / ROOT3 + 0.5) + 1,
            )
        return Span(
            math.ceil((left - HALF3) / ROOT3 - 0.5),
            math.ceil((top - 1) / 1.5),
            math.floor((right + HALF3) / ROOT3 + 0.5) + 1,
            math.floor((bottom + 1) / 1.5) + 1,
        )

    def box(self, span: Span) -> Box:
        """The rectangle of the plane that a block of cells covers, corner to corner."""
        if span.is_empty:
            x, y = self.centre(span.left, span.top)
            return Box(x, y, x, y)
        cols = np.array([span.left, span.left, span.right - 1, span.right - 1], dtype=np.int64)
        rows = np.array([span.top, span.bottom - 1, span.top, span.bottom - 1], dtype=np.int64)
        if self.is_flat and span.right - span.left > 1:
            cols = np.concatenate((cols, [span.left + 1, span.left + 1]))
            rows = np.concatenate((rows, [span.top, span.bottom - 1]))
        elif not self.is_flat and span.bottom - span.top > 1:
            cols = np.concatenate((cols, [span.left, span.right - 1]))
            rows = np.concatenate((rows, [span.top + 1, span.top + 1]))
        centres = self.centres(cols, rows)
        reach = np.abs(self.corners).max(axis=0)
        low, high = centres.min(axis=0) - reach, centres.max(axis=0) + reach
        return Box(float(low[0]), float(low[1]), float(high[0]), float(high[1]))

    def vertex(self, x: float, y: float) -> tuple[int, int]:
        """Whole numbers that name a corner: the same pair from each of the hexes that meet there."""
        across, down = (0.5, HALF3) if self.is_flat else (HALF3, 0.5)
        return round((x - self.origin[0]) / (across * self.scale)), round((y - self.origin[1]) / (down * self.scale))

    def vertices(self, points: Floats) -> Ints:
        """The names of many corners."""
        step = np.array((0.5, HALF3) if self.is_flat else (HALF3, 0.5)) * self.scale
        names: Ints = np.rint((points - np.array(self.origin)) / step).astype(np.int64)
        return names

    def vertex_point(self, across: int, down: int) -> tuple[float, float]:
        """Where the corner of that name lies."""
        right, below = (0.5, HALF3) if self.is_flat else (HALF3, 0.5)
        return self.origin[0] + across * right * self.scale, self.origin[1] + down * below * self.scale


def hashes(cols: Ints, rows: Ints, salt: int = 0) -> npt.NDArray[np.uint32]:
    """A number for each cell that looks random and never changes, for variation that survives a redraw."""
    mixed = (cols & 0xFFFF).astype(np.uint32) | ((rows & 0xFFFF).astype(np.uint32) << np.uint32(16))
    mixed = mixed ^ np.uint32((salt * 0x9E3779B1) & 0xFFFFFFFF)
    for shift, factor in ((16, 0x7FEB352D), (15, 0x846CA68B)):
        mixed = (mixed ^ (mixed >> np.uint32(shift))) * np.uint32(factor)
    return mixed ^ (mixed >> np.uint32(16))


def cell_hash(col: int, row: int, salt: int = 0) -> int:
    """The same number for one cell."""
    mixed = (col & 0xFFFF) | ((row & 0xFFFF) << 16)
    mixed ^= (salt * 0x9E3779B1) & 0xFFFFFFFF
    for shift, factor in ((16, 0x7FEB352D), (15, 0x846CA68B)):
        mixed = ((mixed ^ (mixed >> shift)) * factor) & 0xFFFFFFFF
    return mixed ^ (mixed >> 16)
