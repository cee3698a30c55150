"""Hexes tinted over the map: what is proposed for them, or that they are not done yet.

One item for all of it, a path a colour. What is doubtful is hatched, so that it is told by more than its shade.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget


@dataclass(frozen=True, slots=True)
class TintPart:
    """Hexes in one colour."""

    colour: QColor
    path: QPainterPath
    is_hatched: bool = False


class TintItem(QGraphicsItem):
    """Shows tints, or nothing."""

    def __init__(self, z: float) -> None:
        super().__init__()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(z)
        self.parts: tuple[TintPart, ...] = ()
        self._reach = QRectF()
        self.hide()

    def show_parts(self, parts: Sequence[TintPart]) -> None:
        """Tint these, and nothing else."""
        self.prepareGeometryChange()
        self.parts = tuple(part for part in parts if not part.path.isEmpty())
        self._reach = QRectF()
        for part in self.parts:
            self._reach = self._reach.united(part.path.boundingRect())
        self.setVisible(bool(self.parts))
        self.update()

    def boundingRect(self) -> QRectF:
        return self._reach

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        scale = painter.worldTransform().m11()
        for part in self.parts:
            painter.fillPath(part.path, part.colour)
            if part.is_hatched:
                hatching = QBrush(QColor(20, 20, 20, 150), Qt.BrushStyle.BDiagPattern)
                hatching.setTransform(QTransform.fromScale(1 / scale, 1 / scale))
                painter.fillPath(part.path, hatching)
                edge = QPen(QColor(20, 20, 20, 160), 1.0)
                edge.setCosmetic(True)
                painter.strokePath(part.path, edge)
