"""The hand of the designer on the map: it moves counters, takes units that are dropped, and paints with a brush.

Without a brush a counter is picked up and put down elsewhere: on another place, in a box, or off the map. With one, a
stroke lays something on places and the right button wipes it off; Shift makes it a rectangle, Ctrl fills all that hang
together and have one holder. Whatever the mouse does the keys do too, at the place
that is pointed out: the arrows move it, Enter sets the chosen units up there or lays what the brush lays, Delete takes
the units off the map or wipes. One stroke, one drop, one key is one entry of the history.
"""

from __future__ import annotations

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDrag, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication

from editor.canvas.canvas import MapCanvas
from editor.canvas.setup_signs import HoldingLayer, SignLayer
from editor.commands.design.setup import move_in_stack, place_units, unplace_units
from editor.documents.design_bench import DesignBench
from editor.documents.design_brush import ControlBrush, HoldingBrush
from editor.documents.file_history import FileHistory
from editor.geometry.place_neighbours import place_towards
from editor.model.design.sides import side_colours
from editor.tools.setup_strokes import places_between, places_held_alike, places_in_band
from editor.tools.unit_drag import carried, units_in
from engine.core.messages import message

_NONE, _LEFT, _RIGHT = Qt.MouseButton.NoButton, Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
_ARROWS = {
    Qt.Key.Key_Left: (-1.0, 0.0),
    Qt.Key.Key_Right: (1.0, 0.0),
    Qt.Key.Key_Up: (0.0, -1.0),
    Qt.Key.Key_Down: (0.0, 1.0),
}
_STROKE = "#3a7bd5"
_IN_HAND = 40
"""Pixels of a counter that is dragged off the map."""


class SetupHand:
    """An `EventTarget` and a `DropTarget` of the canvas."""

    def __init__(self, desk: DesignBench, holding: HoldingLayer, signs: SignLayer) -> None:
        self._desk = desk
        self._holding = holding
        self._signs = signs
        self._pressed: tuple[QPoint, str] | None = None
        """Where a counter was pressed, and which."""
        self._carried: tuple[str, ...] = ()
        self._stroke: dict[str, None] | None = None
        self._wipes = False
        self._button = _NONE
        """The one that began what is going on; the others go down and up meanwhile without a trace."""
        self._began = self._last = QPoint()
        """Where the stroke began, and where it was seen last."""
        self._history: FileHistory | None = None
        desk.scenario_changed.connect(self._follow_history)

    def _follow_history(self) -> None:
        """Whatever is undone or changed meanwhile ends what is going on: nothing is put down on another setup."""
        if self._history is not None:
            self._history.changing.disconnect(self._drop)
        scenario = self._desk.scenario
        self._history = None if scenario is None else scenario.map.history
        if self._history is not None:
            self._history.changing.connect(self._drop)

    @property
    def _canvas(self) -> MapCanvas:
        return self._desk.canvas

    # The mouse

    @property
    def _is_busy(self) -> bool:
        """Whether a stroke is drawn or a counter is held."""
        return self._stroke is not None or self._pressed is not None

    def mouse_pressed(self, event: QMouseEvent) -> bool:
        at = event.position().toPoint()
        if self._is_busy and event.button() != self._button:
            return True
        self._end_lost()
        if self._desk.design is None or event.button() not in (_LEFT, _RIGHT):
            return False
        self._button = event.button()
        if self._desk.brush is not None:
            self._stroke, self._wipes = {}, event.button() == _RIGHT
            self._began = self._last = at
            self._go_over(at, event.modifiers())
            return True
        unit = self._canvas.unit_at(at)
        if event.button() == _RIGHT or unit is None:
            return False
        self._pressed = at, unit
        return True

    def mouse_moved(self, event: QMouseEvent) -> bool:
        at = event.position().toPoint()
        if not event.buttons() & self._button:
            self._end_lost()
        if self._stroke is not None:
            self._go_over(at, event.modifiers())
            return True
        if self._pressed is None:
            return False
        start, unit = self._pressed
        if not self._carried and (at - start).manhattanLength() >= QApplication.startDragDistance():
            self._pick_up(unit)
        if self._carried:
            self._carry(at)
        return True

    def mouse_released(self, event: QMouseEvent) -> bool:
        at = event.position().toPoint()
        if event.button() != self._button:
            return self._is_busy
        if self._stroke is not None:
            self._finish_stroke()
            return True
        if self._pressed is None:
            return False
        start, unit = self._pressed
        units, self._pressed = self._carried, None
        self._let_go()
        if units:
            self._put_down(units, at)
        elif event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            chosen = self._desk.selected_units
            self._desk.select_units([each for each in chosen if each != unit] if unit in chosen else [*chosen, unit])
        else:
            self._canvas.click(start)
        return True

    def _end_lost(self) -> None:
        """The button was let go where nobody told: the stroke stands as it was seen, counters stay where they were."""
        if self._stroke is not None:
            self._finish_stroke()
        if self._pressed is not None:
            self._pressed = None
            self._let_go()

    def mouse_double_clicked(self, event: QMouseEvent) -> bool:
        """The topmost counter alone, where a click chooses the whole stack."""
        unit = self._canvas.unit_at(event.position().toPoint()) if self._desk.brush is None else None
        if unit is None:
            return False
        self._desk.select_units([unit])
        return True

    def mouse_left(self) -> None:
        self._signs.show_target("")

    # Counters in the hand

    def _pick_up(self, unit: str) -> None:
        chosen = self._desk.selected_units
        here = self._canvas.counters.location_of(unit)
        together = [each for each in chosen if self._canvas.counters.location_of(each) == here]
        self._carried = tuple(together) if unit in together else (unit,)
        if unit not in chosen:
            self._desk.select_units([unit])
        stack = [picture.unit for picture in self._canvas.counters.stack(here or "")]
        self._carried = tuple(sorted(self._carried, key=stack.index))
        for each in self._carried:
            self._canvas.lift(each)

    def _carry(self, at: QPoint) -> None:
        if not self._canvas.viewport().rect().contains(at):
            self._hand_over()
            return
        point = self._canvas.plane_point(at)
        for number, each in enumerate(self._carried):
            self._canvas.move_lifted(each, QPointF(point.x() + number * 0.08, point.y() - number * 0.08))
        self._signs.show_target(self._canvas.location_at(at) or "")

    def _hand_over(self) -> None:
        """The counters leave the map: let other panels take them, as any drag."""
        units, self._pressed = self._carried, None
        at = self._canvas.counters.location_of(units[-1]) or ""
        picture = next((one for one in self._canvas.counters.stack(at) if one.unit == units[-1]), None)
        self._let_go()
        drag = QDrag(self._canvas)
        drag.setMimeData(carried(units))
        if picture is not None:
            drag.setPixmap(self._canvas.counters.picture_of(picture, _IN_HAND))
        drag.exec(Qt.DropAction.CopyAction)

    def _let_go(self) -> None:
        for each in self._carried:
            self._canvas.put_down(each)
        self._carried = ()
        self._signs.show_target("")

    def _put_down(self, units: tuple[str, ...], at: QPoint) -> None:
        key = self._canvas.location_at(at) if self._canvas.viewport().rect().contains(at) else None
        if key is None:
            self._desk.push(lambda design: unplace_units(design, units))
        else:
            self.set_up(units, key)

    def set_up(self, units: tuple[str, ...], key: str) -> None:
        """Let units begin at a place, by its key, and point it out."""
        if self._desk.push(lambda design: place_units(design, units, design.places.label(key))):
            self._desk.select_units(units)
        self._desk.point_out(key)

    # What is dropped from elsewhere

    def is_wanted(self, data: QMimeData) -> bool:
        """Whether units are being dragged while the designer is shown."""
        return self._desk.is_active and bool(units_in(data))

    def can_take(self, data: QMimeData, at: QPoint) -> bool:
        """Whether these are units and a place is there; the place is pointed out."""
        key = self._canvas.location_at(at) if self.is_wanted(data) else None
        self._signs.show_target(key or "")
        return key is not None

    def drop(self, data: QMimeData, at: QPoint) -> bool:
        """Set the dropped units up where they fell."""
        self._signs.show_target("")
        design, key = self._desk.design, self._canvas.location_at(at)
        units = tuple(unit for unit in units_in(data) if design is not None and unit in design.units)
        if not self._desk.is_active or not units:
            return False
        if key is None:
            self._desk.report(message("design.cannot.off-the-map"))
            return False
        self.set_up(units, key)
        return True

    def drag_left(self) -> None:
        self._signs.show_target("")

    # Strokes

    def _go_over(self, at: QPoint, held: Qt.KeyboardModifier) -> None:
        brush, design = self._desk.brush, self._desk.design
        if brush is None or design is None or self._stroke is None:
            return
        if held & Qt.KeyboardModifier.ShiftModifier:
            self._stroke = dict.fromkeys(places_in_band(self._canvas, self._began, at))
        elif held & Qt.KeyboardModifier.ControlModifier:
            key = self._canvas.location_at(at)
            if key is not None and key not in self._stroke:
                self._stroke |= dict.fromkeys(places_held_alike(design, key))
        else:
            self._stroke |= dict.fromkeys(places_between(self._canvas, self._last, at))
        self._last = at
        touched = {each for place in self._stroke for each in brush.reached(design, place)}
        self._holding.show_stroke(touched, "" if self._wipes else self._colour())

    def _colour(self) -> str:
        brush, design = self._desk.brush, self._desk.design
        if isinstance(brush, ControlBrush | HoldingBrush) and design is not None:
            return side_colours(design).get(brush.side, "")
        return _STROKE

    def _finish_stroke(self) -> None:
        places, self._stroke = self._stroke or {}, None
        self._holding.show_stroke(())
        self.lay(tuple(places), wipes=self._wipes)

    def lay(self, places: tuple[str, ...], *, wipes: bool = False) -> None:
        """Lay what the brush lays on places, by their keys, or wipe it off."""
        brush, design = self._desk.brush, self._desk.design
        if brush is None or design is None:
            return
        keys = [key for key in places if brush.reached(design, key)]
        if not keys:
            self._desk.report(message("design.cannot.nothing-to-paint"))
            return
        self._desk.push(lambda now: brush.wiped(now, keys) if wipes else brush.laid(now, keys))
        self._desk.point_out(keys[-1])

    # Keys

    def key_pressed(self, event: QKeyEvent) -> bool:
        key, held = Qt.Key(event.key()), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if self._desk.design is None or held:
            return False
        if key in _ARROWS:
            self._step(*_ARROWS[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._act_here(wipes=False)
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._act_here(wipes=True)
        elif key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown) and self._desk.selected_units:
            unit, step = self._desk.selected_units[0], 1 if key == Qt.Key.Key_PageUp else -1
            self._desk.push(lambda design: move_in_stack(design, unit, step))
        elif key == Qt.Key.Key_Escape:
            return self._give_up()
        else:
            return False
        return True

    def key_released(self, event: QKeyEvent) -> bool:
        return False

    def _step(self, right: float, down: float) -> None:
        """Point out the next place in a direction; the first time, the one in the middle of the view."""
        canvas, here = self._canvas, self._desk.place
        middle = canvas.plane_point(canvas.viewport().rect().center())
        found = place_towards(canvas.picture, here, (middle.x(), middle.y()), (right, down))
        if found:
            self._desk.point_out(found)
            point = canvas.point_of(found)
            if point is not None and not canvas.viewport().rect().adjusted(30, 30, -30, -30).contains(point):
                canvas.look_at(found)

    def _act_here(self, *, wipes: bool) -> None:
        place, units = self._desk.place, self._desk.selected_units
        if self._desk.brush is not None:
            if place:
                self.lay((place,), wipes=wipes)
            else:
                self._desk.report(message("design.cannot.place-nowhere"))
        elif wipes:
            self._desk.push(lambda design: unplace_units(design, units))
        elif not units:
            self._desk.report(message("design.cannot.place-nobody"))
        elif not place:
            self._desk.report(message("design.cannot.place-nowhere"))
        else:
            self.set_up(units, place)

    def _give_up(self) -> bool:
        """Put back what is in the hand, or put the brush away."""
        if self._drop():
            return True
        if self._desk.brush is None:
            return False
        self._desk.set_brush(None)
        return True

    def _drop(self) -> bool:
        """Leave no trace of what is going on; False when nothing is."""
        if not self._is_busy:
            return False
        if self._stroke is not None:
            self._stroke = None
            self._holding.show_stroke(())
        self._pressed = None
        self._let_go()
        return True
