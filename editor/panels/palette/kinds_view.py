"""The list of kinds: tiles that share the width of the panel evenly, or rows that take all of it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from editor.panels.palette.kind_delegate import KindDelegate

_TILE_WIDTH: Final = 80


class KindsView(QListView):
    """Shows kinds; what a click means is said by whoever holds it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.delegate = KindDelegate(self)
        self.setItemDelegate(self.delegate)
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)

    def set_tiled(self, tiled: bool) -> None:
        """Show tiles, or rows."""
        self.delegate.is_tiled = tiled
        self._measure()

    def _measure(self) -> None:
        """Room is kept for the scroll bar, so that its coming and going moves no tile."""
        bar = self.verticalScrollBar().sizeHint().width()
        room = max(self.contentsRect().width() - bar - 2, _TILE_WIDTH)
        width = room // (room // _TILE_WIDTH) if self.delegate.is_tiled else room
        if width != self.delegate.width:
            self.delegate.width = width
            self.doItemsLayout()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._measure()
        super().resizeEvent(event)
