"""What all brushes share: a stroke over hexes without gaps, straight with Shift, and its size under the pointer.

However fast the mouse is, the stroke runs straight from one place it was seen to the next; a brush of radius n covers
all within n - 1 hexes. Each move costs what it newly covers.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterator, Sequence

from editor.geometry.cells import Cells
from editor.geometry.shapes import brush
from editor.model.change import Change
from editor.refusal import CannotEdit
from editor.tools.preview import TraceLook
from editor.tools.tool import Pointer, Tool
from editor.tools.traces import cells_trace
from engine.core.messages import Message
from engine.definitions.plan import Cell, Point

_STRIDE = 0.3
"""How closely a stroke looks for what lies in its way, in circumradii."""


class BrushTool(Tool):
    """A tool that is drawn over the map with the button down."""

    has_brush = True
    look = TraceLook.COVER

    _last: Pointer | None = None
    """Where the stroke was seen last; of a straight one where it began."""
    _anchor: Cell | None = None
    """Where the last stroke ended, or this one began: from where Shift draws straight."""
    _is_straight = False

    # What each brush says

    @abstractmethod
    def label(self) -> Message:
        """What the history calls a stroke."""

    @abstractmethod
    def dabs(self, cells: Cells, at: Pointer, stroke: Sequence[Point]) -> Iterator[Change]:
        """The changes of a piece of stroke, each made for the map with those before it already done.

        `cells` are the hexes it covers, whether the map has them or not; `stroke` the points it runs through.
        """

    def radius(self) -> int:
        """How large the brush is now."""
        return self.bench.brush

    # The stroke

    def press(self, at: Pointer) -> None:
        self.begin(self.label())
        self._is_straight = at.held.shift
        if not self._is_straight or self._anchor is None or self._anchor.sheet not in self.plan.sheets:
            self._anchor = at.any_cell
        self._last = at
        if self._is_straight:
            self._draw_straight(at)
        else:
            self._draw(at, at)

    def move(self, at: Pointer) -> None:
        if not self.is_busy or self._last is None:
            return
        if self._is_straight:
            self._draw_straight(at)
            return
        if self.follows_points or self._has_gone_on(self._last, at):
            self._draw(self._last, at)
        self._last = at

    def _has_gone_on(self, before: Pointer, at: Pointer) -> bool:
        """Whether a piece of stroke may cover more: it leaves a hex or a place, or runs over one between two points."""
        if (at.any_cell, at.key) != (before.any_cell, before.key):
            return True
        return any(place != at.key for place in self.places((before.point, at.point)))

    def release(self, at: Pointer) -> None:
        if self.is_busy:
            self._anchor = at.any_cell
            self.end()
        self.hover(at)

    follows_points = False
    """Whether the stroke matters within a hex, as it does along hexsides."""

    def places(self, stroke: Sequence[Point]) -> list[str]:
        """The spaces and boxes that a piece of stroke runs over."""
        plan, picture = self.plan, self.bench.canvas.picture
        if not plan.spaces and not plan.boxes:
            return []
        keys = (picture.key_at(*point) for point in points_along(stroke))
        return list(dict.fromkeys(key for key in keys if key in plan.spaces or key in plan.boxes))

    def _draw(self, before: Pointer, at: Pointer) -> None:
        stroke = tuple(cell for cell in (before.any_cell, at.any_cell) if cell is not None)
        for dab in self.dabs(self._covered(stroke), at, (before.point, at.point)):
            self.extend(dab)
        self.show(at)

    def _draw_straight(self, at: Pointer) -> None:
        """The line from the anchor to the pointer instead of what was drawn before."""
        ends = tuple(cell for cell in (self._anchor, at.any_cell) if cell is not None)
        start = self._last.point if self._last is not None else at.point
        if self._anchor is not None:
            spot = at.ground.spot(self._anchor)
            start = at.ground.centre(spot) if spot is not None else start
        self.take_back()
        for dab in self.dabs(self._covered(ends), at, (start, at.point)):
            self.extend(dab)
        self.show(at)

    def _covered(self, stroke: Sequence[Cell]) -> Cells:
        return brush(self.plan, stroke, self.radius()) if stroke else Cells()

    # What is seen

    def hover(self, at: Pointer) -> None:
        if not at.held.shift or self._anchor is None or self._anchor.sheet not in self.plan.sheets:
            self.show(at)
            return
        ends = [cell for cell in (self._anchor, at.any_cell) if cell is not None]
        self.preview.draw([cells_trace(at.ground, self._covered(ends), self.look)])

    def show(self, at: Pointer) -> None:
        """The brush under the pointer."""
        if at.any_cell is None:
            self.preview.clear()
            return
        try:
            self.preview.draw([cells_trace(at.ground, self._covered((at.any_cell,)), self.look)])
        except CannotEdit:
            self.preview.clear()

    def forget(self) -> None:
        super().forget()
        self._last = self._anchor = None


class AltErasingBrush(BrushTool):
    """A brush that lays something down, and with Alt takes it away again."""

    picks_with_alt = False
    erases = False
    """Whether the stroke that is drawn takes away."""

    def press(self, at: Pointer) -> None:
        self.erases = at.held.alt
        self.look = _look_of(at)
        super().press(at)

    def hover(self, at: Pointer) -> None:
        self.look = _look_of(at)
        super().hover(at)


def points_along(stroke: Sequence[Point]) -> Iterator[Point]:
    """Points on the straight way of a piece of stroke, so close together that nothing small is stepped over."""
    (x, y), (to_x, to_y) = stroke[0], stroke[-1]
    steps = max(1, math.ceil(math.dist((x, y), (to_x, to_y)) / _STRIDE))
    for number in range(steps + 1):
        share = number / steps
        yield x + (to_x - x) * share, y + (to_y - y) * share


def _look_of(at: Pointer) -> TraceLook:
    return TraceLook.ERASE if at.held.alt else TraceLook.COVER
