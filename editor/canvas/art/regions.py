"""Countries, zones and theatres as tints over the hexes and lines where they meet.

For each kind of region an array says which region a cell belongs to, built when first needed and then kept, so
that a chunk reads its part of it and nothing looks through the members of a region again.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QColor

from editor.canvas.art.looks import Looks
from editor.canvas.art.marks import Mark, Marks, mark
from editor.canvas.art.outlines import joined, polylines
from editor.geometry.lattice import Ints, Lattice, Span
from editor.geometry.plan_index import SheetIndex, padded_at
from engine.definitions.plan import Cell, MapPlan, RegionPlan, SheetPlan, cell_of

_TINT, _EDGE = 0, 1


class RegionTints:
    """Makes the marks of the regions of one sheet; only regions with a colour are painted."""

    def __init__(self, plan: MapPlan, index: SheetIndex, looks: Looks) -> None:
        self.plan = plan
        self.index = index
        self.sheet: SheetPlan = index.sheet
        self.lattice: Lattice = index.lattice
        self.looks = looks
        self._arrays: dict[str, npt.NDArray[np.uint16]] | None = None
        self._numbered: dict[str, list[RegionPlan]] = {}

    def forget(self) -> None:
        """Regions have changed."""
        self._arrays = None

    def members_changed(self, cells: Iterable[Cell]) -> bool:
        """These cells joined or left regions; False when the regions themselves are others and all was forgotten."""
        if self._arrays is None:
            return True
        coloured = [(region.id, region.kind, region.colour) for region in self.plan.regions.values() if region.colour]
        known = {(region.id, region.kind, region.colour) for numbered in self._numbered.values() for region in numbered}
        if len(coloured) != len(known) or not known.issuperset(coloured):
            self.forget()
            return False
        for cell in cells:
            at = cell.row - self.sheet.first[1] + 1, cell.col - self.sheet.first[0] + 1
            owner = self.index.owners.get((cell.col, cell.row), cell).key
            for kind, array in self._arrays.items():
                if not (0 <= at[0] < array.shape[0] and 0 <= at[1] < array.shape[1]):
                    continue
                present = (self.plan.regions[region.id] for region in self._numbered[kind])
                numbers = [number for number, region in enumerate(present, 1) if owner in region.members]
                array[at] = numbers[-1] if numbers else 0
        return True

    def _kinds(self) -> dict[str, npt.NDArray[np.uint16]]:
        if self._arrays is None:
            self._arrays, self._numbered = {}, {}
            for region in self.plan.regions.values():
                if region.colour:
                    self._enter(region, self._arrays)
        return self._arrays

    def _enter(self, region: RegionPlan, arrays: dict[str, npt.NDArray[np.uint16]]) -> None:
        """Where it lies; a row of cells beyond the sheet on each side knows the regions of the sheets beside it."""
        width, height = self.sheet.size
        array = arrays.setdefault(region.kind, np.zeros((height + 2, width + 2), np.uint16))
        numbered = self._numbered.setdefault(region.kind, [])
        numbered.append(region)
        prefix = f"{self.sheet.id}:"
        for key in region.members:
            cell = cell_of(key) if key.startswith(prefix) else None
            index = self.sheet.index(cell.col, cell.row) if cell is not None and cell.sheet == self.sheet.id else None
            if index is not None:
                array[index[0] + 1, index[1] + 1] = len(numbered)
        for (col, row), owner in self.index.owners.items():
            if owner.key in region.members:
                array[row - self.sheet.first[1] + 1, col - self.sheet.first[0] + 1] = len(numbered)

    def marks(self, span: Span) -> Marks:
        """The tints and edges of a block of cells."""
        kinds = self._kinds()
        if not kinds:
            return ()
        across, down = np.meshgrid(np.arange(span.left, span.right), np.arange(span.top, span.bottom))
        cols, rows = across.ravel().astype(np.int64), down.ravel().astype(np.int64)
        centres = self.lattice.centres(cols, rows)
        corners = self.lattice.corners
        hexagon = polylines(corners[None], closed=True)
        marks: list[Mark] = []
        dry, style = self._is_land(cols, rows), self.looks.style.regions
        elsewhere = self.index.is_drawn_elsewhere(cols, rows) | ~self._is_on_sheet(cols, rows)
        for kind, array in kinds.items():
            here = np.where(elsewhere, 0, padded_at(array, self.sheet, cols, rows))
            around = [padded_at(array, self.sheet, *self.lattice.neighbours(cols, rows, d)) for d in range(6)]
            for number in np.unique(here[here > 0]).tolist():
                own = here == number
                named = self._numbered[kind][number - 1].colour
                colour = self.looks.adapted(named)
                tint = QColor(colour)
                tint.setAlphaF(style.tint)
                marks.append(mark(_TINT, hexagon.at(centres[own & dry]), tint))
                lines = []
                for direction in range(6):
                    ends = np.stack((corners[direction], corners[(direction + 1) % 6])) * 0.94
                    lines.append(polylines(centres[own & (around[direction] != number)][:, None, :] + ends[None]))
                edge = self.looks.standing_out(named)
                edge.setAlphaF(style.edge)
                width = style.width * self.lattice.scale
                marks.append(mark(_EDGE, joined(lines), edge, width=width, thinnest=0.8, smallest=5.0))
        return tuple(marks)

    def _is_land(self, cols: Ints, rows: Ints) -> npt.NDArray[np.bool_]:
        """Water keeps its colour whoever owns it."""
        names = self.plan.terrain_names
        dry = np.array([False, *(not self.looks.terrain(name).is_water for name in names)])
        result: npt.NDArray[np.bool_] = dry[self._numbers(self.sheet.terrain, cols, rows)]
        return result

    def _is_on_sheet(self, cols: Ints, rows: Ints) -> npt.NDArray[np.bool_]:
        across, down = cols - self.sheet.first[0], rows - self.sheet.first[1]
        width, height = self.sheet.size
        found: npt.NDArray[np.bool_] = (across >= 0) & (across < width) & (down >= 0) & (down < height)
        return found

    def _numbers(self, array: npt.NDArray[np.uint16], cols: Ints, rows: Ints) -> Ints:
        across, down = cols - self.sheet.first[0], rows - self.sheet.first[1]
        width, height = self.sheet.size
        inside = self._is_on_sheet(cols, rows)
        found = array[np.clip(down, 0, height - 1), np.clip(across, 0, width - 1)]
        return np.where(inside, found, 0).astype(np.int64)
