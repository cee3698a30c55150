"""Units from a file: which column is which field, what comes of it, and every mistake by its row."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from editor.commands.design.bulk import import_units
from editor.documents.design_bench import DesignBench
from editor.documents.long_work import with_patience
from editor.model.design.units.type_minting import COUNTER, counter_columns
from editor.model.design.units.unit_fields import FIELDS, READ_ONLY, Column, value_columns
from editor.model.design.units.unit_import import SKIP, Import, ImportSheet, Wishes, guessed, imported, sheet_of
from editor.model.design.units.unit_names import type_title
from editor.model.words import slug
from editor.panels.design.design_dialog import DesignDialog
from editor.panels.design.units.unit_file import read_text
from editor.panels.design.units.unit_model import WRONG, column_title
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.narration.language import catalogue, counted
from engine.narration.language import word as word_of

_MOST_ROWS = 200
_MANY_ROWS = 1_000
"""Rows from which on they are read beside the window."""
_MOST_MISTAKES = 2000


class ImportDialog(DesignDialog):
    """Reads the file again whenever a column is said to be something else."""

    def __init__(self, desk: DesignBench, sheet: ImportSheet, name: str, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.setWindowTitle(self.tr("Import Units from {0}").format(name))
        self.go.setText(self.tr("&Import"))
        self.resize(820, 560)
        self._name = name
        self.sheet = sheet
        self.found = Import()
        self.columns: list[QComboBox] = []
        self.usual_type = QComboBox()
        self.makes_formations = QCheckBox(self.tr("&Make formations that are not there yet"))
        self.updates = QCheckBox(self.tr("&Change units that are there already"))
        self.updates.setChecked(True)
        self.rows = QTableWidget()
        self.mistakes = QTreeWidget()
        self._marked: list[QTableWidgetItem] = []
        self.tabs = QTabWidget()
        self._lay_out()
        self._fill()
        for box in (self.makes_formations, self.updates):
            box.toggled.connect(self._read)
        self.usual_type.currentIndexChanged.connect(self._read)
        self._read()

    def _lay_out(self) -> None:
        words = self.tr("The counter type of rows that name none")
        self.row(self.tr("Usual &type"), self.usual_type, words)
        self.makes_formations.setToolTip(self.tr("Otherwise an unknown formation is a mistake"))
        self.updates.setToolTip(
            self.tr(
                "Rows without an id are known by their names; otherwise they are new units, and a known id is a mistake"
            )
        )
        self.form.addRow(self.makes_formations)
        self.form.addRow(self.updates)
        self.rows.setAccessibleName(self.tr("The file"))
        self.rows.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.mistakes.setColumnCount(3)
        self.mistakes.setHeaderLabels([self.tr("Row"), self.tr("Column"), self.tr("What is wrong")])
        self.mistakes.setRootIsDecorated(False)
        self.mistakes.setUniformRowHeights(True)
        self.mistakes.setAccessibleName(self.tr("Mistakes by row"))
        self.mistakes.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self.mistakes.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.mistakes.itemActivated.connect(lambda item, _: self._show_row(int(item.text(0))))
        self.mistakes.itemClicked.connect(lambda item, _: self._show_row(int(item.text(0)), stays=True))
        self.tabs.addTab(self.rows, self.tr("Columns"))
        self.tabs.addTab(self.mistakes, self.tr("Mistakes"))
        self.put(self.tabs, 1)

    def _fill(self) -> None:
        """The first rows of the file, with a choice above each column."""
        sheet, design = self.sheet, self.design
        self.usual_type.addItem(self.tr("none: a type must be named"), "")
        for kind in design.types.values():
            self.usual_type.addItem(type_title(design, kind.id), kind.id)
        shown = sheet.rows[:_MOST_ROWS]
        self.rows.setColumnCount(len(sheet.headings))
        self.rows.setRowCount(len(shown) + 1)
        self.rows.setHorizontalHeaderLabels(list(sheet.headings))
        self.rows.setVerticalHeaderLabels(["", *(str(number) for number in range(2, len(shown) + 2))])
        guesses = guessed(sheet, design)
        for number, heading in enumerate(sheet.headings):
            field = QComboBox()
            field.setAccessibleName(self.tr("What the column {0} is").format(heading))
            field.addItem(self.tr("leave out"), SKIP)
            own = [column for column in FIELDS if column not in READ_ONLY]
            word = slug(heading, "value").replace("-", "_")
            counters = counter_columns(design)
            for column in (*own, *counters, *dict.fromkeys((*value_columns(design), word))):
                title = column_title(column) if column in FIELDS else self.tr("value {0}").format(column)
                if column in counters:
                    called = word_of(column.removeprefix(COUNTER), design.scenario.ruleset)
                    title = self.tr("counter: {0}").format(called)
                field.addItem(title, str(column))
            field.setCurrentIndex(max(0, field.findData(str(guesses[number]))))
            field.currentIndexChanged.connect(self._read)
            self.columns.append(field)
            self.rows.setCellWidget(0, number, field)
        for row, texts in enumerate(shown, start=1):
            for number, text in enumerate(texts[: len(sheet.headings)]):
                self.rows.setItem(row, number, QTableWidgetItem(text))
        self.rows.resizeColumnsToContents()

    def mapping(self) -> tuple[Column, ...]:
        """Which field each column is."""
        return tuple(str(field.currentData()) for field in self.columns)

    def wishes(self) -> Wishes:
        return Wishes(
            makes_formations=self.makes_formations.isChecked(),
            updates=self.updates.isChecked(),
            usual_type=str(self.usual_type.currentData() or ""),
        )

    def _read(self) -> None:
        mapping = self.mapping()
        twice = next((column for column in mapping if column != SKIP and mapping.count(column) > 1), None)
        self.mistakes.clear()
        if twice is not None:
            self.go.setEnabled(False)
            self.say(message("design.cannot.column-twice", column=column_title(twice)))
            return
        design, wishes, words = self.design, self.wishes(), self.tr("Reading {0}...").format(self._name)
        try:
            self.found = with_patience(
                lambda: imported(self.sheet, mapping, design, wishes), words, is_long=len(self.sheet.rows) >= _MANY_ROWS
            )
        except CannotEdit as bad:
            self.found = Import()
            self.go.setEnabled(False)
            self.say(bad.message)
            return
        count, wrong = len(self.found.records), len(self.found.mistakes)
        changed = sum(unit in design.units for unit in self.found.records)
        new, unchanged = count - changed, self.found.unchanged
        self.say(message("design.importing", new=new, changed=changed, mistakes=wrong, unchanged=unchanged))
        self.go.setEnabled(count > 0)
        self.go.setText(self.tr("&Import {0} {0:unit|units}").format(counted(count)))
        self.tabs.setTabText(1, self.tr("Mistakes ({0})").format(wrong))
        self._unmark()
        headings = dict(zip(mapping, self.sheet.headings, strict=True))
        for mistake in self.found.mistakes[:_MOST_MISTAKES]:
            column = headings.get(mistake.column, column_title(mistake.column) if mistake.column in FIELDS else "")
            said = catalogue().text(mistake.said)
            if mistake.column in mapping:
                self._mark(mistake.row, mapping.index(mistake.column), said)
            item = QTreeWidgetItem([str(mistake.row), column, said])
            item.setToolTip(2, said)
            self.mistakes.addTopLevelItem(item)

    def _unmark(self) -> None:
        """Let no cell look wrong."""
        while self._marked:
            item = self._marked.pop()
            item.setData(Qt.ItemDataRole.ForegroundRole, None)
            item.setToolTip("")

    def _mark(self, row: int, column: int, said: str) -> None:
        """Show a mistake where it stands, if that is among the rows shown."""
        item = self.rows.item(row - 1, column)
        if item is not None:
            item.setForeground(WRONG)
            item.setToolTip(said)
            self._marked.append(item)

    def _show_row(self, row: int, *, stays: bool = False) -> None:
        """Choose the row of a mistake among those shown."""
        if row - 1 < self.rows.rowCount():
            self.rows.selectRow(row - 1)
            if not stays:
                self.tabs.setCurrentWidget(self.rows)

    def act(self) -> None:
        scenario = self.desk.scenario
        if scenario is None:
            return
        found = self.found
        if scenario.push(lambda design: import_units(design, found)):
            self.desk.report(message("design.imported", count=len(found.records), file=self._name))


def open_file(desk: DesignBench, path: Path, parent: QWidget) -> ImportDialog | None:
    """Open the dialog on a file; one that is no table is said in the status line."""
    try:
        sheet = sheet_of(read_text(path))
    except CannotEdit as bad:
        desk.report(bad.message)
        return None
    dialog = ImportDialog(desk, sheet, path.name, parent)
    dialog.open()
    return dialog
