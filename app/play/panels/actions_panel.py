"""Every action of the menu in words, by kind, to be taken with mouse or keyboard: whatever a game offers, it is here.

The list shows what touches the unit and the place in hand, or everything; words narrow it down. A long kind shows its
first actions and says how many more there are: choosing a unit, or typing, brings up the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.play.panels.when_seen import WhenSeen
from engine.core.records import Action

MOST_OF_A_KIND = 60
_ACTION = Qt.ItemDataRole.UserRole


class ActionsPanel(QWidget):
    """Lists actions; nothing is submitted here but what the menu gave."""

    chosen = Signal(object)
    """An action is wanted."""
    front_wanted = Signal()
    """The panel is to be seen."""
    pointed = Signal(object)
    """An action is looked at, or None."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._menu: Iterable[Action] = ()
        self._actions: tuple[Action, ...] | None = None
        """Those of the menu, once somebody sees the list."""
        self._near: frozenset[Action] = frozenset()
        self._subject = ""
        self._text: Callable[[Action], str] = lambda action: action.kind
        self._group: Callable[[str], str] = lambda kind: kind
        self._texts: dict[Action, str] = {}
        self._heads: list[_Entry] = []
        """The rows at the top of the list."""
        self._below: dict[str, list[_Entry]] = {}
        """The rows below a heading, by what it heads."""
        self.rows_made = 0
        """Counts rows that were made, for whoever measures what a step costs."""
        self._when_seen = WhenSeen(self)
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Find an action: a unit, a place, a word"))
        self.search.setClearButtonEnabled(True)
        self.search.setAccessibleName(self.tr("Find an action"))
        self.only_near = QCheckBox()
        self.only_near.setToolTip(self.tr("Show only what has to do with what is chosen on the map"))
        self.only_near.setChecked(True)
        self.only_near.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
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
        self._menu, self._actions = actions, None
        if text != self._text:
            self._texts = {}
        self._text, self._group = text, group
        self.search.blockSignals(True)
        self.search.clear()
        self.search.blockSignals(False)

    def _listed(self) -> tuple[Action, ...]:
        """Every action of the menu; words are kept for those that are still in it."""
        if self._actions is None:
            self._actions = tuple(self._menu)
            self._texts = {action: self._texts[action] for action in self._actions if action in self._texts}
        return self._actions

    def show_near(self, actions: Iterable[Action], subject: str) -> None:
        """What touches what is chosen on the map; without a subject all actions are shown."""
        self._near = frozenset(actions)
        self._subject = subject
        self._when_seen.fill(self._fill)

    def _fill(self) -> None:
        self.only_near.setVisible(bool(self._subject and self._near))
        said = self.tr("Only {0}").format(self._subject)
        room = max(0, self.list.width() - self.only_near.sizeHint().height())
        self.only_near.setText(self.only_near.fontMetrics().elidedText(said, Qt.TextElideMode.ElideRight, room))
        narrow = bool(self._subject) and self.only_near.isChecked() and bool(self._near)
        listed = self._listed()
        shown = [action for action in listed if action in self._near] if narrow else list(listed)
        words = self.search.text().casefold().split()
        if words:
            shown = [action for action in listed if all(w in self._words(action).casefold() for w in words)]
        kinds: dict[str, list[Action]] = {}
        for action in shown:
            kinds.setdefault(action.kind, []).append(action)
        self.list.blockSignals(True)
        self.list.setCurrentIndex(QModelIndex())
        heads = [self._entry(*each) for each in kinds.items()]
        stayed = self._keep_rows(self.list.invisibleRootItem(), self._heads, heads)
        self._heads, below, self._below = heads, self._below, {}
        for number, (kind, actions) in enumerate(kinds.items()):
            head = self.list.topLevelItem(number)
            if head is not None and len(actions) > 1:
                self._below[kind] = self._fill_kind(head, below[kind] if kind in stayed else [], actions)
        self.list.scrollToTop()
        self.list.blockSignals(False)
        self.count.setText(self.tr("{0} of {1}").format(len(shown), len(listed)))

    def _entry(self, kind: str, actions: list[Action]) -> _Entry:
        """The row of a kind: of a single action that itself, of several a heading."""
        if len(actions) == 1:
            return self._action_entry(actions[0])
        return _Entry(f"{self._group(kind)} ({len(actions)})", Qt.ItemFlag.ItemIsEnabled, heads=kind)

    def _action_entry(self, action: Action) -> _Entry:
        return _Entry(self._words(action), action=action)

    def _fill_kind(self, head: QTreeWidgetItem, before: list[_Entry], actions: list[Action]) -> list[_Entry]:
        """The rows below a heading; the rows of actions that could be taken before stay."""
        entries = [self._action_entry(action) for action in actions[:MOST_OF_A_KIND]]
        if len(actions) > MOST_OF_A_KIND:
            more = self.tr("... {0} more: choose a unit or a place, or type").format(len(actions) - MOST_OF_A_KIND)
            entries.append(_Entry(more, Qt.ItemFlag.NoItemFlags))
        self._keep_rows(head, before, entries)
        head.setExpanded(True)
        return entries

    def _keep_rows(self, head: QTreeWidgetItem, before: list[_Entry], entries: list[_Entry]) -> set[object]:
        """Let exactly these be the rows below another, in this order; says of which things the rows stayed."""
        wanted = {entry.is_of for entry in entries}
        shown = list(before)
        for number in reversed(range(len(shown))):
            if shown[number].is_of not in wanted:
                _remove(head, number)
                del shown[number]
        stayed: set[object] = set()
        for number, entry in enumerate(entries):
            if number < len(shown) and shown[number].is_of == entry.is_of:
                stayed.add(entry.is_of)
                if shown[number].words != entry.words:
                    entry.say(head.child(number))
            else:
                head.insertChild(number, entry.row())
                self.rows_made += 1
                shown.insert(number, entry)
        for number in reversed(range(len(entries), len(shown))):
            _remove(head, number)
        return stayed

    def _words(self, action: Action) -> str:
        if action not in self._texts:
            self._texts[action] = self._text(action)
        return self._texts[action]

    def rows(self) -> list[QTreeWidgetItem]:
        """The rows that hold an action, from the top."""
        self._when_seen.catch_up()
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
        """Let the keyboard find an action; the panel is brought to the front."""
        self.front_wanted.emit()
        self.search.setFocus()
        self.search.selectAll()

    def _take(self, row: QTreeWidgetItem) -> None:
        action = _action_of(row)
        if action is not None:
            self.chosen.emit(action)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter takes the action of the list, in the search the first that was found; arrows go from one to the other.

        Where nothing is searched for, or no line of the list is chosen, Enter is that of the question.
        """
        takes = self.list.currentItem() is not None if watched is self.list else bool(self.search.text().strip())
        if isinstance(event, QKeyEvent) and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and takes:
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


@dataclass(frozen=True, slots=True)
class _Entry:
    """What a row says, and what it stands for: an action, a heading, or a remark."""

    words: str
    flags: Qt.ItemFlag | None = None
    action: Action | None = None
    heads: str = ""

    @property
    def is_of(self) -> object:
        """What makes it the same row as before, whatever its words are now."""
        return self.action or self.heads or self.words

    def row(self) -> QTreeWidgetItem:
        row = QTreeWidgetItem([self.words])
        if self.action is not None:
            row.setToolTip(0, self.words)
            row.setData(0, _ACTION, self.action)
        if self.flags is not None:
            row.setFlags(self.flags)
        return row

    def say(self, row: QTreeWidgetItem | None) -> None:
        """Let the row of the same thing say this."""
        if row is not None:
            row.setText(0, self.words)
            row.setToolTip(0, self.words if self.action is not None else "")


def _remove(head: QTreeWidgetItem, number: int) -> None:
    """Take a row away; takeChild would keep what it takes for ever."""
    row = head.child(number)
    if row is not None:
        head.removeChild(row)


def _action_of(row: QTreeWidgetItem | None) -> Action | None:
    found = row.data(0, _ACTION) if row is not None else None
    return found if isinstance(found, Action) else None
