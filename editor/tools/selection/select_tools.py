"""Selecting: a rectangle, a lasso, all that is of one terrain, all of a region.

Shift adds to what is selected, Alt takes away from it, both together keep what is in both; without them the option
says which.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainterPath
from PySide6.QtWidgets import QApplication

from editor.documents.long_work import with_plan
from editor.documents.workbench import InkGroup, Picked
from editor.geometry.cells import Cells
from editor.model.edits import Part
from editor.model.selection import (
    NOTHING,
    Combine,
    Selection,
    chosen,
    in_lasso,
    in_rectangle,
    of_region,
    of_terrain,
    same_terrain,
)
from editor.refusal import CannotEdit
from editor.tools.options import Option, OptionChoice, OptionKind
from editor.tools.preview import PreviewTrace, TraceLook
from editor.tools.tool import Held, Pointer, Tool, ToolGroup, ToolOptions
from editor.tools.traces import band_path, cells_trace, line_path
from engine.core.messages import Message, message
from engine.definitions.plan import MapPlan, Point


@dataclass(slots=True)
class SelectOptions(ToolOptions):
    """What a new selection does to the one there is."""

    mode: Combine = Combine.REPLACE


@dataclass(slots=True)
class WandOptions(SelectOptions):
    """Whether only hexes that hang together are meant."""

    contiguous: bool = True


def place_at(plan: MapPlan, at: Pointer) -> Selection:
    """The one place under the pointer."""
    if at.key in plan.spaces or at.key in plan.boxes:
        return Selection(places=frozenset((at.key,)))
    return NOTHING if at.cell is None else chosen(plan, Cells.of((at.cell,)))


class SelectTool(Tool):
    """What all ways to select share."""

    group = ToolGroup.SELECT
    options: SelectOptions

    def make_options(self) -> SelectOptions:
        return SelectOptions()

    def options_shown(self) -> Sequence[Option]:
        modes = (
            OptionChoice(Combine.REPLACE, self.tr("Select anew")),
            OptionChoice(Combine.ADD, self.tr("Add")),
            OptionChoice(Combine.SUBTRACT, self.tr("Take away")),
            OptionChoice(Combine.INTERSECT, self.tr("Keep what is in both")),
        )
        tip = self.tr("What a new selection does to the one there is")
        return (Option("mode", OptionKind.CHOICE, self.tr("Selection"), tip, choices=modes),)

    def combine(self, held: Held) -> Combine:
        """What the keys held down ask for, or else the option."""
        if held.shift and held.alt:
            return Combine.INTERSECT
        if held.shift:
            return Combine.ADD
        return Combine.SUBTRACT if held.alt else self.options.mode

    def select(self, found: Selection, held: Held) -> None:
        """Select something in the way that the keys ask for."""
        self.bench.select(self.bench.selection.combined(found, self.combine(held)))
        self._pick_if_alone()

    def _pick_if_alone(self) -> None:
        """A single space or box is what the inspector shows."""
        places, cells = self.bench.selection.places, self.bench.selection.cells
        if len(places) == 1 and not cells:
            (place,) = places
            self.bench.pick(Picked(Part.SPACE if place in self.plan.spaces else Part.BOX, place))
        else:
            self.bench.pick(None)

    def hover(self, at: Pointer) -> None:
        if at.key in self.plan.spaces or at.key in self.plan.boxes:
            outline = self.bench.canvas.picture.outline(at.key)
            self.preview.draw([] if outline is None else [PreviewTrace(TraceLook.GUIDE, outline)])
        else:
            cells = Cells() if at.cell is None else Cells.of((at.cell,))
            self.preview.draw([PreviewTrace(TraceLook.GUIDE, cells_trace(at.ground, cells).path)])


class _Dragged(SelectTool):
    """Selects by a drag; a click selects the one place under the pointer."""

    _points: tuple[Point, ...] = ()
    _is_dragged = False

    @property
    def is_busy(self) -> bool:
        return bool(self._points)

    def press(self, at: Pointer) -> None:
        self._points = (at.point,)
        self._is_dragged = False
        self.preview.clear()

    def move(self, at: Pointer) -> None:
        if not self._points:
            return
        self._is_dragged |= math.dist(self._points[0], at.point) >= QApplication.startDragDistance() * at.pixel
        self._points = self.grown(self._points, at)
        if self._is_dragged:
            self.preview.draw([PreviewTrace(TraceLook.GUIDE, self.figure(self._points))])

    def release(self, at: Pointer) -> None:
        if not self._points:
            return
        points = self.grown(self._points, at)
        self._points = ()
        self.preview.clear()
        self.select(self.found(points) if self._is_dragged else place_at(self.plan, at), at.held)

    def cancel(self) -> bool:
        busy, self._points = self.is_busy, ()
        self.preview.clear()
        return busy

    def forget(self) -> None:
        super().forget()
        self._points = ()

    @abstractmethod
    def grown(self, points: tuple[Point, ...], at: Pointer) -> tuple[Point, ...]:
        """The points of the figure when the pointer has gone on."""

    @abstractmethod
    def figure(self, points: tuple[Point, ...]) -> QPainterPath:
        """The figure as it is seen while it is drawn."""

    @abstractmethod
    def found(self, points: tuple[Point, ...]) -> Selection:
        """What it holds."""


class SelectRectangle(_Dragged):
    """Selects what has its middle in a rectangle."""

    name = "select-rectangle"
    shortcut = "M"

    @property
    def title(self) -> str:
        return self.tr("Select")

    @property
    def tip(self) -> str:
        return self.tr("Select a place, or all places in a rectangle")

    @property
    def hint(self) -> Message:
        return message("tool.hint.select-rectangle")

    def grown(self, points: tuple[Point, ...], at: Pointer) -> tuple[Point, ...]:
        return points[0], at.point

    def figure(self, points: tuple[Point, ...]) -> QPainterPath:
        return band_path(points[0], points[-1])

    def found(self, points: tuple[Point, ...]) -> Selection:
        return in_rectangle(self.plan, points[0], points[-1])


class SelectLasso(_Dragged):
    """Selects what has its middle inside a line drawn around it."""

    name = "select-lasso"
    shortcut = "Q"

    @property
    def title(self) -> str:
        return self.tr("Lasso")

    @property
    def tip(self) -> str:
        return self.tr("Select all places inside a line drawn around them")

    @property
    def hint(self) -> Message:
        return message("tool.hint.select-lasso")

    def grown(self, points: tuple[Point, ...], at: Pointer) -> tuple[Point, ...]:
        return (*points, at.point) if math.dist(points[-1], at.point) >= 2 * at.pixel else points

    def figure(self, points: tuple[Point, ...]) -> QPainterPath:
        return line_path(points, closed=True)

    def found(self, points: tuple[Point, ...]) -> Selection:
        return in_lasso(self.plan, points)


class SelectTerrain(SelectTool):
    """The wand: selects what has the terrain of what is clicked."""

    name = "select-terrain"
    shortcut = "W"
    cursor = Qt.CursorShape.PointingHandCursor
    options: WandOptions

    @property
    def title(self) -> str:
        return self.tr("Wand")

    @property
    def tip(self) -> str:
        return self.tr("Select hexes or spaces of one terrain")

    @property
    def hint(self) -> Message:
        return message("tool.hint.select-terrain")

    def make_options(self) -> WandOptions:
        return WandOptions()

    def options_shown(self) -> Sequence[Option]:
        tip = self.tr("Only hexes that hang together with the one clicked, or all of the map")
        return (
            *super().options_shown(),
            Option("contiguous", OptionKind.BOOL, self.tr("Hanging together"), tip),
        )

    def press(self, at: Pointer) -> None:
        space = self.plan.spaces.get(at.key)
        if space is not None:
            self.select(Selection(places=of_terrain(self.plan, space.terrain).places), at.held)
        elif at.cell is not None:
            alike = partial(same_terrain, self.plan, at.cell, contiguous=self.options.contiguous)
            self.select(with_plan(self.plan, alike, self.tr("Looking for what is alike...")), at.held)
        else:
            self.select(NOTHING, at.held)


class SelectRegion(SelectTool):
    """Selects the members of the region that is clicked."""

    name = "select-region"
    shortcut = "Shift+W"
    cursor = Qt.CursorShape.PointingHandCursor

    @property
    def title(self) -> str:
        return self.tr("Select Region")

    @property
    def tip(self) -> str:
        return self.tr("Select all places of a region")

    @property
    def hint(self) -> Message:
        return message("tool.hint.select-region")

    def press(self, at: Pointer) -> None:
        place = at.key if at.key in self.plan.spaces or at.cell is None else at.cell.key
        ink = self.bench.ink_of(InkGroup.REGIONS)
        holding = [region.id for region in self.plan.regions.values() if place in region.members]
        if not holding:
            raise CannotEdit(message("tool.cannot.no-region-here"))
        region = ink.id if ink is not None and ink.id in holding else holding[0]
        words = self.tr("Looking for all of the region...")
        self.select(with_plan(self.plan, partial(of_region, self.plan, region), words), at.held)
