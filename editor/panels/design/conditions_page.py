"""How a scenario is won in its designer's own words: conditions one below the other, each a sentence, and a form."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QListWidget,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from editor.checks.score_reach import score_reach
from editor.checks.setup_check import SetupCheck
from editor.commands.design.victory import add_condition, edit_condition, remove_condition, set_otherwise
from editor.documents.design_bench import DesignBench
from editor.geometry.place_names import place_name
from editor.model.design.cell_words import place_offers, places_problem
from editor.model.design.design import Design
from editor.model.design.sides import side_title
from editor.panels.design.setup.place_picker import PlacePicker
from editor.panels.design.word_fields import WordsLine
from editor.panels.panel import GAP, MARGIN, heading, key_action, note, tool_button
from engine.core.messages import message
from engine.definitions.scenario import WinCondition
from engine.narration.language import catalogue
from engine.narration.victory_words import condition_sentence

_LARGEST = 9999
_QUIET = 400
"""Milliseconds without a change after which the rules are asked for the score."""
_LEAST_LIST = 44
END, TURN, SUDDEN = "end", "turn", "sudden"


class ConditionsPage(QWidget):
    """A page of the Victory panel."""

    def __init__(self, desk: DesignBench) -> None:
        super().__init__()
        self._desk = desk
        self._shows = False
        self._check = SetupCheck()
        self._quiet = QTimer(self)
        self._quiet.setSingleShot(True)
        self._quiet.setInterval(_QUIET)
        self._quiet.timeout.connect(self._show_score_if_seen)
        self._is_score_owed = False
        """The scenario changed while nobody saw the page."""
        self.picker: PlacePicker | None = None
        self.list = QListWidget()
        self.list.setWordWrap(True)
        self.list.setAccessibleName(self.tr("How it is won"))
        self.list.setToolTip(self.tr("The first of these that is met decides; Delete removes one"))
        self.list.currentRowChanged.connect(self._show_form)
        key_action(self.list, self.tr("Remove the condition"), "Del", self.remove)
        self.side = QComboBox()
        self.side.activated.connect(lambda _: self._edit(side=self.side.currentData()))
        self.hold = QLineEdit()
        self.hold.setPlaceholderText(self.tr("places, with commas between"))
        self.hold.editingFinished.connect(self._set_places)
        WordsLine(self.hold, lambda: desk.design, place_offers, places_problem, separators=",")
        self.any = QSpinBox()
        self.any.setRange(0, 1000)
        self.any.setKeyboardTracking(False)
        self.any.setSpecialValueText(self.tr("all of them"))
        self.any.valueChanged.connect(lambda value: self._edit(any=value or None))
        self.when = QComboBox()
        self.when.addItem(self.tr("at the end of the game"), END)
        self.when.addItem(self.tr("at the end of a turn"), TURN)
        self.when.addItem(self.tr("at the end of any turn: sudden death"), SUDDEN)
        self.when.activated.connect(lambda _: self._set_when())
        self.turn = QSpinBox()
        self.turn.setKeyboardTracking(False)
        self.turn.valueChanged.connect(lambda _: self._set_when())
        self.least = self._mark(self.tr("at least"), "score_from")
        self.most = self._mark(self.tr("at most"), "score_to")
        self.words = QLineEdit()
        self.words.setPlaceholderText(self.tr("what such a victory is called"))
        self.words.editingFinished.connect(self._set_name)
        self.otherwise = QComboBox()
        self.otherwise.activated.connect(lambda _: self._set_otherwise())
        self.score = note()
        self._lay_out()

    def _mark(self, text: str, field: str) -> tuple[QCheckBox, QSpinBox]:
        """A number that counts while its box is ticked."""
        box, number = QCheckBox(text), QSpinBox()
        number.setRange(-_LARGEST, _LARGEST)
        number.setKeyboardTracking(False)
        number.setAccessibleName(text)
        box.toggled.connect(number.setEnabled)

        def write() -> None:
            self._edit(**{field: number.value() if box.isChecked() else None})

        box.clicked.connect(lambda _: write())
        number.valueChanged.connect(lambda _: write() if box.isChecked() else None)
        return box, number

    def _lay_out(self) -> None:
        self.form = QWidget()
        form = QFormLayout(self.form)
        form.setContentsMargins(0, 0, 0, 0)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        places, when, score = QHBoxLayout(), QHBoxLayout(), QGridLayout()
        places.addWidget(self.hold, 1)
        pick = self.tr("Click places on the map one after the other; Esc gives up")
        self.pick = tool_button("eyedropper", self.tr("Pick on the map"), pick, self.pick_places)
        self.pick.setCheckable(True)
        places.addWidget(self.pick)
        when.addWidget(self.when, 1)
        when.addWidget(self.turn)
        for row, (box, number) in enumerate((self.least, self.most)):
            score.addWidget(box, row, 0)
            score.addWidget(number, row, 1)
        score.setColumnStretch(2, 1)
        for choice in (self.side, self.when, self.otherwise):
            choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            choice.setMinimumContentsLength(8)
        self.list.setMinimumHeight(_LEAST_LIST)
        self.list.setSizeAdjustPolicy(QListWidget.SizeAdjustPolicy.AdjustToContents)
        hold, when_tip = self.tr("The places that the side must hold"), self.tr("When it is looked at")
        lines: tuple[tuple[str, QWidget | QLayout, QWidget, str], ...] = (
            (self.tr("&Winner"), self.side, self.side, self.tr("The side that wins by it")),
            (self.tr("&Holds"), places, self.hold, hold),
            (self.tr("H&ow many"), self.any, self.any, self.tr("How many of the places are enough")),
            (self.tr("Whe&n"), when, self.when, when_tip),
            (self.tr("&Score"), score, self.least[0], self.tr("Where the score stands")),
            (self.tr("&Name"), self.words, self.words, self.tr("What the end of the game says")),
        )
        for words, line, field, tip in lines:
            label = QLabel(words)
            label.setBuddy(field)
            form.addRow(label, line)
            field.setToolTip(tip)
            if field is not self.least[0]:
                field.setAccessibleName(words.replace("&", ""))
        self.turn.setAccessibleName(self.tr("Turn"))
        column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        column.setSpacing(GAP)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setWidget(self.form)
        column.addLayout(self._head())
        column.addWidget(self.list, 1)
        column.addLayout(self._fallback())
        column.addWidget(scroll, 2)
        column.addWidget(self.score)

    def _head(self) -> QHBoxLayout:
        """The heading, and what adds and removes a condition."""
        row = QHBoxLayout()
        row.addWidget(heading(self.tr("How it is won")), 1)
        add = self.tr("Another way to win, with the objectives as its places")
        self.add_button = tool_button("add", self.tr("Add condition"), add, self.add)
        row.addWidget(self.add_button)
        row.addWidget(tool_button("delete", self.tr("Remove"), self.tr("Remove the condition"), self.remove))
        return row

    def _fallback(self) -> QFormLayout:
        """Who wins when no condition is met."""
        form = QFormLayout()
        form.addRow(self.tr("Oth&erwise"), self.otherwise)
        self.otherwise.setAccessibleName(self.tr("Who wins otherwise"))
        self.otherwise.setToolTip(self.tr("Who wins when the game ends and no condition is met"))
        return form

    # Showing

    @property
    def condition(self) -> WinCondition | None:
        """The condition that is chosen."""
        design, row = self._desk.design, self.list.currentRow()
        return design.scenario.victory[row] if design is not None and 0 <= row < len(design.scenario.victory) else None

    def show_design(self) -> None:
        """The scenario is another, or its victory is."""
        design = self._desk.design
        if design is None:
            return
        row = self.list.currentRow()
        self._shows = True
        self.list.clear()
        self.list.addItems(
            [condition_sentence(design.scenario, each, _named(design)) for each in design.scenario.victory]
        )
        sides: list[tuple[str, str | None]] = [(side_title(design, side), side) for side in design.scenario.sides]
        _fill(self.side, sides)
        own = self.tr("the game's own scoring")
        _fill(
            self.otherwise, [(own, None), *((self.tr("the {0} side wins").format(name), side) for name, side in sides)]
        )
        self.otherwise.setCurrentIndex(max(0, self.otherwise.findData(design.scenario.otherwise)))
        self._shows = False
        self.list.setCurrentRow(max(0, min(row, self.list.count() - 1)) if self.list.count() else -1)
        self._show_form()
        self._check.forget()
        self._quiet.start()

    def _show_form(self) -> None:
        if self._shows:
            return  # the list is being filled: a form that is greyed meanwhile would lose the keyboard
        design, held = self._desk.design, self.condition
        self.form.setEnabled(held is not None)
        if design is None or held is None:
            return
        self._shows = True
        scenario = design.scenario
        self.side.setCurrentIndex(self.side.findData(held.side))
        if not _is_being_written(self.hold):
            self.hold.setText(", ".join(held.hold))
        self.any.setMaximum(max(1, len(held.hold)))
        self.any.setValue(held.any or 0)
        when = SUDDEN if held.sudden else END if held.turn is None else TURN
        self.when.setCurrentIndex(self.when.findData(when))
        self.turn.setRange(scenario.first_turn, scenario.last_turn)
        self.turn.setValue(held.turn if held.turn is not None else scenario.last_turn)
        self.turn.setVisible(when != END)
        for (box, number), value in ((self.least, held.score_from), (self.most, held.score_to)):
            box.setChecked(value is not None)
            number.setEnabled(value is not None)
            if value is not None:
                number.setValue(int(value))
        if not _is_being_written(self.words):
            self.words.setText(held.name or "")
        self._shows = False

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_score_owed:
            self._quiet.start()

    def _show_score_if_seen(self) -> None:
        """Laying a scenario out takes the rules a while: not for a page that is hidden."""
        self._is_score_owed = not self.isVisible()
        if self.isVisible():
            self.show_score()

    def show_score(self) -> None:
        """Say where the score stands and how far it can go, as the rules find it."""
        self._quiet.stop()
        design = self._desk.design
        found = score_reach(self._check, design) if design is not None else None
        if design is None or found is None:
            self.score.setText(self.tr("The score is shown as soon as the scenario can be laid out."))
            return
        words = catalogue(design.scenario.ruleset)
        lines = [words.text(message("victory.score-now", value=f"{float(found.now):g}"))]
        if found.reach is not None:
            least, most = (f"{float(each):g}" for each in found.reach)
            lines.append(words.text(message("victory.score-reach", least=least, most=most)))
        self.score.setText(" ".join(lines))

    # Changing

    def add(self) -> None:
        """Another way to win; it begins with the objectives, or the place that is pointed out."""
        design = self._desk.design
        if design is None:
            return
        held = [each.at for each in design.scenario.objectives]
        pointed = design.places.label(self._desk.place) if self._desk.place else ""
        hold = held or ([pointed] if pointed else [])
        fields: dict[str, Any] = {"side": design.scenario.sides[0], "hold": hold}
        if not hold:
            fields["score_from"] = 1
        if self._desk.push(lambda now: add_condition(now, **fields)):
            self.list.setCurrentRow(self.list.count() - 1)
            self.hold.setFocus()
            self.hold.selectAll()

    def remove(self) -> None:
        """Take the chosen condition away."""
        row = self.list.currentRow()
        if row >= 0:
            self._desk.push(lambda now: remove_condition(now, row))

    def _edit(self, **fields: Any) -> bool:
        """Change the chosen condition; False where it stays as it is."""
        row = self.list.currentRow()
        if self._shows or row < 0:
            return False
        is_done = self._desk.push(lambda now: edit_condition(now, row, **fields))
        if not is_done:
            self._show_form()
        return is_done

    def _set_places(self) -> None:
        held = self.condition
        if self._shows or held is None:
            return
        labels = tuple(each.strip() for each in self.hold.text().split(",") if each.strip())
        if labels != held.hold:
            enough = held.any if held.any is not None and held.any <= len(labels) else None
            self.hold.setModified(not self._edit(hold=labels, any=enough))

    def _set_name(self) -> None:
        held = self.condition
        if not self._shows and held is not None and self.words.text().strip() != (held.name or ""):
            self.words.setModified(not self._edit(name=self.words.text()))

    def _set_when(self) -> None:
        if self._shows:
            return
        when = self.when.currentData()
        self._edit(turn=None if when == END else self.turn.value(), sudden=when == SUDDEN)

    def _set_otherwise(self) -> None:
        side = self.otherwise.currentData()
        if not self._shows:
            self._desk.push(lambda now: set_otherwise(now, side))

    # Places of the map

    def pick_places(self) -> None:
        """Let clicks on the map add places; asked again, let it be."""
        if self.picker is not None:
            self.picker.let_go()
        elif self.condition is not None:
            self.picker = PlacePicker(self._desk, self._picked)
            self._desk.report(message("design.schedule.pick"))
        self.pick.setChecked(self.picker is not None)

    def _picked(self, place: str | None) -> None:
        self.picker = None
        self.pick.setChecked(False)
        held = self.condition
        if place is not None and held is not None:
            self._edit(hold=(*(each for each in held.hold if each != place), place))
            self.hold.setText(", ".join(self.condition.hold) if self.condition is not None else "")
            self.pick_places()


def _named(design: Design) -> Any:
    """What a place is called: its name with its number."""

    def name(label: str) -> str:
        key = design.places.key(label)
        called = design.name_at(key) if key is not None else ""
        return called or (place_name(design.plan, key) if key is not None else label)

    return name


def _is_being_written(field: QLineEdit) -> bool:
    """Whether somebody writes there what the scenario does not say yet; what it says may be undone meanwhile."""
    return field.hasFocus() and field.isModified()


def _fill(field: QComboBox, choices: list[tuple[str, str | None]]) -> None:
    kept = field.currentData()
    field.clear()
    for name, value in choices:
        field.addItem(name, value)
    field.setCurrentIndex(max(0, field.findData(kept, Qt.ItemDataRole.UserRole)))
