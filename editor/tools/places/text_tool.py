"""The tool for lettering: put down, picked, moved, and turned by a handle beside it.

Names of places are lettering too: they are moved by themselves, while the place stays where it is.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import shapely
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from editor.commands.texts import add_text, lay_along, move_texts, rotate_text
from editor.documents.workbench import EditLayer, Picked
from editor.model.change import Change
from editor.model.edits import Part
from editor.tools.options import Option, OptionKind
from editor.tools.places.place_names import moved_by, name_at, name_path, offset_of, reset_name
from editor.tools.pointer_probe import handle_at, text_at
from editor.tools.preview import PreviewTrace, TraceLook
from editor.tools.selection.selection_outline import text_path
from editor.tools.tool import Held, Pointer, Tool, ToolGroup, ToolOptions
from editor.tools.traces import line_path
from engine.core.messages import Message, message
from engine.definitions.bounds import MOST_LINE_POINTS
from engine.definitions.plan import MapPlan, Point, TextPlan

_STEP = 15.0
"""Degrees that Shift turns by."""
_NEAR, _FAR = 0.1, 0.5
"""Hex sizes that an arrow key shifts by, alone and with Shift."""
_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
_STROKE, _CLICK, _SMOOTH = 4.0, 24.0, 3.0
"""Pixels between two points of a line that is drawn, of one that is meant, and that its corners may lie beside it."""
_HANDLE = 22.0
"""How far from the end of the lettering its handle is, in pixels."""


@dataclass(slots=True)
class TextOptions(ToolOptions):
    """What new lettering says and how large it is."""

    text: str = ""
    size: float = 1.0


@dataclass(slots=True)
class _Hold:
    """Lettering under the button: moved, or turned by its handle."""

    name: str
    start: Point
    turns: bool
    is_far: bool = False
    """Whether it is dragged: a click of an unsteady hand moves nothing."""


@dataclass(slots=True)
class _HeldName:
    """The name of a place under the button."""

    of: Picked
    start: Point
    is_far: bool = False


class TextTool(Tool):
    """Writes on the map."""

    name = "text"
    group = ToolGroup.PLACES
    shortcut = "Shift+T"
    cursor = Qt.CursorShape.IBeamCursor
    layer = EditLayer.TEXTS
    double_click_presses = False
    options: TextOptions
    _held: _Hold | None = None
    _name: _HeldName | None = None
    _drawn: list[Point] | None = None
    """The line that is being drawn for lettering to stand on."""

    @property
    def title(self) -> str:
        return self.tr("Lettering")

    @property
    def tip(self) -> str:
        return self.tr("Write on the map; move and turn what is written, and move names of places")

    @property
    def hint(self) -> Message:
        return message("tool.hint.text")

    def make_options(self) -> TextOptions:
        return TextOptions()

    def options_shown(self) -> Sequence[Option]:
        words, size = self.tr("What the next click writes"), self.tr("How large it is written")
        return (
            Option("text", OptionKind.TEXT, self.tr("Text"), words),
            Option("size", OptionKind.NUMBER, self.tr("Size"), size, least=0.1, most=1000),
        )

    @property
    def is_busy(self) -> bool:
        return self._held is not None or self._name is not None or self._drawn is not None

    def press(self, at: Pointer) -> None:
        picked = self._picked()
        if picked is not None and handle_at(at, (self._handle(picked, at.pixel),)) is not None:
            self.check_locks()
            self._held = _Hold(picked.id, at.point, turns=True)
            return
        found = text_at(self.bench, at.point) if not at.held.alt else None
        if found is not None:
            self.bench.pick(Picked(Part.TEXT, found))
            self._held = _Hold(found, at.point, turns=False)
            self.move(at)
            return
        name = name_at(self.bench, at.point) if not at.held.alt else None
        if name is not None:
            self.bench.pick(name)
            self._name = _HeldName(name, at.point)
            self.move(at)
            return
        self.check_locks()
        self._drawn = [at.point]

    def _write(self, line: list[Point], at: Pointer) -> None:
        """Write at the point that was clicked, or along the line that was drawn; with Alt what is picked goes there."""
        middle, along = _line_of(line, at.pixel)
        size, picked = self.options.size, self._picked()
        if at.held.alt and picked is not None:
            if along:
                self.push(lay_along(self.plan, picked.id, middle, along))
            return

        def put(plan: MapPlan, words: str) -> Change:
            return add_text(plan, words, middle, size=size, along=along)

        change = put(self.plan, self.options.text or self.tr("Text"))
        added = self.push(change)
        self.hover(at)
        if added:
            (key,) = change.touched().texts
            self.bench.pick(Picked(Part.TEXT, key))
            self.bench.ask_name(put)

    def move(self, at: Pointer) -> None:
        if self._drawn is not None:
            if math.dist(self._drawn[-1], at.point) >= _STROKE * at.pixel:
                self._drawn.append(at.point)
            self.preview.draw([PreviewTrace(TraceLook.GUIDE, line_path(tuple(self._drawn)))])
            return
        if self._name is not None:
            by = self._dragged(self._name, at)
            self.preview.draw([PreviewTrace(TraceLook.COVER, name_path(self.bench, self._name.of, by))])
        if self._held is None:
            return
        text = self._after(self._held, at)
        handle = self._handle(text, at.pixel)
        stem = line_path((self._handle(text, at.pixel, beyond=0.0), handle))
        self.preview.draw(
            [PreviewTrace(TraceLook.GUIDE, stem), PreviewTrace(TraceLook.COVER, text_path(self.bench, text))],
            (handle,),
            0,
        )

    def release(self, at: Pointer) -> None:
        drawn, self._drawn = self._drawn, None
        if drawn is not None:
            self._write([*drawn, at.point], at)
            return
        name, self._name = self._name, None
        by = (0.0, 0.0) if name is None else self._dragged(name, at)
        if name is not None and by != (0.0, 0.0):
            self.push(moved_by(self.plan, name.of, by))
        held, self._held = self._held, None
        if held is not None:
            text, old = self._after(held, at), self.plan.texts[held.name]
            if held.turns and text.angle != old.angle:
                self.push(rotate_text(self.plan, held.name, text.angle))
            elif not held.turns and text.position != old.position:
                by = text.position[0] - old.position[0], text.position[1] - old.position[1]
                self.push(move_texts(self.plan, (held.name,), by))
        self.hover(at)

    def double_click(self, at: Pointer) -> None:
        self.bench.ask_name()

    def hover(self, at: Pointer) -> None:
        traces, handles = [], []
        picked = self._picked()
        if picked is not None:
            handle = self._handle(picked, at.pixel)
            traces.append(
                PreviewTrace(TraceLook.GUIDE, line_path((self._handle(picked, at.pixel, beyond=0.0), handle)))
            )
            handles.append(handle)
        found = text_at(self.bench, at.point)
        if found is not None:
            traces.append(PreviewTrace(TraceLook.GUIDE, text_path(self.bench, self.plan.texts[found])))
        name = name_at(self.bench, at.point) if found is None else None
        if name is not None:
            traces.append(PreviewTrace(TraceLook.GUIDE, name_path(self.bench, name)))
        self.preview.draw(traces, handles, handle_at(at, handles))

    def cancel(self) -> bool:
        busy, self._held, self._name, self._drawn = self.is_busy, None, None, None
        self.preview.clear()
        return busy

    def forget(self) -> None:
        super().forget()
        self._held = self._name = self._drawn = None

    def key(self, key: Qt.Key, held: Held) -> bool:
        """Arrows shift what is picked a little, with Shift further; Home puts a name back."""
        picked, way = self.bench.picked, _ARROWS.get(key)
        if picked is None or self.is_busy:
            return False
        has_name = offset_of(self.plan, picked) is not None
        if key == Qt.Key.Key_Home and has_name:
            return reset_name(self.bench)
        if way is None or not (has_name or picked.part is Part.TEXT):
            return False
        step = _FAR if held.shift else _NEAR
        by = way[0] * step, way[1] * step
        change = moved_by(self.plan, picked, by) if has_name else move_texts(self.plan, (str(picked.key),), by)
        return self.push(change)

    def _picked(self) -> TextPlan | None:
        picked = self.bench.picked
        return self.plan.texts.get(str(picked.key)) if picked is not None and picked.part is Part.TEXT else None

    def _after(self, held: _Hold, at: Pointer) -> TextPlan:
        """The lettering as it would be if the button were let go here."""
        text = self.plan.texts[held.name]
        across, down = self._dragged(held, at)
        if held.turns:
            if not held.is_far:
                return text
            angle = math.degrees(math.atan2(at.point[1] - text.position[1], at.point[0] - text.position[0]))
            return replace(text, angle=round(angle / _STEP) * _STEP if at.held.shift else round(angle, 1))
        return replace(text, position=(text.position[0] + across, text.position[1] + down))

    @staticmethod
    def _dragged(held: _Hold | _HeldName, at: Pointer) -> Point:
        """How far something is dragged by now; not at all before the pointer has gone as far as a drag goes."""
        held.is_far |= math.dist(held.start, at.point) >= QApplication.startDragDistance() * at.pixel
        return _shifted(held.start, at) if held.is_far else (0.0, 0.0)

    def _handle(self, text: TextPlan, pixel: float, *, beyond: float = _HANDLE) -> Point:
        """Where the handle that turns it is: beyond its end, in the direction it runs."""
        box = self.bench.canvas.picture.boxes.text_box(replace(text, angle=0.0))
        reach = box.width / 2 + beyond * pixel
        angle = math.radians(text.angle)
        return text.position[0] + reach * math.cos(angle), text.position[1] + reach * math.sin(angle)


def _line_of(points: list[Point], pixel: float) -> tuple[Point, tuple[Point, ...]]:
    """The middle of a line that was drawn, and the line from there with no more corners than it needs.

    What is hardly longer than a click is one: the point itself, and no line.
    """
    length = sum(math.dist(a, b) for a, b in itertools.pairwise(points))
    if length < _CLICK * pixel or math.dist(points[0], points[-1]) < _CLICK * pixel / 2:
        return points[0], ()
    line = shapely.LineString(points).simplify(_SMOOTH * pixel)
    middle = line.interpolate(0.5, normalized=True)
    x, y = round(middle.x, 3), round(middle.y, 3)
    corners = list(line.coords)[:MOST_LINE_POINTS]
    return (x, y), tuple((round(a - x, 3), round(b - y, 3)) for a, b in corners)


def _shifted(start: Point, at: Pointer) -> Point:
    """How far something is dragged; Shift keeps to a row or a column."""
    across, down = at.point[0] - start[0], at.point[1] - start[1]
    if at.held.shift:
        return (across, 0.0) if abs(across) >= abs(down) else (0.0, down)
    return across, down
