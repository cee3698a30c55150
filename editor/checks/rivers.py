"""Rivers that come from nowhere: networks of hexsides that meet neither water nor the edge of the map.

A river may well rise inland; what it may not do is end there too. Rivers that meet are one network, whatever their
kinds. One that stops a single hexside short of another was probably meant to join it, and can be led on.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from editor.checks.findings import BREATH, Fix, MapIssue, Step, Subject
from editor.commands.sides import set_sides
from editor.geometry.ground import STEPS, Ground, Spot
from editor.geometry.hexsides import hexside_of
from editor.geometry.place_names import place_name
from editor.geometry.vertices import Vertex, corners_of, hexside_between
from editor.model.change import Change
from editor.model.edits import Part
from engine.core.boards.hexes import Orientation
from engine.core.messages import message
from engine.definitions.issues import Where, warning
from engine.definitions.maps.map_checks import side_name
from engine.definitions.plan import MapPlan, SideKey, side_cells


def _ends(orientation: Orientation, direction: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """From a hex to the two corners of its hexside in a direction, in thirds."""
    here = Spot("", 0, 0)
    beyond = set(corners_of(here.moved(STEPS[orientation][direction])))
    one, two = (corner for corner in corners_of(here) if corner in beyond)
    return (one.q, one.r), (two.q, two.r)


_ENDS: Final = {
    orientation: tuple(_ends(orientation, direction) for direction in range(3)) for orientation in Orientation
}
_ABOUT: Final = tuple((corner.q, corner.r) for corner in corners_of(Spot("", 0, 0)))


def river_issues(subject: Subject) -> Iterator[Step]:
    """Rivers without a mouth."""
    rivers = _Rivers(subject)
    yield from rivers.enter()
    yield from rivers.find_mouths()
    yield from rivers.issues()


class _Rivers:
    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self._above: dict[Vertex, Vertex] = {}
        self._sides: dict[Vertex, list[SideKey]] = {}
        self._mouths: set[Vertex] = set()
        self._is_water = [False, *map(subject.sense.is_water, subject.plan.terrain_names)]

    def enter(self) -> Iterator[Step]:
        """Join the corners that rivers run between."""
        is_river, ground, count = cache(self._subject.sense.is_river), self._subject.ground, 0
        for side in self._subject.plan.sides:
            count += 1
            plane = ground.plane(side.sheet) if is_river(side.kind) else None
            spot = None if plane is None else ground.spot(hexside_of(side).cell)
            if plane is not None and spot is not None:
                one, two = (
                    Vertex(spot.plane, 3 * spot.q + q, 3 * spot.r + r)
                    for q, r in _ENDS[plane.grid.orientation][side.direction]
                )
                for corner in (one, two):
                    self._above.setdefault(corner, corner)
                    self._sides.setdefault(corner, []).append(side)
                self._above[self._root(one)] = self._root(two)
            if count == BREATH:
                yield count
                count = 0
        yield count

    def find_mouths(self) -> Iterator[Step]:
        """Find the networks that meet water or the edge of the map."""
        count = 0
        for corner in self._above:
            count += 1
            root = self._root(corner)
            if root not in self._mouths and self._is_mouth(corner):
                self._mouths.add(root)
            if count == BREATH:
                yield count
                count = 0
        yield count

    def _is_mouth(self, corner: Vertex) -> bool:
        ground, plan = self._subject.ground, self._subject.plan
        for q, r in _ABOUT:
            if (corner.q - q) % 3 or (corner.r - r) % 3:
                continue
            cell = ground.cell(Spot(corner.plane, (corner.q - q) // 3, (corner.r - r) // 3))
            if cell is None or self._is_water[plan.sheets[cell.sheet].code(cell.col, cell.row)]:
                return True
        return False

    def issues(self) -> Iterator[Step]:
        """What to say of each network without a mouth."""
        loose: dict[Vertex, list[Vertex]] = {}
        count = 0
        for corner in self._above:
            count += 1
            if self._root(corner) not in self._mouths:
                loose.setdefault(self._root(corner), []).append(corner)
            if count == BREATH:
                yield count
                count = 0
        for corners in loose.values():
            yield self._issue(corners)
            yield min(len(corners), BREATH)

    def _issue(self, corners: list[Vertex]) -> MapIssue:
        ends = [corner for corner in corners if len(self._sides[corner]) == 1] or corners[:1]
        side = self._sides[ends[0]][0]
        place = _hex_beside(self._subject.plan, side)
        length = sum(len(self._sides[corner]) for corner in corners) // 2
        where = Where(path=("sides", side_name(side)))
        name = place_name(self._subject.plan, place)
        title = self._subject.sense.title("sides", side.kind)
        gap = self._gap(ends)
        if gap is None:
            said = message("map-issue.river-from-nowhere", kind=title, place=name, count=length)
            return MapIssue(warning(said, where), (place,), Part.SIDE, side)
        said = message("map-issue.river-gap", kind=title, place=name)
        kind = side.kind
        fix = Fix(message("map-fix.close-gap"), lambda plan: _closed(plan, *gap, kind))
        return MapIssue(warning(said, where), (place,), Part.SIDE, side, fix=fix)

    def _gap(self, ends: list[Vertex]) -> tuple[Vertex, Vertex] | None:
        """An end from which one more hexside leads to another river, and that river."""
        for end in ends:
            for other in end.neighbours():
                if other in self._above and self._root(other) != self._root(end):
                    return end, other
        return None

    def _root(self, corner: Vertex) -> Vertex:
        above = self._above
        while above[corner] != corner:
            above[corner] = above[above[corner]]
            corner = above[corner]
        return corner


def _hex_beside(plan: MapPlan, side: SideKey) -> str:
    """The key of a hex beside a hexside, one that the map has if there is one."""
    near, far = side_cells(plan.sheets[side.sheet].grid, side)
    return near.key if plan.terrain_at(near) is not None else far.key


def _closed(plan: MapPlan, end: Vertex, other: Vertex, kind: str) -> Change:
    return set_sides(plan, (hexside_between(Ground(plan), end, other),), kind)
