"""Playable or not, and why: every finding about the scenario in one list, and games played at random to try it.

The checks run by themselves when the hand rests, off the window's thread. Each row leads to what it speaks of.
"""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLabel, QSplitter, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from editor.checks.scenario_findings import About, Finding, findings_of, look_over, project_of
from editor.documents.background import Background
from editor.documents.design_bench import DesignBench
from editor.model.design.aspects import Aspect, DesignTouched
from editor.panels.design.design_panel import DesignPanel
from editor.panels.design.finding_rows import LEADS_TO, Lead, heading, leading, list_of_rows
from editor.panels.design.smoke_section import SmokeSection
from editor.panels.icons import icon
from editor.panels.panel import column_of
from engine.core.messages import Message
from engine.definitions.issues import DefinitionError, Issue
from engine.narration.language import catalogue, counted

QUIET, QUIET_UNSEEN = 700, 3_000
"""Milliseconds without a change after which the scenario is checked, and while nobody sees the panel: what was just
opened is shown first."""


class PlayablePanel(DesignPanel):
    """A verdict, the findings behind it, and the smoke test."""

    name = "playable"
    shows = frozenset(Aspect) - {Aspect.WORDS}

    def __init__(self, desk: DesignBench, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self._background = Background("playable", parent=self)
        self.destroyed.connect(self._background.close)
        self._quiet = QTimer(self)
        self._quiet.setSingleShot(True)
        self._quiet.setInterval(QUIET)
        self._quiet.timeout.connect(self.check)
        self.findings: tuple[Finding, ...] = ()
        self.verdict = QLabel()
        self.verdict.setWordWrap(True)
        self.list: QTreeWidget = list_of_rows(self.tr("What was found"))
        self.list.itemActivated.connect(self._go)
        self.list.itemClicked.connect(self._go)
        self.smoke = SmokeSection(desk)
        self.smoke.list.itemActivated.connect(self._go)
        self.smoke.list.itemClicked.connect(self._go)
        above = QWidget()
        column = QVBoxLayout(above)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.verdict)
        column.addWidget(self.list, 1)
        split = QSplitter()
        split.setOrientation(split.orientation().Vertical)
        split.setChildrenCollapsible(False)
        split.addWidget(above)
        split.addWidget(self.smoke)
        split.setStretchFactor(0, 1)
        split.setStretchFactor(1, 1)
        column_of(self.body).addWidget(split, 1)
        self.follow_scenarios()

    @property
    def title(self) -> str:
        return self.tr("Playable")

    @property
    def about(self) -> str:
        return self.tr("Whether the scenario can be played, what is doubtful, and games played at random to try it")

    def scenario_closed(self) -> None:
        """Nothing is looked over or played any longer: a window that closes leaves no game running beside it."""
        self._quiet.stop()
        self._background.cancel()
        self.smoke.clear()

    def scenario_opened(self) -> None:
        self.smoke.clear()
        self.findings = ()
        self.list.clear()
        self.verdict.clear()
        self._wait()

    def scenario_changed(self, touched: DesignTouched) -> None:
        self._wait()

    def places_changed(self) -> None:
        self._wait()

    def _wait(self) -> None:
        """What was found may be so no longer: say that it is being looked at."""
        self._background.cancel()
        self.verdict.setText(self.tr("Being checked..."))
        self.list.setEnabled(False)
        self._quiet.start(QUIET if self.isVisible() else QUIET_UNSEEN)

    def showEvent(self, event: QShowEvent) -> None:
        """Somebody looks and need not wait for as long as nobody did."""
        super().showEvent(event)
        if self._quiet.isActive() and self._quiet.remainingTime() > QUIET:
            self._quiet.start(QUIET)

    # Checking

    def check(self) -> None:
        """Look the scenario over, off the window's thread."""
        self._quiet.stop()
        self._background.cancel()
        self.verdict.setText(self.tr("Being checked..."))
        design, scenario = self.design, self.scenario
        if design is None or scenario is None:
            return
        try:
            project = project_of(design, scenario.map.store.contents.to_project())
        except DefinitionError as bad:  # a name in the file that no text can hold
            self._show(tuple(bad.issues))
            return
        self._background.run(lambda ticket: look_over(project), self._show, self._fail)

    @property
    def is_checking(self) -> bool:
        """Whether an answer is still to come."""
        return self._quiet.isActive() or not self._background.is_idle

    def _fail(self, said: Message) -> None:
        self.list.setEnabled(True)
        self.verdict.setText(self._words(said))

    def _show(self, issues: tuple[Issue, ...]) -> None:
        design = self.design
        if design is None:
            return
        self.list.setEnabled(True)
        self.findings = findings_of(design, issues)
        errors = sum(found.issue.is_error for found in self.findings)
        self.verdict.setText(
            self.tr("This cannot be played yet: {0} {0:thing is|things are} wrong.").format(counted(errors))
            if errors
            else self.tr("This can be played. F5 begins.")
        )
        self.list.clear()
        for about in About:
            found = [each for each in self.findings if each.about is about]
            if found:
                self.list.addTopLevelItem(self._group(about, found))
        self.list.expandAll()

    def _group(self, about: About, found: list[Finding]) -> QTreeWidgetItem:
        titles = {
            About.MAP: self.tr("Map"),
            About.UNITS: self.tr("Counters and orders of battle"),
            About.SETUP: self.tr("Setup"),
            About.SCHEDULE: self.tr("Schedule"),
            About.CHARTS: self.tr("Charts"),
            About.VICTORY: self.tr("Victory"),
            About.RULES: self.tr("Rules"),
        }
        head = heading(titles[about], len(found))
        for each in found:
            hint = self._words(each.issue.hint) if each.issue.hint is not None else ""
            lead = Lead(each.unit, each.place, each.type, each.panel)
            row = leading(self._words(each.issue.message), lead, hint)
            row.setIcon(0, icon(each.issue.severity.value))
            head.addChild(row)
        return head

    def _words(self, said: Message) -> str:
        scenario = self.scenario
        return catalogue(scenario.scenario.ruleset).text(said) if scenario is not None else str(said)

    def _go(self, row: QTreeWidgetItem) -> None:
        """Show what a row speaks of."""
        lead, design = row.data(0, LEADS_TO), self.design
        if not isinstance(lead, Lead) or design is None:
            return
        place = lead.place
        if lead.panel:
            self.desk.panel_wanted.emit(lead.panel)
        if lead.type:
            self.desk.type_wanted.emit(lead.type)
        if lead.unit in design.units:
            self.desk.select_units([lead.unit])
            placed = design.placements.get(lead.unit)
            place = place or (design.places.key(placed.at) or "" if placed is not None else "")
        if place:
            self.desk.canvas.look_at(place)
            self.desk.canvas.select(place)
