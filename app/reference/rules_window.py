"""The rules index in a window of its own: every case of a game in our own words, found by number or by words.

It opens at the case that something named. Links lead from case to case, and back and forward go through what was read.
"""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QObject, Qt, QUrl
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSplitter,
    QTextBrowser,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.reference.case_page import CasePage
from app.reference.rules import LINK, Named, Rules
from editor.panels.icons import icon

_CASE = Qt.ItemDataRole.UserRole
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down)


class RulesWindow(QDialog):
    """The list of cases on the left, the case on the right."""

    def __init__(self, games: Mapping[str, Rules], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._games = dict(games)
        self._read: list[tuple[str, Named]] = []
        self._at = -1
        self.setWindowTitle(self.tr("Rules Index"))
        self.setWindowFlag(Qt.WindowType.Window)
        self.resize(940, 640)
        self.game = QComboBox()
        self.game.setAccessibleName(self.tr("Game"))
        self.game.setToolTip(self.tr("The game whose rules are shown"))
        for name, rules in self._games.items():
            self.game.addItem(rules.title, name)
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Find a case: its number, or words"))
        self.search.setClearButtonEnabled(True)
        self.search.setAccessibleName(self.tr("Find a case"))
        self.cases = QListWidget()
        self.cases.setAccessibleName(self.tr("The cases of the game"))
        self.cases.setUniformItemSizes(True)
        self.cases.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.cases.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.count = QLabel()
        self.page = QTextBrowser()
        self.page.setOpenLinks(False)
        self.page.document().setDocumentMargin(14)
        self.page.setAccessibleName(self.tr("The case"))
        self.back = self._button("undo", self.tr("Back to what was read before (Alt+Left)"))
        self.forward = self._button("redo", self.tr("Forward again (Alt+Right)"))
        self._lay_out()
        self._connect()
        self._fill()

    def _button(self, picture: str, help: str) -> QToolButton:
        button = QToolButton()
        button.setIcon(icon(picture))
        button.setAutoRaise(True)
        button.setToolTip(help)
        button.setAccessibleName(help)
        button.setEnabled(False)
        return button

    def _lay_out(self) -> None:
        left, right = QWidget(), QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        for widget in (self.game, self.search, self.cases, self.count):
            column.addWidget(widget)
        bar = QHBoxLayout()
        bar.addWidget(self.back)
        bar.addWidget(self.forward)
        bar.addStretch(1)
        reading = QVBoxLayout(right)
        reading.setContentsMargins(0, 0, 0, 0)
        reading.addLayout(bar)
        reading.addWidget(self.page, 1)
        split = QSplitter()
        split.addWidget(left)
        split.addWidget(right)
        split.setSizes([360, 560])
        split.setChildrenCollapsible(False)
        QVBoxLayout(self).addWidget(split)

    def _connect(self) -> None:
        self.game.currentIndexChanged.connect(self._other_game)
        self.search.textChanged.connect(self._fill)
        self.search.installEventFilter(self)
        self.cases.currentItemChanged.connect(lambda now, _: self._choose(now))
        self.cases.itemActivated.connect(lambda _: self.page.setFocus())
        self.page.anchorClicked.connect(self._follow)
        self.back.clicked.connect(lambda: self._step(-1))
        self.forward.clicked.connect(lambda: self._step(1))
        for keys, act in (
            (QKeySequence("Alt+Left"), lambda: self._step(-1)),
            (QKeySequence("Alt+Right"), lambda: self._step(1)),
            (QKeySequence("Ctrl+F"), self.begin_search),
            (QKeySequence("F3"), self.begin_search),
        ):
            QShortcut(keys, self, act)

    # What is read

    @property
    def rules(self) -> Rules:
        """The rules of the game that is shown."""
        return self._games[str(self.game.currentData())]

    @property
    def case(self) -> Named | None:
        """The case that is read."""
        return self._read[self._at][1] if 0 <= self._at < len(self._read) else None

    def open_at(self, game: str, rule: str = "") -> bool:
        """Show a game and, if one is named, a case of it; False where there is no such case."""
        index = self.game.findData(game)
        if index >= 0 and index != self.game.currentIndex():
            self.game.setCurrentIndex(index)
        found = self.rules.find(rule) if rule else None
        if found is not None:
            self._turn_to(found)
        elif rule:
            words = self.tr("There is no case {0} in the rules index of this game.").format(rule)
            self.page.setPlainText(words)
        elif self.case is None:
            self.cases.setCurrentRow(0)
        return found is not None or not rule

    def begin_search(self) -> None:
        """Let the keyboard look for a case."""
        self.search.setFocus()
        self.search.selectAll()

    def _turn_to(self, named: Named) -> None:
        """Read a case, and remember what was read before it."""
        entry = (self.rules.game, named)
        if self.case is None or self._read[self._at] != entry:
            del self._read[self._at + 1 :]
            self._read.append(entry)
            self._at = len(self._read) - 1
        self._show()

    def _step(self, by: int) -> None:
        if 0 <= self._at + by < len(self._read):
            self._at += by
            self._show()

    def _show(self) -> None:
        game, named = self._read[self._at]
        index = self.game.findData(game)
        if index != self.game.currentIndex():
            self.game.blockSignals(True)
            self.game.setCurrentIndex(index)
            self.game.blockSignals(False)
            self._fill()
        self.page.setHtml(CasePage(self.rules, self.palette()).html(named))
        self.back.setEnabled(self._at > 0)
        self.forward.setEnabled(self._at + 1 < len(self._read))
        self._mark(named.case)

    def _mark(self, number: str) -> None:
        """Let the list show which case is read; one that the search has hidden brings all back."""
        row = self._row(number)
        if row is None:
            self.search.blockSignals(True)
            self.search.clear()
            self.search.blockSignals(False)
            self._fill()
            row = self._row(number)
        if row is not None:
            self.cases.blockSignals(True)
            self.cases.setCurrentRow(row)
            self.cases.blockSignals(False)
            self.cases.scrollToItem(self.cases.item(row))

    def _row(self, number: str) -> int | None:
        rows = range(self.cases.count())
        return next((row for row in rows if self.cases.item(row).data(_CASE) == number), None)

    def _fill(self) -> None:
        found = self.rules.search(self.search.text())
        self.cases.blockSignals(True)
        self.cases.clear()
        for number in found:
            case = self.rules.case(number)
            row = QListWidgetItem(f"{number}   {case.summary}")
            row.setToolTip(case.summary)
            row.setData(_CASE, number)
            self.cases.addItem(row)
        self.cases.blockSignals(False)
        self.count.setText(self.tr("{0} of {1} cases").format(len(found), len(self.rules.numbers)))

    def _other_game(self) -> None:
        self._fill()
        self.cases.setCurrentRow(0)

    def _choose(self, row: QListWidgetItem | None) -> None:
        if row is not None:
            self._turn_to(Named(str(row.data(_CASE))))

    def _follow(self, url: QUrl) -> None:
        found = self.rules.find(url.toString().removeprefix(LINK))
        if found is not None:
            self._turn_to(found)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter in the search reads the first case that was found, the arrow goes down to the list."""
        pressed = event.key() if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress else None
        if watched is self.search and pressed in _ENTER and self.cases.count():
            self.cases.setCurrentRow(0)
            self._choose(self.cases.item(0))
            self.cases.setFocus()
            return True
        return super().eventFilter(watched, event)

    def changeEvent(self, event: QEvent) -> None:
        """Another theme has other colours for links."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self.case is not None:
            self._show()
