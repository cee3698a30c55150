"""Labels that stay on their hexes while the sheet under them changes shape.

A scheme counts from the corner of the sheet, so a row added at the top would renumber everything. The same scheme
with other starts prints what was printed before.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.core.boards.hexes import Extent, HexGrid
from engine.core.boards.labels import LabelScheme
from engine.definitions.plan import SheetPlan

_APART: Final = "\x00"
"""Between the two numbers of a label while it is read back, so that there is one reading only."""


def kept_labels(sheet: SheetPlan, extent: Extent) -> LabelScheme:
    """The scheme that prints on another extent what a sheet prints now."""
    scheme = sheet.labels
    plain = replace(scheme, separator=_APART, prefix="")
    for cell in _corners(sheet.extent):
        try:
            text = plain.label(sheet.grid, *cell, sheet.extent)
        except ValueError:
            continue
        moved = plain.anchored(sheet.grid, extent, cell, text)
        if moved is not None:
            return replace(moved, separator=scheme.separator, prefix=scheme.prefix)
    return scheme


def labels_run_out(scheme: LabelScheme, grid: HexGrid, extent: Extent) -> bool:
    """Whether some cell has no label, because an axis would go below zero or before A."""
    try:
        for cell in _corners(extent):
            scheme.label(grid, *cell, extent)
    except ValueError:
        return True
    return False


def _corners(extent: Extent) -> list[tuple[int, int]]:
    (left, top), (right, bottom) = extent.first, extent.last
    return [(col, row) for col in (left, right) for row in (top, bottom)]
