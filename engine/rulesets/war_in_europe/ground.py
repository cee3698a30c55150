"""3.1, 5.8 and 9.13: what the map is made of, what a step on it costs, where zones, lines and ships go.

The nine sheets are one board: a hex of an overlapping row has one place and the labels of both sheets. Weather zones,
air fronts, sea zones, countries and the Arctic are regions of the map; what is not drawn is temperate, western and
nobody's. In snow the lakes and rivers of the severe zone are frozen, so that most of this comes twice (`frozen`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any, Final, TypeVar

from engine.core.board import Board
from engine.core.boards.board_parts import PlaceKind
from engine.core.ids import Location
from engine.core.paths import UNREACHED, LinkCosts, StepCost, link_costs, reachable
from engine.core.paths import field as distance_field
from engine.definitions.charts.charts import Charts
from engine.mechanics.ground import edges_along, ends_of, in_regions, places_of, regions_of, steps_along
from engine.mechanics.zones import Cover, zone_cover
from engine.rulesets.war_in_europe.cases import rule
from engine.rulesets.war_in_europe.kinds import FOOT, MECHANISED
from engine.rulesets.war_in_europe.names import Front, Zone

T = TypeVar("T")

CLEAR, SWAMP, ARCTIC_SWAMP, MOUNTAIN, SEA, LAKE = "clear", "swamp", "arctic-swamp", "mountain", "sea", "lake"
RIVER, LAKE_SIDE = "river", "lake-side"
SHUT_SIDES: Final = frozenset({"blocked", "sea-side"})
"""Sides that stop everything on land at all times (ruling 3)."""
RAIL, BROAD_RAIL = "rail", "broad-rail"
PORT: Final = "port"
MAJOR, MINOR = "major", "minor"
FORTIFIED_LINE: Final = "fortified-line"
CENTRE: Final = "supply-centre"
CITIES: Final = ("city", "capital")
_HIDES_HEAVY: Final = frozenset({"woods", SWAMP, "rough", MOUNTAIN})
"""The ground that zones of armour and mechanised infantry do not reach (9.13, rulings 1 and 2)."""


@dataclass(frozen=True)
class Ground:
    """Everything that follows from the board and the terrain chart alone."""

    board: Board
    charts: Charts
    _kept: dict[tuple[object, ...], Any] = field(default_factory=dict, repr=False)

    def _once(self, key: tuple[object, ...], find: Callable[[], T]) -> T:
        if key not in self._kept:
            self._kept[key] = find()
        found: T = self._kept[key]
        return found

    # Regions

    @cached_property
    def on_map(self) -> tuple[bool, ...]:
        return places_of(self.board, PlaceKind.HEX)

    @cached_property
    @rule("15.0")
    def zones(self) -> tuple[str, ...]:
        """The weather zone of each hex: arid, temperate or severe."""
        return tuple(zone or Zone.TEMPERATE for zone in regions_of(self.board, "weather-zone"))

    @cached_property
    def arctic(self) -> frozenset[Location]:
        """The hexes north of the Arctic Circle."""
        return in_regions(self.board, "arctic")

    @cached_property
    @rule("13.1")
    def fronts(self) -> tuple[str, ...]:
        """The air front of each hex."""
        return tuple(front or Front.WEST for front in regions_of(self.board, "air-front"))

    @cached_property
    def sea_zones(self) -> tuple[str, ...]:
        return regions_of(self.board, "sea-zone")

    @cached_property
    def countries(self) -> tuple[str, ...]:
        return regions_of(self.board, "country")

    @cached_property
    def sea_exits(self) -> frozenset[Location]:
        """The hexes by which ships of the Allies leave the map and come back (7.16)."""
        return in_regions(self.board, "sea-exit")

    # What a hex is

    def terrain(self, at: int) -> str:
        """The line of the terrain chart for a hex: swamp north of the Circle has one of its own."""
        found = self.board.terrains[at]
        return ARCTIC_SWAMP if found == SWAMP and at in self.arctic else found

    def is_frozen(self, at: int) -> bool:
        """Whether water there freezes in snow: only in the severe zone."""
        return self.zones[at] == Zone.SEVERE

    @rule("5.8", "15.1")
    def is_barred(self, column: str, at: Location) -> bool:
        """Whether units of a column may not be in a hex, however they come there: those with wheels in the Arctic."""
        return column == MECHANISED and at in self.arctic

    @rule("5.26")
    def land(self, *, frozen: bool = False) -> tuple[bool, ...]:
        """For each place whether units can stand there."""
        return self._once(("land", frozen), lambda: self._land(frozen=frozen))

    def _land(self, *, frozen: bool) -> tuple[bool, ...]:
        chart = self.charts.terrain
        passable = {name: chart.cost(name, FOOT) is not None for name in chart.rows}
        return tuple(
            on_map and (passable.get(terrain, False) or (frozen and terrain == LAKE and self.is_frozen(at)))
            for at, (on_map, terrain) in enumerate(zip(self.on_map, self.board.terrains, strict=True))
        )

    @cached_property
    def coast(self) -> frozenset[Location]:
        """The land beside the sea."""
        board, land = self.board, self.land()
        return frozenset(
            at
            for at in board.locations()
            if land[at]
            and any(board.terrains[to] == SEA or board.has_side(edge, "sea-side") for to, edge in board.links[at])
        )

    @cached_property
    def ports(self) -> Mapping[Location, str]:
        """Every port with its size; the largest where a hex has several."""
        found: dict[Location, str] = {}
        for at in self.board.with_feature(PORT):
            sizes = {each.attributes.get("size", MINOR) for each in self.board.features(at) if each.kind == PORT}
            found[at] = MAJOR if MAJOR in sizes else MINOR
        return found

    @cached_property
    def cities(self) -> frozenset[Location]:
        return frozenset(at for kind in CITIES for at in self.board.with_feature(kind))

    # Steps

    @rule("5.3", "5.8", "15.1")
    def prices(self, column: str, *, frozen: bool = False) -> LinkCosts:
        """What each step costs a column of the chart without zones.

        Along a railway one pays the lower of the rate of the rails and that of the ground (ruling 9), if the parameter
        `march_on_rails` says so; a river adds its surcharge either way.
        """
        return self._once(
            ("prices", column, frozen), lambda: link_costs(self.board, self._price(column, frozen=frozen))
        )

    def _price(self, column: str, *, frozen: bool) -> StepCost:
        chart, board = self.charts.terrain, self.board
        land, rails = self.land(frozen=frozen), self.rail_edges
        sides = {name: chart.side_cost(name, column) for name in chart.sides}
        on_rails = self.charts.parameter("march_on_rails", bool)
        rail_price = chart.path_cost(RAIL, column, None) if on_rails else None
        entering = self._entering(column, frozen=frozen)
        special = rails | self.sided_edges

        def price(origin: int, target: int, edge: int) -> int | None:
            cost = entering[target]
            if cost is None or not land[origin]:
                return None
            if edge not in special:
                return cost
            ice = frozen and self.is_frozen(target)
            if edge in rails and rail_price is not None:
                cost = int(min(cost, rail_price))
            for side in board.side_features(edge):
                if ice and side.kind in (RIVER, LAKE_SIDE):
                    continue
                extra = sides.get(side.kind, 0)
                if extra is None:
                    return None
                cost += int(extra)
            return cost

        return price

    def _entering(self, column: str, *, frozen: bool) -> list[int | None]:
        """What each hex alone costs a column to come into; None where it cannot."""
        chart, land = self.charts.terrain, self.land(frozen=frozen)
        ground = {name: chart.cost(name, column) for name in chart.rows}

        def cost(at: int, terrain: str) -> int | None:
            if not land[at] or self.is_barred(column, Location(at)):
                return None
            found = ground[CLEAR] if terrain == LAKE else ground[self.terrain(at)]
            return None if found is None else int(found)

        return [cost(at, terrain) for at, terrain in enumerate(self.board.terrains)]

    @cached_property
    def sided_edges(self) -> frozenset[int]:
        """The edges with a river, a shore or anything else upon them; most have nothing."""
        board = self.board
        return frozenset(edge for links in board.links for _, edge in links if board.side_features(edge))

    @rule("12.66", "9.13")
    def is_shut(self, edge: int, target: int, *, frozen: bool = False) -> bool:
        """Whether a side is blocked, all sea or an unfrozen lake: nothing on land goes or reaches across (ruling 3)."""
        for side in self.board.side_features(edge):
            if side.kind in SHUT_SIDES or (side.kind == LAKE_SIDE and not (frozen and self.is_frozen(target))):
                return True
        return False

    @rule("9.0", "9.13", "9.24")
    def cover(self, *, heavy: bool, frozen: bool = False) -> Cover:
        """What a zone covers: the six hexes around, less what the table of 9.13 keeps it from."""
        return self._once(("cover", heavy, frozen), lambda: self._cover(heavy=heavy, frozen=frozen))

    def _cover(self, *, heavy: bool, frozen: bool) -> Cover:
        land, sided = self.land(frozen=frozen), self.sided_edges

        def extends(origin: int, target: int, edge: int) -> bool:
            if not (land[origin] and land[target]):
                return False
            if edge in sided and self.is_shut(edge, target, frozen=frozen):
                return False
            return not heavy or self.terrain(target) not in _HIDES_HEAVY

        return zone_cover(self.board, extends)

    def beside(self, *, frozen: bool = False) -> Cover:
        """The land hexes that can be reached, attacked or fallen back to from each hex."""
        return self.cover(heavy=False, frozen=frozen)

    @rule("14.41", "14.51")
    def line_steps(self, *, frozen: bool = False) -> LinkCosts:
        """Links of lines of supply, searched from the base outward: a step costs what foot pays for the hex it leaves.

        Nothing is added for rivers, zones or interdiction (ruling 42).
        """
        return self._once(("lines", frozen), lambda: self._line_steps(frozen=frozen))

    def _line_steps(self, *, frozen: bool) -> LinkCosts:
        land, sided = self.land(frozen=frozen), self.sided_edges
        leaving = self._entering(FOOT, frozen=frozen)

        def price(origin: int, target: int, edge: int) -> int | None:
            if not land[target] or (edge in sided and self.is_shut(edge, target, frozen=frozen)):
                return None
            return leaving[origin]

        return link_costs(self.board, price)

    # Rails and the sea

    @cached_property
    def rail_edges(self) -> frozenset[int]:
        return edges_along(self.board, RAIL) | edges_along(self.board, BROAD_RAIL)

    @cached_property
    def rail_hexes(self) -> frozenset[Location]:
        return ends_of(self.board, self.rail_edges)

    @cached_property
    @rule("6.5")
    def broad_hexes(self) -> frozenset[Location]:
        """The hexes of the wide Soviet gauge: those that no track of the standard one comes into."""
        return ends_of(self.board, edges_along(self.board, BROAD_RAIL)) - ends_of(
            self.board, edges_along(self.board, RAIL)
        )

    @cached_property
    def rail_links(self) -> LinkCosts:
        """Steps along the railways, one point each, whatever the ground (6.32)."""
        return steps_along(self.board, self.rail_edges)

    @cached_property
    @rule("7.0")
    def sea_links(self) -> LinkCosts:
        """Where ships go: from sea to sea, between the sea and the coast, along an all-sea side, and up to ports."""
        board, coast, channels = self.board, self.coast, self.channels
        wet = [terrain == SEA for terrain in board.terrains]
        afloat = [is_sea or at in coast for at, is_sea in enumerate(wet)]

        def price(origin: int, target: int, edge: int) -> int | None:
            if (origin, target) in channels or (target, origin) in channels:
                return 1
            if not (afloat[origin] and afloat[target]):
                return None
            return 1 if wet[origin] or wet[target] or board.has_side(edge, "sea-side") else None

        return link_costs(board, price)

    @cached_property
    @rule("7.0")
    def channels(self) -> frozenset[tuple[Location, Location]]:
        """The steps by which ships come to ports away from the sea.

        They go along a river, from bank to bank, or else up an inlet that is too narrow to be drawn.
        """
        board, land = self.board, self.land()

        def inlet(origin: int, target: int, edge: int) -> int | None:
            return 1 if land[origin] and land[target] and not board.has_side(edge, "blocked") else None

        def river(origin: int, target: int, edge: int) -> int | None:
            return inlet(origin, target, edge) if board.has_side(edge, RIVER) else None

        found: set[tuple[Location, Location]] = set()
        for port in self.ports.keys() - self.coast:
            for way, most in ((river, len(board.links)), (inlet, self.charts.parameter("inlet_range", int))):
                reached = reachable(board, port, most, way)
                mouths = sorted((cost, at) for at, cost in reached.costs.items() if at in self.coast)
                if mouths:
                    found.update(pairwise(reached.path_to(mouths[0][1])))
                    break
        return frozenset(found)

    @cached_property
    def berths(self) -> frozenset[Location]:
        """The land that ships come to: the coast, and the banks on the way to ports away from it."""
        return self.coast.union(at for step in self.channels for at in step)

    def hexes_from(self, places: frozenset[Location], most: int) -> frozenset[Location]:
        """Everything that lies at most so many hexes from any of some places, as the crow flies."""
        if not places:
            return frozenset()
        found = distance_field(self.board, places, limit=most)
        return frozenset(Location(at) for at, steps in enumerate(found) if steps != UNREACHED)
