"""The corners where hexes meet: what rivers and coasts run between.

A corner lies in the middle of three hexes, so the sum of their cube coordinates names it exactly, in thirds of a
hex, whichever of the three one comes from. Three hexsides leave each corner; both orientations and all joined
sheets look the same here.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise
from typing import Final, NamedTuple

from editor.geometry.ground import Ground, Plane, Spot
from editor.geometry.hexsides import Hexside
from engine.definitions.plan import MapPlan, Point, SideKey

_AWAY: Final = ((2, -1), (-1, 2), (-1, -1))
"""From a corner of one sort to its neighbours; from the other sort, the opposite."""
_ACROSS: Final = ((0, 3), (3, 0), (3, -3))
"""From one hex beside such a hexside to the other, in thirds."""
_CORNERS: Final = ((2, -1), (1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2))
"""From a hex to its corners, in thirds."""


class Vertex(NamedTuple):
    """A corner: the plane it lies in and two of its cube coordinates, in thirds of a hex."""

    plane: str
    q: int
    r: int

    def neighbours(self) -> tuple[Vertex, Vertex, Vertex]:
        """The corners at the other ends of the three hexsides that meet here."""
        sign = 1 if self.q % 3 == 2 else -1
        one, two, three = (Vertex(self.plane, self.q + sign * q, self.r + sign * r) for q, r in _AWAY)
        return one, two, three

    def is_beside(self, other: Vertex) -> bool:
        """Whether a hexside runs from here to there."""
        return other in self.neighbours()

    def point(self, plane: Plane) -> Point:
        """Where it lies on the map plane."""
        return plane.point(self.q / 3, self.r / 3)


def spots_between(a: Vertex, b: Vertex) -> tuple[Spot, Spot]:
    """The two hexes beside the hexside from one corner to the next."""
    sign = 1 if a.q % 3 == 2 else -1
    across, down = _ACROSS[_AWAY.index((sign * (b.q - a.q), sign * (b.r - a.r)))]
    q, r = a.q + b.q, a.r + b.r
    return Spot(a.plane, (q + across) // 6, (r + down) // 6), Spot(a.plane, (q - across) // 6, (r - down) // 6)


def hexside_between(ground: Ground, a: Vertex, b: Vertex) -> Hexside:
    """The hexside from one corner to the next, under the name that things are laid along."""
    near, far = spots_between(a, b)
    plane = ground.plane(a.plane)
    assert plane is not None, "a corner lies in a plane of the map"
    step = (far.q - near.q, far.r - near.r, near.q + near.r - far.q - far.r)
    return ground.hexside(near, plane.steps.index(step))


def hexsides_along(ground: Ground, chain: Iterable[Vertex]) -> list[Hexside]:
    """The hexsides of a chain of corners, each once; those beyond the map are left out."""
    sides = dict.fromkeys(hexside_between(ground, a, b) for a, b in pairwise(chain) if a != b)
    return [side for side in sides if ground.is_on_map(side)]


def ends_of(ground: Ground, side: Hexside) -> tuple[Vertex, Vertex] | None:
    """The two corners of a hexside, or None when its sheet is unknown."""
    beside = ground.spots_beside(side)
    if beside is None:
        return None
    near, far = beside
    shared = [corner for corner in corners_of(near) if corner in set(corners_of(far))]
    return shared[0], shared[1]


def corners_of(spot: Spot) -> list[Vertex]:
    """The six corners of a hex."""
    return [Vertex(spot.plane, 3 * spot.q + q, 3 * spot.r + r) for q, r in _CORNERS]


def nearest_vertex(ground: Ground, x: float, y: float) -> Vertex | None:
    """The corner of a hex of the map that is nearest to a point in or beside it."""
    spot = ground.spot_at(x, y) or _spot_beside(ground, x, y)
    if spot is None:
        return None
    plane = ground.plane(spot.plane)
    assert plane is not None
    return min(corners_of(spot), key=lambda corner: math.dist(corner.point(plane), (x, y)))


def nearest_hexside(ground: Ground, x: float, y: float) -> Hexside | None:
    """The hexside of the map whose middle is nearest to a point in one of its hexes, or just beyond the edge."""
    spot = ground.spot_at(x, y)
    beyond = spot is None
    spot = spot or _spot_beside(ground, x, y)
    if spot is None:
        return None
    plane = ground.plane(spot.plane)
    assert plane is not None
    middles = []
    for direction, step in enumerate(plane.steps):
        if beyond and ground.cell(spot) is None and ground.cell(spot.moved(step)) is None:
            continue
        middle = plane.point(spot.q + step[0] / 2, spot.r + step[1] / 2)
        middles.append((math.dist(middle, (x, y)), direction))
    return ground.hexside(spot, min(middles)[1]) if middles else None


def _spot_beside(ground: Ground, x: float, y: float) -> Spot | None:
    """The hex of the map that a point just outside it is nearest to."""
    for plane in ground.planes:
        spot = ground.nearest_spot(plane, x, y)
        around = [near for step in plane.steps if ground.cell(near := spot.moved(step)) is not None]
        if around:
            return min(around, key=lambda near: math.dist(ground.centre(near), (x, y)))
    return None


def chain_at(plan: MapPlan, side: SideKey) -> tuple[Vertex, ...]:
    """The chain a hexside is part of: as far both ways as one hexside of the kind follows the other without a fork."""
    ground = Ground(plan)
    ends = ends_of(ground, Hexside(*side[:4]))
    if ends is None:
        return ()

    def carries(a: Vertex, b: Vertex) -> bool:
        names = ground.same_hexsides(hexside_between(ground, a, b))
        return any(name.carrying(side.kind) in plan.sides for name in names)

    def walked(before: Vertex, here: Vertex) -> list[Vertex]:
        found = [here]
        while True:
            onward = [each for each in here.neighbours() if each != before and carries(here, each)]
            if len(onward) != 1 or onward[0] == found[0]:
                return found
            before, here = here, onward[0]
            found.append(here)
            if here in ends:
                return found

    one, two = ends
    forward = walked(one, two)
    if forward[-1] == one:
        return (one, *forward)
    return (*reversed(walked(two, one)), *forward)
