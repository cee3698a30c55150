"""4.3 to 4.5, 6.1, 7 and 9.1: what the map is made of, what a step on it costs, and which hexes face each other.

Rivers, seas and bridges lie on hexsides. Costs are counted in half points, as a road costs half a point.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, TypeAlias

from engine.core.board import Board
from engine.core.boards.board_parts import PlaceKind
from engine.core.ids import Location
from engine.core.paths import LinkCosts, StepCost, link_costs
from engine.definitions.charts.charts import Charts
from engine.mechanics.ground import edges_along, ends_of, in_regions, marked_with, named_places, places_of
from engine.mechanics.recent import Recent
from engine.mechanics.zones import Border, Cover, border_between, zone_cover
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.kinds import MECH
from engine.rulesets.ukraine_43.names import SETTLEMENTS, SOVIET

SEA: Final = "sea"
MARSHES: Final = frozenset({"marsh", "wooded-marsh"})
RIVER: Final = "river"
MAJOR_RIVER: Final = "major-river"
SEA_SIDE: Final = "sea-side"
BRIDGE: Final = "bridge"
ROAD: Final = "road"
SECONDARY_ROAD: Final = "secondary-road"
RAIL: Final = "rail"
MAIN_RAIL: Final = "main-rail"
HALVES: Final = 2
DIRECTIONS: Final = 6
LINE_RIVER: Final = 1
LINE_MARSH: Final = 2

LineLink: TypeAlias = tuple[Location, int, int]
"""A hex beside another, the side between them, and what a line uses up across it: a river, a marsh."""


@dataclass(frozen=True, slots=True)
class Going:
    """What changes the price of steps for all units of a class, besides the ground."""

    movement_class: str
    artillery: bool = False
    rain: bool = False
    pontoons: frozenset[int] = frozenset()
    """The edges with a pontoon bridge that the mover may use."""
    covered: frozenset[Location] = frozenset()
    """The hexes over which enemy aircraft interdict roads and bridges (15.6)."""
    flooded: bool = False
    """Whether the Dnieper below the dam is in flood (28.2)."""


@dataclass(frozen=True, slots=True)
class Facing:
    """A hex two away, and what lies between: one hex in a straight line, or two with a side between them."""

    other: Location
    between: tuple[Location, ...]


@dataclass(frozen=True, slots=True)
class Bond:
    """A linked zone: the hexes that form it, one alone with the coast, and what it closes."""

    ends: tuple[Location, ...]
    between: tuple[Location, ...]
    """One hex that may not be entered, or the two hexes with a side between them that may not be crossed."""
    is_hex: bool
    side: Border
    """The side that may not be crossed; of no use where a hex is closed."""
    spokes: tuple[Border, ...]
    """The sides between a bonded hex and those that form its bond; a bonded side has none."""

    @classmethod
    def of(cls, ends: tuple[Location, ...], between: tuple[Location, ...]) -> Bond:
        is_hex = len(between) == 1
        spokes = tuple(border_between(between[0], end) for end in ends) if is_hex else ()
        return cls(ends, between, is_hex, border_between(between[0], between[-1]), spokes)


@dataclass(frozen=True, slots=True)
class Branch:
    """A stretch of railway that is repaired by itself: its edges, its hexes, and its ends on marked lines."""

    edges: frozenset[int]
    hexes: frozenset[Location]
    ends: frozenset[Location]


@dataclass(frozen=True)
class Ground:
    """Everything that follows from the board and the terrain chart alone."""

    board: Board
    charts: Charts
    _prices: Recent[Going, LinkCosts] = field(default_factory=lambda: Recent(24), repr=False)

    @cached_property
    def on_map(self) -> tuple[bool, ...]:
        """For each location whether it is a hex."""
        return places_of(self.board, PlaceKind.HEX)

    @cached_property
    def land(self) -> tuple[bool, ...]:
        """For each location whether it is a hex where units can stand: not the open sea."""
        return places_of(self.board, PlaceKind.HEX, without_terrain=SEA)

    # Sides

    @cached_property
    @rule("4.3")
    def majors(self) -> frozenset[int]:
        """The sides along which a major river runs; what is drawn through a hex counts for nothing."""
        return self._sides(MAJOR_RIVER)

    @cached_property
    @rule("4.3")
    def minors(self) -> frozenset[int]:
        return self._sides(RIVER)

    @cached_property
    @rule("6.1", "7.3")
    def sea_sides(self) -> frozenset[int]:
        """The sides that are all sea, and those of the sea itself."""
        found = set(self._sides(SEA_SIDE))
        for at in self.board.locations():
            if self.on_map[at] and not self.land[at]:
                found.update(edge for _, edge in self.board.links[at])
        return frozenset(found)

    def _sides(self, kind: str) -> frozenset[int]:
        return frozenset(edge for edge in self.board.edges_with_sides() if self.board.has_side(edge, kind))

    @cached_property
    @rule("4.4")
    def bridges(self) -> frozenset[int]:
        """The sides of a major river that have a bridge for units: one that is drawn, or a road that crosses."""
        return frozenset(edge for edge in self.majors if self.board.has_side(edge, BRIDGE) or edge in self.ways)

    def edge(self, one: Location, other: Location) -> int:
        """The side between two neighbours; -1 where they are none."""
        found = self.board.edge_between(one, other)
        return -1 if found is None else found

    # Ways

    @cached_property
    def roads(self) -> frozenset[int]:
        return edges_along(self.board, ROAD)

    @cached_property
    def secondary_roads(self) -> frozenset[int]:
        return edges_along(self.board, SECONDARY_ROAD)

    @cached_property
    def ways(self) -> frozenset[int]:
        """The edges that a road of either sort crosses."""
        return self.roads | self.secondary_roads

    @cached_property
    def main_rails(self) -> frozenset[int]:
        return edges_along(self.board, MAIN_RAIL)

    @cached_property
    def rails(self) -> frozenset[int]:
        """The edges of all railways."""
        return self.main_rails | edges_along(self.board, RAIL)

    @cached_property
    def road_hexes(self) -> frozenset[Location]:
        return ends_of(self.board, self.ways)

    @cached_property
    def rail_hexes(self) -> frozenset[Location]:
        return ends_of(self.board, self.rails)

    @cached_property
    def main_rail_hexes(self) -> frozenset[Location]:
        return ends_of(self.board, self.main_rails)

    @cached_property
    @rule("17.1")
    def branches(self) -> tuple[Branch, ...]:
        """The stretches of unmarked railway between hexes of marked lines."""
        left = set(self.rails - self.main_rails)
        found = []
        while left:
            first = min(left)
            left.discard(first)
            edges, hexes = {first}, set[Location]()
            waiting = [self.board.edges[first].a, self.board.edges[first].b]
            while waiting:
                at = waiting.pop()
                if at in hexes:
                    continue
                hexes.add(at)
                if at in self.main_rail_hexes:
                    continue
                onward = [(Location(target), edge) for target, edge in self.board.links[at] if edge in left]
                left.difference_update(edge for _, edge in onward)
                edges.update(edge for _, edge in onward)
                waiting.extend(target for target, _ in onward)
            found.append(Branch(frozenset(edges), frozenset(hexes), frozenset(hexes) & self.main_rail_hexes))
        return tuple(found)

    # Movement

    def prices(self, going: Going) -> LinkCosts:
        """What each step costs in half points without zones; what may not be entered or crossed has no price."""
        return self._prices.get(going, lambda: self._priced(going))

    def _priced(self, going: Going) -> LinkCosts:
        """Prices for the whole board, or those of the bare ground with other ones where bridges and aircraft are."""
        bare = replace(going, pontoons=frozenset(), covered=frozenset())
        price = self._step_price(going)
        if going == bare:
            return link_costs(self.board, price)
        ends = {end for edge in going.pontoons for end in (self.board.edges[edge].a, self.board.edges[edge].b)}
        touched = ends.union(going.covered, *(self.around[at] for at in going.covered))
        return self.prices(bare).altered(
            {
                origin: tuple(
                    (target, cost)
                    for target, edge in self.board.links[origin]
                    if (cost := price(origin, target, edge)) is not None
                )
                for origin in touched
            }
        )

    @rule("4.2", "4.4", "4.5", "28.2")
    def _step_price(self, going: Going) -> StepCost:
        """The ground that is entered, a minor river on the way, and a bridge over a major one.

        A road has a price of its own and its own bridges over minor rivers. Artillery goes into marsh and out of it by
        road alone.
        """
        board, chart, land = self.board, self.charts.terrain, self.land
        majors, minors, sea_sides, bridges = self.majors, self.minors, self.sea_sides, self.bridges
        ground = {name: chart.points(name, going.movement_class) for name in chart.rows}
        over_minor = HALVES * int(chart.side_cost(RIVER, going.movement_class) or 0)
        over_bridge = HALVES * self.charts.parameter("bridge_cost", int)
        interdicted = HALVES * self.charts.parameter("interdiction_cost", int)

        def price(origin: int, target: int, edge: int) -> int | None:
            if not (land[origin] and land[target]) or edge in sea_sides:
                return None
            by_road = edge in self.ways
            marshy = board.terrains[target] in MARSHES
            if going.artillery and not by_road and (marshy or board.terrains[origin] in MARSHES):
                return None
            if going.flooded and self.is_under_water(Location(origin), Location(target), edge):
                return None
            if by_road:
                cost: int | None = self._road_price(going, edge, target)
            else:
                cost = ground.get(board.terrains[target])
                if cost is None:
                    return None
                if edge in minors:
                    cost += over_minor
            assert cost is not None
            if edge in majors:
                if edge not in bridges and edge not in going.pontoons:
                    return None
                cost += over_bridge
                if origin in going.covered or target in going.covered:
                    cost += interdicted
            return cost

        return price

    @rule("4.2", "15.6", "25.2")
    def _road_price(self, going: Going, edge: int, target: int) -> int:
        """Half a point for mechanised units, one for the others; one for all in rain on secondary roads.

        Under enemy aircraft mechanised units pay a whole point.
        """
        if going.movement_class != MECH:
            return HALVES
        if target in going.covered:
            return HALVES
        if going.rain and edge not in self.roads:
            return HALVES
        return 1

    # Lines

    @cached_property
    @rule("14.3.B")
    def line_links(self) -> tuple[tuple[LineLink, ...], ...]:
        """For each hex where a line may come from that enters it, and what it uses up by doing so."""
        return tuple(tuple(self._line_links(at)) if self.land[at] else () for at in self.board.locations())

    @cached_property
    def road_links(self) -> tuple[tuple[LineLink, ...], ...]:
        """Those of them along a road."""
        return tuple(tuple(link for link in links if link[1] in self.ways) for links in self.line_links)

    def _line_links(self, at: Location) -> Iterator[LineLink]:
        for target, edge in self.board.links[at]:
            if self.land[target] and edge not in self.sea_sides:
                river = LINE_RIVER if edge in self.majors and edge not in self.bridges else 0
                marsh = LINE_MARSH if self.board.terrains[at] in MARSHES and edge not in self.ways else 0
                yield Location(target), edge, river | marsh

    # Neighbours

    @cached_property
    def around(self) -> Cover:
        """The hexes beside each hex, whatever lies between."""
        on_map = self.on_map
        return zone_cover(self.board, lambda origin, target, edge: on_map[origin] and on_map[target])

    @cached_property
    @rule("6.1", "6.4")
    def zone_cover(self) -> Cover:
        """What a zone exerted in each hex covers: all around, but never across a major river or all-sea sides."""
        land, closed = self.land, self.majors | self.sea_sides
        return zone_cover(self.board, lambda origin, target, edge: land[origin] and land[target] and edge not in closed)

    @cached_property
    @rule("7.1")
    def facing(self) -> tuple[tuple[Facing, ...], ...]:
        """For each hex the hexes two away with which it could share a bond."""
        return tuple(self._facing(at) if self.land[at] else () for at in self.board.locations())

    def _facing(self, at: Location) -> tuple[Facing, ...]:
        found = []
        beside = [self.board.neighbour(at, direction) for direction in range(DIRECTIONS)]
        for direction, near in enumerate(beside):
            following = beside[(direction + 1) % DIRECTIONS]
            if near is None:
                continue
            straight = self.board.neighbour(near, direction)
            if straight is not None:
                found.append(Facing(straight, (near,)))
            bent = self.board.neighbour(near, (direction + 1) % DIRECTIONS)
            if bent is not None and following is not None:
                found.append(Facing(bent, (near, following)))
        return tuple(found)

    @cached_property
    @rule("7.3")
    def bond_partners(self) -> tuple[tuple[tuple[Location, Bond], ...], ...]:
        """For each hex the hexes of higher number with which the ground lets it share a bond, and that bond.

        There is none over a town or a city, over the sea, over a major river, or over two sides of minor rivers; of a
        bond along a side all that lies between its four hexes counts (rulings 6 and 7).
        """
        return tuple(
            tuple(
                (each.other, Bond.of((Location(at), each.other), each.between))
                for each in faced
                if each.other > at and self._lets_bond(Location(at), each)
            )
            for at, faced in enumerate(self.facing)
        )

    def _lets_bond(self, at: Location, facing: Facing) -> bool:
        if not self.land[facing.other] or any(not self.land[middle] for middle in facing.between):
            return False
        crossed = [self.edge(end, middle) for middle in facing.between for end in (at, facing.other)]
        if all(edge in self.minors for edge in crossed):
            return False
        if len(facing.between) == 2:
            crossed.append(self.edge(*facing.between))
        elif self.settlements.get(facing.between[0]) in ("town", "city"):
            return False
        return not any(edge in self.majors or edge in self.sea_sides for edge in crossed)

    @cached_property
    @rule("7.6")
    def coast_bonds(self) -> Mapping[Location, tuple[Bond, ...]]:
        """The sides between two land hexes beside a hex that it can bond with the open sea beyond them (ruling 9)."""
        found: dict[Location, tuple[Bond, ...]] = {}
        for at, faced in enumerate(self.facing):
            here = Location(at)
            met = tuple(Bond.of((here,), each.between) for each in faced if self._meets_coast(here, each))
            if met:
                found[here] = met
        return found

    def _meets_coast(self, at: Location, facing: Facing) -> bool:
        if len(facing.between) != 2 or self.land[facing.other] or not self.on_map[facing.other]:
            return False
        one, other = facing.between
        crossed = (self.edge(at, one), self.edge(at, other), self.edge(one, other))
        return (
            self.land[one]
            and self.land[other]
            and not any(edge in self.majors or edge in self.sea_sides for edge in crossed)
        )

    @cached_property
    def columns(self) -> tuple[int, ...]:
        """The number of the column of each hex, which grows to the east (10.1)."""
        cells = (self.board.cell(at) for at in self.board.locations())
        return tuple(cell[0] if cell is not None else -1 for cell in cells)

    @cached_property
    def extent(self) -> tuple[int, int, int, int]:
        """The first column and row of the map, and the last."""
        cells = [cell for at in self.board.locations() if (cell := self.board.cell(at)) is not None]
        columns, rows = [cell[0] for cell in cells], [cell[1] for cell in cells]
        return min(columns), min(rows), max(columns), max(rows)

    # Places

    @cached_property
    @rule("9.1")
    def settlements(self) -> Mapping[Location, str]:
        """The villages, towns and cities, each by its class; the greatest where several are drawn."""
        return {at: kind for kind in SETTLEMENTS for at in self.board.with_feature(kind)}

    def is_city(self, at: Location) -> bool:
        return self.settlements.get(at) == "city"

    @rule("14.2.A")
    def edge_sources(self, side: str) -> tuple[Location, ...]:
        """The hexes of the map edge from which a side may draw supply."""
        return marked_with(self.board, "supply", "side", side)

    @cached_property
    def soviet_edge(self) -> frozenset[Location]:
        """Those of the Soviet side, which cost it points where the Axis stands in them."""
        return frozenset(self.edge_sources(SOVIET))

    @cached_property
    @rule("28.2")
    def below_dam(self) -> frozenset[Location]:
        """The hexes downstream of the dam, as the map marks them."""
        return in_regions(self.board, "below-dam")

    @rule("28.2", "28.2.E")
    def is_under_water(self, origin: Location, target: Location, edge: int) -> bool:
        """Whether the flood closes a step: into the marsh below the dam, or over the river there by a bridge too."""
        below = self.below_dam
        if edge in self.majors and (origin in below or target in below):
            return True
        return target in below and self.board.terrains[target] in MARSHES

    @cached_property
    @rule("19.4")
    def lines(self) -> Mapping[str, frozenset[Location]]:
        """The permanent forts of each side."""
        return {side: in_regions(self.board, f"{side}-line") for side in ("axis", "soviet")}

    def region(self, kind: str) -> frozenset[Location]:
        return in_regions(self.board, kind)

    @cached_property
    def places(self) -> Mapping[str, Location]:
        """The places the rules call by name, those of them that are on this map."""
        names = self.charts.parameter("place_names")
        if not isinstance(names, Mapping):
            raise TypeError("place_names goes by names")
        return named_places(self.board, SETTLEMENTS, {str(word): str(name) for word, name in names.items()})
