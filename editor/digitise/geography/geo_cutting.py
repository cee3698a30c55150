"""From the globe to the map plane: geometries cut down to the map, then laid flat.

Cutting comes first, because a continent does not survive a projection meant for one corner of it. Long straight
edges are broken up before they are laid flat, since a straight line in degrees is a curve on the map. Data split at
the date line is found on either side of it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely

from editor.digitise.geography.geo_frame import GeoBox, GeoFrame
from editor.digitise.tracing import Geometry
from editor.digitise.transforms import Floats

_KM_A_DEGREE = 111.2


def laid_flat(frame: GeoFrame, bounds: GeoBox, geometries: Sequence[Geometry]) -> list[Geometry | None]:
    """Each geometry on the map plane, or None if it does not reach the map; areas come out sound."""
    found: list[Geometry | None] = [None] * len(geometries)
    if not geometries:
        return found
    extents = shapely.bounds(np.array(geometries, dtype=object))
    step = max(0.25 * frame.hex_km / _KM_A_DEGREE, 1e-4)
    for turn in (-360.0, 0.0, 360.0):
        meets = (
            (extents[:, 0] + turn <= bounds.east)
            & (extents[:, 2] + turn >= bounds.west)
            & (extents[:, 1] <= bounds.north)
            & (extents[:, 3] >= bounds.south)
        )
        window = shapely.box(bounds.west - turn, bounds.south, bounds.east - turn, bounds.north)
        for number in np.flatnonzero(meets).tolist():
            inside = shapely.intersection(geometries[number], window)
            if inside.is_empty:
                continue
            flat = _flat(frame, shapely.segmentize(inside, step))
            before = found[number]
            found[number] = flat if before is None else shapely.union(before, flat)
    return found


def _flat(frame: GeoFrame, geometry: Geometry) -> Geometry:
    def onto(coordinates: Floats) -> Floats:
        return frame.to_plane(coordinates[:, 1], coordinates[:, 0])

    flat = shapely.transform(geometry, onto)
    return flat if shapely.is_valid(flat) else shapely.make_valid(flat)


def polygons_of(geometry: Geometry) -> list[Geometry]:
    """The polygons in a geometry, whatever else an intersection has left in it."""
    return [part for part in shapely.get_parts(geometry, return_index=False).tolist() if part.geom_type == "Polygon"]


def lines_of(geometry: Geometry) -> list[Geometry]:
    """The lines in a geometry."""
    return [part for part in shapely.get_parts(geometry).tolist() if part.geom_type == "LineString"]
