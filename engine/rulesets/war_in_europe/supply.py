"""Chapter 14: centres, bases and the lines between them, who is supplied, and what a supplied hex lets aircraft do.

A line leads from a unit to a base, from base to base, and from the last to a centre. Bases are searched from the
centres outward: railways carry any distance along friendly track, ports over the sea, mobile supply units over land.
How far a unit may be from its base goes by the weakest sort of base, and what the whole line is worth by its weakest
link. The search rests on few facts, so its last few answers are kept with the materials (`lines`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from dataclasses import field as field_of
from enum import IntEnum

from engine.core.board import Board
from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.paths import UNREACHED, LinkCosts, Trace, field, trace
from engine.core.state import State, Unit, derived
from engine.mechanics.recent import Recent
from engine.mechanics.supply_lines import supply_net
from engine.rulesets.war_in_europe.cases import rule
from engine.rulesets.war_in_europe.ground import MAJOR, MOUNTAIN, Ground
from engine.rulesets.war_in_europe.kinds import Kind
from engine.rulesets.war_in_europe.materials import Centre, Materials
from engine.rulesets.war_in_europe.names import PORT_REDUCED, Role, Zone, beach_of
from engine.rulesets.war_in_europe.neutrality import neutral_hexes
from engine.rulesets.war_in_europe.railways import Parts, friendly_rails, rail_parts
from engine.rulesets.war_in_europe.standing import open_zones, shut_hexes
from engine.rulesets.war_in_europe.weather import is_frozen, reach_divisor


class Quality(IntEnum):
    """What a line is worth by its weakest base (14.47)."""

    NONE = 0
    AMPHIBIOUS = 1
    MINOR = 2
    MAJOR = 3


REACH = {Quality.MAJOR: "reach_main", Quality.MINOR: "reach_secondary", Quality.AMPHIBIOUS: "reach_beach"}
"""The parameter that has the reach of a base, by its sort: main, secondary and amphibious."""


@dataclass(frozen=True, slots=True)
class Situation:
    """All that the lines of a side rest on."""

    side: Side
    centres: frozenset[Location]
    closed: frozenset[Location]
    """Where no line goes over land."""
    shut: frozenset[Location]
    """Enemy hexes, which no ship passes."""
    rails: frozenset[tuple[Location, bool]]
    ports: frozenset[tuple[Location, Quality]]
    beaches: frozenset[Location]
    mobile: tuple[tuple[Location, int, bool], ...]
    """Mobile supply units: the hex, by what its reach is divided, and whether it is in the severe zone."""
    frozen: bool
    worst: Quality
    """Bases of a worse sort are left out, to tell what the rest is worth."""


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """The bases that hang together with a centre, and how far each hex is from one of each sort."""

    bases: dict[Quality, frozenset[Location]]
    costs: dict[Quality, list[int]]
    links: LinkCosts
    _ways: dict[Quality, Trace] = field_of(default_factory=dict, repr=False)

    def ways(self, board: Board, sort: Quality, limit: int) -> Trace:
        """The ways to the bases of a sort, looked for once for all who ask."""
        if sort not in self._ways:
            self._ways[sort] = trace(board, self.bases[sort], None, limit=limit, cost=self.links)
        return self._ways[sort]

    def reaches(self, at: Location, divisor: int, reach: Callable[[Quality], int]) -> Quality:
        """The best sort of base within reach of a hex."""
        for sort, costs in self.costs.items():
            if costs[at] != UNREACHED and costs[at] <= reach(sort) // divisor:
                return sort
        return Quality.NONE


# Where bases are


@rule("14.32", "13.37")
@derived("control", "markers")
def working_ports(game: Game, state: State, side: Side) -> frozenset[tuple[Location, Quality]]:
    """The ports of a side that supply goes through: a reduced major port is a secondary base, a minor one is none."""
    found: set[tuple[Location, Quality]] = set()
    for at, size in game.materials.ground.ports.items():
        reduced = bool(state.marker(at, PORT_REDUCED))
        if state.control.get(at) == side and not (reduced and size != MAJOR):
            found.add((at, Quality.MAJOR if size == MAJOR and not reduced else Quality.MINOR))
    return frozenset(found)


@rule("14.31")
def own_centres(game: Game, state: State, side: Side, nation: str) -> frozenset[Location]:
    """The centres that supply a nation and are not lost: those held by its side."""
    materials: Materials = game.materials

    def holds(centre: Centre) -> bool:
        return nation in centre.supplies and state.control.get(centre.at, side) == side

    enemy = shut_hexes(game, state, side)
    return frozenset(centre.at for centre in materials.centres if holds(centre) and centre.at not in enemy)


@rule("14.5", "14.51", "14.52")
def _situation(game: Game, state: State, side: Side, nation: str, worst: Quality) -> Situation:
    materials: Materials = game.materials
    enemy = shut_hexes(game, state, side)
    ports = working_ports(game, state, side)
    beaches = frozenset(
        at for at in state.markers if state.marker(at, beach_of(side)) and not state.marker(at, PORT_REDUCED)
    )
    mobile = tuple(
        (unit.at, reach_divisor(game, state, kind, unit.at), materials.ground.zones[unit.at] == Zone.SEVERE)
        for unit in state.every_unit()
        if unit.side == side and (kind := materials.kind(unit)).role is Role.SUPPLY and materials.is_on_map(unit)
    )
    return Situation(
        side,
        own_centres(game, state, side, nation),
        frozenset(enemy | open_zones(game, state, side) | _foreign(game, state, side)),
        enemy,
        frozenset(friendly_rails(game, state, side).items()),
        frozenset(each for each in ports if each[0] not in enemy and each[1] >= worst),
        beaches if worst <= Quality.AMPHIBIOUS else frozenset(),
        mobile,
        is_frozen(game, state),
        worst,
    )


def _foreign(game: Game, state: State, side: Side) -> frozenset[Location]:
    """The hexes of neutral countries, where units of a side do not go and so no line does; not what the side holds."""
    control = state.control
    return frozenset(at for at in neutral_hexes(game, state) if control.get(at) != side)


@derived("units", "stacks", "control", "markers", "turn", "values")
def lines(game: Game, state: State, side: Side, nation: str, worst: Quality = Quality.AMPHIBIOUS) -> Lines:
    """The lines of a nation of a side now; nations that share their centres share them."""
    situation = _situation(game, state, side, nation, worst)
    rails = rail_parts(game, state, side)
    found: Lines = game.materials.lines.get((situation,), lambda: _searched(game, situation, rails))
    return found


@dataclass(frozen=True, slots=True)
class _Bases:
    """The bases that hang together with a centre, by what they are."""

    rail: frozenset[Location]
    ports: frozenset[Location]
    beaches: frozenset[Location]

    def by_sort(self, now: Situation, also: frozenset[Location]) -> dict[Quality, frozenset[Location]]:
        """The main, secondary and amphibious ones; `also` are mobile supply units, which are main ones."""
        quality = dict(now.ports)
        minor = frozenset(at for at in self.ports if quality[at] is Quality.MINOR)
        return {
            Quality.MAJOR: now.centres | self.rail | also | (self.ports - minor),
            Quality.MINOR: minor,
            Quality.AMPHIBIOUS: self.beaches,
        }


@rule("14.33", "14.4", "14.42")
def _searched(game: Game, now: Situation, rails: Parts) -> Lines:
    """Bases join the chain until no more do; then the reach of each sort is measured over land.

    A mobile supply unit in the severe zone is the only one of its line: it traces to bases that need no other, and no
    other traces to it.
    """
    materials: Materials = game.materials
    ground = materials.ground
    net = supply_net(game.board, ground.line_steps(frozen=now.frozen), closed=now.closed)
    ships = _seas(game, now.shut & ground.berths)
    alone = _joined(now, rails, ships, frozenset())
    lonely = _mobile(game, now, net.links, alone.by_sort(now, frozenset()), severe=True)
    chain: frozenset[Location] = frozenset()
    found = alone
    while more := _mobile(game, now, net.links, found.by_sort(now, chain), severe=False) - chain:
        chain |= more
        found = _joined(now, rails, ships, chain)
    if lonely:
        found = _joined(now, rails, ships, chain | lonely)
    bases = found.by_sort(now, chain | lonely)
    costs = {
        sort: field(game.board, places, net.links, limit=materials.number(REACH[sort]))
        for sort, places in bases.items()
        if places
    }
    return Lines(bases, costs, net.links)


@rule("14.43", "14.44")
def _joined(now: Situation, rails: Parts, ships: Parts, mobile: frozenset[Location]) -> _Bases:
    """Railways and ports feed each other: track from a centre, a port or a mobile unit on it, ports over the sea."""
    ports: frozenset[Location] = frozenset()
    while True:
        rail = rails.joined_to(now.centres | ports | mobile)
        reached, beaches = _overseas(now, ships, (now.centres | rail) & dict(now.ports).keys())
        if reached <= ports:
            return _Bases(rail, ports, beaches)
        ports |= reached


def _seas(game: Game, shut: frozenset[Location]) -> Parts:
    """The sea and its coasts by what ships can go between, past hexes that enemies shut."""
    ground: Ground = game.materials.ground

    def found() -> Parts:
        links = ground.sea_links.repriced(lambda origin, target, price: None if target in shut else price)
        return Parts.of(links, sorted(ground.berths - shut))

    kept: Recent[tuple[object, ...], Parts] = game.materials.lines
    return kept.get(("seas", shut), found)


@rule("14.44", "14.45")
def _overseas(
    now: Situation, ships: Parts, fed: frozenset[Location] | set[Location]
) -> tuple[frozenset[Location], frozenset[Location]]:
    """The ports and beaches that the sea joins to a port which is fed: by a centre or a railway in its own hex.

    A beach is the end of a line: it feeds no railway and no other place.
    """
    if not fed:
        return frozenset(), frozenset()
    sailed = ships.joined_to(fed)
    return frozenset(at for at, _ in now.ports if at in sailed), sailed & now.beaches


@rule("14.42")
def _mobile(
    game: Game, now: Situation, links: LinkCosts, bases: dict[Quality, frozenset[Location]], *, severe: bool
) -> frozenset[Location]:
    """The mobile supply units, in the severe zone or outside it, within reach of a base, traced as infantry does."""
    materials: Materials = game.materials
    waiting = [(at, divisor) for at, divisor, there in now.mobile if there == severe]
    found: set[Location] = set()
    for sort, places in bases.items() if waiting else ():
        reach = materials.number(REACH[sort])
        costs = field(game.board, places, links, limit=reach) if places else []
        for at, divisor in waiting:
            if costs and costs[at] != UNREACHED and costs[at] <= reach // divisor:
                found.add(at)
    return frozenset(found)


# Who is supplied


@rule("14.41", "14.46", "14.47")
def quality_at(game: Game, state: State, side: Side, kind: Kind, at: Location) -> Quality:
    """What the best line from a hex is worth, for units of a kind: any number may draw on it."""
    materials: Materials = game.materials
    divisor = reach_divisor(game, state, kind, at)

    def reach(sort: Quality) -> int:
        return materials.number(REACH[sort])

    for worst in (Quality.MAJOR, Quality.MINOR, Quality.AMPHIBIOUS):
        if lines(game, state, side, kind.nation, worst).reaches(at, divisor, reach):
            return worst
    return Quality.NONE


@rule("14.0", "14.41", "14.46")
def is_supplied(game: Game, state: State, unit: Unit) -> bool:
    """Whether a unit can trace a line now."""
    materials: Materials = game.materials
    kind = materials.kind(unit)
    if not materials.is_on_map(unit):
        return False
    found = lines(game, state, unit.side, kind.nation, Quality.AMPHIBIOUS)
    divisor = reach_divisor(game, state, kind, unit.at)
    return bool(found.reaches(unit.at, divisor, lambda sort: materials.number(REACH[sort])))


@rule("14.48")
def has_communication(game: Game, state: State, unit: Unit) -> bool:
    """Whether land leads from a unit to any base that works, at any distance, past what blocks lines."""
    found = lines(game, state, unit.side, game.materials.kind(unit).nation, Quality.AMPHIBIOUS)
    sources = frozenset().union(*found.bases.values())
    return bool(sources) and unit.at in trace(game.board, sources, None, cost=found.links).lengths


# What aircraft need


@rule("14.6", "14.61", "14.64")
@derived("units", "stacks", "control", "markers", "turn", "values")
def supplied_hexes(game: Game, state: State, side: Side, least: Quality) -> frozenset[Location]:
    """The hexes of a side, no mountains, that have a line of at least some worth: where aircraft may start.

    Nations of a side are taken together: a hex that supplies one of them is good for all.
    """
    materials: Materials = game.materials
    terrains, enemy = game.board.terrains, shut_hexes(game, state, side)
    kinds = {kind.nation: kind for kind in materials.kinds.values() if kind.side == side}
    found: set[Location] = set()
    seen: set[frozenset[Location]] = set()
    for nation, kind in sorted(kinds.items()):
        centres = own_centres(game, state, side, nation)
        if centres in seen:
            continue
        seen.add(centres)
        tiers = lines(game, state, side, nation, least)
        for sort, costs in tiers.costs.items():
            reach = materials.number(REACH[sort])
            for at, cost in enumerate(costs):
                place = Location(at)
                if cost == UNREACHED or place in enemy or terrains[at] == MOUNTAIN:
                    continue
                if state.control.get(place) == side and cost <= reach // reach_divisor(game, state, kind, place):
                    found.add(place)
    return frozenset(found)


@rule("14.62", "14.63", "14.64", "13.81")
@derived("units", "stacks", "control", "markers", "turn", "values")
def air_capacity(game: Game, state: State, side: Side, front: str) -> int | None:
    """How many air points a side may use on a front: any number (None) with a main line, five for each minor one."""
    fronts = game.materials.ground.fronts
    if any(fronts[at] == front for at in supplied_hexes(game, state, side, Quality.MAJOR)):
        return None
    if not any(fronts[at] == front for at in supplied_hexes(game, state, side, Quality.MINOR)):
        return 0
    nations = {kind.nation for kind in game.materials.kinds.values() if kind.side == side}
    ports: set[Location] = set()
    for nation in sorted(nations):
        ports |= lines(game, state, side, nation, Quality.MINOR).bases[Quality.MINOR]
    a_line: int = game.materials.number("points_a_minor_line")
    return a_line * max(1, sum(1 for at in ports if fronts[at] == front))


@rule("13.34", "13.43", "13.54", "14.6")
@derived("units", "stacks", "control", "markers", "turn", "values")
def air_range(game: Game, state: State, side: Side, front: str) -> frozenset[Location]:
    """The hexes of a front that its air points can reach: twelve hexes from a supplied hex of that front."""
    ground = game.materials.ground
    bases = frozenset(at for at in supplied_hexes(game, state, side, Quality.MINOR) if ground.fronts[at] == front)
    near = ground.hexes_from(bases, game.materials.number("air_range"))
    return frozenset(at for at in near if ground.on_map[at] and ground.fronts[at] == front)
