"""Small pieces of a made-up globe, written by hand as GeoJSON, and frames to lay them on."""

from __future__ import annotations

import json
from collections.abc import Sequence

from editor.digitise.geography.geo_data import Geography
from editor.digitise.geography.geo_frame import GeoFrame
from editor.digitise.geography.geo_import import GeoImport, GeoOptions, import_geography, new_map
from editor.digitise.geography.geojson import parse_geojson
from editor.digitise.geography.projections import Projection, ProjectionKind
from editor.geometry.lattice import Lattice
from engine.core.boards.hexes import HexGrid, Orientation, Parity

KM = 1 / 111.19492664455873
"""Degrees a kilometre, at the equator of the sphere."""
Position = Sequence[float]


def feature(kind: str, coordinates: object, /, **properties: object) -> dict[str, object]:
    geometry = {"type": kind, "coordinates": coordinates}
    return {"type": "Feature", "properties": properties, "geometry": geometry}


def text(*features: dict[str, object]) -> bytes:
    return json.dumps({"type": "FeatureCollection", "features": list(features)}).encode()


def world(*features: dict[str, object]) -> Geography:
    return parse_geojson(text(*features), "world.geojson")


def at(x: float, y: float) -> list[float]:
    """A position by kilometres east and south of (0, 0), where degrees are square."""
    return [round(x * KM, 7), round(-y * KM, 7)]


def box(left: float, top: float, right: float, bottom: float, **properties: object) -> dict[str, object]:
    """A rectangle of land (unless told), in kilometres."""
    ring = [at(left, top), at(right, top), at(right, bottom), at(left, bottom), at(left, top)]
    return feature("Polygon", [ring], **{"kind": "land", **properties})


def river(*points: tuple[float, float], **properties: object) -> dict[str, object]:
    return feature("LineString", [at(*point) for point in points], **properties)


def city(name: str, x: float, y: float, population: int = 1000) -> dict[str, object]:
    return feature("Point", at(x, y), name=name, population=population)


def flat_frame(
    hex_km: float = 10.0, orientation: Orientation = Orientation.FLAT, *, at_km: tuple[float, float] = (0.0, 0.0)
) -> GeoFrame:
    """Hex (1, 1) at a place near (0, 0), so that kilometres can be reckoned in one's head."""
    projection = Projection(ProjectionKind.EQUIRECTANGULAR, (0.0, 0.0), (0.0,))
    longitude, latitude = at(*at_km)
    return GeoFrame(projection, hex_km, Lattice(HexGrid(orientation, Parity.ODD)), (1, 1), (latitude, longitude))


def imported(
    geography: Geography,
    options: GeoOptions | None = None,
    *,
    size: tuple[int, int] = (20, 16),
    frame: GeoFrame | None = None,
) -> GeoImport:
    """Geography on a new map of that many hexes of 10 km."""
    laid = frame or flat_frame()
    chosen = options or GeoOptions()
    return import_geography(geography, laid, chosen, new_map(laid, size, chosen, id="small", title="Small"))


def drawn(found: GeoImport) -> list[str]:
    """The hexes as rows of letters."""
    return ["".join("-.o~"[kind] for kind in row) for row in found.ground.kinds.tolist()]
