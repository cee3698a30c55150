"""Units are set up on the map: dropped, dragged, stacked and taken off, by mouse and by keys, and the rules look on."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor.panels.design.dragging import carried
from engine.rulesets.words import catalogue
from tests.app.design.conftest import Studio
from tests.editor.canvas import mouse


def drop_on(studio: Studio, data: QMimeData, at: QPoint) -> bool:
    """Drag something over the map and let it fall."""
    viewport = studio.window.canvas.viewport()
    how = (Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    enter, move = QDragEnterEvent(at, *how), QDragMoveEvent(at, *how)
    QApplication.sendEvent(viewport, enter)
    QApplication.sendEvent(viewport, move)
    drop = QDropEvent(QPointF(at), *how)
    QApplication.sendEvent(viewport, drop)
    return drop.isAccepted()


def point(studio: Studio, label: str) -> QPoint:
    """The middle of a hex in the view."""
    key = studio.design.places.key(label)
    assert key is not None
    found = studio.window.canvas.point_of(key)
    assert found is not None
    return found


def settle(studio: Studio) -> None:
    """Let the counters be drawn where they are now."""
    studio.window.designer.renew()
    QApplication.processEvents()


def press(studio: Studio, key: Qt.Key) -> None:
    QTest.keyClick(studio.window.canvas, key)


def at(studio: Studio, unit: str) -> str | None:
    placed = studio.design.placements.get(unit)
    return placed.at if placed is not None else None


def empty_hexes(studio: Studio) -> list[str]:
    taken = {placed.at for placed in studio.design.placements.values()}
    labels = [name for name in studio.design.places.names() if name.isdecimal()]
    return [label for label in labels if label not in taken]


@pytest.fixture
def free(studio: Studio) -> str:
    """A hex in the middle where nobody is."""
    studio.window.canvas.fit()
    QApplication.processEvents()
    return empty_hexes(studio)[len(empty_hexes(studio)) // 2]


def test_units_from_the_tree_are_dropped_on_a_hex(studio: Studio, free: str) -> None:
    tree = studio.forces.tree
    data = tree.mimeData([tree.items["unit", "red-1"], tree.items["unit", "red-2"]])
    assert drop_on(studio, data, point(studio, free))
    assert (at(studio, "red-1"), at(studio, "red-2")) == (free, free)
    assert studio.entries == 1
    assert studio.desk.selected_units == ("red-1", "red-2")
    studio.undo()
    assert at(studio, "red-1") != free


def test_units_from_the_table_are_dropped_too(studio: Studio, free: str) -> None:
    model = studio.table.model
    row = list(model.units).index("blue-1")
    assert drop_on(studio, model.mimeData([model.index(row, 0), model.index(row, 1)]), point(studio, free))
    assert at(studio, "blue-1") == free


def test_where_a_drag_would_drop_is_pointed_out(studio: Studio, free: str) -> None:
    viewport, signs = studio.window.canvas.viewport(), studio.window.designer.setup.signs
    how = (Qt.DropAction.CopyAction, carried(["red-1"]), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(viewport, QDragEnterEvent(point(studio, free), *how))
    assert signs.target == studio.design.places.key(free)
    QApplication.sendEvent(viewport, QDragLeaveEvent())
    assert not signs.target


def test_what_is_no_unit_is_not_taken(studio: Studio, free: str) -> None:
    text = QMimeData()
    text.setText("red-1")
    assert not drop_on(studio, text, point(studio, free))
    assert not drop_on(studio, carried(["nobody"]), point(studio, free))
    assert studio.entries == 0


def test_a_counter_is_dragged_to_another_hex_and_off_the_map(studio: Studio, free: str) -> None:
    settle(studio)
    canvas, home = studio.window.canvas, at(studio, "red-1")
    assert home is not None
    mouse.drag(canvas.viewport(), point(studio, home), point(studio, free))
    moved = next(unit for unit, placed in studio.design.placements.items() if placed.at == free)
    assert not canvas.lifted
    assert studio.entries == 1
    settle(studio)
    mouse.drag(canvas.viewport(), point(studio, free), QPoint(3, 3))
    assert at(studio, moved) is None
    assert moved in studio.design.units
    studio.undo()
    assert at(studio, moved) == free


def test_a_drag_that_is_given_up_changes_nothing(studio: Studio, free: str) -> None:
    settle(studio)
    canvas, home = studio.window.canvas, at(studio, "red-1")
    assert home is not None
    mouse.press(canvas.viewport(), point(studio, home))
    mouse.move(canvas.viewport(), point(studio, free), mouse.LEFT)
    assert canvas.lifted
    press(studio, Qt.Key.Key_Escape)
    assert not canvas.lifted
    mouse.release(canvas.viewport(), point(studio, free))
    assert studio.entries == 0


def test_a_click_on_a_counter_still_chooses_its_stack(studio: Studio, free: str) -> None:
    home = at(studio, "red-1")
    assert home is not None
    settle(studio)
    mouse.click(studio.window.canvas.viewport(), point(studio, home))
    assert "red-1" in studio.desk.selected_units


def test_keys_set_up_and_take_off(studio: Studio, free: str) -> None:
    studio.desk.select_units(["red-1"])
    studio.window.canvas.setFocus()
    studio.desk.point_out(studio.design.places.key(free) or "")
    press(studio, Qt.Key.Key_Return)
    assert at(studio, "red-1") == free
    press(studio, Qt.Key.Key_Delete)
    assert at(studio, "red-1") is None
    assert studio.entries == 2


def test_the_arrows_point_out_places(studio: Studio, free: str) -> None:
    studio.window.canvas.setFocus()
    studio.desk.select_units([])
    press(studio, Qt.Key.Key_Right)
    first = studio.desk.place
    assert first
    places = {first}
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Up):
        press(studio, key)
        places.add(studio.desk.place)
    assert len(places) >= 4
    assert studio.window.designer.setup.signs.pointed == studio.desk.place


def test_going_to_a_place_points_it_out_and_keeps_the_units_chosen(studio: Studio, free: str) -> None:
    studio.desk.select_units(["red-1"])
    finder = studio.window.menus.view.ask_go_to()
    finder.line.setText(free)
    QTest.keyClick(finder.line, Qt.Key.Key_Return)
    assert studio.desk.place == studio.design.places.key(free)
    assert studio.desk.selected_units == ("red-1",)


def test_the_order_in_a_stack_is_changed(studio: Studio, free: str) -> None:
    drop_on(studio, carried(["red-1", "red-2"]), point(studio, free))
    studio.desk.select_units(["red-2"])
    press(studio, Qt.Key.Key_PageDown)
    stack = [placed.unit for placed in studio.design.scenario.setup if placed.at == free]
    assert stack == ["red-2", "red-1"]
    press(studio, Qt.Key.Key_PageUp)
    stack = [placed.unit for placed in studio.design.scenario.setup if placed.at == free]
    assert stack == ["red-1", "red-2"]


def test_a_stack_that_is_too_high_is_flagged_at_once(studio: Studio, free: str) -> None:
    assert not studio.desk.faults
    assert drop_on(studio, carried(["red-1", "red-2", "red-3"]), point(studio, free))
    (fault,) = studio.desk.faults
    assert fault.rule == "2.5"
    assert fault.at == studio.design.places.key(free)
    assert studio.window.designer.setup.signs.wrong == {fault.at}
    assert free in catalogue("toy-skirmish").text(fault.said)
    studio.undo()
    assert not studio.desk.faults


def test_both_sides_in_one_hex_are_flagged(studio: Studio, free: str) -> None:
    drop_on(studio, carried(["red-1", "blue-1"]), point(studio, free))
    assert [fault.rule for fault in studio.desk.faults] == ["2.5"]
