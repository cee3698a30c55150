"""Where the chosen units begin and in what state: place, stack and box, steps lost, marks and values."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from editor.commands.design.setup import move_in_stack, place_units, set_details, unplace_units
from editor.documents.design_bench import DesignBench
from editor.geometry.place_names import place_name
from editor.model.design.cell_words import marks_problem, place_offers, place_problem, unit_title, values_problem
from editor.model.design.design import Design
from editor.model.design.known_words import offers
from editor.model.design.placement_fields import (
    common_marks,
    common_step,
    common_values,
    read_marks,
    read_values,
    stack_at,
)
from editor.panels.design.setup.area_dialog import AreaDialog
from editor.panels.design.setup.box_list import BoxList
from editor.panels.design.units.counter_icons import SMALL, CounterIcons
from editor.panels.design.word_fields import WordsLine
from editor.panels.panel import GAP, heading, key_action, note, tool_button
from editor.refusal import CannotEdit
from engine.core.words.lexicon import WordKind
from engine.definitions.scenario import Placement

_UNIT = Qt.ItemDataRole.UserRole
_AS_IT_IS = -1


class PlacingPage(QWidget):
    """A page of the Setup panel."""

    def __init__(self, desk: DesignBench) -> None:
        super().__init__()
        self._desk = desk
        self._shows = False
        self.chosen = note()
        self.place = QLineEdit()
        self.place.setPlaceholderText(self.tr("Hex number, space or box"))
        self.place.setAccessibleName(self.tr("Place"))
        self.place.setToolTip(
            self.tr("Where the chosen units begin; Enter sets them up, an empty place takes them off")
        )
        self.place.returnPressed.connect(self.set_up)
        self.go = QPushButton(self.tr("&Set Up"))
        self.go.setToolTip(self.tr("Set the chosen units up at this place"))
        self.go.clicked.connect(self.set_up)
        self.step = QSpinBox()
        self.step.setRange(_AS_IT_IS, 19)
        self.step.setKeyboardTracking(False)
        self.step.setSpecialValueText(self.tr("as the unit has"))
        self.step.setToolTip(self.tr("Steps lost when play begins"))
        self.step.valueChanged.connect(self._set_step)
        self.marks = self._line(
            self.tr("Marks"), self.tr("Marks on the counters, with spaces between"), self._set_marks
        )
        self.values = self._line(
            self.tr("Values"),
            self.tr("What the rules keep for these units: name=value, with commas between"),
            self._set_values,
        )
        self._teach_words()
        self.area = QPushButton()
        self.area.setToolTip(self.tr("Whether their owner may put them elsewhere before play begins, and where"))
        self.area.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.area.clicked.connect(lambda _=False: self.ask_area())
        self.stack = QListWidget()
        self.stack.setIconSize(QSize(SMALL, SMALL))
        self.stack.setAccessibleName(self.tr("Stack"))
        self.stack.setToolTip(self.tr("The stack at the place pointed out, the topmost first"))
        self.stack.itemSelectionChanged.connect(self._choose_in_stack)
        self.stack.setSelectionMode(QListWidget.SelectionMode.ExtendedSelection)
        self.here = heading("")
        self.boxes = BoxList()
        self.boxes.dropped.connect(self.put)
        self._lay_out()
        self._build_keys()
        desk.selection_changed.connect(self.show_chosen)
        desk.place_changed.connect(self._show_stack)

    def _line(self, name: str, tip: str, act: Callable[[], None]) -> QLineEdit:
        field = QLineEdit()
        field.setAccessibleName(name)
        field.setToolTip(tip)
        field.editingFinished.connect(act)
        return field

    def _teach_words(self) -> None:
        """What the fields may hold is offered, and what nobody knows is marked while it is typed."""

        def design() -> Design | None:
            return self._desk.design

        WordsLine(self.place, design, place_offers, place_problem, separators="\n")
        WordsLine(self.marks, design, lambda now: offers(now, WordKind.MARK), marks_problem)
        values = WordKind.UNIT_VALUE
        WordsLine(self.values, design, lambda now: offers(now, values), values_problem, separators=",", ending="=")

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.addWidget(self.place, 1)
        row.addWidget(self.go)
        off = self.tr("Take the chosen units off the map")
        row.addWidget(tool_button("remove", self.tr("Take off"), off, self.take_off, shortcut="Del"))
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(self.tr("Ste&ps lost"), self.step)
        form.addRow(self.tr("&Marks"), self.marks)
        form.addRow(self.tr("&Values"), self.values)
        form.addRow(self.tr("&Free"), self.area)
        above = QHBoxLayout()
        above.addWidget(self.here, 1)
        higher, lower = self.tr("Higher in the stack"), self.tr("Lower in the stack")
        above.addWidget(tool_button("raise", higher, higher, lambda: self.shift(1), shortcut="Alt+Up"))
        above.addWidget(tool_button("lower", lower, lower, lambda: self.shift(-1), shortcut="Alt+Down"))
        lists = QHBoxLayout()
        left, right = QVBoxLayout(), QVBoxLayout()
        left.addLayout(above)
        left.addWidget(self.stack, 1)
        right.addWidget(heading(self.tr("Boxes")))
        right.addWidget(self.boxes, 1)
        lists.addLayout(left, 1)
        lists.addLayout(right, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP)
        column.addWidget(self.chosen)
        column.addLayout(row)
        column.addLayout(form)
        column.addLayout(lists, 1)

    def _build_keys(self) -> None:
        key_action(self.stack, self.tr("Higher in the stack"), "Alt+Up", lambda: self.shift(1))
        key_action(self.stack, self.tr("Lower in the stack"), "Alt+Down", lambda: self.shift(-1))
        key_action(self.stack, self.tr("Take off the map"), "Del", self.take_off)
        key_action(
            self.boxes,
            self.tr("Put the chosen units here"),
            "Return",
            lambda: self.put(self._desk.selected_units, self.boxes.key),
        )

    # Showing

    def show_design(self) -> None:
        """The scenario is another, or its setup is."""
        design = self._desk.design
        if design is None:
            return
        self.boxes.show_design(design)
        self._show_stack()
        self.show_chosen()

    def _placed(self) -> list[Placement]:
        design = self._desk.design
        chosen = self._desk.selected_units
        return [design.placements[unit] for unit in chosen if unit in design.placements] if design is not None else []

    def show_chosen(self) -> None:
        """Say what the chosen units have in common."""
        design, units, placed = self._desk.design, self._desk.selected_units, self._placed()
        if design is None:
            return
        self._shows = True
        places = {each.at for each in placed}
        if not units:
            words = self.tr("Choose units in the order of battle, in the table or on the map; drag them to a place.")
        elif len(units) == 1:
            words = unit_title(design, units[0]) if units[0] in design.units else ""
        else:
            words = self.tr("{0} units, {1} of them set up").format(len(units), len(placed))
        self.chosen.setText(words)
        if not self.place.hasFocus():
            self.place.setText(places.pop() if len(places) == 1 else "")
        step = common_step(placed)
        self.step.setValue(_AS_IT_IS if step is None else step)
        self.marks.setText(common_marks(placed))
        self.values.setText(common_values(placed))
        self.area.setText(self._area_words(placed))
        for field in (self.step, self.marks, self.values, self.area):
            field.setEnabled(bool(placed))
        self.place.setEnabled(bool(units))
        self.go.setEnabled(bool(units))
        self._shows = False

    def _area_words(self, placed: Sequence[Placement]) -> str:
        design, areas = self._desk.design, {each.area for each in placed}
        area = areas.pop() if len(areas) == 1 else None
        if areas:
            return self.tr("several")
        if area is None or design is None:
            return self.tr("no: where they stand")
        if area.region is not None:
            region = design.plan.regions.get(area.region)
            return self.tr("in {0}").format((region.title if region is not None else "") or area.region)
        if area.within is not None:
            return self.tr("within {0} of {1}").format(area.within.hexes, area.within.place)
        return self.tr("at {0}").format(", ".join(area.any_of))

    def ask_area(self) -> AreaDialog | None:
        """Ask where the owner of the chosen units may put them."""
        units = [each.unit for each in self._placed()]
        if not units:
            return None
        dialog = AreaDialog(self._desk, units, self)
        dialog.open()
        return dialog

    def _show_stack(self) -> None:
        design, key = self._desk.design, self._desk.place
        if design is None:
            return
        self._shows = True
        self.here.setText(place_name(design.plan, key) if key else self.tr("No place"))
        self.stack.clear()
        icons, wanted = CounterIcons(self._desk, design), set(self._desk.selected_units)
        for unit in stack_at(design, key) if key else ():
            item = QListWidgetItem(icons.of_unit(unit), unit_title(design, unit))
            if self._desk.shows_ids:
                item.setToolTip(unit)
            item.setData(_UNIT, unit)
            self.stack.addItem(item)
            item.setSelected(unit in wanted)
        self._shows = False

    def _choose_in_stack(self) -> None:
        if not self._shows:
            self._desk.select_units(str(item.data(_UNIT)) for item in self.stack.selectedItems())

    # Changing

    def put(self, units: Sequence[str], key: str) -> None:
        """Set units up at a place or in a box."""
        design = self._desk.design
        if design is not None and key:
            self._desk.push(lambda now: place_units(now, units, now.places.label(key)))

    def set_up(self) -> None:
        """Set the chosen units up where the field says."""
        text, units = self.place.text().strip(), self._desk.selected_units
        if not text:
            self.take_off()
        elif self._desk.push(lambda design: place_units(design, units, text)):
            design = self._desk.design
            key = design.places.key(text) if design is not None else None
            if key is not None:
                self._desk.point_out(key)
                self._desk.canvas.look_at(key)

    def take_off(self) -> None:
        """Take the chosen units off the map."""
        units = self._desk.selected_units
        self._desk.push(lambda design: unplace_units(design, units))

    def shift(self, step: int) -> None:
        """Move the first chosen unit in its stack."""
        units = self._desk.selected_units
        if units:
            self._desk.push(lambda design: move_in_stack(design, units[0], step))

    def _set_step(self, step: int) -> None:
        if not self._shows:
            units, lost = self._desk.selected_units, None if step == _AS_IT_IS else step
            if not self._desk.push(lambda design: set_details(design, units, step=lost)):
                self.show_chosen()

    def _set_marks(self) -> None:
        units, marks = self._desk.selected_units, read_marks(self.marks.text())
        if not self._shows and self.marks.text() != common_marks(self._placed()):
            self._desk.push(lambda design: set_details(design, units, marks=marks))
            self.show_chosen()

    def _set_values(self) -> None:
        units, before = self._desk.selected_units, common_values(self._placed())
        if self._shows or self.values.text() == before:
            return
        try:
            values = read_values(self.values.text(), before)
        except CannotEdit as bad:
            self._desk.report(bad.message)
        else:
            self._desk.push(lambda design: set_details(design, units, values=values))
        self.show_chosen()
