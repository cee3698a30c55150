"""All units in one table: edited cell by cell or in bulk, pasted from a spreadsheet and back, sorted and filtered."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QPoint, QSize, Qt
from PySide6.QtGui import QGuiApplication, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QInputDialog,
    QLineEdit,
    QMenu,
    QWidget,
)

from editor.commands.design.units import copy_units, fill_down, remove_units, set_fields
from editor.documents.design_bench import DesignBench
from editor.model.design.aspects import Aspect, DesignTouched
from editor.model.design.blocks import block_of, block_text, laid
from editor.model.design.known_words import meant, offers, word_problem
from editor.model.design.pools import Pools
from editor.model.design.units.unit_fields import Column, Field, text_of
from editor.model.design.units.unit_import import has_headings, sheet_of
from editor.open_path import ask_open_path
from editor.panels.button_menu import pop_up
from editor.panels.design.design_panel import DesignPanel
from editor.panels.design.units.counter_drag import UnitTable
from editor.panels.design.units.counter_icons import CounterIcons
from editor.panels.design.units.import_dialog import ImportDialog, open_file
from editor.panels.design.units.replace_dialog import ReplaceDialog
from editor.panels.design.units.series_dialog import SeriesDialog
from editor.panels.design.units.unit_delegate import UnitDelegate
from editor.panels.design.units.unit_file import write_units
from editor.panels.design.units.unit_model import UnitModel
from editor.panels.hint import Hint
from editor.panels.panel import column_of, key_action, tool_button
from editor.refusal import CannotEdit
from editor.save_path import ask_save_path
from engine.core.messages import message
from engine.core.words.lexicon import WordKind
from engine.narration.language import counted

_ROW_HEIGHT = 26
_WIDEST = 240
_WIDTHS: Mapping[str, int] = {Field.ID: 130, Field.NAME: 130, Field.TYPE: 170, Field.FORMATION: 120, Field.PLACE: 70}
"""What columns have at least."""


class UnitTablePanel(DesignPanel):
    """The bulk editor."""

    name = "units"
    shows = frozenset({Aspect.UNITS, Aspect.TYPES, Aspect.FORMATIONS, Aspect.SETUP, Aspect.SCHEDULE, Aspect.PALETTE})

    def __init__(self, desk: DesignBench, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.model = UnitModel(self._write)
        self.table = UnitTable()
        self.filter = QLineEdit()
        self.counted = Hint()
        self._follows = False
        self._is_fitted = False
        self._lay_out()
        self._build_actions()
        self.table.selectionModel().selectionChanged.connect(self._tell_selection)
        self.model.show_ids(desk.shows_ids)
        desk.ids_shown.connect(self._show_ids)
        self.follow_scenarios()

    @property
    def title(self) -> str:
        return self.tr("Units")

    @property
    def about(self) -> str:
        return self.tr("All units in a table, to be edited in bulk, pasted and imported")

    def _lay_out(self) -> None:
        table = self.table
        table.setModel(self.model)
        table.setItemDelegate(UnitDelegate(lambda: self.design, lambda column: self.model.columns[column], table))
        table.setAccessibleName(self.tr("Units"))
        table.setSortingEnabled(True)
        table.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        table.horizontalHeader().setSortIndicatorClearable(True)
        table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        table.horizontalHeader().setHighlightSections(False)
        table.verticalHeader().setDefaultSectionSize(_ROW_HEIGHT)
        table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        table.setDragEnabled(True)
        table.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        table.setAlternatingRowColors(True)
        table.setIconSize(QSize(_ROW_HEIGHT, _ROW_HEIGHT))
        table.setTabKeyNavigation(False)
        table.setWordWrap(False)
        table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        table.customContextMenuRequested.connect(self._show_menu)
        self.filter.setPlaceholderText(self.tr("Filter"))
        self.filter.setClearButtonEnabled(True)
        self.filter.setAccessibleName(self.tr("Filter"))
        self.filter.setToolTip(self.tr("Show only units with these words in any column"))
        self.filter.textChanged.connect(self._set_filter)
        self.filter.setMaximumWidth(260)
        row = QHBoxLayout()
        row.addWidget(self.filter)
        row.addWidget(self.counted, 1)
        for button in self._buttons():
            row.addWidget(button)
        column = column_of(self.body)
        column.addLayout(row)
        column.addWidget(table, 1)

    def _buttons(self) -> tuple[QWidget, ...]:
        add = self.tr("Add one unit or a numbered series")
        find = self.tr("Find and replace in the units")
        bring = self.tr("Import units from a file of comma-separated values")
        write = self.tr("Write the units that are shown as comma-separated values")
        return (
            tool_button("add", self.tr("Add units"), add, self.ask_series, shortcut="Ins"),
            tool_button("search", self.tr("Find and replace"), find, self.ask_replace, shortcut="Ctrl+H"),
            tool_button("import", self.tr("Import units"), bring, self.ask_import, shortcut="Ctrl+I"),
            tool_button("export", self.tr("Export units"), write, self.ask_export, shortcut="Ctrl+E"),
        )

    def _build_actions(self) -> None:
        for text, keys, act in (
            (self.tr("Copy"), "Ctrl+C", self.copy),
            (self.tr("Paste"), "Ctrl+V", self.paste),
            (self.tr("Clear cells"), "Backspace", self.clear),
            (self.tr("Fill down"), "Ctrl+D", self.fill_down),
            (self.tr("Add units..."), "Ins", self.ask_series),
            (self.tr("Add a column for a value..."), "Alt+Ins", self.ask_column),
            (self.tr("Double the units"), "Ctrl+Shift+D", self.double),
            (self.tr("Remove the units"), "Del", self.remove),
            (self.tr("Find and replace..."), "Ctrl+H", self.ask_replace),
            (self.tr("Import..."), "Ctrl+I", self.ask_import),
            (self.tr("Export..."), "Ctrl+E", self.ask_export),
            (self.tr("Filter"), "Ctrl+F", self.filter.setFocus),
        ):
            key_action(self.table, text, keys, act)

    def _show_menu(self, at: QPoint) -> None:
        menu = QMenu(self)
        menu.addActions(self.table.actions())
        pop_up(menu, self.table.viewport().mapToGlobal(at))

    # Following

    def scenario_opened(self) -> None:
        self.model.forget_columns()
        self._show(None)
        self._is_fitted = False
        if self.isVisible():
            self._fit_columns()
        self.selection_changed()

    def showEvent(self, event: QShowEvent) -> None:
        """Thousands of units are measured when somebody looks at them."""
        super().showEvent(event)
        if not self._is_fitted:
            self._fit_columns()

    def theme_changed(self) -> None:
        self._show(None)

    def scenario_changed(self, touched: DesignTouched) -> None:
        wide = touched.has(Aspect.TYPES, Aspect.FORMATIONS, Aspect.PALETTE)
        self._show(frozenset(self.model.units) if wide else touched.units)

    def places_changed(self) -> None:
        self._show(frozenset(self.model.units))

    def _show_ids(self, on: bool) -> None:
        self.model.show_ids(on)
        self._fit_columns()
        self.selection_changed()

    def _show(self, changed: frozenset[str] | None) -> None:
        design = self.design
        chosen = self.desk.selected_units
        is_new = self.model.show(design, CounterIcons(self.desk, design) if design is not None else None, changed)
        self._count()
        if chosen and is_new:
            self.selection_changed()

    def _count(self) -> None:
        design = self.design
        if design is None:
            return
        shown, pools = len(self.model.units), Pools(design)
        words = self.tr("{0} {0:unit|units}, {1} set up, {2} to come, {3} in no place").format(
            counted(len(design.units)), len(pools.set_up), len(pools.to_come), len(pools.idle)
        )
        if shown != len(design.units):
            words = self.tr("{0} of {1}").format(shown, words)
        over = pools.over_the_limit()
        if over:
            kinds = ", ".join(f"{design.called(use.kind.name)} {use.used}/{use.limit}" for use in over[:3])
            words = self.tr("{0}; more than there are counters: {1}").format(words, kinds)
        self.counted.say(words)

    def _fit_columns(self) -> None:
        """Columns as wide as what is in them, and wide enough for what may be."""
        self._is_fitted = True
        for number, column in enumerate(self.model.columns):
            wanted = max(self.table.sizeHintForColumn(number), self.table.horizontalHeader().sectionSizeHint(number))
            self.table.setColumnWidth(number, min(_WIDEST, max(wanted, _WIDTHS.get(column, 0))))

    def _set_filter(self, words: str) -> None:
        self.model.set_filter(words)
        self._count()

    def selection_changed(self) -> None:
        """Choose the rows of the units that were chosen elsewhere."""
        if self._follows or self.is_empty:
            return
        rows = {unit: row for row, unit in enumerate(self.model.units)}
        selection = QItemSelection()
        for unit in self.desk.selected_units:
            if unit in rows:
                row, last = rows[unit], len(self.model.columns) - 1
                selection.select(self.model.index(row, 0), self.model.index(row, last))
        self._follows = True
        self.table.selectionModel().select(selection, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        first = next((rows[unit] for unit in self.desk.selected_units if unit in rows), None)
        if first is not None:
            self.table.scrollTo(self.model.index(first, 0))
        self._follows = False

    def _tell_selection(self) -> None:
        if not self._follows:
            self._follows = True
            self.desk.select_units(self.chosen_units())
            self._follows = False

    # What is chosen

    def chosen_units(self) -> list[str]:
        """The units of the chosen cells, from top to bottom."""
        rows = sorted({index.row() for index in self.table.selectionModel().selectedIndexes()})
        return [self.model.unit_at(row) for row in rows if row < len(self.model.units)]

    def chosen_columns(self) -> list[Column]:
        """The fields of the chosen cells, from left to right."""
        columns = sorted({index.column() for index in self.table.selectionModel().selectedIndexes()})
        return [self.model.columns[column] for column in columns]

    # Changing

    def _write(self, unit: str, column: Column, text: str) -> bool:
        return self.push_design(lambda design: set_fields(design, {unit: {column: text}}))

    def copy(self) -> None:
        """Put the chosen cells on the clipboard, as spreadsheets take them."""
        design = self.design
        units, columns = self.chosen_units(), self.chosen_columns()
        if design is not None and units:
            rows = ([text_of(design, unit, column) for column in columns] for unit in units)
            QGuiApplication.clipboard().setText(block_text(rows))

    def paste(self) -> None:
        """Lay the clipboard over the table from the first chosen cell on; one cell goes over all that are chosen.

        A table with headings is imported instead, because it says itself which units and fields are meant.
        """
        self._tried(self._paste)

    def _paste(self) -> None:
        text = QGuiApplication.clipboard().text()
        block = block_of(text)
        if len(block) > 1 and self.design is not None and has_headings(sheet_of(text), self.design):
            ImportDialog(self.desk, sheet_of(text), self.tr("the clipboard"), self).open()
            return
        chosen = self.table.selectionModel().selectedIndexes()
        current = self.table.currentIndex()
        if not chosen and not current.isValid():
            raise CannotEdit(message("design.cannot.no-cell"))
        is_one = len(block) == 1 and len(block[0]) == 1
        if is_one and chosen:
            edits = laid(block, self.chosen_units(), self.chosen_columns())
        else:
            row = min((index.row() for index in chosen), default=current.row())
            column = min((index.column() for index in chosen), default=current.column())
            edits = laid(block, self.model.units[row:], self.model.columns[column:])
        self.push_design(lambda design: set_fields(design, edits))

    def clear(self) -> None:
        """Empty the chosen cells; what every unit must have stays."""
        columns = [column for column in self.chosen_columns() if column not in _NEEDED]
        edits = {unit: dict.fromkeys(columns, "") for unit in self.chosen_units()}
        if columns:
            self.push_design(lambda design: set_fields(design, edits))

    def fill_down(self) -> None:
        """Copy the first chosen row to those below it, in the chosen columns."""
        units, columns = self.chosen_units(), self.chosen_columns()
        self.push_design(lambda design: fill_down(design, units, columns))

    def double(self) -> None:
        """Add a copy of each chosen unit."""
        units = self.chosen_units()
        self.push_design(lambda design: copy_units(design, units))

    def remove(self) -> None:
        """Take the chosen units out."""
        units = self.chosen_units()
        if units:
            self.push_design(lambda design: remove_units(design, units))

    # Asking

    def ask_series(self) -> SeriesDialog | None:
        """Ask for a unit or a series of them, like the one that is chosen."""
        if self.design is None:
            return None
        dialog = SeriesDialog(self.desk, self)
        dialog.open()
        return dialog

    def ask_column(self) -> QInputDialog:
        """Ask for the name of a value that units are to have."""
        dialog = QInputDialog(self)
        dialog.setWindowTitle(self.tr("Add a Column"))
        dialog.setLabelText(self.tr("What is the value called? The rules of the game must know it."))
        design = self.design
        known = offers(design, WordKind.UNIT_VALUE) if design is not None else ()
        dialog.setComboBoxItems([each.title for each in known if each.text not in self.model.columns])
        dialog.setComboBoxEditable(True)
        dialog.textValueSelected.connect(self.add_column)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def add_column(self, name: str) -> None:
        """Show a column for a value that no unit has yet; one that the rules do not know is refused."""
        design = self.design
        if design is None:
            return
        wanted = meant(offers(design, WordKind.UNIT_VALUE), name)
        problem = word_problem(design, WordKind.UNIT_VALUE, wanted)
        if problem is not None:
            self.desk.report(problem)
        else:
            self.model.add_column(wanted)

    def ask_replace(self) -> ReplaceDialog | None:
        """Ask what to find and what to put in its place."""
        if self.design is None:
            return None
        dialog = ReplaceDialog(self.desk, self.model.columns, self)
        dialog.open()
        return dialog

    def ask_import(self) -> ImportDialog | None:
        """Ask for a file and what its columns are."""
        if self.design is None:
            return None
        kinds = self.tr("Comma-separated values (*.csv *.tsv *.txt);;All files (*)")
        path = ask_open_path(self, self.tr("Import Units"), kinds)
        return open_file(self.desk, path, self) if path is not None else None

    def ask_export(self) -> None:
        """Ask for a name and write the rows that are shown."""
        scenario = self.scenario
        if scenario is None:
            return
        kinds = self.tr("Comma-separated values (*.csv)")
        path = ask_save_path(self, self.tr("Export Units"), f"{scenario.id}-units.csv", kinds, ".csv", ".tsv", ".txt")
        if path is not None:
            columns = tuple(dict.fromkeys((Field.ID, *self.model.columns)))
            self._tried(lambda: write_units(self.desk, path, self.model.units, columns))

    def _tried(self, act: Callable[[], object]) -> None:
        try:
            act()
        except CannotEdit as bad:
            self.desk.report(bad.message)


_NEEDED = frozenset({Field.ID, Field.TYPE, Field.SIDE, Field.FACTORS})
