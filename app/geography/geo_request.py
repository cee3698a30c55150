"""Maps from real geography, asked for in one piece: which files, which part of the globe, how large a hex.

The command line and the dialog fill in the same request, and both show what would come of it before anything is
written. A request may also be laid onto a sheet of a map that is open. No Qt is imported here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias

from app.dialogs.starter_kinds import add_starter_kinds
from editor.commands.swatches import extended_palette
from editor.digitise.geography.city_list import read_cities
from editor.digitise.geography.geo_data import AreaKind, Geography
from editor.digitise.geography.geo_frame import GeoBox, GeoFrame, frame_at, frame_of, frame_on, frame_over
from editor.digitise.geography.geo_import import GeoImport, GeoOptions, import_geography, new_map
from editor.digitise.geography.geo_picture import TerrainSample, pictured
from editor.digitise.geography.geo_report import PlaceDistance, distance_report
from editor.digitise.geography.projections import Projection, ProjectionError, ProjectionKind
from editor.digitise.geography.vector_files import read_geography
from editor.digitise.scans import ScanError
from editor.geometry.lattice import Lattice, Span
from editor.geometry.plan_index import lattices_of
from editor.model.words import slug
from engine.core.boards.hexes import HexGrid
from engine.core.messages import message
from engine.definitions.issues import DefinitionError, Issue, Where, error, info
from engine.definitions.palette import Palette
from engine.definitions.plan import Cell, MapPlan, Point, cell_of
from engine.rulesets.assembly import palette_of
from engine.rulesets.registry import find_game

Tell: TypeAlias = Callable[[float], None]
"""Hears how much is done, from 0 to 1, and may raise to stop it."""
_FILES = 0.7
"""The share of the work that the files are, where there is a picture too."""
_READING = 0.3
"""The share of the work that reading the files is."""


def _nobody(_share: float) -> None:
    """Nobody waits."""


@dataclass(frozen=True, slots=True)
class GeoFiles:
    """What is read. GeoJSON says itself what most things are; the lakes are for files that do not."""

    land: tuple[Path, ...] = ()
    lakes: tuple[Path, ...] = ()
    rivers: tuple[Path, ...] = ()
    cities: tuple[Path, ...] = ()

    def read(self, tell: Tell = _nobody) -> Geography:
        """Everything in them; raises DefinitionError."""
        found = Geography()
        total = len((*self.land, *self.lakes, *self.rivers, *self.cities))
        done = 0
        for paths, read in (
            (self.land, read_geography),
            (self.lakes, _read_lakes),
            (self.rivers, read_geography),
            (self.cities, _read_places),
        ):
            for path in paths:
                tell(done / total)
                found += read(path)
                done += 1
        return found


def _read_lakes(path: Path) -> Geography:
    return read_geography(path, polygons=AreaKind.LAKE)


def _read_places(path: Path) -> Geography:
    return read_cities(path) if path.suffix.lower() in (".csv", ".txt") else read_geography(path)


@dataclass(frozen=True, slots=True, eq=False)
class Onto:
    """A sheet of a map that is there already; a map that knows no place on the globe is given one by a hex."""

    plan: MapPlan
    sheet: str
    anchor: Cell | None = None
    anchor_at: Point | None = None

    def frame(self, hex_km: float) -> GeoFrame:
        """Where the sheet lies on the globe; raises ProjectionError, or DefinitionError where nobody said it."""
        lattice = lattices_of(self.plan)[self.sheet]
        known = frame_of(self.plan)
        sheet = self.plan.sheets[self.sheet]
        if known is not None and self.plan.georeference is not None:
            held = cell_of(self.plan.georeference.anchor)
            if held is not None and held.sheet == self.sheet:
                return known
            return frame_on(known, lattice, sheet.first)
        if self.anchor is None or self.anchor_at is None:
            raise DefinitionError([error(message("window.geo.no-anchor"))])
        (left, top), (across, down) = sheet.first, sheet.size
        span = Span(left, top, left + across, top + down)
        return frame_at(lattice, span, hex_km, (self.anchor.col, self.anchor.row), self.anchor_at)


@dataclass(frozen=True, slots=True)
class GeoPicture:
    """A picture of a part of the globe, plain in longitude and latitude, and places on it whose terrain is known."""

    path: Path
    box: GeoBox
    samples: tuple[TerrainSample, ...]

    def laid_on(self, found: GeoImport) -> GeoImport:
        """An import with the terrain of the picture on its land; raises DefinitionError."""
        from editor.documents.scan_pixels import colour_pixels  # noqa: PLC0415 - Qt only when a picture is read

        try:
            pixels = colour_pixels(self.path)
        except ScanError as bad:
            raise DefinitionError([error(bad.message)]) from None
        names = {swatch.id: swatch.name for swatch in kinds_of(found.plan).terrain}
        return pictured(found, pixels, self.box, self.samples, names).imported


@dataclass(frozen=True, slots=True)
class GeoRequest:
    """A map to be made: a part of the globe (south, west, north, east), or an anchor and a size.

    With `onto` it is laid on a map that is there, and neither is needed.
    """

    files: GeoFiles
    title: str
    hex_km: float
    grid: HexGrid
    box: tuple[float, float, float, float] | None = None
    anchor_at: Point | None = None
    size: tuple[int, int] | None = None
    projection: str | None = None
    parallels: tuple[float, ...] = ()
    palette: str = ""
    options: GeoOptions = field(default_factory=GeoOptions)
    onto: Onto | None = None
    picture: GeoPicture | None = None

    def work_out(self, tell: Tell = _nobody) -> GeoImport:
        """Read the files and lay them on the grid, and a picture on the land; raises DefinitionError."""
        if self.picture is None:
            return self._laid(tell)
        found = self._laid(_part(tell, 0.0, _FILES))
        tell(_FILES)
        return self.picture.laid_on(found)

    def _laid(self, tell: Tell) -> GeoImport:
        try:
            if self.onto is not None:
                return self._laid_onto(self.onto, tell)
            frame, size = self._frame()
            plan = new_map(
                frame, size, self.options, id=slug(self.title, "map"), title=self.title, palette=self.palette
            )
            if not self.palette:
                add_starter_kinds(plan)
            read = self.files.read(_part(tell, 0.0, _READING))
            return import_geography(read, frame, self.options, plan, tell=_part(tell, _READING, 1.0))
        except ProjectionError as bad:
            raise DefinitionError([error(bad.message)]) from None

    def _laid_onto(self, onto: Onto, tell: Tell) -> GeoImport:
        frame = onto.frame(self.hex_km)
        read = self.files.read(_part(tell, 0.0, _READING))
        rest = _part(tell, _READING, 1.0)
        found = import_geography(read, frame, self.options, onto.plan, sheet=onto.sheet, tell=rest)
        known = onto.plan.georeference
        return found if known is None else replace(found, changes=replace(found.changes, georeference=known))

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


def kinds_of_new(game: str) -> Palette:
    """The kinds that a new map is painted with: a game's, or the general set where none is named."""
    plan = MapPlan("new", "", game)
    if not game:
        add_starter_kinds(plan)
    return kinds_of(plan)


def kinds_of(plan: MapPlan) -> Palette:
    """The kinds of a map: those of its game and the designer's own."""
    entry = find_game(plan.palette)
    return extended_palette(palette_of(entry) if entry is not None else Palette(id="none"), plan)


def _part(tell: Tell, start: float, end: float) -> Tell:
    """Tells of a part of the work as of a share of the whole."""
    return lambda share: tell(start + (end - start) * share)


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
