"""Units in a numbered series, all like one template: 1st to 12th Rifle Division in one stroke, with a preview."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QListWidget, QListWidgetItem, QSpinBox, QWidget

from editor.canvas.counters.counter_pictures import unit_picture
from editor.commands.design.bulk import add_series
from editor.commands.design.units import add_unit
from editor.documents.design_bench import DesignBench
from editor.documents.unit_templates import UnitTemplates
from editor.model.design.forces import usual_type, usual_type_of_side
from editor.model.design.series import Series, has_number, next_number, pattern_of
from editor.model.design.units.unit_names import formation_title
from editor.panels.design.design_dialog import DesignDialog
from editor.panels.design.units.type_choice import offer_types
from editor.panels.panel import note
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.definitions.bounds import LONGEST_ID
from engine.definitions.oob import UnitEntry
from engine.definitions.palette import by_id

_PREVIEW = 36
_MOST_SHOWN = 60


class SeriesDialog(DesignDialog):
    """Begins with what is chosen: its type, its formation and the number after its own."""

    def __init__(self, desk: DesignBench, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.setWindowTitle(self.tr("Add Units"))
        self.go.setText(self.tr("&Add"))
        self.setMinimumWidth(460)
        self._templates = UnitTemplates(desk)
        self.template = QComboBox()
        self.kind = QComboBox()
        self.formation = QComboBox()
        self.pattern = QLineEdit()
        self.numbered = QCheckBox(self.tr("A &series, numbered from"))
        self.first, self.last = _number(), _number()
        self.kept = QLineEdit()
        self.preview = QListWidget()
        self._values: UnitEntry | None = None
        self._is_kind_chosen = False
        self._lay_out()
        self._fill()
        for signal in (
            self.kind.currentIndexChanged, self.formation.currentIndexChanged, self.pattern.textChanged,
            self.numbered.toggled, self.first.valueChanged, self.last.valueChanged,
        ):  # fmt: skip
            signal.connect(self._show)
        self.template.currentIndexChanged.connect(self._take_template)
        self.formation.currentIndexChanged.connect(self._suit_formation)
        self.kind.activated.connect(self._keep_kind)
        words = self.kind.lineEdit()
        if words is not None:
            words.textEdited.connect(self._keep_kind)
        self.first.valueChanged.connect(lambda number: self.last.setValue(max(number, self.last.value())))
        self.pattern.textEdited.connect(self._renumber)
        self._show()
        self.pattern.setFocus()

    def _lay_out(self) -> None:
        self.row(self.tr("&Like"), self.template, self.tr("A template whose fields the new units begin with"))
        self.row(self.tr("&Type"), self.kind, self.tr("Which counters they are"))
        self.row(self.tr("F&ormation"), self.formation, self.tr("What they belong to"))
        words = self.tr("Their name; in a series {n} is the number, {th} 1st, 2nd, 3rd, {roman} I, II, III")
        self.row(self.tr("&Name"), self.pattern, words)
        self.form.addRow("", note(self.tr("In a series: {n} is 7, {n:02} is 07, {th} is 7th, {roman} is VII.")))
        self.form.addRow(self.numbered)
        self.numbered.setToolTip(self.tr("Many units whose names differ by a number"))
        self.row(self.tr("Fi&rst"), self.first, self.tr("The first number"))
        self.row(self.tr("&Up to"), self.last, self.tr("The last number"))
        again = self.tr("A name under which to use this again; empty for none")
        self.row(self.tr("&Keep as template"), self.kept, again)
        self.preview.setIconSize(QSize(_PREVIEW, _PREVIEW))
        self.preview.setAccessibleName(self.tr("What is added"))
        self.preview.setMinimumHeight(180)
        self.put(self.preview, 1)

    def _fill(self) -> None:
        design = self.design
        offer_types(self.kind, self.desk, design)
        self.formation.addItem(self.tr("none"), "")
        for formation in design.formations.values():
            self.formation.addItem(formation_title(design, formation.id), formation.id)
        self.template.addItem(self.tr("what is chosen"), "")
        for name in self._templates.names():
            self.template.addItem(name, name)
        chosen = [unit for unit in self.desk.selected_units if unit in design.units]
        if chosen:
            self._take(design.units[chosen[-1]], follows=True)

    def _take_template(self) -> None:
        found = self._templates.get(str(self.template.currentData() or ""))
        if found is not None:
            self._take(found, follows=False)
        self._show()

    def _take(self, unit: UnitEntry, *, follows: bool) -> None:
        """Begin with the fields of a unit; one with a number is followed by the next that is free."""
        self._values = unit
        self.kind.setCurrentIndex(max(0, self.kind.findData(unit.type)))
        self.formation.setCurrentIndex(max(0, self.formation.findData(unit.formation or "")))
        name = unit.name or ""
        found = pattern_of(name) if follows else None
        self.numbered.setChecked(found is not None or "{" in name)
        self.pattern.setText(found[0] if found is not None else name)
        if found is not None:
            self._number_from(next_number(found[0], self._names(), after=found[1]))

    def _keep_kind(self) -> None:
        self._is_kind_chosen = True

    def begin_in(self, formation: str) -> None:
        """Units of this formation are asked for."""
        self.formation.setCurrentIndex(max(0, self.formation.findData(formation)))

    def begin_for(self, side: str) -> None:
        """Units of this side are asked for: their counters say whose they are."""
        self._suggest(usual_type_of_side(self.design, side))

    def _suit_formation(self) -> None:
        self._suggest(usual_type(self.design, str(self.formation.currentData() or "")))

    def _suggest(self, kind: str | None) -> None:
        """Begin with a type, unless one was chosen."""
        if kind is not None and self._values is None and not self._is_kind_chosen:
            self.kind.setCurrentIndex(self.kind.findData(kind))

    def _renumber(self, pattern: str) -> None:
        """A name with a number in it is that of a series, which begins after those of that name there are."""
        if has_number(pattern):
            self.numbered.setChecked(True)
            self._number_from(next_number(pattern, self._names()))

    def _names(self) -> set[str]:
        return {unit.name for unit in self.design.units.values() if unit.name}

    def _number_from(self, number: int) -> None:
        for field in (self.first, self.last):
            field.setValue(number)

    def template_now(self) -> UnitEntry:
        """What every new unit begins with; refuses a type that nobody knows."""
        kind, typed = str(self.kind.currentData() or ""), self.kind.currentText().strip()
        if typed and not kind:
            raise CannotEdit(message("design.cannot.no-type", name=typed[:LONGEST_ID]))
        like = self._values or UnitEntry(id="unit", type=kind or "unit")
        return like.replace(id="unit", name=None, type=kind or "unit", formation=self.formation.currentData() or None)

    def series(self) -> Series:
        return Series(self.pattern.text(), self.first.value(), self.last.value(), self.template_now())

    def _units(self) -> tuple[UnitEntry, ...]:
        if self.numbered.isChecked():
            return self.series().units(set(self.design.units))
        words = self.pattern.text().strip()
        return (self.template_now().replace(name=words or None),)

    def _show(self) -> None:
        """What would be added, or why nothing can be."""
        for field in (self.first, self.last):
            field.setEnabled(self.numbered.isChecked())
        self.preview.clear()
        try:
            units = self._units()
        except CannotEdit as bad:
            self.say(bad.message)
            return
        self.say(None)
        design, nations = self.design, by_id(self.design.palette.nations)
        for unit in units[:_MOST_SHOWN]:
            kind = design.types.get(unit.type)
            item = QListWidgetItem(unit.name or (design.called(kind.name) if kind is not None else unit.type))
            if kind is not None:
                item.setIcon(self.desk.canvas.counters.picture_of(unit_picture(unit, kind, nations), _PREVIEW))
            self.preview.addItem(item)
        if len(units) > _MOST_SHOWN:
            self.preview.addItem(self.tr("and {0} more").format(len(units) - _MOST_SHOWN))

    def act(self) -> None:
        scenario, known = self.desk.scenario, set(self.design.units)
        if scenario is None:
            return
        if self.kept.text().strip():
            pattern = self.pattern.text().strip() or None
            self._templates.keep(self.kept.text(), self.template_now().replace(name=pattern))
        if self.numbered.isChecked():
            series = self.series()
            scenario.push(lambda design: add_series(design, series))
        else:
            template, words = self.template_now(), self.pattern.text()
            scenario.push(
                lambda design: add_unit(design, template.type, name=words, formation=template.formation, like=template)
            )
        self.desk.select_units(unit for unit in self.design.units if unit not in known)


def _number() -> QSpinBox:
    field = QSpinBox()
    field.setRange(0, 100_000)
    field.setValue(1)
    field.setAccelerated(True)
    return field
