"""What is filled in has an edge that can be seen, three to one, in a light window and in a dark one."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QRadioButton,
    QSlider,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.application import application, set_theme
from app.form_borders import border_of

LEAST = 3.0


def slider() -> QSlider:
    return QSlider(Qt.Orientation.Horizontal)


FIELDS: tuple[Callable[[], QWidget], ...] = (
    QRadioButton,
    QCheckBox,
    QLineEdit,
    QSpinBox,
    QComboBox,
    QPlainTextEdit,
    slider,
)


@pytest.fixture(params=[False, True], ids=["light", "dark"])
def app(request: pytest.FixtureRequest) -> Iterator[QApplication]:
    made = application(dark=request.param)
    yield made
    set_theme(made, dark=False)


def brightness(colour: QColor) -> float:
    parts = (colour.redF(), colour.greenF(), colour.blueF())
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: QColor, other: QColor) -> float:
    low, high = sorted((brightness(one), brightness(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("make", FIELDS, ids=lambda make: make.__name__)
def test_the_edge_of_a_field_stands_out_from_the_window(
    qtbot: QtBot, app: QApplication, make: Callable[[], QWidget]
) -> None:
    window, field = QWidget(), make()
    QVBoxLayout(window).addWidget(field)
    field.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    qtbot.addWidget(window)
    window.resize(120, 60)
    window.show()
    app.processEvents()
    image, around = window.grab().toImage(), window.palette().color(QPalette.ColorRole.Window)
    middle = field.geometry().center().y()
    edge = max(contrast(image.pixelColor(x, middle), around) for x in range(field.x(), field.x() + 3))
    assert edge >= LEAST


def test_a_border_stands_out_with_the_keyboard_too(app: QApplication) -> None:
    palette = app.palette()
    around = palette.color(QPalette.ColorRole.Window)
    assert contrast(border_of(palette), around) >= LEAST
    assert contrast(border_of(palette, has_keys=True), around) >= LEAST


def test_hints_and_chosen_rows_can_be_read(app: QApplication) -> None:
    palette = app.palette()
    role = QPalette.ColorRole
    assert contrast(palette.color(role.PlaceholderText), palette.color(role.Base)) >= 4.5
    assert contrast(palette.color(role.HighlightedText), palette.color(role.Highlight)) >= 4.5
