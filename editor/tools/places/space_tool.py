"""The tools for spaces and boxes: put down with a click, dragged one or many, on a grid if asked.

While places are dragged their edges and the connections that hang on them are outlined; the map is changed once, when
they are let go.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from PySide6.QtGui import QPainterPath
from PySide6.QtWidgets import QApplication

from editor.commands.layout import put_places, snapped_point
from editor.commands.spaces import add_box, add_space
from editor.documents.workbench import EditLayer, InkGroup, Picked, Remake
from editor.model.edits import Part
from editor.model.selection import Selection
from editor.tools.options import Option, OptionKind
from editor.tools.preview import PreviewTrace, TraceLook
from editor.tools.tool import Pointer, Tool, ToolGroup, ToolOptions
from editor.tools.traces import band_path, line_path, ring_path
from engine.core.messages import Message, message
from engine.definitions.plan import NO_TERRAIN, Point


@dataclass(slots=True)
class PlacedOptions(ToolOptions):
    """What the next one is called, and whether places keep to a grid."""

    title: str = ""
    snap: bool = False
    step: float = 1.0


@dataclass(slots=True)
class _Drag:
    """Places under the button: where each began, and where the pointer did."""

    start: Point
    grabbed: str
    began: dict[str, Point] = field(default_factory=dict)
    is_far: bool = False


class PlacedTool(Tool):
    """What spaces and boxes share."""

    group = ToolGroup.SPACES
    layer = EditLayer.SPACES
    double_click_presses = False
    options: PlacedOptions
    _drag: _Drag | None = None

    def make_options(self) -> PlacedOptions:
        return PlacedOptions()

    def options_shown(self) -> Sequence[Option]:
        called = self.tr("What the next one is called; left empty, they are numbered")
        snap, step = self.tr("Keep to the points of a square grid"), self.tr("How wide the grid is, in hex sizes")
        return (
            Option("title", OptionKind.TEXT, self.tr("Name"), called),
            Option("snap", OptionKind.BOOL, self.tr("Snap"), snap),
            Option("step", OptionKind.NUMBER, self.tr("Grid"), step, least=0.05, most=100),
        )

    @property
    def is_busy(self) -> bool:
        return self._drag is not None

    @abstractmethod
    def put_down(self, at: Pointer) -> None:
        """The button went down where nothing is."""

    def snapped(self, point: Point) -> Point:
        """A point, on the grid if that is asked for."""
        return snapped_point(point, self.options.step) if self.options.snap else point

    def press(self, at: Pointer) -> None:
        key = self._place(at)
        if not key:
            self.check_locks()
            self.put_down(at)
            return
        selection = self.bench.selection
        if at.held.shift:
            places = selection.places ^ {key}
            self.bench.select(Selection(selection.cells, frozenset(places)))
        elif key not in selection.places:
            self.bench.select(Selection(places=frozenset((key,))))
        self.bench.pick(Picked(Part.SPACE if key in self.plan.spaces else Part.BOX, key))
        if key in self.bench.selection.places:
            self._drag = _Drag(at.point, key, {name: self._position(name) for name in self.bench.selection.places})

    def move(self, at: Pointer) -> None:
        drag = self._drag
        if drag is None:
            return
        drag.is_far |= math.dist(drag.start, at.point) >= QApplication.startDragDistance() * at.pixel
        if drag.is_far:
            self.preview.draw(self._dragged(drag, at))

    def release(self, at: Pointer) -> None:
        drag, self._drag = self._drag, None
        self.preview.clear()
        if drag is not None and drag.is_far:
            self.check_locks()
            self.push(put_places(self.plan, self._after(drag, at)))

    def double_click(self, at: Pointer) -> None:
        if self._place(at):
            self.bench.ask_name()
        else:
            self.press(at)

    def hover(self, at: Pointer) -> None:
        key = self._place(at)
        if key:
            outline = self.bench.canvas.picture.outline(key)
            self.preview.draw([] if outline is None else [PreviewTrace(TraceLook.GUIDE, outline)])
        else:
            self.preview.draw([PreviewTrace(TraceLook.SNAP, ring_path(self.snapped(at.point), 6 * at.pixel))])

    def cancel(self) -> bool:
        busy, self._drag = self.is_busy, None
        self.preview.clear()
        return busy

    def forget(self) -> None:
        super().forget()
        self._drag = None

    def _place(self, at: Pointer) -> str:
        return at.key if at.key in self.plan.spaces or at.key in self.plan.boxes else ""

    def _position(self, name: str) -> Point:
        return (self.plan.spaces.get(name) or self.plan.boxes[name]).position

    def _after(self, drag: _Drag, at: Pointer) -> dict[str, Point]:
        """Where the places would be if the button were let go here; the one that was grabbed lies on the grid."""
        across, down = at.point[0] - drag.start[0], at.point[1] - drag.start[1]
        if at.held.shift:
            across, down = (across, 0.0) if abs(across) >= abs(down) else (0.0, down)
        x, y = drag.began[drag.grabbed]
        to = self.snapped((x + across, y + down))
        across, down = to[0] - x, to[1] - y
        return {name: (at_x + across, at_y + down) for name, (at_x, at_y) in drag.began.items()}

    def _dragged(self, drag: _Drag, at: Pointer) -> Iterator[PreviewTrace]:
        picture, after = self.bench.canvas.picture, self._after(drag, at)
        outlines, ways = QPainterPath(), QPainterPath()
        for name, (x, y) in after.items():
            began = drag.began[name]
            outline = picture.outline(name)
            if outline is not None:
                outlines.addPath(outline.translated(x - began[0], y - began[1]))
            for link in self.document.contents.links_at(name):
                ends = [
                    after.get(end) or picture.index.centre(end)
                    for end in (self.plan.links[link].a, self.plan.links[link].b)
                ]
                if ends[0] is not None and ends[1] is not None:
                    ways.addPath(line_path((ends[0], ends[1])))
        yield PreviewTrace(TraceLook.GUIDE, ways)
        yield PreviewTrace(TraceLook.COVER, outlines)

    def added(self, part: Part, name: str, put: Remake) -> None:
        """Put a new place on the map, pick it and let it be named."""
        change = put(self.plan, name)
        if self.push(change):
            touched = change.touched()
            (key,) = touched.spaces if part is Part.SPACE else touched.boxes
            self.bench.select(Selection(places=frozenset((key,))))
            self.bench.pick(Picked(part, key))
            self.bench.ask_name(put)


class SpaceTool(PlacedTool):
    """Puts down spaces; they have the terrain in hand."""

    name = "space"
    shortcut = "N"
    ink_group = InkGroup.TERRAIN

    @property
    def title(self) -> str:
        return self.tr("Space")

    @property
    def tip(self) -> str:
        return self.tr("Put down, pick and drag spaces")

    @property
    def hint(self) -> Message:
        return message("tool.hint.space")

    def put_down(self, at: Pointer) -> None:
        ink = self.bench.ink_of(InkGroup.TERRAIN)
        name = self.options.title or self.tr("Space {0}").format(len(self.plan.spaces) + 1)
        terrain = NO_TERRAIN if ink is None else ink.id
        point = self.snapped(at.point)
        self.added(Part.SPACE, name, lambda plan, name: add_space(plan, name, point, terrain=terrain))


class BoxTool(PlacedTool):
    """Puts down boxes beside the map; a drag says how large."""

    name = "box"
    shortcut = "O"
    ink_group = InkGroup.BOXES
    _corner: Point | None = None

    @property
    def title(self) -> str:
        return self.tr("Box")

    @property
    def tip(self) -> str:
        return self.tr("Put down, pick and drag boxes for reserves, reinforcements or losses")

    @property
    def hint(self) -> Message:
        return message("tool.hint.box")

    @property
    def is_busy(self) -> bool:
        return self._corner is not None or super().is_busy

    def put_down(self, at: Pointer) -> None:
        self._corner = self.snapped(at.point)

    def move(self, at: Pointer) -> None:
        if self._corner is None:
            super().move(at)
        else:
            self.preview.draw([PreviewTrace(TraceLook.COVER, band_path(self._corner, self.snapped(at.point)))])

    def release(self, at: Pointer) -> None:
        corner, self._corner = self._corner, None
        if corner is None:
            super().release(at)
            return
        self.preview.clear()
        opposite = self.snapped(at.point)
        width, height = abs(opposite[0] - corner[0]), abs(opposite[1] - corner[1])
        title = self.options.title or self.tr("Box {0}").format(len(self.plan.boxes) + 1)
        if min(width, height) < _SMALLEST:
            self.added(Part.BOX, title, lambda plan, title: add_box(plan, title, corner))
            return
        middle = (corner[0] + opposite[0]) / 2, (corner[1] + opposite[1]) / 2
        size = {"width": round(width, 2), "height": round(height, 2)}
        self.added(Part.BOX, title, lambda plan, title: add_box(plan, title, middle, attributes=size))

    def cancel(self) -> bool:
        busy, self._corner = self.is_busy, None
        return super().cancel() or busy

    def forget(self) -> None:
        super().forget()
        self._corner = None


_SMALLEST = 0.5
"""A drag that makes a smaller box is a click."""
