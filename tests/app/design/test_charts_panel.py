"""Charts are changed in their panel, cell by cell, and taken back with one key."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QStyle, QStyleOptionComboBox

from app.language import speak_in
from app.modes import Mode
from app.window import MainWindow
from editor.panels.design.charts_panel import ChartsPanel
from engine.narration.language import ENGLISH, FRENCH


@pytest.fixture
def panel(window: MainWindow) -> ChartsPanel:
    assert window.open("ford")
    window.set_mode(Mode.DESIGN)
    found = window.docks.panels["charts"]
    assert isinstance(found, ChartsPanel)
    window.docks.show_panel("charts")
    return found


def write(panel: ChartsPanel, row: int, column: int, text: str) -> None:
    """Type a value into a cell as one does."""
    index = panel.model.index(row, column)
    panel.grid.setCurrentIndex(index)
    panel.grid.edit(index)
    line = panel.grid.viewport().findChild(QLineEdit)
    assert isinstance(line, QLineEdit)
    line.setText(text)
    QTest.keyClick(line, Qt.Key.Key_Return)
    QApplication.processEvents()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_a_result_is_changed_in_the_table_shown_beside_the_games_own_and_taken_back(
    panel: ChartsPanel, window: MainWindow
) -> None:
    panel.show_chart("tables", "combat")
    assert panel.model.data(panel.model.index(2, 2)) == "EX"
    write(panel, 2, 2, "D2")
    design = panel.design
    assert design is not None
    assert design.charts.tables["combat"].result("2:1", 3) == "D2"
    assert "EX" in panel.model.data(panel.model.index(2, 2), Qt.ItemDataRole.ToolTipRole)
    assert panel.chart.currentText().endswith("*")
    panel.grid.setCurrentIndex(panel.model.index(2, 2))
    assert panel.chances.now != panel.chances.before
    QTest.keyClick(panel.grid, Qt.Key.Key_Delete)
    assert panel.design is not None
    assert not panel.design.scenario.charts
    window.menus.edit.undo.trigger()
    assert panel.model.data(panel.model.index(2, 2)) == "D2"
    QTest.mouseClick(panel.back, Qt.MouseButton.LeftButton)
    assert panel.design is not None
    assert not panel.design.scenario.charts


def test_numbers_and_costs_are_typed_and_what_does_not_fit_is_said(panel: ChartsPanel, window: MainWindow) -> None:
    panel.show_chart("parameters", "parameters")
    write(panel, 0, 0, "3")
    assert panel.design is not None
    assert panel.design.charts.parameter("stack_limit", int) == 3
    said: list[object] = []
    window.bench.reported.connect(said.append)
    write(panel, 0, 0, "many")
    assert said
    assert panel.model.data(panel.model.index(0, 0)) == "3"
    panel.show_chart("terrain", "terrain")
    write(panel, 1, 1, "x")
    assert panel.design is not None
    assert panel.design.charts.terrain.cost("forest", "mobile") is None
    QTest.mouseClick(panel.all_back, Qt.MouseButton.LeftButton)
    assert panel.design is not None
    assert not panel.design.scenario.charts


def test_the_chances_are_those_of_the_chosen_column_and_die(panel: ChartsPanel) -> None:
    panel.show_chart("tables", "combat")
    panel.grid.setCurrentIndex(panel.model.index(0, 4))
    assert {result: float(share) for result, share in panel.chances.now.items()} == {"D2": 0.5, "DR": 0.5}
    panel.modifier.setValue(3)
    assert {result: float(share) for result, share in panel.chances.now.items()} == {"D2": 1.0}


def test_a_block_from_a_spreadsheet_goes_over_the_cells_as_one_entry(panel: ChartsPanel, window: MainWindow) -> None:
    panel.show_chart("tables", "combat")
    before = [panel.model.data(panel.model.index(row, 2)) for row in (2, 3)]
    panel.grid.setCurrentIndex(panel.model.index(2, 2))
    QGuiApplication.clipboard().setText("D2\tEX\nEX\tD2")
    QTest.keyClick(panel.grid, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    shown = [[panel.model.data(panel.model.index(row, column)) for column in (2, 3)] for row in (2, 3)]
    assert shown == [["D2", "EX"], ["EX", "D2"]]
    assert window.menus.edit.undo.text().endswith("Paste 4 values")
    window.menus.edit.undo.trigger()
    assert [panel.model.data(panel.model.index(row, 2)) for row in (2, 3)] == before
    QGuiApplication.clipboard().setText("\n".join(["D2"] * 200))
    QTest.keyClick(panel.grid, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert [panel.model.data(panel.model.index(row, 2)) for row in (2, 3)] == before


@pytest.mark.parametrize("language", [ENGLISH, FRENCH])
def test_the_name_of_a_chart_can_be_read_on_a_small_screen(window: MainWindow, language: str) -> None:
    speak_in(language)
    try:
        window.resize(1280, 700)
        assert window.open("kharkov-1943")
        window.set_mode(Mode.DESIGN)
        window.docks.show_panel("charts")
        panel = window.docks.panels["charts"]
        assert isinstance(panel, ChartsPanel)
        panel.show_chart("tables", "combat")
        QApplication.processEvents()
        how = QStyleOptionComboBox()
        panel.chart.initStyleOption(how)
        field = panel.chart.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, how, QStyle.SubControl.SC_ComboBoxEditField, panel.chart
        )
        words = panel.chart.currentText()
        assert panel.chart.fontMetrics().horizontalAdvance(words) <= field.width(), words
    finally:
        speak_in(ENGLISH)


@pytest.mark.parametrize("language", [ENGLISH, FRENCH])
def test_an_odd_result_is_told_by_the_name_its_chart_has_above_it(window: MainWindow, language: str) -> None:
    speak_in(language)
    try:
        assert window.open("kharkov-1943")
        window.set_mode(Mode.DESIGN)
        window.docks.show_panel("charts")
        panel = window.docks.panels["charts"]
        assert isinstance(panel, ChartsPanel)
        panel.show_chart("tables", "combat")
        name = panel.chart.currentText()
        assert panel.trouble.isHidden()
        write(panel, 0, 0, "DR")
        assert panel.trouble.text().startswith(name)
    finally:
        speak_in(ENGLISH)
