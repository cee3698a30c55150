"""A chart that can be changed cell by cell: what differs from the game is tinted, and Delete takes it back.

The words that a cell may hold drop down, and one that the rules do not know is marked while it is typed and where it
stands. What does not fit is refused and the cell stays as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QGuiApplication, QKeyEvent, QKeySequence, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHeaderView,
    QTableView,
    QWidget,
)

from editor.model.design.known_words import OfferedWord
from editor.panels.design.word_fields import WordDelegate
from engine.definitions.charts.chart_pages import ChartCell, ChartPage
from engine.definitions.issues import Path
from engine.definitions.sources import SourceKind

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_CHANGED = QColor("#d99a1c")
_WRONG = QColor("#c7352b")
_ROWS_MEASURED = 40
"""A calendar has three hundred rows: that many of them say how wide a column must be."""


class ChartGridModel(QAbstractTableModel):
    """A page of the charts. `put` is handed the path and the text of a cell that was written, and may refuse.

    `offers` says which words a cell may hold, `problem` what is wrong with a text in it.
    """

    def __init__(
        self,
        put: Callable[[Path, str], bool],
        tell: Callable[[ChartCell], str],
        *,
        offers: Callable[[Path], Sequence[OfferedWord]] = lambda _: (),
        problem: Callable[[Path, str], str] = lambda *_: "",
    ) -> None:
        super().__init__()
        self._offers = offers
        self._problem = problem
        self.page: ChartPage | None = None
        self.odd: frozenset[tuple[str, str]] = frozenset()
        """Rows and columns of cells that make no sense beside their neighbours."""
        self._put = put
        self._tell = tell

    def show_page(self, page: ChartPage | None, odd: frozenset[tuple[str, str]] = frozenset()) -> None:
        """Show a chart; where only its values are others, the place of the hand is kept."""
        same = (
            self.page is not None
            and page is not None
            and (
                (page.part, page.name, page.rows, page.columns)
                == (self.page.part, self.page.name, self.page.rows, self.page.columns)
            )
        )
        if same:
            self.page, self.odd = page, odd
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, self.columnCount() - 1))
            return
        self.beginResetModel()
        self.page, self.odd = page, odd
        self.endResetModel()

    def rowCount(self, parent: Index = _ROOT) -> int:
        return len(self.page.rows) if self.page is not None and not parent.isValid() else 0

    def columnCount(self, parent: Index = _ROOT) -> int:
        return len(self.page.columns) if self.page is not None and not parent.isValid() else 0

    def cell(self, index: Index) -> ChartCell | None:
        return self.page.cells[index.row()][index.column()] if self.page is not None and index.isValid() else None

    def offers_at(self, index: Index) -> Sequence[OfferedWord]:
        """The words that a cell may hold, to choose from."""
        cell = self.cell(index)
        return self._offers(cell.path) if cell is not None else ()

    def problem_at(self, index: Index, text: str) -> str:
        """What is wrong with a text for a cell; nothing where it is well."""
        cell = self.cell(index)
        return self._problem(cell.path, text) if cell is not None else ""

    def flags(self, index: Index) -> Qt.ItemFlag:
        return super().flags(index) | Qt.ItemFlag.ItemIsEditable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        cell = self.cell(index)
        if cell is None or self.page is None:
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return cell.shown if role == Qt.ItemDataRole.DisplayRole else cell.text
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.StatusTipRole):
            return "\n".join(filter(None, (self.problem_at(index, cell.text), self._tell(cell))))
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignCenter)
        if role == Qt.ItemDataRole.BackgroundRole:
            return self._ground(index, cell)
        if role == Qt.ItemDataRole.FontRole:
            font = QFont(QApplication.font())
            font.setBold(cell.is_changed)
            font.setItalic(cell.source.kind is SourceKind.RECONSTRUCTION)
            return font
        return None

    def _ground(self, index: Index, cell: ChartCell) -> QColor | None:
        assert self.page is not None
        is_odd = (self.page.rows[index.row()], self.page.columns[index.column()]) in self.odd
        is_wrong = is_odd or bool(self.problem_at(index, cell.text))
        ink = _WRONG if is_wrong else _CHANGED if cell.is_changed else None
        if ink is None:
            return None
        base = QApplication.palette().color(QPalette.ColorRole.Base)
        shares = ((base.red(), ink.red()), (base.green(), ink.green()), (base.blue(), ink.blue()))
        return QColor(*(round(a + (b - a) * 0.35) for a, b in shares))

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if self.page is None or role != Qt.ItemDataRole.DisplayRole:
            return None
        names = self.page.columns if orientation == Qt.Orientation.Horizontal else self.page.rows
        return names[section] if 0 <= section < len(names) else None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        cell = self.cell(index)
        if cell is None or role != Qt.ItemDataRole.EditRole or str(value) == cell.text:
            return False
        return self._put(cell.path, str(value))


class ChartGrid(QTableView):
    """The table under the hand."""

    back_wanted = Signal(object)
    """The paths of cells that are to be as the game has them."""
    pasted = Signal(int, int, str)
    """A block of text that is to be laid over the chart, and the row and the column where it begins."""

    def __init__(self, model: ChartGridModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.setModel(model)
        self.setItemDelegate(WordDelegate(self, model.offers_at, model.problem_at))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.setAccessibleName(self.tr("The values of the chart"))
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
            header.setResizeContentsPrecision(_ROWS_MEASURED)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.AnyKeyPressed
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete takes changes back; cells are copied as a block, as spreadsheets do it, and blocks laid over them."""
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.back_wanted.emit(tuple(cell.path for row in self._chosen() for cell in row))
        elif event.matches(QKeySequence.StandardKey.Copy):
            block = "\n".join("\t".join(cell.text for cell in row) for row in self._chosen())
            QGuiApplication.clipboard().setText(block)
        elif event.matches(QKeySequence.StandardKey.Paste) and self._chosen():
            at = self._corner()
            self.pasted.emit(at.row(), at.column(), QGuiApplication.clipboard().text())
        else:
            super().keyPressEvent(event)

    def _corner(self) -> QModelIndex:
        """Where what is chosen begins."""
        chosen = self.selectedIndexes() or [self.currentIndex()]
        return min(chosen, key=lambda index: (index.row(), index.column()))

    def _chosen(self) -> list[list[ChartCell]]:
        """The cells that are chosen, row by row."""
        rows: dict[int, list[ChartCell]] = {}
        for index in sorted(self.selectedIndexes() or [self.currentIndex()], key=lambda at: (at.row(), at.column())):
            cell = self._model.cell(index)
            if cell is not None:
                rows.setdefault(index.row(), []).append(cell)
        return list(rows.values())

    def event(self, event: QEvent) -> bool:
        """Delete, copying and pasting are the table's while it has the keyboard, whatever the window uses them for."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.ShortcutOverride
            and (
                event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
                or event.matches(QKeySequence.StandardKey.Copy)
                or event.matches(QKeySequence.StandardKey.Paste)
            )
        ):
            event.accept()
            return True
        return super().event(event)
