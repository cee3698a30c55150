"""Type a few letters, see what fits, press Enter: the window that going to a place and finding a command share.

The hands stay on the keyboard: arrows walk through the list while one goes on typing, Esc leaves everything as it was.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFont, QIcon, QKeyEvent, QPainter, QPalette
from PySide6.QtWidgets import (
    QDialog,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from editor.panels.fuzzy import places
from editor.panels.icons import icon
from editor.panels.panel import column_of, note

_ROW: Final = Qt.ItemDataRole.UserRole
_HEIGHT: Final = 32
_WALKING: Final = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


@dataclass(frozen=True, slots=True)
class FinderRow:
    """Something that fits what was typed."""

    title: str
    detail: str = ""
    icon: str = ""
    enabled: bool = True
    value: object = None


class Finder(QDialog):
    """Whoever derives from it says what fits and what Enter does."""

    def __init__(self, title: str, prompt: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setModal(True)
        self._rows: tuple[FinderRow, ...] = ()
        self.line = QLineEdit()
        self.line.setPlaceholderText(prompt)
        self.line.setAccessibleName(prompt)
        self.line.setClearButtonEnabled(True)
        self.line.setMinimumHeight(32)
        self.list = QListWidget()
        self.list.setItemDelegate(_RowDelegate(self.list, self))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setUniformItemSizes(True)
        self.list.setAccessibleName(title)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.remark = note()
        column = column_of(self)
        column.addWidget(self.line)
        column.addWidget(self.list, 1)
        column.addWidget(self.remark)
        self.resize(460, 380)
        self.line.textChanged.connect(self.renew)
        self.list.currentRowChanged.connect(lambda _row: self._show_remark())
        self.line.installEventFilter(self)
        self.list.itemClicked.connect(lambda _item: self.accept_row())

    # What each finder says

    @abstractmethod
    def rows_for(self, text: str) -> Sequence[FinderRow]:
        """What fits, the best first."""

    def remark_for(self, text: str, rows: Sequence[FinderRow]) -> str:
        """What to say below the list."""
        return ""

    @abstractmethod
    def take(self, row: FinderRow) -> bool:
        """Do it; False keeps the window open."""

    # What all do

    def begin(self, text: str = "") -> None:
        """Open with a text to go on from."""
        self.line.setText(text)
        self.line.selectAll()
        self.renew()
        self.show()
        self.raise_()
        self.activateWindow()
        self.line.setFocus()

    def renew(self) -> None:
        """Look again at what fits."""
        text = self.line.text()
        self._rows = rows = tuple(self.rows_for(text))
        self.list.blockSignals(True)
        self.list.clear()
        for row in rows:
            item = QListWidgetItem(row.title)
            item.setData(_ROW, row)
            item.setToolTip(row.detail)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{row.title}, {row.detail}" if row.detail else row.title)
            if row.icon:
                item.setIcon(icon(row.icon))
            if not row.enabled:
                item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEnabled)
            self.list.addItem(item)
        first = next((number for number, row in enumerate(rows) if row.enabled), -1)
        self.list.setCurrentRow(first)
        self.list.blockSignals(False)
        self._show_remark()

    def _show_remark(self) -> None:
        said = self.remark_for(self.line.text(), self._rows)
        self.remark.setText(said)
        self.remark.setVisible(bool(said))

    @property
    def row(self) -> FinderRow | None:
        """The row that Enter takes."""
        number = self.list.currentRow()
        return self._rows[number] if 0 <= number < len(self._rows) and self._rows[number].enabled else None

    def accept_row(self) -> None:
        """Do what the marked row says."""
        row = self.row
        if row is not None and self.take(row):
            self.accept()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.line and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in _WALKING:
                self._walk(Qt.Key(event.key()))
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.accept_row()
                return True
        return super().eventFilter(watched, event)

    def _walk(self, key: Qt.Key) -> None:
        """To the next row that can be taken; from the last to the first."""
        numbers = range(self.list.count())
        able = [number for number in numbers if self.list.item(number).flags() & Qt.ItemFlag.ItemIsEnabled]
        if not able:
            return
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -8, Qt.Key.Key_PageDown: 8}[key]
        now = able.index(self.list.currentRow()) if self.list.currentRow() in able else 0
        then = (now + step) % len(able) if abs(step) == 1 else min(max(now + step, 0), len(able) - 1)
        self.list.setCurrentRow(able[then])


class _RowDelegate(QStyledItemDelegate):
    """Paints a title with the letters that were meant in bold, and the detail at the right."""

    def __init__(self, parent: QWidget, finder: Finder) -> None:
        super().__init__(parent)
        self._finder = finder

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(100, _HEIGHT)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        row: FinderRow = index.data(_ROW)
        marked = bool(option.state & QStyle.StateFlag.State_Selected)
        group = QPalette.ColorGroup.Normal if row.enabled else QPalette.ColorGroup.Disabled
        painter.save()
        room = option.rect
        if marked:
            painter.fillRect(room, option.palette.color(QPalette.ColorRole.Highlight))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(room, option.palette.color(QPalette.ColorRole.AlternateBase))
        role = QPalette.ColorRole.HighlightedText if marked else QPalette.ColorRole.Text
        if row.icon:
            mode = _icon_mode(row, marked=marked)
            square = QRect(room.left() + 8, room.top() + (room.height() - 18) // 2, 18, 18)
            icon(row.icon).paint(painter, square, mode=mode)
        left = room.left() + (34 if row.icon else 10)
        metrics = option.fontMetrics
        wide = min(metrics.horizontalAdvance(row.detail) + 4, room.width() // 2)
        painter.setPen(option.palette.color(group, role if marked else QPalette.ColorRole.PlaceholderText))
        detail = metrics.elidedText(row.detail, Qt.TextElideMode.ElideLeft, wide)
        at_right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QRect(room.right() - wide - 10, room.top(), wide, room.height()), at_right, detail)
        painter.setPen(option.palette.color(group, role))
        self._paint_title(painter, option, row, left, room.right() - wide - 18)
        painter.restore()

    def _paint_title(
        self, painter: QPainter, option: QStyleOptionViewItem, row: FinderRow, left: int, right: int
    ) -> None:
        meant = set(places(self._finder.line.text(), row.title) or ())
        bold = QFont(option.font)
        bold.setBold(True)
        room, x = option.rect, left
        for number, letter in enumerate(row.title):
            painter.setFont(bold if number in meant else option.font)
            wide = painter.fontMetrics().horizontalAdvance(letter)
            if x + wide > right:
                painter.drawText(QRect(x, room.top(), wide, room.height()), Qt.AlignmentFlag.AlignVCenter, "…")
                return
            painter.drawText(QRect(x, room.top(), wide + 2, room.height()), Qt.AlignmentFlag.AlignVCenter, letter)
            x += wide


def _icon_mode(row: FinderRow, *, marked: bool) -> QIcon.Mode:
    if not row.enabled:
        return QIcon.Mode.Disabled
    return QIcon.Mode.Selected if marked else QIcon.Mode.Normal
