"""Help for figures: keeping a line straight while Shift is held, and the rim of an area."""

from __future__ import annotations

import math

import numpy as np

from editor.geometry.cells import Cells, contains, packed
from editor.geometry.ground import Ground
from editor.tools.tool import Pointer
from engine.definitions.plan import Cell, Point

_TWELFTH = math.pi / 6


def along_axis(at: Pointer, anchor: Cell | None) -> Pointer:
    """The pointer, moved onto the nearest of the six rows of hexes that leave the anchor."""
    start = None if anchor is None else at.ground.spot(anchor)
    plane = None if start is None else at.ground.plane(start.plane)
    if start is None or plane is None:
        return at
    origin = at.ground.centre(start)
    candidates = []
    for step in plane.steps:
        x, y = at.ground.centre(start.moved(step))
        across, down = x - origin[0], y - origin[1]
        length = across * across + down * down
        share = ((at.point[0] - origin[0]) * across + (at.point[1] - origin[1]) * down) / length
        count = max(0, round(share))
        end = origin[0] + count * across, origin[1] + count * down
        candidates.append((math.dist(end, at.point), end))
    return Pointer(at.plan, min(candidates)[1], "", at.held, at.pixel)


def along_twelfths(point: Point, start: Point) -> Point:
    """The point, turned about the start to the nearest twelfth of a circle: the directions hexes have."""
    across, down = point[0] - start[0], point[1] - start[1]
    angle = round(math.atan2(down, across) / _TWELFTH) * _TWELFTH
    length = math.hypot(across, down)
    return start[0] + length * math.cos(angle), start[1] + length * math.sin(angle)


def rim(ground: Ground, cells: Cells) -> Cells:
    """Those hexes of an area that have a neighbour outside it."""
    found = Cells()
    for plane in ground.planes:
        columns = [ground.cubes(name, keys) for name in plane.sheets if len(keys := cells.keys(name))]
        if not columns:
            continue
        q, r = (np.concatenate(part) for part in zip(*columns, strict=True))
        own = np.unique(packed(q, r))
        outer = np.zeros(len(q), dtype=np.bool_)
        for step in plane.steps:
            outer |= ~contains(packed(q + step[0], r + step[1]), own)
        found |= ground.cells_at(plane, q[outer], r[outer])
    return found & cells
