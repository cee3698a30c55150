"""What did the change do: this scenario against another version of it or against other players, on the same seeds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from PySide6.QtGui import QShowEvent, QTextOption
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSplitter,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from app.cli.exits import failure_line
from app.files.map_opening import open_anything
from app.lab.heat_page import HeatPage
from app.lab.report_document import fill_document
from editor.open_path import ask_open_path
from engine.core.messages import message
from engine.definitions.issues import DefinitionError, Where, error
from engine.definitions.project import Project
from engine.lab.arms import Arm
from engine.lab.compare_sections import comparison_sections
from engine.lab.report_sections import ArmReport, ReportSection
from engine.lab.versions import PlayedVersion
from engine.narration.language import catalogue, counted, scenario_title, title
from engine.players.registry import PLAYERS
from engine.storage.errors import FileError


@dataclass(frozen=True, slots=True)
class _Rival:
    """Something to compare with: an arm under the words it is chosen by."""

    make: Callable[[str], Arm]
    is_before: bool = False
    """Whether it is the scenario before a change, not after one."""


@dataclass(frozen=True, slots=True)
class CompareSubject:
    """What is compared with others, each part of it as it is when somebody asks."""

    project: Callable[[], Project]
    scenario: str
    sides: tuple[str, ...]
    """What they are called."""
    players: Callable[[], tuple[str, ...]]
    versions: Callable[[], Sequence[PlayedVersion]]
    arm_for: Callable[[Project, str, tuple[str, ...], str], Arm]
    """A scenario of documents, between players, under a name."""


def _named(arm: Arm, words: str) -> Arm:
    return replace(arm, name=words)


def _of_project(subject: CompareSubject, project: Project, scenario: str) -> _Rival:
    return _Rival(lambda words: subject.arm_for(project, scenario, subject.players(), words))


def _of_players(subject: CompareSubject, players: tuple[str, ...]) -> _Rival:
    return _Rival(lambda words: subject.arm_for(subject.project(), subject.scenario, players, words))


class ComparePage(QWidget):
    """Against what, and what came of it."""

    def __init__(self, play: Callable[[Callable[[], Arm]], None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._play = play
        self.other: Arm | None = None
        self._pair: tuple[ArmReport, ArmReport] | None = None
        self._is_before = False
        self._subject: CompareSubject | None = None
        self._added: list[tuple[str, Project, str]] = []
        self._rivals: list[_Rival] = []
        """What can be compared with, line by line."""
        self.against = QComboBox()
        self.against.setAccessibleName(self.tr("Compare with"))
        self.against.setToolTip(self.tr("Another version of the scenario, or other players of this one"))
        self.file = QPushButton(self.tr("&File..."))
        self.file.setToolTip(self.tr("Choose a changed copy of the scenario: a file or a text of it"))
        self.go = QPushButton(self.tr("&Compare"))
        self.go.setToolTip(self.tr("Play both on the same seeds; what was played stays"))
        self.text = QTextBrowser()
        self.text.setAccessibleName(self.tr("What the change did"))
        self.text.setPlaceholderText(
            self.tr("Choose what to compare with, and press Compare. What differs stands here.")
        )
        self.text.setWordWrapMode(QTextOption.WrapMode.WordWrap)
        self.map = HeatPage()
        row = QHBoxLayout()
        row.addWidget(QLabel(self.tr("Compare with")))
        row.addWidget(self.against, 1)
        row.addWidget(self.file)
        row.addWidget(self.go)
        self._split = split = QSplitter()
        split.addWidget(self.text)
        split.addWidget(self.map)
        split.setChildrenCollapsible(False)
        self.map.hide()
        column = QVBoxLayout(self)
        column.addLayout(row)
        column.addWidget(split, 1)
        for button in (self.file, self.go):
            button.setAutoDefault(False)
        self.file.clicked.connect(lambda _=False: self.ask_file())
        self.go.clicked.connect(lambda _=False: self.begin())

    def offer(self, subject: CompareSubject) -> None:
        """Say where to ask what there is: earlier versions, other scenarios of the file, other players of this one."""
        self._subject = subject

    def showEvent(self, event: QShowEvent) -> None:
        """What can be compared with changes with what is played and edited meanwhile."""
        super().showEvent(event)
        self._fill()

    def _fill(self) -> None:
        """List what there is; what was chosen stays so where it is still there."""
        subject = self._subject
        if subject is None:
            return
        chosen = self.against.currentText()
        self.against.clear()
        self._rivals.clear()
        for words, project, scenario in self._added:
            self._list(words, _of_project(subject, project, scenario), scenario)
        for number, version in enumerate(subject.versions()):
            words = self.tr("this scenario as it was {0} {0:version|versions} before, {1} {1:game|games} played")
            before = _Rival(partial(_named, version.arm), is_before=True)
            self._list(words.format(counted(number + 1), counted(version.games)), before)
        now = subject.project()
        own = now.scenarios.get(subject.scenario)
        for name, found in now.scenarios.items():
            if own is not None and name != subject.scenario and found.ruleset == own.ruleset:
                self._list(scenario_title(found), _of_project(subject, now, name), name)
        self._list_players(subject)
        self.against.setCurrentIndex(max(0, self.against.findText(chosen)))

    def _list_players(self, subject: CompareSubject) -> None:
        """Others who play it: all sides, or one while the rest stay as they are."""
        names = subject.players()
        for player in PLAYERS:
            if set(names) != {player}:
                words = self.tr("the same, played by {0}").format(title(player))
                self._list(words, _of_players(subject, (player,) * len(names)))
        for seat, side in enumerate(subject.sides):
            for player in PLAYERS:
                others = (*names[:seat], player, *names[seat + 1 :])
                if len(set(others)) > 1 and others != names:
                    words = self.tr("the same, {0} played by {1}").format(side, title(player))
                    self._list(words, _of_players(subject, others))

    def _list(self, words: str, rival: _Rival, scenario: str = "") -> None:
        """One line; two scenarios of one title are told apart by their ids."""
        if self.against.findText(words) >= 0:
            words = f"{words} ({scenario})"
        self.against.addItem(words, len(self._rivals))
        self._rivals.append(rival)

    def add(self, words: str, project: Project, scenario: str) -> None:
        """Offer another scenario, and choose it."""
        self._added.insert(0, (words, project, scenario))
        self._fill()
        self.against.setCurrentIndex(0)

    def ask_file(self) -> None:
        kinds = self.tr("Scenarios (*.redoubt *.yaml *.yml *.zip)")
        path = ask_open_path(self, self.tr("Compare With"), kinds)
        if path is not None:
            self.add_file(path)

    def add_file(self, path: Path) -> None:
        """Offer the scenario of a file, or say why it has none."""
        try:
            opened = open_anything(path)
            if opened.choice not in opened.scenarios:
                raise DefinitionError([error(message("issue.no-scenario"), Where(str(path)))])
        except DefinitionError as bad:
            self.text.setPlainText(failure_line(bad.issues))
        except FileError as bad:
            self.text.setPlainText(catalogue().text(bad.message))
        else:
            self.add(f"{path.name}: {opened.title}", opened.read(), opened.choice)

    def begin(self) -> None:
        """Play both."""
        self._play(self._arm)

    def _arm(self) -> Arm:
        chosen = self.against.currentData()
        if chosen is None:
            raise DefinitionError([error(message("issue.no-scenario"))])
        rival = self._rivals[int(chosen)]
        self._is_before = rival.is_before
        return rival.make(self.against.currentText())

    def forget(self) -> None:
        """Something else is played: what was compared before says nothing of it."""
        self.other = self._pair = None
        self.text.clear()
        self.map.show_report(None)
        self.map.hide()
        if self.isVisible():
            self._fill()

    def show_reports(self, first: ArmReport, second: ArmReport | None) -> None:
        """Tell what differs."""
        if second is None:
            self._pair = None
            self.text.clear()
            return
        before, after = self._pair = (second, first) if self._is_before else (first, second)
        fill_document(self.text.document(), list(comparison_sections(before, after)), is_whole=False)
        if self.map.isHidden():
            self.map.show()
            self._split.setSizes([self._split.width() // 2] * 2)
        self.map.show_report(after, before)

    def parts(self) -> list[ReportSection]:
        """The comparison as sections of the report; none before there is one."""
        return list(comparison_sections(*self._pair)) if self._pair is not None else []
