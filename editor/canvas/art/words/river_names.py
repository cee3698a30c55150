"""The names of rivers, written along them.

A river is all the hexsides that carry its name. Its course is smoothed until letters can stand on it, and the name is
written where it runs straightest, once every so many hexes. Each river is worked out when it is first shown, and again
when one of its hexsides changes; nothing here goes over the map for a tile.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QTransform

from editor.canvas.art.looks import Looks
from editor.canvas.art.renderer import Patch
from editor.canvas.art.style import LetteringStyle
from editor.canvas.art.words.hex_words import Places
from editor.canvas.art.words.lettering import SMALLEST, glyphs
from editor.geometry.lattice import Box, Floats
from editor.geometry.plan_index import SheetIndex
from engine.definitions.plan import MapPlan, SideKey

_EVERY = 20.0
"""Between two writings of a name, in circumradii."""
_ASIDE = 0.55
"""From the course of a river to the middle of its name."""
_SMOOTH = 7
"""Hexsides over which a course is smoothed."""
_STEP = 0.25
_CLEAR, _CROWDED = 1.3, 0.3
"""How far from a town a name stands clear of it, and what each point that does not is worth of turning."""
_STRAIGHTEST = 3.2
"""The most that a river may turn beneath its name, in radians."""


class _Written(NamedTuple):
    """A name as it stands along its river."""

    path: QPainterPath
    box: Box


class RiverNames:
    """The names of the rivers of one sheet."""

    def __init__(self, plan: MapPlan, index: SheetIndex, looks: Looks, places: Places) -> None:
        self._plan = plan
        self._index = index
        self._looks = looks
        self._places = places
        self._scale = index.lattice.scale
        self._courses: dict[str, set[SideKey]] | None = None
        self._names: dict[SideKey, str] = {}
        self._written: dict[str, list[_Written]] = {}

    def paint(self, painter: QPainter, patch: Patch) -> None:
        """Write the names that stand in a patch."""
        style = self._style
        if style.size * self._scale * patch.points < SMALLEST:
            return
        halo = QColor(style.halo)
        halo.setAlphaF(0.75)
        pen = QPen(halo, style.size * self._scale * 0.2)
        for river in self._rivers():
            for written in self._of(river):
                if written.box.meets(patch.box):
                    painter.strokePath(written.path, pen)
                    painter.fillPath(written.path, QColor(style.colour))

    def changed(self, side: SideKey) -> list[Box]:
        """A hexside came, went or has another name; gives where names stood and stand."""
        if self._courses is None:
            return []
        before, now = self._names.pop(side, ""), self._name(side)
        if before == now == "":
            return []
        boxes = [each.box for river in {before, now} - {""} for each in self._written.pop(river, ())]
        if before:
            self._courses[before].discard(side)
        if now:
            self._courses.setdefault(now, set()).add(side)
            self._names[side] = now
        return boxes + [each.box for river in {before, now} - {""} for each in self._of(river)]

    @property
    def _style(self) -> LetteringStyle:
        return self._looks.lettering("river")

    def _rivers(self) -> Iterable[str]:
        if self._courses is None:
            self._courses = {}
            for side in self._plan.sides:
                name = self._name(side) if side.sheet == self._index.sheet.id else ""
                if name:
                    self._courses.setdefault(name, set()).add(side)
                    self._names[side] = name
        return tuple(self._courses)

    def _name(self, side: SideKey) -> str:
        held = self._plan.sides.get(side)
        name = held.attributes.get("name") if held is not None else None
        return name if isinstance(name, str) and self._looks.side(side.kind).stroke == "ribbon" else ""

    def _of(self, river: str) -> list[_Written]:
        known = self._written.get(river)
        if known is None:
            sides = (self._courses or {}).get(river, set())
            known = self._written[river] = [each for line in self._lines(sides) for each in self._along(river, line)]
        return known

    def _lines(self, sides: set[SideKey]) -> Iterator[Floats]:
        """The course of a river as smooth lines, one for each of its arms."""
        meeting: dict[tuple[int, int], list[SideKey]] = {}
        for side in sorted(sides):
            for corner in self._index.vertex_names(side):
                meeting.setdefault(corner, []).append(side)
        left = set(sides)
        ends = sorted(meeting, key=lambda corner: (len(meeting[corner]) != 1, corner))
        for end in ends:
            middles = list(self._followed(end, meeting, left))
            if len(middles) >= _SMOOTH:
                yield _smoothed(np.array(middles))

    def _followed(
        self, corner: tuple[int, int], meeting: dict[tuple[int, int], list[SideKey]], left: set[SideKey]
    ) -> Iterator[tuple[float, float]]:
        """The middles of hexsides from a corner on, each taken away from those left."""
        while True:
            side = next((each for each in meeting[corner] if each in left), None)
            if side is None:
                return
            left.discard(side)
            (ax, ay), (bx, by) = self._index.side_ends(side)
            yield (ax + bx) / 2, (ay + by) / 2
            one, two = self._index.vertex_names(side)
            corner = two if one == corner else one

    def _along(self, river: str, line: Floats) -> Iterator[_Written]:
        """The name of a river along a line, where it runs straightest in each stretch."""
        style, text = self._style, self._looks.called(river)
        size = style.size * self._scale
        letters = glyphs(text, style, size)
        length = sum(advance for _, advance in letters)
        points = _even(line, _STEP * self._scale)
        need = math.ceil(length / (_STEP * self._scale)) + 4
        if len(points) < need:
            return
        headings = np.unwrap(np.arctan2(*np.diff(points, axis=0).T[::-1]))
        turning = np.concatenate(((0.0,), np.cumsum(np.abs(np.diff(headings)))))
        turning[1:] += np.cumsum(self._crowding(points))[1:-1]
        bends = turning[need - 2 :] - turning[: len(turning) - need + 2]
        stretches = max(1, round(len(points) * _STEP / _EVERY))
        for some in np.array_split(np.arange(len(bends)), min(stretches, len(bends))):
            first = int(some[np.argmin(bends[some])])
            if bends[first] <= _STRAIGHTEST:
                yield self._set(letters, points[first : first + need], size)

    def _crowding(self, points: Floats) -> Floats:
        """How badly a name stands at each point of a line: at towns, which have names of their own."""
        (left, top), (right, bottom) = points.min(axis=0).tolist(), points.max(axis=0).tolist()
        near = self._places(Box(left, top, right, bottom).grown(_CLEAR * self._scale))
        towns = np.array([self._index.lattice.centre(cell.col, cell.row) for cell, _ in near]).reshape(-1, 2)
        away = np.hypot(*(points[:, None] - towns[None]).transpose(2, 0, 1))
        result: Floats = (away < _CLEAR * self._scale).any(axis=1) * _CROWDED
        return result

    def _set(self, letters: list[tuple[QPainterPath, float]], points: Floats, size: float) -> _Written:
        """Letters one after the other beside a line, read from left to right."""
        if points[-1, 0] < points[0, 0]:
            points = points[::-1]
        steps = np.hypot(*np.diff(points, axis=0).T)
        along = np.concatenate(((0.0,), np.cumsum(steps)))
        at = (along[-1] - sum(advance for _, advance in letters)) / 2
        path = QPainterPath()
        for glyph, advance in letters:
            middle = at + advance / 2
            x, y = (float(np.interp(middle, along, points[:, axis])) for axis in (0, 1))
            around = middle + np.array((-size, size))
            dx, dy = (float(np.diff(np.interp(around, along, points[:, axis]))[0]) for axis in (0, 1))
            angle = math.atan2(dy, dx)
            place = QTransform().translate(x, y).rotateRadians(angle).translate(-advance / 2, -_ASIDE * self._scale)
            path.addPath(place.map(glyph))
            at += advance
        room = path.boundingRect()
        box = Box(room.left(), room.top(), room.right(), room.bottom()).grown(size * 0.2)
        return _Written(path, box)


def _smoothed(points: Floats) -> Floats:
    """A line drawn through the means of neighbouring points; towards its ends through fewer."""
    count = len(points)
    result = np.empty_like(points)
    for number in range(count):
        reach = min(_SMOOTH // 2, number, count - 1 - number)
        result[number] = points[number - reach : number + reach + 1].mean(axis=0)
    return result


def _even(line: Floats, step: float) -> Floats:
    """Points of a line at even distances."""
    along = np.concatenate(((0.0,), np.cumsum(np.hypot(*np.diff(line, axis=0).T))))
    at = np.arange(0.0, along[-1], step)
    return np.stack((np.interp(at, along, line[:, 0]), np.interp(at, along, line[:, 1])), axis=1)
