"""A hex grid on the globe: how far a hex reaches, and which hex lies where.

A frame is all that is needed to turn latitude and longitude into a point of the map plane and back. The map keeps it
as its `georeference`, so that places added years later come to lie as true as those imported first.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from editor.digitise.geography.projections import Projection, ProjectionError, ProjectionKind
from editor.digitise.transforms import Floats
from editor.geometry.lattice import Lattice, Span
from editor.geometry.plan_index import lattices_of
from engine.core.boards.hexes import Cell, HexGrid, Orientation
from engine.core.messages import message
from engine.definitions.plan import Cell as CellKey
from engine.definitions.plan import GeoPlan, MapPlan, Point, cell_of

_ROOT3 = math.sqrt(3.0)


@dataclass(frozen=True, slots=True)
class GeoBox:
    """A part of the globe between two parallels and two meridians; east may pass 180."""

    south: float
    west: float
    north: float
    east: float

    @property
    def middle(self) -> Point:
        return (self.south + self.north) / 2, (self.west + self.east) / 2


@dataclass(frozen=True, slots=True)
class GeoFrame:
    """A lattice laid on a projection: the centre of the hex `anchor` lies at `anchor_at` (latitude, longitude).

    `hex_km` is the distance from one hex centre to the next; `rotation` turns the map clockwise from north up.
    """

    projection: Projection
    hex_km: float
    lattice: Lattice
    anchor: Cell
    anchor_at: Point
    rotation: float = 0.0
    _turn: complex = field(init=False, default=1.0, repr=False)
    _base: complex = field(init=False, default=0.0, repr=False)
    _home: complex = field(init=False, default=0.0, repr=False)

    def __post_init__(self) -> None:
        if not (self.hex_km > 0 and math.isfinite(self.hex_km)):
            raise ProjectionError(message("digitise.geo.hex-size"))
        if not abs(self.anchor_at[0]) <= 90:
            raise ProjectionError(message("digitise.geo.centre-off-globe"))
        x, y = self.projection.forward(*(np.array(value) for value in self.anchor_at))
        turn = complex(math.cos(math.radians(self.rotation)), math.sin(math.radians(self.rotation)))
        object.__setattr__(self, "_turn", turn / self.unit_km)
        object.__setattr__(self, "_base", complex(float(x), -float(y)))
        object.__setattr__(self, "_home", complex(*self.lattice.centre(*self.anchor)))

    @property
    def unit_km(self) -> float:
        """Kilometres a unit of the map plane."""
        return self.hex_km / (_ROOT3 * self.lattice.scale)

    def to_plane(self, latitudes: Floats, longitudes: Floats) -> Floats:
        """Points of the map plane, one row of (x, y) a place; not finite beyond the end of a projection."""
        x, y = self.projection.forward(np.asarray(latitudes), np.asarray(longitudes))
        with np.errstate(invalid="ignore"):
            there = self._home + (x - 1j * y - self._base) * self._turn
        return np.stack((there.real, there.imag), axis=-1)

    def to_globe(self, points: Floats) -> tuple[Floats, Floats]:
        """Latitudes and longitudes of points of the map plane; a longitude may pass 180."""
        there = (points[..., 0] + 1j * points[..., 1] - self._home) / self._turn + self._base
        return self.projection.inverse(there.real, -there.imag)

    def point(self, latitude: float, longitude: float) -> Point:
        """Where one place lies on the map plane."""
        x, y = self.to_plane(np.array(latitude), np.array(longitude))
        return float(x), float(y)

    def place(self, x: float, y: float) -> Point:
        """The latitude and longitude (within 180) of one point of the map plane."""
        latitude, longitude = self.to_globe(np.array((x, y)))
        return float(latitude), (float(longitude) + 180.0) % 360.0 - 180.0

    def cell_at(self, latitude: float, longitude: float) -> Cell | None:
        """The hex that a place lies in, whether the map has it or not; None where the projection ends before it."""
        x, y = self.point(latitude, longitude)
        return self.lattice.cell_at(x, y) if math.isfinite(x) and math.isfinite(y) else None

    def georeference(self, sheet: str) -> GeoPlan:
        """As a plan keeps it."""
        return GeoPlan(
            str(self.projection.kind),
            self.projection.centre,
            self.hex_km,
            CellKey(sheet, *self.anchor).key,
            self.anchor_at,
            self.projection.parallels,
            self.rotation,
        )

    def bounds(self, span: Span, margin_hexes: float = 2.0) -> GeoBox:
        """The part of the globe that a block of hexes lies in, and a margin; for cutting data down to size."""
        box = self.lattice.box(span).grown(margin_hexes * _ROOT3 * self.lattice.scale)
        steps = np.linspace(0.0, 1.0, 65)
        across, down = box.left + steps * box.width, box.top + steps * box.height
        edge = np.concatenate(
            [np.column_stack((across, np.full(65, y))) for y in (box.top, box.bottom, (box.top + box.bottom) / 2)]
            + [np.column_stack((np.full(65, x), down)) for x in (box.left, box.right, (box.left + box.right) / 2)]
        )
        latitudes, longitudes = self.to_globe(edge)
        if not (np.isfinite(latitudes).all() and np.isfinite(longitudes).all()):
            raise ProjectionError(message("digitise.geo.map-too-large"))
        west, east = float(longitudes.min()), float(longitudes.max())
        south, north = float(latitudes.min()), float(latitudes.max())
        if east - west >= 350.0 or north > 89.5 or south < -89.5:
            raise ProjectionError(message("digitise.geo.map-too-large"))
        return GeoBox(south, west, north, east)


def frame_of(plan: MapPlan) -> GeoFrame | None:
    """The frame of a map that has one; raises ProjectionError when it makes no sense."""
    geo = plan.georeference
    cell = None if geo is None else cell_of(geo.anchor)
    if geo is None or cell is None or cell.sheet not in plan.sheets:
        return None
    projection = Projection(geo.projection, geo.centre, geo.parallels)
    lattice = lattices_of(plan)[cell.sheet]
    return GeoFrame(projection, geo.hex_km, lattice, (cell.col, cell.row), geo.anchor_at, geo.rotation)


def frame_on(frame: GeoFrame, lattice: Lattice, anchor: Cell) -> GeoFrame:
    """The same globe under another sheet of the map plane, held by one of that sheet's own hexes."""
    hex_km = frame.unit_km * _ROOT3 * lattice.scale
    at = frame.place(*lattice.centre(*anchor))
    return GeoFrame(frame.projection, hex_km, lattice, anchor, at, frame.rotation)


def frame_at(lattice: Lattice, span: Span, hex_km: float, anchor: Cell, anchor_at: Point) -> GeoFrame:
    """A frame for a sheet that is there already, north up, in a projection that suits the part it covers."""
    rough = GeoFrame(Projection(ProjectionKind.EQUIRECTANGULAR, anchor_at), hex_km, lattice, anchor, anchor_at)
    return GeoFrame(suggested_projection(rough.bounds(span)), hex_km, lattice, anchor, anchor_at)


def suggested_projection(box: GeoBox) -> Projection:
    """One that distorts a part of the globe little: a cone touching it near both edges, or, at the equator, none."""
    height = box.north - box.south
    lower, upper = box.south + height / 6, box.north - height / 6
    if abs(lower + upper) < 10 or max(abs(lower), abs(upper)) > 85:
        return Projection(ProjectionKind.EQUIRECTANGULAR, box.middle, (max(min(box.middle[0], 80.0), -80.0),))
    return Projection(ProjectionKind.LAMBERT, box.middle, (round(lower, 2), round(upper, 2)))


def frame_over(
    box: GeoBox,
    hex_km: float,
    grid: HexGrid,
    *,
    projection: Projection | None = None,
    first: Cell = (1, 1),
    scale: float = 1.0,
) -> tuple[GeoFrame, tuple[int, int]]:
    """A frame whose hexes cover a part of the globe, north up, and the columns and rows it takes."""
    chosen = projection or suggested_projection(box)
    lattice = Lattice(grid, scale)
    rough = GeoFrame(chosen, hex_km, lattice, first, box.middle)
    steps = np.linspace(0.0, 1.0, 33)
    latitudes, longitudes = box.south + steps * (box.north - box.south), box.west + steps * (box.east - box.west)
    edges = [
        *(rough.to_plane(np.full(33, parallel), longitudes) for parallel in (box.south, box.north)),
        *(rough.to_plane(latitudes, np.full(33, meridian)) for meridian in (box.west, box.east)),
    ]
    points = np.concatenate(edges)
    low, high = points.min(axis=0), points.max(axis=0)
    width, height = (float(value) / scale for value in high - low)
    across, down = (1.5, _ROOT3) if grid.orientation is Orientation.FLAT else (_ROOT3, 1.5)
    size = math.ceil(width / across) + 1, math.ceil(height / down) + 1
    at = rough.place(float(low[0]), float(low[1]))
    rounded = round(at[0], 6), round(at[1], 6)
    return GeoFrame(chosen, hex_km, lattice, first, rounded), size
