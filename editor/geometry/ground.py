"""The ground of a map: joined sheets as one space of hexes, and where that space lies on the map plane.

A hex printed on two sheets is one `Spot` and two cells, its twins. The earliest sheet that has a hex there owns
it: things are laid on the owner's cell, and a stroke goes over all the twins, so that sheets split again later
agree. Making a ground costs what the map has sheets, never what it has hexes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from editor.geometry.cells import Cells, Ints, Keys, codes_at, columns, is_inside, packed, unique
from editor.geometry.hexsides import Hexside
from engine.core.boards.hexes import Cube, HexGrid, Orientation, Parity
from engine.definitions.maps.map_places import Frames
from engine.definitions.plan import NO_CELL, Cell, MapPlan, Point, SheetPlan, cell_of

ROOT3: Final = math.sqrt(3.0)

STEPS: Final[dict[Orientation, tuple[Cube, ...]]] = {
    orientation: tuple(
        HexGrid(orientation, Parity.ODD).to_cube(*cell) for cell in HexGrid(orientation, Parity.ODD).neighbours(0, 0)
    )
    for orientation in Orientation
}
"""From a hex to its six neighbours."""


class Spot(NamedTuple):
    """A hex of the map itself: the first sheet of its plane, and two of its cube coordinates there."""

    plane: str
    q: int
    r: int

    @property
    def cube(self) -> Cube:
        return self.q, self.r, -self.q - self.r

    def moved(self, by: Cube) -> Spot:
        """The hex that lies so far away."""
        return Spot(self.plane, self.q + by[0], self.r + by[1])

    def distance(self, other: Spot) -> int:
        """Steps over open ground between hexes of one plane."""
        across, down = self.q - other.q, self.r - other.r
        return max(abs(across), abs(down), abs(across + down))


@dataclass(frozen=True, slots=True)
class Plane:
    """Sheets that hang together, in their order; the first gives the coordinates."""

    home: str
    grid: HexGrid
    scale: float
    origin: Point
    sheets: tuple[str, ...]

    @property
    def is_flat(self) -> bool:
        return self.grid.orientation is Orientation.FLAT

    @property
    def steps(self) -> tuple[Cube, ...]:
        return STEPS[self.grid.orientation]

    def point(self, q: float, r: float) -> Point:
        """Where cube coordinates, whole or not, lie on the map plane."""
        if self.is_flat:
            x, y = 1.5 * q, ROOT3 * (r + q / 2)
        else:
            x, y = ROOT3 * (q + r / 2), 1.5 * r
        return self.origin[0] + self.scale * x, self.origin[1] + self.scale * y

    def coordinates(self, x: float, y: float) -> tuple[float, float]:
        """The cube coordinates q and r of a point of the map plane, not rounded."""
        x, y = (x - self.origin[0]) / self.scale, (y - self.origin[1]) / self.scale
        return (x / 1.5, y / ROOT3 - x / 3) if self.is_flat else (x / ROOT3 - y / 3, y / 1.5)


class Ground:
    """Sheets laid as their joins say, over one state of a plan."""

    def __init__(self, plan: MapPlan) -> None:
        self.plan = plan
        frames = Frames(plan)
        self._plane_of: dict[str, Plane] = {}
        self._shifts: dict[str, tuple[int, int]] = {}
        clusters: dict[tuple[str, Orientation], list[str]] = {}
        at: dict[str, Cube] = {}
        for sheet in plan.sheets.values():
            spot = frames.spot(Cell(sheet.id, 0, 0))
            assert spot is not None, "the sheet is on the map"
            at[sheet.id] = spot.cube
            clusters.setdefault((spot.root, sheet.grid.orientation), []).append(sheet.id)
        for names in clusters.values():
            home = plan.sheets[names[0]]
            plane = Plane(home.id, home.grid, home.scale, home.origin, tuple(names))
            for name in names:
                self._plane_of[name] = plane
                self._shifts[name] = at[name][0] - at[home.id][0], at[name][1] - at[home.id][1]

    @property
    def planes(self) -> Iterable[Plane]:
        """Every plane, in the order of the sheets."""
        return dict.fromkeys(self._plane_of.values())

    def plane(self, sheet: str) -> Plane | None:
        """The plane a sheet lies in, or None when the map has no such sheet."""
        return self._plane_of.get(sheet)

    # One hex

    def spot(self, cell: Cell) -> Spot | None:
        """Where a cell lies, or None when its sheet is unknown."""
        plane = self._plane_of.get(cell.sheet)
        if plane is None:
            return None
        q, r, _ = self.plan.sheets[cell.sheet].grid.to_cube(cell.col, cell.row)
        shift = self._shifts[cell.sheet]
        return Spot(plane.home, q + shift[0], r + shift[1])

    def cell_on(self, sheet: str, spot: Spot) -> Cell:
        """The cell of a sheet at a spot of its plane, whether the map has it or not."""
        shift = self._shifts[sheet]
        q, r = spot.q - shift[0], spot.r - shift[1]
        return Cell(sheet, *self.plan.sheets[sheet].grid.from_cube((q, r, -q - r)))

    def twins(self, spot: Spot) -> list[Cell]:
        """The cells that the map has at a spot, its owner first."""
        cells = (self.cell_on(sheet, spot) for sheet in self._plane_of[spot.plane].sheets)
        return [cell for cell in cells if self.plan.sheets[cell.sheet].code(cell.col, cell.row) != NO_CELL]

    def cell(self, spot: Spot) -> Cell | None:
        """The cell that owns a spot."""
        return next(iter(self.twins(spot)), None)

    def owner(self, cell: Cell) -> Cell:
        """The twin of a cell that things are laid on; a cell the map does not have is its own."""
        plane = self._plane_of.get(cell.sheet)
        if plane is None or len(plane.sheets) == 1:
            return cell
        spot = self.spot(cell)
        assert spot is not None
        return self.cell(spot) or cell

    def owner_key(self, key: str) -> str:
        """The key of the place that is meant, on the sheet that owns it; spaces and boxes are themselves."""
        cell = cell_of(key)
        return key if cell is None else self.owner(cell).key

    def spot_of(self, key: str) -> Spot | None:
        """The spot of a key that names a hex of a known sheet."""
        cell = cell_of(key)
        return None if cell is None else self.spot(cell)

    def are_neighbours(self, a: str, b: str) -> bool:
        """Whether two keys name hexes that share a hexside, across a join too."""
        here, there = self.spot_of(a), self.spot_of(b)
        return here is not None and there is not None and here.plane == there.plane and here.distance(there) == 1

    # Points

    def centre(self, spot: Spot) -> Point:
        """The middle of a hex on the map plane."""
        return self._plane_of[spot.plane].point(spot.q, spot.r)

    def spot_at(self, x: float, y: float) -> Spot | None:
        """The hex under a point; where sheets of different planes overlap, the earlier one's."""
        for plane in self.planes:
            spot = self.nearest_spot(plane, x, y)
            if self.cell(spot) is not None:
                return spot
        return None

    @staticmethod
    def nearest_spot(plane: Plane, x: float, y: float) -> Spot:
        """The hex of a plane that a point lies in, whether the map has it or not."""
        x, y = (x - plane.origin[0]) / plane.scale, (y - plane.origin[1]) / plane.scale
        q, r, _ = plane.grid.to_cube(*plane.grid.nearest(x, y))
        return Spot(plane.home, q, r)

    # Hexsides

    def hexside(self, spot: Spot, direction: int) -> Hexside:
        """The hexside of a hex, named on the earliest sheet that has either of its hexes."""
        plane = self._plane_of[spot.plane]
        if direction >= 3:
            spot, direction = spot.moved(plane.steps[direction]), direction - 3
        far = spot.moved(plane.steps[direction])
        for sheet in plane.sheets:
            here = self.cell_on(sheet, spot)
            if len(plane.sheets) == 1 or any(self._has(cell) for cell in (here, self.cell_on(sheet, far))):
                return Hexside(*here, direction)
        return Hexside(*self.cell_on(plane.home, spot), direction)

    def spots_beside(self, side: Hexside) -> tuple[Spot, Spot] | None:
        """The two hexes of a hexside, or None when its sheet is unknown."""
        near = self.spot(side.cell)
        if near is None:
            return None
        return near, near.moved(self._plane_of[near.plane].steps[side.direction])

    def same_hexsides(self, side: Hexside) -> list[Hexside]:
        """The names of a hexside on every sheet of its plane, in their order."""
        plane = self._plane_of.get(side.sheet)
        spot = self.spot(side.cell)
        if plane is None or spot is None or len(plane.sheets) == 1:
            return [side]
        return [Hexside(*self.cell_on(sheet, spot), side.direction) for sheet in plane.sheets]

    def owner_hexside(self, side: Hexside) -> Hexside:
        """The name of a hexside that things are laid along."""
        plane, spot = self._plane_of.get(side.sheet), self.spot(side.cell)
        if plane is None or spot is None or len(plane.sheets) == 1:
            return side
        return self.hexside(spot, side.direction)

    def is_on_map(self, side: Hexside) -> bool:
        """Whether the map has a hex on either side."""
        beside = self.spots_beside(side)
        return beside is not None and any(self.cell(spot) is not None for spot in beside)

    def _has(self, cell: Cell) -> bool:
        return self.plan.sheets[cell.sheet].code(cell.col, cell.row) != NO_CELL

    # Hexes in bulk

    def cubes(self, sheet: str, keys: Keys) -> tuple[Ints, Ints]:
        """Where cells of a sheet lie in its plane."""
        cols, rows = columns(keys)
        grid, shift = self.plan.sheets[sheet].grid, self._shifts[sheet]
        even = 1 if grid.parity is Parity.EVEN else 0
        if grid.orientation is Orientation.FLAT:
            return cols + shift[0], rows - ((cols + even) >> 1) + shift[1]
        return cols - ((rows + even) >> 1) + shift[0], rows + shift[1]

    def keys_on(self, sheet: str, q: Ints, r: Ints) -> Keys:
        """The cells of a sheet at these coordinates of its plane, in the order given."""
        grid, shift = self.plan.sheets[sheet].grid, self._shifts[sheet]
        even = 1 if grid.parity is Parity.EVEN else 0
        q, r = q - shift[0], r - shift[1]
        if grid.orientation is Orientation.FLAT:
            return packed(q, r + ((q + even) >> 1))
        return packed(q + ((r + even) >> 1), r)

    def cells_at(self, plane: Plane, q: Ints, r: Ints) -> Cells:
        """The cells at these coordinates on every sheet that has room for them, present or absent."""
        found = {}
        for name in plane.sheets:
            keys = self.keys_on(name, q, r)
            found[name] = unique(keys[is_inside(self.plan.sheets[name], keys)])
        return Cells(found)

    def with_twins(self, cells: Cells) -> Cells:
        """The same hexes on every sheet that prints them."""
        more = cells
        for name, keys in cells.items():
            plane = self._plane_of.get(name)
            if plane is None or len(plane.sheets) == 1:
                continue
            q, r = self.cubes(name, keys)
            for other in plane.sheets:
                if other != name:
                    found = unique(self.keys_on(other, q, r))
                    more |= Cells({other: found[_is_present(self.plan.sheets[other], found)]})
        return more

    def owners(self, cells: Cells) -> Cells:
        """The same hexes of the map, each once: on the sheet that owns it."""
        found: dict[str, Keys] = {}
        for plane in self.planes:
            if len(plane.sheets) == 1:
                found[plane.home] = cells.keys(plane.home)
                continue
            every = self.with_twins(Cells({name: cells.keys(name) for name in plane.sheets}))
            for name in plane.sheets:
                own = Cells({name: every.keys(name)})
                found[name] = own.keys(name)
                every -= self.with_twins(own)
        return Cells(found)

    def vacant(self, cells: Cells) -> Cells:
        """Those of the cells where no sheet has a hex, each on the first sheet of its plane with room for it."""
        found: dict[str, Keys] = {}
        for plane in self.planes:
            columns_ = [self.cubes(name, keys) for name in plane.sheets if len(keys := cells.keys(name))]
            if not columns_:
                continue
            q, r = (np.concatenate(part) for part in zip(*columns_, strict=True))
            keys_on = {name: self.keys_on(name, q, r) for name in plane.sheets}
            free = ~np.any([_is_present(self.plan.sheets[name], keys) for name, keys in keys_on.items()], axis=0)
            for name, keys in keys_on.items():
                room = is_inside(self.plan.sheets[name], keys) & free
                found[name] = unique(keys[room])
                free &= ~room
        return Cells(found)


def _is_present(sheet: SheetPlan, keys: Keys) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    return np.not_equal(codes_at(sheet, keys), NO_CELL)
