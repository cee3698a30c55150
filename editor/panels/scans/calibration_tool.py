"""The hand of a calibration: what mouse and keys do to the points and the grid over a scan.

Dragging a point moves it; dragging anything else moves the view, and a click that moves nothing is the panel's to
understand. The arrows move the chosen point by a pixel; with none chosen they move the whole grid, and before there
is a grid they move the view, as everywhere.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent

from editor.canvas.scans.scan_view import ScanView
from editor.panels.scans.calibration_desk import CalibrationDesk
from engine.definitions.plan import Point

_NEAR: Final = 11.0
"""Points of the screen from which a point can be grabbed."""
_ARROWS: Final = {
    Qt.Key.Key_Left: (-1.0, 0.0),
    Qt.Key.Key_Right: (1.0, 0.0),
    Qt.Key.Key_Up: (0.0, -1.0),
    Qt.Key.Key_Down: (0.0, 1.0),
}
DEGREES: Final = 0.05
"""What a key turns the grid by."""
FACTOR: Final = 1.0005
"""What a key stretches the grid by."""


class CalibrationTool:
    """Is offered the events of the view before the view is."""

    def __init__(self, view: ScanView, desk: CalibrationDesk) -> None:
        self._view = view
        self._desk = desk
        self._held: int | None = None
        self._off: Point = (0.0, 0.0)
        self.is_on = True
        """Whether points can be changed; while questions are asked they cannot."""
        self.takes_points = True
        """Whether a press on a point takes hold of it; while corners are clicked it is one more corner."""
        self.edit: Callable[[int], None] = lambda number: None
        """Asks for another number for a point."""
        self.add: Callable[[Point], None] = lambda pixel: None
        """Takes a pixel for a click, without a mouse."""
        self.cancel: Callable[[], bool] = lambda: False
        """Gives up what is half done; False when nothing is."""

    def point_at(self, at: QPointF) -> int | None:
        """The clicked point nearest to a point of the view, if it is near."""
        found = [(self._distance(at, click.pixel), number) for number, click in enumerate(self._desk.clicks)]
        distance, number = min(found, default=(math.inf, -1))
        return number if distance <= _NEAR else None

    def _point_to_take(self, event: QMouseEvent) -> int | None:
        return self.point_at(event.position()) if self.is_on and self.takes_points else None

    def _distance(self, at: QPointF, pixel: Point) -> float:
        point = self._view.point_of(pixel)
        return math.hypot(point.x() - at.x(), point.y() - at.y())

    # The mouse

    def mouse_pressed(self, event: QMouseEvent) -> bool:
        if not self.is_on or event.button() != Qt.MouseButton.LeftButton:
            return False
        number = self._point_to_take(event)
        if number is None:
            return False
        self._desk.choose(number)
        self._held = number
        x, y = self._view.pixel(event.position())
        left, top = self._desk.clicks[number].pixel
        self._off = left - x, top - y
        return True

    def mouse_moved(self, event: QMouseEvent) -> bool:
        if self._held is not None and not event.buttons() & Qt.MouseButton.LeftButton:
            self._let_go()  # the button was let go where nobody told
        if self._held is None:
            over = self._point_to_take(event) is not None
            resting = Qt.CursorShape.CrossCursor if self.is_on else None
            self._view.set_resting_cursor(Qt.CursorShape.SizeAllCursor if over else resting)
            return False
        if self._held >= len(self._desk.clicks):
            self._held = None
            return False
        x, y = self._view.pixel(event.position())
        self._desk.move(self._held, (x + self._off[0], y + self._off[1]))
        return True

    def mouse_released(self, event: QMouseEvent) -> bool:
        if self._held is None or event.button() != Qt.MouseButton.LeftButton:
            return False
        self._let_go()
        return True

    def _let_go(self) -> None:
        self._held = None
        self._desk.settle()

    def mouse_double_clicked(self, event: QMouseEvent) -> bool:
        number = self._point_to_take(event)
        if number is not None:
            self.edit(number)
        return number is not None

    def mouse_left(self) -> None:
        """The pointer is elsewhere."""

    # Keys

    def key_pressed(self, event: QKeyEvent) -> bool:
        if not self.is_on:
            return False
        key = Qt.Key(event.key())
        if key in _ARROWS:
            return self._nudge(*_ARROWS[key], _step(event.modifiers()))
        if key == Qt.Key.Key_Escape:
            return self._escape()
        acts: dict[Qt.Key, Callable[[], bool]] = {
            Qt.Key.Key_Insert: self._insert,
            Qt.Key.Key_Delete: self._remove,
            Qt.Key.Key_Backspace: self._remove,
            Qt.Key.Key_PageDown: lambda: self._next(1),
            Qt.Key.Key_PageUp: lambda: self._next(-1),
            Qt.Key.Key_F2: self._rename,
            Qt.Key.Key_Return: self._rename,
            Qt.Key.Key_Enter: self._rename,
            Qt.Key.Key_BracketLeft: lambda: self._turn(-1, event),
            Qt.Key.Key_BracketRight: lambda: self._turn(1, event),
            Qt.Key.Key_Comma: lambda: self._stretch(-1, event),
            Qt.Key.Key_Period: lambda: self._stretch(1, event),
        }
        act = acts.get(key)
        return act is not None and act()

    def key_released(self, event: QKeyEvent) -> bool:
        return False

    def _nudge(self, right: float, down: float, step: float) -> bool:
        if self._desk.chosen is not None:
            self._desk.nudge_chosen(right * step, down * step)
            return True
        if self._desk.fit is not None:
            self._desk.nudge_grid(right * step, down * step)
            return True
        return False

    def _turn(self, way: int, event: QKeyEvent) -> bool:
        if self._desk.fit is not None:
            self._desk.nudge_grid(degrees=way * DEGREES * _step(event.modifiers()))
        return True

    def _stretch(self, way: int, event: QKeyEvent) -> bool:
        if self._desk.fit is not None:
            self._desk.nudge_grid(factor=FACTOR ** (way * _step(event.modifiers())))
        return True

    def _insert(self) -> bool:
        """A click at the middle of the view, for those who use no mouse."""
        middle = self._view.viewport().rect().center()
        pixel = self._view.pixel(middle)
        if self._view.is_on_scan(pixel):
            self.add(pixel)
        return True

    def _remove(self) -> bool:
        if self._desk.chosen is None:
            return False
        self._desk.remove(self._desk.chosen)
        return True

    def _rename(self) -> bool:
        if self._desk.chosen is None:
            return False
        self.edit(self._desk.chosen)
        return True

    def _next(self, by: int) -> bool:
        self._desk.choose_next(by)
        if self._desk.chosen is not None:
            self._view.look_at_pixel(self._desk.clicks[self._desk.chosen].pixel)
        return True

    def _escape(self) -> bool:
        if self.cancel():
            return True
        if self._desk.chosen is None:
            return False
        self._desk.choose(None)
        return True


def _step(held: Qt.KeyboardModifier) -> float:
    """How many pixels, or twentieths of a degree, a key moves by: ten with Shift, a tenth with Ctrl."""
    if held & Qt.KeyboardModifier.ShiftModifier:
        return 10.0
    return 0.1 if held & Qt.KeyboardModifier.ControlModifier else 1.0
