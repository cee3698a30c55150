"""Calibration without a readable number: three neighbouring hex centres give pitch, turn and which way is up.

The three may form a triangle, a bend or a row; the lengths between them tell which. Directions to neighbours
repeat every 60 degrees, so that flat and pointy tops are told apart by the smaller turn, and one label, read
or guessed later, fixes the rest.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np

from editor.digitise.calibration import Calibration, calibrate
from editor.digitise.clicks import CalibrationError, ControlPoint, Numbering
from editor.digitise.fitting import Shape, distances, fit, root_mean_square
from editor.digitise.transforms import Transform
from engine.core.boards.hexes import Cell, HexGrid, Orientation, Parity
from engine.core.messages import message
from engine.definitions.plan import Point

_ROOT3: Final = math.sqrt(3.0)
_UNEVEN: Final = 0.2
"""Steps between neighbours may differ by this share and the third length by as much from what it should be."""


@dataclass(frozen=True, slots=True)
class AdjacentFit:
    """A grid seen on a scan, its hexes still without names; `offsets` are from the first click, in circumradii."""

    orientation: Orientation
    pitch: float
    rotation: float
    pixels: tuple[Point, Point, Point]
    offsets: tuple[Point, Point, Point]
    to_pixel: Transform
    rms: float

    def placed(self, numbering: Numbering, first: Cell) -> Calibration:
        """The calibration once it is known which hex was clicked first."""
        if numbering.grid.orientation is not self.orientation:
            raise CalibrationError(message("digitise.adjacent.other-way-up"))
        x, y = numbering.centre(first)
        points = []
        for pixel, (right, down) in zip(self.pixels, self.offsets, strict=True):
            plane = x + numbering.scale * right, y + numbering.scale * down
            points.append(ControlPoint(numbering.label(numbering.cell_at(plane)), pixel, plane))
        return calibrate(points, numbering.grid, scale=numbering.scale, shape=Shape.SIMILARITY)


def fit_adjacent(pixels: Sequence[Point], orientation: Orientation | None = None) -> AdjacentFit:
    """The grid that three neighbouring centres belong to; raises CalibrationError if they cannot be neighbours.

    Without an orientation it is the one that needs the smaller turn.
    """
    if len(pixels) != 3:
        raise CalibrationError(message("digitise.adjacent.three", count=len(pixels)))
    first, second, third = pixels
    steps = _steps([complex(*first), complex(*second), complex(*third)])
    pitch = sum(abs(step) for step in steps) / len(steps)
    sixfold = sum((step / abs(step)) ** 6 for step in steps)
    turn = math.degrees(cmath.phase(sixfold)) / 6
    upright, other = (turn, Orientation.POINTY), (turn - math.copysign(30.0, turn), Orientation.FLAT)
    rotation, way = min((upright, other), key=lambda choice: abs(choice[0]))
    if orientation is not None and way is not orientation:
        rotation, way = upright if orientation is Orientation.POINTY else other
    grid = HexGrid(way, Parity.ODD)
    rough = cmath.rect(pitch / _ROOT3, math.radians(rotation))
    offsets = []
    for pixel in pixels:
        there = (complex(*pixel) - complex(*first)) / rough
        offsets.append(_vector(grid, there.real, there.imag))
    if len(set(offsets)) != 3:
        raise CalibrationError(message("digitise.adjacent.not-neighbours"))
    source, target = np.array(offsets), np.array(pixels, dtype=np.float64)
    to_pixel = fit(Shape.SIMILARITY, source, target)
    across = to_pixel.jacobian(0.0, 0.0)[:, 0]
    return AdjacentFit(
        orientation=way,
        pitch=_ROOT3 * math.hypot(*across),
        rotation=math.degrees(math.atan2(across[1], across[0])),
        pixels=(first, second, third),
        offsets=(offsets[0], offsets[1], offsets[2]),
        to_pixel=to_pixel,
        rms=root_mean_square(distances(to_pixel, source, target)),
    )


def _vector(grid: HexGrid, x: float, y: float) -> Point:
    """The step between two hexes nearest to a given one."""
    return grid.centre(*grid.nearest(x, y))


def _steps(points: Sequence[complex]) -> list[complex]:
    """The steps from neighbour to neighbour: all three of a triangle, the two shorter of a bend or a row."""
    sides = sorted((b - a for a, b in combinations(points, 2)), key=abs)
    short, middle, long = (abs(side) for side in sides)
    if not short > 0 or not math.isfinite(long):
        raise CalibrationError(message("digitise.adjacent.not-neighbours"))
    step = (short + middle) / 2
    if middle / short - 1 > _UNEVEN:
        raise CalibrationError(message("digitise.adjacent.not-neighbours"))
    if abs(long / step - 1) <= _UNEVEN:
        return sides
    if min(abs(long / step / whole - 1) for whole in (_ROOT3, 2.0)) <= _UNEVEN / 2:
        return sides[:2]
    raise CalibrationError(message("digitise.adjacent.not-neighbours"))
