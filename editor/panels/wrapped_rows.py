"""Rows of a list that are as high as their words need, however narrow the panel is."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QTreeView

_BESIDE_WORDS: Final = 32
"""The icon and the margins of a row."""
_AIR: Final = 8
"""What a row is higher than its words."""


class WrappedRows(QStyledItemDelegate):
    """Gives a row as many lines as its words need; a list of many short rows has less beside and around them."""

    def __init__(self, view: QTreeView, *, beside: int = _BESIDE_WORDS, air: int = _AIR) -> None:
        super().__init__(view)
        self._view = view
        self._beside, self._air = beside, air

    def inset(self, index: QModelIndex | QPersistentModelIndex) -> int:
        """How far all lines of a row stand in."""
        return 0

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        inset = self.inset(index)
        if inset:
            option.rect.setLeft(option.rect.left() + inset)
        super().paint(painter, option, index)

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        depth, above = int(self._view.rootIsDecorated()), index.parent()
        while above.isValid():
            depth, above = depth + 1, above.parent()
        room = self._view.columnWidth(index.column()) - self._beside - depth * self._view.indentation()
        room -= self.inset(index)
        width = max(60, room)
        words = str(index.data(Qt.ItemDataRole.DisplayRole))
        needed = self._metrics(index).boundingRect(QRect(0, 0, width, 10_000), Qt.TextFlag.TextWordWrap, words)
        return QSize(width, max(needed.height(), 16) + self._air)

    def wanted_width(self, index: QModelIndex | QPersistentModelIndex) -> int:
        """How wide a column must be for words that are not to wrap."""
        words = str(index.data(Qt.ItemDataRole.DisplayRole))
        return self._metrics(index).horizontalAdvance(words) + self._beside + 1

    def _metrics(self, index: QModelIndex | QPersistentModelIndex) -> QFontMetrics:
        font = index.data(Qt.ItemDataRole.FontRole)
        return QFontMetrics(font) if isinstance(font, QFont) else self._view.fontMetrics()
