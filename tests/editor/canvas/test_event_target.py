"""What is offered to whoever works on the map, while the map is moved beside it."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from pytestqt.qtbot import QtBot

from editor.canvas.canvas import MapCanvas
from tests.editor.canvas import mouse
from tests.editor.canvas.demo_maps import PALETTE, hex_map


class Stroke:
    """A tool that begins with the left button and is done when that is let go."""

    def __init__(self) -> None:
        self.is_held = False

    def mouse_pressed(self, event: QMouseEvent) -> bool:
        self.is_held = event.button() == Qt.MouseButton.LeftButton
        return self.is_held

    def mouse_moved(self, event: QMouseEvent) -> bool:
        return self.is_held

    def mouse_released(self, event: QMouseEvent) -> bool:
        was_held = self.is_held
        self.is_held &= event.button() != Qt.MouseButton.LeftButton
        return was_held

    def mouse_double_clicked(self, event: QMouseEvent) -> bool:
        return False

    def mouse_left(self) -> None:
        """It is a stroke wherever the pointer goes."""

    def key_pressed(self, event: QKeyEvent) -> bool:
        return False

    def key_released(self, event: QKeyEvent) -> bool:
        return False


def test_a_stroke_ends_with_its_button_though_the_map_is_being_moved_with_another(qtbot: QtBot) -> None:
    canvas = MapCanvas(hex_map(8, 8), PALETTE)
    qtbot.addWidget(canvas)
    canvas.resize(600, 400)
    canvas.set_zoom(2.0)
    stroke = canvas.event_target = Stroke()
    view, at = canvas.viewport(), QPoint(200, 200)
    mouse.press(view, at)
    mouse.press(view, at, mouse.MIDDLE)
    mouse.release(view, at)
    assert not stroke.is_held
    before = canvas.view_box
    mouse.move(view, at + QPoint(-40, -30), mouse.MIDDLE)
    assert canvas.view_box != before, "the other button is still down"
    mouse.release(view, at + QPoint(-40, -30), mouse.MIDDLE)
    before = canvas.view_box
    mouse.move(view, at)
    assert canvas.view_box == before
