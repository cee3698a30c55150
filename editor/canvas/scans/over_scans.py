"""What lies over scans: the grid, and everything else that the map draws on its ground.

The map below is painted whole, as ever; where scans cover it, its lines and letters are laid on them once more. The
grid has dark lines in a light casing there, because that of a style is made for the ground of that style.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPolygonF

from editor.canvas.art.map_picture import MapPicture
from editor.canvas.art.renderer import Patch, Portion
from editor.canvas.scans.calibration_marks import GridShown, hexes_in, hexsides_path, stroke_cased
from editor.canvas.tiles.map_item import MapItem
from editor.geometry.lattice import Box
from engine.definitions.plan import Point

MEMORY: Final = 48 * 1024 * 1024
_CASED_FROM: Final = 18.0
_DRAWN_FROM: Final = 9.0
"""Pixels of a hex circumradius from which the grid has a casing, and from which it is drawn at all."""
_WIDEST: Final = 8_192
_LINE: Final = QColor(29, 26, 20, 215)
_CASING: Final = QColor(255, 255, 255, 110)


class OverPicture:
    """The ink of a map inside the outlines of scans."""

    def __init__(self, map_picture: Callable[[], MapPicture]) -> None:
        self._map = map_picture
        self.grids: tuple[GridShown, ...] = ()
        self.areas: tuple[tuple[Point, ...], ...] = ()
        self._clip = QPainterPath()
        self.signal: QColor | None = None
        """One colour for everything that is drawn, where that is wanted."""

    @property
    def covered(self) -> QPainterPath:
        """Where scans are."""
        return self._clip

    def redraw(self, grids: Sequence[GridShown], areas: Sequence[Sequence[Point]]) -> bool:
        """Draw these sheets inside these outlines; False when that is what is drawn already."""
        new = tuple(grids), tuple(tuple(area) for area in areas)
        if new == (self.grids, self.areas):
            return False
        self.grids, self.areas = new
        self._clip = QPainterPath()
        self._clip.setFillRule(Qt.FillRule.WindingFill)
        for area in self.areas:
            self._clip.addPolygon(QPolygonF([QPointF(*point) for point in (*area, *area[:1])]))
        return True

    @property
    def bounds(self) -> Box:
        """Where scans and map are both."""
        box, paper = self._clip.boundingRect(), self._map().bounds
        left, top = max(box.left(), paper.left), max(box.top(), paper.top)
        return Box(left, top, max(left, min(box.right(), paper.right)), max(top, min(box.bottom(), paper.bottom)))

    @property
    def paper(self) -> QColor:
        return QColor(Qt.GlobalColor.transparent)

    def paint(self, painter: QPainter, patch: Patch) -> None:
        painter.save()
        try:
            painter.setClipPath(self._clip, Qt.ClipOperation.IntersectClip)
            for grid in self.grids:
                _paint_grid(painter, grid, patch)
            if self.signal is None:
                self._map().paint(painter, patch.of(Portion.INK))
            else:
                self._paint_signal(painter, patch, self.signal)
        finally:
            painter.restore()

    def _paint_signal(self, painter: QPainter, patch: Patch, colour: QColor) -> None:
        """All ink in one colour, whatever colours the style gives it."""
        box = patch.box
        width, height = math.ceil(box.width * patch.scale), math.ceil(box.height * patch.scale)
        if not (0 < width <= _WIDEST and 0 < height <= _WIDEST):
            self._map().paint(painter, patch.of(Portion.INK))
            return
        image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        ink = QPainter(image)
        try:
            ink.setRenderHints(painter.renderHints())
            ink.scale(patch.scale, patch.scale)
            ink.translate(-box.left, -box.top)
            self._map().paint(ink, patch.of(Portion.INK))
            ink.resetTransform()
            ink.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
            ink.fillRect(image.rect(), colour)
        finally:
            ink.end()
        painter.drawImage(QRectF(box.left, box.top, width / patch.scale, height / patch.scale), image)


def _paint_grid(painter: QPainter, grid: GridShown, patch: Patch) -> None:
    radius = patch.scale * grid.numbering.scale
    if radius < _DRAWN_FROM:
        return
    cells = hexes_in(grid, patch.box.grown(grid.numbering.scale), patch.scale)
    if not len(cells):
        return
    casing = _CASING if radius >= _CASED_FROM else None
    stroke_cased(painter, hexsides_path(grid, cells), patch.scale, _LINE, casing)


class OverScans(MapItem):
    """Shows the ink of the map over scans."""

    def __init__(self, map_picture: Callable[[], MapPicture]) -> None:
        self.over = OverPicture(map_picture)
        self._is_away = False
        super().__init__(self.over, MEMORY, see_through=True)
        self.hide()

    def lay(self, grids: Sequence[GridShown], areas: Sequence[Sequence[Point]]) -> None:
        """Draw these sheets inside these outlines."""
        if self.over.redraw(grids, areas):
            self.renew()
        self.setVisible(bool(areas) and not self._is_away)

    @property
    def covered(self) -> QPainterPath:
        """Where scans are."""
        return self.over.covered

    def lies_at(self, box: QRectF) -> bool:
        """Whether the ink of the map is laid once more somewhere in a box."""
        return self.isVisible() and self.over.covered.intersects(box)

    def set_signal(self, colour: QColor | None) -> None:
        """Draw everything in one colour, or as the style has it."""
        self.over.signal = colour
        self.renew()

    def set_away(self, on: bool) -> None:
        """Show nothing for a while."""
        self._is_away = on
        self.setVisible(bool(self.over.areas) and not on)
