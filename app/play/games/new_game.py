"""The dialogs before a game: what is to be played and by whom, and the list of what keeps a scenario from being played.

What was chosen last is chosen again the next time; the seed is a fresh one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QLabel,
    QListWidget,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.cli.exits import failure_line, issue_line
from app.dialogs.forms import FormDialog, choice, number
from app.play.games.game_setup import MOST_SEED, NewGame, fresh_seed, options_of, side_colours, sides_of
from app.play.games.option_fields import OptionField, option_field, option_value
from app.play.games.players import PlayerFields, common_seatings, everybody
from app.play.games.scenario_shelf import Offered
from editor.panels.markdown_view import MarkdownView, no_pictures
from editor.remembered import remembered
from engine.definitions.issues import DefinitionError, Issue
from engine.definitions.project import Project
from engine.definitions.scenario import Scenario
from engine.narration.issue_places import IssuePlace
from engine.narration.language import catalogue, wording_of
from engine.narration.option_words import option_words
from engine.rulesets.registry import find_game
from engine.session.session import UndoPolicy
from engine.storage.errors import FileError

_REMEMBERED = "new-game"
_ABOUT = 130


class NewGameDialog(FormDialog):
    """Which scenario, who plays, which seed, which optional rules, how far undo goes."""

    def __init__(
        self,
        offers: Iterable[Offered],
        scenario: str,
        settings: QSettings | None = None,
        parent: QWidget | None = None,
        *,
        pictures: Callable[[str], bytes | None] = no_pictures,
    ) -> None:
        super().__init__("", "", "", parent)
        self.setWindowTitle(self.tr("New Game"))
        self.setMinimumWidth(480)
        self.go.setText(self.tr("&Begin"))
        self._settings = settings
        self._offers: dict[str, Offered] = {}
        self.scenario = QComboBox()
        self.offer(offers)
        self.scenario.setCurrentIndex(max(0, self.scenario.findData(scenario)))
        self.row(self.tr("S&cenario"), self.scenario, self.tr("What is played"))
        self.about = MarkdownView(pictures)
        self.about.setFixedHeight(_ABOUT)
        self.row("", self.about, self.tr("What the scenario is about"))
        self._below_about = self.form.rowCount()
        self.seed = number(0, MOST_SEED, fresh_seed())
        self.row(self.tr("S&eed"), self.seed, self.tr("All chance follows from it: the same seed gives the same dice"))
        self.policy = choice(
            (
                (self.tr("Up to the last die or secret"), UndoPolicy.TO_BARRIER),
                (self.tr("Anything, to try things out"), UndoPolicy.UNLOCKED),
            ),
            self._remembered("").get("undo", UndoPolicy.TO_BARRIER),
        )
        self.row(self.tr("Taking &back"), self.policy, self.tr("How far decisions can be taken back"))
        self._players: PlayerFields | None = None
        self.options: dict[str, OptionField] = {}
        self.scenario.currentIndexChanged.connect(self._fill)
        self._fill()
        self.seed.selectAll()
        self.seed.setFocus()

    def offer(self, offers: Iterable[Offered]) -> None:
        """Offer further scenarios below those that are there, with a line between where they lie elsewhere."""
        for offered in offers:
            before = next(reversed(self._offers.values()), None)
            if before is not None and bool(before.source) is not bool(offered.source):
                self.scenario.insertSeparator(self.scenario.count())
            self._offers[offered.key] = offered
            self.scenario.addItem(offered.title, offered.key)

    @property
    def source(self) -> str:
        """What has to be opened for the scenario that was chosen; nothing where it is open."""
        chosen = self._offers.get(str(self.scenario.currentData() or ""))
        return chosen.source if chosen is not None else ""

    @property
    def players(self) -> dict[str, QComboBox]:
        """The field of each side."""
        return self._players.fields if self._players is not None else {}

    def _fill(self) -> None:
        """The sides and optional rules of the chosen scenario's game."""
        self._take_away()
        offered = self._offers.get(str(self.scenario.currentData() or ""))
        project = self._read(offered)
        self.go.setEnabled(project is not None)
        if offered is None or project is None:
            return
        scenario = offered.scenario
        name = scenario.id
        self._describe(scenario)
        remembered = self._remembered(name)
        sides = common_seatings(sides_of(scenario.ruleset), scenario.ruleset)[0].players
        known = _named(remembered.get("players"))
        players = {side: known[side] if known.get(side) in everybody() else who for side, who in sides.items()}
        colours = side_colours(project, name)
        self._players = PlayerFields(self, players, colours, scenario.ruleset, at=self._below_about)
        chosen = _named(remembered.get("options"))
        for option, value in options_of(project, name).items():
            kept = chosen.get(option)
            self.options[option] = option_field(kept if type(kept) is type(value) else value)
            title, about = option_words(scenario.ruleset, option)
            self.row(title, self.options[option], about or self.tr("An optional rule of this game"))
        self._order_tabs()
        self.adjustSize()

    def _take_away(self) -> None:
        """Take out what belongs to the game that was chosen before."""
        if self._players is not None:
            self._players.take_away()
        for field in self.options.values():
            self.form.removeRow(field)
        self._players, self.options = None, {}

    def _order_tabs(self) -> None:
        """The tabulator goes down the form: the sides stand above what was there before them."""
        chain = [self.about, *(self._players.in_order() if self._players is not None else ()), self.seed, self.policy]
        for before, after in pairwise(chain):
            QWidget.setTabOrder(before, after)

    def _read(self, offered: Offered | None) -> Project | None:
        """Everything of a scenario; None, and a word why, where it cannot be read."""
        self.say("")
        try:
            return offered.project() if offered is not None else None
        except DefinitionError as bad:
            self.say(failure_line(bad.issues))
        except FileError as bad:
            self.say(catalogue().text(bad.message))
        return None

    def _describe(self, scenario: Scenario) -> None:
        entry = find_game(scenario.ruleset)
        game = entry.ruleset.title if entry is not None else scenario.ruleset
        words = self.tr("{0}, turns {1} to {2}.").format(game, scenario.first_turn, scenario.last_turn)
        about = wording_of(scenario.ruleset).scenario(scenario).description
        self.about.show_words(f"{words}\n\n{about}".strip())
        self.about.moveCursor(QTextCursor.MoveOperation.Start)

    def asked(self) -> NewGame:
        """What was chosen."""
        return NewGame(
            scenario=self._offers[str(self.scenario.currentData())].scenario.id,
            seed=self.seed.value(),
            players=self._players.players() if self._players is not None else {},
            options={name: option_value(field) for name, field in self.options.items()},
            policy=UndoPolicy(self.policy.currentData()),
        )

    # What is remembered

    def _remembered(self, scenario: str) -> dict[str, object]:
        name = f"{_REMEMBERED}/{scenario or 'any'}"
        return remembered(self._settings, name) if self._settings is not None else {}

    def remember(self) -> None:
        """Choose the same the next time."""
        if self._settings is not None:
            asked = self.asked()
            kept = {"players": dict(asked.players), "options": dict(asked.options)}
            self._settings.setValue(f"{_REMEMBERED}/{asked.scenario}", json.dumps(kept))
            self._settings.setValue(f"{_REMEMBERED}/any", json.dumps({"undo": asked.policy.value}))


def _named(kept: object) -> dict[str, Any]:
    """What the settings keep by names; nothing where they keep something else."""
    return kept if isinstance(kept, dict) else {}


class IssuesDialog(QDialog):
    """What keeps a scenario from being played, one line an error; a line that is about a place leads there."""

    def __init__(
        self,
        issues: Iterable[Issue],
        parent: QWidget | None = None,
        places: Mapping[int, IssuePlace] | None = None,
        go: Callable[[IssuePlace], object] | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("This Cannot Be Played Yet"))
        self.setMinimumSize(560, 300)
        self._places = dict(places or {})
        self._go = go
        self.list = QListWidget()
        self.list.setWordWrap(True)
        self.list.setAccessibleName(self.tr("What has to be mended"))
        self.list.addItems([issue_line(issue, catalogue()) for issue in issues])
        note = QLabel(self.tr("Mend these in the editor, then play. Nothing of what you changed is lost."))
        note.setWordWrap(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.go_to = QPushButton(self.tr("&Go To"))
        self.go_to.setToolTip(self.tr("Show the place on the map in the editor (Enter)"))
        buttons.addButton(self.go_to, QDialogButtonBox.ButtonRole.ActionRole)
        self.go_to.clicked.connect(self._go_there)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(note)
        column.addWidget(self.list, 1)
        column.addWidget(buttons)
        self.list.currentItemChanged.connect(lambda *_: self._follow())
        self.list.itemActivated.connect(self._go_there)
        self.list.setCurrentRow(0)
        self._follow()
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

    def _place(self) -> IssuePlace | None:
        return self._places.get(self.list.currentRow())

    def _follow(self) -> None:
        self.go_to.setEnabled(self._place() is not None and self._go is not None)

    def _go_there(self) -> None:
        place = self._place()
        if place is not None and self._go is not None:
            self._go(place)
            self.accept()
