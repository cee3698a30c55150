"""The main window inside its screen, frame and all: how much the frame takes is known only once the window is there."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, QTimer
from PySide6.QtWidgets import QWidget

_EVERY: Final = 300
_MOST_LOOKS: Final = 20
"""Milliseconds between two looks at a window that was shown, and how many are taken until its frame is around it."""


class ScreenFit(QObject):
    """Goes with a window and looks at it when it is shown, until it has its frame; a hand may move it afterwards."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._left = 0
        self._looking = QTimer(self)
        self._looking.setInterval(_EVERY)
        self._looking.timeout.connect(self._look)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show:
            self._left = _MOST_LOOKS
            self._looking.start()
        return False

    def _look(self) -> None:
        self._left -= 1
        has_frame = self._window.frameGeometry() != self._window.geometry()
        if has_frame:
            self.fit()
        if has_frame or self._left <= 0:
            self._looking.stop()

    def fit(self) -> None:
        """Make the window as much smaller, and move it as far, as its frame is over the edge."""
        window = self._window
        if window.isMaximized() or window.isFullScreen() or not window.isVisible():
            return
        room, frame = window.screen().availableGeometry(), window.frameGeometry()
        less = over(frame, room)
        if not less.isNull():
            window.resize(window.size() - less)
        shift = outside(QRect(frame.topLeft(), frame.size() - less), room)
        if not shift.isNull():
            window.move(window.pos() + shift)


def over(frame: QRect, room: QRect) -> QSize:
    """By how much a frame is larger than the room for it."""
    return QSize(max(0, frame.width() - room.width()), max(0, frame.height() - room.height()))


def outside(frame: QRect, room: QRect) -> QPoint:
    """How a frame has to be moved to stand in its room, which is large enough."""
    return QPoint(
        max(room.left() - frame.left(), 0) or min(room.right() - frame.right(), 0),
        max(room.top() - frame.top(), 0) or min(room.bottom() - frame.bottom(), 0),
    )
