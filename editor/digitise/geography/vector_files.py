"""GeoPackages and shapefiles, read by pyogrio where it is installed (the extra `geo`).

Their features become those of GeoJSON, in longitude and latitude, and go through the same strict reader: what is
refused there is refused here, with the same words.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import shapely

from editor.digitise.geography.geo_data import AreaKind, Geography
from editor.digitise.geography.geojson import MOST_FEATURES, read_geojson, read_parsed
from engine.core.messages import Message, message
from engine.definitions.issues import DefinitionError, Where, error

ENDINGS: Final = (".gpkg", ".shp")
MOST_BYTES: Final = 512 << 20


def read_geography(path: Path, *, polygons: AreaKind = AreaKind.LAND) -> Geography:
    """What a file holds, by the ending of its name; raises DefinitionError."""
    if path.suffix.lower() not in ENDINGS:
        return read_geojson(path, polygons=polygons)
    return read_parsed({"type": "FeatureCollection", "features": _features(path)}, path.name, polygons=polygons)


def _features(path: Path) -> list[dict[str, Any]]:
    try:
        import pyogrio  # noqa: PLC0415 - an extra, and only for files of these kinds
        from pyogrio.errors import DataLayerError, DataSourceError  # noqa: PLC0415
        from pyproj.exceptions import ProjError  # noqa: PLC0415
    except ImportError:
        raise _refused(message("digitise.geo.no-reader", file=path.name), path) from None
    try:
        if not path.is_file():
            raise _refused(message("issue.no-such-file", file=path.name), path)
        if path.stat().st_size > MOST_BYTES:
            raise _refused(message("digitise.geo.too-big", file=path.name, limit=MOST_BYTES >> 20), path)
        found: list[dict[str, Any]] = []
        for name, kind in pyogrio.list_layers(path):
            if kind is not None:
                found += _layer(path, str(name), MOST_FEATURES - len(found))
        return found
    except (DataSourceError, DataLayerError, ProjError, OSError, ValueError, shapely.errors.ShapelyError) as bad:
        raise _refused(message("issue.unreadable-file", file=path.name, problem=str(bad)[:200]), path) from None


def _layer(path: Path, layer: str, most: int) -> list[dict[str, Any]]:
    """The features of a layer, brought to longitude and latitude."""
    from pyogrio import raw, read_info  # noqa: PLC0415

    info = read_info(path, layer=layer)
    if info["features"] > most:
        raise _refused(message("digitise.geo.too-many-features", limit=MOST_FEATURES), path)
    meta, _, shapes, columns = raw.read(path, layer=layer, force_2d=True)
    if shapes is None:
        return []
    geometries = _on_the_globe(shapely.from_wkb(shapes), meta.get("crs"))
    names = [str(name) for name in meta["fields"]]
    found = []
    for number, geometry in enumerate(geometries):
        if geometry is None or geometry.is_empty:
            continue
        properties = {name: _plain(column[number]) for name, column in zip(names, columns, strict=True)}
        shape = json.loads(shapely.to_geojson(geometry))
        found.append({"type": "Feature", "properties": properties, "geometry": shape})
    return found


def _on_the_globe(geometries: Any, system: str | None) -> Any:
    if not system:
        return geometries
    from pyproj import CRS, Transformer  # noqa: PLC0415

    given = CRS.from_user_input(system)
    if given.is_geographic:
        return geometries
    turn = Transformer.from_crs(given, "EPSG:4326", always_xy=True)
    return shapely.transform(geometries, lambda xy: _stacked(turn, xy))


def _stacked(turn: Any, xy: Any) -> Any:
    xy[:, 0], xy[:, 1] = turn.transform(xy[:, 0], xy[:, 1])
    return xy


def _plain(value: Any) -> object:
    """A number, a word or nothing, as JSON has them."""
    kept = value.item() if hasattr(value, "item") else value
    return kept if isinstance(kept, str | int | float | bool) and kept == kept else None  # noqa: PLR0124 - not a number


def _refused(said: Message, path: Path) -> DefinitionError:
    return DefinitionError([error(said, Where(path.name))])
