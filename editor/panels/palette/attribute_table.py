"""The attributes that things of a kind have: a name and what it holds, one row each."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QHeaderView, QTableWidget, QTableWidgetItem, QVBoxLayout, QWidget

from editor.model.words import checked_kind, slug
from editor.panels.panel import GAP, heading, key_action, tool_button
from editor.refusal import CannotEdit
from engine.definitions.palette import AttributeKind


class AttributeTable(QWidget):
    """A short table with a button to add a row and one to take it away."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = QTableWidget(0, 2)
        self.table.setHorizontalHeaderLabels([self.tr("Attribute"), self.tr("Holds")])
        self.table.setAccessibleName(self.tr("Attributes"))
        self.table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.table.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.table.verticalHeader().hide()
        self.table.setMinimumHeight(110)
        self.table.setTabKeyNavigation(False)
        top = QHBoxLayout()
        top.addWidget(heading(self.tr("Attributes")))
        top.addStretch()
        top.addWidget(tool_button("add", self.tr("Add attribute"), self.tr("Add an attribute"), self.add))
        top.addWidget(tool_button("delete", self.tr("Delete attribute"), self.tr("Delete the chosen one"), self.remove))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP)
        column.addLayout(top)
        column.addWidget(self.table)
        key_action(self.table, self.tr("Delete attribute"), "Del", self.remove)

    def show_attributes(self, attributes: Mapping[str, AttributeKind]) -> None:
        """Show these and no others."""
        self.table.setRowCount(0)
        for name, kind in attributes.items():
            self._add_row(name, kind)

    def attributes(self) -> dict[str, AttributeKind]:
        """What the table says; rows without a name are left out, and names are made such as files can hold."""
        found: dict[str, AttributeKind] = {}
        for row in range(self.table.rowCount()):
            item, kinds = self.table.item(row, 0), self.table.cellWidget(row, 1)
            text = item.text().strip() if item is not None else ""
            if text and isinstance(kinds, QComboBox):
                found[_word(text)] = AttributeKind(kinds.currentData())
        return found

    def add(self) -> None:
        """Add a row and begin to write in it."""
        self._add_row("", AttributeKind.INTEGER)
        self.table.setCurrentCell(self.table.rowCount() - 1, 0)
        self.table.edit(self.table.currentIndex())

    def remove(self) -> None:
        """Take the chosen row away."""
        if self.table.currentRow() >= 0:
            self.table.removeRow(self.table.currentRow())

    def _add_row(self, name: str, kind: AttributeKind) -> None:
        row = self.table.rowCount()
        self.table.insertRow(row)
        item = QTableWidgetItem(name)
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
        self.table.setItem(row, 0, item)
        kinds = QComboBox()
        kinds.setAccessibleName(self.tr("What it holds"))
        for each, title in self._titles().items():
            kinds.addItem(title, each.value)
        kinds.setCurrentIndex(kinds.findData(kind.value))
        self.table.setCellWidget(row, 1, kinds)

    def _titles(self) -> dict[AttributeKind, str]:
        return {
            AttributeKind.INTEGER: self.tr("whole number"),
            AttributeKind.NUMBER: self.tr("number"),
            AttributeKind.TEXT: self.tr("text"),
            AttributeKind.FLAG: self.tr("yes or no"),
        }


def _word(text: str) -> str:
    try:
        return checked_kind(text)
    except CannotEdit:
        return slug(text, "attribute")
