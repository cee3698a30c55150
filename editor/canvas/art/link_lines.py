"""Draws rails and roads where they follow a connection and not a hexside: from space to space, out of an inset.

Such a step runs beside the connection itself, several one after the other, so that each can be told from what it
follows; along a long connection from hex to hex only its ends are drawn, so that nobody takes it for a line through the
hexes between. There are as few of them as there are connections, so each is drawn when its tile is.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from PySide6.QtGui import QPainter, QPainterPath

from editor.canvas.art.hex_lines import BROKEN_STATES
from editor.canvas.art.looks import LineLook, Looks
from editor.canvas.art.renderer import PATHS, Layer, Patch, Place, PointedHexside, Shown
from editor.canvas.art.space_renderer import SpaceRenderer, paint_line, way_box
from editor.geometry.lattice import Box
from editor.geometry.plan_index import PlanIndex
from engine.definitions.plan import Point

_ASIDE = 0.17
"""How far from the connection a line runs, and from the next."""
_LONG, _STUB = 5.0, 1.3
"""From this length on a connection of two hexes shows of its lines a piece at either end, and how long that is."""


class LinkLines:
    """The renderer of lines along connections."""

    def __init__(self, index: PlanIndex, looks: Looks, spaces: SpaceRenderer) -> None:
        self._index = index
        self._looks = looks
        self._spaces = spaces

    def boxes(self, line: str) -> list[Box]:
        """Where a line follows connections."""
        return [way_box(a, b).grown(_ASIDE) for a, b in self._ways(line)]

    def paint(self, painter: QPainter, patch: Patch, layer: Layer, shown: Shown) -> None:
        if layer is not Layer.PATHS:
            return
        for line in self._index.over_links:
            for a, b in self._ways(line):
                if way_box(a, b).meets(patch.box):
                    paint_line(painter, a, b, self._look(line), patch.scale)

    def _ways(self, line: str) -> Iterator[tuple[Point, Point]]:
        for step in self._index.over_links.get(line, ()):
            one, other = sorted(step)
            ends = self._spaces.way(one, other)
            if ends is not None:
                beside = _beside(*ends, _ASIDE * (1 + self._before(line, {one, other})))
                yield from _pieces(*beside) if self._are_hexes(one, other) else (beside,)

    def _are_hexes(self, *keys: str) -> bool:
        plan = self._index.plan
        return not any(key in plan.spaces or key in plan.boxes for key in keys)

    def _before(self, line: str, pair: set[str]) -> int:
        """How many lines that come first run along the same connection."""
        count = 0
        for name, steps in self._index.over_links.items():
            if name == line:
                break
            count += any(set(step) == pair for step in steps)
        return count

    def _look(self, line: str) -> LineLook:
        path = self._index.plan.paths[line]
        look = self._looks.path(path.kind)
        is_broken = path.attributes.get("state") in BROKEN_STATES
        return replace(look, stroke="dashes", casing=None) if is_broken else look

    # What it has no part in

    def bounds(self) -> Box | None:
        return None

    def part(self, layer: Layer) -> str:
        return PATHS

    def key_at(self, x: float, y: float) -> str | None:
        return None

    def side_at(self, x: float, y: float) -> PointedHexside | None:
        return None

    def place(self, key: str) -> Place | None:
        return None

    def outline(self, key: str) -> QPainterPath | None:
        return None


def _beside(a: Point, b: Point, off: float) -> tuple[Point, Point]:
    length = math.dist(a, b)
    across, down = (b[1] - a[1]) / length * off, (a[0] - b[0]) / length * off
    return (a[0] + across, a[1] + down), (b[0] + across, b[1] + down)


def _pieces(a: Point, b: Point) -> tuple[tuple[Point, Point], ...]:
    """What is drawn of a line: all of a short one, the two ends of a long one."""
    length = math.dist(a, b)
    if length < _LONG:
        return ((a, b),)
    across, down = (b[0] - a[0]) / length * _STUB, (b[1] - a[1]) / length * _STUB
    return (a, (a[0] + across, a[1] + down)), (b, (b[0] - across, b[1] - down))
