"""Draws the ground under a map of spaces: sea, land and lakes as outlines, and countries as tints on them.

Where a map has hexes they are the ground, and cover what lies here. Outlines are made into paths once; there are
dozens of them, and a tile paints those that it meets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from editor.canvas.art.looks import Looks
from editor.canvas.art.renderer import REGIONS, TERRAIN, Hexside, Layer, Patch, Place, Shown
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

    def bounds(self) -> Box | None:
        box: Box | None = None
        for _, _, part in self._shapes():
            box = part if box is None else box.united(part)
        return box

    def key_at(self, x: float, y: float) -> str | None:
        return None

    def side_at(self, x: float, y: float) -> Hexside | None:
        return None

    def place(self, key: str) -> Place | None:
        return None

    def outline(self, key: str) -> QPainterPath | None:
        return None

    def changed(self, ids: Iterable[str]) -> list[Box]:
        """These came, went or changed; gives where they were and are, with the pens of their edges."""
        found = []
        for name in ids:
            drawn, shape = self._drawn.pop(name, None), self.plan.shapes.get(name)
            if drawn is not None:
                found.append(drawn[2].grown(_PEN))
            if shape is not None:
                found.append(_box(shape).grown(_PEN))
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
        """What lies on other ground has a shore."""
        coast = self.looks.style.coast
        for shape, path, box in self._shapes():
            if not shape.terrain or not box.meets(patch.box):
                continue
            painter.fillPath(path, self.looks.terrain(shape.terrain).colour)
            if shape.level:
                painter.strokePath(path, QPen(QColor(coast.colour), max(coast.width, 0.7 / patch.scale)))

    def _paint_tints(self, painter: QPainter, patch: Patch) -> None:
        style = self.looks.style.regions
        for shape, path, box in self._shapes():
            region = self.plan.regions.get(shape.region)
            if region is None or not region.colour or not box.meets(patch.box):
                continue
            tint = self.looks.adapted(region.colour)
            tint.setAlphaF(style.tint)
            painter.fillPath(path, tint)
            edge = self.looks.standing_out(region.colour)
            edge.setAlphaF(style.edge)
            painter.strokePath(path, QPen(edge, max(style.width, 0.8 / patch.scale)))

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
