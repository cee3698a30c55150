"""Draws the ground under a map of spaces: sea, land and lakes as outlines, and countries as tints on them.

Where a map has hexes they are the ground, and cover what lies here. Outlines are made into paths once; there are
dozens of them, and a tile paints those that it meets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from editor.canvas.art.looks import Looks
from editor.canvas.art.renderer import REGIONS, TERRAIN, Layer, Patch, Place, PointedHexside, Shown
from editor.canvas.art.shape_art import Bands, Depths, Relief, Strokes, border_lines
from editor.geometry.contours import Area, area_of
from editor.geometry.lattice import Box
from engine.definitions.plan import MapPlan, ShapePlan

_PEN = 0.3
"""How far the edge of a shape may paint beyond it."""


class ShapeRenderer:
    """The renderer of shapes."""

    def __init__(self, plan: MapPlan, looks: Looks) -> None:
        self.plan = plan
        self.looks = looks
        self._drawn: dict[str, tuple[ShapePlan, QPainterPath, Box]] = {}
        self._areas: dict[str, Area] = {}
        self._ground: dict[str, Depths | Relief | None] = {}
        self._bands: dict[str, tuple[str, Bands]] = {}
        self._edges: dict[str, Strokes] = {}
        self._borders: Strokes | None = None

    def bounds(self) -> Box | None:
        box: Box | None = None
        for _, _, part in self._shapes():
            box = part if box is None else box.united(part)
        return box

    def key_at(self, x: float, y: float) -> str | None:
        return None

    def side_at(self, x: float, y: float) -> PointedHexside | None:
        return None

    def place(self, key: str) -> Place | None:
        return None

    def outline(self, key: str) -> QPainterPath | None:
        return None

    def changed(self, ids: Iterable[str]) -> list[Box]:
        """These came, went or changed; gives where they were and are, with the pens of their edges."""
        found = []
        self._ground.clear()
        self._borders = None
        for name in ids:
            self._areas.pop(name, None)
            self._edges.pop(name, None)
            self._bands.pop(name, None)
            drawn, shape = self._drawn.pop(name, None), self.plan.shapes.get(name)
            if drawn is not None:
                found.append(drawn[2].grown(_PEN + self._reach))
            if shape is not None:
                found.append(_box(shape).grown(_PEN + self._reach))
        return found

    def part(self, layer: Layer) -> str:
        return REGIONS if layer is Layer.TINTS else TERRAIN

    def is_water(self, x: float, y: float) -> bool:
        """Whether the uppermost ground at a point is water."""
        found = False
        for shape, path, _ in self._shapes():
            if shape.terrain and path.contains(QPointF(x, y)):
                found = self.looks.terrain(shape.terrain).is_water
        return found

    def paint(self, painter: QPainter, patch: Patch, layer: Layer, shown: Shown) -> None:
        if layer is Layer.GROUND:
            self._paint_ground(painter, patch)
        elif layer is Layer.TINTS and shown.regions:
            self._paint_tints(painter, patch)

    def _paint_ground(self, painter: QPainter, patch: Patch) -> None:
        """What lies on ground of the other sort has a shore; what lies on ground of its own sort is relief."""
        coast = self.looks.style.coast
        for shape, path, box in self._shapes():
            if not shape.terrain or not box.grown(self._reach).meets(patch.box):
                continue
            look, art = self.looks.terrain(shape.terrain), self._ground_art(shape)
            if isinstance(art, Relief):
                art.paint(painter, patch)
                continue
            if art is not None and not look.is_water:
                art.paint(painter, patch)
            painter.fillPath(path, look.colour)
            if art is not None and look.is_water:
                art.paint(painter, patch)
            if shape.level:
                pen = QPen(QColor(coast.colour), max(coast.width, 0.7 / patch.scale))
                self._edge(shape).paint(painter, patch, pen)

    def _paint_tints(self, painter: QPainter, patch: Patch) -> None:
        style, is_any = self.looks.style.regions, False
        for shape, path, box in self._shapes():
            region = self.plan.regions.get(shape.region)
            if region is None or not region.colour or not box.meets(patch.box):
                continue
            is_any = True
            bands = self._bands.get(shape.id)
            if bands is None or bands[0] != region.colour:
                bands = region.colour, Bands(self._area(shape), path, self.looks, region.colour, self._frame())
                self._bands[shape.id] = bands
            bands[1].paint(painter)
        if is_any:
            width = max(style.width * 0.6, 0.9 / patch.scale)
            border = QColor(style.border)
            border.setAlphaF(style.edge)
            self._border_lines().paint(painter, patch, QPen(border, width))

    # What is made of the shapes once

    @property
    def _reach(self) -> float:
        """How far from its outline a shape is drawn."""
        return max(self.looks.style.coast.depths, default=0.0)

    def _ground_art(self, shape: ShapePlan) -> Depths | Relief | None:
        if shape.id not in self._ground:
            self._ground[shape.id] = self._new_ground_art(shape)
        return self._ground[shape.id]

    def _new_ground_art(self, shape: ShapePlan) -> Depths | Relief | None:
        below = self._below(shape)
        if below is None:
            return None
        look, under = self.looks.terrain(shape.terrain), self.looks.terrain(below.terrain)
        if look.is_water == under.is_water:
            return None if look.is_water else Relief(self._area(shape), self.looks, look)
        if look.is_water:
            return Depths(self._area(shape), None, self.looks, look)
        return Depths(self._area(shape), self._area(below), self.looks, under)

    def _below(self, shape: ShapePlan) -> ShapePlan | None:
        """The uppermost ground beneath a shape, at most of its corners."""
        found: Counter[str] = Counter()
        lower = [each for each, _, _ in self._shapes() if each.terrain]
        lower = lower[: lower.index(shape)]
        corners = [point for ring in shape.rings for point in ring][:: max(1, len(shape.rings[0]) // 8)][:24]
        for corner in corners:
            at = QPointF(*corner)
            under = next((each.id for each in reversed(lower) if self._drawn[each.id][1].contains(at)), None)
            if under is not None:
                found[under] += 1
        return self.plan.shapes[found.most_common(1)[0][0]] if found else None

    def _edge(self, shape: ShapePlan) -> Strokes:
        if shape.id not in self._edges:
            self._edges[shape.id] = Strokes(np.array((*ring, ring[0])) for ring in shape.rings)
        return self._edges[shape.id]

    def _area(self, shape: ShapePlan) -> Area:
        if shape.id not in self._areas:
            self._areas[shape.id] = area_of(shape.rings)
        return self._areas[shape.id]

    def _frame(self) -> Area | None:
        """The lowest ground, where the map ends."""
        lowest = next((shape for shape, _, _ in self._shapes() if shape.terrain), None)
        return self._area(lowest) if lowest is not None else None

    def _border_lines(self) -> Strokes:
        if self._borders is None:
            countries = [self._area(shape) for shape, _, _ in self._shapes() if shape.region]
            coasts = [
                self._area(shape)
                for shape, _, _ in self._shapes()
                if shape.terrain and (not shape.level or isinstance(self._ground_art(shape), Depths))
            ]
            self._borders = border_lines(countries, coasts)
        return self._borders

    def _shapes(self) -> Iterator[tuple[ShapePlan, QPainterPath, Box]]:
        """The shapes with their paths, those below first."""
        for shape in sorted(self.plan.shapes.values(), key=lambda shape: (shape.level, shape.id)):
            drawn = self._drawn.get(shape.id)
            if drawn is None or drawn[0] is not shape:
                drawn = self._drawn[shape.id] = (shape, _path(shape), _box(shape))
            yield drawn


def _path(shape: ShapePlan) -> QPainterPath:
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.OddEvenFill)
    for ring in shape.rings:
        path.addPolygon(QPolygonF([QPointF(*point) for point in ring]))
        path.closeSubpath()
    return path


def _box(shape: ShapePlan) -> Box:
    across = [x for ring in shape.rings for x, _ in ring]
    down = [y for ring in shape.rings for _, y in ring]
    return Box(min(across), min(down), max(across), max(down))
