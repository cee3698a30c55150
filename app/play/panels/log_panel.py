"""The log of a game in sentences, by turn and phase; a click shows where it happened, a double click when.

Lines that stand already are never made again, so that a long game is as quick to tell as a short one. While an earlier
moment is shown, what came after it is grey.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.play.panels.when_seen import WhenSeen
from app.play.table import LogLine
from editor.panels.icons import icon

_LINE = Qt.ItemDataRole.UserRole
_STEP = Qt.ItemDataRole.UserRole + 1
_ALL = 1 << 60
_MOST_SIZES = 2_000
"""So many sentences are remembered with their height."""


class LogPanel(QWidget):
    """What happened, the latest at the bottom."""

    place_wanted = Signal(int)
    moment_wanted = Signal(int)
    """Show the game as it was after so many actions."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Find in the log"))
        self.search.setToolTip(self.tr("Find a unit, a place or a word in the log"))
        self.search.setClearButtonEnabled(True)
        self.search.setAccessibleName(self.tr("Find in the log"))
        self.moment = QToolButton()
        self.moment.setIcon(icon("replay-turn-back"))
        self.moment.setAutoRaise(True)
        self.moment.setToolTip(self.tr("Show the game as it was right after this line (a double click)"))
        self.moment.setAccessibleName(self.tr("Show this moment"))
        self.list = QTreeWidget()
        self.list.setHeaderHidden(True)
        self.list.setIndentation(10)
        self.list.setWordWrap(True)
        self.list.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollMode(QTreeWidget.ScrollMode.ScrollPerPixel)
        self.list.setExpandsOnDoubleClick(False)
        self.list.viewport().installEventFilter(self)
        self.list.setAccessibleName(self.tr("What happened in the game"))
        self._greying = _Greying(self.list)
        self.list.setItemDelegate(self._greying)
        self._lines: list[LogLine] = []
        self._rows: list[QTreeWidgetItem] = []
        self.rows_made = 0
        """Counts rows that were made, for whoever measures what a step costs."""
        self._is_at_end = True
        """The last line is in view, and stays so when lines take more room or less."""
        self._when_seen = WhenSeen(self)
        top = QHBoxLayout()
        top.addWidget(self.search, 1)
        top.addWidget(self.moment)
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 6, 6, 6)
        column.setSpacing(4)
        column.addLayout(top)
        column.addWidget(self.list)
        self.search.textChanged.connect(lambda _: self._filter(self._rows))
        self.moment.clicked.connect(lambda _=False: self._go_back(self.list.currentItem()))
        self.list.itemClicked.connect(self._go)
        self.list.itemActivated.connect(lambda row, _: self._go_back(row))
        self.list.currentItemChanged.connect(lambda row, _: self._follow(row))
        bar = self.list.verticalScrollBar()
        bar.valueChanged.connect(self._note_end)
        bar.rangeChanged.connect(self._keep_end)
        self._follow(None)

    def follow(self, log: Callable[[], tuple[Sequence[LogLine], int | None]]) -> None:
        """Show what a game tells and the moment that is shown of it, when somebody sees it."""
        self._when_seen.fill(lambda: self.show_log(*log()))

    def show_log(self, lines: Sequence[LogLine], step: int | None = None) -> None:
        """Show these lines; those that are shown already stay. `step` is the moment that is shown, if it is past."""
        changed = self._keep(lines)
        fresh = [self._add(line) for line in lines[len(self._rows) :]]
        self._lines = list(lines)
        self._rows += fresh
        self._filter(changed + fresh)
        was_past = self._greying.shown != _ALL
        self._greying.shown = _ALL if step is None else step
        if step is not None:
            last = next((row for row in reversed(self._rows) if _step(row) <= step), None)
            if last is not None:
                self.list.setCurrentItem(last)
                self.list.scrollToItem(last, QTreeWidget.ScrollHint.PositionAtCenter)
            else:
                self.list.clearSelection()
                self.list.scrollToTop()
                self._is_at_end = False
        elif fresh or was_past:
            self.list.scrollToBottom()
        if step is not None or was_past:
            self.list.viewport().update()

    def _keep(self, lines: Sequence[LogLine]) -> list[QTreeWidgetItem]:
        """Keep the rows of lines that stand; gives those that other eyes read otherwise."""
        changed: list[QTreeWidgetItem] = []
        same = 0
        for shown, line, row in zip(self._lines, lines, self._rows, strict=False):
            if shown is not line:
                if (shown.step, shown.turn, shown.phase) != (line.step, line.turn, line.phase):
                    break
                row.setText(0, line.text)
                row.setData(0, _LINE, line)
                changed.append(row)
            same += 1
        while len(self._rows) > same:
            self._drop(self._rows.pop())
        return changed

    def _add(self, line: LogLine) -> QTreeWidgetItem:
        title = self.tr("Turn {0}").format(line.turn)
        if line.phase:
            title = self.tr("Turn {0}, {1}").format(line.turn, line.phase)
        count = self.list.topLevelItemCount()
        group = self.list.topLevelItem(count - 1) if count else None
        if group is None or group.text(0) != title:
            group = QTreeWidgetItem([title])
            font = group.font(0)
            font.setBold(True)
            group.setFont(0, font)
            group.setData(0, _STEP, line.step)
            group.setFlags(Qt.ItemFlag.ItemIsEnabled)
            self.list.addTopLevelItem(group)
            group.setExpanded(True)
        row = QTreeWidgetItem(group, [line.text])
        self.rows_made += 1
        row.setData(0, _LINE, line)
        row.setData(0, _STEP, line.step)
        row.setToolTip(0, self.tr("After action {0}").format(line.step))
        return row

    def _drop(self, row: QTreeWidgetItem) -> None:
        group = _group(row)
        group.removeChild(row)
        if not group.childCount():
            self.list.invisibleRootItem().removeChild(group)

    def _filter(self, rows: Sequence[QTreeWidgetItem]) -> None:
        """Show of some rows only those with every word that is looked for, and no empty headings."""
        words = self.search.text().casefold().split()
        groups: dict[int, QTreeWidgetItem] = {}
        for row in rows:
            group = _group(row)
            groups[id(group)] = group
            said = f"{group.text(0)} {row.text(0)}".casefold()
            row.setHidden(not all(word in said for word in words))
        for group in groups.values():
            children = (group.child(number) for number in reversed(range(group.childCount())))
            group.setHidden(all(child is None or child.isHidden() for child in children))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Another width needs other lines."""
        if event.type() == QEvent.Type.Resize:
            self.list.scheduleDelayedItemsLayout()
        return super().eventFilter(watched, event)

    def _note_end(self, value: int) -> None:
        self._is_at_end = value >= self.list.verticalScrollBar().maximum()

    def _keep_end(self, _: int, last: int) -> None:
        if self._is_at_end:
            self.list.verticalScrollBar().setValue(last)

    def show_step(self, step: int) -> None:
        """Go to what happened after so many actions, or next after that."""
        self._when_seen.catch_up()
        row = next((row for row in self._rows if _step(row) >= step), None)
        if row is not None:
            self.list.setCurrentItem(row)
            self.list.scrollToItem(row, QTreeWidget.ScrollHint.PositionAtTop)

    def texts(self) -> list[str]:
        """Everything it says."""
        self._when_seen.catch_up()
        return [line.text for line in self._lines]

    def headings(self) -> list[str]:
        """The turns and phases that something is told of, where the search leaves anything."""
        self._when_seen.catch_up()
        groups = [self.list.topLevelItem(number) for number in range(self.list.topLevelItemCount())]
        return [group.text(0) for group in groups if group is not None and not group.isHidden()]

    def rows(self) -> list[QTreeWidgetItem]:
        """The rows that are shown, from the top."""
        self._when_seen.catch_up()
        return [row for row in self._rows if not row.isHidden()]

    def _follow(self, row: QTreeWidgetItem | None) -> None:
        self.moment.setEnabled(row is not None)
        if row is not None and self.list.hasFocus():
            self._go(row)

    def _go(self, row: QTreeWidgetItem) -> None:
        line = row.data(0, _LINE)
        if isinstance(line, LogLine) and line.place is not None:
            self.place_wanted.emit(line.place)

    def _go_back(self, row: QTreeWidgetItem | None) -> None:
        if row is not None:
            self.moment_wanted.emit(_step(row))
            self._go(row)


class _Greying(QStyledItemDelegate):
    """Greys what came after the moment that is shown, and gives sentences the lines they need."""

    shown = _ALL

    def __init__(self, view: QTreeWidget) -> None:
        super().__init__(view)
        self._view = view
        self._sizes: dict[tuple[str, int, int, str], QSize] = {}
        """What sentences took, by the room for them and the type of the list: one more line asks for all in view."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """As many lines as the sentence takes in the width there is, laid out as it will be painted."""
        deep = 2 if index.parent().isValid() else 1
        room = max(self._view.viewport().width() - self._view.indentation() * deep, 40)
        key = (str(index.data()), deep, room, option.font.key())
        if key not in self._sizes:
            if len(self._sizes) >= _MOST_SIZES:
                self._sizes.clear()
            option.rect = QRect(0, 0, room, 10_000)
            self._sizes[key] = super().sizeHint(option, index) + QSize(0, 2)
        return self._sizes[key]

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        super().initStyleOption(option, index)
        step = index.data(_STEP)
        if isinstance(step, int) and step > self.shown:
            grey = option.palette.color(QPalette.ColorRole.PlaceholderText)
            option.palette.setColor(QPalette.ColorRole.Text, grey)


def _step(row: QTreeWidgetItem) -> int:
    return int(row.data(0, _STEP))


def _group(row: QTreeWidgetItem) -> QTreeWidgetItem:
    group = row.parent()
    assert group is not None, "every line stands under a heading"
    return group
