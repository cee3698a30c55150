"""A place of the map, chosen by a click: for a moment the mouse on the map is for this, then it is given back."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent

from editor.documents.design_bench import DesignBench


class PlacePicker:
    """Takes the map in hand until a place is clicked or Esc is struck; `done` is told the place as it is written.

    Whoever picks elsewhere, leaves the designer or goes on to another scenario has given up.
    """

    def __init__(self, desk: DesignBench, done: Callable[[str | None], None]) -> None:
        if isinstance(desk.hand, PlacePicker):
            desk.hand.let_go()
        self._desk = desk
        self._done = done
        desk.take(self)
        desk.active_changed.connect(self._give_up)
        desk.scenario_changed.connect(self._give_up)
        desk.canvas.viewport().setCursor(Qt.CursorShape.CrossCursor)
        desk.canvas.setFocus()

    def let_go(self, place: str | None = None) -> None:
        """Give the mouse back, with a place or without."""
        if self._desk.hand is self:
            self._desk.active_changed.disconnect(self._give_up)
            self._desk.scenario_changed.disconnect(self._give_up)
            self._desk.take(None)
            self._desk.canvas.viewport().unsetCursor()
            self._done(place)

    def _give_up(self) -> None:
        self.let_go()

    def mouse_pressed(self, event: QMouseEvent) -> bool:
        return event.button() == Qt.MouseButton.LeftButton

    def mouse_moved(self, event: QMouseEvent) -> bool:
        return False

    def mouse_released(self, event: QMouseEvent) -> bool:
        if event.button() != Qt.MouseButton.LeftButton:
            return False
        key, design = self._desk.canvas.location_at(event.position()), self._desk.design
        if key is not None and design is not None:
            self.let_go(design.places.label(key))
        return True

    def mouse_double_clicked(self, event: QMouseEvent) -> bool:
        return True

    def mouse_left(self) -> None:
        pass

    def key_pressed(self, event: QKeyEvent) -> bool:
        if event.key() != Qt.Key.Key_Escape:
            return False
        self.let_go()
        return True

    def key_released(self, event: QKeyEvent) -> bool:
        return False
