"""The mouse and the keys on the map while a game is played, in terms of places and units.

A press on a counter may become a drag, which carries the counter to where it is dropped; without one it is a click. A
press beside counters moves the map or is a click on a place. With Shift a press draws a box, and those inside are a
group; with Ctrl a click lets one more counter belong to it. The right button asks what can be done there. The arrow
keys move a cursor from place to place, Tab takes the next unit, Menu asks, digits press the buttons of the question.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QRubberBand

from editor.canvas.canvas import MapCanvas
from editor.canvas.counters.selection_item import LiftedCounter

_ASLANT = 0.5**0.5
_ARROWS = {
    Qt.Key.Key_Left: (-1.0, 0.0),
    Qt.Key.Key_Right: (1.0, 0.0),
    Qt.Key.Key_Up: (0.0, -1.0),
    Qt.Key.Key_Down: (0.0, 1.0),
    Qt.Key.Key_Home: (-_ASLANT, -_ASLANT),
    Qt.Key.Key_PageUp: (_ASLANT, -_ASLANT),
    Qt.Key.Key_End: (-_ASLANT, _ASLANT),
    Qt.Key.Key_PageDown: (_ASLANT, _ASLANT),
}
"""Where each key leads; the four beside the arrows go aslant, as they lie."""


QUICK = 220
"""Milliseconds between two clicks on a stack that are one double click: whoever clicks slower goes down the stack,
counter by counter, and must not act by it."""


class Hand(Protocol):
    """Whoever knows what clicks, drops and questions mean."""

    def click(self, key: str, unit: str) -> None: ...

    def double_click(self, key: str, unit: str) -> None: ...

    def drop(self, unit: str, key: str) -> None: ...

    def pick_up(self, unit: str) -> None: ...

    def ask_about(self, key: str, unit: str, at: QPoint) -> None: ...

    def hover(self, key: str, unit: str) -> None: ...

    def group_at(self, keys: Iterable[str]) -> None: ...

    def group_with(self, unit: str) -> None: ...


class Keys(Protocol):
    """Whoever knows what the keys mean; each answers whether it took the key."""

    def move_cursor(self, direction: tuple[float, float]) -> bool: ...

    def ask_at_cursor(self) -> bool: ...

    def next_unit(self, step: int = 1) -> bool: ...

    def press_button(self, number: int) -> bool: ...

    def escape(self) -> bool: ...


class PlayGestures:
    """Is offered the events of the canvas before the view."""

    def __init__(self, canvas: MapCanvas, hand: Hand, keys: Keys) -> None:
        self._canvas = canvas
        self._hand = hand
        self._keys = keys
        self._pressed: QPoint | None = None
        self._pressed_at = 0
        """When, in milliseconds."""
        self._unit = ""
        self._clicked: tuple[QPoint, str, str] | None = None
        """Where the last click was, and the place and the unit it was on: chosen, a counter rises in its stack."""
        self._lifted: LiftedCounter | None = None
        self._box_from: QPoint | None = None
        self._box = QRubberBand(QRubberBand.Shape.Rectangle, canvas.viewport())

    def _at(self, point: QPoint) -> tuple[str, str]:
        """The place and the unit under a point of the view."""
        unit = self._canvas.unit_at(point) or ""
        key = (self._canvas.counters.location_of(unit) if unit else None) or self._canvas.location_at(point) or ""
        return key, unit

    def mouse_pressed(self, event: QMouseEvent) -> bool:
        point = event.position().toPoint()
        if event.button() == Qt.MouseButton.RightButton:
            key, unit = self._at(point)
            self._hand.ask_about(key, unit, event.globalPosition().toPoint())
            return True
        if event.button() != Qt.MouseButton.LeftButton:
            return False
        _, unit = self._at(point)
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._box_from = point
            self._box.setGeometry(QRect(point, QSize()))
            self._box.show()
            return True
        if unit and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._hand.group_with(unit)
            return True
        if not unit:
            return False
        self._pressed, self._unit = point, unit
        self._pressed_at = event.timestamp()
        return True

    def mouse_moved(self, event: QMouseEvent) -> bool:
        point = event.position().toPoint()
        if self._box_from is not None:
            self._box.setGeometry(QRect(self._box_from, point).normalized())
            return True
        if self._pressed is not None and not event.buttons() & Qt.MouseButton.LeftButton:
            self._put_down()
        if self._pressed is None:
            self._hand.hover(*self._at(point))
            return False
        far = (point - self._pressed).manhattanLength() >= QApplication.startDragDistance()
        if self._lifted is None and far:
            self._hand.pick_up(self._unit)
            self._lifted = self._canvas.lift(self._unit)
        if self._lifted is not None:
            self._lifted.setPos(self._canvas.plane_point(event.position()))
            self._hand.hover(self._canvas.location_at(point) or "", "")
        return True

    def mouse_released(self, event: QMouseEvent) -> bool:
        if self._box_from is not None:
            self._take_box(event.position().toPoint())
            return True
        if self._pressed is None or event.button() != Qt.MouseButton.LeftButton:
            return False
        point, unit, was_lifted = event.position().toPoint(), self._unit, self._lifted is not None
        pressed = self._pressed
        self._put_down()
        if was_lifted:
            self._hand.drop(unit, self._canvas.location_at(point) or "")
        else:
            key, unit = self._at(pressed)
            self._clicked = (pressed, key, unit)
            self._hand.click(key, unit)
        return True

    def _take_box(self, to: QPoint) -> None:
        """All whose place lies in the box, or whose place was only pressed, become a group."""
        assert self._box_from is not None
        box = QRect(self._box_from, to).normalized()
        self._box_from = None
        self._box.hide()
        keys = self._canvas.counters.keys()
        inside = [key for key in keys if (at := self._canvas.point_of(key)) is not None and box.contains(at)]
        self._hand.group_at(inside or [self._at(to)[0]])

    def mouse_double_clicked(self, event: QMouseEvent) -> bool:
        key, unit = self._twice_at(event.position().toPoint())
        if event.button() != Qt.MouseButton.LeftButton or not unit:
            return False
        if event.timestamp() - self._pressed_at > QUICK and len(self._canvas.counters.stack(key)) > 1:
            return self.mouse_pressed(event)
        self._hand.double_click(key, unit)
        return True

    def _twice_at(self, point: QPoint) -> tuple[str, str]:
        """What a second click is on: what the first was on, though another counter may lie there now."""
        if self._clicked is not None:
            at, key, unit = self._clicked
            is_near = (point - at).manhattanLength() < QApplication.startDragDistance()
            if is_near and unit and self._canvas.counters.location_of(unit) == key:
                return key, unit
        return self._at(point)

    def mouse_left(self) -> None:
        self._hand.hover("", "")

    def key_pressed(self, event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        shifted = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier):
            return False
        if key in _ARROWS and not shifted:
            return self._keys.move_cursor(_ARROWS[key])
        if key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            return self._keys.next_unit(-1 if shifted or key is Qt.Key.Key_Backtab else 1)
        if key is Qt.Key.Key_Menu or (key is Qt.Key.Key_F10 and shifted):
            return self._keys.ask_at_cursor()
        if Qt.Key.Key_1 <= key <= Qt.Key.Key_9:
            return self._keys.press_button(key - Qt.Key.Key_0)
        if key is not Qt.Key.Key_Escape:
            return False
        if self._pressed is not None:
            self._put_down()
            return True
        return self._keys.escape()

    def key_released(self, event: QKeyEvent) -> bool:
        return False

    def _put_down(self) -> None:
        if self._lifted is not None:
            self._canvas.put_down(self._unit)
        self._pressed, self._unit, self._lifted = None, "", None
