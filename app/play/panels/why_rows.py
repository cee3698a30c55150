"""The rows of a reckoning: words that wrap, a number, and a case to press.

The table is as tall as its rows are; whoever holds it scrolls.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFont, QMouseEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHeaderView,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from app.reference.case_link import CASE, keeps_enter
from editor.panels.wrapped_rows import WrappedRows
from engine.narration.explanations import Row

_RULE = 2
_IS_PART = Qt.ItemDataRole.UserRole
_STANDS_IN = 14
_MOST_OF_WIDTH = 0.4
"""How much of the width numbers may take."""


class _ReckonedRows(WrappedRows):
    """What a heading is made of stands in below it, with all its lines."""

    def inset(self, index: QModelIndex | QPersistentModelIndex) -> int:
        return _STANDS_IN if index.data(_IS_PART) else 0


class _Numbers(WrappedRows):
    """Asks for as much width as a number needs, and for more lines where it does not get that."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        wide = max(QStyledItemDelegate.sizeHint(self, option, index).width(), self.wanted_width(index))
        return QSize(wide, super().sizeHint(option, index).height())


class WhyRows(QTreeWidget):
    """What, number, case."""

    case_wanted = Signal(str)
    reached = Signal(QTreeWidgetItem)
    """The keyboard has come to a row."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[Row, ...] = ()
        self.rows_made = 0
        """Counts rows that were made, for whoever measures what a step costs."""
        self.setColumnCount(3)
        self.setHeaderLabels([self.tr("What"), self.tr("Number"), self.tr("Case")])
        self.setRootIsDecorated(False)
        self.setIndentation(0)
        self.setWordWrap(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(self.tr("How the numbers came about"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in (1, _RULE):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        self.setItemDelegateForColumn(0, _ReckonedRows(self, beside=8, air=2))
        self.setItemDelegateForColumn(1, _Numbers(self, beside=8, air=2))
        self._fitting = QTimer(self)
        self._fitting.setSingleShot(True)
        self._fitting.setInterval(0)
        self._fitting.timeout.connect(self.fit)
        header.sectionResized.connect(lambda *_: self._fitting.start())
        self.setMouseTracking(True)
        self.itemClicked.connect(self._clicked)
        self.itemActivated.connect(lambda item, _: self._open(item))
        self.currentItemChanged.connect(lambda now, _: self._come_to(now))

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show these rows; those that are shown already stay, and where all do nothing is laid out."""
        before, self._rows = self._rows, tuple(rows)
        if before == self._rows:
            return
        alike = _common(before, self._rows)
        left = min(len(before), len(self._rows)) - alike
        alike_below = _common(before[: -left - 1 : -1], self._rows[: -left - 1 : -1]) if left else 0
        for number in reversed(range(alike, len(before) - alike_below)):
            if (gone := self.topLevelItem(number)) is not None:
                self.invisibleRootItem().removeChild(gone)
        fresh = self._rows[alike : len(self._rows) - alike_below]
        self.rows_made += len(fresh)
        self.insertTopLevelItems(alike, [_item(row) for row in fresh])
        self.setColumnHidden(1, not any(row.value for row in self._rows))
        self.setColumnHidden(_RULE, not any(row.rule for row in self._rows))
        self.fit()

    def texts(self) -> list[tuple[str, str, str]]:
        """What is to be read."""
        return [(item.text(0), item.text(1), item.text(_RULE)) for item in self._items()]

    def fit(self) -> None:
        """Be as tall as the rows are at this width."""
        self.doItemsLayout()
        height = sum(self.visualItemRect(item).height() for item in self._items())
        self.setFixedHeight(self.header().sizeHint().height() + height + 2)

    def _items(self) -> Iterable[QTreeWidgetItem]:
        found = (self.topLevelItem(number) for number in range(self.topLevelItemCount()))
        return [item for item in found if item is not None]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self._fitting.start()

    def sizeHint(self) -> QSize:
        return QSize(240, self.height())

    def sizeHintForColumn(self, column: int) -> int:
        """What a number says in words, as a list of marks, leaves room for what it is about, and wraps."""
        wanted = super().sizeHintForColumn(column)
        return min(wanted, round(self.viewport().width() * _MOST_OF_WIDTH)) if column == 1 else wanted

    def _come_to(self, item: QTreeWidgetItem | None) -> None:
        self.setProperty(CASE, _case_of(item))
        if item is not None:
            self.reached.emit(item)

    def _clicked(self, item: QTreeWidgetItem, column: int) -> None:
        if column == _RULE:
            self._open(item)

    def _open(self, item: QTreeWidgetItem) -> None:
        if _case_of(item):
            self.case_wanted.emit(_case_of(item))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """A hand over a case says that it can be pressed."""
        super().mouseMoveEvent(event)
        at = self.indexAt(event.position().toPoint())
        is_case = at.column() == _RULE and bool(at.data())
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if is_case else Qt.CursorShape.ArrowCursor)

    def event(self, event: QEvent) -> bool:
        """Enter opens the case of a row."""
        return (bool(_case_of(self.currentItem())) and keeps_enter(event)) or super().event(event)

    def changeEvent(self, event: QEvent) -> None:
        """Another theme has other colours for links."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            for item in self._items():
                _colour(item)


def _common(one: Sequence[Row], two: Sequence[Row]) -> int:
    """With how many rows that are the same both begin."""
    return next(
        (number for number, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two))
    )


def _case_of(item: QTreeWidgetItem | None) -> str:
    return item.text(_RULE) if item is not None else ""


def _item(row: Row) -> QTreeWidgetItem:
    item = QTreeWidgetItem([row.words, row.value, row.rule])
    item.setData(0, _IS_PART, not row.is_heading)
    top = Qt.AlignmentFlag.AlignTop
    item.setTextAlignment(0, top | Qt.AlignmentFlag.AlignLeft)
    item.setTextAlignment(1, top | Qt.AlignmentFlag.AlignRight)
    item.setTextAlignment(_RULE, top | Qt.AlignmentFlag.AlignLeft)
    item.setToolTip(0, row.words)
    item.setToolTip(1, row.value)
    if row.is_heading:
        font = QFont(item.font(0))
        font.setBold(True)
        for column in range(2):
            item.setFont(column, font)
    if row.rule:
        link = QFont(item.font(_RULE))
        link.setUnderline(True)
        item.setFont(_RULE, link)
        item.setToolTip(_RULE, QApplication.translate("WhyRows", "Read case {0} in the rules index").format(row.rule))
        _colour(item)
    return item


def _colour(item: QTreeWidgetItem) -> None:
    item.setForeground(_RULE, QApplication.palette().color(QPalette.ColorRole.Link))
