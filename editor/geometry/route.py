"""A chain of clicks and the way through them, while it is drawn and when it is bent afterwards.

The points are the designer's, the legs between them the router's. A point put in, dragged or taken out has only
the legs beside it found again; the rest of a long river stays as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from editor.geometry.routing import Router, joined_legs

P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class Route(Generic[P]):
    """`legs[n]` leads from `points[n]` to the next point, both included."""

    points: tuple[P, ...]
    legs: tuple[tuple[P, ...], ...] = ()

    @property
    def chain(self) -> tuple[P, ...]:
        """The whole way."""
        return joined_legs(self.legs) if self.legs else self.points

    def extended(self, router: Router[P], point: P) -> Route[P]:
        """One click more."""
        return Route((*self.points, point), (*self.legs, router.leg(self.points[-1], point)))

    def inserted(self, router: Router[P], leg: int, point: P) -> Route[P]:
        """A point put into a leg."""
        here, there = self.points[leg], self.points[leg + 1]
        return Route(
            (*self.points[: leg + 1], point, *self.points[leg + 1 :]),
            (*self.legs[:leg], router.leg(here, point), router.leg(point, there), *self.legs[leg + 1 :]),
        )

    def moved(self, router: Router[P], number: int, point: P) -> Route[P]:
        """A point dragged elsewhere."""
        points = (*self.points[:number], point, *self.points[number + 1 :])
        legs = list(self.legs)
        for leg in (number - 1, number):
            if 0 <= leg < len(legs):
                legs[leg] = router.leg(points[leg], points[leg + 1])
        return Route(points, tuple(legs))

    def deleted(self, router: Router[P], number: int) -> Route[P]:
        """A point taken out; the legs beside it become one, and at an end the last leg goes with it."""
        points = (*self.points[:number], *self.points[number + 1 :])
        if number == 0:
            return Route(points, self.legs[1:])
        if number == len(self.points) - 1:
            return Route(points, self.legs[:-1])
        between = router.leg(points[number - 1], points[number])
        return Route(points, (*self.legs[: number - 1], between, *self.legs[number + 1 :]))


def route(router: Router[P], points: Sequence[P]) -> Route[P]:
    """The way through a chain of clicks."""
    found = Route((points[0],))
    for point in points[1:]:
        found = found.extended(router, point)
    return found


def recovered(router: Router[P], chain: Sequence[P]) -> Route[P]:
    """A route with few points whose way is exactly this chain, so that what was drawn long ago can be bent.

    Each leg reaches as far as the router finds the same way; how far that may be is tried in growing strides.
    """
    points, legs = [chain[0]], []
    at = 0
    while at < len(chain) - 1:
        reach, stride = at + 1, 1
        while stride:
            end = min(reach + stride, len(chain) - 1)
            if end > reach and router.leg(chain[at], chain[end]) == tuple(chain[at : end + 1]):
                reach, stride = end, stride * 2
            else:
                stride //= 2
        points.append(chain[reach])
        legs.append(tuple(chain[at : reach + 1]))
        at = reach
    return Route(tuple(points), tuple(legs))
