"""Victory: objectives, conditions in the designer's own words, how the game scores, and optional rules on and off."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QScrollArea,
    QSizePolicy,
    QSpinBox,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from editor.commands.design.charts import set_chart_value, value_like
from editor.commands.design.victory import set_option
from editor.documents.design_bench import DesignBench
from editor.model.design.aspects import Aspect, DesignTouched
from editor.model.design.chart_reading import value_at
from editor.model.design.victory_summary import Decisive, VictoryOption, decisive_numbers, options_of, ways_to_score
from editor.panels.design.conditions_page import ConditionsPage
from editor.panels.design.design_panel import DesignPanel
from editor.panels.design.objectives_page import ObjectivesPage
from editor.panels.panel import GAP, MARGIN, column_of, heading, key_action, note
from engine.core.state import Scalar

_VALUE = 1


def _scrolling(page: QWidget) -> QScrollArea:
    """A page that scrolls under its tab where there is little room, so that the tabs stay in sight."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QScrollArea.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(page)
    return area


class VictoryPanel(DesignPanel):
    """How the scenario is won."""

    name = "victory"
    shows = frozenset({Aspect.OBJECTIVES, Aspect.OPTIONS, Aspect.CHARTS, Aspect.HEAD})

    def __init__(self, desk: DesignBench, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.objectives = ObjectivesPage(desk)
        self.conditions = ConditionsPage(desk)
        self.ways = QLabel()
        self.ways.setWordWrap(True)
        self.ways.setTextFormat(Qt.TextFormat.PlainText)
        self.ways.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.numbers = QTableWidget(0, 3)
        self.numbers.setHorizontalHeaderLabels([self.tr("Number"), self.tr("Here"), self.tr("The game's")])
        self.numbers.verticalHeader().hide()
        self.numbers.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.numbers.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.numbers.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.numbers.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.numbers.setSizeAdjustPolicy(QTableWidget.SizeAdjustPolicy.AdjustToContents)
        self.numbers.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.numbers.setAccessibleName(self.tr("Numbers that decide"))
        self.numbers.setToolTip(self.tr("Type another number; Delete takes the game's own back"))
        self.numbers.itemChanged.connect(self._number_edited)
        key_action(self.numbers, self.tr("The game's own"), "Del", self._take_back)
        self.no_numbers = note(self.tr("The charts of this game have no numbers that decide it."))
        self.options: dict[str, QCheckBox | QSpinBox | QLineEdit] = {}
        self._rules = QVBoxLayout()
        self._decisive: list[Decisive] = []
        self._shown_options: list[VictoryOption] = []
        self._shows = False
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.addTab(self.objectives, self.tr("Objectives"))
        self.tabs.addTab(_scrolling(self.conditions), self.tr("Conditions"))
        self.tabs.setTabToolTip(1, self.tr("How this scenario is won, in words of its own"))
        self.tabs.addTab(_scrolling(self._scoring_page()), self.tr("Scoring"))
        self.tabs.addTab(_scrolling(self._options_page()), self.tr("Options"))
        self.tabs.setTabToolTip(3, self.tr("Optional rules, on and off"))
        column_of(self.body, margin=0).addWidget(self.tabs, 1)
        self.follow_scenarios()

    @property
    def title(self) -> str:
        return self.tr("Victory")

    @property
    def about(self) -> str:
        return self.tr("Objectives, how the game scores, and optional rules")

    def _scoring_page(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        column.setSpacing(GAP)
        column.addWidget(heading(self.tr("Numbers that decide")))
        column.addWidget(self.no_numbers)
        column.addWidget(self.numbers)
        column.addWidget(heading(self.tr("How this game scores")))
        self.ways.setAlignment(Qt.AlignmentFlag.AlignTop)
        column.addWidget(self.ways)
        column.addStretch(1)
        return page

    def _options_page(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        column.addLayout(self._rules)
        column.addStretch(1)
        return page

    # Showing

    def scenario_opened(self) -> None:
        self._show()

    def scenario_changed(self, touched: DesignTouched) -> None:
        self._show()

    def places_changed(self) -> None:
        self.objectives.show_design()

    def _show(self) -> None:
        design = self.design
        if design is None:
            return
        self._shows = True
        self.objectives.show_design()
        self.conditions.show_design()
        ways = ways_to_score(design)
        self.ways.setText("\n\n".join(f"{number}  {said}" for number, said in ways))
        self._decisive = list(decisive_numbers(design))
        self.no_numbers.setVisible(not self._decisive)
        self.numbers.setVisible(bool(self._decisive))
        self.numbers.setRowCount(len(self._decisive))
        for row, each in enumerate(self._decisive):
            for column, text in enumerate((each.title, each.value, each.printed)):
                item = QTableWidgetItem(text)
                item.setToolTip(each.title)
                if column != _VALUE:
                    item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEditable)
                font = item.font()
                font.setBold(column == _VALUE and each.is_changed)
                item.setFont(font)
                self.numbers.setItem(row, column, item)
        self._show_options(options_of(design))
        self._shows = False

    def _show_options(self, found: list[VictoryOption]) -> None:
        if (found or self._rules.count()) and [*map(_shape, found)] == [*map(_shape, self._shown_options)]:
            for each in found:
                _show_value(self.options[each.name], each.value)
            return
        self._shown_options = found
        while self._rules.count():
            item = self._rules.takeAt(0)
            gone = item.widget() if item is not None else None
            if gone is not None:
                gone.deleteLater()
        self.options = {}
        if not found:
            self._rules.addWidget(note(self.tr("This game has no optional rules.")))
        for each in found:
            field = self._option_field(each)
            self.options[each.name] = field
            if not isinstance(field, QCheckBox):
                self._rules.addWidget(QLabel(each.title))
            self._rules.addWidget(field)
            self._rules.addWidget(note(each.about or self.tr("An optional rule of this game")))

    def _option_field(self, option: VictoryOption) -> QCheckBox | QSpinBox | QLineEdit:
        write = partial(self._set_option, option.name)
        if isinstance(option.value, bool):
            box = QCheckBox(option.title)
            box.setChecked(option.value)
            box.toggled.connect(write)
            made: QCheckBox | QSpinBox | QLineEdit = box
        elif isinstance(option.value, int):
            spin = QSpinBox()
            spin.setRange(-9999, 9999)
            spin.setValue(option.value)
            spin.setKeyboardTracking(False)
            spin.valueChanged.connect(write)
            made = spin
        else:
            line = QLineEdit(option.value)
            line.editingFinished.connect(lambda: write(line.text()))
            made = line
        made.setAccessibleName(option.title)
        made.setToolTip(option.about or option.title)
        return made

    # Changing

    def _set_option(self, name: str, value: Scalar) -> None:
        if not self._shows:
            self.push_design(lambda design: set_option(design, name, value))

    def _number_edited(self, item: QTableWidgetItem) -> None:
        if self._shows or item.column() != _VALUE:
            return
        path, text = self._decisive[item.row()].path, item.text()
        self.push_design(lambda design: set_chart_value(design, path, value_like(value_at(design, path), text)))
        self._show()

    def _take_back(self) -> None:
        """The number as the game has it."""
        row = self.numbers.currentRow()
        if 0 <= row < len(self._decisive):
            each = self._decisive[row]
            self.push_design(
                lambda design: set_chart_value(design, each.path, value_like(value_at(design, each.path), each.printed))
            )


def _shape(option: VictoryOption) -> tuple[object, ...]:
    """What must be alike for the same field to show an option."""
    return option.name, option.title, option.about, type(option.value)


def _show_value(field: QCheckBox | QSpinBox | QLineEdit, value: Scalar) -> None:
    """Show another value in the field that is there, so that the keyboard stays in it."""
    if isinstance(field, QCheckBox):
        field.setChecked(bool(value))
    elif isinstance(field, QSpinBox):
        field.setValue(int(value))
    elif field.text() != str(value):
        field.setText(str(value))
