"""Which hex is which, told by the shape of a print alone, and only where that shape is the sheet's."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
import shapely

from editor.digitise.clicks import Numbering
from editor.digitise.grid.found_grid import FoundSheet
from editor.digitise.grid.grid_proposal import GridProposal
from editor.digitise.grid.growth import Grown
from editor.digitise.grid.lattice_warp import LatticeWarp
from editor.digitise.grid.sheet_size import ShownSheet, shown_sheet
from editor.digitise.grid.sheet_support import Support
from editor.digitise.transforms import Floats
from engine.core.boards.hexes import Extent, HexGrid, Orientation, Parity
from engine.core.boards.labels import LabelScheme

PITCH = 20.0
GRID = HexGrid(Orientation.POINTY, Parity.ODD)
PLAIN = Extent((3, 2), (8, 6))
"""Where the lines of the print are plainest."""


def steps_of(extent: Extent) -> Floats:
    """The hexes of a rectangle, in steps of the lattice of a print."""
    return np.array([GRID.to_cube(*cell)[:2] for cell in extent.cells()], dtype=np.float64)


def found(printed: Extent) -> FoundSheet:
    """A print of which one part has plain lines, and what else there is of it faint ones."""
    steps = np.array([[PITCH, PITCH / 2], [0.0, PITCH * math.sqrt(3) / 2]])
    warp = LatticeWarp.straight(np.array((200.0, 100.0)), steps)
    cells = steps_of(printed)
    plain = {tuple(cell) for cell in steps_of(PLAIN).tolist()}
    sides = [
        (*cell, kind, 1.0 if tuple(cell) in plain else 0.45) for cell in np.asarray(cells).tolist() for kind in range(3)
    ]
    support = Support(cells, shapely.Point(), 5.0, np.ones(3), np.ones(3), sides=np.array(sides))
    grown = Grown(warp, cells, 0, is_dark=True, pitch=PITCH)
    return FoundSheet(grown, support, warp.points(cells), Orientation.POINTY, 0.0, PITCH)


def test_a_print_of_the_sheet_s_shape_says_where_it_lies() -> None:
    sheet = Numbering(GRID, LabelScheme(), Extent((0, 0), PLAIN.size))
    proposal = GridProposal.of(found(PLAIN), sheet)
    assert proposal.is_anchored
    first = GRID.to_cube(*PLAIN.first)[:2]
    assert proposal.cell(first) == (0, 0)


def test_a_print_of_more_hexes_than_the_sheet_has_says_nothing() -> None:
    sheet = Numbering(GRID, LabelScheme(), Extent((0, 0), PLAIN.size))
    proposal = GridProposal.of(found(Extent((0, 0), (14, 10))), sheet)
    assert not proposal.is_anchored, "the sheet lies where the print is plainest, by luck"
    assert proposal.has_more_than_the_sheet


@pytest.mark.parametrize(
    ("printed", "parity"), [(Extent((3, 2), (8, 6)), Parity.EVEN), (Extent((1, 1), (14, 9)), Parity.ODD)]
)
def test_a_print_says_how_many_columns_and_rows_it_has_and_which_are_indented(printed: Extent, parity: Parity) -> None:
    assert shown_sheet(found(printed)) == ShownSheet(Orientation.POINTY, parity, *printed.size)


def test_a_few_hexes_beyond_the_edge_are_no_column_of_their_own() -> None:
    cells = np.concatenate((steps_of(Extent((1, 1), (14, 9))), steps_of(Extent((6, 10), (2, 1)))))
    whole = found(Extent((1, 1), (14, 9)))
    ragged = replace(whole, centres=whole.grown.warp.points(cells))
    assert shown_sheet(ragged) == ShownSheet(Orientation.POINTY, Parity.ODD, 14, 9)
