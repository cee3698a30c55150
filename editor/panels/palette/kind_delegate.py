"""How a kind is drawn in the palette: its swatch with the name below, or, for lines and search results, beside it.

The key that picks it stands in a corner; a small mark tells the designer's own kinds from the ruleset's.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPalette, QPen, QTextLayout, QTextOption
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from editor.panels.palette.kinds_model import KIND, Kind
from editor.panels.palette.swatch_pictures import SwatchPictures, size_of

_ROW: Final = 46
_TILE_HEIGHT: Final = 82
_AIR: Final = 6
_SMALLER: Final = 0.92
"""Names are a little smaller than the rest of the program."""


class KindDelegate(QStyledItemDelegate):
    """Paints kinds as tiles or as rows."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.pictures: SwatchPictures | None = None
        self.is_tiled = True
        self.width = 84
        """How wide a tile, or a row, is."""
        self.is_in_hand = True
        """Whether a stroke lays the kind that is chosen; else it is only the one that will be taken up first."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(self.width, _TILE_HEIGHT if self.is_tiled else _ROW)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        kind: Kind = index.data(KIND)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen, waits = chosen and self.is_in_hand, chosen and not self.is_in_hand
        _paint_ground(painter, option, chosen=chosen, hovered=hovered, dotted=(focused or waits) and not chosen)
        if self.is_tiled:
            self._paint_tile(painter, option.rect, option.palette, kind)
        else:
            self._paint_row(painter, option.rect, option.palette, kind)
        painter.restore()

    def _paint_tile(self, painter: QPainter, room: QRect, colours: QPalette, kind: Kind) -> None:
        size = size_of(kind.group)
        left, top = room.left() + (room.width() - size.width()) // 2, room.top() + _AIR
        self._paint_swatch(painter, kind, left, top)
        if kind.number:
            _paint_number(painter, colours, kind.number, QPointF(room.left() + 12, room.top() + 12))
        words = QRect(
            room.left() + 3, top + size.height() + 2, room.width() - 6, room.bottom() - top - size.height() - 2
        )
        _paint_words(painter, words, kind.name, colours, lines=2, middle=True)
        if kind.is_own:
            _paint_mark(painter, colours, QPointF(room.right() - 10, room.top() + 11))

    def _paint_row(self, painter: QPainter, room: QRect, colours: QPalette, kind: Kind) -> None:
        size = size_of(kind.group)
        left = room.left() + _AIR + 16
        self._paint_swatch(painter, kind, left, room.top() + (room.height() - size.height()) // 2)
        if kind.number:
            _paint_number(painter, colours, kind.number, QPointF(room.left() + 12, room.center().y() + 0.5))
        start = left + size.width() + 10
        words = QRect(start, room.top(), room.right() - start - 16, room.height())
        if kind.detail:
            _paint_detail(painter, words, kind, colours)
        else:
            _paint_words(painter, words, kind.name, colours, lines=2, middle=False)
        if kind.is_own:
            _paint_mark(painter, colours, QPointF(room.right() - 11, room.center().y() + 0.5))

    def _paint_swatch(self, painter: QPainter, kind: Kind, left: int, top: int) -> None:
        if self.pictures is not None:
            ratio = painter.device().devicePixelRatio()
            painter.drawPixmap(left, top, self.pictures.get(kind.group, kind.id, ratio))


def _paint_ground(
    painter: QPainter, option: QStyleOptionViewItem, *, chosen: bool, hovered: bool, dotted: bool
) -> None:
    frame = QRectF(option.rect).adjusted(1.5, 1.5, -1.5, -1.5)
    accent = option.palette.color(QPalette.ColorRole.Highlight)
    if chosen or hovered:
        wash = QColor(accent)
        wash.setAlphaF(0.22 if chosen else 0.10)
        painter.setPen(QPen(accent, 1.6) if chosen else Qt.PenStyle.NoPen)
        painter.setBrush(wash)
        painter.drawRoundedRect(frame, 5, 5)
    if dotted:
        painter.setPen(QPen(accent, 1, Qt.PenStyle.DotLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(frame, 5, 5)


def _paint_number(painter: QPainter, colours: QPalette, number: int, at: QPointF) -> None:
    painter.save()
    font = QFont(painter.font())
    font.setPointSizeF(font.pointSizeF() * 0.8)
    painter.setFont(font)
    painter.setPen(colours.color(QPalette.ColorRole.PlaceholderText))
    painter.drawText(QRectF(at.x() - 8, at.y() - 8, 16, 16), Qt.AlignmentFlag.AlignCenter, str(number))
    painter.restore()


def _paint_detail(painter: QPainter, room: QRect, kind: Kind, colours: QPalette) -> None:
    """A name, and below it, fainter, where it belongs."""
    metrics = painter.fontMetrics()
    height = metrics.lineSpacing()
    top = room.top() + (room.height() - 2 * height) // 2
    for number, (text, role) in enumerate(
        ((kind.name, QPalette.ColorRole.Text), (kind.detail, QPalette.ColorRole.PlaceholderText))
    ):
        painter.setPen(colours.color(role))
        line = QRect(room.left(), top + number * height, room.width(), height)
        painter.drawText(
            line, Qt.AlignmentFlag.AlignLeft, metrics.elidedText(text, Qt.TextElideMode.ElideRight, room.width())
        )


def _paint_mark(painter: QPainter, colours: QPalette, at: QPointF) -> None:
    """A dot: this kind is the designer's."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colours.color(QPalette.ColorRole.Highlight))
    painter.drawEllipse(at, 3.0, 3.0)


def _paint_words(painter: QPainter, room: QRect, text: str, colours: QPalette, *, lines: int, middle: bool) -> None:
    """A name in at most so many lines; what does not fit ends in dots."""
    font = QFont(painter.font())
    font.setPointSizeF(max(font.pointSizeF() * _SMALLER, 7.0))
    painter.setFont(font)
    painter.setPen(colours.color(QPalette.ColorRole.Text))
    metrics = painter.fontMetrics()
    layout = QTextLayout(text, font)
    option = QTextOption(Qt.AlignmentFlag.AlignLeft)
    option.setWrapMode(QTextOption.WrapMode.WordWrap)
    layout.setTextOption(option)
    layout.beginLayout()
    rows: list[str] = []
    while len(rows) < lines:
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(room.width())
        rest = text[line.textStart() :]
        whole = text[line.textStart() : line.textStart() + line.textLength()].strip()
        is_last = len(rows) == lines - 1
        rows.append(metrics.elidedText(rest if is_last else whole, Qt.TextElideMode.ElideRight, room.width()))
    layout.endLayout()
    height = metrics.lineSpacing()
    top = room.top() if middle else room.top() + (room.height() - height * len(rows)) // 2
    align = Qt.AlignmentFlag.AlignHCenter if middle else Qt.AlignmentFlag.AlignLeft
    for number, row in enumerate(rows):
        painter.drawText(QRect(room.left(), top + number * height, room.width(), height), align, row)
