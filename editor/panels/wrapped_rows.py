"""Rows of a list that are as high as their words need, however narrow the panel is."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QTreeView

_BESIDE_WORDS: Final = 32
"""The icon and the margins of a row."""


class WrappedRows(QStyledItemDelegate):
    """Gives a row as many lines as its words need."""

    def __init__(self, view: QTreeView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        depth, above = int(self._view.rootIsDecorated()), index.parent()
        while above.isValid():
            depth, above = depth + 1, above.parent()
        room = self._view.columnWidth(index.column()) - _BESIDE_WORDS - depth * self._view.indentation()
        width = max(60, room)
        words = str(index.data(Qt.ItemDataRole.DisplayRole))
        needed = self._view.fontMetrics().boundingRect(QRect(0, 0, width, 10_000), Qt.TextFlag.TextWordWrap, words)
        return QSize(width, max(needed.height(), 16) + 8)
