"""The score: in a few letters beside the turn at all times, and term by term in a panel."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QFont, QShowEvent
from PySide6.QtWidgets import QHeaderView, QLabel, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from app.play.desk import Desk
from app.play.scene.scene_change import SceneChange
from app.play.table import GameTable
from engine.core.terms import Number
from engine.narration.explanations import number
from engine.narration.score import ScoreGroup, ScoreRow, ScoreStanding, Standings

_PAUSE = 120
"""Milliseconds without a decision after which the score is reckoned again: whoever moves on quickly never waits."""


class ScorePanel(QWidget):
    """How the game stands, by groups of terms, with what changed since the last turn."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._of: GameTable | None = None
        self._standings: Standings | None = None
        self._shown: ScoreStanding | None = None
        self.title = QLabel()
        self.title.setWordWrap(True)
        font = self.title.font()
        font.setBold(True)
        font.setPointSizeF(font.pointSizeF() * 1.15)
        self.title.setFont(font)
        self.list = QTreeWidget()
        self.list.setColumnCount(4)
        self.list.setHeaderLabels([self.tr("What"), self.tr("Points"), self.tr("Change"), self.tr("Case")])
        self.list.setUniformRowHeights(True)
        self.list.setAccessibleName(self.tr("The score, term by term"))
        header = self.list.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in (1, 2, 3):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 6, 6, 6)
        layout.addWidget(self.title)
        layout.addWidget(self.list, 1)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self.reckon)
        desk.scene.refreshed.connect(self._follow)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.reckon()
        self._fill()

    def _follow(self, change: SceneChange) -> None:
        self._later.start(0 if change.is_whole else _PAUSE)

    def reckon(self) -> None:
        """Reckon the score again, once nothing more is decided; the few letters always, the rest if anybody looks."""
        table = self._desk.table
        if table is None:
            return
        if self._standings is None or self._of is not table:
            self._of, self._standings = table, Standings(table)
        standing = self._standings.now()
        if standing == self._shown:
            return
        self._shown = standing
        self._desk.scene.prompt.show_score(self._short(standing) if standing is not None else "", self._long(standing))
        if self.isVisible():
            self._fill()

    def _short(self, standing: ScoreStanding) -> str:
        score = number(standing.score)
        if standing.change:
            return self.tr("Score {0} ({1})").format(score, signed(standing.change))
        return self.tr("Score {0}").format(score)

    def _long(self, standing: ScoreStanding | None) -> str:
        words = [self.tr("Show how the score came about")]
        if standing is not None and standing.level:
            words.insert(0, self.tr("If it ended now: {0}").format(standing.level))
        return "\n".join(words)

    def _fill(self) -> None:
        standing = self._shown
        self.list.clear()
        if standing is None:
            self.title.setText(self.tr("This game keeps no score."))
            return
        words = [self._short(standing)]
        if standing.level:
            words.append(self.tr("If it ended now: {0}").format(standing.level))
        if standing.change is not None:
            words.append(self.tr("Since the last turn: {0}").format(signed(standing.change)))
        self.title.setText("\n".join(words))
        for group in standing.groups:
            head = _item(group, bold=True)
            head.addChildren([_item(row) for row in group.rows])
            self.list.addTopLevelItem(head)
            head.setExpanded(len(group.rows) <= 12 or any(row.change for row in group.rows))


def signed(value: Number) -> str:
    """A change, with its sign."""
    return f"+{number(value)}" if value > 0 else f"-{number(-value)}" if value < 0 else "0"


def _item(row: ScoreRow | ScoreGroup, *, bold: bool = False) -> QTreeWidgetItem:
    item = QTreeWidgetItem([row.words, number(row.value), signed(row.change) if row.change else "", row.rule])
    item.setToolTip(0, row.words)
    for column in (1, 2):
        item.setTextAlignment(column, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    if bold:
        font = QFont(item.font(0))
        font.setBold(True)
        for column in range(3):
            item.setFont(column, font)
    return item
