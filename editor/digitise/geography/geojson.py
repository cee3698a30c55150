"""GeoJSON, read strictly and within bounds: the file of a stranger, never believed.

Size, positions and features are bounded before anything is built; every coordinate must be a longitude and latitude
of this globe. What is wrong is told with the file and the place in it, several faults at a time. Polygons become
areas, lines rivers, points cities; properties tell more about them where they have the usual names.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NoReturn

import numpy as np
import shapely

from editor.digitise.geography.geo_data import AreaKind, GeoArea, GeoCity, Geography, GeoRiver
from editor.digitise.tracing import Geometry
from editor.digitise.transforms import Floats
from engine.core.messages import Message, message
from engine.definitions.issues import DefinitionError, Issue, Where, error, warning
from engine.definitions.issues import Path as DataPath
from engine.definitions.model import shown

MOST_BYTES: Final = 64 << 20
MOST_POSITIONS: Final = 2_000_000
MOST_FEATURES: Final = 200_000
MOST_ISSUES: Final = 20
_LONGEST_NAME: Final = 200

_NAMES: Final = ("name", "NAME", "Name", "name_en", "NAME_EN")
_RANKS: Final = ("rank", "scalerank", "SCALERANK", "strokeweig")
_POPULATIONS: Final = ("population", "pop", "pop_max", "POP_MAX", "population_today")
_LEVELS: Final = {1: AreaKind.LAND, 2: AreaKind.LAKE, 3: AreaKind.ISLAND, 4: AreaKind.POND}
_GEOMETRIES: Final = ("Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon")


class _FaultError(Exception):
    """One thing wrong, at a path of the file."""

    def __init__(self, said: Message, path: DataPath) -> None:
        self.message = said
        self.path = path
        super().__init__(said)


def read_geojson(path: Path, *, polygons: AreaKind = AreaKind.LAND) -> Geography:
    """What a file holds; polygons that do not tell what they are, are of the given kind. Raises DefinitionError."""
    name = path.name
    return parse_geojson(read_bounded(path, MOST_BYTES), name, polygons=polygons)


def read_bounded(path: Path, limit: int) -> bytes:
    """The bytes of a file that is not larger than it may be; raises DefinitionError."""
    name = path.name
    try:
        if not path.is_file():
            raise DefinitionError([error(message("issue.no-such-file", file=name), Where(name))])
        with path.open("rb") as stream:
            content = stream.read(limit + 1)
    except OSError as bad:
        problem = bad.strerror or type(bad).__name__
        raise DefinitionError(
            [error(message("issue.unreadable-file", file=name, problem=problem), Where(name))]
        ) from None
    if len(content) > limit:
        raise DefinitionError([error(message("digitise.geo.too-big", file=name, limit=limit >> 20), Where(name))])
    return content


def parse_geojson(content: bytes, file: str, *, polygons: AreaKind = AreaKind.LAND) -> Geography:
    """The same from bytes."""
    if content.count(b"[") > MOST_POSITIONS + MOST_FEATURES:
        said = message("digitise.geo.too-many-positions", file=file, limit=MOST_POSITIONS)
        raise DefinitionError([error(said, Where(file))])
    return _Reader(_parsed(content, file), file, polygons).read()


def read_parsed(data: object, file: str, *, polygons: AreaKind = AreaKind.LAND) -> Geography:
    """The same from what another reader made of a file of its own kind."""
    return _Reader(data, file, polygons).read()


def _parsed(content: bytes, file: str) -> object:
    def refuse(word: str) -> NoReturn:
        raise ValueError(word)

    where = Where(file)
    try:
        text = content.decode("utf-8-sig")
        return json.loads(text, parse_constant=refuse)
    except UnicodeDecodeError:
        said = message("digitise.geo.not-utf8", file=file)
    except json.JSONDecodeError as bad:
        said = message("digitise.geo.not-json", file=file, line=bad.lineno, column=bad.colno, problem=bad.msg)
        where = Where(file, bad.lineno, bad.colno)
    except RecursionError:
        said = message("digitise.geo.too-deep", file=file)
    except ValueError:
        said = message("digitise.geo.not-a-number", file=file)
    raise DefinitionError([error(said, where)])


class _Reader:
    def __init__(self, data: object, file: str, polygons: AreaKind) -> None:
        self._data = data
        self._file = file
        self._polygons = polygons
        self._issues: list[Issue] = []
        self._positions = 0
        self._areas: list[GeoArea] = []
        self._rivers: list[GeoRiver] = []
        self._cities: list[GeoCity] = []

    def read(self) -> Geography:
        errors: list[Issue] = []
        try:
            features = list(self._features())
        except _FaultError as fault:
            raise DefinitionError([self._error(fault)]) from None
        for feature, path in features:
            try:
                self._feature(feature, path)
            except _FaultError as fault:
                errors.append(self._error(fault))
                if len(errors) == MOST_ISSUES:
                    errors.append(error(message("issue.and-more"), Where(self._file)))
                    break
        if errors:
            raise DefinitionError(errors)
        return Geography(tuple(self._areas), tuple(self._rivers), tuple(self._cities), tuple(self._issues))

    def _error(self, fault: _FaultError) -> Issue:
        where = Where(self._file, path=fault.path)
        said = message("digitise.geo.at", file=self._file, place=where.field or "-", problem=fault.message)
        return Issue(error(fault.message).severity, error(fault.message).code, said, where)

    def _features(self) -> Iterator[tuple[Mapping[str, Any], DataPath]]:
        data = _mapping(self._data, ())
        kind = data.get("type")
        if kind == "FeatureCollection":
            features = _list(data.get("features"), ("features",))
            if len(features) > MOST_FEATURES:
                raise _FaultError(message("digitise.geo.too-many-features", limit=MOST_FEATURES), ("features",))
            for number, feature in enumerate(features):
                yield _mapping(feature, ("features", number)), ("features", number)
        elif kind == "Feature":
            yield data, ()
        elif kind in _GEOMETRIES:
            yield {"type": "Feature", "properties": None, "geometry": data}, ()
        else:
            raise _FaultError(message("digitise.geo.not-geojson", found=shown(kind)), ("type",))

    def _feature(self, feature: Mapping[str, Any], path: DataPath) -> None:
        if feature.get("type") != "Feature":
            raise _FaultError(message("digitise.geo.not-a-feature", found=shown(feature.get("type"))), (*path, "type"))
        given = feature.get("properties")
        properties: Mapping[str, Any] = {} if given is None else _mapping(given, (*path, "properties"))
        inside = feature.get("geometry")
        if inside is None:
            return
        here: DataPath = (*path, "geometry")
        geometry = _mapping(inside, here)
        kind = geometry.get("type")
        coordinates = geometry.get("coordinates")
        spot: DataPath = (*here, "coordinates")
        name = _text(properties, _NAMES)
        if kind in ("Polygon", "MultiPolygon"):
            area = self._polygon(coordinates, spot, is_many=kind == "MultiPolygon")
            if not area.is_empty:
                self._areas.append(GeoArea(self._area_kind(properties, path), area, name))
        elif kind in ("LineString", "MultiLineString"):
            lines = self._lines(coordinates, spot, is_many=kind == "MultiLineString")
            rank = min(max(_whole(properties, _RANKS), 0), 1_000)
            if lines:
                river = GeoRiver(shapely.multilinestrings(lines), name, rank, properties.get("guide") is True)
                self._rivers.append(river)
        elif kind in ("Point", "MultiPoint"):
            several = [coordinates] if kind == "Point" else _list(coordinates, spot)
            for number, position in enumerate(several):
                (point,) = self._array([position], spot if kind == "Point" else (*spot, number))
                longitude, latitude = float(point[0]), float(point[1])
                self._cities.append(
                    GeoCity(name, latitude, longitude, _whole(properties, _POPULATIONS), _text(properties, ("kind",)))
                )
        else:
            raise _FaultError(message("digitise.geo.unknown-geometry", found=shown(kind)), (*here, "type"))

    def _area_kind(self, properties: Mapping[str, Any], path: DataPath) -> AreaKind:
        level = properties.get("level")
        if isinstance(level, int) and not isinstance(level, bool):
            if level not in _LEVELS:
                raise _FaultError(message("digitise.geo.unknown-level", found=level), (*path, "properties", "level"))
            return _LEVELS[level]
        kind = properties.get("kind")
        return AreaKind(kind) if isinstance(kind, str) and kind in set(AreaKind) else self._polygons

    def _polygon(self, coordinates: object, path: DataPath, *, is_many: bool) -> Geometry:
        """The polygons of a geometry, made sound: a ring that crosses itself is taken apart and told of."""
        parts = []
        for number, polygon in enumerate(_list(coordinates, path) if is_many else [coordinates]):
            at: DataPath = (*path, number) if is_many else path
            rings = [self._ring(ring, (*at, which)) for which, ring in enumerate(_list(polygon, at))]
            if rings:
                parts.append(shapely.Polygon(rings[0], rings[1:]))
        if not parts:
            return shapely.Polygon()
        whole = shapely.multipolygons(parts) if is_many else parts[0]
        if not shapely.is_valid(whole):
            whole = shapely.make_valid(whole)
            said = message("digitise.geo.mended-polygon", file=self._file, place=Where(path=path).field)
            self._issues.append(warning(said, Where(self._file, path=path)))
        return whole

    def _ring(self, coordinates: object, path: DataPath) -> Floats:
        points = self._array(_list(coordinates, path), path)
        if len(points) < 4:
            raise _FaultError(message("digitise.geo.short-ring", count=len(points)), path)
        if not np.array_equal(points[0], points[-1]):
            raise _FaultError(message("digitise.geo.open-ring"), path)
        return points

    def _lines(self, coordinates: object, path: DataPath, *, is_many: bool) -> list[Geometry]:
        lines = []
        for number, line in enumerate(_list(coordinates, path) if is_many else [coordinates]):
            at: DataPath = (*path, number) if is_many else path
            points = self._array(_list(line, at), at)
            if len(points) < 2:
                raise _FaultError(message("digitise.geo.short-line", count=len(points)), at)
            lines.append(shapely.linestrings(points))
        return lines

    def _array(self, positions: list[Any], path: DataPath) -> Floats:
        """Positions as an array; the first that is none is named, and a height above the sea is passed over."""
        self._positions += len(positions)
        if self._positions > MOST_POSITIONS:
            raise _FaultError(message("digitise.geo.too-many-positions", file=self._file, limit=MOST_POSITIONS), path)
        found = np.empty((len(positions), 2))
        for number, position in enumerate(positions):
            if not (isinstance(position, list) and 2 <= len(position) <= 4 and all(map(_is_number, position))):
                raise _FaultError(message("digitise.geo.not-a-position", found=shown(position)), (*path, number))
            longitude, latitude = position[0], position[1]
            if not (abs(longitude) <= 180 and abs(latitude) <= 90):
                said = message("digitise.geo.off-globe", longitude=shown(longitude), latitude=shown(latitude))
                raise _FaultError(said, (*path, number))
            found[number] = longitude, latitude
        return found


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e9


def _mapping(value: object, path: DataPath) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise _FaultError(message("digitise.geo.not-an-object", found=shown(value)), path)
    return value


def _list(value: object, path: DataPath) -> list[Any]:
    if not isinstance(value, list):
        raise _FaultError(message("digitise.geo.not-a-list", found=shown(value)), path)
    return value


def _text(properties: Mapping[str, Any], names: tuple[str, ...]) -> str:
    for name in names:
        value = properties.get(name)
        if isinstance(value, str) and (text := tidy(value)):
            return text
    return ""


def tidy(text: str) -> str:
    """A name as a map may bear it: one line, no control characters, not too long."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())[:_LONGEST_NAME]


def _whole(properties: Mapping[str, Any], names: tuple[str, ...]) -> int:
    for name in names:
        value = properties.get(name)
        if value is not None and _is_number(value) and math.isfinite(value):
            return int(value)
    return 0
