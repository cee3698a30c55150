"""What the computer advises, on the map: who it would move and where to, in view until something is decided."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from app.play.desk import Desk
from app.play.scene.computer_trails import paint_trail
from app.play.scene.menu_marks import MarkLayer
from engine.core.records import Action

_COLOUR = "#1d9a6c"
_ROUND = 0.85
"""How far a ring lies from the middle of its place, in circumradii, and at least in pixels."""
_LEAST_ROUND = 16.0
_WIDE, _LEAST_WIDE = 0.12, 3.0
_LIGHTER = 0.6
"""How wide the ring is of who should go, of that where to."""


class AdviceMarks(MarkLayer):
    """Rings the places of what was advised, and draws the way of the unit that should go there."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.canvas, 9.3)
        self._desk = desk
        self.ways: tuple[tuple[str, ...], ...] = ()
        """By the keys of their places, which are ringed; from the first of two an arrow leads to the second."""
        desk.computers.advised.connect(self._advised)
        desk.scene.refreshed.connect(lambda _: self._follow())
        desk.scene.ended.connect(lambda: self._show(()))

    def _advised(self) -> None:
        self._follow()
        for way in self.ways[:1]:
            for key in way:
                self._desk.bring_into_view(key)

    def _follow(self) -> None:
        table = self._desk.table
        advice = self._desk.computers.advice_for(table) if table is not None and not table.is_past else None
        self._show(self._ways(advice.action) if advice is not None else ())

    def _ways(self, action: Action) -> tuple[tuple[str, ...], ...]:
        table = self._desk.table
        assert table is not None
        places = tuple(table.board.key(place) for place in action.locations())
        units = (table.view.units[unit].at for unit in action.units() if unit in table.view.units)
        origins = dict.fromkeys(table.board.key(at) for at in units)
        if not origins or not places:
            return tuple((key,) for key in (*origins, *places))
        return tuple((origin, place) if origin != place else (place,) for origin in origins for place in places)

    def _show(self, ways: tuple[tuple[str, ...], ...]) -> None:
        before, self.ways = self.ways, ways
        if before != ways:
            self._renew(*(self._room_of(way) for way in {*before, *ways}))

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        pixel = 1 / painter.worldTransform().m11()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for way in self.ways:
            points = self._points(way)
            if len(points) == 2:
                paint_trail(painter, points, QColor(_COLOUR), pixel)
            for at in points:
                _paint_ring(painter, at, pixel, 1.0 if at == points[-1] else _LIGHTER)


def _paint_ring(painter: QPainter, at: QPointF, pixel: float, strength: float) -> None:
    """A ring with a light edge around a place."""
    far, wide = max(_ROUND, _LEAST_ROUND * pixel), max(_WIDE, _LEAST_WIDE * pixel) * strength
    room = QRectF(at.x() - far, at.y() - far, 2 * far, 2 * far)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, width in ((QColor(255, 255, 255, 200), wide + 2 * pixel), (QColor(_COLOUR), wide)):
        painter.setPen(QPen(colour, width))
        painter.drawEllipse(room)
