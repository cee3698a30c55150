"""Ways whose stretches have prices: along hexsides or through hexes, wherever the cheapest way leads.

A way that follows the print may lead far around, so there is no corridor about the straight line; the search ends at
the goal, and prices are asked for a neighbourhood at once, since they are read off a picture.
"""

from __future__ import annotations

import heapq
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import Final, Generic, TypeVar

import numpy as np

from editor.geometry.ground import Ground, Plane, Spot
from editor.geometry.lattice import Floats
from editor.geometry.vertices import Vertex, spots_between
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.definitions.plan import MapPlan, Point

Prices = Callable[[Floats, Floats], Floats]
"""What stretches cost, each from a start to an end on the map plane, in units of their length."""
P = TypeVar("P", bound="Vertex | Spot")

_AHEAD: Final = 24
"""For how many points at once prices are asked."""
_MOST_VISITED: Final = 200_000


class _PricedWays(ABC, Generic[P]):
    """A search over points, and the prices that are known by now."""

    def __init__(self, plan: MapPlan, prices: Prices) -> None:
        self._ground = Ground(plan)
        self._prices = prices
        self._known: dict[tuple[P, P], float] = {}

    @abstractmethod
    def onward(self, plane: Plane, here: P) -> list[P]:
        """Where one may go on to."""

    @abstractmethod
    def place(self, plane: Plane, at: P) -> Point:
        """Where a point lies on the map plane."""

    def leg(self, a: P, b: P) -> tuple[P, ...]:
        """The points from one to the other, both included; raises CannotEdit where there is no way."""
        plane = self._ground.plane(a.plane)
        if plane is None or a.plane != b.plane:
            raise CannotEdit(message("edit.cannot.not-joined", sheet=a.plane, other=b.plane))
        best: dict[P, float] = {a: 0.0}
        came: dict[P, P] = {}
        waiting: list[tuple[float, P]] = [(0.0, a)]
        while waiting and len(best) <= _MOST_VISITED:
            spent, here = heapq.heappop(waiting)
            if here == b:
                return _walked(came, b)
            if spent > best[here]:
                continue
            for there in self._priced(plane, here):
                price = spent + self._known[here, there]
                if price < best.get(there, math.inf):
                    best[there] = price
                    came[there] = here
                    heapq.heappush(waiting, (price, there))
        raise CannotEdit(message("edit.cannot.no-route"))

    def _priced(self, plane: Plane, here: P) -> list[P]:
        """Where one may go on to, all prices there and some way about being asked for at once."""
        around = self.onward(plane, here)
        if all((here, there) in self._known for there in around):
            return around
        ring: dict[P, None] = {here: None}
        for point in _growing(ring):
            for there in self.onward(plane, point):
                if len(ring) < _AHEAD:
                    ring.setdefault(there)
        pairs = {
            (min(point, there), max(point, there)): None
            for point in ring
            for there in self.onward(plane, point)
            if (point, there) not in self._known
        }
        starts, ends = (np.array([self.place(plane, pair[side]) for pair in pairs]) for side in (0, 1))
        for (one, other), price in zip(pairs, self._prices(starts, ends).tolist(), strict=True):
            self._known[one, other] = self._known[other, one] = price
        return around


class PricedHexsides(_PricedWays[Vertex]):
    """From corner to corner along hexsides."""

    def onward(self, plane: Plane, here: Vertex) -> list[Vertex]:
        found = []
        for there in here.neighbours():
            near, far = spots_between(here, there)
            if self._ground.cell(near) is not None or self._ground.cell(far) is not None:
                found.append(there)
        return found

    def place(self, plane: Plane, at: Vertex) -> Point:
        return at.point(plane)


class PricedHexes(_PricedWays[Spot]):
    """From hex to hex."""

    def onward(self, plane: Plane, here: Spot) -> list[Spot]:
        around = (here.moved(step) for step in plane.steps)
        return [there for there in around if self._ground.cell(there) is not None]

    def place(self, plane: Plane, at: Spot) -> Point:
        return plane.point(at.q, at.r)


def _growing(ring: dict[P, None]) -> Iterator[P]:
    """The points of a ring that grows meanwhile, in their order."""
    number = 0
    while number < len(ring):
        yield list(ring)[number]
        number += 1


def _walked(came: dict[P, P], end: P) -> tuple[P, ...]:
    found = [end]
    while end in came:
        end = came[end]
        found.append(end)
    return tuple(reversed(found))
