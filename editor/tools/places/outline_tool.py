"""The tool for ground under a map of spaces: outlines clicked corner by corner, then bent by their corners.

A click on open ground sets a corner of a new outline. A click on the edge of one that is there picks it; its corners
are then handles, and a drag from anywhere on its edge makes another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QPointF

from editor.commands.outlines import add_hole, add_shape, insert_corner, move_corner, move_shapes, remove_corner
from editor.documents.workbench import EditLayer, InkGroup, Picked
from editor.model.change import Change
from editor.model.edits import Part
from editor.refusal import CannotEdit
from editor.tools.corner_tool import CornerTool
from editor.tools.options import Option, OptionKind
from editor.tools.pointer_probe import REACH, distance_to, handle_at
from editor.tools.preview import PreviewTrace, TraceLook
from editor.tools.tool import Pointer, ToolGroup, ToolOptions
from editor.tools.traces import shape_path
from engine.core.messages import Message, message
from engine.definitions.plan import Point, ShapePlan

_MOST_HANDLES = 400
"""Corners that are shown as handles; of a longer coast those near the pointer are."""


@dataclass(slots=True)
class OutlineOptions(ToolOptions):
    """Whether outlines are ground or tint a region, and whether they are cut out of the one that is picked."""

    tint: bool = False
    hole: bool = False


@dataclass(frozen=True, slots=True)
class _Grip:
    """A corner of a shape, or a stretch of its edge where one would come."""

    shape: str
    ring: int
    corner: int
    is_new: bool


@dataclass(slots=True)
class _Bend:
    """What is under the button: a corner, or a whole shape; and where that began."""

    grip: _Grip | None
    shape: str
    start: Point
    is_far: bool = False


class OutlineTool(CornerTool):
    """Draws and bends coasts, lakes and tints."""

    name = "outline"
    group = ToolGroup.SPACES
    shortcut = "Shift+O"
    ink_group = InkGroup.TERRAIN
    layer = EditLayer.TERRAIN
    picks_with_alt = False
    outline_look = TraceLook.LINE
    options: OutlineOptions
    _bend: _Bend | None = None

    @property
    def title(self) -> str:
        return self.tr("Coast or Tint")

    @property
    def tip(self) -> str:
        return self.tr("Draw and bend outlines of land, sea and lakes, and tints of regions, behind spaces")

    @property
    def hint(self) -> Message:
        if self._points:
            return message("tool.hint.outline-going")
        return message("tool.hint.outline-picked" if self._picked() is not None else "tool.hint.outline")

    def make_options(self) -> OutlineOptions:
        return OutlineOptions()

    def options_shown(self) -> Sequence[Option]:
        tint = self.tr("Tint the region in hand instead of laying ground")
        hole = self.tr("Cut the outline out of the one that is picked, or add an island to it")
        return (
            Option("tint", OptionKind.BOOL, self.tr("Tint a region"), tint),
            Option("hole", OptionKind.BOOL, self.tr("Hole or island"), hole),
        )

    @property
    def is_busy(self) -> bool:
        return super().is_busy or self._bend is not None

    # Gestures

    def press(self, at: Pointer) -> None:
        self.check_locks()
        if self._points:
            self.add_corner(at)
            return
        picked, grip = self._picked(), self._grip_at(at)
        if grip is not None and at.held.alt:
            self._remove(grip)
        elif grip is not None:
            self.bench.pick(Picked(Part.SHAPE, grip.shape))
            self._bend = _Bend(grip, grip.shape, at.point)
        elif picked is not None and at.held.shift and self._covers(picked, at.point):
            self._bend = _Bend(None, picked.id, at.point)
        else:
            self._points = (at.point,)
        self.hover(at)

    def _remove(self, grip: _Grip) -> None:
        if not grip.is_new:
            self.push(remove_corner(self.plan, grip.shape, grip.ring, grip.corner))

    def move(self, at: Pointer) -> None:
        if self._bend is not None:
            self._bend.is_far |= abs(at.point[0] - self._bend.start[0]) + abs(at.point[1] - self._bend.start[1]) > (
                2 * at.pixel
            )
        self.hover(at)

    def release(self, at: Pointer) -> None:
        bend, self._bend = self._bend, None
        if bend is not None and bend.is_far:
            self.push(self._bent(bend, at.point))
        self.hover(at)

    def double_click(self, at: Pointer) -> None:
        if self._points:
            self.finish()
        elif self._grip_at(at) is not None:
            self.bench.ask_details()
        else:
            self.press(at)

    def hover(self, at: Pointer) -> None:
        if self._points:
            points = (*self._points, self._next(at))
            self.preview.draw([self._outline(points)], self._points, self._hot(at))
            return
        bend, picked = self._bend, self._picked()
        if bend is not None and bend.is_far:
            change = self._bent(bend, at.point)
            after = next((edit.after for edit in change.records.values()), None)
            if isinstance(after, ShapePlan):
                self.preview.draw([PreviewTrace(TraceLook.LINE, shape_path(after))])
            return
        handles = [] if picked is None else self._handles(picked, at)
        grip = self._grip_at(at)
        traces = [] if grip is None else [PreviewTrace(TraceLook.GUIDE, shape_path(self.plan.shapes[grip.shape]))]
        self.preview.draw(traces, handles, handle_at(at, handles))

    def close(self, points: tuple[Point, ...]) -> None:
        change = self._drawn(points)
        self.cancel()
        if self.push(change):
            (name,) = change.touched().shapes
            self.bench.pick(Picked(Part.SHAPE, name))

    def _drawn(self, points: Sequence[Point]) -> Change:
        picked = self._picked()
        if self.options.hole:
            if picked is None:
                raise CannotEdit(message("tool.cannot.no-shape-picked"))
            return add_hole(self.plan, picked.id, points)
        if self.options.tint:
            ink = self.bench.ink_of(InkGroup.REGIONS)
            if ink is None:
                raise CannotEdit(message("tool.cannot.no-ink", group=message("tool.group.regions")))
            return add_shape(self.plan, points, region=ink.id)
        return add_shape(self.plan, points, terrain=self.ink.id)

    def cancel(self) -> bool:
        busy = super().cancel()
        self._bend = None
        return busy

    def drop_drag(self) -> None:
        super().drop_drag()
        self._bend = None
        self.leave()

    def refused(self) -> None:
        super().refused()
        self._bend = None

    def forget(self) -> None:
        super().forget()
        self._bend = None

    # What is there

    def _picked(self) -> ShapePlan | None:
        picked = self.bench.picked
        return self.plan.shapes.get(str(picked.key)) if picked is not None and picked.part is Part.SHAPE else None

    def _handles(self, shape: ShapePlan, at: Pointer) -> list[Point]:
        corners = [corner for ring in shape.rings for corner in ring]
        if len(corners) > _MOST_HANDLES:
            x, y = at.point
            corners.sort(key=lambda corner: (corner[0] - x) ** 2 + (corner[1] - y) ** 2)
        return corners[:_MOST_HANDLES]

    def _grip_at(self, at: Pointer) -> _Grip | None:
        """The corner or edge at the pointer: the shape that is picked comes first, then the uppermost."""
        picked = self._picked()
        shapes = sorted(self.plan.shapes.values(), key=lambda shape: (shape is picked, shape.level, shape.id))
        for shape in reversed(shapes):
            grip = _grip(shape, at)
            if grip is not None:
                return grip
        return None

    def _bent(self, bend: _Bend, to: Point) -> Change:
        plan, grip = self.plan, bend.grip
        if grip is None:
            return move_shapes(plan, (bend.shape,), (to[0] - bend.start[0], to[1] - bend.start[1]))
        if grip.is_new:
            return insert_corner(plan, grip.shape, grip.ring, grip.corner, to)
        return move_corner(plan, grip.shape, grip.ring, grip.corner, to)

    def _covers(self, shape: ShapePlan, point: Point) -> bool:
        return shape_path(shape).contains(QPointF(*point))


def _grip(shape: ShapePlan, at: Pointer) -> _Grip | None:
    reach = REACH * at.pixel
    found: list[tuple[float, _Grip]] = []
    for number, ring in enumerate(shape.rings):
        near = handle_at(at, ring)
        if near is not None:
            return _Grip(shape.id, number, near, is_new=False)
        for corner, (a, b) in _edges(ring):
            distance = distance_to(at.point, a, b)
            if distance <= reach:
                found.append((distance, _Grip(shape.id, number, corner, is_new=True)))
    return min(found, key=lambda pair: pair[0])[1] if found else None


def _edges(ring: Sequence[Point]) -> Iterator[tuple[int, tuple[Point, Point]]]:
    """Each stretch of a ring, and the corner it leads to."""
    for number, (a, b) in enumerate(pairwise((*ring, ring[0])), start=1):
        yield number % len(ring), (a, b)
