"""Rivers, borders and works along hexsides; railways and roads through hexes: the marks of one chunk.

Which pieces there are comes from the index, how they curve from `curves`, how they are inked from the looks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from editor.canvas.art import curves
from editor.canvas.art.curves import Halves
from editor.canvas.art.looks import LineLook, Looks
from editor.canvas.art.marks import Mark, Marks, mark
from editor.canvas.art.outlines import polylines
from editor.canvas.art.signs import SETTLEMENTS
from editor.geometry.lattice import Floats, cell_hash
from editor.geometry.plan_index import SheetIndex
from engine.definitions.plan import NO_CELL, MapPlan, Point, SideKey

TAPER = 4
"""Hexsides over which a river grows to its full width."""
THIN_BELOW = 7.0
"""Smaller hexes get a plain thin line."""
_SHORE = 0.125
"""How far a coast that rounds a corner lies from it, for the size of a hex."""

_Half: TypeAlias = tuple[Floats, Floats, Floats]
"""Start, control and end of half a curve."""

_CASING, _BODY, _DETAIL, _ACROSS = 0, 1, 2, 3
BROKEN_STATES = frozenset(("damaged", "destroyed", "broken", "cut", "unbuilt", "unfinished"))


class HexLines:
    """Makes the marks of the lines of one sheet."""

    def __init__(
        self, plan: MapPlan, index: SheetIndex, looks: Looks, features_at: Mapping[str, Collection[str]]
    ) -> None:
        self.plan = plan
        self._features_at = features_at
        self.index = index
        self.lattice = index.lattice
        self.looks = looks
        self._shares: dict[tuple[str, tuple[int, int]], float] = {}
        self._about = [(float(x) / 2, float(y) / 2) for x, y in self.lattice.corners]
        """From a corner towards the hexes around it, and between them."""
        self._at_ends: dict[tuple[int, int], list[tuple[Point, tuple[int, int]]]] = {}
        """The hexes around the corners where a river ends, and their centres: they are asked for again and again."""
        self._drawn_ends: dict[tuple[int, int], list[bool]] = {}
        """Which of those hexes were water when the end was last drawn, and which were not even there."""

    # Along hexsides

    def sides(self, sides: Iterable[SideKey]) -> Marks:
        """What runs along these hexsides."""
        by_kind: dict[str, list[SideKey]] = {}
        for side in sorted(sides):
            by_kind.setdefault(side.kind, []).append(side)
        self._shares.clear()
        marks: list[Mark] = []
        for kind in sorted(by_kind, key=lambda kind: -self.looks.side(kind).width):
            marks.extend(self._side_marks(self.looks.side(kind), by_kind[kind]))
        return tuple(marks)

    def thin_sides(self, sides: Iterable[SideKey]) -> Marks:
        """The same for small hexes: straight thin lines, made many at a time."""
        by_kind: dict[str, list[tuple[int, int, int]]] = {}
        for side in sides:
            by_kind.setdefault(side.kind, []).append((side.col, side.row, side.direction))
        marks: list[Mark] = []
        for kind in sorted(by_kind, key=lambda kind: -self.looks.side(kind).width):
            look = self.looks.side(kind)
            if look.stroke in ("bridge", "arrows"):
                continue
            cols, rows, directions = np.array(by_kind[kind], np.int64).T
            centres, corners = self.lattice.centres(cols, rows), self.lattice.corners
            ends = np.stack((centres + corners[directions], centres + corners[(directions + 1) % 6]), axis=1)
            width = look.width * self.lattice.scale
            marks.append(mark(_BODY, polylines(ends), look.casing or look.colour, width=width, thinnest=0.9))
        return tuple(marks)

    def _side_marks(self, look: LineLook, sides: list[SideKey]) -> list[Mark]:
        scale = self.lattice.scale
        width = look.width * scale
        if look.stroke in ("bridge", "arrows"):
            middles, along = self._middles(sides)
            if look.stroke == "bridge":
                outline = curves.bridges(middles, along, 0.42 * scale)
            else:
                outline = curves.arrows(middles, along, 0.3 * scale)
            return [mark(_ACROSS, outline, look.colour, width=width, thinnest=0.8, smallest=9.0)]
        return _stroked(look, self._side_halves(look, sides), scale, self._turns(sides))

    def _side_halves(self, look: LineLook, sides: list[SideKey]) -> Halves:
        starts, controls, ends, first, last = [], [], [], [], []
        tapers = look.stroke == "ribbon"
        for side in sides:
            middle, shift = self._middle(side, wander=tapers)
            names, broad = self.index.vertex_names(side), self._breadth(side, look)
            shares = [self._share(side.kind, name) if tapers else 1.0 for name in names]
            widths = [share * self._breadth_at(name, look, broad) for share, name in zip(shares, names, strict=True)]
            halfway = (shares[0] + shares[1]) / 2 * broad
            pairs = zip(self.index.side_ends(side), self.index.vertex_names(side), widths, strict=True)
            for corner, name, share in pairs:
                control = _half_way(middle, corner, shift)
                starts.append(middle)
                controls.append(control)
                ends.append(self._meeting_point(side, name, corner, control, wander=tapers))
                first.append(halfway)
                last.append(share)
        width = look.width * self.lattice.scale
        return Halves(
            np.array(starts), np.array(controls), np.array(ends), np.array(first) * width, np.array(last) * width
        )

    def _breadth(self, side: SideKey, look: LineLook) -> float:
        """How much wider than its kind this piece is, by its attributes: a width of its own, or a rank among rivers."""
        given = self.plan.sides[side].attributes
        if not given:
            return 1.0
        width, rank, ranks = given.get("width"), given.get("rank"), self.looks.style.ranks
        if isinstance(width, (int, float)) and not isinstance(width, bool) and 0 < width <= 1:
            return width / look.width
        if isinstance(rank, int) and not isinstance(rank, bool) and rank > 0 and ranks:
            return ranks[min(rank, len(ranks)) - 1]
        return 1.0

    def _breadth_at(self, name: tuple[int, int], look: LineLook, own: float) -> float:
        """The same at a corner, where pieces of different breadth meet half-way."""
        meeting = self.index.meeting.get((look.id, *name), ())
        if len(meeting) != 2:
            return own
        return (self._breadth(meeting[0], look) + self._breadth(meeting[1], look)) / 2

    def _middle(self, side: SideKey, *, wander: bool) -> tuple[Point, Point]:
        """The middle of a hexside, and how far a river wanders from it to look less like a fence."""
        (ax, ay), (bx, by) = self.index.side_ends(side)
        if not wander:
            return ((ax + bx) / 2, (ay + by) / 2), (0.0, 0.0)
        chance = cell_hash(side.col * 3 + side.direction, side.row, 11) / 2**32
        off = (chance - 0.5) * 0.13
        shift = (ay - by) * off, (bx - ax) * off
        return ((ax + bx) / 2 + shift[0], (ay + by) / 2 + shift[1]), shift

    def _meeting_point(
        self, side: SideKey, name: tuple[int, int], corner: Point, control: Point, *, wander: bool
    ) -> Point:
        """Where a half curve ends: smoothly in its partner's, on the through line of two others, or at the corner."""
        meeting = sorted(self.index.meeting.get((side.kind, *name), ()))
        if len(meeting) < 2:
            return self._mouth(name, corner) if wander else corner
        pair = meeting[:2] if side not in meeting[:2] else [other for other in meeting[:2] if other != side]
        points = [control] if side in meeting[:2] else []
        for other in pair:
            middle, shift = self._middle(other, wander=wander)
            points.append(_half_way(middle, corner, shift))
        return (points[0][0] + points[1][0]) / 2, (points[0][1] + points[1][1]) / 2

    def _mouth(self, name: tuple[int, int], corner: Point) -> Point:
        """A river that reaches the sea runs on to the rounded coast."""
        waters = [centre for centre, code in self._around(name) if code and self._is_water(code)]
        if len(waters) != 1:
            return corner
        dx, dy = waters[0][0] - corner[0], waters[0][1] - corner[1]
        return corner[0] + dx * _SHORE, corner[1] + dy * _SHORE

    def _share(self, kind: str, name: tuple[int, int]) -> float:
        """How wide a river is at a corner, between a third at its source and all of it."""
        known = self._shares.get((kind, name))
        if known is None:
            known = self._shares[kind, name] = self._found_share(kind, name)
        return known

    def _found_share(self, kind: str, name: tuple[int, int]) -> float:
        seen = {name}
        front = [name]
        for steps in range(TAPER):
            following: list[tuple[int, int]] = []
            for corner in front:
                meeting = self.index.meeting.get((kind, *corner), ())
                if len(meeting) == 1 and self._is_source(kind, corner):
                    return 0.3 + 0.7 * steps / TAPER
                for side in meeting:
                    for end in self.index.vertex_names(side):
                        if end not in seen:
                            seen.add(end)
                            following.append(end)
            front = following
        return 1.0

    def _is_source(self, kind: str, name: tuple[int, int]) -> bool:
        """Whether the lone end of a river is where it rises: inland, and not where it joins another."""
        for other in self.looks.palette.sides:
            if other.id != kind and self.index.meeting.get((other.id, *name)):
                return False
        return all(code and not self._is_water(code) for _, code in self._around(name))

    def has_another_end(self, name: tuple[int, int]) -> bool:
        """Whether a river that ends at a corner looks different now: what lies around it is no longer land or water."""
        drawn = self._drawn_ends.get(name)
        return drawn is not None and drawn != self._wet([code for _, code in self._codes_around(name)])

    def _around(self, name: tuple[int, int]) -> list[tuple[Point, int]]:
        """The centres and terrain codes of the three hexes that meet at a corner, for what is drawn there."""
        found = self._codes_around(name)
        self._drawn_ends[name] = self._wet([code for _, code in found])
        return found

    def _wet(self, codes: list[int]) -> list[bool]:
        return [flag for code in codes for flag in (code == NO_CELL, self._is_water(code))]

    def _codes_around(self, name: tuple[int, int]) -> list[tuple[Point, int]]:
        cells = self._at_ends.get(name)
        if cells is None:
            x, y = self.lattice.vertex_point(*name)
            found = dict.fromkeys(self.lattice.cell_at(x + dx, y + dy) for dx, dy in self._about)
            cells = self._at_ends[name] = [(self.lattice.centre(*cell), cell) for cell in found]
        return [(centre, self.index.sheet.code(*cell)) for centre, cell in cells]

    def _is_water(self, code: int) -> bool:
        return code != NO_CELL and self.looks.terrain(self.plan.terrain_names[code - 1]).is_water

    def _middles(self, sides: list[SideKey]) -> tuple[Floats, Floats]:
        ends = np.array([self.index.side_ends(side) for side in sides])
        along = ends[:, 1] - ends[:, 0]
        return ends.mean(axis=1), along / np.hypot(along[:, 0], along[:, 1])[:, None]

    def _turns(self, sides: list[SideKey]) -> Floats:
        """For each half curve, which of its sides faces the hex that the feature protects or faces."""
        turns = []
        for side in sides:
            towards = self.plan.sides[side].towards
            cell = f"{side.sheet}:{side.col},{side.row}"
            turn = -1.0 if towards == cell else 1.0
            turns += [-turn, turn]
        return np.array(turns)

    # Through hexes

    def paths(self, cells: Iterable[tuple[int, int]]) -> Marks:
        """What crosses these cells."""
        by_look: dict[tuple[str, bool], list[_Half]] = {}
        for cell in sorted(cells):
            for kind, exits in self.index.exits.get(cell, {}).items():
                for direction, half in self._cell_halves(cell, exits).items():
                    broken = all(self._is_broken(line) for line in exits[direction])
                    by_look.setdefault((kind, broken), []).append(half)
        marks: list[Mark] = []
        for (kind, broken), halves in sorted(by_look.items(), key=lambda item: (self._rank(item[0][0]), item[0])):
            look = self.looks.path(kind)
            ones = np.ones(len(halves)) * look.width * self.lattice.scale
            starts, controls, ends = (np.array(part) for part in zip(*halves, strict=True))
            shape = Halves(starts, controls, ends, ones, ones)
            marks.extend(self._path_marks(look, shape, broken=broken))
        return tuple(marks)

    def _rank(self, kind: str) -> int:
        """Roads lie under railways."""
        return 1 if self.looks.path(kind).stroke == "rail" else 0

    def _cell_halves(self, cell: tuple[int, int], exits: dict[int, set[str]]) -> dict[int, _Half]:
        centre = np.array(self.lattice.centre(*cell))
        middles = {direction: centre + self.lattice.midpoints[direction] for direction in exits}
        meeting = centre
        if len(exits) == 2 and not self._is_settled(cell):
            one, two = middles.values()
            meeting = (one + two) / 4 + centre / 2
        return {direction: (middle, (middle + centre) / 2, meeting) for direction, middle in middles.items()}

    def _is_settled(self, cell: tuple[int, int]) -> bool:
        """Whether a town stands in the middle of a hex, which lines run to and not past."""
        features = self._features_at.get(f"{self.index.sheet.id}:{cell[0]},{cell[1]}", ())
        return any(self.looks.sign(self.plan.features[name].kind).sign in SETTLEMENTS for name in features)

    def _is_broken(self, line: str) -> bool:
        path = self.plan.paths.get(line)
        return path is not None and path.attributes.get("state") in BROKEN_STATES

    def _path_marks(self, look: LineLook, halves: Halves, *, broken: bool) -> list[Mark]:
        rank = 10 if look.stroke == "rail" else 0
        if broken:
            look = replace(look, stroke="dashes", casing=None)
        return _stroked(look, halves, self.lattice.scale, None, rank)


def _half_way(a: Point, b: Point, shift: Point) -> Point:
    return (a[0] + b[0] + shift[0]) / 2, (a[1] + b[1] + shift[1]) / 2


def _stroked(look: LineLook, halves: Halves, scale: float, turns: Floats | None, rank: int = 0) -> list[Mark]:
    """The marks of a line that runs along its curves: a thin pen where it is small, shapes where it has a width."""
    width = look.width * scale
    solid = max(THIN_BELOW, 1.0 / look.width)
    """The radius from which on a line is more than a pixel wide."""
    body, colour = rank + _BODY, look.colour
    line = curves.centre_lines(halves)
    if look.stroke in ("dashes", "dots"):
        outline = curves.dashes(halves) if look.stroke == "dashes" else curves.dots(halves)
        return [
            mark(body, line, colour, width=width, thinnest=0.9, largest=THIN_BELOW, flat=True),
            mark(body, outline, colour, smallest=THIN_BELOW),
        ]
    if look.stroke == "ribbon":
        solid = THIN_BELOW
    cased = look.casing or colour
    """Where there is room for one ink only, that of the edge shows better than that between."""
    marks = [
        mark(body, line, cased, width=width, thinnest=0.9, largest=THIN_BELOW),
        mark(body, line, colour, width=width, thinnest=0.9, smallest=THIN_BELOW, largest=solid),
    ]
    ordered, count = halves.from_left_to_right(), len(halves.starts)
    shapes = curves.Ribbons(ordered)
    marks += [mark(body, some, colour, smallest=solid) for some in shapes.outline().apart(count)]
    if look.casing is not None:
        for some in shapes.outline(0.022 * scale).apart(count):
            marks.append(mark(rank + _CASING, some, look.casing, smallest=THIN_BELOW))
    if look.stroke == "rail":
        outline = curves.ticks(halves, 0.075 * scale, (0.45,))
        marks.append(mark(rank + _DETAIL, outline, colour, smallest=11.0))
    elif look.stroke == "ticks" and turns is not None:
        outline = curves.ticks(halves, 0.15 * scale, (0.15, 0.5, 0.85), turns)
        marks.append(mark(rank + _DETAIL, outline, colour, smallest=10.0))
    elif look.stroke == "teeth" and turns is not None:
        marks.append(mark(rank + _DETAIL, curves.teeth(halves, 0.09 * scale, turns), colour, smallest=9.0))
    return marks
