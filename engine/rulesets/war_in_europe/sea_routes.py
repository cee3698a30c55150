"""7.0 and 7.1: where ships take units: routes over sea and along coasts, ports, sea zones and what they can carry."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.messages import message
from engine.core.paths import LinkCosts, Reach, Trace, reachable, trace
from engine.core.refusals import Refusal
from engine.core.state import State, Unit, derived
from engine.mechanics.recent import Recent
from engine.rulesets.war_in_europe.air_tables import points_in
from engine.rulesets.war_in_europe.cases import rule
from engine.rulesets.war_in_europe.ground import MAJOR, MINOR
from engine.rulesets.war_in_europe.materials import Materials
from engine.rulesets.war_in_europe.names import (
    PORT_REDUCED,
    PORT_TAKEN,
    Front,
    Role,
    beach_of,
    enemy_of,
    sailed,
)
from engine.rulesets.war_in_europe.ports import strike_range
from engine.rulesets.war_in_europe.standing import company, standing

FAR = 1_000_000
EXPOSED = 1_000
"""What a hex under enemy aircraft counts when a route is looked for: captains keep out of their reach if they can."""


@rule("7.13", "7.35", "13.37")
@derived("units", "stacks", "control", "markers")
def ports_of(game: Game, state: State, side: Side) -> dict[Location, str]:
    """The ports of a side with what they are worth now: a beach with amphibious points is a minor one.

    It is none while enemies stand there: whoever comes then is landed, and has to fight for it.
    A reduced major port is minor; of a reduced minor one, or a reduced beach, nothing but departure is left (empty).
    """
    found: dict[Location, str] = {}
    for at, size in game.materials.ground.ports.items():
        if state.control.get(at) == side:
            reduced = bool(state.marker(at, PORT_REDUCED))
            found[at] = size if not reduced else MINOR if size == MAJOR else ""
    for at in state.markers:
        if state.marker(at, beach_of(side)) and at not in found and not company(state, at, enemy_of(side)):
            found[at] = "" if state.marker(at, PORT_REDUCED) else MINOR
    return found


@dataclass(frozen=True, slots=True, eq=False)
class Shipping:
    """The sea as ships of a side find it, and the voyages on it that somebody has asked about."""

    links: LinkCosts
    reached: dict[Location, Reach]
    shores: dict[Location, tuple[Location, ...]]


@derived("units", "stacks", "control", "markers", "turn", "values")
def _ships(game: Game, state: State, side: Side) -> Shipping:
    """Steps at sea, not through hexes with enemies (7.0); dearer where enemy aircraft strike.

    It rests on nothing but where these are, so that what is known of it outlives the moves of friends.
    """
    materials: Materials = game.materials
    ground, enemy = materials.ground, enemy_of(side)
    closed = standing(game, state, enemy).occupied
    under: set[Location] = set()
    for front in Front:
        under |= strike_range(game, state, enemy, front)
    exposed = frozenset(under)

    def found() -> Shipping:
        links = ground.sea_links.altered(dict.fromkeys(closed, ()))
        if exposed:
            links = links.repriced(
                lambda origin, target, price: price + EXPOSED if Location(target) in exposed else price
            )
        return Shipping(links, {}, {})

    kept: Recent[tuple[object, ...], Shipping] = materials.lines
    return kept.get(("ships", closed, exposed), found)


@rule("7.0", "7.12")
@derived("units", "stacks", "control", "markers", "turn", "values")
def voyages(game: Game, state: State, side: Side, start: Location) -> Reach:
    """Everywhere that ships can bring a unit from a hex, however far, and by which way."""
    ships = _ships(game, state, side)
    if start not in ships.reached:
        ships.reached[start] = reachable(game.board, start, FAR, ships.links)
    return ships.reached[start]


@derived("units", "stacks", "control", "markers", "turn", "values")
def shores(game: Game, state: State, side: Side, start: Location) -> tuple[Location, ...]:
    """The coast that ships from a hex come to, hexes of the enemy beside reached water included."""
    ships = _ships(game, state, side)
    if start not in ships.shores:
        ground, reached = game.materials.ground, voyages(game, state, side, start).costs
        found = {at for at in reached if at in ground.coast}
        for at in reached:
            found.update(Location(to) for to, _ in ground.sea_links.steps[at] if Location(to) in ground.coast)
        ships.shores[start] = tuple(sorted(found))
    return ships.shores[start]


@rule("7.22")
@derived("units", "stacks")
def short_voyages(game: Game, state: State, side: Side, start: Location) -> Reach:
    """Where emergency transport gets to: four hexes, the first not counted."""
    closed = standing(game, state, enemy_of(side)).occupied
    links = game.materials.ground.sea_links.altered(dict.fromkeys(closed, ()))
    return reachable(game.board, start, game.materials.number("emergency_range"), links)


@rule("7.16")
def way_in(game: Game, state: State, side: Side, to: Location) -> tuple[Location, ...] | None:
    """The way from an open edge of the map to a port, on which a unit that comes back can be struck at."""
    found = _from_edges(game, state, side)
    return tuple(reversed(found.path(to))) if to in found else None


@derived("units", "stacks", "control", "markers", "turn", "values")
def _from_edges(game: Game, state: State, side: Side) -> Trace:
    return trace(game.board, sorted(game.materials.ground.sea_exits), None, cost=_ships(game, state, side).links)


def zones_on(game: Game, route: tuple[Location, ...]) -> tuple[str, ...]:
    """The sea zones that a route runs through."""
    zones = game.materials.ground.sea_zones
    return tuple(sorted({zones[at] for at in route if zones[at]}))


@rule("7.0", "7.1", "7.11", "7.17")
def capacity_refusal(game: Game, state: State, unit: Unit, route: tuple[Location, ...]) -> Refusal | None:
    """A point of naval transport in every sea zone that the route runs through, and three for a corps."""
    side, points = unit.side, game.materials.kind(unit).divisions(unit.step)
    for zone in zones_on(game, route) or ("",):
        if points_in(state, sailed(side, zone or "sea")) + points > game.materials.ships(side, zone, state.turn):
            return Refusal("7.11", message("refusal.wie.no-ships", zone=zone or "sea"))
    return None


@rule("7.13", "7.16", "6.64", "5.8", "13.37")
def port_refusal(game: Game, state: State, unit: Unit, at: Location, *, leaving: bool) -> Refusal | None:
    """Friendly ports alone, and none to arrive in that is reduced to departures.

    Mobile supply and repair units want major ones, repair units such as are long friendly.
    """
    materials: Materials = game.materials
    label, size = game.board.label(at), ports_of(game, state, unit.side).get(at)
    if size is None or (not size and not leaving):
        return Refusal("7.13" if size is None else "13.37", message("refusal.wie.no-port", hex=label))
    role, column = materials.kind(unit).role, materials.kind(unit).movement_column
    if not leaving and materials.ground.is_barred(column, at):
        return Refusal("5.8", message("refusal.wie.impassable", unit=unit.id, hex=label))
    if role in (Role.SUPPLY, Role.REPAIR) and size != MAJOR:
        return Refusal("7.16", message("refusal.wie.major-port", unit=unit.id))
    taken = state.marker(at, PORT_TAKEN)
    if role is Role.REPAIR and taken and state.turn - taken < materials.number("port_repaired"):
        return Refusal("6.64", message("refusal.wie.port-new", hex=label))
    return None


def sails_everywhere(game: Game, unit: Unit) -> bool:
    """Infantry and anti-tank units, whom the Black Sea does not keep out."""
    return game.materials.kind(unit).role in (Role.INFANTRY, Role.AIRBORNE, Role.ANTI_TANK)


@rule("7.16", "7.15")
def sort_refusal(game: Game, unit: Unit, route: tuple[Location, ...]) -> Refusal | None:
    """Anybody sails, but in the Black Sea only infantry and anti-tank units."""
    dark = set(game.materials.words("black_sea"))
    if dark.intersection(zones_on(game, route)) and not sails_everywhere(game, unit):
        return Refusal("7.16", message("refusal.wie.black-sea", unit=unit.id))
    return None


@derived("units", "stacks", "control", "markers", "turn", "values")
def has_black_sea(game: Game, state: State, side: Side, start: Location) -> bool:
    """Whether ships of a side from a hex come to the Black Sea at all."""
    dark, zones = set(game.materials.words("black_sea")), game.materials.ground.sea_zones
    reached = voyages(game, state, side, start).costs
    return any(zones[at] in dark for at in (start, *reached))
