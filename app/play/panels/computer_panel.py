"""Why the computer did that: its latest decisions with the terms that spoke for them, and what it would advise."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from app.play.desk import Desk
from app.play.panels.when_seen import WhenSeen
from app.play.table import GameTable
from engine.core.terms import Term
from engine.narration.explanations import numbered
from engine.players.player import Choice


class ComputerPanel(QWidget):
    """The latest decision first; an ordinary step counts a hundred."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._when_seen = WhenSeen(self)
        self.list = QTreeWidget()
        self.list.setColumnCount(3)
        self.list.setHeaderLabels([self.tr("What"), self.tr("Worth"), self.tr("Case")])
        self.list.setWordWrap(True)
        self.list.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.list.setAccessibleName(self.tr("The computer's decisions and their reasons"))
        header = self.list.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in (1, 2):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 6, 6, 6)
        layout.addWidget(self.list, 1)
        desk.scene.refreshed.connect(lambda _: self._when_seen.fill(self._fill))
        desk.computers.advised.connect(lambda: self._when_seen.fill(self._fill))

    def _fill(self) -> None:
        self.list.clear()
        table = self._desk.table
        if table is None:
            return
        advice = self._desk.computers.advice_for(table)
        if advice is not None:
            said = table.words.text(advice.action, table.menu.prompt.key)
            self._add(table, self.tr("I would: {0}").format(said), advice)
        for decided in reversed(table.minds.decided):
            words = table.words.text(decided.choice.action, decided.asked)
            self._add(table, self.tr("{0}: {1}").format(table.names.side(decided.side), words), decided.choice)
        first = self.list.topLevelItem(0)
        if first is not None:
            first.setExpanded(True)

    def _add(self, table: GameTable, words: str, choice: Choice) -> None:
        head = QTreeWidgetItem([words, "", ""])
        head.setToolTip(0, words)
        for term in choice.reason:
            head.addChild(_row(table, term))
        self.list.addTopLevelItem(head)


def _row(table: GameTable, term: Term) -> QTreeWidgetItem:
    said = table.say(term.label)
    row = QTreeWidgetItem([said, str(term.value) if term.value else "", numbered(term.rule)])
    row.setToolTip(0, said)
    row.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    return row
