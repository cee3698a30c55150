"""The numbers of Barbarossa to Berlin, read once from its charts, counters, cards and map."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from engine.core.board import Board
from engine.core.boards.board_parts import PlaceKind
from engine.core.ids import CardId, Location, Side
from engine.core.paths import LinkCosts, link_costs
from engine.core.state import Unit
from engine.definitions.cards import Card
from engine.definitions.charts.charts import Charts
from engine.definitions.counters import CounterType
from engine.mechanics.ground import places_of, regions_of
from engine.mechanics.stacking import Limit
from engine.mechanics.turn_track import number_at
from engine.rulesets.barbarossa_to_berlin.names import Nation
from engine.rulesets.brief import Brief

LCU, SCU = "lcu", "scu"


@dataclass(frozen=True, slots=True)
class Face:
    """The factors on one side of a counter."""

    combat: int
    loss: int
    movement: int


@dataclass(frozen=True, slots=True)
class Kind:
    """What a counter type is to the rules."""

    id: str
    side: Side
    nation: Nation
    large: bool
    """A large combat unit: an army, or a Soviet front."""
    faces: tuple[Face, ...]
    traits: frozenset[str]

    def has(self, trait: str) -> bool:
        return trait in self.traits

    @property
    def is_marker(self) -> bool:
        """Stalin, who is no combat unit."""
        return "stalin" in self.traits

    @classmethod
    def of(cls, counter: CounterType) -> Kind:
        names = ("combat", "loss", "movement")
        faces = tuple(Face(*(int(step.get(name) or 0) for name in names)) for step in counter.steps)
        nation = Nation(counter.nation or "")
        return cls(
            counter.id, Side(counter.side or ""), nation, LCU in counter.traits, faces, frozenset(counter.traits)
        )


@dataclass(frozen=True, slots=True)
class StrategyCard:
    """One of the 110 cards."""

    id: CardId
    name: str
    side: Side
    ops: int
    replacements: Mapping[str, int]
    """Replacement points by pool: german, axis, british, american, soviet."""
    total_war: bool
    combat: bool
    dual: bool
    invasion: bool
    asterisk: bool

    @classmethod
    def of(cls, card: Card) -> StrategyCard:
        values = card.values
        pools = {name.removeprefix("rp-"): int(value) for name, value in values.items() if name.startswith("rp-")}
        return cls(
            CardId(card.id),
            card.name,
            Side(card.side or ""),
            int(values.get("ops", 0)),
            pools,
            "total-war" in card.traits,
            "combat" in card.traits,
            "dual" in card.traits,
            "invasion" in card.traits,
            card.removed_after_event,
        )


@dataclass(frozen=True)
class Materials:
    """Everything the rules look up. What follows from the board is worked out when it is first wanted."""

    brief: Brief
    charts: Charts
    board: Board
    kinds: Mapping[str, Kind]
    cards: Mapping[CardId, StrategyCard]
    kept_out: dict[tuple[str, bool, bool], tuple[str, ...]] = field(default_factory=dict, init=False, repr=False)
    """What has been found out of the countries that units keep to."""
    _numbers: dict[str, int] = field(default_factory=dict, init=False, repr=False)
    _places_of: dict[str, frozenset[Location]] = field(default_factory=dict, init=False, repr=False)

    @classmethod
    def of(cls, brief: Brief) -> Materials:
        return cls(
            brief,
            brief.charts,
            brief.board,
            {name: Kind.of(counter) for name, counter in brief.types.items()},
            {CardId(name): StrategyCard.of(card) for name, card in brief.cards.items()},
        )

    # Charts

    def number(self, name: str) -> int:
        found = self._numbers.get(name)
        if found is None:
            found = self._numbers[name] = self.charts.parameter(name, int)
        return found

    def by_name(self, name: str, key: str) -> int:
        """A number of a parameter that has one for each of a few names; 0 for those it does not list."""
        value = self.charts.parameter(name)
        if not isinstance(value, Mapping):
            raise TypeError(f"parameter {name} does not go by names")
        return int(value.get(key, 0))

    def season(self, turn: int) -> str:
        """spring, summer, fall or winter."""
        return self.charts.track("turns").at(turn).season or ""

    def year(self, turn: int) -> int:
        return number_at(self.charts.track("turns"), turn, "year") or 0

    @cached_property
    def stacking_limit(self) -> Limit:
        """How many combat units a space takes."""
        return Limit(self.number("stacking"))

    # Units

    def kind(self, unit: Unit) -> Kind:
        return self.kinds[unit.type]

    def face(self, unit: Unit) -> Face:
        faces = self.kinds[unit.type].faces
        return faces[min(unit.step, len(faces) - 1)]

    def is_on_map(self, unit: Unit) -> bool:
        return self.on_map[unit.at]

    # Map

    @cached_property
    def on_map(self) -> tuple[bool, ...]:
        """For each location whether units can be there on the map: land spaces and beaches, not boxes or sea nodes."""
        return places_of(self.board, PlaceKind.SPACE, without_terrain="sea")

    @cached_property
    def countries(self) -> tuple[str, ...]:
        """For each location the country it lies in; empty for beaches, sea nodes and boxes."""
        return regions_of(self.board, "country")

    def in_area(self, at: Location, area: str) -> bool:
        """Whether a space lies in an area such as vichy, sicily, north-africa or italy-south."""
        region = self.board.regions.get(area)
        return region is not None and at in region.members

    def with_feature(self, kind: str) -> tuple[Location, ...]:
        return self.board.with_feature(kind)

    def has(self, at: Location, kind: str) -> bool:
        known = self._places_of.get(kind)
        if known is None:
            known = self._places_of[kind] = frozenset(self.board.with_feature(kind))
        return at in known

    def place(self, id: str) -> Location | None:
        """A space by its id, None where the map of this scenario does not have it."""
        return self.board.find(id)

    @cached_property
    def bases(self) -> Mapping[str, tuple[Location, ...]]:
        """For each country its spaces that are a capital, a city or a source of supply."""
        found: dict[str, dict[Location, None]] = {}
        for kind in ("capital", "urban", "supply"):
            for at in self.board.with_feature(kind):
                found.setdefault(self.countries[at], {})[at] = None
        return {country: tuple(places) for country, places in found.items()}

    @cached_property
    def land_links(self) -> tuple[tuple[tuple[Location, bool], ...], ...]:
        """For each space its neighbours over land, beaches too, and whether the way crosses a river."""
        return tuple(
            tuple(
                (Location(target), self.board.edges[edge].kind == "river")
                for target, edge in links
                if self.board.edges[edge].kind in ("regular", "river")
            )
            for links in self.board.links
        )

    @cached_property
    def land_steps(self) -> LinkCosts:
        """Steps over land, one for each space."""
        kinds = self.board.edges
        return link_costs(self.board, lambda a, b, edge: 1 if kinds[edge].kind in ("regular", "river") else None)

    @cached_property
    def neighbours(self) -> tuple[frozenset[Location], ...]:
        """For each space its neighbours over land."""
        return tuple(frozenset(to for to, _ in links) for links in self.land_links)

    @cached_property
    def sea_nodes(self) -> frozenset[Location]:
        """The nodes of the sea, and whatever else nobody can hold."""
        return frozenset(Location(at) for at, here in enumerate(self.on_map) if not here)

    @cached_property
    def sea_links(self) -> tuple[tuple[Location, ...], ...]:
        """For each space or sea node those it is joined to by sea."""
        return tuple(
            tuple(Location(target) for target, edge in links if self.board.edges[edge].kind == "sea")
            for links in self.board.links
        )

    @cached_property
    def crossings(self) -> tuple[tuple[Location, ...], ...]:
        """For each space those it is joined to by one crossing of the sea, through any number of sea nodes."""
        return tuple(
            self._across(Location(at)) if here and self.sea_links[at] else () for at, here in enumerate(self.on_map)
        )

    def _across(self, port: Location) -> tuple[Location, ...]:
        seen = {port}
        waiting = [port]
        for at in waiting:
            for to in self.sea_links[at]:
                if to not in seen:
                    seen.add(to)
                    if not self.on_map[to]:
                        waiting.append(to)
        return tuple(sorted(at for at in seen if at != port and self.on_map[at]))
