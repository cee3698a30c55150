"""Pixels of a Tiled map and points of our plane.

Tiled measures a hex in whole pixels, so its hexes are never quite regular: each axis has a scale of its own. Columns
and rows count from the corner of the map there, and from anywhere here.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from editor.geometry.lattice import Floats, Lattice
from engine.core.boards.hexes import HexGrid, Orientation, Parity
from engine.definitions.plan import Point


@dataclass(frozen=True, slots=True)
class TiledFrame:
    """The lattice whose cell `first` is the tile (0, 0) of a map with tiles of this size."""

    lattice: Lattice
    first: tuple[int, int]
    tile_size: tuple[int, int]
    side: int

    @property
    def stagger(self) -> str:
        """Along which axis every other line of hexes is shifted."""
        return "x" if self.lattice.is_flat else "y"

    @property
    def index(self) -> str:
        """Which lines are shifted, counted from the corner of the map."""
        parity, start = self.lattice.grid.parity, self.first[0 if self.lattice.is_flat else 1]
        if start % 2 == 0:
            return parity.value
        return (Parity.EVEN if parity is Parity.ODD else Parity.ODD).value

    @property
    def scales(self) -> Point:
        """Pixels a unit of the grid, across and down."""
        width, height = self.tile_size
        if self.lattice.is_flat:
            return (width + self.side) / 3, height / math.sqrt(3)
        return width / math.sqrt(3), (height + self.side) / 3

    @property
    def _corner(self) -> Point:
        """The pixel of the grid's point (0, 0)."""
        width, height = self.tile_size
        x, y = width / 2, height / 2
        line = self.first[0 if self.lattice.is_flat else 1]
        if (line % 2 == 1) == (self.lattice.grid.parity is Parity.ODD):
            x, y = (x, y + height / 2) if self.lattice.is_flat else (x + width / 2, y)
        across, down = self.lattice.grid.centre(*self.first)
        return x - across * self.scales[0], y - down * self.scales[1]

    def to_pixels(self, points: Floats) -> Floats:
        """Where points of the plane lie in the map of Tiled."""
        flat = (points - np.array(self.lattice.origin)) / self.lattice.scale
        return np.asarray(flat * np.array(self.scales) + np.array(self._corner), dtype=np.float64)

    def to_plane(self, pixels: Floats) -> Floats:
        """The other way round."""
        flat = (pixels - np.array(self._corner)) / np.array(self.scales)
        return np.asarray(flat * self.lattice.scale + np.array(self.lattice.origin), dtype=np.float64)

    def pixel(self, point: Point) -> Point:
        """One point of the plane in pixels."""
        x, y = self.to_pixels(np.array(point)).tolist()
        return x, y

    def point(self, pixel: Point) -> Point:
        """One pixel as a point of the plane."""
        x, y = self.to_plane(np.array(pixel)).tolist()
        return x, y


def grid_of(stagger: str, index: str) -> HexGrid:
    """Our grid for a map of Tiled whose tile (0, 0) is the cell (0, 0)."""
    return HexGrid(Orientation.FLAT if stagger == "x" else Orientation.POINTY, Parity(index))
