"""Victory: objectives painted and listed, numbers that decide, and optional rules."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QScrollBar, QTableWidgetItem, QWidget
from pytestqt.qtbot import QtBot

from app.panel_dock import PanelDock
from app.window import MainWindow
from editor.documents.design_brush import ObjectiveBrush
from editor.panels.design.victory_panel import VictoryPanel
from tests.app.design.drawing_room import DrawingRoom

PLACE, NAME, VALUE, SIDE = range(4)


@pytest.fixture
def panel(room: DrawingRoom) -> VictoryPanel:
    return room.panel(VictoryPanel)


def cell(panel: VictoryPanel, row: int, column: int) -> QTableWidgetItem:
    found = panel.objectives.table.item(row, column)
    assert found is not None
    return found


def test_objectives_are_painted_and_wiped(room: DrawingRoom, panel: VictoryPanel) -> None:
    before = len(room.design.scenario.objectives)
    panel.objectives.value.setValue(5)
    panel.objectives.side.setCurrentIndex(1)
    panel.objectives.paint.click()
    side = room.design.scenario.sides[0]
    assert room.desk.brush == ObjectiveBrush(5, side)
    named = {room.key_of(each.at) for each in room.design.scenario.objectives}
    one, two = [label for label in room.free_hexes() if room.key_of(label) not in named][:2]
    room.stroke(one, two)
    added = room.design.scenario.objectives[before:]
    assert [(each.at, each.value, each.side) for each in added] == [(one, 5, side), (two, 5, side)]
    assert room.entries == 1
    signs = room.window.designer.setup.signs.signs
    assert any(sign.at == room.key_of(one) and sign.words == "5" and sign.is_star for sign in signs)
    room.stroke(one, button=Qt.MouseButton.RightButton)
    assert len(room.design.scenario.objectives) == before + 1
    panel.objectives.paint.click()
    assert room.desk.brush is None


def test_objectives_are_added_by_key_edited_in_the_list_and_removed(room: DrawingRoom, panel: VictoryPanel) -> None:
    page = panel.objectives
    free = room.free_hexes()[3]
    room.desk.point_out(room.key_of(free))
    row = len(room.design.scenario.objectives)
    page.add()
    assert cell(panel, row, PLACE).text() == free
    cell(panel, row, NAME).setText("The Mill")
    cell(panel, row, VALUE).setText("7")
    cell(panel, row, SIDE).setText(room.design.scenario.sides[1])
    made = room.design.scenario.objectives[row]
    assert (made.name, made.value, made.side) == ("The Mill", 7, room.design.scenario.sides[1])
    said: list[str] = []
    room.window.bench.reported.connect(lambda message: said.append(message.key))
    cell(panel, row, VALUE).setText("much")
    cell(panel, row, SIDE).setText("green")
    cell(panel, row, PLACE).setText("nowhere")
    assert said == ["design.cannot.bad-worth", "design.cannot.no-side", "design.cannot.no-such-place"]
    assert cell(panel, row, VALUE).text() == "7"
    page.table.selectRow(row)
    page.table.setFocus()
    QTest.keyClick(page.table, Qt.Key.Key_Delete)
    assert len(room.design.scenario.objectives) == row
    room.undo()
    assert room.design.scenario.objectives[row] == made


def test_the_games_own_ways_to_score_are_shown(panel: VictoryPanel) -> None:
    assert "Objectives count for the side that controls them." in panel.ways.text()


def test_optional_rules_go_on_and_off(room: DrawingRoom, panel: VictoryPanel) -> None:
    box = panel.options["drought"]
    assert isinstance(box, QCheckBox)
    assert box.text() == "Drought"
    box.click()
    assert dict(room.design.scenario.options) == {"drought": True}
    room.undo()
    assert not room.design.scenario.options
    again = panel.options["drought"]
    assert isinstance(again, QCheckBox)
    assert not again.isChecked()


def test_numbers_that_decide_are_changed_and_taken_back(window: MainWindow) -> None:
    room = DrawingRoom(window, "cabinet-war")
    panel = room.panel(VictoryPanel)
    first = panel.numbers.item(0, 1)
    assert first is not None
    assert first.text() == "8"
    first.setText("12")
    assert room.design.charts.parameter("sudden_death", int) == 12
    assert room.entries == 1
    panel.numbers.setCurrentCell(0, 1)
    panel.numbers.setFocus()
    QTest.keyClick(panel.numbers, Qt.Key.Key_Delete)
    assert room.design.charts.parameter("sudden_death", int) == 9


def test_the_score_is_reckoned_for_a_page_that_is_seen_and_for_no_other(
    panel: VictoryPanel, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = panel.conditions
    shown: list[bool] = []
    monkeypatch.setattr(page, "show_score", lambda: shown.append(True))
    page.hide()
    page._show_score_if_seen()
    assert shown == []
    holder = QWidget()
    qtbot.addWidget(holder)
    page.setParent(holder)
    page.show()
    holder.show()
    qtbot.waitUntil(lambda: bool(shown))


@pytest.mark.parametrize("tab", [0, 2, 3])
def test_a_page_in_a_low_panel_scrolls_in_one_place(window: MainWindow, tab: int) -> None:
    room = DrawingRoom(window, "typhoon")
    panel = room.panel(VictoryPanel)
    panel.tabs.setCurrentIndex(tab)
    dock = next(each for each in room.window.findChildren(PanelDock) if each.isAncestorOf(panel))
    room.window.resizeDocks([dock], [250], Qt.Orientation.Vertical)
    for _ in range(3):
        QApplication.processEvents()
    bars = (bar for bar in dock.findChildren(QScrollBar) if bar.orientation() is Qt.Orientation.Vertical)
    moving = [bar for bar in bars if bar.isVisible() and bar.maximum() > bar.minimum()]
    assert len(moving) <= 1


def test_a_rule_that_is_switched_keeps_the_keyboard(room: DrawingRoom, panel: VictoryPanel) -> None:
    box = panel.options["drought"]
    assert isinstance(box, QCheckBox)
    box.click()
    assert dict(room.design.scenario.options) == {"drought": True}
    assert panel.options["drought"] is box
    room.undo()
    assert not box.isChecked()


def test_a_name_that_was_undone_is_not_written_again_when_its_field_is_left(
    room: DrawingRoom, panel: VictoryPanel
) -> None:
    page = panel.conditions
    panel.tabs.setCurrentIndex(1)
    QApplication.processEvents()
    page.add()
    before = room.design.scenario.victory
    page.words.setFocus()
    QTest.keyClicks(page.words, "A great day")
    QTest.keyClick(page.words, Qt.Key.Key_Return)
    assert room.design.scenario.victory[-1].name == "A great day"
    assert page.words.hasFocus()
    room.undo()
    assert room.design.scenario.victory == before
    assert page.words.text() == ""
    page.words.clearFocus()
    assert room.design.scenario.victory == before


def test_how_many_places_are_enough_is_typed_as_one_entry(room: DrawingRoom, panel: VictoryPanel) -> None:
    page, labels = panel.conditions, tuple(room.free_hexes()[:12])
    page.add()
    page.hold.setText(", ".join(labels))
    page._set_places()
    entries = room.entries
    page.any.selectAll()
    QTest.keyClicks(page.any, "11")
    assert room.entries == entries, "the first digit alone is not meant"
    QTest.keyClick(page.any, Qt.Key.Key_Return)
    assert room.design.scenario.victory[-1].any == 11
    assert room.entries == entries + 1
