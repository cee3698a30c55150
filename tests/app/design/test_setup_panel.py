"""The Setup panel: places by name, boxes, steps and marks, control and markers painted, all of it undoable."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.language import speak_in
from app.modes import Mode
from app.panel_dock import PanelScroll
from app.window import MainWindow
from editor.commands.design.scenarios import new_scenario
from editor.documents.design_brush import ControlBrush, MarkerBrush
from editor.model.design.initial_control import holders
from editor.panels.design.setup.area_dialog import NEAR
from editor.panels.design.setup.setup_panel import SetupPanel
from editor.tools.unit_drag import carried
from engine.core.actions import Deploy
from engine.core.words.plurals import ENGLISH
from engine.narration.language import FRENCH
from tests.app.conftest import leave_without_a_word
from tests.app.design.drawing_room import DrawingRoom, drop
from tests.editor.canvas import mouse
from tests.helpers.plans import small_plan

UNITS, CONTROL, MARKERS = range(3)


@pytest.fixture
def panel(room: DrawingRoom) -> SetupPanel:
    return room.panel(SetupPanel)


def test_the_chosen_units_are_set_up_by_the_name_of_a_place(room: DrawingRoom, panel: SetupPanel) -> None:
    free = room.free_hexes()[0]
    room.desk.select_units(["red-1", "red-2"])
    panel.placing.place.setText(free)
    QTest.keyClick(panel.placing.place, Qt.Key.Key_Return)
    assert (room.at("red-1"), room.at("red-2")) == (free, free)
    said: list[str] = []
    room.window.bench.reported.connect(lambda message: said.append(message.key))
    panel.placing.place.setText("nowhere")
    QTest.keyClick(panel.placing.place, Qt.Key.Key_Return)
    assert said
    panel.placing.place.setText("")
    QTest.keyClick(panel.placing.place, Qt.Key.Key_Return)
    assert room.at("red-1") is None
    assert room.entries == 2


def test_units_are_dropped_on_a_box_and_put_there_by_enter(room: DrawingRoom, panel: SetupPanel) -> None:
    boxes = panel.placing.boxes
    QApplication.processEvents()
    item = boxes.item(0)
    key = str(item.data(Qt.ItemDataRole.UserRole))
    assert drop(boxes.viewport(), carried(["red-1"]), boxes.visualItemRect(item).center())
    assert room.at("red-1") == key
    room.desk.select_units(["red-2"])
    boxes.setCurrentRow(0)
    boxes.setFocus()
    QTest.keyClick(boxes, Qt.Key.Key_Return)
    assert room.at("red-2") == key
    assert "(2)" in boxes.item(0).text()


def test_the_stack_is_listed_from_the_top_and_reordered_by_keys(room: DrawingRoom, panel: SetupPanel) -> None:
    free = room.free_hexes()[0]
    room.drop(carried(["red-1", "red-2"]), free)
    stack = panel.placing.stack
    assert [stack.item(row).text() for row in range(stack.count())] == ["2", "1"]
    room.desk.select_units(["red-1"])
    stack.setFocus()
    QTest.keyClick(stack, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert [stack.item(row).text() for row in range(stack.count())] == ["1", "2"]


def test_steps_marks_and_values_of_several_units_at_once(room: DrawingRoom, panel: SetupPanel) -> None:
    page, units = panel.placing, ["red-1", "red-2"]
    room.desk.select_units(units)
    page.step.setValue(0)
    page.marks.setText("moved fought")
    page.marks.editingFinished.emit()
    page.values.setText("spent=3, decoy=yes")
    page.values.editingFinished.emit()
    for unit in units:
        placed = room.design.placements[unit]
        assert (placed.step, placed.marks) == (0, ("moved", "fought"))
        assert dict(placed.values) == {"spent": 3, "decoy": True}
    assert room.entries == 3
    page.values.setText("spent=4")
    page.values.editingFinished.emit()
    assert dict(room.design.placements["red-1"].values) == {"spent": 4}
    said: list[str] = []
    room.window.bench.reported.connect(lambda message: said.append(message.key))
    page.values.setText("spent")
    page.values.editingFinished.emit()
    assert said == ["design.cannot.bad-value"]
    assert page.values.text() == "spent=4"


def test_control_is_painted_by_a_stroke_and_wiped_by_the_right_button(room: DrawingRoom, panel: SetupPanel) -> None:
    panel.buttons.button(CONTROL).click()
    panel.holding.side.setCurrentIndex(1)
    side = room.design.scenario.sides[1]
    assert room.desk.brush == ControlBrush(side)
    hexes = room.free_hexes()[:3]
    before = holders(room.design)
    room.stroke(*hexes)
    keys = [room.key_of(label) for label in hexes]
    assert [holders(room.design)[key] for key in keys] == [side] * 3
    assert room.entries == 1
    assert set(keys) <= set(room.window.designer.setup.holding.held)
    room.stroke(hexes[0], button=Qt.MouseButton.RightButton)
    assert keys[0] not in holders(room.design)
    room.undo()
    room.undo()
    assert holders(room.design) == before
    room.press(Qt.Key.Key_Escape)
    assert room.desk.brush is None
    assert panel.buttons.button(UNITS).isChecked()


def test_control_is_painted_by_keys(room: DrawingRoom, panel: SetupPanel) -> None:
    panel.show_page(CONTROL)
    panel.holding.side.setCurrentIndex(1)
    free = room.free_hexes()[0]
    room.desk.point_out(room.key_of(free))
    room.press(Qt.Key.Key_Return)
    assert holders(room.design)[room.key_of(free)] == room.design.scenario.sides[1]
    room.press(Qt.Key.Key_Delete)
    assert room.key_of(free) not in holders(room.design)


def test_markers_are_laid_with_their_level_listed_and_taken_away(window: MainWindow) -> None:
    room = DrawingRoom(window, "summer-1941")
    panel = room.panel(SetupPanel)
    panel.buttons.button(MARKERS).click()
    panel.markers.level.setValue(2)
    assert isinstance(room.desk.brush, MarkerBrush)
    free = next(iter(room.design.plan.spaces))
    count = len(room.design.scenario.markers)
    room.stroke(free)
    laid = room.design.scenario.markers[-1]
    assert (laid.at, laid.level) == (free, 2)
    assert any(sign.at == room.key_of(free) and sign.words == "2" for sign in room.window.designer.setup.signs.signs)
    panel.markers.list.setCurrentItem(panel.markers.list.topLevelItem(count))
    panel.markers.list.setFocus()
    QTest.keyClick(panel.markers.list, Qt.Key.Key_Delete)
    assert len(room.design.scenario.markers) == count


def test_what_the_rules_would_refuse_is_said_in_the_panel(room: DrawingRoom, panel: SetupPanel) -> None:
    assert panel.faults.isHidden()
    free = room.free_hexes()[0]
    room.drop(carried(["red-1", "red-2", "red-3"]), free)
    assert not panel.faults.isHidden()
    assert "(2.5)" in panel.faults.text()
    assert free in panel.faults.text()


def test_regions_are_given_whole_and_wiped(window: MainWindow) -> None:
    room = DrawingRoom(window, "summer-1941")
    panel = room.panel(SetupPanel)
    panel.show_page(CONTROL)
    region = next(iter(room.design.plan.regions.values()))
    panel.holding.side.setCurrentIndex(1)
    side = room.design.scenario.sides[1]
    panel.holding.regions.setCurrentItem(panel.holding.regions.topLevelItem(0))
    panel.holding.regions.setFocus()
    QTest.keyClick(panel.holding.regions, Qt.Key.Key_Return)
    assert {holders(room.design).get(key) for key in region.members} == {side}
    QTest.keyClick(panel.holding.regions, Qt.Key.Key_Delete)
    assert not set(holders(room.design)) & set(region.members)
    panel.holding.unit.setCurrentIndex(1)
    member = next(key for key in sorted(region.members) if room.window.canvas.picture.place(key) is not None)
    point = room.window.canvas.point_of(member)
    assert point is not None
    mouse.click(room.map, point)
    assert holders(room.design)[member] == side


def test_units_are_left_to_the_player_and_put_down_before_play(room: DrawingRoom, panel: SetupPanel) -> None:
    room.desk.select_units(["red-1"])
    dialog = panel.placing.ask_area()
    assert dialog is not None
    dialog.kind.setCurrentIndex(dialog.kind.findData(NEAR))
    dialog.hexes.setValue(1)
    QTest.mouseClick(dialog.go, Qt.MouseButton.LeftButton)
    area = room.design.placements["red-1"].area
    assert area is not None
    assert area.within is not None
    assert (area.within.place, area.within.hexes) == (room.at("red-1"), 1)
    assert area.within.place in panel.placing.area.text()
    room.window.menus.play.go.trigger()
    table = room.window.play.table
    assert table is not None
    moves = [action for action in table.menu if isinstance(action, Deploy)]
    assert moves
    assert room.window.play.desk.submit(moves[-1])
    assert table.session.state.unit(moves[-1].unit).at == moves[-1].to


def test_steps_of_two_digits_are_asked_for_once(room: DrawingRoom, panel: SetupPanel) -> None:
    room.desk.select_units(["red-1"])
    panel.placing.place.setText(room.free_hexes()[0])
    panel.placing.set_up()
    said: list[object] = []
    room.window.bench.reported.connect(said.append)
    entries, field = room.entries, panel.placing.step
    field.selectAll()
    QTest.keyClicks(field, "11")
    assert (room.entries, said) == (entries, []), "the first digit alone is not meant"
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert room.entries + len(said) == entries + 1


@pytest.mark.parametrize("language", [ENGLISH, FRENCH])
def test_the_panel_is_seen_in_its_whole_width_on_a_small_screen(
    qtbot: QtBot, settings: QSettings, tmp_path: Path, language: str
) -> None:
    speak_in(language)
    try:
        window = MainWindow(settings, tmp_path / "recovery")
        qtbot.addWidget(window, before_close_func=leave_without_a_word)
        window.resize(1280, 720)
        window.show()
        panel = DrawingRoom(window, "typhoon").panel(SetupPanel)
        area = next(each for each in window.findChildren(PanelScroll) if each.widget() is panel)
        qtbot.waitUntil(area.isVisible)
        QApplication.processEvents()
        assert area.horizontalScrollBar().maximum() == 0
    finally:
        speak_in(ENGLISH)


def test_without_a_scenario_nothing_is_scrolled_to(window: MainWindow) -> None:
    assert window.new_map(small_plan(cols=6, rows=5))
    window.set_mode(Mode.DESIGN)
    panel = window.docks.panels["setup"]
    assert panel.is_empty
    QApplication.processEvents()
    body = panel.minimumSizeHint().height()
    document = window.bench.document
    assert document is not None
    made = new_scenario(document.documents.all, title="Four", ruleset="red-star-rising", map_id="ford", last_turn=4)
    window.designer.push(made)
    QApplication.processEvents()
    assert not panel.is_empty
    assert body < panel.minimumSizeHint().height(), "a body that is not seen asks for no room"
