"""What lies in a zone, as VASSAL reckons it: a way out of the zone crosses its outline an odd number of times.

Outlines may cross themselves, which costs nothing here; to part them into simple ones may take hours.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from editor.digitise.exchange.vassal_bounds import OUTLINES, Tally
from editor.digitise.transforms import Floats
from engine.definitions.plan import Point

_CHEAPER: Final = 8
"""Sides of an outline that are asked about a point in the time it takes to see that it is near."""


def inside(path: Sequence[Point], points: Floats, tally: Tally) -> npt.NDArray[np.bool_]:
    """Which of some points, the last axis of which is x and y, lie in an outline."""
    corners = np.array(path)
    tally.add(OUTLINES, points[..., 0].size)
    found = np.zeros(points.shape[:-1], dtype=np.bool_)
    near = ((points >= corners.min(axis=0)) & (points <= corners.max(axis=0))).all(axis=-1)
    x, y = points[near].T
    tally.add(OUTLINES, len(corners) * len(x) // _CHEAPER)
    odd = np.zeros(len(x), dtype=np.bool_)
    for (ax, ay), (bx, by) in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        if ay != by:
            odd ^= ((y < ay) != (y < by)) & (x < ax + (y - ay) * ((bx - ax) / (by - ay)))
    found[near] = odd
    return found


class Outlines:
    """Many outlines that are asked about one point at a time."""

    def __init__(self, paths: Sequence[Sequence[Point]]) -> None:
        corners = [np.array(path).reshape(-1, 2) for path in paths]
        self._of = np.repeat(np.arange(len(corners)), [len(each) for each in corners])
        self._count = len(corners)
        self._starts = np.concatenate(corners) if corners else np.zeros((0, 2))
        self._ends = np.concatenate([np.roll(each, -1, axis=0) for each in corners]) if corners else np.zeros((0, 2))

    def first_around(self, point: Point) -> int | None:
        """Which outline a point lies in, the first of several."""
        x, y = point
        (ax, ay), (bx, by) = self._starts.T, self._ends.T
        crossed = (y < ay) != (y < by)
        slope = (bx - ax)[crossed] / (by - ay)[crossed]
        right = x < ax[crossed] + (y - ay[crossed]) * slope
        odd = np.bincount(self._of[crossed][right], minlength=self._count) % 2 == 1
        return int(odd.argmax()) if odd.any() else None
