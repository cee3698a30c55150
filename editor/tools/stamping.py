"""The stamp: what was copied, or a stamp of the file, in hand and laid down with each click."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from editor.commands.clipboard import Over, paste
from editor.model.cells import existing
from editor.model.fragment import Fragment
from editor.model.refusal import CannotEdit
from editor.tools.options import Choice, Option, OptionKind
from editor.tools.preview import Look, Trace
from editor.tools.selection_actions import STAMP_TOOL
from editor.tools.tool import Pointer, Tool, ToolGroup, ToolOptions
from editor.tools.traces import cells_trace, line_path, sides_path, way_points
from engine.core.messages import Message, message


@dataclass(slots=True)
class StampOptions(ToolOptions):
    """What becomes of what lies there."""

    over: Over = Over.ADD


class StampTool(Tool):
    """Lays a fragment down with its middle on the hex that is clicked."""

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
        if at.any_cell is None:
            raise CannotEdit(message("tool.cannot.no-hex-here"))
        contents = self.document.contents
        self.push(paste(self.plan, self._in_hand(), at.any_cell, over=self.options.over, contents=contents))

    def hover(self, at: Pointer) -> None:
        if at.any_cell is None:
            self.preview.clear()
            return
        fragment = self._in_hand()
        cells = existing(self.plan, fragment.cells_at(self.plan, at.any_cell))
        self.preview.draw([cells_trace(at.ground, cells), *_content(at, fragment)])

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
"""Rivers and lines of a fragment that are shown before they are laid down."""


def _content(at: Pointer, fragment: Fragment) -> list[Trace]:
    """The hexsides and lines of a fragment where they would come down."""
    if at.any_cell is None:
        return []
    _, anchor = fragment.fits(at.ground, at.any_cell)
    traces = []
    for side in fragment.sides[:_MOST_SHOWN]:
        near = anchor.moved((side.at[0], side.at[1], -side.at[0] - side.at[1]))
        traces.append(Trace(Look.LINE, sides_path(at.ground, (at.ground.hexside(near, side.direction),))))
    for line in fragment.lines[:_MOST_SHOWN]:
        chain = [anchor.moved((q, r, -q - r)) for q, r in line.through]
        traces.append(Trace(Look.LINE, line_path(way_points(at.ground, chain))))
    return traces
