"""A chart as a table on the screen: the column and the rows that count are lit, and every cell says where it is from.

The chart viewer and the reckoning of an attack show the same table; the second one small.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from engine.definitions.charts.chart_pages import NO_LIGHT, ChartCell, ChartPage, Light
from engine.definitions.sources import SourceKind

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_LIT, _HOT = 0.22, 0.62


class ChartModel(QAbstractTableModel):
    """A page of the charts."""

    def __init__(self, tell: Callable[[ChartPage, int, int], str]) -> None:
        super().__init__()
        self.page: ChartPage | None = None
        self.light = NO_LIGHT
        self._found: frozenset[tuple[int, int]] = frozenset()
        self._tell = tell

    def show_page(self, page: ChartPage | None, light: Light = NO_LIGHT) -> None:
        """Show another chart, or the same in another light."""
        if page is self.page and light == self.light:
            return
        self.beginResetModel()
        self.page, self.light, self._found = page, light, frozenset()
        self.endResetModel()

    def mark_found(self, cells: Collection[tuple[int, int]]) -> None:
        """Write in bold what a search has found."""
        self._found = frozenset(cells)
        if self.page is not None and self.page.rows:
            last = self.index(len(self.page.rows) - 1, len(self.page.columns) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def rowCount(self, parent: Index = _ROOT) -> int:
        return len(self.page.rows) if self.page is not None and not parent.isValid() else 0

    def columnCount(self, parent: Index = _ROOT) -> int:
        return len(self.page.columns) if self.page is not None and not parent.isValid() else 0

    def cell(self, index: Index) -> ChartCell | None:
        """The cell of a place in the table."""
        return self.page.cells[index.row()][index.column()] if self.page is not None and index.isValid() else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        cell = self.cell(index)
        if cell is None or self.page is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{cell.shown}  ({cell.before or '–'})" if cell.is_changed else cell.shown
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleDescriptionRole):
            return self._tell(self.page, index.row(), index.column())
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignCenter)
        if role == Qt.ItemDataRole.BackgroundRole:
            return self._ground(index.row(), index.column(), cell)
        if role == Qt.ItemDataRole.FontRole:
            font = QFont(QApplication.font())
            font.setItalic(cell.source.kind is SourceKind.RECONSTRUCTION)
            font.setBold((index.row(), index.column()) in self._found or self._is_hot(index.row(), index.column()))
            return font
        return None

    def _is_hot(self, row: int, column: int) -> bool:
        assert self.page is not None
        return self.page.columns[column] in self.light.columns and self.page.rows[row] in self.light.rows

    def _ground(self, row: int, column: int, cell: ChartCell) -> QColor | None:
        assert self.page is not None
        palette = QApplication.palette()
        base = palette.color(QPalette.ColorRole.Base)
        if self._is_hot(row, column):
            return mixed(base, palette.color(QPalette.ColorRole.Highlight), _HOT)
        if self.page.columns[column] in self.light.columns or self.page.rows[row] in self.light.rows:
            return mixed(base, palette.color(QPalette.ColorRole.Highlight), _LIT)
        if cell.is_changed or (row, column) in self._found:
            return mixed(base, QColor("#d99a1c"), 0.35)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if self.page is None:
            return None
        across = orientation == Qt.Orientation.Horizontal
        names = self.page.columns if across else self.page.rows
        if not 0 <= section < len(names):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.light.headings[section] if across and len(self.light.headings) == len(names) else names[section]
        if role == Qt.ItemDataRole.FontRole:
            font = QFont(QApplication.font())
            font.setBold(names[section] in (self.light.columns if across else self.light.rows))
            return font
        return None


def mixed(ground: QColor, ink: QColor, share: float) -> QColor:
    """A colour laid on another."""
    parts = ((getattr(ground, part)(), getattr(ink, part)()) for part in ("red", "green", "blue"))
    return QColor(*(round(a + (b - a) * share) for a, b in parts))


def _fitting(font: QFont, words: str, room: int) -> QFont:
    """A font in which words are no wider than the room there is, as far as they can still be read."""
    wide = QFontMetrics(font).horizontalAdvance(words)
    if wide <= room - 2:
        return font
    smaller = QFont(font)
    smaller.setPointSizeF(max(5.0, font.pointSizeF() * (room - 2) / wide))
    return smaller


class _Snug(QStyledItemDelegate):
    """Cells without the usual room around their words, so that ten columns fit a panel; the words of more shrink."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        ground = index.data(Qt.ItemDataRole.BackgroundRole)
        if isinstance(ground, QColor):
            painter.fillRect(option.rect, ground)
        font = QFont(option.font)
        told = index.data(Qt.ItemDataRole.FontRole)
        if isinstance(told, QFont):
            font.setBold(told.bold())
            font.setItalic(told.italic())
        words = str(index.data() or "")
        painter.setFont(_fitting(font, words, option.rect.width()))
        painter.setPen(option.palette.color(QPalette.ColorRole.Text))
        painter.drawText(option.rect, int(Qt.AlignmentFlag.AlignCenter), words)
        painter.restore()


class _SnugHeader(QHeaderView):
    """Headings that use all the room there is, in smaller letters where it is little."""

    def paintSection(self, painter: QPainter, rect: QRect, logical: int) -> None:
        palette = self.palette()
        painter.save()
        painter.fillRect(rect, palette.color(QPalette.ColorRole.Button))
        painter.setPen(palette.color(QPalette.ColorRole.Mid))
        painter.drawLine(rect.topRight(), rect.bottomRight())
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        model = self.model()
        words = str(model.headerData(logical, self.orientation()) or "")
        told = model.headerData(logical, self.orientation(), Qt.ItemDataRole.FontRole)
        font = QFont(self.font())
        font.setBold(isinstance(told, QFont) and told.bold())
        painter.setFont(_fitting(font, words, rect.width()))
        painter.setPen(palette.color(QPalette.ColorRole.ButtonText))
        painter.drawText(rect, int(Qt.AlignmentFlag.AlignCenter), words)
        painter.restore()


class ChartTable(QTableView):
    """Shows a page; small, it takes no more height than it needs and shares its width among the columns."""

    def __init__(
        self, tell: Callable[[ChartPage, int, int], str], *, small: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._small = small
        self.chart = ChartModel(tell)
        self.setModel(self.chart)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setCornerButtonEnabled(False)
        self.horizontalHeader().setHighlightSections(False)
        self.verticalHeader().setHighlightSections(False)
        if small:
            self._make_small()

    def _make_small(self) -> None:
        self.setHorizontalHeader(_SnugHeader(Qt.Orientation.Horizontal, self))
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * 0.82)
        for widget in (self, self.horizontalHeader(), self.verticalHeader()):
            widget.setFont(font)
        self.setItemDelegate(_Snug(self))
        across, down = self.horizontalHeader(), self.verticalHeader()
        across.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        across.setMinimumSectionSize(16)
        across.setFixedHeight(18)
        down.setMinimumSectionSize(12)
        down.setDefaultSectionSize(17)
        down.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def show_page(self, page: ChartPage | None, light: Light = NO_LIGHT) -> None:
        """Show a chart in a light, with what is lit in view."""
        self.chart.show_page(page, light)
        if page is None:
            return
        if self._small:
            self.setFixedHeight(18 + 17 * len(page.rows) + 2 * self.frameWidth())
            return
        self.resizeColumnsToContents()
        rows = [row for row, name in enumerate(page.rows) if name in light.rows]
        columns = [column for column, name in enumerate(page.columns) if name in light.columns]
        if rows or columns:
            self.scrollTo(self.chart.index(rows[0] if rows else 0, columns[0] if columns else 0))

    def sizeHint(self) -> QSize:
        return QSize(260, self.height()) if self._small else super().sizeHint()
