"""Every action of the menu in words, by kind, to be taken with mouse or keyboard: whatever a game offers, it is here.

The list shows what touches the unit and the place in hand, or everything; words narrow it down. A long kind shows its
first actions and says how many more there are: choosing a unit, or typing, brings up the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QLabel,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.core.records import Action

MOST_OF_A_KIND = 60
_ACTION = Qt.ItemDataRole.UserRole


class ActionsPanel(QWidget):
    """Lists actions; nothing is submitted here but what the menu gave."""

    chosen = Signal(object)
    """An action is wanted."""
    pointed = Signal(object)
    """An action is looked at, or None."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions: tuple[Action, ...] = ()
        self._near: frozenset[Action] = frozenset()
        self._subject = ""
        self._text: Callable[[Action], str] = lambda action: action.kind
        self._group: Callable[[str], str] = lambda kind: kind
        self._texts: dict[Action, str] = {}
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Find an action: a unit, a place, a word"))
        self.search.setClearButtonEnabled(True)
        self.search.setAccessibleName(self.tr("Find an action"))
        self.only_near = QCheckBox()
        self.only_near.setToolTip(self.tr("Show only what has to do with what is chosen on the map"))
        self.only_near.setChecked(True)
        self.list = QTreeWidget()
        self.list.setHeaderHidden(True)
        self.list.setRootIsDecorated(True)
        self.list.setUniformRowHeights(True)
        self.list.setIndentation(10)
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.setAccessibleName(self.tr("What can be done"))
        self.count = QLabel()
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 6, 6, 6)
        column.setSpacing(4)
        for widget in (self.search, self.only_near, self.list, self.count):
            column.addWidget(widget)
        column.setStretchFactor(self.list, 1)
        self.search.textChanged.connect(self._fill)
        self.only_near.toggled.connect(self._fill)
        self.list.itemActivated.connect(self._take)
        self.list.currentItemChanged.connect(lambda now, _: self.pointed.emit(_action_of(now)))
        self.search.installEventFilter(self)
        self.list.installEventFilter(self)

    def show_menu(self, actions: Iterable[Action], text: Callable[[Action], str], group: Callable[[str], str]) -> None:
        """The actions of another menu; the list is filled when it is said what is chosen on the map."""
        self._actions = tuple(actions)
        self._text, self._group = text, group
        self._texts = {}
        self.search.blockSignals(True)
        self.search.clear()
        self.search.blockSignals(False)

    def show_near(self, actions: Iterable[Action], subject: str) -> None:
        """What touches what is chosen on the map; without a subject all actions are shown."""
        self._near = frozenset(actions)
        self._subject = subject
        self._fill()

    def _fill(self) -> None:
        self.only_near.setVisible(bool(self._subject))
        self.only_near.setText(self.tr("Only {0}").format(self._subject))
        narrow = bool(self._subject) and self.only_near.isChecked() and bool(self._near)
        shown = [action for action in self._actions if action in self._near] if narrow else list(self._actions)
        words = self.search.text().casefold().split()
        if words:
            shown = [action for action in self._actions if all(w in self._words(action).casefold() for w in words)]
        self.list.blockSignals(True)
        self.list.clear()
        kinds: dict[str, list[Action]] = {}
        for action in shown:
            kinds.setdefault(action.kind, []).append(action)
        for kind, actions in kinds.items():
            self._add_kind(kind, actions)
        self.list.expandAll()
        self.list.blockSignals(False)
        self.count.setText(self.tr("{0} of {1}").format(len(shown), len(self._actions)))

    def _add_kind(self, kind: str, actions: list[Action]) -> None:
        if len(actions) == 1:
            self.list.addTopLevelItem(self._row(actions[0]))
            return
        head = QTreeWidgetItem([f"{self._group(kind)} ({len(actions)})"])
        head.setFlags(Qt.ItemFlag.ItemIsEnabled)
        for action in actions[:MOST_OF_A_KIND]:
            head.addChild(self._row(action))
        if len(actions) > MOST_OF_A_KIND:
            rest = QTreeWidgetItem(
                [self.tr("... {0} more: choose a unit or a place, or type").format(len(actions) - MOST_OF_A_KIND)]
            )
            rest.setFlags(Qt.ItemFlag.NoItemFlags)
            head.addChild(rest)
        self.list.addTopLevelItem(head)

    def _row(self, action: Action) -> QTreeWidgetItem:
        row = QTreeWidgetItem([self._words(action)])
        row.setToolTip(0, self._words(action))
        row.setData(0, _ACTION, action)
        return row

    def _words(self, action: Action) -> str:
        if action not in self._texts:
            self._texts[action] = self._text(action)
        return self._texts[action]

    def rows(self) -> list[QTreeWidgetItem]:
        """The rows that hold an action, from the top."""
        found: list[QTreeWidgetItem | None] = []
        for number in range(self.list.topLevelItemCount()):
            head = self.list.topLevelItem(number)
            if head is not None:
                found += [head, *(head.child(each) for each in range(head.childCount()))]
        return [row for row in found if row is not None and _action_of(row) is not None]

    def row_of(self, action: Action) -> QTreeWidgetItem | None:
        """The row of an action, if it is shown."""
        return next((row for row in self.rows() if _action_of(row) == action), None)

    def begin_search(self) -> None:
        """Let the keyboard find an action."""
        self.search.setFocus()
        self.search.selectAll()

    def _take(self, row: QTreeWidgetItem) -> None:
        action = _action_of(row)
        if action is not None:
            self.chosen.emit(action)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter takes the action of the list, and in the search its first; arrows go from the one to the other."""
        if isinstance(event, QKeyEvent) and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress:
                rows = self.rows()
                row = self.list.currentItem() if watched is self.list else rows[0] if rows else None
                if row is not None:
                    self._take(row)
                return True
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and watched is self.search:
            rows = self.rows()
            if event.key() == Qt.Key.Key_Down and rows:
                self.list.setFocus()
                self.list.setCurrentItem(rows[0])
                return True
        return super().eventFilter(watched, event)


def _action_of(row: QTreeWidgetItem | None) -> Action | None:
    found = row.data(0, _ACTION) if row is not None else None
    return found if isinstance(found, Action) else None
