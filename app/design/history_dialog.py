"""What became of a scenario: every change of it that the file remembers, in sentences, with the states that were saved.

Going back takes this scenario alone to what it was, as one more change that can be undone; the map and other scenarios
stay. The whole file goes back in File, Revert to Version.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLabel,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.files.versions import when
from editor.commands.design.scenarios import replace_scenario
from editor.documents.scenario_document import ScenarioDocument
from editor.panels.icons import icon
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.narration.language import catalogue, counted, scenario_title
from engine.storage.errors import FileError
from engine.storage.history import Touch, Version

_VERSION = Qt.ItemDataRole.UserRole


class ScenarioHistoryDialog(QDialog):
    """Changes and versions, newest first."""

    def __init__(
        self, scenario: ScenarioDocument, compare: Callable[[Version | None], object], parent: QWidget | None = None
    ) -> None:
        """`compare` shows how the scenario differs from what it was at a version."""
        super().__init__(parent)
        self._scenario, self._compare_with = scenario, compare
        self.setWindowTitle(self.tr("History of {0}").format(scenario_title(scenario.scenario)))
        self.resize(680, 460)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.list = QTreeWidget()
        self.list.setHeaderLabels([self.tr("What was done"), self.tr("To what"), self.tr("When")])
        self.list.setRootIsDecorated(False)
        self.list.setAlternatingRowColors(True)
        self.list.setAccessibleName(self.tr("Changes, newest first"))
        header = self.list.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.ResizeToContents)
        self.list.currentItemChanged.connect(lambda *_: self._refresh())
        self.problem = QLabel()
        self.problem.setWordWrap(True)
        self.problem.hide()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.back = QPushButton(icon("revert"), self.tr("&Go Back to This Version"))
        self.back.setToolTip(self.tr("Make this scenario what it was then; undo takes that back"))
        self.compare = QPushButton(self.tr("Co&mpare with It..."))
        self.compare.setToolTip(self.tr("See what has changed since"))
        for button, act in ((self.compare, self._compare), (self.back, self.go_back)):
            buttons.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)
            button.clicked.connect(lambda _=False, act=act: act())
        buttons.rejected.connect(self.reject)
        words = QLabel(self.tr("Save (Ctrl+S) marks a version that one can compare with and go back to."))
        words.setWordWrap(True)
        column = QVBoxLayout(self)
        column.addWidget(words)
        column.addWidget(self.list, 1)
        column.addWidget(self.problem)
        column.addWidget(buttons)
        self.fill()

    def fill(self) -> None:
        """List what the file remembers."""
        design, store = self._scenario.design, self._scenario.map.store
        names = {design.id, *design.armies, *(name for name in design.sheets if not design.is_lent("counters", name))}
        self.list.clear()
        versions = list(store.versions())
        for touch in store.history_of(names):
            while versions and versions[-1].journal >= touch.entry.id:
                self._add_version(versions.pop())
            row = QTreeWidgetItem([touch.entry.label, self._parts(touch), when(touch.entry.at)])
            row.setToolTip(0, touch.entry.label)
            self.list.addTopLevelItem(row)
        while versions:
            self._add_version(versions.pop())
        first = self.list.topLevelItem(0)
        if first is not None:
            self.list.setCurrentItem(first)
        self._refresh()

    def _add_version(self, version: Version) -> None:
        row = QTreeWidgetItem([version.name or self.tr("As it was made"), "", when(version.at)])
        row.setIcon(0, icon("version"))
        font = row.font(0)
        font.setBold(True)
        row.setFont(0, font)
        row.setData(0, _VERSION, version)
        self.list.addTopLevelItem(row)

    def _parts(self, touch: Touch) -> str:
        """Which lists a change went into, in words."""
        words = {
            "unit": self.tr("{0} {0:unit|units}"),
            "placement": self.tr("setup of {0} {0:unit|units}"),
            "schedule": self.tr("{0} {0:entry|entries} of the schedule"),
            "formation": self.tr("{0} {0:formation|formations}"),
            "counter_type": self.tr("{0} {0:counter type|counter types}"),
            "control": self.tr("control of {0} {0:area|areas}"),
            "marker": self.tr("{0} {0:marker|markers}"),
            "objective": self.tr("{0} {0:objective|objectives}"),
            "chart_override": self.tr("{0} {0:chart|charts}"),
            "scenario": self.tr("title, turns or words"),
            "oob": self.tr("order of battle"),
            "counters": self.tr("counter sheet"),
        }
        return ", ".join(words[table].format(counted(count)) for table, count in touch.rows.items() if table in words)

    @property
    def version(self) -> Version | None:
        """The version that is chosen."""
        item = self.list.currentItem()
        found = item.data(0, _VERSION) if item is not None else None
        return found if isinstance(found, Version) else None

    def _refresh(self) -> None:
        for button in (self.back, self.compare):
            button.setEnabled(self.version is not None)

    def _compare(self) -> None:
        version = self.version
        self.accept()
        self._compare_with(version)

    def go_back(self) -> None:
        """Make the scenario what it was at the chosen version, as one change."""
        version = self.version
        if version is None:
            return
        QGuiApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        try:
            then = self._scenario.map.store.contents_at(version)
            label = message("design.do.revert-scenario", name=version.name)
            documents = self._scenario.map.documents
            documents.push(replace_scenario(documents.all, self._scenario.id, then.documents.values(), label))
        except (CannotEdit, FileError) as bad:
            self.problem.setText(catalogue().text(bad.message))
            self.problem.show()
            return
        finally:
            QGuiApplication.restoreOverrideCursor()
        self.problem.hide()
        self.fill()
