"""The head of the scenario in work: its title, its turns, and what it tells whoever plays it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QFormLayout, QLabel, QLineEdit, QPlainTextEdit, QSpinBox, QWidget

from editor.commands.design.heads import set_description, set_title, set_turns
from editor.documents.design_bench import DesignBench
from editor.model.design.aspects import Aspect, DesignTouched
from editor.panels.design.design_panel import DesignPanel
from editor.panels.panel import column_of, note

_PAUSE = 700
"""Milliseconds without a letter after which a description is kept."""


class ScenarioPanel(DesignPanel):
    """Title, game, sides, turns and description."""

    name = "scenario"
    icon_name = "counter"
    shows = frozenset({Aspect.HEAD})

    def __init__(self, desk: DesignBench, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.heading = QLineEdit()
        self.heading.setAccessibleName(self.tr("Title"))
        self.heading.setToolTip(self.tr("What the scenario is called"))
        self.heading.editingFinished.connect(self._set_title)
        self.game = QLabel()
        self.sides = QLabel()
        self.first = _turn_field(self.tr("First turn"))
        self.last = _turn_field(self.tr("Last turn"))
        for field in (self.first, self.last):
            field.editingFinished.connect(self._set_turns)
        self.description = QPlainTextEdit()
        self.description.setAccessibleName(self.tr("Description"))
        self.description.setToolTip(self.tr("What the players are told, in Markdown"))
        self.description.setTabChangesFocus(True)
        self.description.textChanged.connect(self._begin_pause)
        self.description.installEventFilter(self)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE)
        self._pause.timeout.connect(self._set_description)
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(self.tr("&Title"), self.heading)
        form.addRow(self.tr("Game"), self.game)
        form.addRow(self.tr("Sides"), self.sides)
        form.addRow(self.tr("&First turn"), self.first)
        form.addRow(self.tr("&Last turn"), self.last)
        column = column_of(self.body)
        column.addLayout(form)
        column.addWidget(note(self.tr("Description and notes for the players, in Markdown:")))
        column.addWidget(self.description, 1)
        self._shows = False
        self.follow_scenarios()

    @property
    def title(self) -> str:
        return self.tr("Scenario")

    @property
    def about(self) -> str:
        return self.tr("The title, the turns and the description of the scenario")

    def scenario_opened(self) -> None:
        self._show()

    def scenario_changed(self, touched: DesignTouched) -> None:
        self._show()

    def _show(self) -> None:
        design = self.design
        if design is None:
            return
        scenario = design.scenario
        self._shows = True
        if self.heading.text() != (scenario.title or scenario.id):
            self.heading.setText(scenario.title or scenario.id)
        self.game.setText(design.game.ruleset.title if design.game is not None else scenario.ruleset)
        self.sides.setText(", ".join(scenario.sides))
        self.first.setValue(scenario.first_turn)
        self.last.setValue(scenario.last_turn)
        if self.description.toPlainText() != scenario.description:
            self.description.setPlainText(scenario.description)
        self._shows = False

    def _set_title(self) -> None:
        design, words = self.design, self.heading.text()
        if design is not None and words != (design.scenario.title or design.id):
            self.push_design(lambda now: set_title(now, words))
            self._show()

    def _set_turns(self) -> None:
        first, last = self.first.value(), self.last.value()
        if not self._shows:
            self.push_design(lambda now: set_turns(now, first, last))
            self._show()

    def _begin_pause(self) -> None:
        """What is written is kept when the writer pauses, or goes elsewhere."""
        if not self._shows:
            self._pause.start()

    def _set_description(self) -> None:
        self._pause.stop()
        design, words = self.design, self.description.toPlainText()
        if design is not None and words != design.scenario.description:
            self.push_design(lambda now: set_description(now, words), merges="description")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.description and event.type() == QEvent.Type.FocusOut:
            self._set_description()
        return super().eventFilter(watched, event)


def _turn_field(name: str) -> QSpinBox:
    field = QSpinBox()
    field.setRange(0, 10_000)
    field.setAccelerated(True)
    field.setAccessibleName(name)
    field.setToolTip(name)
    return field
