"""The hexside brush: rivers, walls and borders hexside by hexside, with what it snaps to shown before it is laid.

A hexside may carry several kinds; the brush lays and takes away only the one in hand. A click lays one hexside, and a
drag goes on from it in one unbroken line that keeps to the pointer. Rubbing out catches the hexsides that the pointer
comes near to.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from editor.commands.sides import clear_sides, set_sides
from editor.documents.workbench import EditLayer, InkGroup, Workbench
from editor.geometry.course import Course
from editor.geometry.ground import Ground
from editor.geometry.hexsides import Hexside
from editor.geometry.routing import AlongHexsides
from editor.geometry.vertices import Vertex, ends_of, hexsides_along, nearest_hexside
from editor.model.change import Change
from editor.refusal import CannotEdit
from editor.tools.attribute_options import AttributedTool
from editor.tools.options import Option, OptionKind
from editor.tools.pointer_probe import distance_to
from editor.tools.preview import Preview, PreviewTrace, TraceLook
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
    found: dict[Hexside, None] = {}
    for point in _points_along(ground, stroke):
        side = nearest_hexside(ground, *point)
        if side is not None and side not in found and _is_near(ground, side, point, catch):
            found[side] = None
    return list(found)


def _points_along(ground: Ground, stroke: Sequence[Point]) -> Iterator[Point]:
    """Points of a piece of stroke, so close together that no hexside is stepped over."""
    scale = min((plane.scale for plane in ground.planes), default=1.0)
    (x, y), (to_x, to_y) = stroke[0], stroke[-1]
    steps = max(1, math.ceil(math.dist((x, y), (to_x, to_y)) / (_STRIDE * scale)))
    for number in range(steps + 1):
        yield x + (to_x - x) * number / steps, y + (to_y - y) * number / steps


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
    """Lays a kind along one hexside or along the line a drag follows, or takes it away."""

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
    _course: Course | None = None
    """The line that the stroke follows; none while it rubs out."""

    def __init__(self, bench: Workbench, preview: Preview) -> None:
        super().__init__(bench, preview)
        self._laid: dict[Hexside, str] = {}
        """The hexsides of the stroke, and the hex that each matters for entering."""

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
        self._laid, self._course = {}, None
        if at.held.shift and self._corner is not None and at.vertex is not None:
            self._run_to(at.vertex)
        elif self._erases:
            self.extend(self._cleared((side,)))
        else:
            self._course = Course(_towards_pointer(at, side))
            self._lay({side: self._entered(at)} if self._counts(at, side) else {})
        self._last = at.point
        self.hover(at)

    def move(self, at: Pointer) -> None:
        if not self.is_busy:
            return
        if self._course is None:
            self.extend(self._cleared(sides_near(self.plan, (self._last, at.point))))
        elif self._course.follow(at.ground, _points_along(at.ground, (self._last, at.point))):
            self._lay_course(at, self._course)
        self._last = at.point
        self.hover(at)

    def release(self, at: Pointer) -> None:
        if self.is_busy:
            if self._course is not None and (side := self._reached(at)) is not None:
                self._course.go_along(at.ground, side)
                self._lay_course(at, self._course)
            self._corner = at.vertex if self._course is None else self._course.end
            self.end()
        self._course = None
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
        if self.is_busy and self._course is not None:
            reached = self._reached(at)
            shown = () if reached is None else (reached,)
            self.preview.draw([PreviewTrace(TraceLook.SNAP, sides_path(at.ground, shown))])
            return
        erases = self._erases if self.is_busy else at.held.alt or (self.options.toggle and self._carries(side))
        self.preview.draw([PreviewTrace(TraceLook.ERASE if erases else TraceLook.SNAP, sides_path(at.ground, (side,)))])

    def forget(self) -> None:
        super().forget()
        self._corner = self._course = None

    def map_changed(self) -> None:
        if self._corner is not None and not is_of_a_plane(self.plan, self._corner):
            self._corner = None

    def _carries(self, side: Hexside) -> bool:
        ink = self.bench.ink_of(InkGroup.SIDES)
        names = Ground(self.plan).same_hexsides(side)
        return ink is not None and any(name.carrying(ink.id) in self.plan.sides for name in names)

    def _reached(self, at: Pointer) -> Hexside | None:
        """The hexside under the pointer, if the line ends at it: letting go lays that one too."""
        side, end = at.hexside, None if self._course is None else self._course.end
        if side is None or end is None or side in self._laid or not _is_near(at.ground, side, at.point, CATCH):
            return None
        ends, plane = ends_of(at.ground, side), at.ground.plane(end.plane)
        if ends is None or plane is None or end not in ends:
            return None
        return side if math.dist(end.point(plane), at.point) > CATCH * plane.scale else None

    def _counts(self, at: Pointer, side: Hexside) -> bool:
        """Whether a hexside is laid: one that matters for entering a hex lies beside the hex under the pointer."""
        return not self.options.one_way or at.cell is None or _is_beside(at, side)

    def _entered(self, at: Pointer) -> str:
        return at.cell.key if self.options.one_way and at.cell is not None else ""

    def _lay_course(self, at: Pointer, course: Course) -> None:
        """Let the stroke be what the line is now."""
        sides = course.sides(at.ground)
        entered = self._entered(at)
        fresh = {side: entered for side in sides if side not in self._laid and self._counts(at, side)}
        kept = {side: into for side, into in self._laid.items() if side in set(sides)}
        if len(kept) == len(self._laid):
            self._lay(fresh)
            return
        self.take_back()
        self._laid = {}
        self._lay(kept | fresh)

    def _lay(self, sides: Mapping[Hexside, str]) -> None:
        for towards in dict.fromkeys(sides.values()):
            those = [side for side, into in sides.items() if into == towards]
            self.extend(set_sides(self.plan, those, self.ink.id, towards=towards, attributes=self.attributes()))
        self._laid |= sides

    def _cleared(self, sides: Sequence[Hexside]) -> Change:
        """Hexsides without the kind in hand, or without any where that is wished for."""
        kinds = None if self.options.all_kinds else (self.ink.id,)
        return clear_sides(self.plan, sides, kinds=kinds, contents=self.document.contents)

    def _run_to(self, corner: Vertex) -> None:
        """From where the last stroke ended straight to a corner."""
        assert self._corner is not None
        chain = AlongHexsides(self.plan).leg(self._corner, corner)
        sides = hexsides_along(Ground(self.plan), chain)
        if self._erases:
            self.extend(self._cleared(sides))
        else:
            self._course = Course(chain)
            self._lay(dict.fromkeys(sides, ""))


def _towards_pointer(at: Pointer, side: Hexside) -> tuple[Vertex, ...]:
    """The corners of a hexside, the one nearer to the pointer last."""
    ends, plane = ends_of(at.ground, side), at.ground.plane(side.sheet)
    if ends is None or plane is None:
        return ()
    return tuple(sorted(ends, key=lambda corner: -math.dist(corner.point(plane), at.point)))


def _is_beside(at: Pointer, side: Hexside) -> bool:
    beside = at.ground.spots_beside(side)
    return beside is not None and at.spot in beside
