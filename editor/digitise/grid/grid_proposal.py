"""A grid that found itself, laid under a sheet of the map: which hex of the sheet is which hex of the print.

The finder knows where hexes are and nothing of their numbers. A `GridProposal` turns the lattice the way the sheet lies
and asks which move of it fits: the one that lays all printed hexes on the sheet and leaves none of the sheet beside the
print, or the one that a number read or typed says. What comes out are clicks like those of a person, spread over the
print, so that the fit, its residuals and the check are those of every calibration.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np

from editor.digitise.clicks import Click, Numbering
from editor.digitise.grid.found_grid import FoundSheet
from editor.digitise.transforms import Floats
from editor.geometry.lattice import Ints
from engine.core.boards.hexes import Cell, Cube, HexGrid, Parity
from engine.definitions.plan import Point

_ACROSS: Final = 7
_DOWN: Final = 6
"""Over how many columns and rows of the picture clicks are spread."""
_MOST_HEXES: Final = 250_000
_HALF_PRINTED: Final = 0.4
"""A side that is less plain than this speaks against the sheet having it."""
_WHOLE: Final = 0.75
"""The share of the sides of the sheet that must be plainly printed, for its shape alone to be believed."""
_CLEARER: Final = 0.5
"""By so much a hex of its shorter edge the best move must be better than the next."""


@dataclass(frozen=True)
class GridProposal:
    """A found sheet and the sheet of the map that it shows, turned to it; `move` is known once it is anchored."""

    found: FoundSheet
    numbering: Numbering
    move: Cube | None = None
    ways: tuple[Cube, Cube] | None = None
    """What one step in each direction is on the sheet, where that is known beforehand."""

    @staticmethod
    def of(found: FoundSheet, numbering: Numbering) -> GridProposal:
        """The proposal for a sheet, anchored if its shape alone says where it lies."""
        return GridProposal(found, numbering).by_shape()

    # The two ways of counting

    @cached_property
    def cells(self) -> Ints:
        """The hexes that the print shows whole, in counted steps."""
        scale = 2**self.found.grown.level
        counted = self.found.grown.warp.counts((self.found.centres + 0.5) / scale - 0.5)
        return np.unique(np.rint(counted).astype(np.int64), axis=0)

    @cached_property
    def steps(self) -> tuple[Cube, Cube]:
        """What one step of the lattice in each direction is on the sheet: whichever turns the scan least."""
        if self.ways is not None:
            return self.ways
        warp = self.found.grown.warp
        middle = self.cells.mean(axis=0)
        ahead = warp.points(np.array([middle, middle + np.array((1.0, 0.0))]))
        angle = math.atan2(*(ahead[1] - ahead[0])[::-1])
        ways = [(q, r, -q - r) for q, r in ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))]
        grid = HexGrid(self.numbering.grid.orientation, Parity.ODD)
        headings = sorted((math.atan2(*self._way(grid, way)[::-1]), way) for way in ways)
        turns = [abs((heading - angle + math.pi) % (2 * math.pi) - math.pi) for heading, _ in headings]
        first = turns.index(min(turns))
        return headings[first][1], headings[(first + 1) % 6][1]

    @staticmethod
    def _way(grid: HexGrid, way: Cube) -> Point:
        x, y = grid.centre(*grid.from_cube(way))
        return x, y

    def cubes(self, counted: Ints) -> Ints:
        """Places of the lattice as the sheet counts, before the move."""
        one, other = np.array(self.steps[0][:2]), np.array(self.steps[1][:2])
        return np.asarray(counted[:, :1] * one + counted[:, 1:] * other, dtype=np.int64)

    def cell(self, counted: tuple[int, int]) -> Cell | None:
        """The hex of the sheet at a place of the lattice; None before that is known."""
        if self.move is None:
            return None
        q, r = (self.cubes(np.array([counted]))[0] + np.array(self.move[:2])).tolist()
        return self.numbering.grid.from_cube((q, r, -q - r))

    def counted_at(self, pixel: Point) -> tuple[int, int]:
        """The place of the lattice at a pixel of the scan, whose corner is (0, 0)."""
        scale = 2**self.found.grown.level
        at = self.found.grown.warp.counts(np.array([pixel]) / scale - 0.5)[0]
        cube = np.array((at[0], at[1], -at.sum()))
        near = np.rint(cube)
        worst = int(np.abs(near - cube).argmax())
        near[worst] = -(near.sum() - near[worst])
        return int(near[0]), int(near[1])

    def pixels(self, counted: Floats) -> Floats:
        """Where places of the lattice are on the scan."""
        return np.asarray((self.found.grown.warp.points(counted) + 0.5) * 2**self.found.grown.level)

    # Which move

    @property
    def is_anchored(self) -> bool:
        return self.move is not None

    @property
    def has_more_than_the_sheet(self) -> bool:
        """Whether the print shows more hexes than the sheet has, by more than a part of an edge."""
        size = self.numbering.extent.size
        return len(self.cells) - size[0] * size[1] > _CLEARER * min(size)

    def by_shape(self) -> GridProposal:
        """Anchored where one move lays the sides of the sheet on printed ones, and no other nearly as many.

        Beyond the edge of the print there are no sides, so that the edge says where the sheet lies. A sheet that is
        smaller than the print lies within it anywhere.
        """
        size, plain = self.numbering.extent.size, self.found.support.sides
        if size[0] * size[1] > _MOST_HEXES or not len(plain) or self.has_more_than_the_sheet:
            return self
        turn = np.array([self.steps[0][:2], self.steps[1][:2]]).T
        cubes = np.array([self.numbering.grid.to_cube(*cell)[:2] for cell in self.numbering.extent.cells()])
        sheet = np.rint(cubes @ np.linalg.inv(turn).T).astype(np.int64)
        low, below = sheet.min(axis=0) - 1, plain[:, :2].min(axis=0).astype(np.int64)
        span = np.maximum(sheet.max(axis=0) - low, plain[:, :2].max(axis=0).astype(np.int64) - below) + 2
        shape = int(2 * span[0]), int(2 * span[1])
        common, shown = np.zeros(shape), np.zeros(shape)
        wanted = 0
        for kind, owner in enumerate(((-1, 0), (0, -1), (1, -1))):
            ours, theirs = np.zeros(shape), np.zeros(shape)
            for cells in (sheet, sheet + np.array(owner)):
                ours[tuple((cells - low).T)] = 1.0
            rows = plain[plain[:, 2] == kind]
            at = rows[:, :2].astype(np.int64) - below
            theirs[tuple(at.T)] = rows[:, 3] - _HALF_PRINTED
            back = np.conj(np.fft.rfft2(ours))
            common += np.fft.irfft2(back * np.fft.rfft2(theirs), s=shape)
            shown += np.fft.irfft2(back * np.fft.rfft2((theirs > 0).astype(np.float64)), s=shape)
            wanted += int(ours.sum())
        first, second = np.argsort(common, axis=None)[::-1][:2]
        best = float(common.ravel()[first])
        is_whole = float(shown.ravel()[first]) >= _WHOLE * wanted
        if not is_whole or best - float(common.ravel()[second]) < _CLEARER * min(size):
            return self
        move = np.array(np.unravel_index(int(first), shape))
        move = np.where(move > np.array(shape) // 2, move - np.array(shape), move) + below - low
        q, r = (-(turn @ move)).tolist()
        return replace(self, move=(int(q), int(r), -int(q) - int(r)))

    def by_number(self, pixel: Point, label: str) -> GridProposal | None:
        """Anchored by what is printed in the hex at a pixel; None for a number that the sheet does not print."""
        cell = self.numbering.cell(label)
        return None if cell is None else self._moved(self.counted_at(pixel), cell)

    def _moved(self, counted: tuple[int, int], cell: Cell) -> GridProposal:
        q, r, _ = self.numbering.grid.to_cube(*cell)
        at = self.cubes(np.array([counted]))[0]
        right, down = q - int(at[0]), r - int(at[1])
        return replace(self, move=(right, down, -right - down))

    # What comes of it

    def clicks(self) -> tuple[Click, ...]:
        """Hexes spread over the print, at the pixels where they are, by the numbers of the sheet."""
        if self.move is None:
            return ()
        pixels = self.pixels(self.cells.astype(np.float64))
        low, high = pixels.min(axis=0), pixels.max(axis=0)
        chosen: dict[int, None] = {}
        for x in np.linspace(low[0], high[0], _ACROSS):
            for y in np.linspace(low[1], high[1], _DOWN):
                chosen[int(np.hypot(*(pixels - (x, y)).T).argmin())] = None
        found: dict[str, Click] = {}
        for number in chosen:
            cell = self.cell((int(self.cells[number, 0]), int(self.cells[number, 1])))
            if cell is None or cell not in self.numbering.extent:
                continue
            label = self.numbering.label(cell)
            if label and self.numbering.cell(label) == cell:
                x, y = (round(float(value), 2) for value in pixels[number])
                found[label] = Click((x, y), label)
        return tuple(found.values())
