"""10.2 to 10.5: in what state of supply a unit is, here and now.

Units that trace to the same things share one search of the map, so that asking about any unit in any hex is looking up
what that search has found. The state marked on units in the supply phase is found with these functions; those cases
that look at supply long after it (strategic movement, arrivals, evacuation, cities) ask them at that moment (ruling 8).
"""

from __future__ import annotations

from enum import StrEnum

from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.paths import Trace
from engine.core.state import State, Unit, derived
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.materials import Kind, Materials
from engine.rulesets.red_star_rising.names import AXIS, FINNISH, GERMAN, ROMANIAN, SOVIET, Role, Status
from engine.rulesets.red_star_rising.supply.axis import (
    axis_sources,
    depot_chain,
    emergency_lines,
    german_sea_lines,
    is_nation_cut_off,
    national_ends,
    national_headquarters_hexes,
    under_fleets,
)
from engine.rulesets.red_star_rising.supply.soviet import (
    factory_hexes,
    soviet_ends,
    soviet_headquarters_hexes,
    soviet_sea_lines,
    soviet_sources,
)
from engine.rulesets.red_star_rising.supply.tracing import length_limit, lines_from, net, place_traces, rail_lines


class Group(StrEnum):
    """The nations that trace to the same things."""

    DEPOTS = "depots"
    """Germans, Italians and Hungarians."""
    FINNISH = FINNISH
    ROMANIAN = ROMANIAN
    SOVIET = SOVIET

    @property
    def side(self) -> Side:
        return SOVIET if self is Group.SOVIET else AXIS


@rule("10.0.5")
def group_of(kind: Kind) -> Group:
    """Whose rules of supply a counter follows."""
    if kind.side == SOVIET:
        return Group.SOVIET
    return Group(kind.nation) if kind.nation in (FINNISH, ROMANIAN) else Group.DEPOTS


@rule("10.0.6", "10.9.3", "11.1.9", "10.2.1", "10.4.1", "14.1.2")
def needs_no_line(kind: Kind) -> bool:
    """Partisans and air fleets know no supply; depots and economic assets are always supplied."""
    return kind.role in (Role.PARTISAN, Role.AIR_FLEET, Role.DEPOT, Role.ASSET)


@rule("10.2.2", "10.3.1", "10.3.2", "10.4.3")
def land_ends(game: Game, state: State, group: Group) -> tuple[Location, ...]:
    """The hexes a group of nations traces to over land."""
    if group is Group.DEPOTS:
        return tuple(dict.fromkeys((*axis_sources(game), *depot_chain(game, state))))
    return soviet_ends(game, state) if group is Group.SOVIET else national_ends(game, state, group)


@rule("10.2.2", "10.3.1", "10.3.2", "10.4.3")
def land_lines(game: Game, state: State, group: Group) -> Trace:
    """The lines of a group over land, up to the length at which a unit is isolated."""
    limit = _isolating_length(game, group.side) - 1
    return lines_from(game, state, group.side, land_ends(game, state, group), limit)


def _isolating_length(game: Game, side: Side) -> int:
    """The number of half hexes from which a line is as good as none (10.5)."""
    materials: Materials = game.materials
    return materials.number("isolated_at") * length_limit(game, side)


def land_length(game: Game, state: State, group: Group, at: Location) -> int | None:
    """The length of the best line from a hex in half hexes; None where there is none, or none that would matter."""
    return land_lines(game, state, group).length(at)


@rule("10.2.3", "10.4.4")
def sea_lines(game: Game, state: State, kind: Kind) -> Trace | None:
    """The lines to ports that supply a counter by sea: Germans but no air bases; Soviets but no leaders."""
    return _port_lines(game, state, kind.side) if _uses_ports(kind) else None


def _uses_ports(kind: Kind) -> bool:
    if kind.side == SOVIET:
        return kind.role is not Role.LEADER
    return kind.nation == GERMAN and kind.role is not Role.AIR_BASE


def _port_lines(game: Game, state: State, side: Side) -> Trace | None:
    return soviet_sea_lines(game, state) if side == SOVIET else german_sea_lines(game, state)


@rule("10.3.1", "10.3.2", "10.4.2")
def _headquarters_hexes(game: Game, state: State, kind: Kind) -> frozenset[Location]:
    """The hexes in which a headquarters is supplied: it lives on railways alone."""
    if kind.side == SOVIET:
        return soviet_headquarters_hexes(game, state)
    return national_headquarters_hexes(game, state, kind.nation)


@rule("10.0.5", "10.1.1", "10.2.2", "10.2.3", "10.3.1", "10.3.2", "10.4.2", "10.4.3", "10.4.4")
@derived("units", "stacks", "turn", "markers", "control", "values")
def supplied_hexes(game: Game, state: State, counter: str) -> frozenset[Location]:
    """The hexes in which a type of counter would be supplied now; for those that need a line alone."""
    kind = game.materials.kinds[counter]
    if kind.role is Role.HEADQUARTERS:
        return _headquarters_hexes(game, state, kind)
    if is_nation_cut_off(game, state, kind.nation):
        return frozenset()
    return _short_lines(game, state, group_of(kind), _uses_ports(kind))


@derived("units", "stacks", "turn", "markers", "control")
def _short_lines(game: Game, state: State, group: Group, ports: bool) -> frozenset[Location]:
    """The hexes from which a line over land is short enough, and with `ports` those from which one to a port is."""
    far, limit = _isolating_length(game, group.side) - 1, length_limit(game, group.side)
    overland = net(game, state, group.side, rails_only=False)
    by_land = overland.reached(land_ends(game, state, group), far, within=limit)
    by_sea = _port_lines(game, state, group.side) if ports else None
    return by_land if by_sea is None else by_land.union(by_sea)


@rule("10.2.2", "15.2.2", "15.7.2")
def depot_arrival_hexes(game: Game, state: State) -> frozenset[Location]:
    """Where a depot that arrives has a line to a permanent source or to a depot of a chain; ports bring none."""
    return _short_lines(game, state, Group.DEPOTS, False)


@rule("10.1.1")
def would_be_supplied(game: Game, state: State, unit: Unit, at: Location) -> bool:
    """Whether a unit would be supplied, and not just lack supply or live on an emergency, if it stood in a hex now."""
    return needs_no_line(game.materials.kind(unit)) or at in supplied_hexes(game, state, unit.type)


@rule("10.0.2", "10.0.3", "10.0.5", "10.1.1", "10.2.4", "10.2.5", "10.4.5", "12.2.4")
def live_status(game: Game, state: State, unit: Unit) -> Status:
    """The state of supply a unit would be found in if it were looked for now.

    Emergency supply helps Germans, Italians and Hungarians but no air base. Without it, what is out of supply only
    lacks supply where German units are under an air fleet, or Soviet units beside a factory.
    """
    materials: Materials = game.materials
    kind = materials.kind(unit)
    if would_be_supplied(game, state, unit, unit.at):
        return Status.SUPPLIED
    if kind.side == SOVIET:
        return Status.LACKING if unit.at in factory_hexes(game, state) else Status.UNSUPPLIED
    if has_emergency_supply(game, state, kind, unit.at):
        return Status.EMERGENCY
    if kind.nation == GERMAN and unit.at in under_fleets(game, state):
        return Status.LACKING
    return Status.UNSUPPLIED


@rule("10.2.4")
def has_emergency_supply(game: Game, state: State, kind: Kind, at: Location) -> bool:
    """Whether a counter could live on a converted depot in a hex."""
    return group_of(kind) is Group.DEPOTS and kind.role is not Role.AIR_BASE and at in emergency_lines(game, state)


@rule("10.5", "10.4.2", "10.3.1", "10.3.2")
def is_isolated(game: Game, state: State, unit: Unit) -> bool:
    """Whether a unit that is out of supply or lacks it has no line to its own targets, or only one of twice the limit.

    Headquarters never are; all others of a nation are while its capital is lost. Ports are no targets here.
    """
    materials: Materials = game.materials
    kind = materials.kind(unit)
    if kind.role is Role.HEADQUARTERS or live_status(game, state, unit) not in (Status.UNSUPPLIED, Status.LACKING):
        return False
    if is_nation_cut_off(game, state, kind.nation):
        return True
    return land_length(game, state, group_of(kind), unit.at) is None


def sources_of(game: Game, state: State, side: Side) -> tuple[Location, ...]:
    """The sources of supply of a side, without depots, headquarters and capitals."""
    return soviet_sources(game, state) if side == SOVIET else axis_sources(game)


@rule("10.1.2")
def rail_line(game: Game, state: State, side: Side, at: Location, to: Location | None = None) -> bool:
    """Whether a line along connected railways, of any length, leads from a hex to a source of a side, or to one hex."""
    return at in railways(game, state, side, to)


@rule("10.1.2")
def railways(game: Game, state: State, side: Side, to: Location | None = None) -> Trace:
    """The lines along connected railways, of any length, to the sources of a side, or to one hex."""
    return rail_lines(game, state, side, sources_of(game, state, side) if to is None else (to,))


@rule("10.1.1", "10.1.2")
def _city_lines(game: Game, state: State) -> Trace:
    """The lines of the Axis of any length to its permanent sources."""
    return lines_from(game, state, AXIS, axis_sources(game))


@rule("10.1.1", "18.0.4")
def city_line(game: Game, state: State, at: Location) -> bool:
    """Whether a line of any length leads from a city to a source of the Axis."""
    return place_traces(game, state, AXIS, at, _city_lines(game, state))
