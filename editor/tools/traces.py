"""Paths for the preview: the edge of any set of hexes, hexsides, ways, bands.

The edge of a set of hexes is found in bulk, so that a rectangle over half the map is outlined as quickly as a brush.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from editor.canvas.art.outlines import joined, painter_path, polylines
from editor.geometry.cells import NO_KEYS, Cells, Ints, columns, contains, packed, unique
from editor.geometry.ground import ROOT3, Ground, Plane, Spot
from editor.geometry.hexsides import Hexside
from editor.geometry.lattice import Floats
from editor.geometry.vertices import Vertex, ends_of
from editor.tools.preview import PreviewTrace, TraceLook
from engine.definitions.plan import Point, ShapePlan

Bools: TypeAlias = npt.NDArray[np.bool_]

MOST_WASHED = 4_000
"""Hexes up to which their area is washed and not only edged."""
_MOST_STREWN = 16
MOST_EDGED = 20_000
"""Hexes up to which a preview that follows the mouse runs along their edge; more are shown by a rectangle."""


def cells_trace(ground: Ground, cells: Cells, look: TraceLook = TraceLook.COVER) -> PreviewTrace:
    """Hexes with their edge and, where they are not too many, a wash."""
    if len(cells) > MOST_EDGED:
        return PreviewTrace(look, around_path(ground, cells))
    return PreviewTrace(look, edge_path(ground, cells), area_path(ground, cells) if len(cells) <= MOST_WASHED else None)


def around_path(ground: Ground, cells: Cells) -> QPainterPath:
    """A rectangle around hexes of each plane."""
    path = QPainterPath()
    for plane in ground.planes:
        q, r = _coordinates(ground, plane, cells)
        if len(q):
            centres = _centres(plane, q, r)
            (left, top), (right, bottom) = centres.min(axis=0).tolist(), centres.max(axis=0).tolist()
            path.addPath(band_path((left, top), (right, bottom)))
    return path


def edge_path(ground: Ground, cells: Cells) -> QPainterPath:
    """The hexsides between hexes of a set and all others, across joined sheets."""
    lines = []
    for plane in ground.planes:
        q, r = _coordinates(ground, plane, cells)
        if not len(q):
            continue
        is_own = _membership(q, r)
        centres = _centres(plane, q, r)
        corners = _corners(plane)
        for direction, step in enumerate(plane.steps):
            outer = ~is_own(q + step[0], r + step[1])
            ends = np.stack((corners[direction], corners[(direction + 1) % 6]))
            lines.append(polylines(centres[outer][:, None, :] + ends[None]))
    return painter_path(joined(lines))


def area_path(ground: Ground, cells: Cells) -> QPainterPath:
    """Every hex of a set as a closed outline."""
    outlines = []
    for plane in ground.planes:
        q, r = _coordinates(ground, plane, cells)
        if len(q):
            outlines.append(polylines(_corners(plane)[None], closed=True).at(_centres(plane, q, r)))
    return painter_path(joined(outlines))


def sides_path(ground: Ground, sides: Iterable[Hexside]) -> QPainterPath:
    """Hexsides, each a stroke."""
    path = QPainterPath()
    for side in sides:
        ends = ends_of(ground, side)
        plane = ground.plane(side.sheet)
        if ends is not None and plane is not None:
            path.moveTo(*ends[0].point(plane))
            path.lineTo(*ends[1].point(plane))
    return path


def way_points(ground: Ground, chain: Sequence[Vertex | Spot]) -> list[Point]:
    """The points of the map plane that a chain of corners or of hexes runs through."""
    points = []
    for at in chain:
        plane = ground.plane(at.plane)
        assert plane is not None
        points.append(at.point(plane) if isinstance(at, Vertex) else plane.point(at.q, at.r))
    return points


def line_path(points: Sequence[Point], *, closed: bool = False) -> QPainterPath:
    """A line from point to point."""
    path = QPainterPath()
    for number, (x, y) in enumerate(points):
        if number:
            path.lineTo(x, y)
        else:
            path.moveTo(x, y)
    if closed and len(points) > 2:
        path.closeSubpath()
    return path


def band_path(corner: Point, opposite: Point) -> QPainterPath:
    """An upright rectangle between two corners."""
    path = QPainterPath()
    path.addRect(QRectF(QPointF(*corner), QPointF(*opposite)).normalized())
    return path


def ring_path(at: Point, radius: float) -> QPainterPath:
    """A circle about a point."""
    path = QPainterPath()
    path.addEllipse(QPointF(*at), radius, radius)
    return path


def _coordinates(ground: Ground, plane: Plane, cells: Cells) -> tuple[Ints, Ints]:
    """Where hexes lie in a plane, each once, in the order of their keys."""
    found = [ground.cubes(name, keys) for name in plane.sheets if len(keys := cells.keys(name))]
    if not found:
        return NO_KEYS, NO_KEYS
    q, r = (np.concatenate(part) for part in zip(*found, strict=True))
    return columns(unique(packed(q, r)))


def _membership(q: Ints, r: Ints) -> Callable[[Ints, Ints], Bools]:
    """The question which hexes are in a set; a map of the set answers it quickest unless the set is widely strewn."""
    left, top = int(q.min()) - 1, int(r.min()) - 1
    wide, high = int(q.max()) - left + 2, int(r.max()) - top + 2
    if wide * high > _MOST_STREWN * len(q) + 65_536:
        own = packed(q, r)
        return lambda others, down: contains(packed(others, down), own)
    chart = np.zeros((wide, high), dtype=np.bool_)
    chart[q - left, r - top] = True
    return lambda others, down: np.asarray(chart[others - left, down - top], dtype=np.bool_)


def _centres(plane: Plane, q: Ints, r: Ints) -> Floats:
    along: Floats = np.asarray(1.5 * (q if plane.is_flat else r), dtype=np.float64)
    staggered: Floats = np.asarray(ROOT3 * (r + q / 2 if plane.is_flat else q + r / 2), dtype=np.float64)
    x, y = (along, staggered) if plane.is_flat else (staggered, along)
    return np.stack((plane.origin[0] + plane.scale * x, plane.origin[1] + plane.scale * y), axis=-1)


def _corners(plane: Plane) -> Floats:
    """From the middle of a hex to its corners; numbers d and d + 1 bound the hexside in direction d."""
    about = np.array(plane.grid.corners(0, 0)) - np.array(plane.grid.centre(0, 0))
    return np.asarray(about * plane.scale, dtype=np.float64)


def shape_path(shape: ShapePlan) -> QPainterPath:
    """The edge of a shape."""
    path = QPainterPath()
    for ring in shape.rings:
        path.addPath(line_path(ring, closed=True))
    return path
