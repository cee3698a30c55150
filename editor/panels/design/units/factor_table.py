"""The factors of a counter, a row a step and a column a factor; and the values that only its game understands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QInputDialog,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from editor.model.design.cell_words import held_offers, held_problem, told
from editor.model.design.design import Design
from editor.model.design.known_words import OfferedWord, meant, offers, word_problem
from editor.model.design.units.unit_fields import MOST_STEPS, read_value, value_text
from editor.panels.design.word_fields import WordDelegate
from editor.panels.panel import GAP, heading, key_action, tool_button
from editor.refusal import CannotEdit
from engine.core.messages import Message
from engine.core.words.lexicon import WordKind
from engine.definitions.model import Value
from engine.narration.language import word

_ROW = 26


class FactorTable(QWidget):
    """A table of named values, which are words of a `kind`; with `is_stepped` rows can be added and taken away."""

    edited = Signal()
    """Someone changed a number, a row or a column."""
    refused = Signal(object)
    """A `Message`: what was typed is no value."""

    def __init__(
        self,
        title: str,
        design: Callable[[], Design | None],
        kind: WordKind,
        *,
        is_stepped: bool,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._design = design
        self._kind = kind
        self._is_filling = False
        self.table = QTableWidget(0, 0)
        self.table.setAccessibleName(title)
        self.table.setTabKeyNavigation(False)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.table.horizontalHeader().setMinimumSectionSize(34)
        self.table.verticalHeader().setVisible(is_stepped)
        self.table.verticalHeader().setDefaultSectionSize(_ROW)
        self.table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.table.setItemDelegate(WordDelegate(self.table, self._held, self._wrong))
        self.table.itemChanged.connect(self._changed)
        self.table.installEventFilter(self)
        top = QHBoxLayout()
        top.addWidget(heading(title))
        top.addStretch()
        if is_stepped:
            more = self.tr("Add a step: another face with the same factors")
            less = self.tr("Take the last step away")
            top.addWidget(tool_button("add", self.tr("Add step"), more, self.add_step))
            top.addWidget(tool_button("remove", self.tr("Remove step"), less, self.remove_step))
        column = self.tr("Add a column")
        top.addWidget(tool_button("expand", self.tr("Add column"), column, self.ask_column))
        gone = self.tr("Take the chosen column away")
        top.addWidget(tool_button("delete", self.tr("Remove column"), gone, self.remove_column))
        inside = QVBoxLayout(self)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(GAP)
        inside.addLayout(top)
        inside.addWidget(self.table)
        key_action(self.table, self.tr("Clear"), "Del", self._clear)

    def show_rows(self, rows: Sequence[Mapping[str, Value]]) -> None:
        """Show these and no others; where only numbers differ the cell in hand stays in hand."""
        names, design = list(dict.fromkeys(name for row in rows for name in row)), self._design()
        self._is_filling = True
        self.table.setColumnCount(len(names))
        self.table.setRowCount(len(rows))
        for column, name in enumerate(names):
            head = QTableWidgetItem(word(name, design.scenario.ruleset if design is not None else None))
            head.setData(Qt.ItemDataRole.UserRole, name)
            self.table.setHorizontalHeaderItem(column, head)
        self.table.setVerticalHeaderLabels([str(number + 1) for number in range(len(rows))])
        for number, row in enumerate(rows):
            for column, name in enumerate(names):
                item = QTableWidgetItem(value_text(row.get(name)))
                item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
                self.table.setItem(number, column, item)
        shown = max(1, min(len(rows), 4))
        self.table.setFixedHeight(self.table.horizontalHeader().sizeHint().height() + shown * _ROW + 6)
        self._is_filling = False

    def rows(self) -> tuple[dict[str, Value], ...]:
        """What the table says; empty cells are left out. Raises CannotEdit for what is no value."""
        names = self.names()
        found = []
        for number in range(self.table.rowCount()):
            cells = ((name, self.table.item(number, column)) for column, name in enumerate(names))
            texts = ((name, item.text().strip()) for name, item in cells if item is not None)
            found.append({name: read_value(text) for name, text in texts if text})
        return tuple(found)

    def names(self) -> list[str]:
        """The names of the columns."""
        items = (self.table.horizontalHeaderItem(column) for column in range(self.table.columnCount()))
        return [str(item.data(Qt.ItemDataRole.UserRole)) for item in items if item is not None]

    # Rows and columns

    def add_step(self) -> None:
        """Add a face like the last one."""
        rows = self._read()
        if rows is not None and len(rows) <= MOST_STEPS:
            self.show_rows((*rows, dict(rows[-1]) if rows else {}))
            self.edited.emit()

    def remove_step(self) -> None:
        """Take the last face away; a counter has one at least."""
        rows = self._read()
        if rows is not None and len(rows) > 1:
            self.show_rows(rows[:-1])
            self.edited.emit()

    def ask_column(self) -> QInputDialog:
        """Ask for the name of a factor, from those that the rules know."""
        design = self._design()
        dialog = QInputDialog(self)
        dialog.setWindowTitle(self.tr("Add Column"))
        dialog.setLabelText(self.tr("What is it called?"))
        held = set(self.names())
        known = offers(design, self._kind) if design is not None else ()
        dialog.setComboBoxItems([each.title for each in known if each.text not in held])
        dialog.setComboBoxEditable(True)
        dialog.textValueSelected.connect(self.add_column)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def add_column(self, name: str) -> None:
        """Add a factor, nought on every face; one that the rules do not know is refused."""
        rows, design = self._read(), self._design()
        if rows is None or design is None:
            return
        wanted = meant(offers(design, self._kind), name)
        problem = word_problem(design, self._kind, wanted)
        if problem is not None:
            self.refused.emit(problem)
            return
        first: Value = next((read_value(each.text) for each in held_offers(design, self._kind, wanted)), 0)
        self.show_rows([{**row, wanted: row.get(wanted, first)} for row in rows or ({},)])
        self.edited.emit()

    def _held(self, index: QModelIndex | QPersistentModelIndex) -> Sequence[OfferedWord]:
        design = self._design()
        return held_offers(design, self._kind, self.names()[index.column()]) if design is not None else ()

    def _wrong(self, index: QModelIndex | QPersistentModelIndex, text: str) -> str:
        design = self._design()
        if design is None:
            return ""
        return told(design, held_problem(design, self._kind, self.names()[index.column()], text))

    def remove_column(self) -> None:
        """Take the factor away in whose column the chosen cell is."""
        rows, column = self._read(), self.table.currentColumn()
        if rows is None or not 0 <= column < self.table.columnCount():
            return
        name = self.names()[column]
        self.show_rows([{each: value for each, value in row.items() if each != name} for row in rows])
        self.edited.emit()

    def _read(self) -> tuple[dict[str, Value], ...] | None:
        try:
            return self.rows()
        except CannotEdit as bad:
            self._refuse(bad.message)
            return None

    def _refuse(self, said: Message) -> None:
        self.refused.emit(said)

    def _clear(self) -> None:
        """Empty all chosen cells as one change: what is told of the first fills the table anew."""
        self._is_filling = True
        for item in self.table.selectedItems():
            item.setText("")
        self._is_filling = False
        if self._read() is not None:
            self.edited.emit()

    def _changed(self, item: QTableWidgetItem) -> None:
        if not self._is_filling and self._read() is not None:
            self.edited.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusOut and watched is self.table:
            self.table.clearSelection()
        return super().eventFilter(watched, event)
