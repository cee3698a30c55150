"""Where the names of spaces are written: below their spaces, or where there is room beside them.

From afar names keep a legible size, so that some want the same room. The more important choose first, each takes the
first free place of four, and what finds none is left out until the map is shown larger. That is worked out once for
each scale, for all spaces together, so that every tile decides alike; a change tells which names stand elsewhere now.
No name reaches over the edge of the paper, where it would be cut off. Scales are in points of the screen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from editor.canvas.art.looks import Looks
from editor.canvas.art.renderer import Patch
from editor.canvas.art.words.lettering import SMALLEST, word_box
from editor.geometry.lattice import Box
from editor.geometry.plan_index import PlanIndex
from engine.definitions.plan import Point, SpacePlan

_BELOW = 0.36
"""From the edge of a space to the middle of its name."""
_CELL = 6.0
"""The side of the squares in which neighbours are looked for."""
_MOST_SCALES = 8
_SLACK = 0.22
"""How much of a name's box is halo, which may touch that of another, for its size."""


class WrittenName(NamedTuple):
    """The name of a space, its middle, its size and the box it covers."""

    x: float
    y: float
    size: float
    box: Box


class SpaceNames:
    """The names of all spaces of a map at the scales it is shown at."""

    def __init__(
        self, index: PlanIndex, looks: Looks, radius: Callable[[SpacePlan], float], paper: Callable[[], Box]
    ) -> None:
        self._index = index
        self._plan = index.plan
        self._looks = looks
        self._radius = radius
        self._paper = paper
        self._at: dict[tuple[float, bool], dict[str, WrittenName]] = {}

    def at(self, scale: float, *, raster: bool = True) -> dict[str, WrittenName]:
        """The names that are written at a scale, by space."""
        found = self._at.get((scale, raster))
        if found is None:
            while len(self._at) >= _MOST_SCALES:
                del self._at[next(iter(self._at))]
            found = self._at[scale, raster] = self._written(scale, raster=raster)
        return found

    def of(self, patch: Patch) -> dict[str, WrittenName]:
        """The names that are written in a patch's picture."""
        return self.at(patch.points, raster=patch.raster)

    def changed(self) -> list[Box]:
        """Spaces are others: gives where names stood and stand that are written elsewhere now."""
        found = []
        for (scale, raster), before in list(self._at.items()):
            now = self._at[scale, raster] = self._written(scale, raster=raster)
            for name in before.keys() | now.keys():
                if before.get(name) != now.get(name):
                    found += [each.box for each in (before.get(name), now.get(name)) if each is not None]
        return found

    def usual(self, space: SpacePlan) -> WrittenName:
        """The name of a space in its own size, where it usually stands."""
        size = self._looks.lettering("space").size
        return self._standing(space, size, *self._usual_point(space, size))

    def _written(self, scale: float, *, raster: bool) -> dict[str, WrittenName]:
        style = self._looks.lettering("space")
        size = style.size
        if raster:
            if scale < style.radius:
                return {}
            size = max(size, style.pixels / scale)
        if size * scale < SMALLEST:
            return {}
        spaces = [space for space in self._plan.spaces.values() if space.name]
        room = _Room(_CELL)
        for space in self._plan.spaces.values():
            room.take(self._disc(space), space.id)
        written: dict[str, WrittenName] = {}
        for space in sorted(spaces, key=self._rank):
            name = self._placed(space, size, room, must=size <= style.size)
            if name is not None:
                room.take(_core(name), "")
                written[space.id] = name
        return written

    def _placed(self, space: SpacePlan, size: float, room: _Room, *, must: bool) -> WrittenName | None:
        usual = self._inside(space, size, *self._usual_point(space, size))
        if must and any(space.name_offset):
            return usual
        for point in self._points(space, size):
            name = self._inside(space, size, *point)
            if not room.is_taken(_core(name), but=space.id):
                return name
        return usual if must else None

    def _standing(self, space: SpacePlan, size: float, x: float, y: float) -> WrittenName:
        text = self._looks.called(space.name)
        return WrittenName(x, y, size, word_box(text, self._looks.lettering("space"), x, y, size=size))

    def _inside(self, space: SpacePlan, size: float, x: float, y: float) -> WrittenName:
        """The same, so far from the edge of the paper that none of it is cut off."""
        right, down = self._standing(space, size, x, y).box.into(self._paper())
        return self._standing(space, size, x + right, y + down)

    def _usual_point(self, space: SpacePlan, size: float) -> Point:
        (x, y), (right, down) = space.position, space.name_offset
        usual = self._looks.lettering("space").size
        return x + right, y + self._radius(space) + _BELOW + (size - usual) * 0.5 + down

    def _points(self, space: SpacePlan, size: float) -> Iterable[Point]:
        """Where the middle of a name may stand: below, above, to the right, to the left of its space."""
        below = self._usual_point(space, size)
        yield below
        x, y = space.position
        radius = self._radius(space)
        yield x, y - radius - _BELOW - (size - self._looks.lettering("space").size) * 0.5
        wide = self._standing(space, size, x, y).box.width / 2 - size * 0.1
        yield x + radius + wide, y
        yield x - radius - wide, y

    def _disc(self, space: SpacePlan) -> Box:
        (x, y), radius = space.position, self._radius(space) * 0.85
        return Box(x - radius, y - radius, x + radius, y + radius)

    def _rank(self, space: SpacePlan) -> tuple[int, str]:
        """The most important first: where there is most on the map."""
        return -len(self._index.features_at.get(space.id, ())), space.id


def _core(name: WrittenName) -> Box:
    """The letters of a name without their halo."""
    return name.box.grown(-_SLACK * name.size)


class _Room:
    """What is taken, in squares, so that only neighbours are asked."""

    def __init__(self, side: float) -> None:
        self._side = side
        self._taken: dict[tuple[int, int], list[tuple[Box, str]]] = {}

    def take(self, box: Box, owner: str) -> None:
        for square in self._squares(box):
            self._taken.setdefault(square, []).append((box, owner))

    def is_taken(self, box: Box, *, but: str) -> bool:
        """Whether anything stands there, other than the place itself."""
        return any(
            other.meets(box) and (not owner or owner != but)
            for square in self._squares(box)
            for other, owner in self._taken.get(square, ())
        )

    def _squares(self, box: Box) -> list[tuple[int, int]]:
        side = self._side
        return [
            (across, down)
            for across in range(int(box.left // side), int(box.right // side) + 1)
            for down in range(int(box.top // side), int(box.bottom // side) + 1)
        ]
