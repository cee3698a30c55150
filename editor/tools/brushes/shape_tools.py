"""The shape of the map with the mouse: a sheet cropped or grown to a rectangle, hexes added and cut out one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from editor.commands.paint import add_cells, erase_cells
from editor.commands.shape import ShapeNumbering, resize
from editor.documents.workbench import EditLayer, InkGroup
from editor.geometry.cells import Cells, rectangle_keys
from editor.model.change import Change
from editor.refusal import CannotEdit
from editor.tools.brushes.brush import AltErasingBrush
from editor.tools.options import Option, OptionChoice, OptionKind
from editor.tools.preview import PreviewTrace, TraceLook
from editor.tools.tool import Pointer, Tool, ToolGroup, ToolOptions
from editor.tools.traces import MOST_EDGED, band_path, cells_trace
from engine.core.messages import Message, message
from engine.definitions.plan import Cell, Point


@dataclass(slots=True)
class CropOptions(ToolOptions):
    """What a new shape does to the numbers of the hexes."""

    numbering: ShapeNumbering = ShapeNumbering.KEEP


class CropTool(Tool):
    """Cuts a sheet down to a rectangle of hexes, or lets it grow to one; Enter or a double click does it."""

    name = "crop"
    group = ToolGroup.SHAPE
    shortcut = "Shift+C"
    layer = EditLayer.TERRAIN
    double_click_presses = False
    options: CropOptions

    _start: Cell | None = None
    """Where the button went down."""
    _is_dragged = False
    _sheet = ""
    """The sheet that the rectangle lies on; empty while there is none."""
    _corner: tuple[int, int] = (0, 0)
    _opposite: tuple[int, int] = (0, 0)

    @property
    def title(self) -> str:
        return self.tr("Crop")

    @property
    def tip(self) -> str:
        return self.tr("Cut a sheet down to a rectangle, or let it grow to one")

    @property
    def hint(self) -> Message:
        return message("tool.hint.crop-ready" if self.is_busy else "tool.hint.crop")

    def make_options(self) -> CropOptions:
        return CropOptions()

    def options_shown(self) -> Sequence[Option]:
        ways = (
            OptionChoice(ShapeNumbering.KEEP, self.tr("Keep the numbers")),
            OptionChoice(ShapeNumbering.RECOUNT, self.tr("Count anew from the corner")),
        )
        tip = self.tr("What the new shape does to the numbers of the hexes")
        return (Option("numbering", OptionKind.CHOICE, self.tr("Numbers"), tip, choices=ways),)

    @property
    def is_busy(self) -> bool:
        return bool(self._sheet)

    def press(self, at: Pointer) -> None:
        """A rectangle that is there stays until another is really dragged, so that a double click can use it."""
        self.check_locks()
        if at.any_cell is None:
            raise CannotEdit(message("tool.cannot.no-hex-here"))
        self._start = at.any_cell

    def move(self, at: Pointer) -> None:
        start = self._start
        cell = None if start is None else self._cell(at, start.sheet)
        if start is None or cell is None or (cell == start and not self._is_dragged):
            return
        self._is_dragged = True
        self._sheet, self._corner, self._opposite = start.sheet, (start.col, start.row), (cell.col, cell.row)
        self._show(at)

    def release(self, at: Pointer) -> None:
        self.move(at)
        self._start, self._is_dragged = None, False

    def double_click(self, at: Pointer) -> None:
        self.finish()

    def hover(self, at: Pointer) -> None:
        if not self._sheet:
            cells = Cells() if at.cell is None else Cells.of((at.cell,))
            self.preview.draw([cells_trace(at.ground, cells, TraceLook.GUIDE)])

    def leave(self) -> None:
        """The rectangle stays until it is used or dropped."""
        if not self._sheet:
            self.preview.clear()

    def finish(self) -> bool:
        if not self._sheet:
            return False
        first, size = self._rectangle()
        sheet = self._sheet
        self.cancel()
        numbering = self.options.numbering
        self.push(resize(self.plan, sheet, first, size, numbering=numbering, contents=self.document.contents))
        return True

    def cancel(self) -> bool:
        busy, self._sheet = self.is_busy, ""
        self._start, self._is_dragged = None, False
        self.preview.clear()
        return busy

    def forget(self) -> None:
        super().forget()
        self._sheet, self._start = "", None

    def map_changed(self) -> None:
        if self._sheet not in self.plan.sheets:
            self.cancel()

    @staticmethod
    def _cell(at: Pointer, sheet: str) -> Cell | None:
        """The cell of a sheet under the pointer, whether the sheet reaches that far or not."""
        plane = at.ground.plane(sheet)
        return None if plane is None else at.ground.cell_on(sheet, at.ground.nearest_spot(plane, *at.point))

    def _rectangle(self) -> tuple[tuple[int, int], tuple[int, int]]:
        (a, b), (c, d) = self._corner, self._opposite
        return (min(a, c), min(b, d)), (abs(a - c) + 1, abs(b - d) + 1)

    def _show(self, at: Pointer) -> None:
        first, size = self._rectangle()
        if size[0] * size[1] <= MOST_EDGED:
            self.preview.draw([cells_trace(at.ground, Cells({self._sheet: rectangle_keys(first, size)}))])
            return
        corners = (at.ground.spot(Cell(self._sheet, *cell)) for cell in (self._corner, self._opposite))
        points = [at.ground.centre(spot) for spot in corners if spot is not None]
        self.preview.draw([PreviewTrace(TraceLook.COVER, band_path(points[0], points[1]))])


class CellBrush(AltErasingBrush):
    """Adds hexes where a sheet has room for them; with Alt cuts them out, for a map with a jagged edge."""

    name = "cell-brush"
    group = ToolGroup.SHAPE
    shortcut = "Shift+B"
    ink_group = InkGroup.TERRAIN
    layer = EditLayer.TERRAIN

    @property
    def title(self) -> str:
        return self.tr("Hexes")

    @property
    def tip(self) -> str:
        return self.tr("Add hexes to the map, or cut them out with Alt")

    @property
    def hint(self) -> Message:
        return message("tool.hint.cell-brush")

    def label(self) -> Message:
        return message("edit.do.erase-hexes") if self.erases else message("edit.do.add-hexes", terrain=self.ink.id)

    def press(self, at: Pointer) -> None:
        cell = at.any_cell
        if cell is None or (cell.col, cell.row) not in self.plan.sheets[cell.sheet].extent:
            raise CannotEdit(message("tool.cannot.no-room-here"))
        super().press(at)

    def dabs(self, cells: Cells, at: Pointer, stroke: Sequence[Point]) -> Iterator[Change]:
        if self.erases:
            yield erase_cells(self.plan, cells, contents=self.document.contents)
        else:
            yield add_cells(self.plan, cells, self.ink.id)
