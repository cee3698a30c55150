"""A grid that the program found, drawn over its scan before anybody has agreed to it.

Lines have a light casing, so that they are seen on any print. Where the paper is not flat, arrows tell which way it is
bent: from where a flat sheet would have the hex, many times as long as it is off.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from editor.canvas.art.outlines import painter_path, polylines
from editor.canvas.scans.calibration_marks import stroke_cased
from editor.digitise.transforms import Floats

GRID_COLOUR: Final = QColor(214, 0, 147)
"""Signal pink: no printed map has it."""
_CASING: Final = QColor(255, 255, 255, 150)
_ARROW: Final = QColor(20, 20, 20, 220)
_HEAD: Final = 6.0
_SMALLEST: Final = 5.0
"""Pixels of the screen that a hex must have across to be drawn."""


@dataclass(frozen=True, slots=True)
class ProposedGrid:
    """Rims of hexes and arrows, in units of the plane they are drawn on."""

    rims: Floats
    """Hex, corner, and x and y."""
    arrows: Floats
    """Arrow, its two ends, and x and y."""


class ProposalItem(QGraphicsItem):
    """Shows one proposed grid, or none."""

    def __init__(self, z: float) -> None:
        super().__init__()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(z)
        self.grid: ProposedGrid | None = None
        self._path = QPainterPath()
        self._across = 0.0
        self._reach = QRectF()
        self.hide()

    def show_grid(self, grid: ProposedGrid | None) -> None:
        """Draw another grid, or none."""
        self.prepareGeometryChange()
        self.grid = grid
        self._path, self._reach = QPainterPath(), QRectF()
        if grid is not None and len(grid.rims):
            self._path = painter_path(polylines(grid.rims, closed=True))
            self._reach = self._path.boundingRect().adjusted(-1, -1, 1, 1)
            self._across = float(np.median(np.ptp(grid.rims[..., 0], axis=1)))
        self.setVisible(grid is not None)
        self.update()

    def boundingRect(self) -> QRectF:
        return self._reach

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if self.grid is None:
            return
        scale = painter.worldTransform().m11()
        if self._across * scale >= _SMALLEST:
            stroke_cased(painter, self._path, scale, GRID_COLOUR, _CASING)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for start, end in self.grid.arrows.tolist():
            _paint_arrow(painter, QPointF(*start), QPointF(*end), scale)


def _paint_arrow(painter: QPainter, start: QPointF, end: QPointF, scale: float) -> None:
    along = end - start
    length = (along.x() ** 2 + along.y() ** 2) ** 0.5
    if length * scale < 2.0:
        return
    unit = along / length
    across = QPointF(-unit.y(), unit.x())
    back = end - unit * (_HEAD / scale)
    path = QPainterPath(start)
    path.lineTo(end)
    for side in (0.5, -0.5):
        path.moveTo(end)
        path.lineTo(back + across * (side * _HEAD / scale))
    for colour, width in ((_CASING, 4.0), (_ARROW, 1.8)):
        pen = QPen(colour, width)
        pen.setCosmetic(True)
        painter.strokePath(path, pen)
