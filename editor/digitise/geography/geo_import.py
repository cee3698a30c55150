"""Maps from real geography: what was read is laid onto a frame, and becomes changes to a plan or a new plan.

Nothing is changed until the changes are applied, so that a person can look at the summary first, with other
thresholds if it does not please. On a map that exists already a hex is repainted only where water and land differ
from what it has, so that forests painted by hand stay; hexsides and places that are there already are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np
import shapely

from editor.digitise.geography.geo_cities import Cities, CityRules, cities_of
from editor.digitise.geography.geo_data import Geography
from editor.digitise.geography.geo_frame import GeoFrame
from editor.digitise.geography.geo_ground import LAKE, LAND, SEA, GeoGround, Thresholds, ground_of
from editor.digitise.geography.geo_rivers import RiverRules, Rivers, rivers_of
from editor.digitise.hexside_graph import side_cells_of
from editor.digitise.tracing import hexagons
from editor.geometry.lattice import Span
from engine.core.boards.labels import LabelScheme
from engine.core.messages import message
from engine.definitions.bounds import MOST_CELLS
from engine.definitions.issues import DefinitionError, error
from engine.definitions.maps.map_text import FreshIds, feature_id
from engine.definitions.plan import (
    NO_CELL,
    Attributes,
    Cell,
    FeaturePlan,
    GeoPlan,
    MapPlan,
    SheetPlan,
    SideKey,
    SidePlan,
)

SHEET = "main"
"""The sheet of a map that is made new."""
_SHY: Final = 0.5
"""Circumradii by which a painted coast may lie further out than the true one."""


@dataclass(frozen=True, slots=True)
class GeoOptions:
    """What becomes what: terrains, kinds of hexside, thresholds. An empty kind of coast draws none."""

    land: str = "clear"
    lake: str = "lake"
    sea: str = "sea"
    coast: str = ""
    river_kinds: tuple[tuple[int, str], ...] = ((0, "river"),)
    """Up to which rank a river is of which kind, the greatest first; rank 0 takes all that is left."""
    thresholds: Thresholds = field(default_factory=Thresholds)
    rivers: RiverRules = field(default_factory=RiverRules)
    cities: CityRules = field(default_factory=CityRules)

    def river_kind(self, rank: int) -> str:
        for most, kind in self.river_kinds:
            if most == 0 or 0 < rank <= most:
                return kind
        return self.river_kinds[-1][1]


@dataclass(frozen=True, slots=True)
class GeoChanges:
    """What an import does to a map: terrains of hexes, new hexsides, new places, and the frame itself."""

    sheet: str
    cells: Mapping[Cell, str]
    sides: Mapping[SideKey, SidePlan]
    features: Mapping[str, FeaturePlan]
    georeference: GeoPlan

    def applied_to(self, plan: MapPlan) -> MapPlan:
        """Another plan with the changes made; the given one stands."""
        changed = plan.copy()
        sheet = changed.sheets[self.sheet]
        for cell, terrain in self.cells.items():
            index = sheet.index(cell.col, cell.row)
            if index is not None:
                sheet.terrain[index] = changed.code_of(terrain)
        changed.sides.update(self.sides)
        changed.features.update(self.features)
        changed.georeference = self.georeference
        return changed


@dataclass(frozen=True, slots=True)
class PictureCounts:
    """What a picture of the globe said: how many hexes of each terrain, and of how many it is not sure."""

    terrains: Mapping[str, int]
    doubtful: int


@dataclass(frozen=True, slots=True)
class GeoImport:
    """An import that has been worked out and waits for a word."""

    frame: GeoFrame
    ground: GeoGround
    rivers: Rivers
    cities: Cities
    changes: GeoChanges
    options: GeoOptions
    plan: MapPlan
    """The map as it was before; a new one is all land and nothing else."""
    picture: PictureCounts | None = None

    def result(self) -> MapPlan:
        """The map with everything imported."""
        return self.changes.applied_to(self.plan)


def new_map(
    frame: GeoFrame,
    size: tuple[int, int],
    options: GeoOptions,
    *,
    id: str,
    title: str = "",
    palette: str = "",
    labels: LabelScheme | None = None,
) -> MapPlan:
    """An empty map whose first hex is the frame's anchor; raises DefinitionError when it would be too large."""
    if size[0] < 1 or size[1] < 1 or size[0] * size[1] > MOST_CELLS:
        raise DefinitionError([error(message("map.too-many-cells", limit=MOST_CELLS))])
    plan = MapPlan(id, title, palette)
    lattice = frame.lattice
    plan.sheets[SHEET] = SheetPlan(
        SHEET,
        lattice.grid,
        frame.anchor,
        size,
        labels or LabelScheme(),
        options.land,
        plan.filled(size, options.land),
        scale=lattice.scale,
        origin=lattice.origin,
    )
    return plan


def import_geography(
    geography: Geography,
    frame: GeoFrame,
    options: GeoOptions,
    plan: MapPlan,
    *,
    sheet: str = SHEET,
    tell: Callable[[float], None] = lambda _: None,
) -> GeoImport:
    """Work out what geography does to a sheet of a map. Raises ProjectionError for a frame that cannot hold it.

    The frame's lattice is the sheet's: use `new_map` and its frame, or `frame_of` a map that has one. `tell` hears how
    much is done, from 0 to 1, and may raise to stop it.
    """
    target = plan.sheets[sheet]
    span = _span(target)
    bounds = frame.bounds(span)
    present = target.terrain != NO_CELL
    tell(0.0)
    ground = ground_of(frame, span, bounds, geography.areas, options.thresholds, present=present)
    if not geography.areas:
        ground = _as_painted(ground, plan, target, options)
    tell(0.4)
    rivers = rivers_of(
        frame, bounds, ground, geography.rivers, options.rivers, tell=lambda share: tell(0.4 + 0.5 * share)
    )
    tell(0.9)
    cities = cities_of(frame, ground, geography.cities, options.cities)
    changes = GeoChanges(
        sheet,
        _cells(ground, plan, target, options) if geography.areas else {},
        {**_coasts(ground, plan, sheet, options), **_river_sides(rivers, plan, sheet, options)},
        _features(cities, plan, sheet, options),
        frame.georeference(sheet),
    )
    return GeoImport(frame, ground, rivers, cities, changes, options, plan)


def _span(sheet: SheetPlan) -> Span:
    (left, top), (across, down) = sheet.first, sheet.size
    return Span(left, top, left + across, top + down)


def _terrain_names(options: GeoOptions) -> dict[int, str]:
    return {LAND: options.land, LAKE: options.lake, SEA: options.sea}


def _as_painted(ground: GeoGround, plan: MapPlan, sheet: SheetPlan, options: GeoOptions) -> GeoGround:
    """The ground as the map has it, when nothing was read about land and water."""
    kinds = np.where(sheet.terrain == NO_CELL, 0, LAND).astype(np.uint8)
    for kind, name in ((LAKE, options.lake), (SEA, options.sea)):
        if name in plan.terrain_names:
            kinds[sheet.terrain == plan.terrain_names.index(name) + 1] = kind
    down, across = np.nonzero(kinds == LAND)
    land = shapely.union_all(hexagons(ground.lattice, across + ground.span.left, down + ground.span.top))
    inland = shapely.buffer(land, -_SHY * ground.lattice.scale)
    return GeoGround(ground.lattice, ground.span, kinds, (), (), shapely.Polygon(), inland, 0)


def _cells(ground: GeoGround, plan: MapPlan, sheet: SheetPlan, options: GeoOptions) -> dict[Cell, str]:
    """The hexes whose terrain is not what geography says; any dry terrain will do where there is land."""
    names = _terrain_names(options)
    found: dict[Cell, str] = {}
    waters = {options.lake, options.sea}
    for cell in sheet.cells():
        kind = int(ground.kinds[cell.row - ground.span.top, cell.col - ground.span.left])
        now = plan.terrain_at(cell)
        if now != names[kind] and not (kind == LAND and now not in waters):
            found[cell] = names[kind]
    return found


def _coasts(ground: GeoGround, plan: MapPlan, sheet: str, options: GeoOptions) -> dict[SideKey, SidePlan]:
    """The hexsides between land and water."""
    if not options.coast:
        return {}
    sides = ground.sides().sides
    near, far = side_cells_of(ground.lattice, sides)
    here, there = ground.at(near[:, 0], near[:, 1]), ground.at(far[:, 0], far[:, 1])
    shore = ((here == LAND) & (there > LAND)) | ((there == LAND) & (here > LAND))
    keys = (SideKey(sheet, col, row, direction, options.coast) for col, row, direction in sides[shore].tolist())
    return {key: SidePlan() for key in keys if key not in plan.sides}


def _river_sides(rivers: Rivers, plan: MapPlan, sheet: str, options: GeoOptions) -> dict[SideKey, SidePlan]:
    """The hexsides of all chains; where two share one, it belongs to the greater river, which is drawn first."""
    found: dict[SideKey, SidePlan] = {}
    taken: set[tuple[int, int, int]] = set()
    for river in rivers.drawn:
        attributes: Attributes = {"name": river.name} if river.name else {}
        kind = options.river_kind(river.rank)
        for chain in river.chains:
            for key in chain.keys(sheet, kind):
                if key not in plan.sides and (key.col, key.row, key.direction) not in taken:
                    found[key] = SidePlan(attributes=attributes)
            taken.update(chain.sides)
    return found


def _features(cities: Cities, plan: MapPlan, sheet: str, options: GeoOptions) -> dict[str, FeaturePlan]:
    """New places; one that the map has already, by name and kind, stays where a person has put it."""
    known = {(feature.kind, feature.name) for feature in plan.features.values()}
    fresh = FreshIds()
    for taken in plan.features:
        fresh.take(taken)
    found: dict[str, FeaturePlan] = {}
    for placed in cities.placed:
        kind = options.cities.kind_of(placed.city)
        if (kind, placed.city.name) in known:
            continue
        at = Cell(sheet, *placed.cell).key
        name = fresh.proposed(feature_id(at, kind))
        fresh.take(name)
        attributes: Attributes = {"lat": round(placed.city.latitude, 5), "lon": round(placed.city.longitude, 5)}
        if options.cities.keep_population and placed.city.population:
            attributes["population"] = placed.city.population
        found[name] = FeaturePlan(name, at, kind, placed.city.name, attributes)
    return found
