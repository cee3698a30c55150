"""The smoke test of a scenario: so many games at random or to win, with a bar and a way to stop, and what they tell.

Dead ends and endless games are faults, and a side that surely wins more than half is told. An objective that nobody
entered in all these games, and a unit that never went anywhere, are worth a look.
"""

from __future__ import annotations

from PySide6.QtWidgets import (
    QGridLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from editor.checks.scenario_findings import project_of
from editor.documents.design_bench import DesignBench
from editor.documents.smoke_run import SmokeRun
from editor.model.design.smoke_words import idle_units, untouched_objectives
from editor.panels.design.finding_rows import Lead, heading, leading, list_of_rows
from engine.definitions.issues import DefinitionError
from engine.lab.intervals import share
from engine.narration.language import counted, fixed, title

RANDOM, GREEDY = "random", "greedy"
_MOST_GAMES = 1000
_USUAL = 20
_MOST_ROWS = 200


class SmokeSection(QWidget):
    """How many games, the button, the bar and the report."""

    def __init__(self, desk: DesignBench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.run = SmokeRun(self)
        self.games = QSpinBox()
        self.games.setRange(1, _MOST_GAMES)
        self.games.setValue(_USUAL)
        self.games.setAccessibleName(self.tr("Games"))
        self.games.setToolTip(self.tr("How many games are played"))
        self.go = QPushButton(self.tr("&Play at Random"))
        self.go.setToolTip(self.tr("Let the computer play at random, in the background, to find what does not work"))
        self.win = QPushButton(self.tr("Play to &Win"))
        self.win.setToolTip(
            self.tr("Let computers play that look one step ahead, to see whether one side has it easier")
        )
        self.stop = QPushButton(self.tr("Stop"))
        self.stop.setToolTip(self.tr("Play no further; what was played is reported"))
        self.bar = QProgressBar()
        self.bar.setFormat("%v / %m")
        self.summary = QLabel()
        self.summary.setWordWrap(True)
        self.list: QTreeWidget = list_of_rows(self.tr("What the games told"))
        buttons = QGridLayout()
        buttons.addWidget(self.games, 0, 0)
        buttons.addWidget(self.stop, 1, 0)
        buttons.addWidget(self.go, 0, 1)
        buttons.addWidget(self.win, 1, 1)
        buttons.setColumnStretch(1, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(buttons)
        column.addWidget(self.bar)
        column.addWidget(self.summary)
        column.addWidget(self.list, 1)
        self.go.clicked.connect(lambda _=False: self.begin())
        self.win.clicked.connect(lambda _=False: self.begin(GREEDY))
        self.stop.clicked.connect(self.run.stop)
        self.run.told.connect(self._follow)
        self.run.ended.connect(self._report)
        self.clear()

    def clear(self) -> None:
        """Forget what was played: another scenario is in work."""
        self.run.stop()
        self.list.clear()
        self.summary.setText(self.tr("Games between players who move at random find dead ends before a person does."))
        self._show_state()

    def begin(self, player: str = RANDOM) -> None:
        """Play, between players of one sort."""
        design, scenario = self._desk.design, self._desk.scenario
        if design is None or scenario is None:
            return
        self.list.clear()
        self.summary.clear()
        self.bar.setRange(0, self.games.value())
        self.bar.setValue(0)
        try:
            project = project_of(design, scenario.map.store.contents.to_project())
        except DefinitionError as bad:  # a name in the file that no text can hold
            self.summary.setText(scenario.map.text_of(bad.issues[0].message))
            return
        self.run.begin(project, design.id, self.games.value(), player=player)
        self._show_state()

    def _show_state(self) -> None:
        running = self.run.is_running
        self.bar.setVisible(running)
        self.stop.setEnabled(running)
        self.go.setEnabled(not running)
        self.win.setEnabled(not running)
        self.games.setEnabled(not running)
        self._make_room()

    def _make_room(self) -> None:
        """Take no more room than the buttons need until there is something to tell."""
        tells = self.list.topLevelItemCount() > 0
        self.list.setVisible(tells)
        policies = QSizePolicy.Policy
        self.setSizePolicy(policies.Preferred, policies.Preferred if tells else policies.Maximum)

    def _follow(self) -> None:
        self.bar.setValue(self.run.report.games)

    def _report(self) -> None:
        self._show_state()
        design, report = self._desk.design, self.run.report
        if self.run.trouble is not None and self._desk.scenario is not None:
            self.summary.setText(self._desk.scenario.map.text_of(self.run.trouble))
            return
        if design is None or not report.games:
            return
        self.summary.setText(
            self.tr("{0} {0:game|games}, ended on turn {1} on the average, after {2} decisions.").format(
                counted(report.games), fixed(report.mean_turn, 1), f"{report.mean_actions:.0f}"
            )
        )
        self._add(self.tr("Who won"), [(f"{words}: {count}", Lead()) for words, count in report.outcomes.most_common()])
        ahead = [(self._ahead(side, count), Lead()) for side, count in report.winners.items()]
        self._add(self.tr("One-sided"), [row for row in ahead if row[0]])
        wrong = [
            (self.tr("Seed {0}, after {1} decisions: {2}").format(game.seed, game.actions, game.fault), Lead())
            for game in report.faults
        ]
        self._add(self.tr("Dead ends and faults"), wrong)
        endless = [(self.tr("Seed {0}, on turn {1}").format(game.seed, game.turn), Lead()) for game in report.endless]
        self._add(self.tr("Games without an end"), endless)
        places = [(words, Lead(place=key)) for words, key in untouched_objectives(design, report.entered)]
        self._add(self.tr("Objectives that nobody entered"), places)
        units = [(words, Lead(unit=unit)) for words, unit in idle_units(design, report.moved)]
        self._add(self.tr("Units that never moved"), units)
        self.list.expandToDepth(0)
        self._make_room()

    def _ahead(self, side: str, count: int) -> str:
        """What is said of a side that surely wins more than half; nothing of any other."""
        ended = self.run.report.outcomes.total()
        found = share(count, ended)
        if found.low <= 0.5:
            return ""
        design = self._desk.design
        name = title(side, design.scenario.ruleset if design is not None else None)
        words = self.tr("{0} won {1} of {2} games; with 95 % certainty it wins at least {3} of a hundred")
        return words.format(name, count, ended, round(100 * found.low))

    def _add(self, words: str, rows: list[tuple[str, Lead]]) -> None:
        if not rows:
            return
        head = heading(words, len(rows))
        head.addChildren([leading(said, lead) for said, lead in rows[:_MOST_ROWS]])
        if len(rows) > _MOST_ROWS:
            head.addChild(QTreeWidgetItem([self.tr("... and {0} more").format(len(rows) - _MOST_ROWS)]))
        self.list.addTopLevelItem(head)
