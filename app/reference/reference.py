"""What is looked up, for the game on the screen or for any other: opens the rules index and the charts where wanted."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.play.play_mode import PlayMode
from app.play.table import GameTable
from app.reference.case_link import pointed_case, pointed_words
from app.reference.charts_window import ChartSet, ChartsWindow
from app.reference.rules import Rules, rules_of
from app.reference.rules_window import RulesWindow
from engine.definitions.charts.chart_pages import ChartPart, chart_pages
from engine.definitions.charts.charts import Charts
from engine.definitions.charts.overrides import override
from engine.definitions.issues import DefinitionError
from engine.definitions.scenario import Scenario
from engine.narration.chart_lights import lights_of
from engine.narration.language import catalogue, named, scenario_title
from engine.rulesets.assembly import charts_of
from engine.rulesets.registry import GameEntry, find_game, registered


class Reference(QObject):
    """The two windows, made when they are first wanted; they know the game that is played."""

    def __init__(self, frame: QWidget, play: PlayMode) -> None:
        super().__init__(frame)
        self._frame, self._play = frame, play
        self.rules: RulesWindow | None = None
        self.charts: ChartsWindow | None = None
        self._charts_of: GameTable | None = None
        """The game whose charts stand first there."""

    @property
    def game(self) -> str:
        """The game that is played or on the screen; empty where there is none."""
        play = self._play
        if play.is_on and play.table is not None:
            return play.table.game.ruleset.id
        return play.scenario.ruleset if play.scenario is not None else ""

    # Rules

    def show_rules(self) -> None:
        """Open the rules index of the game on the screen."""
        self.show_case("")

    def show_case(self, rule: str, game: str = "") -> bool:
        """Open the rules index at a case; False where no game has an index, or the game no such case."""
        if self.rules is None:
            books = {name: book for name, entry in registered().items() if (book := _book(entry)) is not None}
            if not books:
                return False
            self.rules = RulesWindow(books, self._frame)
        _bring_forward(self.rules)
        return self.rules.open_at(game or self.game, rule)

    def pointed_case(self) -> str:
        """The case that is named under the pointer or where the keyboard is."""
        return pointed_case() or self._mentioned(pointed_words())

    def asked_case(self) -> str:
        """In a game, the case that was last named to the player."""
        return self._play.desk.scene.prompt.case if self._play.is_on else ""

    def knows(self, rule: str) -> bool:
        """Whether the game on the screen has a case."""
        rules = self._rules_of_game()
        return rules is not None and rule in rules

    def _rules_of_game(self) -> Rules | None:
        entry = find_game(self.game)
        return _book(entry) if entry is not None else None

    def _mentioned(self, texts: list[str]) -> str:
        """The first case that some texts name."""
        rules = self._rules_of_game()
        if rules is None:
            return ""
        return next((str(named) for text in texts for named, _, _ in rules.mentions(text)), "")

    # Charts

    def show_charts(self) -> ChartsWindow:
        """Open the charts of what is on the screen, with those of every game beside them."""
        if self.charts is None:
            self.charts = ChartsWindow(self._frame)
            self.charts.case_wanted.connect(lambda game, rule: self.show_case(rule, game))
            self._play.desk.scene.refreshed.connect(self._relight)
        self.charts.show_sets(self._sets())
        _bring_forward(self.charts)
        return self.charts

    def show_chart(self, part: ChartPart, name: str) -> None:
        """Open the charts at one of them."""
        self.show_charts().turn_to(part, name)

    def _relight(self) -> None:
        """The game went on: what counts now is lit; of another game the charts are others."""
        if self.charts is None or not self.charts.isVisible():
            return
        if self._play.table is not self._charts_of:
            self.charts.show_sets(self._sets())
        else:
            self.charts.relight()

    def _sets(self) -> list[ChartSet]:
        play = self._play
        table = self._charts_of = play.table if play.is_on else None
        sets = []
        if table is not None:
            original = _charts(_entry(table.game.ruleset.id))
            pages = chart_pages(table.brief.charts, original, table.catalogue)
            sets.append(ChartSet(original.id, table.brief.scenario.title or "", pages, lambda: lights_of(table)))
        elif play.scenario is not None:
            sets += _of_scenario(play.scenario)
        for name, entry in registered().items():
            charts = _charts(entry)
            sets.append(ChartSet(name, entry.ruleset.title, chart_pages(charts, charts, catalogue(name))))
        return sets


def _of_scenario(scenario: Scenario) -> list[ChartSet]:
    """The charts as a scenario changes them; none where its changes are wrong, which the list of issues tells."""
    original = _charts(_entry(scenario.ruleset))
    try:
        charts = named(override(original, scenario.charts), scenario.ruleset)
    except DefinitionError:
        return []
    pages = chart_pages(charts, original, catalogue(scenario.ruleset))
    return [ChartSet(scenario.ruleset, scenario_title(scenario), pages)]


def _charts(entry: GameEntry) -> Charts:
    return named(charts_of(entry), entry.id)


def _entry(game: str) -> GameEntry:
    entry = find_game(game)
    assert entry is not None
    return entry


def _book(entry: GameEntry) -> Rules | None:
    try:
        return rules_of(entry)
    except DefinitionError:
        return None


def _bring_forward(window: RulesWindow | ChartsWindow) -> None:
    window.show()
    window.raise_()
    window.activateWindow()
