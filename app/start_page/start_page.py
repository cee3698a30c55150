"""The page the program begins with: go on, learn, play, make.

It stands where the map will be, and comes back by File, Start Page. It opens nothing itself: it says what was wanted,
and the window does it. What costs time, the pictures of scenarios and what a file holds, is filled in when it is known.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from app.files.file_words import kind_of_held, moment, title_of_held
from app.start_page.cards import StartCard, WordCard, heading
from app.start_page.left_work import LeftWork, is_elsewhere, left_work, look_into
from app.start_page.scenario_card import ScenarioCard
from app.start_page.thumbnails import Thumbnails
from editor.documents.background import Background
from engine.core.messages import Message
from engine.definitions.scenario import Difficulty
from engine.narration.language import catalogue
from engine.rulesets.library import Bundled, bundled_scenarios
from engine.storage.file_summary import HeldInFile

_LEFT = 312
_WIDEST = 1240
_LOOK = 1000
"""Milliseconds between two looks at work that another program has open."""


class StartPage(QScrollArea):
    """Says what a person wants to do first."""

    go_on_wanted = Signal(str)
    """The path of a file."""
    back_wanted = Signal()
    """What is open already."""
    play_wanted = Signal(str)
    look_wanted = Signal(str)
    """The name of a bundled scenario."""
    learn_wanted = Signal()
    new_map_wanted = Signal()
    scan_wanted = Signal()
    geography_wanted = Signal()
    zip_wanted = Signal()
    open_wanted = Signal()
    recover_wanted = Signal()
    stale = Signal()
    """What is offered to go on with is not what there is any more."""

    def __init__(self, recovery: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("start-page")
        self.setAccessibleName(self.tr("Start page"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._recovery = recovery
        self._is_by_night: bool | None = None
        self._is_filled = False
        self.thumbnails = Thumbnails(recovery.parent / "thumbnails", self)
        self._background = Background("start page", parent=self)
        self.go_on: list[WordCard] = []
        self.left: list[LeftWork] = []
        self.scenarios: list[ScenarioCard] = []
        self.learn = WordCard("", "")
        self.making: dict[str, WordCard] = {}
        self.back: WordCard | None = None
        self._elsewhere = QTimer(self)
        self._elsewhere.setInterval(_LOOK)
        self._elsewhere.timeout.connect(self._look_elsewhere)

    def close_down(self) -> None:
        """Nothing is drawn or looked up any more."""
        self._elsewhere.stop()
        self.thumbnails.close()
        self._background.close()

    # Filling

    def fill(self, recent: list[str], *, open_now: str = "", lesson: str = "") -> None:
        """Lay the page out anew: the files of late, what is open, and how far the lesson went."""
        self._background.cancel()
        self.thumbnails.cancel()
        self._is_filled = True
        self._is_by_night = None
        page = QWidget()
        page.setObjectName("start-sheet")
        outer = QHBoxLayout(page)
        outer.setContentsMargins(22, 14, 22, 18)
        inner = QWidget()
        inner.setMaximumWidth(_WIDEST)
        outer.addStretch(1)
        outer.addWidget(inner, 1000)
        outer.addStretch(1)
        columns = QHBoxLayout(inner)
        columns.setContentsMargins(0, 0, 0, 0)
        columns.setSpacing(24)
        left, right = QVBoxLayout(), QVBoxLayout()
        for column in (left, right):
            column.setSpacing(7)
            columns.addLayout(column)
        side = QWidget()
        side.setFixedWidth(_LEFT)
        left.addWidget(side)
        side_column = QVBoxLayout(side)
        side_column.setContentsMargins(0, 0, 0, 0)
        side_column.setSpacing(7)
        columns.setStretch(1, 1)
        self._fill_go_on(side_column, recent, open_now)
        self._fill_making(side_column)
        side_column.addStretch(1)
        self._fill_learn(right, lesson)
        self._fill_games(right)
        right.addStretch(1)
        self.setWidget(page)
        self._order_of_keys()

    def _fill_go_on(self, column: QVBoxLayout, recent: list[str], open_now: str) -> None:
        self.left = left_work(recent, self._recovery)
        if any(left.is_elsewhere for left in self.left):
            self._elsewhere.start()
        else:
            self._elsewhere.stop()
        self.go_on, self.back = [], None
        if not self.left and not open_now:
            return
        column.addWidget(heading(self.tr("Go on")))
        if open_now:
            self.back = WordCard("revert", self.tr("Back to {0}").format(open_now), large=True)
            self.back.add_line(self.tr("It is open, as you left it"))
            self.back.clicked.connect(self.back_wanted)
            column.addWidget(self.back)
        for number, left in enumerate(self.left):
            column.addWidget(self._left_card(left, large=not number and not open_now))
        if any(not left.is_named and not left.is_elsewhere for left in self.left):
            link = QLabel(f'<a href="recover">{self.tr("All work without a name...")}</a>')
            link.setTextFormat(Qt.TextFormat.RichText)
            link.linkActivated.connect(lambda _: self.recover_wanted.emit())
            column.addWidget(link)
        column.addSpacing(10)

    def _left_card(self, left: LeftWork, *, large: bool) -> WordCard:
        name = left.path.stem if left.is_named else self.tr("Work without a name")
        card = WordCard("history", name, large=large)
        kind = card.add_line("")
        card.add_line(f"{left.path.name if left.is_named else name}  ·  {moment(left.when)}")
        card.setToolTip(str(left.path))
        card.clicked.connect(lambda: self.go_on_wanted.emit(str(left.path)))
        self.go_on.append(card)
        if left.is_elsewhere:
            kind.setText(self.tr("Another window of the program has it open, and may be asking you something."))
            kind.show()
            card.setEnabled(False)
            return card

        def tell(found: HeldInFile | Message) -> None:
            if isinstance(found, Message):
                kind.setText(catalogue().text(found))
                card.setEnabled(False)
            else:
                card.heading.setText(title_of_held(found) or name)
                kind.setText(kind_of_held(found))
                card.setAccessibleName(self.tr("Go on with {0}").format(card.heading.text()))
                card.setAccessibleDescription(kind.text())
            kind.setVisible(bool(kind.text()))

        look_into(self._background, left, tell)
        return card

    def _look_elsewhere(self) -> None:
        """What another program has let go of, or taken up, is offered or not from now on."""
        if self.isVisible() and any(is_elsewhere(left.path) is not left.is_elsewhere for left in self.left):
            self.stale.emit()

    def _fill_learn(self, column: QVBoxLayout, lesson: str) -> None:
        column.addWidget(heading(self.tr("Learn")))
        self.learn = WordCard("help", self.tr("Your first game in fifteen minutes"), large=True)
        told = self.tr(
            "You need to know nothing. Each step stands above the map and waits until you have done it: moving, an "
            "overrun, an attack, losses, a retreat and an advance."
        )
        self.learn.add_line(lesson or told)
        self.learn.clicked.connect(self.learn_wanted)
        column.addWidget(self.learn)
        column.addSpacing(6)

    def _fill_games(self, column: QVBoxLayout) -> None:
        self.scenarios = []
        column.addWidget(heading(self.tr("Play a game")))
        found = sorted(bundled_scenarios().values(), key=lambda each: (each.scenario.ruleset, _weight(each)))
        easiest = {each.scenario.ruleset: _weight(each) for each in reversed(found)}
        found.sort(key=lambda each: (easiest[each.scenario.ruleset], each.scenario.ruleset, _weight(each)))
        for each in found:
            card = ScenarioCard(each)
            card.clicked.connect(lambda _=False, name=each.name: self.play_wanted.emit(name))
            card.look_wanted.connect(lambda name=each.name: self.look_wanted.emit(name))
            self.scenarios.append(card)
            column.addWidget(card)

    def _fill_making(self, column: QVBoxLayout) -> None:
        column.addWidget(heading(self.tr("Make and open")))
        entries = (
            ("new", "new", self.tr("Make a map..."), self.tr("Hexes or spaces, painted by you (Ctrl+N)")),
            ("scan", "scan", self.tr("Digitise a scan..."), self.tr("A picture of a map under a grid of hexes")),
            ("geography", "globe", self.tr("Import geography..."), self.tr("Coasts, rivers and cities of the globe")),
            ("zip", "import", self.tr("Import a shared zip..."), self.tr("What somebody sent you, as your own file")),
            ("open", "open", self.tr("Open..."), self.tr("A project, a scenario or a map (Ctrl+O)")),
        )
        signals = {
            "new": self.new_map_wanted,
            "scan": self.scan_wanted,
            "geography": self.geography_wanted,
            "zip": self.zip_wanted,
            "open": self.open_wanted,
        }
        self.making = {}
        for name, picture, title, about in entries:
            card = WordCard(picture, title)
            card.row.setContentsMargins(10, 5, 10, 5)
            card.add_line(about)
            card.clicked.connect(signals[name])
            self.making[name] = card
            column.addWidget(card)

    def _order_of_keys(self) -> None:
        """Tab goes down the left column and then down the right one."""
        cards = self.cards()
        for one, two in pairwise(cards):
            QWidget.setTabOrder(one, two)

    def cards(self) -> list[StartCard]:
        """Everything that can be pressed, in the order of the Tab key."""
        first = [self.back] if self.back is not None else []
        return [*first, *self.go_on, *self.making.values(), self.learn, *self.scenarios]

    def take_focus(self) -> None:
        """Let Enter do what is most likely wanted: go on, or learn where there is nothing to go on with."""
        going_on = [card for card in self.go_on if card.isEnabled()]
        first = self.back or (going_on[0] if going_on else self.learn)
        first.setFocus()

    # Pictures

    def draw(self, *, by_night: bool) -> None:
        """Have the pictures of the scenarios drawn, or fetched where they are kept, as maps are shown now."""
        if not self._is_filled or self._is_by_night is by_night:
            return
        self._is_by_night = by_night
        for card in self.scenarios:
            self.thumbnails.wanted(card.bundled, dark=by_night, show=card.picture.show_image)


def _weight(bundled: Bundled) -> tuple[int, float]:
    """How much a scenario asks of a newcomer: the easy and short stand first, and what is not told comes last."""
    grades, scenario = tuple(Difficulty), bundled.scenario
    grade = grades.index(scenario.difficulty) if scenario.difficulty is not None else len(grades)
    return grade, scenario.hours if scenario.hours is not None else float("inf")
