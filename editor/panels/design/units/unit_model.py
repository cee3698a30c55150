"""The units of a scenario as a table: one row a unit, one column a field, sorted and filtered as the person likes.

Rows are ids; what a cell says is read from the design when it is painted, so that two thousand units cost nothing until
they are seen. Sorting and filtering are done on the ids at once and not cell by cell.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QMimeData, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor

from editor.model.design.cell_words import marks_problem, place_title, unit_title
from editor.model.design.design import Design
from editor.model.design.known_words import word_problem
from editor.model.design.sides import side_title
from editor.model.design.stations import station_of
from editor.model.design.units.unit_fields import FIELDS, READ_ONLY, Column, Field, text_of, value_columns
from editor.model.design.units.unit_names import formation_title, type_title
from editor.panels.design.units.counter_icons import CounterIcons
from editor.tools.unit_drag import UNITS, carried
from engine.core.messages import message
from engine.core.words.lexicon import WordKind
from engine.definitions.maps.map_places import natural
from engine.narration.language import catalogue

UNIT: Final = Qt.ItemDataRole.UserRole
_NO_PARENT: Final = QModelIndex()
WRONG: Final = QColor("#c0392b")
_Index = QModelIndex | QPersistentModelIndex


def column_title(column: Column) -> str:
    """What heads a column."""
    if column in FIELDS:
        return catalogue().text(message(f"design.column.{column}"))
    return column.replace("_", " ").replace("-", " ").capitalize()


def shown_text(design: Design, unit: str, column: Column) -> str:
    """A field as it is read: types, formations and sides by their names."""
    text = text_of(design, unit, column)
    match column:
        case Field.TYPE if text in design.types:
            return type_title(design, text)
        case Field.FORMATION if text in design.formations:
            return formation_title(design, text)
        case Field.SIDE if text:
            return side_title(design, text)
        case Field.PLACE if text:
            return place_title(design, text)
    return unit_title(design, text) if column not in FIELDS and text in design.units else text


class UnitModel(QAbstractTableModel):
    """`write` is asked to change fields: by unit and column, with the text that was typed."""

    def __init__(self, write: Callable[[str, Column, str], bool], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._write = write
        self._design: Design | None = None
        self._icons: CounterIcons | None = None
        self._shows_ids = False
        self._further: tuple[Column, ...] = ()
        self._columns: tuple[Column, ...] = self._every_column()
        self._units: list[str] = []
        self._filter = ""
        self._sorted: tuple[int, Qt.SortOrder] | None = None

    @property
    def columns(self) -> tuple[Column, ...]:
        return self._columns

    @property
    def units(self) -> Sequence[str]:
        """The ids of the rows, as they are shown."""
        return self._units

    def unit_at(self, row: int) -> str:
        return self._units[row]

    def show(self, design: Design | None, icons: CounterIcons | None, changed: frozenset[str] | None = None) -> bool:
        """Show a design; whether all rows are new, and nothing is chosen any more.

        Where only `changed` units may be others and no row came or went, only those are repainted, and go to where they
        are sorted.
        """
        self._design, self._icons = design, icons
        columns = self._every_column()
        units = self._arranged()
        if columns == self._columns and changed is not None and set(units) == set(self._units):
            if units != self._units:
                self._rearrange()
            self._repaint(changed)
            return False
        self.beginResetModel()
        self._columns, self._units = columns, units
        self.endResetModel()
        return True

    def forget_columns(self) -> None:
        """Another scenario is shown: a value that somebody wished to type for the last one may be none of its game."""
        self._further = ()

    def add_column(self, name: Column) -> None:
        """Show a value that no unit has yet, so that it can be typed."""
        if name not in self._columns:
            self.beginResetModel()
            self._further = (*self._further, name)
            self._columns = self._every_column()
            self.endResetModel()

    def _every_column(self) -> tuple[Column, ...]:
        values = value_columns(self._design) if self._design is not None else ()
        fields = FIELDS if self._shows_ids else (field for field in FIELDS if field is not Field.ID)
        return (*fields, *dict.fromkeys((*values, *self._further)))

    def show_ids(self, on: bool) -> None:
        """Show the column of ids, or no longer."""
        self.beginResetModel()
        self._shows_ids = on
        self._columns = self._every_column()
        self.endResetModel()

    def _repaint(self, changed: frozenset[str]) -> None:
        rows = [row for row, unit in enumerate(self._units) if unit in changed]
        if rows:
            self.dataChanged.emit(self.index(rows[0], 0), self.index(rows[-1], len(self._columns) - 1))

    def set_filter(self, words: str) -> None:
        """Show only units of which some field has these words."""
        self._filter = words.strip().casefold()
        self._rearrange()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column, as people count; a column below none goes back to the order of the file."""
        self._sorted = (column, order) if column >= 0 else None
        self._rearrange()

    def _rearrange(self) -> None:
        self.layoutAboutToBeChanged.emit()
        kept = self.persistentIndexList()
        was = [self._units[index.row()] for index in kept]
        self._units = self._arranged()
        rows = {unit: row for row, unit in enumerate(self._units)}
        now = [
            self.index(rows[unit], index.column()) if unit in rows else QModelIndex()
            for unit, index in zip(was, kept, strict=True)
        ]
        self.changePersistentIndexList(kept, now)
        self.layoutChanged.emit()

    def _arranged(self) -> list[str]:
        design = self._design
        if design is None:
            return []
        units = list(design.units)
        if self._filter:
            shown = (*FIELDS, *value_columns(design))
            units = [unit for unit in units if _has(design, unit, shown, self._filter)]
        if self._sorted is not None and self._sorted[0] < len(self._columns):
            column, order = self._columns[self._sorted[0]], self._sorted[1]
            units.sort(
                key=lambda unit: natural(shown_text(design, unit, column).casefold()),
                reverse=order is Qt.SortOrder.DescendingOrder,
            )
        return units

    # What Qt asks

    def rowCount(self, parent: _Index = _NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._units)

    def columnCount(self, parent: _Index = _NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return column_title(self._columns[section]) if orientation is Qt.Orientation.Horizontal else section + 1

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        design = self._design
        if design is None or not index.isValid():
            return None
        unit, column = self._units[index.row()], self._columns[index.column()]
        if unit not in design.units:
            return None
        if role == Qt.ItemDataRole.EditRole and column not in FIELDS:
            return text_of(design, unit, column)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return shown_text(design, unit, column)
        if role == UNIT:
            return unit
        if role == Qt.ItemDataRole.DecorationRole and index.column() == 0 and self._icons is not None:
            return self._icons.of_unit(unit)
        if role == Qt.ItemDataRole.ForegroundRole and _is_wrong(design, unit, column):
            return WRONG
        return None

    def flags(self, index: _Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        if index.isValid():
            flags |= Qt.ItemFlag.ItemIsDragEnabled
        if index.isValid() and self._columns[index.column()] not in READ_ONLY:
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags

    def mimeTypes(self) -> list[str]:
        return [UNITS]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        return carried(self._units[row] for row in sorted({index.row() for index in indexes}))

    def setData(self, index: _Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole or not index.isValid():
            return False
        unit, column = self._units[index.row()], self._columns[index.column()]
        if str(value) == self.data(index, role):
            return True
        return self._write(unit, column, str(value))


def _has(design: Design, unit: str, columns: Sequence[Column], words: str) -> bool:
    texts = (text(design, unit, column) for column in columns for text in (shown_text, text_of))
    return any(words in each.casefold() for each in texts)


def _is_wrong(design: Design, unit: str, column: Column) -> bool:
    """Whether a cell names something that is not there."""
    entry = design.units[unit]
    match column:
        case Field.TYPE:
            return entry.type not in design.types
        case Field.FORMATION:
            return entry.formation is not None and entry.formation not in design.formations
        case Field.STEP:
            kind = design.types.get(entry.type)
            return kind is not None and entry.step >= len(kind.steps)
        case Field.PLACE:
            place = station_of(design, unit).place
            return place is not None and not design.has_place(place)
        case Field.TRAITS:
            return marks_problem(design, text_of(design, unit, column), WordKind.TRAIT) is not None
    value = entry.values.get(column) if column not in FIELDS else None
    return value is not None and word_problem(design, WordKind.UNIT_VALUE, column, value=value) is not None
