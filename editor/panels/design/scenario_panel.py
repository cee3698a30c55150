"""The head of the scenario in work: its title, its game, its sides and its turns."""

from __future__ import annotations

from PySide6.QtWidgets import QFormLayout, QLabel, QLineEdit, QSpinBox, QWidget

from editor.commands.design.heads import set_title, set_turns
from editor.documents.design_bench import DesignBench
from editor.model.design.aspects import Aspect, DesignTouched
from editor.model.design.sides import side_title
from editor.panels.design.design_panel import DesignPanel
from editor.panels.panel import column_of


class ScenarioPanel(DesignPanel):
    """Title, game, sides and turns; its words are written in the panel of notes."""

    name = "scenario"
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
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(self.tr("&Title"), self.heading)
        form.addRow(self.tr("Game"), self.game)
        form.addRow(self.tr("Sides"), self.sides)
        form.addRow(self.tr("&First turn"), self.first)
        form.addRow(self.tr("&Last turn"), self.last)
        column = column_of(self.body)
        column.addLayout(form)
        column.addStretch(1)
        self._shows = False
        self.follow_scenarios()

    @property
    def title(self) -> str:
        return self.tr("Scenario")

    @property
    def about(self) -> str:
        return self.tr("The title, the sides and the turns of the scenario")

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
        self.sides.setText(", ".join(side_title(design, side) for side in scenario.sides))
        self.first.setValue(scenario.first_turn)
        self.last.setValue(scenario.last_turn)
        self._shows = False

    def _set_title(self) -> None:
        design, document, words = self.design, self.desk.scenario, self.heading.text()
        if design is not None and document is not None and words != (design.scenario.title or design.id):
            maps = document.map.documents.map_ids
            self.push_design(lambda now: set_title(now, words, taken=maps))
            self._show()

    def _set_turns(self) -> None:
        first, last = self.first.value(), self.last.value()
        if not self._shows:
            self.push_design(lambda now: set_turns(now, first, last))
            self._show()


def _turn_field(name: str) -> QSpinBox:
    field = QSpinBox()
    field.setRange(0, 10_000)
    field.setAccelerated(True)
    field.setAccessibleName(name)
    field.setToolTip(name)
    return field
