"""Lines that keep their distance from an outline: depth lines off a coast, bands inside a border.

Made once for a shape and kept by whoever draws it. Outlines are simplified first, by less than can be seen, because a
coast with every fjord would make each line as long as the coast itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import numpy as np
import shapely

from editor.geometry.lattice import Floats
from engine.definitions.plan import Point

Area: TypeAlias = Any
"""A shapely geometry; the library has no types of its own."""

_COARSE = 0.12
"""What may be straightened of an outline before a line is drawn beside it, as a share of their distance."""
_AT_FRAME = 0.05
"""What comes this close to the frame of the map is cut off by it."""
_CORNER = 3
"""Pieces in which a quarter of a rounded corner is drawn."""


def area_of(rings: Iterable[Sequence[Point]]) -> Area:
    """What rings enclose by the even-odd rule; a ring in a ring is a hole."""
    lines = [shapely.LinearRing(ring) for ring in rings if len(ring) >= 3]
    return shapely.build_area(shapely.node(shapely.GeometryCollection(lines)))


def grown(area: Area, distance: float) -> Area:
    """An area with all that lies within a distance of it, or without its rim where the distance is negative."""
    return shapely.buffer(shapely.simplify(area, _COARSE * abs(distance)), distance, quad_segs=_CORNER)


def rim(area: Area, width: float, frame: Area | None = None) -> Area:
    """The band of that width inside the edge of an area; not where the frame of the map cuts the area off."""
    whole = area
    if frame is not None and shapely.dwithin(shapely.boundary(frame), area, _AT_FRAME):
        beyond = shapely.difference(shapely.buffer(area, 2 * width, quad_segs=1, join_style="mitre"), frame)
        whole = shapely.union(shapely.buffer(beyond, 2 * _AT_FRAME, quad_segs=1), area)
    return shapely.difference(area, grown(whole, -width))


def shared(area: Area, other: Area) -> Area:
    """What two areas have in common."""
    return shapely.intersection(area, other)


def borders(areas: Iterable[Area], coasts: Iterable[Area], reach: float) -> list[Floats]:
    """The edges of areas as lines, but not where they run along a coast within reach."""
    edges = shapely.unary_union([shapely.boundary(area) for area in areas])
    shores = shapely.unary_union([shapely.boundary(area) for area in coasts])
    inland = shapely.difference(edges, shapely.buffer(shores, reach, quad_segs=1))
    merged = shapely.line_merge(inland) if inland.geom_type == "MultiLineString" else inland
    lines = (part for part in shapely.get_parts(merged) if part.geom_type == "LineString")
    return [shapely.get_coordinates(line) for line in lines if shapely.length(line) > 2 * reach]


def rings_of(area: Area) -> list[Floats]:
    """The rings of an area, holes among them."""
    parts = (part for part in shapely.get_parts(area) if part.geom_type == "Polygon")
    return [shapely.get_coordinates(ring) for part in parts for ring in shapely.get_rings(part)]


def points_inside(area: Area, apart: float) -> Floats:
    """Points of a net of triangles that lie in an area, from the top down."""
    if shapely.is_empty(area):
        return np.empty((0, 2))
    left, top, right, bottom = shapely.bounds(area)
    down = np.arange(np.floor(top / (apart * 0.866)), np.ceil(bottom / (apart * 0.866)) + 1)
    across = np.arange(np.floor(left / apart) - 1, np.ceil(right / apart) + 1)
    rows, columns = (each.ravel() for each in np.meshgrid(down, across, indexing="ij"))
    found = np.stack(((columns + (rows % 2) / 2) * apart, rows * apart * 0.866), axis=1)
    result: Floats = found[shapely.contains_xy(area, found[:, 0], found[:, 1])]
    return result
