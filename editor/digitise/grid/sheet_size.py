"""How many columns and rows of hexes a scan shows, and which stand lower, before there is a map for it. No Qt."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

import numpy as np

from editor.digitise.clicks import Numbering
from editor.digitise.grid.found_grid import FoundSheet
from editor.digitise.grid.grid_proposal import GridProposal
from editor.geometry.lattice import Ints
from engine.core.boards.hexes import Extent, HexGrid, Orientation, Parity
from engine.core.boards.labels import LabelScheme

_FEWEST: Final = 0.5
"""A column or row that shows a smaller share of the hexes of the others is not one of the sheet's."""


@dataclass(frozen=True, slots=True)
class ShownSheet:
    """The rectangle of hexes that the print shows, counted from 1."""

    orientation: Orientation
    parity: Parity
    columns: int
    rows: int


def shown_sheet(found: FoundSheet) -> ShownSheet:
    """The sheet that a found grid would lie on hex by hex, as far as hexes are shown whole."""
    ways = [(_cells(found, parity), parity) for parity in Parity]
    cells, parity = max(ways, key=lambda way: _evenness(way[0]))
    lines = _lengths(cells)
    usual = Counter(lines.values()).most_common(1)[0][0]
    kept = [line for line, length in lines.items() if length >= _FEWEST * usual]
    first, across = min(kept), max(kept) - min(kept) + 1
    if first % 2 == 0:
        parity = next(other for other in Parity if other is not parity)
    if found.orientation is Orientation.FLAT:
        return ShownSheet(found.orientation, parity, across, usual)
    return ShownSheet(found.orientation, parity, usual, across)


def _cells(found: FoundSheet, parity: Parity) -> Ints:
    """The hexes as a sheet of that parity counts them: along the lines that stand lower in turn, and across them."""
    grid = HexGrid(found.orientation, parity)
    proposal = GridProposal(found, Numbering(grid, LabelScheme(), Extent((1, 1), (1, 1))))
    cubes = proposal.cubes(proposal.cells).tolist()
    cells = np.array([grid.from_cube((q, r, -q - r)) for q, r in cubes])
    return cells if found.orientation is Orientation.FLAT else cells[:, ::-1]


def _lengths(cells: Ints) -> dict[int, int]:
    return dict(Counter(cells[:, 0].tolist()))


def _evenness(cells: Ints) -> float:
    """The share of the lines that begin where most do."""
    begins: dict[int, int] = {}
    for line, at in cells.tolist():
        begins[line] = min(at, begins.get(line, at))
    return Counter(begins.values()).most_common(1)[0][1] / len(begins)
