"""What may be wrong with the map, found while it is being painted: each row leads to the place, some mend it.

A click chooses a row, a double click or Enter goes there, the wrench or Ctrl+Enter does the safe mending. The counts
above the list are switches too.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QMenu,
    QPushButton,
    QToolButton,
    QTreeView,
    QWidget,
)

from editor.checks.map_issues import MapIssue
from editor.documents.workbench import Workbench
from editor.model.touched import Touched
from editor.panels.button_menu import pop_up
from editor.panels.icons import icon
from editor.panels.issues.idle_checks import IssueHunt
from editor.panels.issues.issues_model import FIX, ISSUE, WORDS, IssuesFilter, IssuesModel
from editor.panels.panel import EmptyState, Panel, column_of, key_action, note
from editor.panels.view_jump import jump_to
from editor.panels.wrapped_rows import WrappedRows
from engine.core.messages import Message
from engine.definitions.issues import Severity
from engine.narration.language import catalogue, counted

_FIRST: Final = 60
"""Milliseconds after a map is opened until it is checked."""


class IssuesPanel(Panel):
    """A list of issues and what to do about them."""

    name = "issues"
    counted = Signal(int, int, int)
    """Errors, warnings and notes, whenever they are others."""

    def __init__(self, bench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(bench, parent)
        self.hunt = IssueHunt(bench, self)
        self.model = IssuesModel(self._text_of, self)
        self.filter = IssuesFilter(self.model, self)
        self.view = QTreeView()
        self.switches: dict[Severity, QToolButton] = {}
        self.go = QPushButton(icon("go-to"), self.tr("Go To"))
        self.fix_button = QPushButton(icon("fix"), self.tr("Fix"))
        self._state = note()
        self._well = EmptyState("all-well", self.tr("Nothing to complain about."))
        self._build()
        self._lay_out()
        self.hunt.began.connect(self._began)
        self.hunt.found.connect(self._found)
        self.hunt.ended.connect(self._ended)
        bench.palette_changed.connect(lambda: self.hunt.restart(_FIRST))
        self.follow_documents()

    @property
    def title(self) -> str:
        return self.tr("Issues")

    @property
    def about(self) -> str:
        return self.tr("What may be wrong with the map")

    def sizeHint(self) -> QSize:
        return QSize(320, 240)

    def _build(self) -> None:
        self.view.setModel(self.filter)
        self.view.setItemDelegateForColumn(WORDS, WrappedRows(self.view))
        self.view.setRootIsDecorated(False)
        self.view.setUniformRowHeights(False)
        self.view.setWordWrap(True)
        self.view.setHeaderHidden(True)
        self.view.setIconSize(QSize(16, 16))
        self.view.setAlternatingRowColors(True)
        self.view.setAllColumnsShowFocus(True)
        self.view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setAccessibleName(self.tr("Issues of the map"))
        header = self.view.header()
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(20)
        header.setSectionResizeMode(WORDS, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(FIX, QHeaderView.ResizeMode.Fixed)
        header.resizeSection(FIX, 26)
        header.sectionResized.connect(lambda *_: self.view.scheduleDelayedItemsLayout())
        self.view.activated.connect(self._activated)
        self.view.clicked.connect(self._clicked)
        self.view.selectionModel().currentChanged.connect(lambda _now, _before: self._show_buttons())
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(self._show_menu)
        key_action(self.view, self.tr("Fix"), "Ctrl+Return", self.fix)
        self.go.setToolTip(self.tr("Look at the place and select it (Enter)"))
        self.go.clicked.connect(lambda _=False: self.go_there())
        self.fix_button.clicked.connect(lambda _=False: self.fix())

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(2)
        for severity in Severity:
            switch = QToolButton()
            switch.setCheckable(True)
            switch.setChecked(True)
            switch.setAutoRaise(True)
            switch.setIcon(icon(severity.value))
            switch.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            switch.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            switch.toggled.connect(lambda on, wanted=severity: self._switch(wanted, on))
            self.switches[severity] = switch
            row.addWidget(switch)
        row.addStretch()
        row.addWidget(self._state)
        self._state.setWordWrap(False)
        bottom = QHBoxLayout()
        bottom.addStretch()
        bottom.addWidget(self.go)
        bottom.addWidget(self.fix_button)
        column = column_of(self.body)
        column.addLayout(row)
        column.addWidget(self.view, 1)
        column.addWidget(self._well, 1)
        column.addLayout(bottom)
        self._show_counts()

    # Checking

    def document_opened(self) -> None:
        self.hunt.stop()
        self.model.clear()
        if self.document is None:
            self.show_nothing("issues", self.tr("Open or make a map to have it checked."))
        else:
            self.show_body()
            self.hunt.restart(_FIRST)
        self._show_counts()

    def map_changed(self, touched: Touched) -> None:
        self.hunt.restart()

    def theme_changed(self) -> None:
        self._well.theme_changed()

    def _began(self) -> None:
        self.model.begin_round()
        self._state.setText(self.tr("Checking..."))

    def _found(self, issue: MapIssue) -> None:
        self.model.add(issue)
        self._show_counts()

    def _ended(self) -> None:
        self.model.end_round()
        self._state.setText("")
        self._show_counts()

    def _text_of(self, said: Message) -> str:
        return self.document.text_of(said) if self.document is not None else catalogue().text(said)

    # What is shown

    def _switch(self, severity: Severity, on: bool) -> None:
        self.filter.show_severity(severity, on)
        self._show_counts()

    def _show_counts(self) -> None:
        counts = self.model.counts()
        for severity, switch in self.switches.items():
            switch.setText(str(counts[severity]))
            name = self._name_of(severity).format(counted(counts[severity]))
            switch.setAccessibleName(name)
            switch.setToolTip(self.tr("{0}: show or hide them").format(name))
        is_well = not self.model.rowCount() and not self.hunt.is_running
        self._well.setVisible(is_well)
        self.view.setVisible(not is_well)
        self._show_buttons()
        self.counted.emit(counts[Severity.ERROR], counts[Severity.WARNING], counts[Severity.INFO])

    def _name_of(self, severity: Severity) -> str:
        return {
            Severity.ERROR: self.tr("{0} {0:error|errors}"),
            Severity.WARNING: self.tr("{0} {0:warning|warnings}"),
            Severity.INFO: self.tr("{0} {0:note|notes}"),
        }[severity]

    def _show_buttons(self) -> None:
        issue = self.issue
        self.go.setEnabled(issue is not None and _leads_somewhere(issue))
        self.fix_button.setEnabled(issue is not None and issue.fix is not None)
        words = self._text_of(issue.fix.label) if issue is not None and issue.fix is not None else ""
        self.fix_button.setToolTip(f"{words} (Ctrl+Enter)" if words else self.tr("This one needs a person to mend it"))

    @property
    def issue(self) -> MapIssue | None:
        """The issue that is chosen."""
        index = self.view.currentIndex()
        found = index.data(ISSUE) if index.isValid() else None
        return found if isinstance(found, MapIssue) else None

    def choose(self, row: int) -> None:
        """Choose a row of those that are listed."""
        self.view.setCurrentIndex(self.filter.index(row, WORDS))

    # What is done

    def go_there(self) -> bool:
        """Look at the place of the chosen issue."""
        issue = self.issue
        return issue is not None and jump_to(
            self.bench, issue.places, part=issue.part, key=issue.key, point=issue.point
        )

    def fix(self) -> bool:
        """Do the safe mending of the chosen issue, as one entry of the history."""
        issue, document = self.issue, self.document
        if issue is None or issue.fix is None or document is None:
            return False
        make = issue.fix.make
        return self.push(lambda: make(document.plan))

    def _activated(self, index: QModelIndex) -> None:
        if index.column() == WORDS or index.data(ISSUE).fix is None:
            self.go_there()

    def _clicked(self, index: QModelIndex) -> None:
        if index.column() == FIX and index.data(ISSUE).fix is not None:
            self.view.setCurrentIndex(index)
            self.fix()

    def _show_menu(self, at: QPoint) -> None:
        issue = self.issue
        if issue is None:
            return
        menu = QMenu(self)
        self._entry(menu, "go-to", self.tr("Go There"), self.go.isEnabled()).triggered.connect(self.go_there)
        if issue.fix is not None:
            self._entry(menu, "fix", self._text_of(issue.fix.label), True).triggered.connect(self.fix)
        pop_up(menu, self.view.viewport().mapToGlobal(at))

    @staticmethod
    def _entry(menu: QMenu, picture: str, words: str, enabled: bool) -> QAction:
        action = menu.addAction(icon(picture), words)
        action.setEnabled(enabled)
        action.setStatusTip(words)
        return action


def _leads_somewhere(issue: MapIssue) -> bool:
    return bool(issue.places) or issue.point is not None or issue.part is not None
