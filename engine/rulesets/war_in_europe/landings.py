"""7.3: where a unit can be landed from the sea, and what forbids it."""

from __future__ import annotations

from fractions import Fraction

from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.messages import message
from engine.core.paths import Reach
from engine.core.refusals import Refusal
from engine.core.state import State, Unit, derived
from engine.core.terms import Number
from engine.rulesets.war_in_europe.air_tables import points_in
from engine.rulesets.war_in_europe.cases import rule
from engine.rulesets.war_in_europe.combat.strengths import defence_total, printed, supplied_now
from engine.rulesets.war_in_europe.ground import MOUNTAIN
from engine.rulesets.war_in_europe.kinds import Kind
from engine.rulesets.war_in_europe.materials import Materials
from engine.rulesets.war_in_europe.names import LANDED, MARCHED, RAILED, SAILED, Role, Weather, amphibious, enemy_of
from engine.rulesets.war_in_europe.neutrality import closed_hexes
from engine.rulesets.war_in_europe.sea_routes import (
    has_black_sea,
    port_refusal,
    ports_of,
    sails_everywhere,
    shores,
    sort_refusal,
    voyages,
    zones_on,
)
from engine.rulesets.war_in_europe.stacking import joining_refusal, limit_of
from engine.rulesets.war_in_europe.standing import company
from engine.rulesets.war_in_europe.supply import Quality, quality_at
from engine.rulesets.war_in_europe.weather import halves_attack


@rule("7.36", "7.3")
def lands(kind: Kind, step: int) -> bool:
    """Combat units on land alone, divisions, brigades, regiments and groups: no point carries a corps."""
    return kind.can_attack and kind.role not in (Role.PARTISANS, Role.CADRE) and kind.divisions(step) == 1


@rule("7.33", "7.0")
def landing_route(game: Game, state: State, unit: Unit, to: Location) -> tuple[Location, ...] | None:
    """The way over the sea to a coast, whoever stands there; None where there is none."""
    reached = voyages(game, state, unit.side, unit.at)
    if to in reached.costs:
        return tuple(reached.path_to(to))
    links = game.materials.ground.sea_links.steps
    near = sorted((reached.costs[Location(at)], at) for at, _ in links[to] if Location(at) in reached.costs)
    return (*reached.path_to(Location(near[0][1])), to) if near else None


def _comes_to(game: Game, reached: Reach, to: Location) -> bool:
    """Whether ships that get so far come to a coast, whoever stands there."""
    return to in reached.costs or any(
        Location(at) in reached.costs for at, _ in game.materials.ground.sea_links.steps[to]
    )


@rule("7.33")
def places(game: Game, state: State, unit: Unit) -> tuple[Location, ...]:
    """The coastal hexes, no mountains, that a unit in a port could be landed on."""
    terrains = game.board.terrains
    found = shores(game, state, unit.side, unit.at)
    return tuple(at for at in found if terrains[at] != MOUNTAIN and at != unit.at)


@rule("7.33")
@derived("units", "stacks", "control", "markers", "turn", "values")
def shores_for(game: Game, state: State, id: UnitId) -> tuple[Location, ...]:
    """Where a unit can be landed, looked for once for all who ask in a state."""
    unit = state.unit(id)
    return tuple(to for to in places(game, state, unit) if shore_refusal(game, state, unit, to) is None)


@rule("7.0", "7.3")
def lander_refusal(game: Game, state: State, unit: Unit) -> Refusal | None:
    """An amphibious point, and a unit that it carries: to a friendly port anybody, as naval transport would."""
    if not points_in(state, amphibious(unit.side)):
        return Refusal("7.3", message("refusal.wie.no-amphibious"))
    if game.materials.kind(unit).divisions(unit.step) > 1:
        return Refusal("7.3", message("refusal.wie.never-lands", unit=unit.id))
    return None


@rule("7.36", "14.61")
def assault_refusal(game: Game, state: State, unit: Unit) -> Refusal | None:
    """On a coast a combat unit alone, from a port with a main line."""
    kind = game.materials.kind(unit)
    if not lands(kind, unit.step):
        return Refusal("7.36", message("refusal.wie.never-lands", unit=unit.id))
    if quality_at(game, state, unit.side, kind, unit.at) < Quality.MAJOR:
        return Refusal("14.61", message("refusal.wie.no-main-line", hex=game.board.label(unit.at)))
    return None


@rule("7.3", "7.33", "7.35")
def landing_refusal(game: Game, state: State, id: UnitId, to: Location, *, keep: bool) -> Refusal | None:
    """Somebody who can be landed, and a coast; no point stays in a port, and no odds are hopeless."""
    unit = state.unit(id)
    refusal = lander_refusal(game, state, unit) or shore_refusal(game, state, unit, to)
    if refusal is None and keep and to in ports_of(game, state, unit.side):
        return Refusal("7.35", message("refusal.wie.no-beach-in-port", hex=game.board.label(to)))
    return refusal


@rule("7.33", "7.36", "13.37", "5.8", "5.22", "6.68")
def shore_refusal(game: Game, state: State, unit: Unit, to: Location) -> Refusal | None:
    """What keeps a unit at sea from a coast: mountains, neutrals, the winter, too many friends, too strong an enemy.

    A friendly port takes it as naval transport does, and so not while it is reduced to departures.
    """
    label, reached = game.board.label(to), voyages(game, state, unit.side, unit.at)
    if to not in game.materials.ground.coast or to == unit.at or not _comes_to(game, reached, to):
        return Refusal("7.33", message("refusal.wie.no-landing", hex=label))
    if game.board.terrains[to] == MOUNTAIN:
        return Refusal("7.33", message("refusal.wie.no-landing", hex=label))
    if game.materials.ground.is_barred(game.materials.kind(unit).movement_column, to):
        return Refusal("5.8", message("refusal.wie.impassable", unit=unit.id, hex=label))
    if to in closed_hexes(game, state):
        return Refusal("6.68", message("refusal.wie.neutral", hex=label))
    refusal = _route_refusal(game, state, unit, to) or joining_refusal(game, state, unit, to)
    if refusal is not None:
        return refusal
    size = ports_of(game, state, unit.side).get(to)
    if size == "":
        return Refusal("13.37", message("refusal.wie.no-port", hex=label))
    if size is not None:
        return port_refusal(game, state, unit, to, leaving=False)
    assault = assault_refusal(game, state, unit)
    return assault or _season_refusal(game, state, to) or _odds_refusal(game, state, unit, to)


@rule("7.16")
def _route_refusal(game: Game, state: State, unit: Unit, to: Location) -> Refusal | None:
    """What the sea on the way forbids; where no ship comes to such a sea the way need not be known."""
    if sails_everywhere(game, unit) or not has_black_sea(game, state, unit.side, unit.at):
        return None
    route = landing_route(game, state, unit, to)
    assert route is not None
    return sort_refusal(game, unit, route)


@rule("7.36")
def _season_refusal(game: Game, state: State, to: Location) -> Refusal | None:
    """No landing on a coast of the high seas in a turn of snow."""
    high = set(game.materials.words("high_seas"))
    beside = zones_on(game, tuple(Location(at) for at, _ in game.board.links[to]))
    if game.materials.weather(state.turn) is Weather.SNOW and high.intersection(beside):
        return Refusal("7.36", message("refusal.wie.snow-landing", hex=game.board.label(to)))
    return None


@derived("units", "stacks", "control", "markers")
def _waiting(game: Game, state: State, side: Side) -> tuple[Unit, ...]:
    """The units of a side in its ports that could still be landed in this phase."""
    materials, ports = game.materials, ports_of(game, state, side)
    return tuple(
        unit
        for at in sorted(ports)
        for unit in company(state, at, side)
        if lands(materials.kind(unit), unit.step) and not unit.marks & {SAILED, MARCHED, RAILED}
    )


@rule("7.33", "12.33")
def _odds_refusal(game: Game, state: State, unit: Unit, to: Location) -> Refusal | None:
    """Enemies there must be within reach of 1-2 for all that could still be landed on them together (ruling 21).

    Each counts as it would attack from the beach, in the weather that lies there.
    """
    materials: Materials = game.materials
    enemies = company(state, to, enemy_of(unit.side))
    if not enemies:
        return None

    def worth(each: Unit) -> Fraction:
        kind = materials.kind(each)
        share = (4 if kind.is_heavy else 2) * (2 if halves_attack(game, state, kind, to) else 1)
        return Fraction(printed(materials, each, attacking=True), share)

    ashore = [each for each in company(state, to, unit.side) if LANDED in each.marks]
    others = (each for each in _waiting(game, state, unit.side) if each.id != unit.id)
    room = min(limit_of(materials, (unit, *ashore)) - len(ashore), points_in(state, amphibious(unit.side))) - 1
    best = sorted(map(worth, others), reverse=True)[: max(0, room)]
    attack = sum(map(worth, ashore), worth(unit)) + sum(best, Fraction())
    if 2 * attack < _defence_at(game, state, unit.side, to):
        return Refusal("7.33", message("refusal.wie.odds-low"))
    return None


@derived("units", "stacks", "control", "markers", "turn", "values")
def _defence_at(game: Game, state: State, side: Side, to: Location) -> Number:
    """What the enemies of a side in a hex defend with, whoever is landed on them."""
    return defence_total(game, state, company(state, to, enemy_of(side)), supplied_now(game, state))
