"""What is chosen or in the hand: the only counters and hexes that are items of their own.

The halo follows the edge of the chosen location and of the chosen counters; a lifted counter follows the mouse, a
little larger than those on the map and with a longer shadow.
"""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from editor.canvas.counters.counter_face import CounterFaces, face_of, margin_of
from editor.canvas.counters.counter_picture import CounterPicture
from editor.geometry.lattice import Box

_REACH = 0.3


class SelectionItem(QGraphicsItem):
    """A halo around one location and any number of counters."""

    def __init__(self, colour: str) -> None:
        super().__init__()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(20)
        self._colour = QColor(colour)
        self._edge = QPainterPath()
        self._counters = QPainterPath()

    def show_around(self, edge: QPainterPath | None, counters: Iterable[Box] = ()) -> None:
        """Put the halo around this edge and these counters; neither means no halo."""
        self.prepareGeometryChange()
        self._edge = edge or QPainterPath()
        self._counters = QPainterPath()
        for box in counters:
            corner = box.width * 0.11
            self._counters.addRoundedRect(QRectF(box.left, box.top, box.width, box.height), corner, corner)
        self.update()

    def set_colour(self, colour: str) -> None:
        """Another style."""
        self._colour = QColor(colour)
        self.update()

    def boundingRect(self) -> QRectF:
        return (
            self._edge.boundingRect().united(self._counters.boundingRect()).adjusted(-_REACH, -_REACH, _REACH, _REACH)
        )

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        unit = 1 / painter.worldTransform().m11()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for width, opacity in ((0.22, 0.22), (0.14, 0.35), (0.07, 1.0)):
            colour = QColor(self._colour)
            colour.setAlphaF(opacity)
            pen = QPen(colour, min(max(width, width * 24 * unit), _REACH * 2))
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.strokePath(self._edge, pen)
            painter.strokePath(self._counters, pen)


class LiftedCounter(QGraphicsItem):
    """One counter in the hand; its position is the middle of the counter, on the map plane."""

    def __init__(self, picture: CounterPicture, size: float, faces: CounterFaces) -> None:
        super().__init__()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(30)
        self.picture = picture
        self._size = size * 1.08
        self._faces = faces

    def boundingRect(self) -> QRectF:
        half = self._size * 0.7
        return QRectF(-half, -half, half * 2, half * 2)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        ratio = painter.device().devicePixelRatio()
        at = painter.worldTransform().map(QPointF(0, 0)) * ratio
        side = max(12, round(self._size * painter.worldTransform().m11() * ratio))
        pixmap: QPixmap = self._faces.get(face_of(self.picture, side), side)
        painter.save()
        painter.resetTransform()
        painter.scale(1 / ratio, 1 / ratio)
        shade = QColor(self._faces.style.shadow)
        shade.setAlphaF(self._faces.style.shadow_opacity)
        left, top = round(at.x() - side / 2), round(at.y() - side / 2)
        painter.fillRect(left + round(side * 0.1), top + round(side * 0.14), side, side, shade)
        margin = margin_of(side)
        painter.drawPixmap(left - margin, top - margin, pixmap)
        painter.restore()
