"""The line above the map while a game is played: whose decision it is, what is asked, and the case that asks it.

The button takes the obvious choice, as Enter does. Beside it stand the actions that belong to no place. What was
refused is said below, with its case, until the next thing is done.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QElapsedTimer, Qt, Signal, SignalInstance
from PySide6.QtGui import QColor, QKeySequence, QPalette, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from app.play.panels.prompt_row import PromptPart, PromptRow
from app.reference.case_link import CaseLink
from editor.panels.icons import icon_pixmap
from engine.narration.language import counted

_MOST_BUTTONS = 5


class PromptBar(QFrame):
    """One question at a time."""

    default_wanted = Signal()
    case_wanted = Signal(str)
    turn_wanted = Signal()
    """The turn track is to be shown."""
    score_wanted = Signal()
    """How the score came about is to be shown."""
    rest_wanted = Signal()
    """There are more choices than buttons, and somebody wants to see them all."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("prompt-bar")
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.AlternateBase)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.side = QLabel()
        self.side.setContentsMargins(8, 2, 8, 2)
        self.prompt = QLabel()
        self.prompt.setWordWrap(True)
        self.prompt.setContentsMargins(0, 1, 0, 1)
        self.prompt.setMinimumHeight(2 * self.prompt.fontMetrics().lineSpacing() + 2)
        self.prompt.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.rule = CaseLink()
        self.turn = _quiet_button(self.tr("Show the turn track"), self.turn_wanted)
        self.score = _quiet_button("", self.score_wanted)
        self.score.hide()
        self.thinking = QLabel()
        self.thinking.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.thinking.hide()
        self._row = PromptRow()
        self.buttons: list[QPushButton] = []
        self._acts: list[Callable[[], object]] = []
        self.default = QPushButton()
        self.default.setToolTip(self.tr("Take the obvious choice (Enter)"))
        self.default.clicked.connect(self.default_wanted)
        self._sign = QLabel()
        self.refused = QLabel()
        self.refused.setObjectName("refusal")
        self.refused.setWordWrap(True)
        self.refused.setContentsMargins(0, 1, 0, 1)
        self.refused.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.refused_by = CaseLink()
        for each in (self.rule, self.refused_by):
            each.wanted.connect(self.case_wanted)
        self._default = ""
        self._marks_enter = True
        self.rest = 0
        """Milliseconds in which a number pressed again is the same press, if its button says something else by then."""
        self._pressed = (0, "")
        self._since = QElapsedTimer()
        for number in range(1, 10):
            key = QShortcut(QKeySequence(str(number)), self)
            key.setAutoRepeat(False)
            key.activated.connect(lambda number=number: self.press(number))
        self._below = QWidget()
        self._lay_out()
        self._below.hide()
        self.hide()

    def _lay_out(self) -> None:
        for widget, part in (
            (self.side, PromptPart.LEAD),
            (self.prompt, PromptPart.WORDS),
            (self.rule, PromptPart.LINK),
            (self.thinking, PromptPart.LINK),
            (self.default, PromptPart.DEFAULT),
            (self.turn, PromptPart.TAIL),
            (self.score, PromptPart.TAIL),
        ):
            self._row.put(widget, part)
        below = QHBoxLayout()
        below.setSpacing(6)
        below.addWidget(self._sign)
        below.addWidget(self.refused, 1)
        below.addWidget(self.refused_by)
        self._below.setLayout(below)
        below.setContentsMargins(0, 0, 0, 0)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 5, 10, 5)
        column.setSpacing(3)
        column.addLayout(self._row)
        column.addWidget(self._below)

    def ask(self, side: str, colours: tuple[str, str], prompt: str, rule: str, turn: str) -> None:
        """Show a question; what was refused before is forgotten."""
        self.side.setText(side)
        self.side.setVisible(bool(side))
        ground = QColor(colours[0]).name()
        letters = QColor(colours[1]).name()
        edge = self.palette().color(QPalette.ColorRole.Mid).name()
        style = (
            f"background: {ground}; color: {letters}; border: 1px solid {edge}; border-radius: 4px; font-weight: bold;"
        )
        if style != self.side.styleSheet():
            self.side.setStyleSheet(style)
        self.prompt.setText(prompt)
        self._name(self.rule, rule)
        self.turn.setText(turn)
        self.clear_refusal()

    def offer(self, default: str | None, others: Sequence[tuple[str, Callable[[], object]]]) -> None:
        """The obvious choice, and what else belongs to no place; of many the last button leads to all.

        Buttons that say the same as before stay, so that a press that has begun on one is not lost.
        """
        self.default.setVisible(default is not None)
        self._default = default or ""
        self.mark_enter(self._marks_enter)
        shown = list(others)
        if len(shown) > _MOST_BUTTONS:
            rest = counted(len(shown) - _MOST_BUTTONS + 1)
            shown[_MOST_BUTTONS - 1 :] = [(self.tr("{0} more...").format(rest), self.rest_wanted.emit)]
        self._acts = [act for _, act in shown]
        if [button.accessibleName() for button in self.buttons] == [words for words, _ in shown]:
            return
        for button in self.buttons:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.buttons = []
        for number, (words, _) in enumerate(shown, start=1):
            button = QPushButton(self.tr("{0}  {1}").format(words.replace("&", "&&"), number))
            button.setToolTip(self.tr("{0} (the key {1})").format(words, number))
            button.setAccessibleName(words)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _=False, number=number: self._acts[number - 1]())
            self._row.put(button, PromptPart.CHOICE)
            self.buttons.append(button)

    def mark_enter(self, on: bool) -> None:
        """Say on the button whether Enter presses it; while a cursor is on the map Enter acts there."""
        self._marks_enter = on
        words = self._default.replace("&", "&&")
        self.default.setText(self.tr("{0}  ⏎").format(words) if on and words else words)

    def press(self, number: int) -> bool:
        """Press the button that bears a number; False where there is none.

        A key pressed twice by a hand that was too quick does not press a button that nobody has read.
        """
        if not 0 < number <= len(self.buttons):
            return False
        button, (before, said) = self.buttons[number - 1], self._pressed
        is_soon = self._since.isValid() and self._since.elapsed() < self.rest
        if is_soon and number == before and button.accessibleName() != said:
            return True
        self._pressed = (number, button.accessibleName())
        button.click()
        self._since.start()
        return True

    def show_score(self, words: str, about: str) -> None:
        """How the game stands, in a few letters; none hides it."""
        self.score.setText(words)
        self.score.setToolTip(about)
        self.score.setVisible(bool(words))

    def show_thinking(self, seconds: int) -> None:
        """Tell that a computer is thinking, and for how long it has been; none hides it."""
        self.thinking.setText(self.tr("Thinking for {0} s").format(seconds))
        self.thinking.setVisible(seconds > 0)

    def refuse(self, words: str, rule: str) -> None:
        """Say why something cannot be done, with its case."""
        self._sign.setPixmap(icon_pixmap("warning", 16, ratio=self.devicePixelRatioF()))
        self.refused.setText(words)
        self._name(self.refused_by, rule)
        self._below.show()

    def _name(self, link: CaseLink, rule: str) -> None:
        """Name a case of the rules; what is asked or refused for another reason, such as the end, names none."""
        is_case = any(letter.isdigit() for letter in rule)
        link.show_case(rule if is_case else "", self.tr("case {0}").format(rule) if is_case else "")

    @property
    def case(self) -> str:
        """The case that was named last: that of a refusal, or of the question."""
        return self.refused_by.case if not self._below.isHidden() and self.refused_by.case else self.rule.case

    def say(self, words: str) -> None:
        """Say something that is no refusal."""
        self._sign.setPixmap(icon_pixmap("info", 16, ratio=self.devicePixelRatioF()))
        self.refused.setText(words)
        self._name(self.refused_by, "")
        self._below.show()

    def clear_refusal(self) -> None:
        self.refused.clear()
        self._below.hide()

    @property
    def refusal(self) -> str:
        """What it says below the question."""
        if self._below.isHidden():
            return ""
        return f"{self.refused.text()} ({self.refused_by.text()})" if self.refused_by.case else self.refused.text()


def _quiet_button(about: str, wanted: SignalInstance) -> QToolButton:
    """A button that looks like small print."""
    button = QToolButton()
    button.clicked.connect(wanted)
    button.setAutoRaise(True)
    button.setToolTip(about)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    return button
