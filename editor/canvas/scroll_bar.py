"""The scroll bars of the map, drawn flat.

Each frame of a moving map moves both of them, and the gradients of the usual ones take three times as long to paint as
all the tiles in view. They look much the same, in the colours of the theme.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QEnterEvent, QPainter, QPaintEvent, QPalette, QPolygonF
from PySide6.QtWidgets import QScrollBar, QStyle, QStyleOptionSlider

from editor.canvas.paint_guard import guarded_event

_INSET: Final = 3
_ARROW: Final = 3.5
_FAINT, _NEAR, _HELD = 0.28, 0.42, 0.58
"""How strongly the handle stands out: at rest, under the pointer and while it is dragged."""


class MapScrollBar(QScrollBar):
    """A scroll bar that costs next to nothing to paint."""

    @guarded_event
    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.palette().color(QPalette.ColorRole.Window))
        if self.minimum() < self.maximum():
            handle = self._part(option, QStyle.SubControl.SC_ScrollBarSlider)
            painter.fillRect(handle.adjusted(_INSET, _INSET, -_INSET, -_INSET), self._ink(self._strength))
        is_across = self.orientation() == Qt.Orientation.Horizontal
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._ink(_NEAR))
        for arrow, turn in ((QStyle.SubControl.SC_ScrollBarSubLine, -1), (QStyle.SubControl.SC_ScrollBarAddLine, 1)):
            painter.drawPolygon(_triangle(self._part(option, arrow), turn, is_across=is_across))
        painter.end()

    def _part(self, option: QStyleOptionSlider, part: QStyle.SubControl) -> QRect:
        return self.style().subControlRect(QStyle.ComplexControl.CC_ScrollBar, option, part, self)

    @property
    def _strength(self) -> float:
        if self.isSliderDown():
            return _HELD
        return _NEAR if self.underMouse() else _FAINT

    def _ink(self, strength: float) -> QColor:
        colour = self.palette().color(QPalette.ColorRole.WindowText)
        colour.setAlphaF(strength)
        return colour

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.update()


def _triangle(room: QRect, turn: int, *, is_across: bool) -> QPolygonF:
    """A small arrow in the middle of a button, towards the end the button leads to."""
    middle = QPointF(room.center()) + QPointF(0.5, 0.5)
    points = ((-0.5, -1.0), (-0.5, 1.0), (0.6, 0.0))
    size = _ARROW * turn
    return QPolygonF([middle + (QPointF(a, b) if is_across else QPointF(b, a)) * size for a, b in points])
