"""The way from one click to the next: along hexsides for rivers and coasts, through hexes for rails and roads.

Both are a search with an estimate that never says too much, kept to a corridor around the straight line and
widened only when that is blocked, so that a leg costs what it is long and not what the map is large.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Iterator
from typing import Final, Protocol, TypeVar

from editor.geometry.ground import Ground, Plane, Spot
from editor.geometry.vertices import Vertex, spots_between
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.definitions.plan import MapPlan, Point

P = TypeVar("P", bound="Vertex | Spot")
Q = TypeVar("Q")

_CORRIDOR: Final = 3.0
_WIDER: Final = 6.0
_TRIES: Final = 4
_MOST_VISITED: Final = 200_000
_HUG: Final = 0.5
"""What a hexside costs beside its length for each squared circumradius it lies off the line."""
_LEAN: Final = 1e-6
"""The same for a hex: so little that it only chooses among ways of the same length."""


class Router(Protocol[Q]):
    """Finds the way between two clicks."""

    def leg(self, a: Q, b: Q) -> tuple[Q, ...]:
        """The points from one to the other, both included; raises CannotEdit where there is no way."""


class _Ways(Protocol[P]):
    """What a search asks: where points lie, where one may go on from one, and what that costs."""

    def place(self, plane: Plane, at: P) -> Point: ...

    def between(self, plane: Plane, here: P, there: P) -> Point: ...

    def onward(self, plane: Plane, here: P) -> Iterator[P]: ...

    def left(self, here: P, goal: P) -> float: ...

    def price(self, off: float) -> float: ...


def _leg(ways: _Ways[P], ground: Ground, a: P, b: P) -> tuple[P, ...]:
    plane = ground.plane(a.plane)
    if plane is None or a.plane != b.plane:
        raise CannotEdit(message("edit.cannot.not-joined", sheet=a.plane, other=b.plane))
    line = ways.place(plane, a), ways.place(plane, b)
    width = _CORRIDOR + math.dist(*line) / 4
    for _ in range(_TRIES):
        found = _search(ways, plane, (a, b), line, width)
        if found is not None:
            return found
        width *= _WIDER
    raise CannotEdit(message("edit.cannot.no-route"))


def _search(
    ways: _Ways[P], plane: Plane, ends: tuple[P, P], line: tuple[Point, Point], width: float
) -> tuple[P, ...] | None:
    start, goal = ends
    best: dict[P, float] = {start: 0.0}
    came: dict[P, P] = {}
    waiting = [(ways.left(start, goal), 0.0, start)]
    while waiting:
        _, spent, here = heapq.heappop(waiting)
        if here == goal:
            return _walk_back(came, goal)
        if spent > best[here]:
            continue
        for there in ways.onward(plane, here):
            off = _distance(ways.between(plane, here, there), line)
            price = spent + ways.price(off)
            if off > width or price >= best.get(there, math.inf):
                continue
            if len(best) > _MOST_VISITED:
                return None
            best[there] = price
            came[there] = here
            heapq.heappush(waiting, (price + ways.left(there, goal), price, there))
    return None


class _Present:
    """Which hexes the map has, each asked once."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._known: dict[Spot, bool] = {}

    def __contains__(self, spot: Spot) -> bool:
        known = self._known.get(spot)
        if known is None:
            known = self._known[spot] = self._ground.cell(spot) is not None
        return known


class AlongHexsides:
    """Rivers, coasts, borders: from corner to corner along hexsides of the map, close to the line drawn."""

    def __init__(self, plan: MapPlan) -> None:
        self._ground = Ground(plan)
        self._present = _Present(self._ground)

    def leg(self, a: Vertex, b: Vertex) -> tuple[Vertex, ...]:
        """The corners from one to the other, both included; raises CannotEdit where there is no way."""
        return _leg(self, self._ground, a, b)

    def place(self, plane: Plane, at: Vertex) -> Point:
        return _in_radii(plane, at.q / 3, at.r / 3)

    def between(self, plane: Plane, here: Vertex, there: Vertex) -> Point:
        return _in_radii(plane, (here.q + there.q) / 6, (here.r + there.r) / 6)

    def onward(self, plane: Plane, here: Vertex) -> Iterator[Vertex]:
        for there in here.neighbours():
            near, far = spots_between(here, there)
            if near in self._present or far in self._present:
                yield there

    def left(self, here: Vertex, goal: Vertex) -> float:
        q, r = goal.q - here.q, goal.r - here.r
        return max(0.0, (2 * max(abs(q), abs(r), abs(q + r)) - 1) / 3)

    def price(self, off: float) -> float:
        return 1 + _HUG * off * off


class ThroughHexes:
    """Rails and roads: through the fewest hexes, and of such ways the one closest to the line drawn."""

    def __init__(self, plan: MapPlan) -> None:
        self._ground = Ground(plan)
        self._present = _Present(self._ground)

    def leg(self, a: Spot, b: Spot) -> tuple[Spot, ...]:
        """The hexes from one to the other, both included; raises CannotEdit where there is no way."""
        return _leg(self, self._ground, a, b)

    def place(self, plane: Plane, at: Spot) -> Point:
        return _in_radii(plane, at.q, at.r)

    def between(self, plane: Plane, here: Spot, there: Spot) -> Point:
        return _in_radii(plane, there.q, there.r)

    def onward(self, plane: Plane, here: Spot) -> Iterator[Spot]:
        for step in plane.steps:
            there = here.moved(step)
            if there in self._present:
                yield there

    def left(self, here: Spot, goal: Spot) -> float:
        return here.distance(goal)

    def price(self, off: float) -> float:
        return 1 + _LEAN * off * off


def _in_radii(plane: Plane, q: float, r: float) -> Point:
    x, y = plane.point(q, r)
    return x / plane.scale, y / plane.scale


def _distance(point: Point, line: tuple[Point, Point]) -> float:
    """How far a point lies from a stretch of line."""
    (x, y), ((left, top), (right, bottom)) = point, line
    across, down = right - left, bottom - top
    length = across * across + down * down
    share = 0.0 if length == 0 else max(0.0, min(1.0, ((x - left) * across + (y - top) * down) / length))
    return math.hypot(x - left - share * across, y - top - share * down)


def _walk_back(came: dict[P, P], end: P) -> tuple[P, ...]:
    found = [end]
    while end in came:
        end = came[end]
        found.append(end)
    return tuple(reversed(found))


def joined_legs(legs: Iterable[tuple[Q, ...]]) -> tuple[Q, ...]:
    """Legs end to end as one chain, without the points they share."""
    chain: list[Q] = []
    for leg in legs:
        chain += leg if not chain else leg[1:]
    return tuple(chain)
