"""Notes on the map as small flags, as large at any zoom; close enough, their first words stand beside them."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, qGray
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.play.games.map_notes import MapNote
from editor.canvas.art.words.lettering import FAMILY
from editor.canvas.canvas import MapCanvas

_HEIGHT = 14
_POLE, _WIDE, _TALL = 24.0, 16.0, 11.0
_READABLE = 26.0
"""With hexes of fewer pixels from the middle to a corner there is no room for words."""
_LONGEST = 150.0
_BRIGHT = 140
"""On a ground as bright as this letters are dark."""


class NoteFlags(QGraphicsItem):
    """All flags; it takes no mouse."""

    def __init__(self, canvas: MapCanvas) -> None:
        super().__init__()
        self._canvas = canvas
        self.notes: tuple[MapNote, ...] = ()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(_HEIGHT)
        self.setVisible(False)

    def show_notes(self, notes: Iterable[MapNote]) -> None:
        """Fly exactly these."""
        self.prepareGeometryChange()
        self.notes = tuple(notes)
        self.setVisible(bool(self.notes))
        self.update()

    def boundingRect(self) -> QRectF:
        box = self._canvas.picture.bounds.grown(8)
        return QRectF(box.left, box.top, box.width, box.height)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        transform = painter.worldTransform()
        painter.save()
        painter.resetTransform()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        raised: dict[str, int] = {}
        for note in self.notes:
            place = self._canvas.picture.place(note.place)
            if place is not None:
                number = raised[note.place] = raised.get(note.place, -1) + 1
                foot = transform.map(QPointF(place.x + 0.42, place.y - 0.18))
                self._paint_flag(painter, foot + QPointF(number * 6.0, -number * 13.0), note, transform.m11())
        painter.restore()

    def _paint_flag(self, painter: QPainter, foot: QPointF, note: MapNote, scale: float) -> None:
        top = foot - QPointF(0, _POLE)
        painter.setPen(QPen(QColor("#ffffff"), 4.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLine(foot, top)
        painter.setPen(QPen(QColor("#2b2519"), 2.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLine(foot, top)
        if scale >= _READABLE and note.text:
            self._paint_words(painter, top, note)
            return
        pennant = QPainterPath(top)
        pennant.lineTo(top + QPointF(_WIDE, _TALL / 2))
        pennant.lineTo(top + QPointF(0, _TALL))
        pennant.closeSubpath()
        painter.setPen(QPen(QColor("#2b2519"), 1.0))
        painter.setBrush(QColor(note.colour))
        painter.drawPath(pennant)

    def _paint_words(self, painter: QPainter, top: QPointF, note: MapNote) -> None:
        font = QFont(FAMILY)
        font.setPixelSize(11)
        font.setBold(True)
        metrics = QFontMetricsF(font)
        words = metrics.elidedText(note.text, Qt.TextElideMode.ElideRight, _LONGEST)
        cloth = QRectF(top.x(), top.y(), metrics.horizontalAdvance(words) + 10, metrics.height() + 3)
        painter.setPen(QPen(QColor("#2b2519"), 1.0))
        painter.setBrush(QColor(note.colour))
        painter.drawRoundedRect(cloth, 2, 2)
        painter.setPen(QColor("#1c1608") if qGray(QColor(note.colour).rgb()) > _BRIGHT else QColor("#ffffff"))
        painter.setFont(font)
        painter.drawText(cloth, Qt.AlignmentFlag.AlignCenter, words)
