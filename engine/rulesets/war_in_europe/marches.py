"""5.1 to 5.6 and 9.2: what a step costs a unit, what forbids it, and how far it can get."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping

from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.messages import message
from engine.core.paths import LinkCosts, Reach
from engine.core.state import State, Unit, derived
from engine.core.terms import Op, Term
from engine.mechanics import marching
from engine.mechanics.marching import Ban, Conditions, March, ZoneTolls, steps_of
from engine.mechanics.recent import Recent
from engine.mechanics.stack_in_hand import spent
from engine.rulesets.war_in_europe.cases import rule
from engine.rulesets.war_in_europe.ground import Ground
from engine.rulesets.war_in_europe.materials import Materials
from engine.rulesets.war_in_europe.names import (
    ALLOWANCE,
    FORCED,
    FORTIFIED,
    MOVED,
    Role,
    enemy_of,
    interdicted_by,
)
from engine.rulesets.war_in_europe.neutrality import closed_hexes
from engine.rulesets.war_in_europe.railways import is_broad, rail_owner
from engine.rulesets.war_in_europe.records import MovementFrame
from engine.rulesets.war_in_europe.stacking import full_for
from engine.rulesets.war_in_europe.standing import standing, zone_hexes
from engine.rulesets.war_in_europe.supply import is_supplied
from engine.rulesets.war_in_europe.weather import Pace, is_frozen, pace, repair_price


@rule("14.11")
@derived("frames")
def short_units(state: State) -> frozenset[UnitId] | None:
    """Who began the movement phase without supply; None outside of one."""
    for frame in reversed(state.frames):
        if isinstance(frame, MovementFrame):
            return frozenset(frame.short)
    return None


@rule("14.11", "14.13")
def moves_supplied(game: Game, state: State, unit: Unit) -> bool:
    """Whether a unit counts as supplied in movement and overruns: as it was when the phase began."""
    short = short_units(state)
    return is_supplied(game, state, unit) if short is None else unit.id not in short


@rule("5.13", "5.62", "14.21", "6.62")
def _reckoned(game: Game, state: State, unit: Unit) -> Iterator[tuple[str, int, str]]:
    """The movement points of a unit: supply first, then the weather of the hex it sets out from, then a forced march.

    Each comes with the points that are left after it, and its case. Each halving drops the fraction. Repair units are
    not hampered by want of supply (6.62).
    """
    materials: Materials = game.materials
    kind = materials.kind(unit)
    if FORTIFIED in unit.marks:
        yield "immobile", 0, "18.21"
        return
    points = kind.faces[min(unit.step, len(kind.faces) - 1)].movement
    yield "movement", points, "5.12"
    if kind.role is not Role.REPAIR and not moves_supplied(game, state, unit):
        points //= 2
        yield "short", points, "14.21"
    slowed = pace(game, state, kind, unit.at)
    if slowed is not Pace.WHOLE:
        points = {Pace.HALF: points // 2, Pace.ONE: min(points, 1), Pace.NONE: 0}[slowed]
        yield "weather-march", points, "15.1"
    if FORCED in unit.marks:
        yield "forced", 2 * points, "5.6"


def movement_terms(game: Game, state: State, unit: Unit) -> tuple[Term, ...]:
    """The movement points of a unit, with what made them as many."""
    return tuple(
        Term(message(f"term.wie.{key}", unit=unit.id), points, case, Op.ADD if key == "movement" else Op.BECOMES)
        for key, points, case in _reckoned(game, state, unit)
    )


@rule("5.12", "15.2")
def allowance(game: Game, state: State, unit: Unit) -> int:
    """The movement points of a unit in this phase; once it has set out they are as they were then."""
    if ALLOWANCE in unit.values:
        return int(unit.values[ALLOWANCE])
    *_, (_, points, _) = _reckoned(game, state, unit)
    return points


@derived("markers", "turn")
def _prices(game: Game, state: State, column: str, side: Side) -> LinkCosts:
    ground: Ground = game.materials.ground
    return ground.prices(column, frozen=is_frozen(game, state))


@rule("13.53", "9.15", "13.55")
@derived("units", "stacks", "markers", "turn")
def interdicted_prices(game: Game, state: State, column: str, side: Side) -> LinkCosts:
    """The ground with enemy interdiction: two more to enter such a hex, unless it lies in an enemy zone anyway."""
    bare = _prices(game, state, column, side)
    enemy = enemy_of(side)
    marker, zones = interdicted_by(enemy), zone_hexes(game, state, enemy)
    hit = {at for at in state.markers if state.marker(at, marker) and at not in zones}
    if not hit:
        return bare
    toll_of: int = game.materials.number("interdiction_cost")

    def altered() -> LinkCosts:
        around: set[int] = {to for at in hit for to, _ in game.board.links[at]}
        return bare.altered(
            {at: tuple((to, price + toll_of if to in hit else price) for to, price in bare.steps[at]) for at in around}
        )

    kept: Recent[tuple[object, ...], LinkCosts] = game.materials.lines
    return kept.get(("interdicted", column, is_frozen(game, state), frozenset(hit)), altered)


@rule("9.21", "5.22", "5.24", "5.64")
@derived("units", "stacks", "markers", "values", "turn")
def conditions(game: Game, state: State, column: str, side: Side, *how: str) -> Conditions:
    """What a column of the chart meets on the map: two to enter an enemy zone and two to leave one.

    One that forces its march (`how` says so) enters no enemy zone.
    """
    enemy, cost = enemy_of(side), game.materials.number("zone_cost")
    return Conditions(
        prices=interdicted_prices(game, state, column, side),
        occupied=standing(game, state, enemy).occupied,
        zones=zone_hexes(game, state, enemy),
        tolls=ZoneTolls(enter=None if FORCED in how else cost, leave=cost),
        kept_out=closed_hexes(game, state),
    )


@rule("6.61", "6.62", "6.65")
@derived("units", "stacks", "markers", "control", "values", "turn")
def repair_conditions(game: Game, state: State, side: Side, nation: str) -> Conditions:
    """Repair units go along the railway alone, past zones and interdiction, and pay for the track they mend."""
    enemy = standing(game, state, enemy_of(side)).occupied
    links = _repair_links(game, state, side, nation)
    return Conditions(prices=links, occupied=enemy, kept_out=closed_hexes(game, state))


@derived("markers", "control", "turn")
def _repair_links(game: Game, state: State, side: Side, nation: str) -> LinkCosts:
    """What the track costs repair units of a nation, whoever stands on it."""
    ground: Ground = game.materials.ground
    broad = nation in game.materials.words("broad_nations")
    ready: int = game.materials.number("repair_ready")

    def price(at: Location) -> int | None:
        same = is_broad(game, state, at) == broad
        if rail_owner(state, at) == side and same:
            return ready
        return repair_price(game, state, at, same_gauge=same)

    prices = {at: price(at) for at in ground.rail_hexes}

    def altered() -> LinkCosts:
        steps = ground.rail_links.steps
        leaving: dict[int, tuple[tuple[int, int], ...]] = {
            at: tuple((to, cost) for to, _ in steps[at] if (cost := prices[Location(to)]) is not None)
            for at in ground.rail_hexes
        }
        return ground.rail_links.altered(leaving)

    kept: Recent[tuple[object, ...], LinkCosts] = game.materials.lines
    return kept.get(("repair", frozenset(prices.items())), altered)


@rule("5.23")
def march_of(game: Game, state: State, unit: Unit, full: Container[int] | None = None) -> March:
    """A unit on its way with what it has left; it may cross full hexes, but not stay in one.

    `full` are the places that are full for its nation, where somebody looks at many units of a state.
    """
    materials: Materials = game.materials
    kind = materials.kind(unit)
    if kind.role is Role.REPAIR:
        terms = repair_conditions(game, state, unit.side, kind.nation)
    else:
        how = (FORCED,) if FORCED in unit.marks else ()
        terms = conditions(game, state, kind.movement_column, unit.side, *how)
    closed = full_for(game, state, unit, full)
    points = max(0, allowance(game, state, unit) - spent(unit))
    return March(terms, unit.at, points, may_go_one(game, state, unit), closed)


@rule("5.14")
def may_go_one(game: Game, state: State, unit: Unit) -> bool:
    """A unit that has not set out may always go one hex, but not one that a case declares immobile (ruling 10)."""
    materials: Materials = game.materials
    kind = materials.kind(unit)
    if spent(unit) or FORTIFIED in unit.marks or not kind.faces[min(unit.step, len(kind.faces) - 1)].movement:
        return False
    return pace(game, state, kind, unit.at) is not Pace.NONE


@rule("5.14", "5.21")
def step_costs(game: Game, march: March) -> Mapping[Location, int | Ban]:
    """What each step takes, or what bans it; the hex one can always enter is none from zone to zone."""
    found = dict(steps_of(game.board, march))
    zones = march.conditions.zones
    if march.minimum and march.at in zones:
        for to, cost in march.conditions.tolls_from(march.at):
            if not isinstance(cost, Ban) and cost > march.points and to in zones:
                found[to] = Ban.TOO_FAR
    return found


@rule("5.12", "5.16")
def reach(game: Game, state: State, unit: Unit) -> Reach:
    """Everywhere a unit can still get to in this phase, what it costs, and by which way; friends do not hinder it."""
    materials: Materials = game.materials
    if MOVED in unit.marks or not materials.is_on_map(unit):
        return Reach(unit.at, {unit.at: 0}, {})
    march = march_of(game, state, unit)
    found = marching.reach(game.board, March(march.conditions, march.at, march.points, False, march.not_to_end))
    costs, came = dict(found.costs), dict(found.came)
    for to, cost in step_costs(game, march).items():
        if not isinstance(cost, Ban) and to not in costs and to not in march.not_to_end:
            costs[to], came[to] = cost, march.at
    return Reach(march.at, costs, came)
