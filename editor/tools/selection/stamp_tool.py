"""The stamp: what was copied, or a stamp of the file, in hand and laid down with each click."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainterPath

from editor.canvas.art.fragment_picture import FragmentPicture, fragment_picture
from editor.canvas.art.looks import Looks
from editor.commands.clipboard import Over, paste, paste_places
from editor.geometry.cells import existing
from editor.model.fragment import Fragment
from editor.refusal import CannotEdit
from editor.tools.options import Option, OptionChoice, OptionKind
from editor.tools.preview import Painted, PreviewTrace, TraceLook
from editor.tools.selection.selection_actions import STAMP_TOOL, take_slot
from editor.tools.selection.stamp_book import SLOTS
from editor.tools.tool import Held, Pointer, Tool, ToolGroup, ToolOptions
from editor.tools.traces import cells_trace, line_path, ring_path, sides_path, way_points
from engine.core.messages import Message, message
from engine.definitions.plan import Cell, Point


class Skip(StrEnum):
    """Which hexes of a fragment leave the ground they come down on as it is."""

    NOTHING = "nothing"
    UNPAINTED = "unpainted"
    """Those of the terrain that the sheet below is filled with: nobody has painted them."""
    CLEAR = "clear"
    """Those of the first terrain of the palette, and unpainted ones too."""


@dataclass(slots=True)
class StampOptions(ToolOptions):
    """What becomes of what lies there, and whether bare ground is laid down too."""

    over: Over = Over.ADD
    skip: Skip = Skip.NOTHING


class StampTool(Tool):
    """Lays a fragment down with its middle on the hex that is clicked; spaces alone need no hex there."""

    name = STAMP_TOOL
    group = ToolGroup.SELECT
    shortcut = "K"
    options: StampOptions
    _before = ""
    _kept: tuple[Fragment | None, tuple[bytes, bytes], Looks, float, FragmentPicture | None] | None = None
    """The picture of what is in hand, and what it was made for."""

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
        overs = (
            OptionChoice(Over.ADD, self.tr("Add to what is there")),
            OptionChoice(Over.REPLACE, self.tr("Replace it")),
        )
        skips = (
            OptionChoice(Skip.NOTHING, self.tr("All of it")),
            OptionChoice(Skip.UNPAINTED, self.tr("Without unpainted hexes")),
            OptionChoice(Skip.CLEAR, self.tr("Without clear hexes")),
        )
        tip = self.tr("What becomes of rivers, lines and places that lie there")
        ground = self.tr("Which hexes of the stamp leave the ground below as it is")
        return (
            Option("over", OptionKind.CHOICE, self.tr("Lay down"), tip, choices=overs),
            Option("skip", OptionKind.CHOICE, self.tr("Ground"), ground, choices=skips),
        )

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
        skip = self._skipped(at.any_cell)
        self.push(paste(self.plan, fragment, at.any_cell, over=self.options.over, skip=skip, contents=contents))

    def hover(self, at: Pointer) -> None:
        fragment = self._in_hand()
        if not fragment.has_hexes:
            self.preview.draw(_places(fragment, at.point), painted=self._picture(fragment, at.point, 1.0))
            return
        if at.any_cell is None:
            self.preview.clear()
            return
        cells = existing(self.plan, fragment.cells_at(self.plan, at.any_cell))
        _, anchor = fragment.fits(at.ground, at.any_cell)
        places = _places(fragment, at.ground.centre(anchor))
        skip = self._skipped(at.any_cell)
        shown = replace(fragment, ground=fragment.ground.without(skip)) if skip else fragment
        sheet = self.plan.sheets[at.any_cell.sheet]
        painted = self._picture(shown, at.ground.centre(anchor), sheet.scale)
        outline = cells_trace(at.ground, cells)
        if painted is None:
            self.preview.draw([outline, *_content(at, fragment), *places])
        else:
            self.preview.draw([PreviewTrace(TraceLook.COVER, outline.path)], painted=painted)

    def cancel(self) -> bool:
        """Put the stamp away and take the tool used before in hand."""
        super().cancel()
        self.preview.clear()
        if self._before and self.bench.tool == self.name:
            self.bench.set_tool(self._before)
            return True
        return False

    def wants_key(self, key: Qt.Key) -> bool:
        return Qt.Key.Key_1 <= key < Qt.Key.Key_1 + SLOTS

    def key(self, key: Qt.Key, held: Held) -> bool:
        """1 to 9 take a stamp of the file in hand."""
        return self.wants_key(key) and take_slot(self.bench, key - Qt.Key.Key_0)

    def drop_drag(self) -> None:
        """It was laid down when the button went down; the stamp stays in hand."""

    def refused(self) -> None:
        """The stamp stays in hand."""

    def deactivate(self) -> None:
        self.preview.clear()

    def _skipped(self, at: Cell) -> frozenset[str]:
        """The terrains of the fragment that leave the ground as it is where it would come down."""
        if self.options.skip is Skip.NOTHING:
            return frozenset()
        clear = next((swatch.id for swatch in self.bench.palette.terrain), "")
        fill = self.plan.sheets[at.sheet].fill
        return frozenset((fill, clear) if self.options.skip is Skip.CLEAR else (fill,))

    def _picture(self, fragment: Fragment, middle: Point, size: float) -> Painted | None:
        """The fragment as it would look, about a point; made once for each fragment and zoom."""
        looks = self.bench.canvas.picture.looks
        scale = self.bench.canvas.transform().m11() * size
        key = fragment.ground.q.tobytes(), fragment.ground.codes.tobytes()
        if self._kept is None or self._kept[0] is not self.bench.clipboard or self._kept[1:4] != (key, looks, scale):
            self._kept = self.bench.clipboard, key, looks, scale, fragment_picture(fragment, looks, scale)
        made = self._kept[4]
        if made is None:
            return None
        box = made.box
        room = QRectF(middle[0] + box.left * size, middle[1] + box.top * size, box.width * size, box.height * size)
        return Painted(made.image, room)

    def _in_hand(self) -> Fragment:
        if self.bench.clipboard is None:
            raise CannotEdit(message("tool.cannot.nothing-copied"))
        return self.bench.clipboard


_MOST_SHOWN = 500
"""Rivers, lines and places of a fragment that are shown before they are laid down."""
_RING = 0.7
"""How large a space is shown, in circumradii."""


def _content(at: Pointer, fragment: Fragment) -> list[PreviewTrace]:
    """The hexsides and lines of a fragment where they would come down."""
    if at.any_cell is None:
        return []
    _, anchor = fragment.fits(at.ground, at.any_cell)
    traces: list[PreviewTrace] = []
    for side in fragment.sides[:_MOST_SHOWN]:
        near = anchor.moved((side.at[0], side.at[1], -side.at[0] - side.at[1]))
        traces.append(PreviewTrace(TraceLook.LINE, sides_path(at.ground, (at.ground.hexside(near, side.direction),))))
    for line in fragment.lines[:_MOST_SHOWN]:
        chain = [anchor.moved((at[0], at[1], -at[0] - at[1])) for at in line.through if not isinstance(at, str)]
        traces.append(PreviewTrace(TraceLook.LINE, line_path(way_points(at.ground, chain))))
    return traces


def _places(fragment: Fragment, middle: Point) -> list[PreviewTrace]:
    """The spaces and boxes of a fragment about a point, and the connections between them."""
    points = {place.id: (middle[0] + place.at[0], middle[1] + place.at[1]) for place in fragment.places[:_MOST_SHOWN]}
    rings, ways = QPainterPath(), QPainterPath()
    for point in points.values():
        rings.addPath(ring_path(point, _RING))
    for link in fragment.links[:_MOST_SHOWN]:
        ends = [points.get(end) for end in (link.a, link.b) if isinstance(end, str)]
        if len(ends) == 2 and ends[0] is not None and ends[1] is not None:
            ways.addPath(line_path((ends[0], ends[1])))
    return [PreviewTrace(TraceLook.LINE, ways), PreviewTrace(TraceLook.COVER, rings)] if points else []
