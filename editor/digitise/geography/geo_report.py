"""What an import would do, in words, and how true the places of a map lie."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from editor.digitise.geography.geo_frame import GeoFrame
from editor.digitise.geography.geo_ground import ABSENT, LAKE, LAND, SEA
from editor.digitise.geography.geo_import import GeoImport
from editor.digitise.geography.projections import great_circle_km
from editor.geometry.plan_index import lattices_of
from engine.core.messages import Message, message
from engine.definitions.issues import Issue, info, warning
from engine.definitions.plan import Attributes, MapPlan, Point, cell_of

FAR_OFF: Final = 1.0
"""A place further than this from the centre of its hex, in hexes, is worth a warning."""


@dataclass(frozen=True, slots=True)
class GeoSummary:
    """What the preview shows: counts, and what to look at before saying yes."""

    land: int
    lake: int
    sea: int
    repainted: int
    rivers: int
    river_sides: int
    coast_sides: int
    cities: int
    cities_moved: int
    lines: tuple[Message, ...]
    issues: tuple[Issue, ...]


def summary_of(found: GeoImport) -> GeoSummary:
    """The preview of an import."""
    kinds = found.ground.kinds
    counts = {kind: int((kinds == kind).sum()) for kind in (LAND, LAKE, SEA)}
    drawn = found.rivers.drawn
    sides = sum(river.sides for river in drawn)
    km = sum(river.km for river in drawn)
    moved = sum(placed.is_moved for placed in found.cities.placed)
    coast = found.options.coast
    coasts = sum(key.kind == coast for key in found.changes.sides) if coast else 0
    lines: tuple[Message, ...] = (
        message("digitise.geo.summary-ground", land=counts[LAND], lake=counts[LAKE], sea=counts[SEA]),
        message("digitise.geo.summary-rivers", count=len(drawn), sides=sides, km=km, left=found.rivers.too_short),
        message("digitise.geo.summary-cities", count=len(found.cities.placed), moved=moved),
    )
    if found.picture is not None:
        seen = sum(found.picture.terrains.values())
        lines += (
            message("digitise.geo.summary-picture", count=seen, doubtful=found.picture.doubtful),
            *(
                message("digitise.geo.summary-terrain", terrain=terrain, count=count)
                for terrain, count in sorted(found.picture.terrains.items(), key=lambda each: -each[1])
            ),
        )
    return GeoSummary(
        counts[LAND],
        counts[LAKE],
        counts[SEA],
        len(found.changes.cells),
        len(drawn),
        sides,
        coasts,
        len(found.cities.placed),
        moved,
        lines,
        tuple(_issues(found)),
    )


def _issues(found: GeoImport) -> Iterator[Issue]:
    kinds = found.ground.kinds
    if (kinds != ABSENT).any() and not (kinds == LAND).any():
        yield warning(message("digitise.geo.all-water"))
    if found.ground.kept:
        yield info(message("digitise.geo.kept", count=found.ground.kept))
    named = [river for river in found.rivers.loose if river.name]
    for river in named:
        yield warning(message("digitise.geo.river-ends-inland", name=river.name))
    for river in found.rivers.lost:
        yield warning(message("digitise.geo.river-lost", name=river.name))
    unnamed = len(found.rivers.loose) - len(named)
    if unnamed:
        yield warning(message("digitise.geo.rivers-end-inland", count=unnamed))
    for placed in found.cities.placed:
        if placed.is_moved:
            yield info(message("digitise.geo.city-moved", name=placed.city.name))
    for city, other in found.cities.crowded:
        yield info(message("digitise.geo.city-crowded", name=city.name, other=other.name))
    for city in found.cities.drowned:
        yield warning(message("digitise.geo.city-in-water", name=city.name))


@dataclass(frozen=True, slots=True)
class PlaceDistance:
    """How far a place with a latitude and longitude lies from the centre of its hex, or from its space."""

    key: str
    name: str
    at: str
    km: float
    hexes: float
    is_inside: bool

    @property
    def issue(self) -> Issue | None:
        """What a check says about it; nothing if it lies well."""
        if self.hexes <= FAR_OFF:
            return None
        return warning(message("digitise.geo.place-far-off", name=self.name or self.key, km=self.km, hexes=self.hexes))


def distance_report(plan: MapPlan, frame: GeoFrame) -> list[PlaceDistance]:
    """Every place that knows where on the globe it is, the farthest off first."""
    lattices = lattices_of(plan)
    found: list[PlaceDistance] = []
    for feature in plan.features.values():
        true, cell = _position(feature.attributes), cell_of(feature.at)
        if true is None or cell is None or cell.sheet not in lattices:
            continue
        lattice = lattices[cell.sheet]
        centre = lattice.centre(cell.col, cell.row)
        x, y = frame.point(*true)
        is_inside = math.isfinite(x + y) and lattice.cell_at(x, y) == (cell.col, cell.row)
        km, hexes = _measured(frame, centre, true)
        found.append(PlaceDistance(feature.id, feature.name, cell.key, km, hexes, is_inside))
    for space in plan.spaces.values():
        true = _position(space.attributes)
        if true is not None:
            km, hexes = _measured(frame, space.position, true)
            found.append(PlaceDistance(space.id, space.name, space.id, km, hexes, hexes <= 0.5))
    return sorted(found, key=lambda place: (-place.km, place.key))


def _measured(frame: GeoFrame, centre: Point, true: Point) -> tuple[float, float]:
    """From a true position to where it is on the map, in kilometres and in hexes.

    What lies beyond the end of a projection is as many hexes away as its kilometres would be.
    """
    pitch = math.sqrt(3.0) * frame.lattice.scale
    km, hexes = great_circle_km(true, frame.place(*centre)), math.dist(frame.point(*true), centre) / pitch
    return km, hexes if math.isfinite(hexes) else km / frame.hex_km


def _position(attributes: Attributes) -> Point | None:
    """The latitude and longitude that a place keeps, if they are such."""
    latitude, longitude = _degrees(attributes.get("lat"), 90), _degrees(attributes.get("lon"), 180)
    return None if latitude is None or longitude is None else (latitude, longitude)


def _degrees(value: object, most: float) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if abs(value) <= most else None
