"""Why: how a number came about, each strength and modifier as a row with the case that put it there.

While an attack is put together it shows that attack, with its odds above the rows; otherwise the unit under the pointer
or in hand. The case of a row opens the rules index.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QTreeWidgetItem, QVBoxLayout, QWidget

from app.play.panels.odds_view import OddsView
from app.play.panels.when_seen import WhenSeen
from app.play.panels.why_rows import WhyRows
from app.play.table import GameTable
from engine.narration.explanations import Explained

_LEAST_HEIGHT = 300
"""Odds that have to be scrolled to are not seen."""


class WhyPanel(QWidget):
    """A title, perhaps odds, and a table of words, numbers and cases."""

    case_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = QLabel()
        self.title.setWordWrap(True)
        font = self.title.font()
        font.setBold(True)
        font.setPointSizeF(font.pointSizeF() * 1.15)
        self.title.setFont(font)
        self.when_seen = WhenSeen(self)
        self.odds = OddsView()
        self.table = WhyRows()
        self.table.case_wanted.connect(self.case_wanted)
        self.table.reached.connect(self._follow)
        self._inside = QWidget()
        column = QVBoxLayout(self._inside)
        column.setContentsMargins(0, 0, 6, 0)
        column.setSpacing(8)
        for widget in (self.odds, self.table):
            column.addWidget(widget)
        column.addStretch(1)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setWidget(self._inside)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMinimumHeight(_LEAST_HEIGHT)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(6, 6, 2, 6)
        whole.addWidget(self.title)
        whole.addWidget(self._area, 1)
        self.show_nothing()

    def show_nothing(self) -> None:
        """Nothing is asked."""
        self.title.setText(self.tr("Point at a unit, or put an attack together, to see what it is worth and why."))
        self.odds.hide()
        self.table.hide()
        self.table.show_rows(())

    def show_explained(self, explained: Explained, game: GameTable | None = None) -> None:
        """An attack, a unit or the score; the odds of an attack are drawn if the game is given."""
        if explained.title != self.title.text():
            self._area.verticalScrollBar().setValue(0)
        self.title.setText(explained.title)
        attack = explained.attack
        if attack is not None and game is not None:
            self.odds.show_attack(game, attack)
        self.odds.setVisible(attack is not None and game is not None)
        self.table.show()
        self.table.show_rows(explained.rows)

    def rows(self) -> list[tuple[str, str, str]]:
        """What is to be read."""
        self.when_seen.catch_up()
        return self.table.texts()

    def _follow(self, item: QTreeWidgetItem) -> None:
        """Bring the row that the keyboard came to into view."""
        if self.table.hasFocus():
            box = self.table.visualItemRect(item)
            at = self.table.mapTo(self._inside, box.center())
            self._area.ensureVisible(0, at.y(), 0, box.height() + self.table.header().height())
