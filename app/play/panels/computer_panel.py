"""Why the computer did that: its latest decisions with the terms that spoke for them, and what it would advise."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QLabel, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from app.play.desk import Desk
from app.play.panels.when_seen import WhenSeen
from app.play.table import GameTable
from editor.panels.wrapped_rows import WrappedRows
from engine.core.terms import Term
from engine.narration.explanations import numbered
from engine.narration.language import labelled
from engine.players.player import Choice

_STEP = Qt.ItemDataRole.UserRole
_WORTHS = "reason."
"""Before the keys of reasons whose numbers are worths; other amounts are the game's own."""
_LATEST = -1
"""Stands for the step of what is not decided yet."""


class ComputerPanel(QWidget):
    """The latest decision first; an ordinary step counts a hundred.

    Rows that were opened stay open, and whoever reads further down is not carried off, while the computer goes on.
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._when_seen = WhenSeen(self)
        self.list = QTreeWidget()
        self.list.setColumnCount(3)
        self.list.setHeaderLabels([self.tr("What"), self.tr("Worth"), self.tr("Case")])
        self.list.setWordWrap(True)
        self.list.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.list.setItemDelegateForColumn(0, WrappedRows(self.list, beside=8, air=2))
        self.list.setAccessibleName(self.tr("The computer's decisions and their reasons"))
        header = self.list.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in (1, 2):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        header.sectionResized.connect(lambda *_: self.list.scheduleDelayedItemsLayout())
        self.list.headerItem().setToolTip(1, self.tr("A worth of 100 is about one step"))
        self.list.headerItem().setToolTip(2, self.tr("The case of the rules that the question comes from"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 6, 6, 6)
        self.empty = QLabel(
            self.tr("The computer has decided nothing yet. Ctrl+Shift+F9 asks it what it would do in your place.")
        )
        self.empty.setWordWrap(True)
        layout.addWidget(self.empty)
        layout.addWidget(self.list, 1)
        desk.scene.refreshed.connect(lambda _: self._when_seen.fill(self._fill))
        desk.computers.advised.connect(lambda: self._when_seen.fill(self._fill))

    def _fill(self) -> None:
        rows = self._rows()
        opened = {_step(row) for row in rows[1:] if row.isExpanded()}
        seen = self.list.itemAt(0, 0) if self.list.verticalScrollBar().value() else None
        read = _step(seen.parent() or seen) if seen is not None else _LATEST
        self.list.clear()
        table = self._desk.table
        if table is not None:
            self._list(table)
        self.empty.setVisible(not self._rows())
        for number, row in enumerate(self._rows()):
            row.setExpanded(number == 0 or _step(row) in opened)
            if _step(row) == read != _LATEST:
                self.list.scrollToItem(row, QTreeWidget.ScrollHint.PositionAtTop)

    def _list(self, table: GameTable) -> None:
        """The advice, and below it what was decided up to the moment that is shown."""
        advice = self._desk.computers.advice_for(table) if not table.is_past else None
        if advice is not None:
            said = table.words.text(advice.action, table.menu.prompt.key)
            self._add(table, self.tr("I would: {0}").format(said), advice, _LATEST)
        for decided in reversed(table.minds.decided):
            if decided.step <= table.step:
                words = table.words.text(decided.choice.action, decided.asked)
                said = self.tr("{0}: {1}").format(table.names.side(decided.side), words)
                self._add(table, said, decided.choice, decided.step)

    def _rows(self) -> list[QTreeWidgetItem]:
        found = (self.list.topLevelItem(number) for number in range(self.list.topLevelItemCount()))
        return [row for row in found if row is not None]

    def _add(self, table: GameTable, words: str, choice: Choice, step: int) -> None:
        head = QTreeWidgetItem([words, "", ""])
        head.setToolTip(0, words)
        head.setData(0, _STEP, step)
        for term in choice.reason:
            head.addChild(_row(table, term))
        self.list.addTopLevelItem(head)


def _step(row: QTreeWidgetItem) -> int:
    """After how many actions what a row is about was decided."""
    return int(row.data(0, _STEP))


def _row(table: GameTable, term: Term) -> QTreeWidgetItem:
    """A reason; whole numbers that a game counts in another measure than steps stand behind its words."""
    said, worth = table.say(term.label), str(term.value) if term.value else ""
    if not term.label.key.startswith(_WORTHS):
        said, worth = labelled(said, worth) if isinstance(term.value, int) and worth else said, ""
    row = QTreeWidgetItem([said, worth, numbered(term.rule)])
    row.setToolTip(0, said)
    row.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    return row
