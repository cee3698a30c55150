"""Land, lake or sea: what each hex is, by the share of it that each covers.

A hex is lake when lakes cover their threshold of it, land when land and lakes do, else sea. An island or a lake that
is nearly as large as a hex but happens to be cut up between several keeps the one it has most of, so that it does
not vanish from the map, and a bay cut off from its sea is joined to it again. Lakes that get no hex are remembered:
rivers run through them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt
import shapely

from editor.digitise.geography.geo_cutting import laid_flat, polygons_of
from editor.digitise.geography.geo_data import AreaKind, GeoArea
from editor.digitise.geography.geo_frame import GeoBox, GeoFrame
from editor.digitise.hexside_graph import HexsideGraph
from editor.digitise.tracing import Geometry, hexagons, shares
from editor.geometry.lattice import Floats, Ints, Lattice, Span
from engine.definitions.plan import Point

ABSENT, LAND, LAKE, SEA = 0, 1, 2, 3
Kinds: TypeAlias = npt.NDArray[np.uint8]

_SEEN: Final = 0.2
"""A hex shows a lake or an island when it covers this share of it."""
_OBVIOUS: Final = 20.0
"""Shapes so many times larger than what keeps a hex have one anyway."""

_WELL: Final = 0.3
"""Circumradii from a lake within which a place still means it."""


@dataclass(frozen=True, slots=True)
class Thresholds:
    """When a hex is water or land; shares of its area, and areas in square kilometres."""

    land: float = 0.5
    lake: float = 0.5
    keeps_a_hex: float = 0.6
    """An island or lake of at least this share of a hex gets one."""
    drowned: tuple[Point, ...] = ()
    """A place (latitude, longitude) in each lake that the map's time knew only as a river."""
    strait: float = 0.25
    """A hex with this share of sea becomes sea if two seas meet in it that would be parted; above 1, none does."""
    smallest_lake_km2: float = 0.0


@dataclass(frozen=True, slots=True)
class GeoGround:
    """What each hex of a block is, and the true shapes behind it, on the map plane.

    `hidden_lakes` are those that no hex shows, `lakes` all others in one, `dry` the land without them. Drowned lakes
    are none on this map: they are the rivers that they were before they were dammed.
    """

    lattice: Lattice
    span: Span
    kinds: Kinds
    hidden_lakes: tuple[Geometry, ...]
    drowned_lakes: tuple[Geometry, ...]
    lakes: Geometry
    dry: Geometry
    kept: int

    def at(self, cols: Ints, rows: Ints) -> Kinds:
        """What hexes are; `ABSENT` off the map."""
        inside = (
            (cols >= self.span.left) & (cols < self.span.right) & (rows >= self.span.top) & (rows < self.span.bottom)
        )
        found = np.zeros(len(cols), dtype=np.uint8)
        found[inside] = self.kinds[rows[inside] - self.span.top, cols[inside] - self.span.left]
        return found

    def sides(self) -> HexsideGraph:
        """Every hexside of every hex that is there."""
        down, across = np.nonzero(self.kinds != ABSENT)
        return HexsideGraph(self.lattice, across + self.span.left, down + self.span.top)


def ground_of(
    frame: GeoFrame,
    span: Span,
    bounds: GeoBox,
    areas: Sequence[GeoArea],
    thresholds: Thresholds,
    *,
    present: npt.NDArray[np.bool_] | None = None,
) -> GeoGround:
    """What the hexes of a block are; `present` tells which exist (all, unless told)."""
    flat = laid_flat(frame, bounds, [area.geometry for area in areas])
    by_kind: dict[AreaKind, list[Geometry]] = {kind: [] for kind in AreaKind}
    for area, geometry in zip(areas, flat, strict=True):
        if geometry is not None:
            by_kind[area.kind] += polygons_of(geometry)
    smallest = thresholds.smallest_lake_km2 / frame.unit_km**2
    wells = shapely.points(np.array([frame.point(*place) for place in thresholds.drowned]).reshape(-1, 2))
    reach = _WELL * frame.lattice.scale
    lakes, drowned = [], []
    for lake in by_kind[AreaKind.LAKE]:
        if len(wells) and float(shapely.distance(lake, wells).min()) <= reach:
            drowned.append(lake)
        elif lake.area >= smallest:
            lakes.append(lake)
    land = shapely.union_all(by_kind[AreaKind.LAND])
    water = _without(shapely.union_all(lakes), by_kind[AreaKind.ISLAND], by_kind[AreaKind.POND])
    not_sea = shares(frame.lattice, land, span)
    lake = np.minimum(shares(frame.lattice, water, span), not_sea)
    dry = not_sea - lake
    kinds = np.full(not_sea.shape, SEA, dtype=np.uint8)
    kinds[not_sea >= thresholds.land] = LAND
    kinds[(not_sea >= thresholds.land) & (lake > dry)] = LAKE
    kinds[lake >= thresholds.lake] = LAKE
    hex_area = 1.5 * np.sqrt(3.0) * frame.lattice.scale**2
    least = thresholds.keeps_a_hex * hex_area
    block = _Block(frame.lattice, span, kinds)
    kept = block.keep(by_kind[AreaKind.LAND], LAND, least) + block.keep(lakes, LAKE, least)
    kept += block.open_straits(np.where(kinds == LAND, 1.0 - not_sea, 0.0), thresholds.strait, land)
    if present is not None:
        kinds[~present] = ABSENT
    shown = [block.shows(lake, LAKE) for lake in lakes]
    hidden = tuple(lake for lake, is_shown in zip(lakes, shown, strict=True) if not is_shown)
    drawn = [lake for lake, is_shown in zip(lakes, shown, strict=True) if is_shown]
    waters = shapely.union_all(drawn)
    return GeoGround(frame.lattice, span, kinds, hidden, tuple(drowned), waters, shapely.difference(land, waters), kept)


def _without(lakes: Geometry, islands: Sequence[Geometry], ponds: Sequence[Geometry]) -> Geometry:
    return shapely.union(shapely.difference(lakes, shapely.union_all(islands)), shapely.union_all(ponds))


class _Block:
    """Hexes being given their kinds."""

    def __init__(self, lattice: Lattice, span: Span, kinds: Kinds) -> None:
        self._lattice = lattice
        self._span = span
        self._kinds = kinds

    def _parts(self, shape: Geometry) -> tuple[Floats, Kinds]:
        """The shares that a shape has of the hexes near it, and a view of what those hexes are."""
        left, top, right, bottom = shape.bounds
        cols, rows = self._lattice.cells_at(np.array([left, right, left, right]), np.array([top, bottom, bottom, top]))
        near = Span(int(cols.min()) - 1, int(rows.min()) - 1, int(cols.max()) + 2, int(rows.max()) + 2)
        near = near.clipped(self._span)
        down = slice(near.top - self._span.top, near.bottom - self._span.top)
        across = slice(near.left - self._span.left, near.right - self._span.left)
        return shares(self._lattice, shape, near), self._kinds[down, across]

    def shows(self, shape: Geometry, kind: int) -> bool:
        """Whether some hex of the right kind stands for a shape."""
        found, view = self._parts(shape)
        return bool(((view == kind) & (found >= min(_SEEN, 0.5 * float(found.max(initial=1.0))))).any())

    def keep(self, shapes: Sequence[Geometry], kind: int, least: float) -> int:
        """Give a hex to every large enough shape that has none; returns how many."""
        kept = 0
        for shape in shapes:
            if not least <= shape.area <= _OBVIOUS * least:
                continue
            found, view = self._parts(shape)
            if not found.size or ((view == kind) & (found >= _SEEN)).any():
                continue
            best = np.unravel_index(int(found.argmax()), found.shape)
            if found[best] >= _SEEN:
                view[best] = kind
                kept += 1
        return kept

    def open_straits(self, sea: Floats, least: float, land: Geometry) -> int:
        """Make sea of hexes through which one sea runs on into another; `sea` is the share of it in land hexes."""
        places = np.argwhere(sea >= least).tolist()
        candidates = sorted(((float(sea[down, across]), down, across) for down, across in places), reverse=True)
        parts = self._seas()
        opened = 0
        while True:
            found = next((each for each in candidates if self._is_strait(*each[1:], parts, land)), None)
            if found is None:
                return opened
            candidates.remove(found)
            opened += 1
            _, down, across = found
            self._kinds[down, across] = SEA
            joined = sorted({int(parts[spot]) for spot in self._around(down, across)} - {0})
            parts[np.isin(parts, joined)] = joined[0]
            parts[down, across] = joined[0]

    def _is_strait(self, down: int, across: int, parts: npt.NDArray[np.int64], land: Geometry) -> bool:
        """Whether the water in a hex connects the seas beside it, or only touches them from two sides."""
        beside = [spot for spot in self._around(down, across) if parts[spot]]
        if len({int(parts[spot]) for spot in beside}) < 2:
            return False
        spots = np.array([(down, across), *beside], dtype=np.int64)
        hexes = hexagons(self._lattice, spots[:, 1] + self._span.left, spots[:, 0] + self._span.top)
        region = shapely.union_all(hexes)
        water = shapely.difference(region, shapely.clip_by_rect(land, *region.bounds))
        for piece in polygons_of(water):
            wet = shapely.area(shapely.intersection(hexes[1:], piece)) > 0
            if len({int(parts[spot]) for spot, is_wet in zip(beside, wet.tolist(), strict=True) if is_wet}) > 1:
                return True
        return False

    def _around(self, down: int, across: int) -> list[tuple[int, int]]:
        """The places in the array of the neighbours of one hex."""
        col, row = across + self._span.left, down + self._span.top
        near = ((y - self._span.top, x - self._span.left) for x, y in self._lattice.grid.neighbours(col, row))
        height, width = self._kinds.shape
        return [(y, x) for y, x in near if 0 <= y < height and 0 <= x < width]

    def _seas(self) -> npt.NDArray[np.int64]:
        """The number, from 1 on, of the sea that each hex is part of; 0 where there is none."""
        parts = np.zeros(self._kinds.shape, dtype=np.int64)
        found = 0
        for start in map(tuple, np.argwhere(self._kinds == SEA).tolist()):
            if parts[start]:
                continue
            found += 1
            waiting = [start]
            parts[start] = found
            while waiting:
                for spot in self._around(*waiting.pop()):
                    if self._kinds[spot] == SEA and not parts[spot]:
                        parts[spot] = found
                        waiting.append(spot)
        return parts
