"""The hexside brush: rivers, walls and borders hexside by hexside, with what it snaps to shown before it is laid.

A hexside may carry several kinds; the brush lays and takes away only the one in hand. It catches a hexside when the
pointer comes near it, so that a stroke through the middle of a hex leaves no trace.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from editor.commands.sides import clear_sides, lay_chain, set_sides
from editor.documents.workbench import EditLayer, InkGroup
from editor.geometry.ground import Ground
from editor.geometry.hexsides import Hexside
from editor.geometry.routing import AlongHexsides
from editor.geometry.vertices import Vertex, ends_of, hexsides_along, nearest_hexside
from editor.model.change import Change
from editor.refusal import CannotEdit
from editor.tools.attribute_options import AttributedTool
from editor.tools.options import Option, OptionKind
from editor.tools.pointer_probe import distance_to
from editor.tools.preview import PreviewTrace, TraceLook
from editor.tools.tool import Pointer, ToolGroup, ToolOptions
from editor.tools.traces import sides_path
from engine.core.messages import Message, message
from engine.definitions.plan import MapPlan, Point

CATCH: Final = 0.3
"""How near to a hexside a stroke must come to catch it, in circumradii."""
_STRIDE: Final = 0.15


@dataclass(slots=True)
class HexsideOptions(ToolOptions):
    """What a stroke over a hexside that carries the kind does, and for whom the hexside matters."""

    toggle: bool = False
    one_way: bool = False
    all_kinds: bool = False


def sides_near(plan: MapPlan, stroke: Sequence[Point], catch: float = CATCH) -> list[Hexside]:
    """The hexsides that a stroke comes near to, in its order."""
    ground = Ground(plan)
    scale = min((plane.scale for plane in ground.planes), default=1.0)
    (x, y), (to_x, to_y) = stroke[0], stroke[-1]
    steps = max(1, math.ceil(math.dist((x, y), (to_x, to_y)) / (_STRIDE * scale)))
    found: dict[Hexside, None] = {}
    for number in range(steps + 1):
        point = x + (to_x - x) * number / steps, y + (to_y - y) * number / steps
        side = nearest_hexside(ground, *point)
        if side is not None and side not in found and _is_near(ground, side, point, catch):
            found[side] = None
    return list(found)


def is_of_a_plane(plan: MapPlan, corner: Vertex) -> bool:
    """Whether a corner still says where it lies: sheets that were joined since have one plane, and it is another's."""
    plane = Ground(plan).plane(corner.plane)
    return plane is not None and plane.home == corner.plane


def _is_near(ground: Ground, side: Hexside, point: Point, catch: float) -> bool:
    ends, plane = ends_of(ground, side), ground.plane(side.sheet)
    if ends is None or plane is None:
        return False
    return distance_to(point, ends[0].point(plane), ends[1].point(plane)) <= catch * plane.scale


class HexsideBrush(AttributedTool):
    """Lays a kind along the hexsides a stroke comes near to, or takes it away."""

    name = "hexside-brush"
    group = ToolGroup.HEXSIDES
    shortcut = "S"
    ink_group = InkGroup.SIDES
    layer = EditLayer.SIDES
    picks_with_alt = False
    options: HexsideOptions

    _last: Point = (0.0, 0.0)
    _corner: Vertex | None = None
    """Where the last stroke ended: from where Shift goes on."""
    _erases = False

    @property
    def title(self) -> str:
        return self.tr("Hexside Brush")

    @property
    def tip(self) -> str:
        return self.tr("Lay rivers, walls or borders hexside by hexside")

    @property
    def hint(self) -> Message:
        return message("tool.hint.hexside-brush")

    def make_options(self) -> HexsideOptions:
        return HexsideOptions()

    def own_options(self) -> Sequence[Option]:
        toggle = self.tr("A stroke that begins on a hexside with the chosen kind takes it away")
        one_way = self.tr("The hexside matters only when the hex under the pointer is entered")
        every = self.tr("Alt rubs out everything along a hexside, not only the chosen kind")
        return (
            Option("toggle", OptionKind.BOOL, self.tr("Toggle"), toggle),
            Option("one_way", OptionKind.BOOL, self.tr("Only into this hex"), one_way),
            Option("all_kinds", OptionKind.BOOL, self.tr("Erase all kinds"), every),
        )

    def press(self, at: Pointer) -> None:
        side = at.hexside
        if side is None:
            raise CannotEdit(message("edit.cannot.no-hexside"))
        self._erases = at.held.alt or (self.options.toggle and not at.held.shift and self._carries(side))
        label = message("edit.do.clear-sides") if self._erases else message("edit.do.set-sides", kind=self.ink.id)
        self.begin(label)
        if at.held.shift and self._corner is not None and at.vertex is not None:
            self._run_to(at.vertex)
        else:
            self.extend(self._change((side,), at))
        self._last = at.point
        self.hover(at)

    def move(self, at: Pointer) -> None:
        if not self.is_busy:
            return
        self.extend(self._change(sides_near(self.plan, (self._last, at.point)), at))
        self._last = at.point
        self.hover(at)

    def release(self, at: Pointer) -> None:
        if self.is_busy:
            self._corner = at.vertex
            self.end()
        self.hover(at)

    def hover(self, at: Pointer) -> None:
        side = at.hexside
        if side is None:
            self.preview.clear()
            return
        if at.held.shift and self._corner is not None and at.vertex is not None and not self.is_busy:
            chain = AlongHexsides(self.plan).leg(self._corner, at.vertex)
            sides = hexsides_along(at.ground, chain)
            self.preview.draw([PreviewTrace(TraceLook.LINE, sides_path(at.ground, sides))])
            return
        erases = self._erases if self.is_busy else at.held.alt or (self.options.toggle and self._carries(side))
        self.preview.draw([PreviewTrace(TraceLook.ERASE if erases else TraceLook.SNAP, sides_path(at.ground, (side,)))])

    def forget(self) -> None:
        super().forget()
        self._corner = None

    def map_changed(self) -> None:
        if self._corner is not None and not is_of_a_plane(self.plan, self._corner):
            self._corner = None

    def _carries(self, side: Hexside) -> bool:
        ink = self.bench.ink_of(InkGroup.SIDES)
        names = Ground(self.plan).same_hexsides(side)
        return ink is not None and any(name.carrying(ink.id) in self.plan.sides for name in names)

    def _change(self, sides: Sequence[Hexside], at: Pointer) -> Change:
        if self._erases:
            return self._cleared(sides)
        towards = at.cell.key if self.options.one_way and at.cell is not None else ""
        beside = [side for side in sides if not towards or _is_beside(at, side)]
        return set_sides(self.plan, beside, self.ink.id, towards=towards, attributes=self.attributes())

    def _cleared(self, sides: Sequence[Hexside]) -> Change:
        """Hexsides without the kind in hand, or without any where that is wished for."""
        kinds = None if self.options.all_kinds else (self.ink.id,)
        return clear_sides(self.plan, sides, kinds=kinds, contents=self.document.contents)

    def _run_to(self, corner: Vertex) -> None:
        """From where the last stroke ended straight to a corner."""
        assert self._corner is not None
        chain = AlongHexsides(self.plan).leg(self._corner, corner)
        if self._erases:
            self.extend(self._cleared(hexsides_along(Ground(self.plan), chain)))
        else:
            self.extend(lay_chain(self.plan, chain, self.ink.id, attributes=self.attributes()))


def _is_beside(at: Pointer, side: Hexside) -> bool:
    beside = at.ground.spots_beside(side)
    return beside is not None and at.spot in beside
