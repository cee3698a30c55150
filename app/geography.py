"""Maps from real geography, asked for in one piece: which files, which part of the globe, how large a hex.

The command line and the dialog fill in the same request, and both show what would come of it before anything is
written. No Qt is imported here.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from app.starter_kinds import add_starter_kinds
from editor.canvas.lattice import Lattice
from editor.digitise.city_list import read_cities
from editor.digitise.geo_cities import CityRules
from editor.digitise.geo_frame import GeoBox, GeoFrame, frame_of, frame_over
from editor.digitise.geo_ground import Thresholds
from editor.digitise.geo_import import GeoImport, GeoOptions, import_geography, new_map
from editor.digitise.geo_report import PlaceDistance, distance_report
from editor.digitise.geo_rivers import RiverRules
from editor.digitise.geography import AreaKind, Geography
from editor.digitise.geojson import read_geojson
from editor.digitise.projections import Projection, ProjectionError, ProjectionKind
from editor.model.words import slug
from engine.core.hexes import HexGrid
from engine.core.messages import message
from engine.definitions.issues import DefinitionError, Issue, Where, error, info
from engine.definitions.plan import MapPlan, Point


@dataclass(frozen=True, slots=True)
class GeoFiles:
    """What is read. GeoJSON says itself what most things are; the lakes are for files that do not."""

    land: tuple[Path, ...] = ()
    lakes: tuple[Path, ...] = ()
    rivers: tuple[Path, ...] = ()
    cities: tuple[Path, ...] = ()

    def read(self) -> Geography:
        """Everything in them; raises DefinitionError."""
        found = Geography()
        for path in self.land:
            found += read_geojson(path)
        for path in self.lakes:
            found += read_geojson(path, polygons=AreaKind.LAKE)
        for path in self.rivers:
            found += read_geojson(path)
        for path in self.cities:
            found += read_cities(path) if path.suffix.lower() in (".csv", ".txt") else read_geojson(path)
        return found


@dataclass(frozen=True, slots=True)
class GeoRequest:
    """A map to be made: a part of the globe (south, west, north, east), or an anchor and a size."""

    files: GeoFiles
    title: str
    hex_km: float
    grid: HexGrid
    box: tuple[float, float, float, float] | None = None
    anchor_at: Point | None = None
    size: tuple[int, int] | None = None
    projection: ProjectionKind | None = None
    parallels: tuple[float, ...] = ()
    palette: str = ""
    coast: str = ""
    land_share: float = 0.5
    lake_share: float = 0.5
    least_river_km: float = 60.0
    least_population: int = 0
    most_cities: int = 0

    def work_out(self) -> GeoImport:
        """Read the files and lay them on the grid; raises DefinitionError."""
        try:
            frame, size = self._frame()
            options = self._options()
            plan = new_map(frame, size, options, id=slug(self.title, "map"), title=self.title, palette=self.palette)
            if not self.palette:
                add_starter_kinds(plan)
            return import_geography(self.files.read(), frame, options, plan)
        except ProjectionError as bad:
            raise DefinitionError([error(bad.message)]) from None

    def _frame(self) -> tuple[GeoFrame, tuple[int, int]]:
        if self.box is not None:
            south, west, north, east = self.box
            box = GeoBox(south, west, north, east)
            return frame_over(box, self.hex_km, self.grid, projection=self._projection(box.middle))
        if self.anchor_at is None or self.size is None:
            raise DefinitionError([error(message("window.geo.no-frame"))])
        projection = self._projection(self.anchor_at) or Projection(ProjectionKind.EQUIRECTANGULAR, self.anchor_at)
        return GeoFrame(projection, self.hex_km, Lattice(self.grid, 1.0), (1, 1), self.anchor_at), self.size

    def _projection(self, centre: Point) -> Projection | None:
        return None if self.projection is None else Projection(self.projection, centre, self.parallels)

    def _options(self) -> GeoOptions:
        return GeoOptions(
            coast=self.coast,
            thresholds=Thresholds(land=self.land_share, lake=self.lake_share),
            rivers=RiverRules(least_km=self.least_river_km),
            cities=CityRules(least_population=self.least_population, most=self.most_cities),
        )


def distances(plan: MapPlan) -> list[PlaceDistance]:
    """How far the places of a map lie from their hexes; empty for a map that is not tied to the globe."""
    frame = frame_of(plan)
    return [] if frame is None else distance_report(plan, frame)


def distance_issues(plan: MapPlan, file: str = "") -> list[Issue]:
    """What a check says of that: a line about all of them, and a warning for each that lies far off."""
    try:
        found = distances(plan)
    except ProjectionError as bad:
        return [error(bad.message, Where(file))]
    if not found:
        return []
    worst = found[0]
    inside = sum(place.is_inside for place in found)
    said = message("window.geo.distances", count=len(found), inside=inside, km=worst.km, name=worst.name or worst.key)
    issues = [info(said, Where(file))]
    for place in found:
        issue = place.issue
        if issue is not None:
            issues.append(Issue(issue.severity, issue.code, issue.message, Where(file), issue.hint))
    return issues
