"""Units are set up on the map: dropped, dragged, stacked and taken off, by mouse and by keys, and the rules look on."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor.panels.design.units.forces_panel import ForcesPanel
from editor.panels.design.units.unit_table_panel import UnitTablePanel
from editor.tools.unit_drag import carried
from engine.rulesets.words import catalogue
from tests.app.design.drawing_room import DrawingRoom
from tests.editor.canvas import mouse


@pytest.fixture
def free(room: DrawingRoom) -> str:
    """A hex in the middle where nobody is."""
    hexes = room.free_hexes()
    return hexes[len(hexes) // 2]


def test_units_from_the_tree_are_dropped_on_a_hex(room: DrawingRoom, free: str) -> None:
    tree = room.panel(ForcesPanel).tree
    data = tree.mimeData([tree.items["unit", "red-1"], tree.items["unit", "red-2"]])
    assert room.drop(data, free)
    assert (room.at("red-1"), room.at("red-2")) == (free, free)
    assert room.entries == 1
    assert room.desk.selected_units == ("red-1", "red-2")
    room.undo()
    assert room.at("red-1") != free


def test_units_from_the_table_are_dropped_too(room: DrawingRoom, free: str) -> None:
    model = room.panel(UnitTablePanel).model
    row = list(model.units).index("blue-1")
    assert room.drop(model.mimeData([model.index(row, 0), model.index(row, 1)]), free)
    assert room.at("blue-1") == free


def test_where_a_drag_would_drop_is_pointed_out(room: DrawingRoom, free: str) -> None:
    viewport, signs = room.window.canvas.viewport(), room.window.designer.setup.signs
    how = (Qt.DropAction.CopyAction, carried(["red-1"]), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    enter = QDragEnterEvent(QPoint(1, 1), *how)
    QApplication.sendEvent(viewport, enter)
    assert enter.isAccepted(), "a drag may enter where no place is"
    QApplication.sendEvent(viewport, QDragMoveEvent(room.point(free), *how))
    assert signs.target == room.design.places.key(free)
    QApplication.sendEvent(viewport, QDragLeaveEvent())
    assert not signs.target


def test_what_is_no_unit_is_not_taken(room: DrawingRoom, free: str) -> None:
    text = QMimeData()
    text.setText("red-1")
    assert not room.drop(text, free)
    assert not room.drop(carried(["nobody"]), free)
    assert room.entries == 0


def test_a_counter_is_dragged_to_another_hex_and_off_the_map(room: DrawingRoom, free: str) -> None:
    room.settle()
    canvas, home = room.window.canvas, room.at("red-1")
    assert home is not None
    mouse.drag(canvas.viewport(), room.point(home), room.point(free))
    moved = next(unit for unit, placed in room.design.placements.items() if placed.at == free)
    assert not canvas.lifted
    assert room.entries == 1
    room.settle()
    mouse.drag(canvas.viewport(), room.point(free), QPoint(3, 3))
    assert room.at(moved) is None
    assert moved in room.design.units
    room.undo()
    assert room.at(moved) == free


def test_a_drag_that_is_given_up_changes_nothing(room: DrawingRoom, free: str) -> None:
    room.settle()
    canvas, home = room.window.canvas, room.at("red-1")
    assert home is not None
    mouse.press(canvas.viewport(), room.point(home))
    mouse.move(canvas.viewport(), room.point(free), mouse.LEFT)
    assert canvas.lifted
    room.press(Qt.Key.Key_Escape)
    assert not canvas.lifted
    mouse.release(canvas.viewport(), room.point(free))
    assert room.entries == 0


def test_a_drag_under_which_something_is_undone_changes_nothing(room: DrawingRoom, free: str) -> None:
    room.settle()
    canvas, home = room.window.canvas, room.at("red-1")
    assert home is not None
    assert room.drop(carried(["blue-1"]), free)
    mouse.press(canvas.viewport(), room.point(home))
    mouse.move(canvas.viewport(), room.point(free), mouse.LEFT)
    assert canvas.lifted
    room.undo()
    assert not canvas.lifted
    mouse.move(canvas.viewport(), room.point(free), mouse.LEFT)
    mouse.release(canvas.viewport(), room.point(free))
    assert room.at("red-1") == home
    assert room.window.bench.document is not None
    assert room.window.bench.document.undo_stack.canRedo(), "what was undone can still be redone"


def test_a_click_on_a_counter_still_chooses_its_stack(room: DrawingRoom, free: str) -> None:
    home = room.at("red-1")
    assert home is not None
    room.settle()
    mouse.click(room.window.canvas.viewport(), room.point(home))
    assert "red-1" in room.desk.selected_units


def test_keys_set_up_and_take_off(room: DrawingRoom, free: str) -> None:
    room.desk.select_units(["red-1"])
    room.window.canvas.setFocus()
    room.desk.point_out(room.design.places.key(free) or "")
    room.press(Qt.Key.Key_Return)
    assert room.at("red-1") == free
    room.press(Qt.Key.Key_Delete)
    assert room.at("red-1") is None
    assert room.entries == 2


def test_the_arrows_point_out_places(room: DrawingRoom, free: str) -> None:
    room.window.canvas.setFocus()
    room.desk.select_units([])
    room.press(Qt.Key.Key_Right)
    first = room.desk.place
    assert first
    places = {first}
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Up):
        room.press(key)
        places.add(room.desk.place)
    assert len(places) >= 4
    assert room.window.designer.setup.signs.pointed == room.desk.place


def test_going_to_a_place_points_it_out_and_keeps_the_units_chosen(room: DrawingRoom, free: str) -> None:
    room.desk.select_units(["red-1"])
    finder = room.window.menus.view.ask_go_to()
    finder.line.setText(free)
    QTest.keyClick(finder.line, Qt.Key.Key_Return)
    assert room.desk.place == room.design.places.key(free)
    assert room.desk.selected_units == ("red-1",)


def test_the_order_in_a_stack_is_changed(room: DrawingRoom, free: str) -> None:
    room.drop(carried(["red-1", "red-2"]), free)
    room.desk.select_units(["red-2"])
    room.press(Qt.Key.Key_PageDown)
    stack = [placed.unit for placed in room.design.scenario.setup if placed.at == free]
    assert stack == ["red-2", "red-1"]
    room.press(Qt.Key.Key_PageUp)
    stack = [placed.unit for placed in room.design.scenario.setup if placed.at == free]
    assert stack == ["red-1", "red-2"]


def test_a_stack_that_is_too_high_is_flagged_at_once(room: DrawingRoom, free: str) -> None:
    assert not room.desk.faults
    assert room.drop(carried(["red-1", "red-2", "red-3"]), free)
    (fault,) = room.desk.faults
    assert fault.rule == "2.5"
    assert fault.at == room.design.places.key(free)
    assert room.window.designer.setup.signs.wrong == {fault.at}
    assert free in catalogue("toy-skirmish").text(fault.said)
    room.undo()
    assert not room.desk.faults


def test_both_sides_in_one_hex_are_flagged(room: DrawingRoom, free: str) -> None:
    room.drop(carried(["red-1", "blue-1"]), free)
    assert [fault.rule for fault in room.desk.faults] == ["2.5"]
