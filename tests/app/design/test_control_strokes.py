"""The brush for control: a fast stroke leaves no holes, Shift makes a rectangle, Ctrl fills what hangs together."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from editor.documents.design_brush import ControlBrush
from editor.model.design.initial_control import NOBODY, holders
from tests.app.design.drawing_room import DrawingRoom
from tests.editor.canvas import mouse

LEFT, RIGHT, NO = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.NoButton
PLAIN = Qt.KeyboardModifier.NoModifier


def stroke(room: DrawingRoom, start: QPoint, end: QPoint, held: Qt.KeyboardModifier = PLAIN) -> None:
    """The mouse is seen at both ends and nowhere between, as a fast hand is."""
    view = room.window.canvas.viewport()
    for kind, at, button, buttons in (
        (QEvent.Type.MouseButtonPress, start, LEFT, LEFT),
        (QEvent.Type.MouseMove, end, NO, LEFT),
        (QEvent.Type.MouseButtonRelease, end, LEFT, NO),
    ):
        QApplication.sendEvent(
            view, QMouseEvent(kind, QPointF(at), QPointF(view.mapToGlobal(at)), button, buttons, held)
        )


def corners(room: DrawingRoom) -> tuple[str, str]:
    """The hexes in the upper left and lower right of the middle of the map."""
    sheet = next(iter(room.design.plan.sheets.values()))
    (left, top), (right, bottom) = sheet.first, sheet.extent.last
    cells = list(sheet.cells())
    first = next(cell for cell in cells if cell.col > left and cell.row > top)
    last = next(cell for cell in reversed(cells) if cell.col < right and cell.row < bottom)
    return first.key, last.key


def at(room: DrawingRoom, key: str) -> QPoint:
    point = room.window.canvas.point_of(key)
    assert point is not None
    return point


def mine(room: DrawingRoom, side: str) -> set[str]:
    return {key for key, holder in holders(room.design).items() if holder == side}


def take_a_brush(room: DrawingRoom) -> str:
    """Nobody holds anything, and the brush of the first side is in hand."""
    room.settle()
    side = next(iter(room.design.scenario.sides))
    held = tuple(holders(room.design))
    if held:
        room.desk.push(lambda design: ControlBrush(NOBODY).wiped(design, held))
    room.desk.set_brush(ControlBrush(side))
    return side


def test_a_fast_stroke_leaves_no_holes(room: DrawingRoom) -> None:
    side = take_a_brush(room)
    first, last = corners(room)
    entries = room.entries
    stroke(room, at(room, first), at(room, last))
    painted = mine(room, side)
    assert {first, last} <= painted
    columns = {key.partition(":")[2].split(",")[0] for key in painted}
    begun, ended = (int(key.partition(":")[2].split(",")[0]) for key in (first, last))
    assert columns == {str(column) for column in range(begun, ended + 1)}
    assert room.entries == entries + 1


def test_shift_paints_a_rectangle(room: DrawingRoom) -> None:
    side = take_a_brush(room)
    first, last = corners(room)
    stroke(room, at(room, first), at(room, last), Qt.KeyboardModifier.ShiftModifier)
    straight = mine(room, side)
    room.undo()
    stroke(room, at(room, first), at(room, last))
    assert straight > mine(room, side)


def test_ctrl_fills_as_far_as_one_side_holds(room: DrawingRoom) -> None:
    side = take_a_brush(room)
    sides = list(room.design.scenario.sides)
    first, _ = corners(room)
    stroke(room, at(room, first), at(room, first), Qt.KeyboardModifier.ControlModifier)
    everything = mine(room, side)
    cells = {cell.key for sheet in room.design.plan.sheets.values() for cell in sheet.cells()}
    assert everything >= cells
    room.desk.set_brush(ControlBrush(sides[1]))
    stroke(room, at(room, first), at(room, first))
    room.desk.set_brush(ControlBrush(side))
    stroke(room, at(room, first), at(room, first), Qt.KeyboardModifier.ControlModifier)
    assert first in mine(room, side)


def test_another_button_in_the_middle_of_a_stroke_leaves_no_trace(room: DrawingRoom) -> None:
    side = take_a_brush(room)
    first, last = corners(room)
    view = room.window.canvas.viewport()
    mouse.press(view, at(room, first))
    mouse.press(view, at(room, first), RIGHT)
    mouse.release(view, at(room, first), RIGHT)
    assert not mine(room, side), "the stroke goes on"
    mouse.move(view, at(room, last), LEFT)
    mouse.release(view, at(room, last))
    assert {first, last} <= mine(room, side)


def test_a_stroke_whose_end_nobody_told_stands_as_it_was_seen(room: DrawingRoom) -> None:
    side = take_a_brush(room)
    first, last = corners(room)
    view = room.window.canvas.viewport()
    mouse.press(view, at(room, first))
    mouse.move(view, at(room, last))
    assert mine(room, side) == {first}
