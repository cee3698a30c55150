"""Hills and mountains of a sheet stand out from the ground: lit from the north-west, with a shadow to the south-east.

Along each hexside where a hex is higher than its neighbour runs a strip of light or of shade. Neighbours alone decide,
so that an edit redraws no more than what it touches.
"""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QColor

from editor.canvas.art.ground import DETAIL_FROM, GroundMarks
from editor.canvas.art.marks import Mark, Marks, mark
from editor.canvas.art.outlines import joined, polylines
from editor.geometry.lattice import Floats, Ints, Span

_HEIGHTS = {"hill": 1, "wooded-hill": 1, "mountain": 2, "wooded-mountain": 2}
"""How high the ground of a pattern is; all other ground is plain."""
_LIGHT = np.array((-0.6, -0.8))
"""Where the light comes from."""
_FACES = 0.25
"""How squarely a hexside must face the light, or away from it, to show."""
_FALLS, _REACHES = 0.3, 0.16
"""How wide a shadow falls for each step of height, and how far the lit edge reaches inward."""
_SHADE, _SHINE = 7, 8
"""Above the ground and its coasts."""


def relief_marks(ground: GroundMarks, span: Span) -> Marks:
    """The light and shade of a block of cells."""
    heights = _heights(ground)
    cells = ground.cells(span)
    own = heights[cells.codes]
    if not own.any():
        return ()
    high = own > 0
    centres, own = cells.centres[high], own[high]
    around = heights[ground.codes_at(*ground.lattice.around(cells.cols[high], cells.rows[high]))]
    drops = np.maximum(own[:, None] - around, 0)
    scale, corners, middles = ground.lattice.scale, ground.lattice.corners, ground.lattice.midpoints
    shades, shines = [], []
    for direction in range(6):
        outward = middles[direction] / np.hypot(*middles[direction])
        facing = float(outward @ _LIGHT)
        ends = np.stack((corners[direction], corners[(direction + 1) % 6]))
        here = drops[:, direction]
        if facing < -_FACES:
            wide = -_LIGHT * _FALLS * scale * (-facing)
            shades += [_strips(centres[here == step], ends, wide * step) for step in (1, 2)]
        elif facing > _FACES:
            shines.append(_strips(centres[here > 0], ends, -outward * _REACHES * scale * facing))
    style = ground.looks.style.relief
    marks: list[Mark] = []
    for order, strips, colour, strength in (
        (_SHADE, shades, style.shadow, style.shade * 1.2),
        (_SHINE, shines, style.light, style.shade * 2.2),
    ):
        ink = QColor(colour)
        ink.setAlphaF(min(strength, 1.0))
        points = np.concatenate(strips)
        if len(points):
            marks.append(mark(order, joined([polylines(points, closed=True)]), ink, smallest=DETAIL_FROM))
    return tuple(marks)


def has_relief(ground: GroundMarks) -> bool:
    """Whether the map has any ground that is not plain, whose shadow reaches into the next hex."""
    return bool(_heights(ground).any())


def _strips(centres: Floats, ends: Floats, by: Floats) -> Floats:
    """A hexside and the same moved, as a four-sided shape at each centre."""
    strip = np.stack((ends[0], ends[1], ends[1] + by, ends[0] + by))
    result: Floats = centres[:, None, :] + strip[None]
    return result


def _heights(ground: GroundMarks) -> Ints:
    """How high the terrain of each code is."""
    looks = (ground.looks.terrain(name) for name in ground.names)
    return np.array([0, *(_HEIGHTS.get(look.pattern, 0) for look in looks)], np.int64)
