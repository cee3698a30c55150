"""A field for an optional rule, of whatever sort its value is."""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox, QLineEdit, QSpinBox

from app.dialogs.forms import number
from engine.core.state import Scalar

OptionField = QCheckBox | QSpinBox | QLineEdit
_MOST = 9999


def option_field(value: Scalar) -> OptionField:
    if isinstance(value, bool):
        box = QCheckBox()
        box.setChecked(value)
        return box
    if isinstance(value, int):
        return number(-_MOST, _MOST, value)
    return QLineEdit(value)


def option_value(field: OptionField) -> Scalar:
    if isinstance(field, QCheckBox):
        return field.isChecked()
    return field.value() if isinstance(field, QSpinBox) else field.text()
