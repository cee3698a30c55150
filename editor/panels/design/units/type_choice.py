"""Counter types to choose from: grouped by nation, each with its picture, and found by any part of its name."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QComboBox, QCompleter

from editor.documents.design_bench import DesignBench
from editor.model.design.design import Design
from editor.model.design.sides import side_title
from editor.model.design.units.unit_names import type_title
from editor.panels.design.units.counter_icons import SMALL, CounterIcons
from engine.definitions.palette import by_id
from engine.narration.language import title

_SHOWN = 14


def offer_types(field: QComboBox, desk: DesignBench, design: Design) -> None:
    """Fill a field with the types of a design; a heading above each group cannot be chosen."""
    icons, nations = CounterIcons(desk, design, SMALL), by_id(design.palette.nations)
    groups: dict[str, list[str]] = {}
    for kind in design.types.values():
        nation = nations.get(kind.nation or "")
        whose = nation.name if nation is not None else side_title(design, kind.side) if kind.side else ""
        groups.setdefault(whose or title("none", design.scenario.ruleset), []).append(kind.id)
    model = QStandardItemModel(field)
    for group, kinds in groups.items():
        head = QStandardItem(group)
        head.setFlags(Qt.ItemFlag.NoItemFlags)
        font = head.font()
        font.setBold(True)
        head.setFont(font)
        model.appendRow(head)
        for name in kinds:
            row = QStandardItem(icons.of_type(design.types[name]), type_title(design, name))
            row.setData(name, Qt.ItemDataRole.UserRole)
            model.appendRow(row)
    field.setModel(model)
    field.setIconSize(QSize(SMALL, SMALL))
    field.setMaxVisibleItems(_SHOWN)
    field.setEditable(True)
    field.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
    completer = field.completer()
    if completer is not None:
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
    field.setCurrentIndex(1 if model.rowCount() > 1 else -1)
    line = field.lineEdit()
    if line is not None:
        line.editingFinished.connect(lambda: _settle(field))


def _settle(field: QComboBox) -> None:
    """Take the type that was typed, or the first with those letters in its name; none where no type has them."""
    typed = field.currentText()
    words = typed.strip().casefold()
    rows = [row for row in range(field.count()) if field.itemData(row)]
    exact = [row for row in rows if field.itemText(row).casefold() == words]
    found = exact or [row for row in rows if words and words in field.itemText(row).casefold()]
    if words and not found:
        field.setCurrentIndex(-1)
        field.setEditText(typed)
        return
    field.setCurrentIndex(found[0] if found else field.currentIndex())
    field.setEditText(field.itemText(field.currentIndex()))
