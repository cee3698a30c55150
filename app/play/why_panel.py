"""Why: how a number came about, each strength and modifier as a row with the case that put it there.

While an attack is put together it shows that attack; otherwise the unit under the pointer or in hand.
"""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHeaderView, QLabel, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from app.play.reckoning import Explained, Row


class WhyPanel(QWidget):
    """A title and a table of words, numbers and cases."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = QLabel()
        self.title.setWordWrap(True)
        font = self.title.font()
        font.setBold(True)
        font.setPointSizeF(font.pointSizeF() * 1.15)
        self.title.setFont(font)
        self.table = QTreeWidget()
        self.table.setColumnCount(3)
        self.table.setHeaderLabels([self.tr("What"), self.tr("Number"), self.tr("Case")])
        self.table.setRootIsDecorated(False)
        self.table.setUniformRowHeights(True)
        self.table.setAccessibleName(self.tr("How the numbers came about"))
        header = self.table.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in (1, 2):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        column_of = QVBoxLayout(self)
        column_of.setContentsMargins(6, 6, 6, 6)
        column_of.addWidget(self.title)
        column_of.addWidget(self.table, 1)
        self.show_nothing()

    def show_nothing(self) -> None:
        """Nothing is asked."""
        self.title.setText(self.tr("Point at a unit, or put an attack together, to see what it is worth and why."))
        self.table.clear()

    def show_explained(self, explained: Explained) -> None:
        """An attack, a unit or the score."""
        self.title.setText(explained.title)
        self.table.clear()
        self.table.addTopLevelItems([_item(row) for row in explained.rows])

    def rows(self) -> list[tuple[str, str, str]]:
        """What is to be read."""
        items: Iterable[QTreeWidgetItem | None] = (
            self.table.topLevelItem(number) for number in range(self.table.topLevelItemCount())
        )
        return [(item.text(0).strip(), item.text(1), item.text(2)) for item in items if item is not None]


def _item(row: Row) -> QTreeWidgetItem:
    item = QTreeWidgetItem([row.words if row.is_heading else f"    {row.words}", row.value, row.rule])
    item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    item.setToolTip(0, row.words)
    if row.is_heading:
        font = QFont(item.font(0))
        font.setBold(True)
        for column in range(2):
            item.setFont(column, font)
    return item
