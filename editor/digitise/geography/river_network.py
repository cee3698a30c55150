"""Rivers as a network: pieces of line joined where they meet, so that a river can be followed from source to mouth.

Geographic data comes in pieces, cut at the edges of its own sheets. Ends within a tolerance are one node, and an end
on the middle of another line makes a node there; what bridges the rest is in `river_bridges`. All lengths are those
of the map plane.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
import shapely

from editor.digitise.transforms import Floats


@dataclass(slots=True)
class RiverReach:
    """A piece of river between two nodes, without a fork; `is_bridge` when no line of the data shows it."""

    a: int
    b: int
    points: Floats
    name: str = ""
    rank: int = 0
    is_bridge: bool = False
    length: float = field(init=False)

    def __post_init__(self) -> None:
        self.length = float(np.hypot(*np.diff(self.points, axis=0).T).sum())

    def other(self, node: int) -> int:
        return self.b if node == self.a else self.a


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the map plane before it is joined to others."""

    points: Floats
    name: str = ""
    rank: int = 0


@dataclass(frozen=True, slots=True)
class RiverRoute:
    """A way through the network: nodes one after the other, and the reaches between them."""

    nodes: tuple[int, ...]
    reaches: tuple[int, ...]

    def turned(self) -> RiverRoute:
        """The same way back."""
        return RiverRoute(self.nodes[::-1], self.reaches[::-1])


class RiverNetwork:
    """The nodes and reaches of all rivers."""

    def __init__(self, lines: Sequence[Line], tolerance: float) -> None:
        pieces = _split(_distinct(lines), tolerance)
        ends = np.array([end for piece in pieces for end in (piece.points[0], piece.points[-1])]).reshape(-1, 2)
        numbers, self.points = _clustered(ends, tolerance)
        self.reaches: list[RiverReach] = []
        for number, piece in enumerate(pieces):
            a, b = numbers[2 * number], numbers[2 * number + 1]
            if a != b:
                self.reaches.append(RiverReach(a, b, piece.points, piece.name, piece.rank))
        self.around: list[list[int]] = [[] for _ in range(len(self.points))]
        for number, reach in enumerate(self.reaches):
            self._note(number, reach)

    def _note(self, number: int, reach: RiverReach) -> None:
        self.around[reach.a].append(number)
        self.around[reach.b].append(number)

    def add_node(self, point: Floats) -> int:
        """A node where no line of the data ends."""
        self.points = np.vstack((self.points, point))
        self.around.append([])
        return len(self.points) - 1

    def add_bridge(self, a: int, b: int, points: Floats) -> int:
        """A reach that no line of the data shows, by way of given points; returns its number."""
        reach = RiverReach(a, b, np.vstack((self.points[a], points, self.points[b])), is_bridge=True)
        self.reaches.append(reach)
        self._note(len(self.reaches) - 1, reach)
        return len(self.reaches) - 1

    def polyline(self, route: RiverRoute) -> Floats:
        """The points of a route, in its direction."""
        parts: list[Floats] = []
        for (start, _), number in zip(pairwise(route.nodes), route.reaches, strict=True):
            reach = self.reaches[number]
            points = reach.points if reach.a == start else reach.points[::-1]
            parts.append(points if not parts else points[1:])
        return np.concatenate(parts)

    def length(self, route: RiverRoute) -> float:
        return sum(self.reaches[number].length for number in route.reaches)

    def farthest(
        self,
        start: int,
        usable: Collection[int],
        stops: Collection[int],
        worth: Callable[[RiverReach], float],
    ) -> tuple[float, RiverRoute] | None:
        """The way of most worth among the shortest ways from a node over usable reaches, passing no stop.

        It leads to a stop or to where the river ends, unless there are only loops.
        """
        costs, came = self._search([start], usable, stops)
        values = {start: 0.0}
        for node in sorted(costs, key=lambda node: costs[node]):
            if node != start:
                reach = self.reaches[came[node]]
                values[node] = values[reach.other(node)] + worth(reach)
        del values[start]
        ends = [node for node in values if node in stops or sum(number in usable for number in self.around[node]) == 1]
        best = max(ends or values, key=lambda node: (values[node], -node), default=None)
        return None if best is None else (values[best], self._route(best, came))

    def shortest(
        self, start: int, end: int, usable: Collection[int], price: Callable[[int], float] | None = None
    ) -> RiverRoute | None:
        """The shortest way between two nodes, each reach at its length or at a price of its own."""
        costs, came = self._search([start], usable, (), price)
        return self._route(end, came) if end in costs and end != start else None

    def _search(
        self,
        starts: Iterable[int],
        usable: Collection[int],
        stops: Collection[int],
        price: Callable[[int], float] | None = None,
    ) -> tuple[dict[int, float], dict[int, int]]:
        costs = dict.fromkeys(starts, 0.0)
        came: dict[int, int] = {}
        queue = [(0.0, node) for node in costs]
        done: set[int] = set()
        while queue:
            cost, here = heapq.heappop(queue)
            if here in done:
                continue
            done.add(here)
            if here in stops and here in came:
                continue
            for number in self.around[here]:
                if number not in usable:
                    continue
                there = self.reaches[number].other(here)
                reached = cost + (self.reaches[number].length if price is None else price(number))
                if reached < costs.get(there, float("inf")):
                    costs[there] = reached
                    came[there] = number
                    heapq.heappush(queue, (reached, there))
        return costs, came

    def _route(self, end: int, came: dict[int, int]) -> RiverRoute:
        nodes, reaches = [end], []
        while nodes[-1] in came:
            number = came[nodes[-1]]
            reaches.append(number)
            nodes.append(self.reaches[number].other(nodes[-1]))
        return RiverRoute(tuple(reversed(nodes)), tuple(reversed(reaches)))


def _distinct(lines: Sequence[Line]) -> list[Line]:
    """Lines without repeats, which overlapping files are full of."""
    found: dict[bytes, Line] = {}
    for line in lines:
        forward, back = line.points.tobytes(), line.points[::-1].tobytes()
        if back not in found:
            found.setdefault(forward, line)
    return list(found.values())


def _split(lines: Sequence[Line], tolerance: float) -> list[Line]:
    """Lines cut wherever another one ends on them."""
    if not lines:
        return []
    shapes = [shapely.linestrings(line.points) for line in lines]
    tree = shapely.STRtree(shapes)
    cuts: dict[int, list[float]] = {}
    for number, line in enumerate(lines):
        for end in (line.points[0], line.points[-1]):
            point = shapely.points(end)
            for other in tree.query(point, predicate="dwithin", distance=tolerance).tolist():
                whole = shapes[other]
                along = float(shapely.line_locate_point(whole, point))
                if other != number and tolerance < along < whole.length - tolerance:
                    cuts.setdefault(other, []).append(along)
    pieces: list[Line] = []
    for number, line in enumerate(lines):
        for points in _cut(line.points, sorted(cuts.get(number, ())), tolerance):
            pieces.append(Line(points, line.name, line.rank))
    return pieces


def _cut(points: Floats, places: Sequence[float], tolerance: float) -> list[Floats]:
    """A line cut at distances along it; those nearer to each other than the tolerance count once."""
    along = np.concatenate(([0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))))
    parts = []
    start: Floats = points[:1]
    before = 0.0
    for place in places:
        if place - before <= tolerance:
            continue
        at = np.array([[np.interp(place, along, points[:, axis]) for axis in (0, 1)]])
        inside = points[(along > before) & (along < place)]
        parts.append(np.concatenate((start, inside, at)))
        start, before = at, place
    parts.append(np.concatenate((start, points[along > before])))
    return parts


def _clustered(ends: Floats, tolerance: float) -> tuple[list[int], Floats]:
    """The node of each end, ends within the tolerance being one, and where the nodes lie."""
    if not len(ends):
        return [], np.empty((0, 2))
    leader = list(range(len(ends)))

    def find(number: int) -> int:
        while leader[number] != number:
            leader[number] = leader[leader[number]]
            number = leader[number]
        return number

    points = shapely.points(ends)
    for a, b in shapely.STRtree(points).query(points, predicate="dwithin", distance=tolerance).T.tolist():
        if a < b:
            leader[find(b)] = find(a)
    roots = sorted({find(number) for number in range(len(ends))})
    numbers = {root: number for number, root in enumerate(roots)}
    return [numbers[find(number)] for number in range(len(ends))], ends[roots]
