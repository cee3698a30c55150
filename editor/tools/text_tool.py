"""The tool for lettering: put down, picked, moved, and turned by a handle beside it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import Qt

from editor.commands.texts import add_text, move_texts, rotate_text
from editor.documents.workbench import EditLayer, Picked
from editor.model.edits import Part
from editor.tools.options import Option, OptionKind
from editor.tools.preview import Look, Trace
from editor.tools.probing import handle_at, text_at
from editor.tools.selection_outline import text_path
from editor.tools.tool import Pointer, Tool, ToolGroup, ToolOptions
from editor.tools.traces import line_path
from engine.core.messages import Message, message
from engine.definitions.plan import Point, TextPlan

_STEP = 15.0
"""Degrees that Shift turns by."""
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

    @property
    def title(self) -> str:
        return self.tr("Lettering")

    @property
    def tip(self) -> str:
        return self.tr("Write on the map; move and turn what is written")

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
        return self._held is not None

    def press(self, at: Pointer) -> None:
        picked = self._picked()
        if picked is not None and handle_at(at, (self._handle(picked, at.pixel),)) is not None:
            self.check_locks()
            self._held = _Hold(picked.id, at.point, turns=True)
            return
        found = text_at(self.bench, at.point)
        if found is not None:
            self.bench.pick(Picked(Part.TEXT, found))
            self._held = _Hold(found, at.point, turns=False)
            self.move(at)
            return
        self.check_locks()
        change = add_text(self.plan, self.options.text or self.tr("Text"), at.point, size=self.options.size)
        if self.push(change):
            (added,) = change.touched().texts
            self.bench.pick(Picked(Part.TEXT, added))
        self.hover(at)

    def move(self, at: Pointer) -> None:
        if self._held is None:
            return
        text = self._after(self._held, at)
        if text is not None:
            handle = self._handle(text, at.pixel)
            stem = line_path((self._handle(text, at.pixel, beyond=0.0), handle))
            self.preview.draw([Trace(Look.GUIDE, stem), Trace(Look.COVER, text_path(self.bench, text))], (handle,), 0)

    def release(self, at: Pointer) -> None:
        held, self._held = self._held, None
        text = None if held is None else self._after(held, at)
        if held is not None and text is not None:
            old = self.plan.texts[held.name]
            if held.turns and text.angle != old.angle:
                self.push(rotate_text(self.plan, held.name, text.angle))
            elif not held.turns and at.point != held.start:
                by = text.position[0] - old.position[0], text.position[1] - old.position[1]
                self.push(move_texts(self.plan, (held.name,), by))
        self.hover(at)

    def double_click(self, at: Pointer) -> None:
        self.bench.ask_details()

    def hover(self, at: Pointer) -> None:
        traces, handles = [], []
        picked = self._picked()
        if picked is not None:
            handle = self._handle(picked, at.pixel)
            traces.append(Trace(Look.GUIDE, line_path((self._handle(picked, at.pixel, beyond=0.0), handle))))
            handles.append(handle)
        found = text_at(self.bench, at.point)
        if found is not None:
            traces.append(Trace(Look.GUIDE, text_path(self.bench, self.plan.texts[found])))
        self.preview.draw(traces, handles, handle_at(at, handles))

    def cancel(self) -> bool:
        busy, self._held = self.is_busy, None
        self.preview.clear()
        return busy

    def forget(self) -> None:
        super().forget()
        self._held = None

    def _picked(self) -> TextPlan | None:
        picked = self.bench.picked
        return self.plan.texts.get(str(picked.key)) if picked is not None and picked.part is Part.TEXT else None

    def _after(self, held: _Hold, at: Pointer) -> TextPlan | None:
        """The lettering as it would be if the button were let go here."""
        text = self.plan.texts.get(held.name)
        if text is None:
            return None
        if held.turns:
            angle = math.degrees(math.atan2(at.point[1] - text.position[1], at.point[0] - text.position[0]))
            return replace(text, angle=round(angle / _STEP) * _STEP if at.held.shift else round(angle, 1))
        across, down = at.point[0] - held.start[0], at.point[1] - held.start[1]
        if at.held.shift:
            across, down = (across, 0.0) if abs(across) >= abs(down) else (0.0, down)
        return replace(text, position=(text.position[0] + across, text.position[1] + down))

    def _handle(self, text: TextPlan, pixel: float, *, beyond: float = _HANDLE) -> Point:
        """Where the handle that turns it is: beyond its end, in the direction it runs."""
        box = self.bench.canvas.picture.boxes.text_box(replace(text, angle=0.0))
        reach = box.width / 2 + beyond * pixel
        angle = math.radians(text.angle)
        return text.position[0] + reach * math.cos(angle), text.position[1] + reach * math.sin(angle)
