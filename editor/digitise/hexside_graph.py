"""The hexsides of some hexes as a graph: corners are its nodes, and rivers and coasts its paths.

Built with arrays for as many hexes as a line passes near, or for a whole map, and searched in plain Python. Corners
have the names that `Lattice.vertex` gives them, hexsides the one name that `canonical_side` gives.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

import numpy as np

from editor.geometry.lattice import Floats, Ints, Lattice
from engine.definitions.plan import SideKey

Vertex: TypeAlias = tuple[int, int]
"""The name of a corner."""


class LatticeSide(NamedTuple):
    """A hexside by the hex for which its direction is 0, 1 or 2."""

    col: int
    row: int
    direction: int


@dataclass(frozen=True, slots=True)
class Chain:
    """Hexsides each of which begins at the corner where the one before ends; `corners` is one longer than `sides`."""

    corners: tuple[Vertex, ...]
    sides: tuple[LatticeSide, ...]

    def __len__(self) -> int:
        return len(self.sides)

    def keys(self, sheet: str, kind: str) -> list[SideKey]:
        """As a plan names them."""
        return [SideKey(sheet, *side, kind) for side in self.sides]

    def part(self, start: int, end: int) -> Chain:
        """From one corner to another, by their places in the chain."""
        return Chain(self.corners[start : end + 1], self.sides[start:end])


NO_CHAIN = Chain((), ())


class HexsideGraph:
    """All hexsides of the given hexes, those they share with others included."""

    def __init__(self, lattice: Lattice, cols: Ints, rows: Ints) -> None:
        self.lattice = lattice
        sides = _sides(lattice, cols, rows)
        self.sides: Ints = sides
        centres = lattice.centres(sides[:, 0], sides[:, 1])
        starts = centres + lattice.corners[sides[:, 2]]
        ends = centres + lattice.corners[(sides[:, 2] + 1) % 6]
        names = np.concatenate((_names(lattice, starts), _names(lattice, ends)))
        _, where, numbers = np.unique(_packed(names), return_index=True, return_inverse=True)
        numbers = numbers.reshape(2, -1)
        self.names: Ints = names[where]
        self.ends: Ints = numbers.T
        """The numbers of the two corners of each hexside."""
        self.points: Floats = np.empty((len(where), 2))
        self.points[numbers[0]] = starts
        self.points[numbers[1]] = ends
        self.middles: Floats = (starts + ends) / 2

    @cached_property
    def around(self) -> list[list[tuple[int, int]]]:
        """For each corner: the corners one hexside away, and the number of that hexside."""
        around: list[list[tuple[int, int]]] = [[] for _ in range(len(self.names))]
        for number, (a, b) in enumerate(self.ends.tolist()):
            around[a].append((b, number))
            around[b].append((a, number))
        return around

    @cached_property
    def _numbers(self) -> dict[Vertex, int]:
        return {(across, down): number for number, (across, down) in enumerate(self.names.tolist())}

    def numbers(self, vertices: Iterable[Vertex]) -> list[int]:
        """The numbers of those corners that are in this graph."""
        return [number for vertex in vertices if (number := self._numbers.get(vertex)) is not None]

    def nearest(self, x: float, y: float, among: Collection[int] | None = None) -> int | None:
        """The corner nearest to a point."""
        chosen = np.arange(len(self.points)) if among is None else np.array(sorted(among), dtype=np.int64)
        if not len(chosen):
            return None
        off = self.points[chosen] - np.array((x, y))
        return int(chosen[np.argmin(np.einsum("ij,ij->i", off, off))])

    def cheapest(self, starts: Mapping[int, float], targets: Mapping[int, float], weights: Floats) -> Chain | None:
        """The cheapest way from one of the starts to one of the targets, each at its own price; None if there is none.

        A weight that is not finite bars a hexside.
        """
        prices: list[float] = weights.tolist()
        best = dict(starts)
        came: dict[int, tuple[int, int]] = {}
        queue = [(price, number) for number, price in starts.items()]
        heapq.heapify(queue)
        done: set[int] = set()
        arrived, total = -1, float("inf")
        infinity = float("inf")
        around = self.around
        while queue:
            price, here = heapq.heappop(queue)
            if price >= total:
                break
            if here in done:
                continue
            done.add(here)
            if here in targets and price + targets[here] < total:
                arrived, total = here, price + targets[here]
            for there, side in around[here]:
                reached = price + prices[side]
                if reached < infinity and reached < best.get(there, infinity):
                    best[there] = reached
                    came[there] = here, side
                    heapq.heappush(queue, (reached, there))
        return None if arrived < 0 else self._chain(arrived, came)

    def _chain(self, end: int, came: Mapping[int, tuple[int, int]]) -> Chain:
        corners, sides = [end], []
        while corners[-1] in came:
            before, side = came[corners[-1]]
            corners.append(before)
            sides.append(side)
        names, hexsides = self.names.tolist(), self.sides.tolist()
        return Chain(
            tuple((names[number][0], names[number][1]) for number in reversed(corners)),
            tuple(LatticeSide(*hexsides[number]) for number in reversed(sides)),
        )


def _sides(lattice: Lattice, cols: Ints, rows: Ints) -> Ints:
    """The hexsides of hexes, each once, under its one name."""
    found = []
    for direction in range(6):
        if direction < 3:
            across, down = cols, rows
        else:
            across, down = lattice.neighbours(cols, rows, direction)
        found.append(np.column_stack((across, down, np.full(len(cols), direction % 3, dtype=np.int64))))
    sides = np.concatenate(found)
    return distinct(sides)


def distinct(rows: Ints) -> Ints:
    """Rows of two or three whole numbers, each once and in order; sorted as one number each, which is much faster."""
    packed = _packed(rows[:, :2])
    if rows.shape[1] == 3:
        packed = packed * 8 + rows[:, 2]
    _, where = np.unique(packed, return_index=True)
    return np.asarray(rows[where], dtype=np.int64)


_BIAS = 1 << 25


def _packed(pairs: Ints) -> Ints:
    return np.asarray(((pairs[:, 0] + _BIAS) << 26) + pairs[:, 1] + _BIAS, dtype=np.int64)


def _names(lattice: Lattice, points: Floats) -> Ints:
    across, down = lattice.vertex_point(1, 1)
    unit = np.array((across - lattice.origin[0], down - lattice.origin[1]))
    return np.asarray(np.rint((points - np.array(lattice.origin)) / unit), dtype=np.int64)


def side_cells_of(lattice: Lattice, sides: Ints) -> tuple[Ints, Ints]:
    """The two hexes of each hexside, as rows of (column, row)."""
    far = np.empty((len(sides), 2), dtype=np.int64)
    for direction in range(3):
        chosen = sides[:, 2] == direction
        cols, rows = lattice.neighbours(sides[chosen, 0], sides[chosen, 1], direction)
        far[chosen] = np.column_stack((cols, rows))
    return sides[:, :2], far
