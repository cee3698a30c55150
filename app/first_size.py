"""The size of a window that nobody has sized yet: as it was made where it and its frame fit the screen, else all of it.

How wide a desktop draws the frame of a window is not known before the window is shown, so room for a usual one is left.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QWidget

FRAME: Final = QSize(24, 64)
"""Left for the borders and the title of a window."""


def take_first_size(window: QWidget, room: QSize) -> None:
    """Keep to the screen: take the whole of it where the window with its frame would reach over an edge."""
    wanted = window.size() + FRAME
    if wanted.boundedTo(room) != wanted:
        window.resize(window.size().boundedTo(room - FRAME))
        window.setWindowState(window.windowState() | Qt.WindowState.WindowMaximized)


def keep_to_screen(window: QWidget, room: QSize) -> None:
    """Take the whole of a screen for which a window is too large that was left so on a larger one."""
    is_whole = window.isMaximized() or window.isFullScreen()
    if not is_whole and (window.height() >= room.height() or window.width() > room.width()):
        window.resize(window.size().boundedTo(room - FRAME))
        window.setWindowState(window.windowState() | Qt.WindowState.WindowMaximized)
