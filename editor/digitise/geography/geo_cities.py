"""Cities onto hexes: each in the hex it lies in, off the water if need be, the larger first.

A port on a narrow coast may lie in a hex that is mostly sea; it moves to the nearest land hex beside, never further
than one hex. Where two want one hex the larger has it; the smaller is left out and told of, or shares the hex where
that is allowed. Every place keeps its true latitude and longitude.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from editor.digitise.geography.geo_data import GeoCity
from editor.digitise.geography.geo_frame import GeoFrame
from editor.digitise.geography.geo_ground import ABSENT, LAND, GeoGround
from engine.core.boards.hexes import Cell


@dataclass(frozen=True, slots=True)
class CityRules:
    """Which cities are placed; `kinds` gives from which population on a city is of which kind, the largest first."""

    least_population: int = 0
    most: int = 0
    """0: as many as there are."""
    names: frozenset[str] = frozenset()
    """Empty: all."""
    leave_water: bool = True
    a_hex: int = 1
    """How many may share one."""
    kinds: tuple[tuple[int, str], ...] = ((0, "city"),)
    keep_population: bool = False

    def kind_of(self, city: GeoCity) -> str:
        if city.kind:
            return city.kind
        return next((kind for least, kind in self.kinds if city.population >= least), self.kinds[-1][1])


@dataclass(frozen=True, slots=True)
class PlacedCity:
    """A city and its hex; `is_moved` when it does not lie in it."""

    city: GeoCity
    cell: Cell
    is_moved: bool


@dataclass(frozen=True, slots=True)
class Cities:
    """Who was placed, who found the hex taken (and by whom), and who would stand in the water."""

    placed: tuple[PlacedCity, ...]
    crowded: tuple[tuple[GeoCity, GeoCity], ...]
    drowned: tuple[GeoCity, ...]


def cities_of(frame: GeoFrame, ground: GeoGround, cities: Sequence[GeoCity], rules: CityRules) -> Cities:
    """Place cities on a ground, the larger first; those off the map are passed over."""
    wanted = [
        city
        for city in cities
        if city.population >= rules.least_population and (not rules.names or city.name in rules.names)
    ]
    placed: list[PlacedCity] = []
    crowded: list[tuple[GeoCity, GeoCity]] = []
    drowned: list[GeoCity] = []
    here: dict[Cell, list[GeoCity]] = {}
    for city in sorted(wanted, key=lambda city: (-city.population, city.name, city.latitude, city.longitude)):
        if rules.most and len(placed) == rules.most:
            break
        found = _hex_for(frame, ground, city, rules)
        if found is None:
            continue
        cell, is_moved = found
        if cell is None:
            drowned.append(city)
            continue
        if len(here.get(cell, ())) >= rules.a_hex:
            crowded.append((city, here[cell][0]))
            continue
        here.setdefault(cell, []).append(city)
        placed.append(PlacedCity(city, cell, is_moved))
    return Cities(tuple(placed), tuple(crowded), tuple(drowned))


def _hex_for(frame: GeoFrame, ground: GeoGround, city: GeoCity, rules: CityRules) -> tuple[Cell | None, bool] | None:
    """The hex of a city and whether it had to move; no hex if it drowns, None if it is not on the map."""
    x, y = frame.point(city.latitude, city.longitude)
    if not (math.isfinite(x) and math.isfinite(y)):
        return None
    own = ground.lattice.cell_at(x, y)
    cells = [own, *ground.lattice.grid.neighbours(*own)]
    kinds = ground.at(*(np.array(numbers, dtype=np.int64) for numbers in zip(*cells, strict=True))).tolist()
    if kinds[0] == ABSENT:
        return None
    if kinds[0] == LAND:
        return own, False
    land = [cell for cell, kind in zip(cells, kinds, strict=True) if kind == LAND]
    if not land or not rules.leave_water:
        return None, False
    return min(land, key=lambda cell: (math.dist(ground.lattice.centre(*cell), (x, y)), cell)), True
