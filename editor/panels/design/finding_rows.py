"""Rows that lead to a unit or a place of the scenario in work."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem

from editor.panels.wrapped_rows import WrappedRows

LEADS_TO = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class Lead:
    """A unit, a place by its key, a counter type, and the panel where it is mended; any may be none."""

    unit: str = ""
    place: str = ""
    type: str = ""
    panel: str = ""


def list_of_rows(name: str) -> QTreeWidget:
    """An empty list for such rows."""
    made = QTreeWidget()
    made.setHeaderHidden(True)
    made.setWordWrap(True)
    made.setUniformRowHeights(False)
    made.setItemDelegate(WrappedRows(made))
    made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    made.header().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
    made.header().sectionResized.connect(lambda *_: made.scheduleDelayedItemsLayout())
    made.setAccessibleName(name)
    return made


def heading(title: str, count: int) -> QTreeWidgetItem:
    """A row above others."""
    row = QTreeWidgetItem([f"{title} ({count})"])
    font = row.font(0)
    font.setBold(True)
    row.setFont(0, font)
    return row


def leading(words: str, lead: Lead, hint: str = "") -> QTreeWidgetItem:
    """A row with words, and where it leads."""
    row = QTreeWidgetItem([words])
    row.setToolTip(0, f"{words}\n{hint}" if hint else words)
    row.setData(0, LEADS_TO, lead)
    return row
