"""Terrain in figures: a line that follows the mouse, a rectangle, a polygon clicked corner by corner.

The line is painted as it is drawn, like a brush; the larger figures are outlined until they are finished, so that the
map is painted once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from editor.commands.paint import paint_terrain
from editor.documents.workbench import EditLayer, InkGroup
from editor.geometry.cells import Cells, existing
from editor.geometry.ground import Ground
from editor.geometry.shapes import polygon, rectangle
from editor.refusal import CannotEdit
from editor.tools.brushes.terrain_brush import TerrainBrush
from editor.tools.corner_tool import CornerTool
from editor.tools.figures import along_axis, rim
from editor.tools.options import Option, OptionKind
from editor.tools.preview import PreviewTrace, TraceLook
from editor.tools.tool import Pointer, Tool, ToolGroup, ToolOptions
from editor.tools.traces import MOST_EDGED, band_path, cells_trace
from engine.core.messages import Message, message
from engine.definitions.plan import Cell, Point


class TerrainLine(TerrainBrush):
    """Paints straight from where the button went down; Shift keeps to the six directions of the hexes."""

    name = "terrain-line"
    shortcut = "L"

    @property
    def title(self) -> str:
        return self.tr("Line")

    @property
    def tip(self) -> str:
        return self.tr("Paint terrain in a straight line")

    @property
    def hint(self) -> Message:
        return message("tool.hint.terrain-line")

    def press(self, at: Pointer) -> None:
        self._anchor = at.any_cell
        self.begin(self.label())
        self._is_straight = True
        self._last = at
        self._draw_straight(at)

    def move(self, at: Pointer) -> None:
        if self.is_busy:
            self._draw_straight(along_axis(at, self._anchor) if at.held.shift else at)

    def release(self, at: Pointer) -> None:
        self.end()
        self.show(at)

    def hover(self, at: Pointer) -> None:
        self.show(at)


@dataclass(slots=True)
class FigureOptions(ToolOptions):
    """Whether the whole figure is painted or its edge."""

    filled: bool = True


class _Figure(Tool):
    group = ToolGroup.PAINT
    ink_group = InkGroup.TERRAIN
    layer = EditLayer.TERRAIN
    options: FigureOptions

    def make_options(self) -> FigureOptions:
        return FigureOptions()

    def options_shown(self) -> Sequence[Option]:
        tip = self.tr("Paint the whole figure, or only the hexes of its edge")
        return (Option("filled", OptionKind.BOOL, self.tr("Filled"), tip),)

    def paint(self, cells: Cells) -> bool:
        """Give the hexes of a figure the terrain in hand."""
        return self.push(paint_terrain(self.plan, cells, self.ink.id))

    def shown(self, cells: Cells) -> Cells:
        """The hexes of a figure that would be painted: those the map has."""
        return existing(self.plan, cells)


class TerrainRectangle(_Figure):
    """Paints from one corner to another; Shift makes as many columns as rows."""

    name = "terrain-rectangle"
    shortcut = "R"
    _corner: Cell | None = None
    _began: Point = (0.0, 0.0)

    @property
    def title(self) -> str:
        return self.tr("Rectangle")

    @property
    def tip(self) -> str:
        return self.tr("Paint a rectangle of terrain")

    @property
    def hint(self) -> Message:
        return message("tool.hint.terrain-rectangle")

    @property
    def is_busy(self) -> bool:
        return self._corner is not None

    def press(self, at: Pointer) -> None:
        self.check_locks()
        if at.any_cell is None:
            raise CannotEdit(message("tool.cannot.no-hex-here"))
        self._corner = at.any_cell
        self._began = at.point
        self.move(at)

    def move(self, at: Pointer) -> None:
        """Over a sheet that is not joined there is no rectangle; it is refused only if the button is let go there."""
        if self._corner is None:
            return
        across, down = abs(at.point[0] - self._began[0]), abs(at.point[1] - self._began[1])
        if across * down > MOST_EDGED:
            self.preview.draw([PreviewTrace(TraceLook.GUIDE, band_path(self._began, at.point))])
            return
        try:
            self.preview.draw([cells_trace(at.ground, self.shown(self._cells(at)))])
        except CannotEdit:
            self.preview.clear()

    def release(self, at: Pointer) -> None:
        if self._corner is not None:
            cells = self._cells(at)
            self._corner = None
            self.preview.clear()
            self.paint(cells)

    def hover(self, at: Pointer) -> None:
        cells = Cells() if at.cell is None else Cells.of((at.cell,))
        self.preview.draw([cells_trace(at.ground, cells)])

    def cancel(self) -> bool:
        busy, self._corner = self.is_busy, None
        self.preview.clear()
        return busy

    def forget(self) -> None:
        super().forget()
        self._corner = None

    def _cells(self, at: Pointer) -> Cells:
        corner, opposite = self._corner, at.any_cell
        if corner is None or opposite is None:
            return Cells()
        spot = at.ground.spot(opposite)
        here = at.ground.spot(corner)
        if spot is None or here is None or spot.plane != here.plane:
            raise CannotEdit(message("edit.cannot.not-joined", sheet=corner.sheet, other=opposite.sheet))
        opposite = at.ground.cell_on(corner.sheet, spot)
        if at.held.shift:
            across, down = opposite.col - corner.col, opposite.row - corner.row
            side = min(abs(across), abs(down))
            opposite = Cell(
                corner.sheet, corner.col + (side if across > 0 else -side), corner.row + (side if down > 0 else -side)
            )
        covered = rectangle(self.plan, corner, opposite)
        return covered if self.options.filled else rim(at.ground, covered)


class TerrainPolygon(CornerTool, _Figure):
    """Paints what lies inside an outline clicked corner by corner."""

    name = "terrain-polygon"
    shortcut = "P"

    @property
    def title(self) -> str:
        return self.tr("Polygon")

    @property
    def tip(self) -> str:
        return self.tr("Paint what lies inside an outline clicked corner by corner")

    @property
    def hint(self) -> Message:
        return message("tool.hint.terrain-polygon")

    def press(self, at: Pointer) -> None:
        self.check_locks()
        self.add_corner(at)

    def double_click(self, at: Pointer) -> None:
        if self.is_busy:
            self.finish()
        else:
            self.press(at)

    def hover(self, at: Pointer) -> None:
        if not self._points:
            cells = Cells() if at.cell is None else Cells.of((at.cell,))
            self.preview.draw([cells_trace(at.ground, cells)])
            return
        points = (*self._points, self._next(at))
        covered = self.shown(self._cells(points))
        self.preview.draw([cells_trace(at.ground, covered), self._outline(points)], self._points, self._hot(at))

    def close(self, points: tuple[Point, ...]) -> None:
        cells = self._cells(points)
        self.cancel()
        self.paint(cells)

    def _cells(self, points: Sequence[Point]) -> Cells:
        covered = polygon(self.plan, points)
        return covered if self.options.filled else rim(Ground(self.plan), covered)
