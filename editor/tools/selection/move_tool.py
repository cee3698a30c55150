"""Moving what is selected with the mouse: hexes with all that lies on them, spaces and boxes; with Ctrl a copy.

Where the piece would come down is outlined while it is dragged; the map is changed once, when it is let go.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainterPath

from editor.commands.clipboard import Over, move, paste
from editor.commands.layout import move_places
from editor.geometry.cells import Cells
from editor.model.fragment import Fragment
from editor.model.fragment_copy import copied
from editor.model.selection import Selection, chosen
from editor.tools.action_push import Make, one_entry
from editor.tools.places.place_actions import doubling
from editor.tools.preview import PreviewTrace, TraceLook
from editor.tools.selection.select_tools import place_at
from editor.tools.tool import Pointer, Tool, ToolGroup
from editor.tools.traces import cells_trace
from engine.core.messages import Message, message
from engine.definitions.plan import Cell


@dataclass(slots=True)
class _Lifted:
    """What is being dragged, and from where."""

    selection: Selection
    fragment: Fragment | None
    anchor: Cell | None
    start: Pointer


class MoveSelection(Tool):
    """Drags what is selected; what is not is selected first."""

    name = "move-selection"
    group = ToolGroup.SELECT
    shortcut = "V"
    cursor = Qt.CursorShape.SizeAllCursor
    _lifted: _Lifted | None = None

    @property
    def title(self) -> str:
        return self.tr("Move")

    @property
    def tip(self) -> str:
        return self.tr("Move what is selected, or copy it with Ctrl")

    @property
    def hint(self) -> Message:
        return message("tool.hint.move-selection")

    @property
    def is_busy(self) -> bool:
        return self._lifted is not None

    def press(self, at: Pointer) -> None:
        selection = self.bench.selection
        under = place_at(self.plan, at)
        if not _holds(selection, under):
            selection = under
            self.bench.select(under)
        if not selection:
            return
        anchor = at.any_cell if selection.cells else None
        fragment = None
        if anchor is not None:
            fragment = copied(
                self.plan, selection.cells, anchor=anchor, places=selection.places, contents=self.document.contents
            )
        self._lifted = _Lifted(selection, fragment, anchor, at)
        self.move(at)

    def move(self, at: Pointer) -> None:
        lifted = self._lifted
        if lifted is None:
            return
        traces = []
        if lifted.fragment is not None and at.any_cell is not None:
            traces.append(cells_trace(at.ground, lifted.fragment.cells_at(self.plan, at.any_cell)))
        across, down = self._by(at)
        outlines = QPainterPath()
        for place in lifted.selection.places:
            outline = self.bench.canvas.picture.outline(place)
            if outline is not None:
                outlines.addPath(outline.translated(across, down))
        self.preview.draw([*traces, PreviewTrace(TraceLook.COVER, outlines)])

    def release(self, at: Pointer) -> None:
        lifted = self._lifted
        if lifted is None:
            return
        by = self._by(at)
        self._lifted = None
        self.preview.clear()
        to = at.any_cell
        has_hexes_moved = lifted.anchor is not None and to is not None and to != lifted.anchor
        if not has_hexes_moved and (not lifted.selection.places or by == (0.0, 0.0)):
            return
        if at.held.ctrl:
            self._copy(lifted, to, by)
        else:
            self._move(lifted, to, by)

    def _move(self, lifted: _Lifted, to: Cell | None, by: tuple[float, float]) -> None:
        selection, contents = lifted.selection, self.document.contents
        makes: list[Make] = []
        anchor, fragment = lifted.anchor, lifted.fragment
        cells = selection.cells
        if anchor is not None and fragment is not None and to is not None and to != anchor:
            makes.append(lambda plan: move(plan, selection.cells, anchor, to, contents=contents))
            cells = fragment.cells_at(self.plan, to)
        if selection.places:
            makes.append(lambda plan: move_places(plan, sorted(selection.places), by))
        if one_entry(self.bench, message("edit.do.move"), makes):
            self.bench.select(chosen(self.plan, cells, selection.places))

    def _copy(self, lifted: _Lifted, to: Cell | None, by: tuple[float, float]) -> None:
        fragment, places = lifted.fragment, lifted.selection.places
        makes: list[Make] = []
        cells = Cells()
        if fragment is not None and to is not None and to != lifted.anchor:
            contents = self.document.contents
            makes.append(lambda plan: paste(plan, fragment, to, over=Over.REPLACE, contents=contents))
            cells = fragment.cells_at(self.plan, to)
        elif fragment is None and places:
            makes.append(doubling(self.document, places, by))
        before = {*self.plan.spaces, *self.plan.boxes}
        if one_entry(self.bench, message("tool.do.duplicate"), makes):
            added = {*self.plan.spaces, *self.plan.boxes} - before
            self.bench.select(chosen(self.plan, cells, added))

    def hover(self, at: Pointer) -> None:
        under = place_at(self.plan, at)
        if _holds(self.bench.selection, under) or not under:
            self.preview.clear()
        elif under.cells:
            self.preview.draw([PreviewTrace(TraceLook.GUIDE, cells_trace(at.ground, under.cells).path)])
        else:
            outline = self.bench.canvas.picture.outline(at.key)
            self.preview.draw([] if outline is None else [PreviewTrace(TraceLook.GUIDE, outline)])

    def cancel(self) -> bool:
        busy, self._lifted = self.is_busy, None
        self.preview.clear()
        return busy

    def forget(self) -> None:
        super().forget()
        self._lifted = None

    def _by(self, at: Pointer) -> tuple[float, float]:
        """How far the pointer has gone; Shift keeps it to one axis."""
        assert self._lifted is not None
        start = self._lifted.start.point
        across, down = at.point[0] - start[0], at.point[1] - start[1]
        if at.held.shift:
            return (across, 0.0) if abs(across) >= abs(down) else (0.0, down)
        return across, down


def _holds(selection: Selection, one: Selection) -> bool:
    """Whether the place under the pointer is selected already."""
    return bool(one) and all(cell in selection.cells for cell in one.cells) and one.places <= selection.places
