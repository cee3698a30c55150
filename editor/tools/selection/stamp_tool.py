"""The stamp: what was copied, or a stamp of the file, in hand and laid down with each click."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtGui import QPainterPath

from editor.commands.clipboard import Over, paste, paste_places
from editor.geometry.cells import existing
from editor.model.fragment import Fragment
from editor.refusal import CannotEdit
from editor.tools.options import Choice, Option, OptionKind
from editor.tools.preview import Look, Trace
from editor.tools.selection.selection_actions import STAMP_TOOL
from editor.tools.tool import Pointer, Tool, ToolGroup, ToolOptions
from editor.tools.traces import cells_trace, line_path, ring_path, sides_path, way_points
from engine.core.messages import Message, message
from engine.definitions.plan import Point


@dataclass(slots=True)
class StampOptions(ToolOptions):
    """What becomes of what lies there."""

    over: Over = Over.ADD


class StampTool(Tool):
    """Lays a fragment down with its middle on the hex that is clicked; spaces alone need no hex there."""

    name = STAMP_TOOL
    group = ToolGroup.SELECT
    shortcut = "K"
    options: StampOptions
    _before = ""

    @property
    def title(self) -> str:
        return self.tr("Stamp")

    @property
    def tip(self) -> str:
        return self.tr("Lay down what was copied, or a stamp")

    @property
    def hint(self) -> Message:
        return message("tool.hint.stamp" if self.bench.clipboard is not None else "tool.cannot.nothing-copied")

    def make_options(self) -> StampOptions:
        return StampOptions()

    def options_shown(self) -> Sequence[Option]:
        overs = (Choice(Over.ADD, self.tr("Add to what is there")), Choice(Over.REPLACE, self.tr("Replace it")))
        tip = self.tr("What becomes of rivers, lines and places that lie there; terrain is always painted")
        return (Option("over", OptionKind.CHOICE, self.tr("Lay down"), tip, choices=overs),)

    def activate(self, before: str = "") -> None:
        self._before = before if before != self.name else self._before

    def press(self, at: Pointer) -> None:
        fragment = self._in_hand()
        if not fragment.has_hexes:
            self.push(paste_places(self.plan, fragment, at.point))
            return
        if at.any_cell is None:
            raise CannotEdit(message("tool.cannot.no-hex-here"))
        contents = self.document.contents
        self.push(paste(self.plan, fragment, at.any_cell, over=self.options.over, contents=contents))

    def hover(self, at: Pointer) -> None:
        fragment = self._in_hand()
        if not fragment.has_hexes:
            self.preview.draw(_places(fragment, at.point))
            return
        if at.any_cell is None:
            self.preview.clear()
            return
        cells = existing(self.plan, fragment.cells_at(self.plan, at.any_cell))
        _, anchor = fragment.fits(at.ground, at.any_cell)
        places = _places(fragment, at.ground.centre(anchor))
        self.preview.draw([cells_trace(at.ground, cells), *_content(at, fragment), *places])

    def cancel(self) -> bool:
        """Put the stamp away and take the tool used before in hand."""
        super().cancel()
        self.preview.clear()
        if self._before and self.bench.tool == self.name:
            self.bench.set_tool(self._before)
            return True
        return False

    def refused(self) -> None:
        """The stamp stays in hand."""

    def deactivate(self) -> None:
        self.preview.clear()

    def _in_hand(self) -> Fragment:
        if self.bench.clipboard is None:
            raise CannotEdit(message("tool.cannot.nothing-copied"))
        return self.bench.clipboard


_MOST_SHOWN = 500
"""Rivers, lines and places of a fragment that are shown before they are laid down."""
_RING = 0.7
"""How large a space is shown, in circumradii."""


def _content(at: Pointer, fragment: Fragment) -> list[Trace]:
    """The hexsides and lines of a fragment where they would come down."""
    if at.any_cell is None:
        return []
    _, anchor = fragment.fits(at.ground, at.any_cell)
    traces: list[Trace] = []
    for side in fragment.sides[:_MOST_SHOWN]:
        near = anchor.moved((side.at[0], side.at[1], -side.at[0] - side.at[1]))
        traces.append(Trace(Look.LINE, sides_path(at.ground, (at.ground.hexside(near, side.direction),))))
    for line in fragment.lines[:_MOST_SHOWN]:
        chain = [anchor.moved((at[0], at[1], -at[0] - at[1])) for at in line.through if not isinstance(at, str)]
        traces.append(Trace(Look.LINE, line_path(way_points(at.ground, chain))))
    return traces


def _places(fragment: Fragment, middle: Point) -> list[Trace]:
    """The spaces and boxes of a fragment about a point, and the connections between them."""
    points = {place.id: (middle[0] + place.at[0], middle[1] + place.at[1]) for place in fragment.places[:_MOST_SHOWN]}
    rings, ways = QPainterPath(), QPainterPath()
    for point in points.values():
        rings.addPath(ring_path(point, _RING))
    for link in fragment.links[:_MOST_SHOWN]:
        ends = [points.get(end) for end in (link.a, link.b) if isinstance(end, str)]
        if len(ends) == 2 and ends[0] is not None and ends[1] is not None:
            ways.addPath(line_path((ends[0], ends[1])))
    return [Trace(Look.LINE, ways), Trace(Look.COVER, rings)] if points else []
