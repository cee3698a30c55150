"""Which pixels of a scan a tile of the map needs, and how to lay them there: numbers only.

A map is drawn in tiles at some scale; a large scan is kept in copies each half as fine as the one before. For one
tile this tells the part of the scan to fetch, from which copy, and the matrix to draw it with. Under perspective a
tile may reach beyond the horizon of the scan; that part shows nothing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from editor.digitise.transforms import Floats, Transform, shifted
from editor.geometry.lattice import Box
from engine.definitions.plan import Point

_HORIZON: Final = 1e-6
_COARSEST: Final = 12


@dataclass(frozen=True, slots=True)
class Sample:
    """A rectangle of whole pixels of the scan reduced 2 ** level times, and the way from it to pixels of the tile."""

    left: int
    top: int
    width: int
    height: int
    level: int
    to_tile: Transform


def resample(placement: Transform, scan_size: tuple[int, int], tile: Box, scale: float) -> Sample | None:
    """What a tile of the map plane, drawn at `scale` pixels a unit, needs of a scan; None if nothing.

    `placement` goes from pixels of the scan to the map plane. In `to_tile`, (0, 0) is the corner of the fetched
    rectangle on one side and that of the tile on the other.
    """
    back = placement.inverse()
    seen = _seen(back, placement.point(scan_size[0] / 2, scan_size[1] / 2), tile)
    if seen is None:
        return None
    low, high = seen.min(axis=0), seen.max(axis=0)
    limits = np.array(scan_size, dtype=np.float64)
    low, high = np.clip(low, 0.0, limits), np.clip(high, 0.0, limits)
    if not np.all(high > low):
        return None
    level = _level(placement, (low + high) / 2, scale)
    step = 2**level
    start = np.maximum(np.floor(low / step) - 1, 0).astype(int)
    end = np.minimum(np.ceil(high / step) + 1, np.ceil(limits / step)).astype(int)
    reduced = Transform((step, 0.0, step * float(start[0]), 0.0, step, step * float(start[1]), 0.0, 0.0, 1.0))
    onto = Transform((scale, 0.0, 0.0, 0.0, scale, 0.0, 0.0, 0.0, 1.0))
    to_tile = reduced.then(placement).then(shifted((-tile.left, -tile.top))).then(onto)
    width, height = (int(value) for value in end - start)
    return Sample(int(start[0]), int(start[1]), width, height, level, to_tile)


def _level(placement: Transform, middle: Floats, scale: float) -> int:
    """How often the scan may be halved before the tile would see it."""
    stretch = placement.stretch(float(middle[0]), float(middle[1])) * scale
    if not math.isfinite(stretch) or stretch <= 0:
        return _COARSEST
    return min(max(math.floor(-math.log2(stretch)), 0), _COARSEST)


def _seen(back: Transform, visible: Point, tile: Box) -> Floats | None:
    """The corners, on the scan, of the part of a tile that lies this side of the horizon."""
    corners = np.array(
        [(tile.left, tile.top), (tile.right, tile.top), (tile.right, tile.bottom), (tile.left, tile.bottom)]
    )
    if not back.is_perspective:
        return back.points(corners)
    sign = math.copysign(1.0, float(back.depths(np.array(visible))))
    depths = sign * back.depths(corners)
    floor = _HORIZON * max(float(np.abs(depths).max()), 1e-300)
    kept = []
    for number in range(4):
        here, there = depths[number], depths[(number + 1) % 4]
        if here > floor:
            kept.append(corners[number])
        if (here > floor) != (there > floor):
            share = (floor - here) / (there - here)
            kept.append(corners[number] + share * (corners[(number + 1) % 4] - corners[number]))
    return back.points(np.array(kept)) if kept else None
