"""Two scenarios beside each other: what differs, in groups, and a row leads to the unit or the place it is about.

The scenario in work is compared with another of the file, with a bundled one, or with itself as a saved version had it.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHeaderView,
    QLabel,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.design.designer import Designer
from app.files.open_file import Files
from app.files.versions import when
from editor.model.design.comparison import Difference, compare
from editor.model.design.design import Design, design_of
from editor.model.design.spoken import Group
from editor.panels.design.finding_rows import LEADS_TO, Lead
from engine.definitions.issues import DefinitionError
from engine.definitions.scenario import ScheduleKind
from engine.narration.language import catalogue, counted, scenario_title
from engine.rulesets.library import bundled_scenarios, find_bundled
from engine.storage.contents import Contents
from engine.storage.errors import FileError
from engine.storage.history import Version

_LONGEST = 200


class CompareDialog(QDialog):
    """Stays open beside the map, so that one can go from row to row, until another scenario is designed."""

    def __init__(
        self, designer: Designer, files: Files, version: Version | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._designer, self._files = designer, files
        self._scenario = self._design.id
        self.differences: tuple[Difference, ...] = ()
        self._makers: list[Callable[[], Design]] = []
        self.setWindowTitle(self.tr("Compare Scenarios"))
        self.resize(720, 480)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.other = QComboBox()
        self.other.setAccessibleName(self.tr("With"))
        self.other.setToolTip(self.tr("Another scenario of this file, a bundled one, or this one at a saved state"))
        self.verdict = QLabel()
        self.tree = QTreeWidget()
        self.tree.setHeaderLabels([self.tr("What"), self.tr("Here"), self.tr("There")])
        self.tree.setAccessibleName(self.tr("Differences"))
        self.tree.setToolTip(self.tr("Enter or a double-click leads to the unit or the place"))
        self.tree.header().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.tree.header().resizeSection(0, 240)
        self.tree.header().resizeSection(1, 210)
        self.tree.setAlternatingRowColors(True)
        self.tree.itemActivated.connect(self._go)
        self.tree.itemClicked.connect(self._go)
        self.here = QLabel(self._title)
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(self.tr("This scenario"), self.here)
        form.addRow(self.tr("&With"), self.other)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(self.verdict)
        column.addWidget(self.tree, 1)
        column.addWidget(buttons)
        self._offer(version)
        designer.desk.scenario_changed.connect(self._follow_designer)
        self.other.currentIndexChanged.connect(lambda _: self.look())
        self.look()

    @property
    def _design(self) -> Design:
        found = self._designer.desk.design
        assert found is not None, "it is opened on a scenario"
        return found

    @property
    def _title(self) -> str:
        return scenario_title(self._design.scenario)

    def _follow_designer(self) -> None:
        """What was compared is not designed any longer: there is nothing to go to."""
        design = self._designer.desk.design
        if design is None or design.id != self._scenario:
            self.close()

    # What there is to compare with

    def _offer(self, wanted: Version | None) -> None:
        design = self._design
        for name, scenario in self._designer.scenarios.items():
            if name != design.id:
                self._add(scenario_title(scenario), lambda name=name: design_of(design.documents, name, design.plan))  # type: ignore[misc]
        project = self._files.project
        for version in reversed(project.versions() if project is not None else []):
            words = self.tr("This scenario as saved: {0}, {1}").format(version.name or "–", when(version.at))
            self._add(words, lambda version=version: self._at(version))  # type: ignore[misc]
            if version == wanted:
                self.other.setCurrentIndex(self.other.count() - 1)
        for name, found in bundled_scenarios().items():
            words = self.tr("Bundled: {0}").format(scenario_title(found.scenario))
            self._add(words, lambda name=name: _bundled(name))  # type: ignore[misc]

    def _add(self, words: str, make: Callable[[], Design]) -> None:
        self.other.addItem(words)
        self._makers.append(make)

    def _at(self, version: Version) -> Design:
        project, design = self._files.project, self._design
        assert project is not None
        then = project.store.contents_at(version)
        plan = then.maps.get(design.scenario.map, design.plan)
        return design_of(then.documents, design.id, plan)

    # What differs

    def look(self) -> None:
        """Compare again."""
        self.tree.clear()
        self.differences = ()
        if not 0 <= self.other.currentIndex() < len(self._makers):
            self.verdict.setText(self.tr("There is nothing to compare with."))
            return
        QGuiApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        try:
            other = self._makers[self.other.currentIndex()]()
            self.differences = compare(self._design, other)
        except (DefinitionError, FileError) as bad:
            said = bad.issues[0].message if isinstance(bad, DefinitionError) else bad.message
            self.verdict.setText(catalogue().text(said))
            return
        finally:
            QGuiApplication.restoreOverrideCursor()
        count = counted(len(self.differences))
        self.verdict.setText(
            self.tr("{0} {0:thing differs|things differ}.").format(count)
            if self.differences
            else self.tr("They are the same.")
        )
        for group in Group:
            found = [each for each in self.differences if each.group is group]
            if found:
                self.tree.addTopLevelItem(self._group(group, found))
        self.tree.expandAll()

    def _group(self, group: Group, found: list[Difference]) -> QTreeWidgetItem:
        head = QTreeWidgetItem([f"{self._titles[group]} ({len(found)})"])
        font = head.font(0)
        font.setBold(True)
        head.setFont(0, font)
        places = self._design.places
        for each in found:
            sides = ["–" if side is None else side[:_LONGEST] for side in (each.here, each.there)]
            row = QTreeWidgetItem([self._what(each), *(side.replace("\n", " ") for side in sides)])
            for column, text in enumerate((self._what(each), *sides)):
                row.setToolTip(column, text)
            row.setData(0, LEADS_TO, Lead(each.unit, places.key(each.place) or "" if each.place else ""))
            head.addChild(row)
        return head

    def _what(self, found: Difference) -> str:
        """What a difference is about, in words: a field of the head, or a unit with its name."""
        if found.group is Group.HEAD:
            return self._fields.get(found.what, found.what)
        named = found.name or found.what
        if found.group is not Group.SCHEDULE:
            return named
        goes = ScheduleKind.WITHDRAWAL in found.what
        return (
            self.tr("{0}: turn of withdrawal").format(named) if goes else self.tr("{0}: turn of arrival").format(named)
        )

    @property
    def _titles(self) -> dict[Group, str]:
        return {
            Group.HEAD: self.tr("Title, turns and words"),
            Group.TYPES: self.tr("Counter types"),
            Group.FORMATIONS: self.tr("Formations"),
            Group.UNITS: self.tr("Units"),
            Group.SETUP: self.tr("Setup"),
            Group.CONTROL: self.tr("Control"),
            Group.MARKERS: self.tr("Markers"),
            Group.SCHEDULE: self.tr("Schedule"),
            Group.CHARTS: self.tr("Charts"),
            Group.CARDS: self.tr("Cards"),
            Group.OBJECTIVES: self.tr("Objectives"),
            Group.VICTORY: self.tr("Victory"),
            Group.OPTIONS: self.tr("Optional rules"),
            Group.VALUES: self.tr("Values"),
        }

    @property
    def _fields(self) -> dict[str, str]:
        """The fields of a scenario's head in words."""
        return {
            "title": self.tr("Title"),
            "ruleset": self.tr("Game"),
            "map": self.tr("Map"),
            "sides": self.tr("Sides"),
            "first_turn": self.tr("First turn"),
            "last_turn": self.tr("Last turn"),
            "description": self.tr("Description"),
            "notes": self.tr("Designer's notes"),
        }

    def _go(self, row: QTreeWidgetItem) -> None:
        """Show what a row is about, where it is here."""
        lead, design, desk = row.data(0, LEADS_TO), self._design, self._designer.desk
        if not isinstance(lead, Lead):
            return
        place = lead.place
        if lead.unit in design.units:
            desk.select_units([lead.unit])
            placed = design.placements.get(lead.unit)
            place = place or (design.places.key(placed.at) or "" if placed is not None else "")
        if place:
            desk.canvas.look_at(place)
            desk.canvas.select(place, [lead.unit] if lead.unit else ())


def _bundled(name: str) -> Design:
    found = find_bundled(name)
    contents = Contents.of_project(found.load())
    return design_of(contents.documents, found.scenario.id, contents.maps[found.scenario.map])
