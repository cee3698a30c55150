"""A cursor that the arrow keys move over the map: from hex to hex, and from a space to its neighbour in that direction.

Where a row of hexes runs in zigzag the cursor keeps to the line it set out on. Where no neighbour lies in a direction
it goes to the nearest place that does, so that boxes beside the map and spaces without a road are reached too. No Qt
is imported here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import hypot

from engine.core.board import Board
from engine.core.ids import Location

Point = tuple[float, float]
_WIDEST = 0.35
"""How far off its direction a step may lead, as a cosine: a little less than seventy degrees."""


class MapCursor:
    """Where the keys point. `find` says where a place is drawn, and None where it is not."""

    def __init__(self, find: Callable[[str], Point | None]) -> None:
        self._find = find
        self.key = ""
        self._line: tuple[Point, Point] | None = None
        """The direction of the last steps and the point they set out from."""

    def put(self, key: str) -> None:
        """Point there; an empty key puts the cursor away."""
        self.key = key
        self._line = None

    def go(self, board: Board, direction: Point) -> bool:
        """One step in a direction, such as (1, 0) for the right; False where there is nothing further on."""
        at = board.find(self.key)
        here = self._find(self.key) if at is not None else None
        if at is None or here is None:
            return False
        if self._line is None or self._line[0] != direction:
            self._line = (direction, here)
        origin = self._line[1]
        beside = [Location(target) for target, _ in board.links[at]]
        found = self._nearest(board, beside, here, origin, direction)
        if found is None:
            found = self._nearest(board, board.locations(), here, origin, direction)
        if found is None:
            return False
        self.key = board.key(found)
        return True

    def _nearest(
        self, board: Board, places: Iterable[Location], here: Point, origin: Point, direction: Point
    ) -> Location | None:
        """The place that lies best in a direction: near, straight ahead, and close to the line."""
        best: tuple[float, Location] | None = None
        for place in places:
            point = self._find(board.key(place))
            if point is None:
                continue
            x, y = point[0] - here[0], point[1] - here[1]
            far = hypot(x, y)
            ahead = x * direction[0] + y * direction[1]
            if far == 0 or ahead < far * _WIDEST:
                continue
            aside = abs((point[0] - origin[0]) * direction[1] - (point[1] - origin[1]) * direction[0])
            worth = far + 2 * (far - ahead) + aside * 0.5
            if best is None or (worth, place) < best:
                best = (worth, place)
        return best[1] if best is not None else None
