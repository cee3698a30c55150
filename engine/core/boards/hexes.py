"""The mathematics of a hex grid, without any board.

A cell is a (column, row) pair of storage coordinates, which may be negative; the cube triple behind it
makes distance, rings and lines plain arithmetic, so the two orientations and the two parities differ only
in `HexGrid.to_cube` and in the directions. Lengths are in circumradii and y grows downward, as on a screen.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

Cell: TypeAlias = tuple[int, int]
"""Column and row in storage coordinates."""

Cube: TypeAlias = tuple[int, int, int]
"""Three coordinates that always sum to zero."""

Point: TypeAlias = tuple[float, float]


class Orientation(StrEnum):
    """Whether the hexes stand on a side (flat top) or on a corner (pointy top)."""

    FLAT = "flat"
    POINTY = "pointy"


class Parity(StrEnum):
    """Which columns (flat) stand half a hex lower, or which rows (pointy) half a hex further right."""

    ODD = "odd"
    EVEN = "even"


DIRECTION_NAMES: Final = {
    Orientation.FLAT: ("N", "NE", "SE", "S", "SW", "NW"),
    Orientation.POINTY: ("NE", "E", "SE", "SW", "W", "NW"),
}
"""The six directions in their order, clockwise; the index is the number used everywhere."""

_STEPS: Final[dict[Orientation, tuple[Cube, ...]]] = {
    Orientation.FLAT: ((0, -1, 1), (1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1)),
    Orientation.POINTY: ((1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1), (0, -1, 1)),
}

_ROOT3: Final = math.sqrt(3.0)
_HALF3: Final = _ROOT3 / 2

_CORNERS: Final[dict[Orientation, tuple[Point, ...]]] = {
    Orientation.FLAT: ((-0.5, -_HALF3), (0.5, -_HALF3), (1.0, 0.0), (0.5, _HALF3), (-0.5, _HALF3), (-1.0, 0.0)),
    Orientation.POINTY: ((0.0, -1.0), (_HALF3, -0.5), (_HALF3, 0.5), (0.0, 1.0), (-_HALF3, 0.5), (-_HALF3, -0.5)),
}


def opposite(direction: int) -> int:
    """The direction in which the neighbour sees us."""
    return (direction + 3) % 6


def direction_number(orientation: Orientation, name: str) -> int | None:
    """The number of a direction as people write it ("NE"), None if this orientation has no such direction."""
    names = DIRECTION_NAMES[orientation]
    return names.index(name) if name in names else None


def cube_distance(a: Cube, b: Cube) -> int:
    """Steps between two cells of one cube space, whatever sheets they were numbered on."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]), abs(a[2] - b[2]))


def cube_line(a: Cube, b: Cube) -> list[Cube]:
    """The cells a straight line crosses, both ends included.

    A line along hexsides could take either cell; the whole line is nudged by a fixed hair, always the same one, so that
    the answer is exact, and the same cells come out backwards from b to a: sight is mutual.
    """
    steps = cube_distance(a, b)
    if steps == 0:
        return [a]
    found = []
    scale = 16 * steps
    for done in range(steps + 1):
        left = steps - done
        found.append(
            _rounded(
                16 * (a[0] * left + b[0] * done) + 1,
                16 * (a[1] * left + b[1] * done) + 2,
                16 * (a[2] * left + b[2] * done) - 3,
                scale,
            )
        )
    return found


def _rounded(q: float, r: float, s: float, scale: int = 1) -> Cube:
    """The cube triple nearest to three numerators over one scale; the worst-rounded coordinate yields."""
    near_q, near_r, near_s = (int((2 * value + scale) // (2 * scale)) for value in (q, r, s))
    off_q, off_r, off_s = abs(near_q * scale - q), abs(near_r * scale - r), abs(near_s * scale - s)
    if off_q > off_r and off_q > off_s:
        near_q = -near_r - near_s
    elif off_r > off_s:
        near_r = -near_q - near_s
    else:
        near_s = -near_q - near_r
    return near_q, near_r, near_s


@dataclass(frozen=True, slots=True)
class Extent:
    """The rectangle of cells a sheet is printed on; labels count from it, and a subset of it is the board."""

    first: Cell
    size: Cell

    def __contains__(self, cell: Cell) -> bool:
        return (
            self.first[0] <= cell[0] < self.first[0] + self.size[0]
            and self.first[1] <= cell[1] < self.first[1] + self.size[1]
        )

    @property
    def last(self) -> Cell:
        """The cell at the bottom right."""
        return self.first[0] + self.size[0] - 1, self.first[1] + self.size[1] - 1

    def cells(self) -> Iterator[Cell]:
        """Every cell, row by row, as one reads."""
        for row in range(self.first[1], self.first[1] + self.size[1]):
            for col in range(self.first[0], self.first[0] + self.size[0]):
                yield col, row


@dataclass(frozen=True, slots=True)
class HexGrid:
    """A grid without bounds: how its cells are numbered and where they lie."""

    orientation: Orientation
    parity: Parity

    def __post_init__(self) -> None:
        object.__setattr__(self, "orientation", Orientation(self.orientation))
        object.__setattr__(self, "parity", Parity(self.parity))

    def to_cube(self, col: int, row: int) -> Cube:
        """The cube triple of a cell; every other question is answered there."""
        shift = self.parity is Parity.EVEN
        if self.orientation is Orientation.FLAT:
            r = row - ((col + shift) >> 1)
            return col, r, -col - r
        q = col - ((row + shift) >> 1)
        return q, row, -q - row

    def from_cube(self, cube: Cube) -> Cell:
        """The cell of a cube triple."""
        q, r, _ = cube
        shift = self.parity is Parity.EVEN
        if self.orientation is Orientation.FLAT:
            return q, r + ((q + shift) >> 1)
        return q + ((r + shift) >> 1), r

    def neighbour(self, col: int, row: int, direction: int) -> Cell:
        """The cell across one hexside."""
        right, down = self.neighbour_offsets(col, row)[direction]
        return col + right, row + down

    def neighbours(self, col: int, row: int) -> tuple[Cell, ...]:
        """The six cells around, in the order of the directions."""
        return tuple((col + right, row + down) for right, down in self.neighbour_offsets(col, row))

    def neighbour_offsets(self, col: int, row: int) -> tuple[Cell, ...]:
        """What to add to this cell for each of its neighbours: one of only two sets, for whoever walks a whole map."""
        staggered = col if self.orientation is Orientation.FLAT else row
        return _OFFSETS[self.orientation, self.parity, staggered & 1]

    def distance(self, a: Cell, b: Cell) -> int:
        """Steps from one cell to another over open ground."""
        return cube_distance(self.to_cube(*a), self.to_cube(*b))

    def ring(self, cell: Cell, radius: int) -> list[Cell]:
        """The cells at exactly this distance, clockwise from the one straight in direction 0."""
        if radius <= 0:
            return [cell] if radius == 0 else []
        steps = _STEPS[self.orientation]
        q, r, s = self.to_cube(*cell)
        q, r, s = (at + radius * step for at, step in zip((q, r, s), steps[0], strict=True))
        found = []
        for direction in (2, 3, 4, 5, 0, 1):
            dq, dr, ds = steps[direction]
            for _ in range(radius):
                found.append(self.from_cube((q, r, s)))
                q, r, s = q + dq, r + dr, s + ds
        return found

    def within(self, cell: Cell, radius: int) -> list[Cell]:
        """The cells at this distance or less, ring by ring from the middle."""
        return [found for distance in range(radius + 1) for found in self.ring(cell, distance)]

    def line(self, a: Cell, b: Cell) -> list[Cell]:
        """The cells a straight line crosses, both ends included; the same cells backwards from b to a."""
        return [self.from_cube(cube) for cube in cube_line(self.to_cube(*a), self.to_cube(*b))]

    def centre(self, col: int, row: int) -> Point:
        """The middle of a cell; that of cell (0, 0) is the origin."""
        q, r, _ = self.to_cube(col, row)
        if self.orientation is Orientation.FLAT:
            return 1.5 * q, _ROOT3 * (r + q / 2)
        return _ROOT3 * (q + r / 2), 1.5 * r

    def corners(self, col: int, row: int) -> tuple[Point, ...]:
        """Six corners, clockwise; corner i and corner i + 1 bound the hexside in direction i."""
        x, y = self.centre(col, row)
        return tuple((x + right, y + down) for right, down in _CORNERS[self.orientation])

    def nearest(self, x: float, y: float) -> Cell:
        """The cell that a point lies in."""
        if self.orientation is Orientation.FLAT:
            q, r = x / 1.5, y / _ROOT3 - x / 3
        else:
            q, r = x / _ROOT3 - y / 3, y / 1.5
        return self.from_cube(_rounded(q, r, -q - r))


def _offsets() -> dict[tuple[Orientation, Parity, int], tuple[Cell, ...]]:
    """The neighbours of a cell in the storage coordinates of its column or row, from the cube directions."""
    found = {}
    for orientation, steps in _STEPS.items():
        for parity in Parity:
            grid = HexGrid(orientation, parity)
            for odd in (0, 1):
                q, r, s = grid.to_cube(odd, odd)
                around = (grid.from_cube((q + dq, r + dr, s + ds)) for dq, dr, ds in steps)
                found[orientation, parity, odd] = tuple((col - odd, row - odd) for col, row in around)
    return found


_OFFSETS: Final = _offsets()
