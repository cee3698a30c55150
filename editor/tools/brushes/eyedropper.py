"""The eyedropper: takes up the kind of what is clicked and gives the last tool back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt

from editor.geometry.cells import Cells
from editor.tools.brushes.inks import ink_at
from editor.tools.options import Option, OptionKind
from editor.tools.preview import TraceLook
from editor.tools.tool import Pointer, Tool, ToolGroup, ToolOptions
from editor.tools.traces import cells_trace
from engine.core.messages import Message, message


@dataclass(slots=True)
class EyedropperOptions(ToolOptions):
    """What follows a click."""

    go_back: bool = True


class Eyedropper(Tool):
    """Picks the kind of what is clicked: a city, a river, a railway, terrain."""

    name = "eyedropper"
    group = ToolGroup.PAINT
    shortcut = "I"
    cursor = Qt.CursorShape.PointingHandCursor
    options: EyedropperOptions
    _before = ""

    @property
    def title(self) -> str:
        return self.tr("Eyedropper")

    @property
    def tip(self) -> str:
        return self.tr("Take up the kind of what is clicked")

    @property
    def hint(self) -> Message:
        return message("tool.hint.eyedropper")

    def make_options(self) -> EyedropperOptions:
        return EyedropperOptions()

    def options_shown(self) -> Sequence[Option]:
        tip = self.tr("Take the tool used before in hand again")
        return (Option("go_back", OptionKind.BOOL, self.tr("Back to the last tool"), tip),)

    def activate(self, before: str = "") -> None:
        self._before = before if before != self.name else self._before

    def hover(self, at: Pointer) -> None:
        cells = Cells() if at.cell is None else Cells.of((at.cell,))
        self.preview.draw([cells_trace(at.ground, cells, TraceLook.SNAP)])

    def press(self, at: Pointer) -> None:
        self.bench.set_ink(ink_at(self.bench, at))

    def release(self, at: Pointer) -> None:
        if self.options.go_back and self._before:
            self.bench.set_tool(self._before)
