"""Signs above the counters: what can be and will be attacked, where units may fall back or follow to, the keys' cursor.

An attack is told by its sign as well as by its colour, so that it is seen by those who do not see red.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from app.play.scene.menu_marks import MarkLayer
from editor.canvas.canvas import MapCanvas

_RED = "#b3261e"
_BLUE = "#123f73"
_HEAD = 0.26
"""How long the head of an arrow is."""
_BESIDE = 0.5
"""How far before the middle of its target the arrow of an announced attack ends, so that the counters can be read."""
_STOUT = 1.5
"""How much stouter it is than others, since there is little room between two stacks."""


class TargetSignLayer(MarkLayer):
    """Crossed marks, arrows and the cursor."""

    def __init__(self, canvas: MapCanvas) -> None:
        super().__init__(canvas, 13)
        self.struck: tuple[str, ...] = ()
        self.arrows: tuple[tuple[str, str], ...] = ()
        self.announced: tuple[tuple[str, str], ...] = ()
        self.pointed = ""

    def show_struck(self, keys: Iterable[str]) -> None:
        """Mark the places that can be attacked."""
        before, self.struck = self.struck, tuple(keys)
        if self.struck != before:
            self._renew(self._room_of(before), self._room_of(self.struck))

    def show_arrows(self, arrows: Iterable[tuple[str, str]]) -> None:
        """Draw an arrow from each first place to its second."""
        before, self.arrows = self.arrows, tuple(arrows)
        if self.arrows != before:
            self._renew(*(self._room_of(key for arrow in each for key in arrow) for each in (before, self.arrows)))

    def show_announced(self, arrows: Iterable[tuple[str, str]]) -> None:
        """Draw a red arrow from where each announced attack comes to what it is on."""
        before, self.announced = self.announced, tuple(arrows)
        if self.announced != before:
            self._renew(*(self._room_of(key for arrow in each for key in arrow) for each in (before, self.announced)))

    def show_cursor(self, key: str) -> None:
        """Show where the keys point; an empty key shows nothing."""
        before, self.pointed = self.pointed, key
        if key != before:
            self._renew(*(self._edge_room(each) for each in (before, key) if each))

    def _edge_room(self, key: str) -> QRectF:
        edge = self._canvas.picture.outline(key)
        return edge.boundingRect() if edge is not None else self._room_of((key,))

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        pixel = 1 / painter.worldTransform().m11()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for key in self.struck:
            self._paint_struck(painter, key, pixel)
        for arrow in self.announced:
            self._paint_arrow(painter, arrow, pixel, _RED, short_of=_BESIDE, stout=_STOUT)
        for arrow in self.arrows:
            self._paint_arrow(painter, arrow, pixel, _BLUE)
        if self.pointed:
            self._paint_cursor(painter, pixel)

    def _paint_struck(self, painter: QPainter, key: str, pixel: float) -> None:
        """Two crossed blades on a disc, on the edge of the counters where nothing is printed, clear of the name."""
        place = self._canvas.picture.place(key)
        if place is None:
            return
        radius = max(0.21, 6 * pixel)
        half = max(place.size, place.least * pixel) / 2
        middle = QPointF(place.x - half - radius * 0.45, place.y + half * 0.2)
        painter.setPen(QPen(QColor("white"), max(0.035, pixel)))
        painter.setBrush(QColor(_RED))
        painter.drawEllipse(middle, radius, radius)
        blade, hilt = radius * 0.58, radius * 0.24
        painter.setPen(QPen(QColor("white"), max(0.06, 1.6 * pixel), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        for way in (1, -1):
            painter.drawLine(middle + QPointF(-blade * way, blade), middle + QPointF(blade * way, -blade))
            at = middle + QPointF(-blade * way * 0.5, blade * 0.5)
            painter.drawLine(at + QPointF(-hilt * way, -hilt), at + QPointF(hilt * way, hilt))

    def _paint_arrow(
        self,
        painter: QPainter,
        arrow: tuple[str, str],
        pixel: float,
        ink: str,
        *,
        short_of: float = 0.0,
        stout: float = 1.0,
    ) -> None:
        """From the edge of a counter to the middle of a place, or to a little before it."""
        one, two = map(self._canvas.picture.place, arrow)
        if one is None or two is None:
            return
        x, y = two.x - one.x, two.y - one.y
        far = hypot(x, y)
        if far < 0.01:
            return
        x, y = x / far, y / far
        tail = QPointF(one.x + x * min(0.5, far * 0.3), one.y + y * min(0.5, far * 0.3))
        tip = QPointF(two.x, two.y) - QPointF(x, y) * min(short_of, far * 0.4)
        head = max(_HEAD * stout, 7 * pixel)
        neck = QPointF(tip.x() - x * head, tip.y() - y * head)
        wings = QPolygonF(
            [
                tip,
                neck + QPointF(-y, x) * head * 0.6,
                neck + QPointF(x, y) * head * 0.2,
                neck - QPointF(-y, x) * head * 0.6,
            ]
        )
        width = max(0.11 * stout, 2.4 * pixel)
        cap, join = Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
        for colour, wide in ((QColor(255, 255, 255, 220), width + max(0.07, 2 * pixel)), (QColor(ink), width)):
            painter.setPen(QPen(colour, wide, Qt.PenStyle.SolidLine, cap, join))
            painter.setBrush(colour)
            painter.drawLine(tail, neck)
            painter.setPen(QPen(colour, wide - width * 0.9, Qt.PenStyle.SolidLine, cap, join))
            painter.drawPolygon(wings)

    def _paint_cursor(self, painter: QPainter, pixel: float) -> None:
        """The edge of the place, light and dark, so that it shows on any ground."""
        place = self._canvas.picture.place(self.pointed)
        edge = self._canvas.picture.outline(self.pointed)
        if edge is None and place is not None:
            edge = QPainterPath()
            edge.addEllipse(QRectF(place.x - 0.5, place.y - 0.5, 1, 1))
        if edge is None:
            return
        width = max(0.09, 2.5 * pixel)
        join = Qt.PenJoinStyle.RoundJoin
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.strokePath(
            edge, QPen(QColor("white"), width * 1.9, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, join)
        )
        dark = QPen(QColor("#101418"), width, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.FlatCap, join)
        dark.setDashPattern([2.2, 1.1])
        painter.strokePath(edge, dark)
