"""The wheel over a form is left to the form and changes nothing in it."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDoubleSpinBox,
    QSlider,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.application import application
from tests.editor.canvas.mouse import turn_wheel


def test_the_wheel_passes_through_to_the_form_and_never_changes_a_value(qtbot: QtBot) -> None:
    application()
    number, part, choice, slider = QSpinBox(), QDoubleSpinBox(), QComboBox(), QSlider(Qt.Orientation.Horizontal)
    open_choice = QComboBox()
    open_choice.setEditable(True)
    for box in (choice, open_choice):
        box.addItems(["one", "two", "three"])
        box.setCurrentIndex(1)
    for value in (number, slider):
        value.setValue(50)
    form = QWidget()
    column = QVBoxLayout(form)
    for widget in (number, part, choice, open_choice, slider):
        column.addWidget(widget)
    qtbot.addWidget(form)
    form.show()
    QApplication.processEvents()
    for widget in (number, part, choice, open_choice, slider):
        widget.setFocus()
        assert not turn_wheel(widget, QPoint(8, 8), -2), "whoever holds the form gets it"
    assert (number.value(), part.value(), choice.currentText(), open_choice.currentText(), slider.value()) == (
        50,
        0.0,
        "two",
        "two",
        50,
    )
