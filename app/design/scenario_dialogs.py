"""The dialogs that begin, copy and take in scenarios."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit, QWidget

from app.dialogs.forms import FormDialog, choice, number
from engine.definitions.checks.course import TURN_TRACK
from engine.definitions.scenario import Scenario
from engine.narration.language import wording_of
from engine.rulesets.assembly import charts_of
from engine.rulesets.library import bundled_scenarios
from engine.rulesets.registry import find_game, registered

MOST_TURNS = 10_000
_FEW_TURNS = 10


class NewScenarioDialog(FormDialog):
    """Which game, what it is called, and how many turns it has."""

    def __init__(self, map_title: str, palette: str, parent: QWidget | None = None) -> None:
        super().__init__("", "", "", parent)
        self.setWindowTitle(self.tr("New Scenario on This Map"))
        self.go.setText(self.tr("&Begin"))
        self.title = QLineEdit(self.tr("New scenario on {0}").format(map_title))
        self.title.selectAll()
        self.row(self.tr("&Title"), self.title, self.tr("What the scenario is called"))
        games = ((entry.ruleset.title, entry.id) for entry in registered().values())
        self.game = choice(games, palette)
        self.row(self.tr("&Game"), self.game, self.tr("Whose rules, counters, cards and charts it uses"))
        self.first = number(0, MOST_TURNS, 1)
        self.row(self.tr("&First turn"), self.first, self.tr("The turn on which play begins"))
        self.last = number(0, MOST_TURNS, _FEW_TURNS)
        self.row(self.tr("&Last turn"), self.last, self.tr("The turn after which the game is over"))
        self.game.currentIndexChanged.connect(self._fit_turns)
        self._fit_turns()
        self.title.setFocus()

    @property
    def ruleset(self) -> str:
        return str(self.game.currentData())

    def _fit_turns(self) -> None:
        """Offer turns that the turn track of the game has."""
        entry = find_game(self.ruleset)
        track = charts_of(entry).tracks.get(TURN_TRACK) if entry is not None else None
        turns = track.turns() if track is not None else ()
        low, high = (min(turns), max(turns)) if turns else (0, MOST_TURNS)
        for field in (self.first, self.last):
            field.setRange(low, high)
        self.first.setValue(max(low, 1))
        self.last.setValue(min(high, max(low, 1) + _FEW_TURNS - 1))


class CopyScenarioDialog(FormDialog):
    """What the copy is called."""

    def __init__(self, scenario: Scenario, parent: QWidget | None = None) -> None:
        super().__init__("", "", "", parent)
        self.setWindowTitle(self.tr("Copy Scenario"))
        self.go.setText(self.tr("&Copy"))
        self.title = QLineEdit(self.tr("{0}, another version").format(scenario.title or scenario.id))
        self.title.selectAll()
        self.row(self.tr("&Title"), self.title, self.tr("What the copy is called"))


class BundledDialog(FormDialog):
    """Which of the bundled scenarios to begin with, and in which file."""

    def __init__(self, *, can_add: bool, parent: QWidget | None = None) -> None:
        super().__init__("", "", "", parent)
        self.setWindowTitle(self.tr("Start from a Bundled Scenario"))
        self.go.setText(self.tr("&Start"))
        known = {name: found.scenario for name, found in bundled_scenarios().items()}
        said = {name: wording_of(scenario.ruleset).scenario(scenario).title for name, scenario in known.items()}
        self.scenario = choice((title or name, name) for name, title in said.items())
        self.row(self.tr("S&cenario"), self.scenario, self.tr("The scenario to begin with; it stays as it is"))
        places = [(self.tr("In a file of its own"), False)]
        if can_add:
            places.append((self.tr("In this file, with its map"), True))
        self.where = choice(places, False)
        self.row(self.tr("&Where"), self.where, self.tr("Where your copy of it is kept"))

    @property
    def name(self) -> str:
        return str(self.scenario.currentData())

    @property
    def is_here(self) -> bool:
        """Whether it goes into the file that is open."""
        return bool(self.where.currentData())
