"""Where the map lies on a scan whose paper is not flat: the placement, and a smooth correction on top of it.

The correction goes through what the marks of the calibration say the placement leaves over. It is a thin plate, and it
needs enough of them: a few clicks are not sharp enough to tell a bend from a slip.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from editor.digitise.transforms import Floats, Transform

FEWEST_MARKS: Final = 12
_STIFF: Final = 1e-3
_WORTH: Final = 0.25
"""Pixels that the marks must be off on the average for a bend to be worth following."""
_CHUNK: Final = 20_000
"""Points that are asked at once: each is compared with every mark, and a whole map has millions."""


@dataclass(frozen=True, slots=True)
class BentPlacement:
    """From points of the map plane to pixels of the scan."""

    to_pixel: Transform
    knots: Floats
    """Points of the map plane where the bend was measured, in units of their own spread."""
    pulls: Floats
    """What each knot, and the three ways of a plane, weigh."""
    middle: Floats
    spread: float

    @staticmethod
    def of(to_pixel: Transform, planes: Sequence[Sequence[float]], pixels: Sequence[Sequence[float]]) -> BentPlacement:
        """A placement with the marks that it was made from."""
        flat = BentPlacement(to_pixel, np.zeros((0, 2)), np.zeros((0, 2)), np.zeros(2), 1.0)
        if len(planes) < FEWEST_MARKS:
            return flat
        at, seen = np.array(planes, dtype=np.float64), np.array(pixels, dtype=np.float64)
        off = seen - to_pixel.points(at)
        if float(np.sqrt((off**2).sum(axis=1).mean())) < _WORTH:
            return flat
        middle = at.mean(axis=0)
        spread = float(np.abs(at - middle).max())
        knots = (at - middle) / spread
        count = len(knots)
        square = np.zeros((count + 3, count + 3))
        square[:count, :count] = _plate(knots, knots) + _STIFF * np.eye(count)
        square[:count, count:] = np.column_stack((np.ones(count), knots))
        square[count:, :count] = square[:count, count:].T
        try:
            pulls = np.linalg.solve(square, np.concatenate((off, np.zeros((3, 2)))))
        except np.linalg.LinAlgError:
            return flat
        return BentPlacement(to_pixel, knots, np.asarray(pulls), middle, spread)

    @property
    def is_bent(self) -> bool:
        return len(self.knots) > 0

    def bend(self, planes: Floats) -> Floats:
        """By how many pixels the paper is off what the placement says, at points of the map plane."""
        shape = planes.shape
        if not self.is_bent:
            return np.zeros(shape)
        flat = (planes.reshape(-1, 2) - self.middle) / self.spread
        inside = np.clip(flat, self.knots.min(axis=0), self.knots.max(axis=0))
        sheet = np.empty(inside.shape)
        for start in range(0, len(inside), _CHUNK):
            sheet[start : start + _CHUNK] = self._hung(inside[start : start + _CHUNK])
        return sheet.reshape(shape)

    def _hung(self, points: Floats) -> Floats:
        count = len(self.knots)
        plane = np.column_stack((np.ones(len(points)), points))
        return np.asarray(_plate(points, self.knots) @ self.pulls[:count] + plane @ self.pulls[count:])

    def pixels(self, planes: Floats) -> Floats:
        """Where points of the map plane are on the scan."""
        return np.asarray(self.to_pixel.points(planes) + self.bend(planes))


def _plate(points: Floats, knots: Floats) -> Floats:
    """How a thin plate hangs between points and knots."""
    square = ((points[:, None, :] - knots[None, :, :]) ** 2).sum(axis=2)
    return np.asarray(0.5 * square * np.log(np.maximum(square, 1e-12)))
