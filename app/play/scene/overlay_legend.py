"""The legend of the overlays, small and in a corner of the map: what each colour and hatching means.

It stands over the map and takes no mouse. Without an overlay there is no legend.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QWidget

from app.play.scene.overlay_layer import OverlayInk, hatch_pixmap
from editor.canvas.paint_guard import guarded_event

_EDGE, _SWATCH, _GAP = 8, 14, 6
_WIDEST = 300


@dataclass(frozen=True, slots=True)
class LegendRow:
    """A heading, an area with its ink, or a plain sentence."""

    words: str
    ink: OverlayInk | None = None
    is_heading: bool = False


class OverlayLegend(QWidget):
    """Rows of a legend, at the lower left of the map."""

    def __init__(self, over: QWidget) -> None:
        super().__init__(over)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._rows: tuple[LegendRow, ...] = ()
        over.installEventFilter(self)
        self.hide()

    @property
    def rows(self) -> tuple[LegendRow, ...]:
        return self._rows

    def show_rows(self, rows: tuple[LegendRow, ...]) -> None:
        """Say this; nothing hides it."""
        if rows != self._rows:
            self._rows = rows
            self.setAccessibleName(self.tr("Legend: {0}").format("; ".join(row.words for row in rows)))
            self.resize(self.sizeHint())
            self._settle()
            self.update()
        self.setVisible(bool(rows))
        self.raise_()

    def sizeHint(self) -> QSize:
        wide = max((self._width(row) for row in self._rows), default=0)
        return QSize(min(_WIDEST, wide) + 2 * _EDGE, len(self._rows) * self._line() + 2 * _EDGE - 2)

    def _line(self) -> int:
        return QFontMetrics(self._font()).height() + 3

    def _font(self, *, bold: bool = False) -> QFont:
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * 0.9)
        font.setBold(bold)
        return font

    def _width(self, row: LegendRow) -> int:
        letters = QFontMetrics(self._font(bold=row.is_heading)).horizontalAdvance(row.words)
        return letters + (0 if row.ink is None else _SWATCH + _GAP) + 2

    def _settle(self) -> None:
        over = self.parentWidget()
        if over is not None:
            self.move(_EDGE, over.height() - self.height() - _EDGE - 12)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._settle()
        return super().eventFilter(watched, event)

    @guarded_event
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = QColor(self.palette().color(QPalette.ColorRole.Base))
        ground.setAlphaF(0.93)
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Dark), 1))
        painter.setBrush(ground)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
        letters = self.palette().color(QPalette.ColorRole.Text)
        line, top = self._line(), _EDGE - 1
        for row in self._rows:
            left = _EDGE
            if row.ink is not None:
                self._paint_swatch(painter, row.ink, QRectF(left, top + (line - _SWATCH) / 2, _SWATCH, _SWATCH))
                left += _SWATCH + _GAP
            painter.setFont(self._font(bold=row.is_heading))
            painter.setPen(letters)
            room = self.width() - left - _EDGE + 2
            words = painter.fontMetrics().elidedText(row.words, Qt.TextElideMode.ElideRight, room)
            painter.drawText(QRectF(left, top, room, line), Qt.AlignmentFlag.AlignVCenter, words)
            top += line

    def _paint_swatch(self, painter: QPainter, ink: OverlayInk, room: QRectF) -> None:
        colour = QColor(ink.colour)
        painter.setPen(QPen(colour, 1))
        if ink.hatching:
            painter.setBrush(QBrush(hatch_pixmap(ink)))
        else:
            colour.setAlphaF(min(1.0, ink.strength + 0.15))
            painter.setBrush(colour)
        painter.drawRect(room.adjusted(0.5, 0.5, -0.5, -0.5))
