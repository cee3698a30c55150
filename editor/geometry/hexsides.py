"""A hexside by itself, whatever lies along it."""

from __future__ import annotations

from typing import NamedTuple

from engine.core.boards.hexes import HexGrid
from engine.definitions.plan import Cell, SideKey


class Hexside(NamedTuple):
    """A hexside under the one name it has from either hex: its direction is 0, 1 or 2."""

    sheet: str
    col: int
    row: int
    direction: int

    def carrying(self, kind: str) -> SideKey:
        """The key of a kind of thing along this hexside."""
        return SideKey(self.sheet, self.col, self.row, self.direction, kind)

    @property
    def cell(self) -> Cell:
        """The hex that names it."""
        return Cell(self.sheet, self.col, self.row)


def hexside_of(side: SideKey) -> Hexside:
    """The hexside something lies along."""
    return Hexside(*side[:4])


def hexside_from(grid: HexGrid, cell: Cell, direction: int) -> Hexside:
    """The hexside of a hex in any of its six directions."""
    if direction < 3:
        return Hexside(cell.sheet, cell.col, cell.row, direction)
    col, row = grid.neighbour(cell.col, cell.row, direction)
    return Hexside(cell.sheet, col, row, direction - 3)


def hexsides_around(grid: HexGrid, cell: Cell) -> list[Hexside]:
    """All six, in the order of the directions."""
    return [hexside_from(grid, cell, direction) for direction in range(6)]
