"""1.1, 7.1 and 12: what the map is made of, what a step on it costs, and how far one place is from another.

The map of the country and that of the city are two sheets that hang together by links. A hex is maritime where it has
at least one blue side, the sea itself or a shore. A district counts as one hex in everything but the range of fire,
where it counts as half of one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from engine.core.board import Board
from engine.core.boards.board_parts import PlaceKind
from engine.core.ids import NOWHERE, Location
from engine.core.paths import UNREACHED, LinkCosts, StepCost, link_costs, reachable, trace
from engine.core.paths import field as distance_field
from engine.definitions.charts.charts import Charts
from engine.mechanics.ground import edges_along, ends_of, in_regions, named_places, places_of
from engine.mechanics.zones import Cover, zone_cover
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.names import LOCALITIES

SEA: Final = "sea"
LAKE: Final = "lake"
SHORE: Final = "shore"
"""The blue side of a hex (1.1)."""
MINES: Final = "mines"
RIVER: Final = "river"
MAJOR_RIVER: Final = "major-river"
NEVA: Final = "neva"
LAKESIDE: Final = "lakeside"
WATER_SIDES: Final = frozenset({MAJOR_RIVER, NEVA, LAKESIDE, SHORE})
"""What neither a line of supply nor one of command crosses without a road or a railway (4.2, 5.1)."""
ROUGH: Final = frozenset({"dense-forest", "marsh"})
"""What such a line may come to but not go through."""
BROKEN_BRIDGE: Final = "broken-bridge"
"""A side where the railway bridge is down from the start (7.5.1)."""
INNER, OUTER = "inner-district", "outer-district"
DISTRICTS: Final = frozenset({INNER, OUTER})
HALVES: Final = 2
"""Ranges are counted in half hexes: so many are one hex."""


@dataclass(frozen=True)
class Ground:
    """Everything that follows from the board and the terrain chart alone."""

    board: Board
    charts: Charts
    _prices: dict[tuple[str, frozenset[int]], LinkCosts] = field(default_factory=dict, repr=False)
    _ranges: dict[tuple[Location, int], Mapping[Location, int]] = field(default_factory=dict, repr=False)

    @cached_property
    @rule("1.1")
    def on_map(self) -> tuple[bool, ...]:
        """For each location whether it is a hex or a district; half hexes are played on like whole ones."""
        return places_of(self.board, PlaceKind.HEX)

    @cached_property
    @rule("12")
    def districts(self) -> frozenset[Location]:
        """The districts of Petrograd, one hex of the map of the city each."""
        return frozenset(at for at in self.board.locations() if self.board.terrains[at] in DISTRICTS)

    def is_inner(self, at: Location) -> bool:
        return self.board.terrains[at] == INNER

    # Water

    @cached_property
    @rule("1.1")
    def maritime(self) -> frozenset[Location]:
        """The hexes with at least one blue side: the sea and the shores."""
        found = {at for at in self.board.locations() if self.board.terrains[at] == SEA}
        for edge in self.board.edges_with_sides():
            if self.board.has_side(edge, SHORE):
                found.update(at for at in (self.board.edges[edge].a, self.board.edges[edge].b) if at != NOWHERE)
        return frozenset(found)

    @cached_property
    @rule("1.1")
    def coast(self) -> frozenset[Location]:
        """The land with a blue side."""
        return frozenset(at for at in self.maritime if self.board.terrains[at] != SEA)

    @cached_property
    def west_of_mines(self) -> frozenset[Location]:
        """The coast west of the minefield, as the map marks it (4.3)."""
        return in_regions(self.board, "west-of-mines") & self.coast

    @rule("1.1")
    def row(self, at: Location) -> int | None:
        """The number of the diagonal row of a hex of the country; None where none is printed."""
        number, slash, _ = self.board.label(at).partition("/")
        return int(number) if slash and number.isdigit() else None

    # Ways

    @cached_property
    def roads(self) -> frozenset[int]:
        """The edges that a road crosses."""
        return edges_along(self.board, "road")

    @cached_property
    @rule("7.5.1")
    def rails(self) -> frozenset[int]:
        """The edges that trains can cross: not where a bridge is down from the start, as over the Luga."""
        laid = edges_along(self.board, "rail")
        return frozenset(edge for edge in laid if not self.board.has_side(edge, BROKEN_BRIDGE))

    @cached_property
    def rail_hexes(self) -> frozenset[Location]:
        return ends_of(self.board, edges_along(self.board, "rail"))

    @cached_property
    @rule("8.4")
    def rail_bridges(self) -> frozenset[int]:
        """The edges where a railway that trains can use crosses a river."""
        rivers = (RIVER, MAJOR_RIVER, NEVA)
        return frozenset(edge for edge in self.rails if any(self.board.has_side(edge, kind) for kind in rivers))

    def is_water(self, edge: int) -> bool:
        """Whether a major river, the Neva, a lake or the sea lies along an edge."""
        return any(side.kind in WATER_SIDES for side in self.board.side_features(edge))

    # Movement

    @rule("7.1", "8.4", "12")
    def prices(self, movement_class: str, blown: frozenset[int] = frozenset()) -> LinkCosts:
        """What each step costs a movement class without zones, where some railway bridges are blown.

        A road has its own price and its own bridges; along a railway one pays for the ground and crosses on the
        bridge. Into the city and out of it one pays for the district or the hex that is entered, as everywhere.
        """
        key = (movement_class, blown)
        known = self._prices.get(key)
        if known is None:
            known = self._prices[key] = link_costs(self.board, self._step_price(movement_class, blown))
        return known

    def _step_price(self, movement_class: str, blown: frozenset[int]) -> StepCost:
        chart, board = self.charts.terrain, self.board
        roads, rails, on_map = self.roads, self.rails - blown, self.on_map
        road_price = chart.path_cost("road", movement_class, None)
        ground = {name: chart.cost(name, movement_class) for name in chart.rows}
        sides = {name: chart.side_cost(name, movement_class) for name in chart.sides}

        def price(origin: int, target: int, edge: int) -> int | None:
            if not (on_map[origin] and on_map[target]):
                return None
            cost = ground.get(board.terrains[target])
            if cost is None:
                return None
            if edge in roads and road_price is not None:
                return int(min(road_price, cost))
            if edge in rails:
                return int(cost)
            for side in board.side_features(edge):
                extra = sides.get(side.kind, 0)
                if extra is None:
                    return None
                cost += extra
            return int(cost)

        return price

    @cached_property
    def land(self) -> tuple[bool, ...]:
        """For each location whether units can stand there: not at sea nor in a lake."""
        chart = self.charts.terrain
        passable = {name: chart.cost(name, "foot") is not None for name in chart.rows}
        return tuple(
            on_map and passable.get(terrain, False)
            for on_map, terrain in zip(self.on_map, self.board.terrains, strict=True)
        )

    # Distances

    @cached_property
    @rule("1.5")
    def around(self) -> Cover:
        """The places beside each place, whatever lies between; from a district out to the hexes beside the city."""
        on_map = self.on_map
        return zone_cover(self.board, lambda origin, target, edge: on_map[origin] and on_map[target])

    @cached_property
    @rule("12")
    def _half_steps(self) -> LinkCosts:
        """Steps for the range of fire: a hex counts two halves, a district one."""
        districts, on_map = self.districts, self.on_map
        return link_costs(
            self.board,
            lambda origin, target, edge: (1 if target in districts else HALVES) if on_map[target] else None,
        )

    @rule("12")
    def ranges(self, at: Location, hexes: int) -> Mapping[Location, int]:
        """How far everything within some hexes is, in half hexes; the place one fires from is not counted."""
        key = (at, hexes)
        known = self._ranges.get(key)
        if known is None:
            known = self._ranges[key] = reachable(self.board, at, HALVES * hexes, self._half_steps).costs
        return known

    def within(self, places: frozenset[Location], hexes: int) -> frozenset[Location]:
        """Everything that lies at most so many hexes, or districts, from any of some places."""
        on_map = self.on_map
        found = trace(self.board, places, lambda origin, target, edge: on_map[target], limit=hexes)
        return frozenset(found.lengths)

    @cached_property
    def to_petrograd(self) -> list[int]:
        """For each location how many hexes it is from the nearest district; a great number where there is none."""
        if not self.districts:
            return [0] * self.board.size
        found = distance_field(self.board, self.districts)
        return [self.board.size if each == UNREACHED else each for each in found]

    @cached_property
    @rule("8.2.6.C")
    def columns(self) -> tuple[int, ...]:
        """The column of each hex, counted from the west; a district has that of the nearest hex of the country."""
        found = [-1] * self.board.size
        for at in self.board.locations():
            cell = self.board.cell(at)
            if cell is not None and at not in self.districts:
                found[at] = cell[0]
        if self.districts and any(each >= 0 for each in found):
            reached = trace(self.board, [Location(at) for at, each in enumerate(found) if each >= 0], None)
            for at in self.districts:
                source = reached.source(at)
                found[at] = found[source] if source is not None else -1
        return tuple(found)

    # Places

    @cached_property
    def localities(self) -> frozenset[Location]:
        """The towns and villages, and the districts of Petrograd (5.4)."""
        return frozenset(at for kind in LOCALITIES for at in self.board.with_feature(kind)) | self.districts

    @cached_property
    @rule("7.5.2")
    def stations(self) -> Mapping[Location, str]:
        """What takes more than the open country when trains unload: cities, towns, villages and outer districts."""
        found = {at: OUTER for at in self.districts if not self.is_inner(at)}
        for kind in reversed(LOCALITIES):
            found.update(dict.fromkeys(self.board.with_feature(kind), kind))
        return found

    @cached_property
    def controlled(self) -> frozenset[Location]:
        """The hexes of which it matters who was there last: localities, districts and railways (5.4, 7.5.3)."""
        return self.localities | self.rail_hexes

    @cached_property
    def places(self) -> Mapping[str, Location]:
        """The places the rules call by name, those of them that are on this map."""
        names = self.charts.parameter("place_names")
        if not isinstance(names, Mapping):
            raise TypeError("place_names goes by names")
        printed = {str(word): str(name) for word, name in names.items()}
        return named_places(self.board, (*LOCALITIES, "district", "supply"), printed)

    @cached_property
    def northern_ways(self) -> frozenset[Location]:
        """The hexes by which one flees from Petrograd, as the map marks them (8.2.6 D)."""
        return in_regions(self.board, "north-of-petrograd")

    @cached_property
    def east_edge(self) -> frozenset[Location]:
        """The hexes of the eastern edge of the country, as the map marks them (4.3)."""
        return in_regions(self.board, "east-edge")
