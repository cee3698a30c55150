"""A map that lies on the globe as GeoJSON: every hex, hexside, line and place in longitude and latitude."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import numpy as np

from editor.digitise.exchange.exchange_error import ExchangeError
from editor.digitise.geography.geo_frame import GeoFrame, frame_of
from editor.digitise.geography.projections import ProjectionError
from editor.geometry.lattice import Floats, Lattice
from editor.geometry.plan_index import lattices_of
from engine.core.messages import message
from engine.definitions.plan import Cell, MapPlan, Point, SideKey, cell_of

_DIGITS: Final = 6
"""Of a degree: a tenth of a metre."""


def geojson_of(plan: MapPlan) -> str:
    """A feature collection; raises ExchangeError for a map that lies nowhere on the globe."""
    try:
        frame = frame_of(plan)
    except ProjectionError as bad:
        raise ExchangeError(bad.message) from None
    if frame is None:
        raise ExchangeError(message("exchange.geo-none", map=plan.title or plan.id))
    writing = _Writing(plan, frame)
    features = [*writing.hexes(), *writing.sides(), *writing.lines(), *writing.places()]
    head: dict[str, object] = {"type": "FeatureCollection", "name": plan.title or plan.id}
    lines = ",\n".join(json.dumps(each, ensure_ascii=False, separators=(",", ":")) for each in features)
    return f'{json.dumps(head, ensure_ascii=False)[:-1]}, "features": [\n{lines}\n]}}\n'


class _Writing:
    """One map; places are found on the plane, and many at a time are brought to the globe."""

    def __init__(self, plan: MapPlan, frame: GeoFrame) -> None:
        self._plan, self._frame = plan, frame
        self._lattices = lattices_of(plan)
        self._regions: dict[str, list[str]] = {}
        for region in plan.regions.values():
            for member in region.members:
                self._regions.setdefault(member, []).append(region.title or region.id)

    def hexes(self) -> Iterator[dict[str, object]]:
        """Every hex as an area, with its number, its terrain and the regions it belongs to."""
        for sheet in self._plan.sheets.values():
            lattice = self._lattices[sheet.id]
            cells = list(sheet.cells())
            if not cells:
                continue
            centres = lattice.centres(
                np.array([cell.col for cell in cells], dtype=np.int64),
                np.array([cell.row for cell in cells], dtype=np.int64),
            )
            corners = self._globe(centres[:, None, :] + lattice.corners[None, :, :])
            for cell, ring in zip(cells, corners, strict=True):
                properties = {
                    "what": "hex",
                    "sheet": sheet.id,
                    "label": self._label(cell),
                    "column": cell.col,
                    "row": cell.row,
                    "terrain": self._plan.terrain_at(cell) or "",
                    "regions": sorted(self._regions.get(cell.key, ())),
                }
                outward = [*ring[::-1], ring[-1]]
                yield _feature("Polygon", [outward], properties)

    def sides(self) -> Iterator[dict[str, object]]:
        """What runs along hexsides."""
        keys = [key for key in self._plan.sides if key.sheet in self._lattices]
        ends = [_ends(self._lattices[key.sheet], key) for key in keys]
        if not keys:
            return
        for key, line in zip(keys, self._globe(np.array(ends)), strict=True):
            attributes = self._plan.sides[key].attributes
            yield _feature("LineString", line, {"what": "hexside", "kind": key.kind, "sheet": key.sheet, **attributes})

    def lines(self) -> Iterator[dict[str, object]]:
        """Roads, railways and connections."""
        for path in self._plan.paths.values():
            line = self._way(path.through)
            if len(line) > 1:
                properties = {"what": "path", "kind": path.kind, "id": path.id, **path.attributes}
                yield _feature("LineString", line, properties)
        for link in self._plan.links.values():
            line = self._way((link.a, link.b))
            if len(line) > 1:
                properties = {"what": "connection", "kind": link.kind, "id": link.id, **link.attributes}
                yield _feature("LineString", line, properties)

    def places(self) -> Iterator[dict[str, object]]:
        """What stands at a place, the spaces, and lettering."""
        for feature in self._plan.features.values():
            for point in self._way((feature.at,)):
                properties = {"what": "feature", "kind": feature.kind, "name": feature.name, **feature.attributes}
                yield _feature("Point", point, properties)
        for space in self._plan.spaces.values():
            for point in self._way((space.id,)):
                properties = {"what": "space", "id": space.id, "name": space.name, "terrain": space.terrain}
                yield _feature("Point", point, {**properties, **space.attributes})
        for text in self._plan.texts.values():
            (point,) = self._globe(np.array([text.position]))
            yield _feature("Point", point, {"what": "text", "name": text.text})

    def _way(self, keys: Iterable[str]) -> list[list[float]]:
        """The places of a line that are on the plane of the map; boxes beside it are on no globe."""
        points: list[Point] = []
        for key in keys:
            cell = cell_of(key)
            if key in self._plan.spaces:
                points.append(self._plan.spaces[key].position)
            elif cell is not None and cell.sheet in self._lattices:
                points.append(self._lattices[cell.sheet].centre(cell.col, cell.row))
        return self._globe(np.array(points)) if points else []

    def _label(self, cell: Cell) -> str:
        sheet = self._plan.sheets[cell.sheet]
        try:
            return sheet.labels.label(sheet.grid, cell.col, cell.row, sheet.extent)
        except ValueError:
            return ""

    def _globe(self, points: Floats) -> list:  # type: ignore[type-arg]
        """Longitude and latitude in the place of x and y, in lists of the same shape."""
        latitudes, longitudes = self._frame.to_globe(points)
        found = np.round(np.stack(((longitudes + 180.0) % 360.0 - 180.0, latitudes), axis=-1), _DIGITS)
        if not np.isfinite(found).all():
            raise ExchangeError(message("digitise.geo.map-too-large"))
        return found.tolist()  # type: ignore[no-any-return]


def _ends(lattice: Lattice, key: SideKey) -> list[tuple[float, float]]:
    x, y = lattice.centre(key.col, key.row)
    pair = lattice.corners[[key.direction, (key.direction + 1) % 6]]
    return [(x + float(dx), y + float(dy)) for dx, dy in pair]


def _feature(kind: str, coordinates: object, properties: Mapping[str, object]) -> dict[str, object]:
    kept = {name: value for name, value in properties.items() if not (isinstance(value, float) and math.isnan(value))}
    return {"type": "Feature", "properties": kept, "geometry": {"type": kind, "coordinates": coordinates}}
