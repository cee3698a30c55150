"""What did the change do: this scenario against another version of it or against other players, on the same seeds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtGui import QTextOption
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
from engine.lab.arms import Arm, arm_of
from engine.lab.compare_sections import comparison_sections
from engine.lab.report_sections import ArmReport, ReportSection
from engine.narration.language import catalogue, scenario_title, word
from engine.players.registry import PLAYERS
from engine.storage.errors import FileError


class ComparePage(QWidget):
    """Against what, and what came of it."""

    def __init__(self, play: Callable[[Callable[[], Arm]], None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._play = play
        self.other: Arm | None = None
        self._pair: tuple[ArmReport, ArmReport] | None = None
        self._scenarios: list[tuple[Callable[[], Project], str]] = []
        """What can be compared with: two of a file may well have one title, so that each has its number."""
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

    def offer(self, own: Callable[[], Project], scenario: str, players: Callable[[], tuple[str, ...]]) -> None:
        """Say what there is: the other scenarios of the file, and other players of this one."""
        self._own, self._scenario, self._names = own, scenario, players
        known = own().scenarios
        for name, found in known.items():
            if name != scenario and found.ruleset == known[scenario].ruleset:
                self._add(scenario_title(found), own, name)
        for player in PLAYERS:
            self.against.addItem(self.tr("the same, played by {0}").format(word(player)), player)

    def add(self, words: str, project: Project, scenario: str) -> None:
        """Offer another scenario."""
        self._add(words, lambda: project, scenario)

    def _add(self, words: str, project: Callable[[], Project], scenario: str) -> None:
        if self.against.findText(words) >= 0:
            words = f"{words} ({scenario})"
        self.against.insertItem(0, words, len(self._scenarios))
        self._scenarios.append((project, scenario))
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
        words, chosen = self.against.currentText(), self.against.currentData()
        if isinstance(chosen, str):
            return arm_of(self._own(), self._scenario, (chosen,), name=words)
        if chosen is None:
            raise DefinitionError([error(message("issue.no-scenario"))])
        project, scenario = self._scenarios[chosen]
        return arm_of(project(), scenario, self._names(), name=words)

    def forget(self) -> None:
        """Something else is played: what was compared before says nothing of it."""
        self.other = self._pair = None
        self.text.clear()
        self.map.show_report(None)
        self.map.hide()

    def show_reports(self, first: ArmReport, second: ArmReport | None) -> None:
        """Tell what differs."""
        self._pair = (first, second) if second is not None else None
        if second is None:
            self.text.clear()
            return
        fill_document(self.text.document(), list(comparison_sections(first, second)), is_whole=False)
        if self.map.isHidden():
            self.map.show()
            self._split.setSizes([self._split.width() // 2] * 2)
        self.map.show_report(second, first)

    def parts(self) -> list[ReportSection]:
        """The comparison as sections of the report; none before there is one."""
        return list(comparison_sections(*self._pair)) if self._pair is not None else []
