"""A scenario on the start page: its picture, its game, who plays, how long, how hard, and what it teaches."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from app.start_page.cards import CardPicture, StartCard, words
from editor.panels.icons import icon
from engine.definitions.scenario import Difficulty, Scenario
from engine.narration.language import title, wording_of
from engine.rulesets.library import Bundled
from engine.rulesets.registry import find_game

_GRADES = tuple(Difficulty)
_FULL, _EMPTY = "●", "○"


class ScenarioCard(StartCard):
    """Pressed it is played; the button at its side only looks at the map."""

    look_wanted = Signal()

    def __init__(self, bundled: Bundled, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bundled = bundled
        scenario = wording_of(bundled.scenario.ruleset).scenario(bundled.scenario)
        name = scenario.title or bundled.name
        self.picture = CardPicture()
        self.picture.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.row.addWidget(self.picture, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout()
        column.setSpacing(3)
        self.heading = words(name, bold=True, larger=2.0)
        self.look = QToolButton()
        self.look.setIcon(icon("visible"))
        self.look.setAutoRaise(True)
        self.look.setToolTip(self.tr("Look at the map of {0} without playing").format(name))
        self.look.setAccessibleName(self.look.toolTip())
        self.look.setCursor(Qt.CursorShape.ArrowCursor)
        self.look.clicked.connect(self.look_wanted)
        top = QHBoxLayout()
        top.addWidget(self.heading, 1)
        top.addWidget(self.look, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(top)
        self.facts = words(self._facts(scenario))
        self.grade = words(self._grade(scenario), faint=True)
        self.teaches = words(self._teaches(scenario), faint=True)
        for label in (self.facts, self.grade, self.teaches):
            if not label.text():
                label.hide()
            column.addWidget(label)
        column.addStretch(1)
        self.row.addLayout(column, 1)
        self.setAccessibleName(self.tr("Play {0}").format(name))
        self.setAccessibleDescription(" ".join((self.facts.text(), self.grade.text(), self.teaches.text())))
        self.setToolTip(self.tr("Play {0}: choose who plays, and begin").format(name))

    def _facts(self, scenario: Scenario) -> str:
        """The game, the sides and the turns."""
        entry = find_game(scenario.ruleset)
        game = entry.ruleset.title if entry is not None else ""
        sides = self.tr(" against ").join(title(side, scenario.ruleset) for side in scenario.sides)
        turns = self.tr("turns {0} to {1}").format(scenario.first_turn, scenario.last_turn)
        return "  ·  ".join(part for part in (game, sides, turns) if part)

    def _grade(self, scenario: Scenario) -> str:
        """How long and how hard, as far as its author says."""
        parts = []
        if scenario.difficulty is not None:
            full = _GRADES.index(scenario.difficulty) + 1
            parts.append(f"{_FULL * full}{_EMPTY * (len(_GRADES) - full)}  {self._how_hard(scenario.difficulty)}")
        if scenario.hours is not None:
            parts.append(self._how_long(scenario.hours))
        return "  ·  ".join(parts)

    def _how_hard(self, difficulty: Difficulty) -> str:
        if difficulty is Difficulty.EASY:
            return self.tr("easy to learn")
        return self.tr("takes some learning") if difficulty is Difficulty.MODERATE else self.tr("demanding")

    def _how_long(self, hours: float) -> str:
        if hours < 1:
            return self.tr("about {0} minutes").format(round(hours * 60))
        return self.tr("about {0} hours").format(f"{hours:g}") if hours > 1 else self.tr("about an hour")

    def _teaches(self, scenario: Scenario) -> str:
        return self.tr("You learn: {0}").format(scenario.teaches) if scenario.teaches else ""
