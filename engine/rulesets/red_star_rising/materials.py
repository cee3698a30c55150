"""The numbers of Red Star Rising, read once from its charts, counters and scenario, and the ground they play on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property

from engine.core.board import Board
from engine.core.boards.board_parts import PlaceKind
from engine.core.ids import CardId, Location, Side, UnitId
from engine.core.paths import LinkCosts, StepCost, link_costs
from engine.core.state import Unit
from engine.definitions.cards import Card
from engine.definitions.charts.charts import Charts
from engine.definitions.charts.tracks import Track
from engine.definitions.counters import CounterType
from engine.definitions.scenario import ScheduleKind
from engine.mechanics.ground import (
    edges_along,
    ends_of,
    in_regions,
    marked_with,
    named_places,
    places_of,
    regions_of,
)
from engine.mechanics.recent import Recent
from engine.mechanics.supply_lines import SupplyNet
from engine.mechanics.turn_track import number_at, word_at
from engine.mechanics.zones import Cover
from engine.rulesets.brief import Brief
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.names import AXIS, CONTROLLED, CUPS, SOVIET, Arm, Role, Weather, cup

FOOT, MOTORISED = "foot", "motorised"


class Hexside(IntEnum):
    """What lies along a hexside, as far as any rule cares; the worst of several counts."""

    OPEN = 0
    RIVER = 1
    MAJOR_RIVER = 2
    STRAIT = 3
    """A major river that strategic movement and lines of communication cross freely."""
    ICE_ROAD = 4
    """A lake with a red arrow."""
    WATER = 5


_SIDES = {
    "river": Hexside.RIVER,
    "major-river": Hexside.MAJOR_RIVER,
    "strait": Hexside.STRAIT,
    "ice-road": Hexside.ICE_ROAD,
    "lakeside": Hexside.WATER,
    "seaside": Hexside.WATER,
}


@dataclass(frozen=True, slots=True)
class Face:
    """The factors on one side of a counter."""

    attack: int
    defence: int
    movement: int


@dataclass(frozen=True, slots=True)
class Kind:
    """What a counter type is to the rules."""

    id: str
    side: Side
    nation: str
    role: Role
    arm: Arm
    motorised: bool
    strength_class: str
    """The class of a Soviet army, `a`, `b` or `c`; empty for all others."""
    faces: tuple[Face, ...]
    traits: frozenset[str]

    @property
    def is_soviet_army(self) -> bool:
        return bool(self.strength_class)

    @property
    def movement_class(self) -> str:
        return MOTORISED if self.motorised else FOOT

    @classmethod
    def of(cls, counter: CounterType) -> Kind:
        roles = [Role(trait) for trait in counter.traits if trait in set(Role)]
        arms = [Arm(trait) for trait in counter.traits if trait in set(Arm)]
        if not roles:
            raise LookupError(f"the counter {counter.id} has none of the traits {', '.join(Role)}")
        faces = tuple(
            Face(*(int(step.get(factor) or 0) for factor in ("attack", "defence", "movement")))
            for step in counter.steps
        )
        return cls(
            counter.id,
            Side(counter.side or ""),
            counter.nation or "",
            roles[0],
            arms[0] if arms else Arm.NONE,
            counter.movement_class == MOTORISED,
            str(counter.values.get("class", "")),
            faces,
            frozenset(counter.traits),
        )


@dataclass(frozen=True, slots=True)
class StrengthMarker:
    """A marker that gives a Soviet army its factors: attack and defence of each of its one or two faces."""

    id: CardId
    strength_class: str
    faces: tuple[tuple[int, int], ...]
    striped: bool
    turn: int
    """The turn in which it goes into its cup; 0 for those that are there from the start."""

    @classmethod
    def of(cls, card: Card) -> StrengthMarker:
        values = card.values
        faces = [(int(values.get("attack", 0)), int(values.get("defence", 0)))]
        if "reduced-defence" in values:
            faces.append((int(values.get("reduced-attack", 0)), int(values["reduced-defence"])))
        striped, turn = bool(values.get("stripe", False)), int(values.get("turn", 0))
        return cls(CardId(card.id), str(values.get("class", "c")), tuple(faces), striped, turn)


@dataclass(frozen=True)
class Materials:
    """Everything the rules look up. What follows from the board is worked out when it is first wanted."""

    brief: Brief
    charts: Charts
    board: Board
    kinds: Mapping[str, Kind]
    markers: Mapping[CardId, StrengthMarker]
    arrivals: Mapping[UnitId, int]
    """The turn in which each reinforcement of the scenario comes."""
    entry_places: Mapping[UnitId, Location]
    """Where the scenario lets a reinforcement come in, for those that it names a place for."""
    objectives: Mapping[Location, int]
    _costs: dict[tuple[object, ...], LinkCosts] = field(default_factory=dict, repr=False)
    _weathers: dict[int, Weather] = field(default_factory=dict, repr=False)
    _around: dict[tuple[Location, int], tuple[Location, ...]] = field(default_factory=dict, repr=False)
    zone_covers: dict[bool, Cover] = field(default_factory=dict, repr=False)
    """What a zone exerted in each hex covers, without and with red arrows; filled in by the rules of zones."""
    zone_powers: dict[tuple[str, int], int] = field(default_factory=dict, repr=False)
    """What each type of counter at each step does for a zone; filled in by the rules of zones."""
    nets: Recent[tuple[object, ...], SupplyNet] = field(default_factory=lambda: Recent(8), repr=False)
    """The links of the last few situations on the map; filled in by the rules of supply."""

    @classmethod
    def of(cls, brief: Brief) -> Materials:
        scenario = brief.scenario
        return cls(
            brief,
            brief.charts,
            brief.board,
            {name: Kind.of(counter) for name, counter in brief.types.items()},
            {CardId(name): StrengthMarker.of(card) for name, card in brief.cards.items()},
            {UnitId(each.unit): each.turn for each in scenario.schedule if each.kind is ScheduleKind.ARRIVAL},
            {
                UnitId(each.unit): brief.board.at(each.at)
                for each in scenario.schedule
                if each.kind is ScheduleKind.ARRIVAL and each.at is not None
            },
            {brief.board.at(each.at): int(each.value or 0) for each in scenario.objectives},
        )

    @cached_property
    def objective_names(self) -> Mapping[Location, str]:
        """What the scenario calls its objectives; the number of the hex where it says nothing."""
        board = self.board
        return {
            board.at(each.at): each.name or board.label(board.at(each.at)) for each in self.brief.scenario.objectives
        }

    # Charts

    def number(self, name: str) -> int:
        return self.charts.parameter(name, int)

    def flag(self, name: str) -> bool:
        return self.charts.parameter(name, bool)

    def numbers(self, name: str) -> tuple[int, ...]:
        """A parameter that is a list of whole numbers."""
        value = self.charts.parameter(name)
        if not isinstance(value, tuple):
            raise TypeError(f"parameter {name} is no list")
        return tuple(int(each) for each in value)

    def by_name(self, name: str, key: str) -> int:
        """A number of a parameter that has one for each of a few names; 0 for those it does not list."""
        value = self.charts.parameter(name)
        if not isinstance(value, Mapping):
            raise TypeError(f"parameter {name} does not go by names")
        return int(value.get(key, 0))

    @cached_property
    def _turns(self) -> Track:
        return self.charts.track("turns")

    @rule("13.0.1")
    def weather(self, turn: int) -> Weather:
        known = self._weathers.get(turn)
        if known is None:
            known = self._weathers[turn] = word_at(self._turns, turn, "weather", Weather, Weather.CLEAR)
        return known

    def is_snow(self, turn: int) -> bool:
        return self.weather(turn) is Weather.SNOW

    def is_mud(self, turn: int) -> bool:
        return self.weather(turn) is Weather.MUD

    def winter(self, turn: int) -> int:
        """Which winter it is: 1, 2 or 3, or 0 when there is no snow."""
        return number_at(self._turns, turn, "winter") or 0

    def production(self, turn: int) -> int | None:
        """The production number of a turn, or None when it is no production turn."""
        return number_at(self._turns, turn, "production")

    # Units

    @cached_property
    def markers_of_cups(self) -> Mapping[str, tuple[CardId, ...]]:
        """The strength markers of each cup, whoever has drawn them."""
        markers = sorted(self.markers.items())
        return {name: tuple(card for card, marker in markers if cup(marker.strength_class) == name) for name in CUPS}

    def kind(self, unit: Unit) -> Kind:
        return self.kinds[unit.type]

    @cached_property
    def _generics(self) -> Mapping[str, Kind]:
        """The Kampfgruppe that each sort of German corps is worn down to."""
        groups = {(kind.nation, kind.arm): kind for kind in self.kinds.values() if kind.role is Role.KAMPFGRUPPE}
        corps = (kind for kind in self.kinds.values() if kind.role is Role.CORPS)
        return {kind.id: groups[kind.nation, kind.arm] for kind in corps if (kind.nation, kind.arm) in groups}

    def generic_of(self, kind: Kind) -> Kind | None:
        """The generic counter that carries the third and fourth step of a corps, if it has one (7.9.3)."""
        return self._generics.get(kind.id)

    def is_on_map(self, unit: Unit) -> bool:
        return self.on_map[unit.at]

    # Ground

    @cached_property
    def on_map(self) -> tuple[bool, ...]:
        """For each location whether it is a hex."""
        return places_of(self.board, PlaceKind.HEX)

    @cached_property
    def sides(self) -> tuple[Hexside, ...]:
        """What lies along each edge: water too where one of its hexes is all sea or lake."""
        ground = self.is_ground
        found = [Hexside.OPEN if ground[edge.a] and ground[edge.b] else Hexside.WATER for edge in self.board.edges]
        for edge in self.board.edges_with_sides():
            along = (_SIDES.get(side.kind, Hexside.OPEN) for side in self.board.side_features(edge))
            found[edge] = max(found[edge], *along)
        return tuple(found)

    @cached_property
    def rails(self) -> frozenset[int]:
        """The edges that a railway crosses."""
        return edges_along(self.board, "rail")

    @cached_property
    def controlled(self) -> frozenset[Location]:
        """The hexes that a side controls: those with a city, a fortress or a port (9.0)."""
        return frozenset(at for kind in CONTROLLED for at in self.board.with_feature(kind))

    @cached_property
    def rail_hexes(self) -> frozenset[Location]:
        """The hexes that a railway runs through."""
        return ends_of(self.board, self.rails)

    @cached_property
    @rule("3.3.4", "3.3.6")
    def rail_steps(self) -> LinkCosts:
        """Steps along railways, one for each hex, whatever ground lies there; but a lake or the sea bars them too."""
        afoot, rails = self.step_costs(FOOT, snow=False, ice=False), self.rails

        def one(origin: int, target: int, edge: int) -> int | None:
            return None if edge not in rails or afoot(origin, target, edge) is None else 1

        return link_costs(self.board, one)

    def around(self, at: Location, radius: int) -> tuple[Location, ...]:
        """The hexes within a distance of a hex, itself among them; looked up often, so worked out once."""
        key = (at, radius)
        if key not in self._around:
            self._around[key] = self.board.within(at, radius)
        return self._around[key]

    @cached_property
    def arctic(self) -> frozenset[Location]:
        """The hexes north of the Arctic Circle."""
        return in_regions(self.board, "arctic")

    @cached_property
    def standing_ground(self) -> tuple[Location, ...]:
        """The hexes that units can stand in at all: all but sea and lake."""
        return tuple(
            Location(at)
            for at, is_hex in enumerate(self.on_map)
            if is_hex and self.charts.terrain.cost(self.board.terrains[at], FOOT) is not None
        )

    @cached_property
    def is_ground(self) -> tuple[bool, ...]:
        """For each location whether units can stand there."""
        ground = frozenset(self.standing_ground)
        return tuple(at in ground for at in range(self.board.size))

    @cached_property
    def places(self) -> Mapping[str, Location]:
        """The places the rules call by name, those of them that are on this map."""
        names = self.charts.parameter("place_names")
        if not isinstance(names, Mapping):
            raise TypeError("place_names goes by names")
        printed = {str(word): str(name) for word, name in names.items()}
        return named_places(self.board, ("major-city", "minor-city", "fortress", "port", "supply"), printed)

    def country(self, at: Location) -> str:
        """The id of the country a hex lies in; empty where none is painted."""
        return self._countries[at]

    @cached_property
    def _countries(self) -> tuple[str, ...]:
        return regions_of(self.board, "country")

    @rule("13.0.3")
    def terrain(self, at: Location, *, snow: bool) -> str:
        """The line of the terrain chart a hex is read on: in snow a marsh is a forest."""
        terrain = self.board.terrains[at]
        if snow and terrain == "marsh":
            return "forest"
        return terrain

    def step_costs(self, movement_class: str, *, snow: bool, ice: bool) -> LinkCosts:
        """What each step costs a movement class, without zones; `ice` opens the red arrows as rivers (3.3.5)."""
        key = (movement_class, snow, ice)
        if key not in self._costs:
            ground = [self._ground_cost(Location(at), movement_class, snow=snow) for at in range(self.board.size)]
            sides = {kind: self._side_cost(kind, movement_class, ice=ice) for kind in _SIDES}

            def step_cost(origin: int, target: int, edge: int) -> int | None:
                total = ground[target]
                for side in self.board.side_features(edge):
                    extra = sides.get(side.kind, 0)
                    if total is None or extra is None:
                        return None
                    total += extra
                return total

            self._costs[key] = link_costs(self.board, step_cost)
        return self._costs[key]

    def _ground_cost(self, to: Location, movement_class: str, *, snow: bool) -> int | None:
        """What a hex costs to enter; the arctic doubling is for the ground alone, and for snow alone."""
        if not self.on_map[to]:
            return None
        row = "major-city" if self.board.feature(to, "major-city") else self.terrain(to, snow=snow)
        cost = self.charts.terrain.cost(row, movement_class)
        if cost is None:
            return None
        return int(cost) * (self.number("arctic_snow_cost") if snow and to in self.arctic else 1)

    def _side_cost(self, kind: str, movement_class: str, *, ice: bool) -> int | None:
        """What a hexside costs to cross."""
        cost = self.charts.terrain.side_cost("river" if ice and kind == "ice-road" else kind, movement_class)
        return None if cost is None else int(cost)

    def prepared(self, key: tuple[object, ...], cost: StepCost) -> LinkCosts:
        """Step costs of other rules, worked out once under a key of theirs."""
        if key not in self._costs:
            self._costs[key] = link_costs(self.board, cost)
        return self._costs[key]

    @cached_property
    def axis_sources(self) -> tuple[Location, ...]:
        """The permanent sources of the Axis."""
        return self.friendly_source(AXIS)

    @cached_property
    def soviet_sources(self) -> tuple[Location, ...]:
        """The permanent Soviet sources, with the cities that are such sources until they fall."""
        return tuple(dict.fromkeys((*self.friendly_source(SOVIET), *sorted(self.supply_cities))))

    @cached_property
    def supply_cities(self) -> frozenset[Location]:
        """Moscow and Baku, which are Soviet sources until an Axis unit has held them (10.4)."""
        return frozenset(self.places[name] for name in ("moscow", "baku") if name in self.places)

    def friendly_source(self, side: Side) -> tuple[Location, ...]:
        """The hexes with a permanent source of supply of a side printed on the map."""
        return marked_with(self.board, "supply", "side", side)
