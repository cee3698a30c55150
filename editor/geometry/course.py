"""A line along hexsides that follows the pointer: corner by corner, always on from where it ended.

The corners nearest to a stroke are neighbours of each other wherever the map has no hole, so the line never branches
and leaves no rungs, however far from the hexsides the hand runs. Going back over the last hexside takes it back.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

from editor.geometry.ground import Ground
from editor.geometry.hexsides import Hexside
from editor.geometry.routing import AlongHexsides
from editor.geometry.vertices import Vertex, ends_of, hexside_between, hexsides_along, nearest_vertex
from editor.refusal import CannotEdit
from engine.definitions.plan import Point

_SLACK: Final = 0.2
"""How much nearer than the last corner the next one must be, in circumradii: a hand that trembles lays nothing."""


class Course:
    """The corners a stroke has run through, in one piece for each part of the map that hexsides hold together."""

    def __init__(self, chain: Iterable[Vertex]) -> None:
        self._done: list[tuple[Vertex, ...]] = []
        self._chain = list(chain)

    @property
    def end(self) -> Vertex | None:
        """Where it goes on from."""
        return self._chain[-1] if self._chain else None

    def sides(self, ground: Ground) -> list[Hexside]:
        """The hexsides it runs along, in its order."""
        chains = (*self._done, self._chain)
        return list(dict.fromkeys(side for chain in chains for side in hexsides_along(ground, chain)))

    def follow(self, ground: Ground, points: Iterable[Point]) -> bool:
        """Go on with the pointer; whether the line is another now."""
        before = len(self._done), tuple(self._chain)
        for point in points:
            corner = nearest_vertex(ground, *point)
            if corner is not None and corner != self.end and self._is_left_for(ground, corner, point):
                self._go_to(ground, corner)
        return before != (len(self._done), tuple(self._chain))

    def go_along(self, ground: Ground, side: Hexside) -> bool:
        """Go on by a hexside that begins where the line ends; False for any other."""
        ends = ends_of(ground, side)
        if ends is None or self.end not in ends:
            return False
        far = ends[0] if ends[1] == self.end else ends[1]
        if len(self._chain) > 1 and far == self._chain[-2]:
            return False
        self._chain.append(far)
        return True

    def _is_left_for(self, ground: Ground, corner: Vertex, point: Point) -> bool:
        here = self.end
        plane = ground.plane(corner.plane)
        if here is None or plane is None or here.plane != corner.plane:
            return plane is not None
        gained = math.dist(here.point(plane), point) - math.dist(corner.point(plane), point)
        return gained > _SLACK * plane.scale

    def _go_to(self, ground: Ground, corner: Vertex) -> None:
        here = self.end
        if here is None:
            self._chain = [corner]
            return
        if here.is_beside(corner) and ground.is_on_map(hexside_between(ground, here, corner)):
            self._step(corner)
            return
        try:
            way = AlongHexsides(ground.plan).leg(here, corner)
        except CannotEdit:
            self._done.append(tuple(self._chain))
            self._chain = [corner]
            return
        for each in way[1:]:
            self._step(each)

    def _step(self, corner: Vertex) -> None:
        if len(self._chain) < 2 or corner != self._chain[-2]:
            self._chain.append(corner)
        elif len(self._chain) == 2:
            self._chain.reverse()
        else:
            self._chain.pop()
