"""How the hexes of a sheet are numbered: the usual ways by name, and every part of them to be set."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QHBoxLayout, QLabel, QLineEdit, QWidget

from app.dialogs.forms import choice, number
from engine.core.boards.labels import Axis, AxisStyle, LabelOrder, LabelScheme, Letters, RowAxis

_MOST = 9999
_LETTERS = Axis(style=AxisStyle.LETTERS, digits=1)
_PLAIN = Axis(digits=1)


class AxisFields(QWidget):
    """How one axis counts."""

    changed = Signal()

    def __init__(self, title: str) -> None:
        super().__init__()
        self.style_field = choice(
            (
                (self.tr("1, 2, 3"), "number"),
                (self.tr("A, B ... AA, AB"), "bijective"),
                (self.tr("A, B ... AA, BB"), "doubled"),
            )
        )
        self.start = number(0, _MOST, 1)
        self.step = choice(((self.tr("upward"), 1), (self.tr("downward"), -1), (self.tr("by twos"), 2)))
        self.digits = number(1, 6, 2)
        self.style_field.setToolTip(self.tr("Numbers or letters, and what follows Z"))
        self.start.setToolTip(self.tr("What is printed in the first line"))
        self.step.setToolTip(self.tr("Which way it counts"))
        self.digits.setToolTip(self.tr("Digits, filled with zeros"))
        self.fields = (QLabel(title), self.style_field, self.start, self.step, self.digits)
        for field in (self.style_field, self.step):
            field.currentIndexChanged.connect(self._tell)
        for spin in (self.start, self.digits):
            spin.valueChanged.connect(self._tell)

    def _tell(self) -> None:
        self.digits.setEnabled(self.style_field.currentData() == "number")
        self.changed.emit()

    def axis(self) -> Axis:
        """As it is set."""
        style = self.style_field.currentData()
        letters = Letters.DOUBLED if style == "doubled" else Letters.BIJECTIVE
        kind = AxisStyle.NUMBER if style == "number" else AxisStyle.LETTERS
        return Axis(kind, self.start.value(), self.step.currentData(), self.digits.value(), letters)

    def show_axis(self, axis: Axis) -> None:
        """Set the fields."""
        style = "number" if axis.style is AxisStyle.NUMBER else axis.letters.value
        self.style_field.setCurrentIndex(self.style_field.findData(style))
        self.start.setValue(axis.start)
        if self.step.findData(axis.step) < 0:
            self.step.addItem(f"{axis.step:+}", axis.step)
        self.step.setCurrentIndex(self.step.findData(axis.step))
        self.digits.setValue(axis.digits)


class NumberingFields(QWidget):
    """All of a scheme. `changed` is told whenever it is another."""

    changed = Signal()

    def __init__(self, scheme: LabelScheme | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.form = QFormLayout(self)
        self._is_filling = False
        self.usual: QComboBox = choice(self._usual())
        self.order = choice(
            ((self.tr("Column, then row"), LabelOrder.COLUMN_ROW), (self.tr("Row, then column"), LabelOrder.ROW_COLUMN))
        )
        self.prefix, self.separator = QLineEdit(), QLineEdit()
        for field, most, about in (
            (self.prefix, 8, self.tr("Printed before the number, such as the letter of a sheet")),
            (self.separator, 3, self.tr("Printed between the two parts")),
        ):
            field.setMaxLength(most)
            field.setToolTip(about)
        self.row_axis = choice(
            (
                (self.tr("Zigzag with the rows"), RowAxis.OFFSET),
                (self.tr("Slanting down"), RowAxis.OBLIQUE_DOWN),
                (self.tr("Slanting up"), RowAxis.OBLIQUE_UP),
            )
        )
        self.row_axis.setToolTip(self.tr("Which hexes share the second number"))
        self.column_fields, self.row_fields = AxisFields(self.tr("Columns")), AxisFields(self.tr("Rows"))
        self._lay_out()
        self.usual.currentIndexChanged.connect(self._take_usual)
        for combo in (self.order, self.row_axis):
            combo.currentIndexChanged.connect(self._tell)
        for edit in (self.prefix, self.separator):
            edit.textChanged.connect(self._tell)
        for axis in (self.column_fields, self.row_fields):
            axis.changed.connect(self._tell)
        self.show_scheme(scheme or LabelScheme())

    def _usual(self) -> list[tuple[str, object]]:
        return [
            (self.tr("0101, column then row"), LabelScheme()),
            (self.tr("0101, row then column"), LabelScheme(order=LabelOrder.ROW_COLUMN)),
            (self.tr("A1, letters across"), LabelScheme(column=_LETTERS, row=_PLAIN)),
            (self.tr("1A, letters down"), LabelScheme(column=_PLAIN, row=_LETTERS)),
            (self.tr("1.1, with a point"), LabelScheme(column=_PLAIN, row=_PLAIN, separator=".")),
            (self.tr("1/O, slanting letters"), LabelScheme(
                column=_PLAIN, row=_LETTERS, separator="/", row_axis=RowAxis.OBLIQUE_DOWN
            )),
            (self.tr("My own"), None),
        ]  # fmt: skip

    def _lay_out(self) -> None:
        form = self.form
        form.setContentsMargins(0, 0, 0, 0)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(self.tr("Num&bers"), self.usual)
        form.addRow(self.tr("&Order"), self.order)
        for axis in (self.column_fields, self.row_fields):
            row = QHBoxLayout()
            label, style, *rest = axis.fields
            row.addWidget(style, 1)
            for field in rest:
                row.addWidget(field)
            form.addRow(label, row)
        pair = QHBoxLayout()
        between = QLabel(self.tr("&Separator"))
        between.setBuddy(self.separator)
        pair.addWidget(self.prefix, 1)
        pair.addWidget(between)
        pair.addWidget(self.separator, 1)
        before = QLabel(self.tr("&Prefix"))
        before.setBuddy(self.prefix)
        form.addRow(before, pair)
        form.addRow(self.tr("Second &number"), self.row_axis)

    def scheme(self) -> LabelScheme:
        """As it is set."""
        return LabelScheme(
            order=self.order.currentData(),
            column=self.column_fields.axis(),
            row=self.row_fields.axis(),
            separator=self.separator.text(),
            prefix=self.prefix.text(),
            row_axis=self.row_axis.currentData(),
        )

    def show_scheme(self, scheme: LabelScheme) -> None:
        """Set all fields."""
        self._is_filling = True
        self.order.setCurrentIndex(self.order.findData(scheme.order))
        self.column_fields.show_axis(scheme.column)
        self.row_fields.show_axis(scheme.row)
        self.prefix.setText(scheme.prefix)
        self.separator.setText(scheme.separator)
        self.row_axis.setCurrentIndex(self.row_axis.findData(scheme.row_axis))
        self._is_filling = False
        self._tell()

    def _take_usual(self) -> None:
        found = self.usual.currentData()
        if isinstance(found, LabelScheme) and not self._is_filling:
            self.show_scheme(replace(found, prefix=self.prefix.text()))

    def _tell(self) -> None:
        if self._is_filling:
            return
        self._is_filling = True
        plain = replace(self.scheme(), prefix="")
        known = [self.usual.itemData(index) for index in range(self.usual.count())]
        self.usual.setCurrentIndex(known.index(plain) if plain in known else len(known) - 1)
        self._is_filling = False
        self.changed.emit()
