"""The playtest lab in a window of its own: who plays, how many games, how far it is, and what they tell.

It is given what it plays and a place to keep the games; everything it shows is made by the engine's lab.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from time import perf_counter
from typing import TypeVar

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QTextCursor
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSpinBox,
    QTabWidget,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from app.lab.compare_page import ComparePage
from app.lab.game_again import GameAgain
from app.lab.games_page import GamesPage
from app.lab.heat_page import HeatPage
from app.lab.lab_run import LabRun
from app.lab.lab_subject import LabSubject
from app.lab.option_row import OptionRow
from app.lab.plots_page import PlotsPage
from app.lab.report_document import fill_document
from app.lab.report_saving import ReportSaving, about
from app.lab.sweep_page import SweepPage, SweptNumber, numbers_of_arm
from engine.definitions.issues import DefinitionError
from engine.definitions.project import Project
from engine.lab.arms import Arm, LabError, arm_of
from engine.lab.comparison import check_comparable
from engine.lab.crews import Crew, OwnProcesses, cores
from engine.lab.experiments import Experiment, Progress
from engine.lab.options import chosen_options, known_options
from engine.lab.playing import ready
from engine.lab.report_page import report_heading
from engine.lab.report_sections import ArmReport, ReportSection, sections, title_of
from engine.lab.results import GameResult
from engine.lab.sweep import number_words, sweep_arms
from engine.lab.versions import PlayedVersion, earlier_versions, last_played
from engine.narration.language import catalogue, scenario_title, title
from engine.players.registry import PLAYERS
from engine.rulesets.registry import find_game
from engine.storage.errors import FileError

T = TypeVar("T")

_FRAME = 40
"""Pixels that a window's own title takes of the screen."""
_MOST_GAMES = 100_000
_USUAL = 20
_SHORT = 120
"""Seconds that are too few to be told in minutes."""
_RENEW = 2000
"""Milliseconds between two looks at what has been played so far, at least."""
_FREE = 10
"""How many times as long as a look takes the window is left alone until the next."""


class LabWindow(QDialog):
    """Plays and reports."""

    game_opened = Signal(object)
    """A `LabGame` to be shown in the replay bar."""

    def __init__(
        self, subject: LabSubject, parent: QWidget | None = None, crew: Callable[[int], Crew] = OwnProcesses
    ) -> None:
        super().__init__(parent)
        self._subject, self._crew = subject, crew
        self.setWindowFlag(Qt.WindowType.Window)
        self.resize(QSize(1000, 720).boundedTo(self.screen().availableSize() - QSize(0, _FRAME)))
        project = subject.project()
        scenario = project.scenarios[subject.scenario]
        self.setWindowTitle(self.tr("Playtest Lab: {0}").format(scenario_title(scenario)))
        entry = find_game(scenario.ruleset)
        self._sides = entry.ruleset.sides if entry is not None else ()
        self._ruleset = scenario.ruleset
        self.found: ArmReport | None = None
        self.arm: Arm | None = None
        self.run = LabRun(self)
        self.again = GameAgain(self)
        self.players = [self._player_box(side) for side in self._sides]
        self.options = OptionRow(scenario.ruleset, known_options(project, subject.scenario))
        self.games = self._spin(1, _MOST_GAMES, _USUAL, self.tr("Games"), self.tr("How many games are played in all"))
        self.seed = self._spin(0, 10**9, 1, self.tr("First seed"), self.tr("The seed of the first game"))
        self.workers = self._spin(1, 64, cores(), self.tr("Processes"), self.tr("How many games are played at a time"))
        self.go = self._button(self.tr("P&lay"), self.tr("Play what is missing; what was played stays"), self.begin)
        self.stop = self._button(self.tr("S&top"), self.tr("Play no further; Play goes on from there"), self.halt)
        self.what_if = self._button(
            self.tr("What &If"),
            self.tr("Play the position on the board to its end, many times"),
            self.continue_position,
        )
        self.status = QLabel()
        self.status.setWordWrap(True)
        self.saving = ReportSaving(self, lambda: self.found, self._parts, self.status.setText)
        self.page = self._button(
            self.tr("Save Pa&ge..."), self.tr("The whole report as one HTML file"), self.saving.ask_page
        )
        self.pdf = self._button(self.tr("Save P&DF..."), self.tr("The whole report as a PDF"), self.saving.ask_pdf)
        self.bar = QProgressBar()
        self.bar.setFormat("%v / %m")
        keeps_its_room = self.bar.sizePolicy()
        keeps_its_room.setRetainSizeWhenHidden(True)  # else a double click on Play would hit Stop
        self.bar.setSizePolicy(keeps_its_room)
        self.report = QTextBrowser()
        self.report.setAccessibleName(self.tr("The report"))
        self.report.setPlaceholderText(
            self.tr("Choose who plays and how many games, and press Play. What the games tell stands here.")
        )
        self.plots, self.map, self.list = PlotsPage(), HeatPage(), GamesPage()
        self.compare = ComparePage(self.compare_with)
        self.sweep = SweepPage(self.sweep_over, self._numbers)
        self._swept: tuple[str, Mapping[int, Arm]] = ("", {})
        """The number that was swept last, and what was played at each value of it."""
        self.tabs = QTabWidget()
        self._renew = QTimer(self)
        self._renew.setInterval(_RENEW)
        self._connect()
        self._lay_out()
        self._show_state()
        self._take_up()

    def _connect(self) -> None:
        self._renew.timeout.connect(self._renew_report)
        for box in self.players:
            box.currentIndexChanged.connect(self._seat_others)
        self.options.changed.connect(self._seat_others)
        self.run.told.connect(self._follow)
        self.run.ended.connect(self._ended)
        self.list.game_wanted.connect(self.open_game)
        self.again.opened.connect(self.game_opened)
        self.again.told.connect(self.status.setText)
        self.again.changed.connect(self._show_state)

    def _player_box(self, side: str) -> QComboBox:
        box = QComboBox()
        for name in PLAYERS:
            box.addItem(title(name), name)
        box.setCurrentIndex(box.findData("greedy"))
        box.setAccessibleName(title(side, self._ruleset))
        box.setToolTip(self.tr("Who plays the {0} side").format(title(side, self._ruleset)))
        return box

    def _spin(self, least: int, most: int, value: int, name: str, help: str) -> QSpinBox:
        box = QSpinBox()
        box.setRange(least, most)
        box.setValue(value)
        box.setAccessibleName(name)
        box.setToolTip(help)
        return box

    def _button(self, words: str, help: str, act: Callable[[], object]) -> QPushButton:
        button = QPushButton(words)
        button.setToolTip(help)
        button.setAutoDefault(False)
        button.clicked.connect(lambda _=False: act())
        return button

    def _lay_out(self) -> None:
        asked = QHBoxLayout()
        for side, box in zip(self._sides, self.players, strict=True):
            asked.addWidget(QLabel(title(side, self._ruleset)))
            asked.addWidget(box)
        for words, number in (
            (self.tr("Games"), self.games),
            (self.tr("First seed"), self.seed),
            (self.tr("Processes"), self.workers),
        ):
            asked.addWidget(QLabel(words))
            asked.addWidget(number)
        asked.addStretch(1)
        doing = QHBoxLayout()
        for button in (self.go, self.stop, self.what_if):
            doing.addWidget(button)
        doing.addWidget(self.bar, 1)
        doing.addWidget(self.page)
        doing.addWidget(self.pdf)
        for widget, words in (
            (self.report, self.tr("Report")),
            (self.plots, self.tr("Plots")),
            (self.map, self.tr("Map")),
            (self.list, self.tr("Games")),
            (self.compare, self.tr("Compare")),
            (self.sweep, self.tr("Sweep")),
        ):
            self.tabs.addTab(widget, words)
        column = QVBoxLayout(self)
        column.addLayout(asked)
        column.addWidget(self.options)
        column.addLayout(doing)
        column.addWidget(self.status)
        column.addWidget(self.tabs, 1)

    # Playing

    @property
    def scenario(self) -> str:
        """The id of the scenario it is about."""
        return self._subject.scenario

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(str(box.currentData()) for box in self.players)

    def _take_up(self) -> None:
        """Show what was played before: by the usual players, or else by those who played this scenario last."""
        arm = self._made(self._known_arm)
        if arm is None:
            return
        for box, name in zip(self.players, arm.players, strict=True):
            box.blockSignals(True)
            box.setCurrentIndex(box.findData(name))
            box.blockSignals(False)
        self._turn_to(arm)
        self.refresh()

    def _known_arm(self) -> Arm:
        arm, shelf = self._own_arm(), self._subject.shelf
        return arm if shelf.seeds(arm.id) else last_played(shelf, arm) or arm

    def _turn_to(self, arm: Arm) -> None:
        """It is about these games now; of those of another arm nothing stays on the pages."""
        if self.arm is None or arm.id != self.arm.id:
            self.compare.forget()
            self._swept = "", {}
            self._show_swept()
            self.report.clear()
            for page in (self.plots, self.map, self.list):
                page.show_report(None)
        self.arm, self.found = arm, None
        self._show_state()

    def _seat_others(self) -> None:
        """Others are to play, or by other rules: what was played so before is shown, if anything was."""
        if self.arm is not None and not self.run.is_running:
            options = self.options.chosen()
            ours = replace(self.arm, players=self.names, options=options, name="")
            now = ours if ours.begins is None else self._made(self._own_arm)
            if now is None:
                return
            self._turn_to(now)
            self.status.clear()
            self.refresh()

    def versions(self) -> Sequence[PlayedVersion]:
        """The scenario as it was when the chosen players played it before."""
        return self._made(lambda: earlier_versions(self._subject.shelf, self._own_arm())) or ()

    def begin(self) -> None:
        """Play the scenario, as it is now, between the chosen players."""
        self._play(self._own_arm)

    def _own_arm(self) -> Arm:
        return self.arm_for(self._subject.project(), self._subject.scenario)

    def arm_for(self, project: Project, scenario: str, players: tuple[str, ...] = (), *, name: str = "") -> Arm:
        """A scenario with the chosen optional rules, between the chosen players unless others are named."""
        return arm_of(project, scenario, players or self.names, options=self.options.chosen(), name=name)

    def continue_position(self) -> None:
        """Play the position that is on the board to its end."""
        at = self._subject.position()
        if at is None or at.state.outcome is not None:
            self.status.setText(self.tr("There is no game on the board that could go on: begin one with F5."))
            return
        name = self.tr("from turn {0}").format(at.state.turn)

        def arm() -> Arm:
            options = chosen_options(known_options(at.project, at.scenario), at.options)
            return arm_of(at.project, at.scenario, self.names, options=options, begins=at.state, name=name)

        self._play(arm)

    def _play(self, make: Callable[[], Arm]) -> None:
        arm = self._made(make)
        if arm is not None:
            self._turn_to(arm)
            self._start(self._asked(arm))

    def _made(self, make: Callable[[], T]) -> T | None:
        try:
            return make()
        except LabError as bad:
            self.status.setText(catalogue().text(bad.message))
        except DefinitionError as bad:
            self.status.setText(catalogue().text(bad.issues[0].message))
        except FileError as bad:
            self.status.setText(catalogue().text(bad.message))
        return None

    def _asked(self, *arms: Arm) -> Experiment:
        """Arms on the seeds that are asked for."""
        return Experiment(arms, self.games.value(), self.seed.value())

    def _start(self, experiment: Experiment) -> None:
        self.bar.setRange(0, experiment.games * len(experiment.arms))
        self.bar.setValue(0)
        self.run.begin(experiment, self._subject.shelf, self._crew(self.workers.value()))
        self._renew.start()
        self._show_state()

    def halt(self) -> None:
        """Play no further."""
        self.again.stop()
        self.run.stop()

    def compare_with(self, make: Callable[[], Arm]) -> None:
        """Play this arm and another on the same seeds."""

        def both() -> tuple[Arm, Arm]:
            arms = self._own_arm(), make()
            check_comparable(arms)
            return arms

        arms = self._made(both)
        if arms is not None:
            self._turn_to(arms[0])
            self.compare.other = arms[1]
            self._start(self._asked(*arms))

    def _numbers(self) -> Sequence[SweptNumber]:
        """What can be swept."""
        arm = self.arm
        return (self._made(lambda: numbers_of_arm(arm)) if arm is not None else None) or ()

    def sweep_over(self, name: str, values: Sequence[int]) -> None:
        """Play the scenario with each value of a number on the same seeds."""
        arms = self._made(lambda: self._swept_arms(name, values))
        if arms is not None:
            self._swept = name, dict(zip(values, arms, strict=True))
            self._start(self._asked(*arms))

    def _swept_arms(self, name: str, values: Sequence[int]) -> tuple[Arm, ...]:
        project, options = self._subject.project(), self.options.chosen()
        return sweep_arms(project, self._subject.scenario, self.names, name, values, options=options)

    def _follow(self, progress: Progress) -> None:
        self.bar.setValue(progress.done)
        left = progress.seconds_left
        if not left:
            self.status.setText(self.tr("{0} of {1} games").format(progress.done, progress.wanted))
            return
        words = self.tr("{0} of {1} games, {2} an hour, about {3} minutes left")
        if left < _SHORT:
            words = self.tr("{0} of {1} games, {2} an hour, less than two minutes left")
        minutes = f"{left / 60:.0f}"
        self.status.setText(words.format(progress.done, progress.wanted, f"{progress.an_hour:.0f}", minutes))

    def _ended(self) -> None:
        self._renew.stop()
        self._show_state()
        self.refresh()
        self._show_swept()
        if self.run.trouble is not None:
            self.status.setText(catalogue().text(self.run.trouble))
        elif self.bar.value() < self.bar.maximum():
            words = self.tr("Played so far: {0} of {1} games. Play goes on from there.")
            self.status.setText(words.format(self.bar.value(), self.bar.maximum()))

    def _show_state(self) -> None:
        running = self.run.is_running
        self.go.setEnabled(not running)
        for begins in (self.what_if, self.compare.go, self.sweep.go):
            begins.setEnabled(not running)
        for asked in (*self.players, self.options, self.games, self.seed, self.workers):
            asked.setEnabled(not running)
        self.stop.setEnabled(running or self.again.is_on)
        self.bar.setVisible(running)
        for button in (self.page, self.pdf):
            button.setEnabled(self.found is not None)

    # Showing

    def _renew_report(self) -> None:
        """Report on the way; the more games there are to read, the rarer, so that the window stays free."""
        began = perf_counter()
        self.refresh()
        self._show_swept()
        self._renew.setInterval(max(_RENEW, round(_FREE * 1000 * (perf_counter() - began))))

    def refresh(self) -> None:
        """Report what has been played so far."""
        if self.arm is None:
            return
        results = self._results(self.arm)
        if not results or (self.found is not None and len(results) == len(self.found.results)):
            self._show_other()
            return
        report = self._reported(self.arm, results)
        if report is None:
            return
        self.found = report
        self._write_report(self.found)
        self.plots.show_report(self.found)
        self.list.show_report(self.found)
        self.map.show_report(self.found)
        self._show_other()
        self._show_state()

    def _write_report(self, found: ArmReport) -> None:
        """Write it anew; whoever reads stays where they are, and a reader who comes begins at the beginning."""
        bar = self.report.verticalScrollBar()
        at = bar.value()
        heading = report_heading(title_of(found), about(found))
        fill_document(self.report.document(), list(sections(found)), is_whole=False, heading=heading)
        self.report.setTextCursor(QTextCursor(self.report.document()))
        bar.setValue(at)

    def _show_other(self) -> None:
        other = self.compare.other
        if other is None or self.found is None:
            return
        self.compare.show_reports(self.found, self._reported(other, self._results(other)))

    def _show_swept(self) -> None:
        """Tell the balance at each value of what was swept last, as far as it has been played."""
        name, arms = self._swept
        found = {value: self._reported(arm, self._results(arm)) for value, arm in arms.items()}
        reports = {value: report for value, report in found.items() if report is not None}
        first = next(iter(reports.values()), None)
        said = number_words(first.made.brief, first.made.game.board, name) if first is not None else name
        self.sweep.show_reports(said, reports)

    def _results(self, arm: Arm) -> tuple[GameResult, ...]:
        """What was put by; a file that cannot be read is told, and the games go on."""
        try:
            return self._subject.shelf.results(arm.id)
        except FileError as bad:
            self.status.setText(catalogue().text(bad.message))
            return ()

    def _reported(self, arm: Arm, results: tuple[GameResult, ...]) -> ArmReport | None:
        try:
            return ArmReport(ready(arm), results).read() if results else None
        except LabError as bad:
            self.status.setText(catalogue().text(bad.message))
            return None

    def open_game(self, seed: int) -> None:
        """Have a game played again beside the window, until Stop or another one is asked for, to be looked at."""
        if self.found is not None:
            result = next(game for game in self.found.results if game.seed == seed)
            self.again.play(self.found.made.arm, result)

    def _parts(self) -> list[ReportSection]:
        """All that a page tells: what was swept and compared, and the report."""
        told = [] if self.found is None else sections(self.found)
        return [*self.sweep.parts(), *self.compare.parts(), *told]

    def end(self) -> None:
        """Play nothing any more."""
        self.again.close()
        self.run.stop()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.end()
        super().closeEvent(event)
