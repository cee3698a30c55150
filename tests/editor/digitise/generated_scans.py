"""Scans made of numbers: a printed map under a known transform, with someone to click on it and read it aloud.

The printed map is the truth (its grid, its labels, where its pixels are); what the program believes about its
numbering is told apart, so that every mistake a person can make can be made here.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

import numpy as np

from editor.digitise.clicks import Click, Numbering
from editor.digitise.holdout import HeldOut
from editor.digitise.transforms import Transform, shifted, turned
from engine.core.boards.hexes import Cell, Extent, HexGrid, Orientation, Parity
from engine.core.boards.labels import LabelScheme

PITCH = 64.0
"""Pixels from one hex centre to the next."""


def numbering(
    cols: int = 24,
    rows: int = 18,
    *,
    orientation: Orientation = Orientation.FLAT,
    parity: Parity = Parity.ODD,
    scheme: LabelScheme | None = None,
) -> Numbering:
    """A sheet numbered from 0101, unless told otherwise."""
    return Numbering(HexGrid(orientation, parity), scheme or LabelScheme(), Extent((1, 1), (cols, rows)))


def straight() -> Transform:
    """From the map plane to pixels, upright."""
    return turned(0.0, PITCH / math.sqrt(3.0), (0.0, 0.0)).then(shifted((120.0, 90.0)))


def sheared(across: float, down: float = 1.0) -> Transform:
    """A lean to the side and a stretch down."""
    return Transform((1.0, across, 0.0, 0.0, down, 0.0, 0.0, 0.0, 1.0))


def leaning(x: float, y: float) -> Transform:
    """A camera that was not held level; the numbers are shares of a pixel a pixel."""
    return Transform((1.0, 0.0, 0.0, 0.0, 1.0, 0.0, x, y, 1.0))


def crooked(degrees: float = 4.0) -> Transform:
    """Rotated, sheared and in perspective, all at once."""
    return straight().then(sheared(0.05, 1.03)).then(turned(degrees, 1.0, (900.0, 700.0))).then(leaning(5e-5, 8e-5))


@dataclass(frozen=True)
class Scan:
    """The printed truth: what bears which label, and where its pixels are."""

    truth: Numbering
    to_pixel: Transform
    noise: float = 0.0
    seed: int = 1

    def pixel(self, cell: Cell) -> tuple[float, float]:
        return self.to_pixel.point(*self.truth.centre(cell))

    def click(self, cell: Cell, *, read: Cell | None = None) -> Click:
        """A click in a hex, as nearly as a hand can, and the label read there (or in another hex by mistake)."""
        rng = random.Random(f"{self.seed}:{cell}")
        x, y = self.pixel(cell)
        spot = x + rng.uniform(-self.noise, self.noise), y + rng.uniform(-self.noise, self.noise)
        return Click(spot, self.truth.label(read or cell))

    def clicks(self, *cells: Cell) -> list[Click]:
        return [self.click(cell) for cell in cells]

    def read_at(self, asked: HeldOut) -> str:
        """What is printed where the program points."""
        return self.truth.label(self.truth.cell_at(self.to_pixel.inverse().point(*asked.pixel)))

    @property
    def size(self) -> tuple[int, int]:
        """Large enough to hold every hex, wherever the transform has put it."""
        corners = np.array([self.pixel(cell) for cell in self.truth.extent.cells()])
        right, bottom = corners.max(axis=0) + 2 * PITCH
        return int(right), int(bottom)

    def worst_anywhere(self, to_pixel: Transform, believed: Numbering) -> float:
        """How far off, in pixels, the fit puts the hex that it is most wrong about."""
        return max(
            math.dist(self.pixel(cell), to_pixel.point(*believed.centre(cell))) for cell in self.truth.extent.cells()
        )
