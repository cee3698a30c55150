"""Ways from one plane to another: from the pixels of a scan to the map, and back.

A `Transform` is a 3 by 3 matrix, as `ScanPlan.placement` keeps it, so that a similarity, an affine map and a
perspective are one thing to whoever uses them. Points are arrays of (x, y) rows, or single pairs.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from engine.definitions.plan import Placement, Point, placement_of

Floats: TypeAlias = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Transform:
    """(x, y) goes to (a x + b y + c, d x + e y + f) / (g x + h y + i); the numbers are those of `placement`."""

    placement: Placement = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)

    @staticmethod
    def of(matrix: Floats) -> Transform:
        """The transform of a matrix, which means the same at any multiple of it; the last number becomes 1."""
        largest = float(np.abs(matrix).max())
        last = float(matrix[2, 2])
        unit = last if abs(last) > 1e-12 * largest else largest
        return Transform(placement_of([float(value) for value in (matrix / unit).ravel()]))

    @staticmethod
    def from_numbers(numbers: Sequence[float]) -> Transform:
        """From the six or nine numbers of a placement."""
        return Transform(placement_of(numbers))

    @property
    def matrix(self) -> Floats:
        return np.array(self.placement, dtype=np.float64).reshape(3, 3)

    @property
    def is_perspective(self) -> bool:
        """Whether parallel lines may meet."""
        return self.placement[6] != 0.0 or self.placement[7] != 0.0

    def points(self, xy: Floats) -> Floats:
        """Where many points go."""
        matrix = self.matrix
        across = xy @ matrix[:, :2].T + matrix[:, 2]
        return np.asarray(across[..., :2] / across[..., 2:], dtype=np.float64)

    def point(self, x: float, y: float) -> Point:
        """Where one point goes."""
        a, b, c, d, e, f, g, h, i = self.placement
        depth = g * x + h * y + i
        return (a * x + b * y + c) / depth, (d * x + e * y + f) / depth

    def depths(self, xy: Floats) -> Floats:
        """The divisor at each point; its sign changes at the horizon, beyond which nothing can be seen."""
        _, _, _, _, _, _, g, h, i = self.placement
        return np.asarray(xy[..., 0] * g + xy[..., 1] * h + i, dtype=np.float64)

    def inverse(self) -> Transform:
        """The way back; raises ValueError where everything was pressed into a line."""
        try:
            return Transform.of(np.asarray(np.linalg.inv(self.matrix), dtype=np.float64))
        except np.linalg.LinAlgError:
            raise ValueError("this transform has no way back") from None

    def then(self, after: Transform) -> Transform:
        """This transform and another one after it."""
        return Transform.of(after.matrix @ self.matrix)

    def jacobian(self, x: float, y: float) -> Floats:
        """How the transform stretches and turns the neighbourhood of a point."""
        a, b, _, d, e, _, g, h, i = self.placement
        depth = g * x + h * y + i
        right, down = self.point(x, y)
        return np.array([[a - g * right, b - h * right], [d - g * down, e - h * down]]) / depth

    def stretches(self, xy: Floats) -> Floats:
        """How many units there a unit here becomes near each point, on the average of all directions."""
        area = abs(float(np.linalg.det(self.matrix)))
        return np.asarray(np.sqrt(area / np.abs(self.depths(xy)) ** 3), dtype=np.float64)

    def stretch(self, x: float, y: float) -> float:
        """The same near one point."""
        return float(self.stretches(np.array((x, y))))


def shifted(by: Point) -> Transform:
    """A move."""
    return Transform((1.0, 0.0, by[0], 0.0, 1.0, by[1], 0.0, 0.0, 1.0))


def turned(degrees: float, factor: float, about: Point) -> Transform:
    """A turn (clockwise where y grows downward) and a stretch about a point that stays where it is."""
    cosine, sine = (factor * value for value in (math.cos(math.radians(degrees)), math.sin(math.radians(degrees))))
    x, y = about
    across, down = x - cosine * x + sine * y, y - sine * x - cosine * y
    return Transform((cosine, -sine, across, sine, cosine, down, 0.0, 0.0, 1.0))
