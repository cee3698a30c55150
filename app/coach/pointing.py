"""A ring around what a step of a lesson wants used: a hex on the map, a button, a menu. It takes no click away."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QMainWindow, QWidget

from editor.canvas.paint_guard import guarded_event

_ROUND, _WIDE, _AIR = 8.0, 3.0, 3
_INK = QColor("#e0771c")


class Pointing(QWidget):
    """Lies over a whole window and lets everything through."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._window = window
        self.rings: tuple[QRect, ...] = ()
        self.hide()

    def point_at(self, rings: Sequence[QRect]) -> None:
        """Draw rings around these parts of the window; none hides them."""
        found = tuple(rings)
        if found == self.rings and self.size() == self._window.size():
            return
        self.rings = found
        self.setGeometry(self._window.rect())
        self.setVisible(bool(found))
        self.raise_()
        self.update()

    def around(self, widget: QWidget, part: QRect | None = None) -> QRect:
        """A widget, or a part of it, in the window's own measure."""
        rect = part if part is not None else widget.rect()
        return QRect(widget.mapTo(self._window, rect.topLeft()), rect.size())

    @guarded_event
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for ring in self.rings:
            box = QRectF(ring.adjusted(-_AIR, -_AIR, _AIR, _AIR))
            painter.setPen(QPen(QColor(255, 255, 255, 170), _WIDE + 3))
            painter.drawRoundedRect(box, _ROUND, _ROUND)
            painter.setPen(QPen(_INK, _WIDE))
            painter.drawRoundedRect(box, _ROUND, _ROUND)
        painter.end()
