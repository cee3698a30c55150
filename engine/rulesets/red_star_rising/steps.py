"""Chapters 3 and 5: what a step of ordinary movement costs a unit, what forbids it, and how far it can get.

A `Mover` is a unit as its movement sees it, a `Ground` is what the enemy does to the movement of a side. `step_cost`
holds the one against the other for a single step; menus, refusals and the reach of a unit all rest on it.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass
from enum import StrEnum
from heapq import heappop, heappush
from typing import Final

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.paths import Reach
from engine.core.state import Of, State, Unit, derived
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.distances import NOT_UNITS
from engine.rulesets.red_star_rising.factors import face_of, halved, movement_of, status_of
from engine.rulesets.red_star_rising.materials import Kind, Materials
from engine.rulesets.red_star_rising.names import (
    GERMAN,
    HALTED,
    MOVED,
    SOVIET,
    SPENT,
    Arm,
    Role,
    Status,
    enemy_of,
)
from engine.rulesets.red_star_rising.zones import exerting, zones

SKIRTING: Final = "skirting"
"""The mark of a security division that set out within reach of Soviet units and must end beyond it (11.2.3)."""

NEED_A_FRIEND: Final = frozenset({Role.AIR_BASE, Role.HEADQUARTERS, Role.LEADER, Role.SIEGE_ARTILLERY, Role.DEPOT})
"""What may not enter an enemy zone by itself (3.4.3)."""

NOWHERE_NEAR: Final[frozenset[Location]] = frozenset()

Prices = tuple[tuple[tuple[int, int], ...], ...]


class Ban(StrEnum):
    """Why a step cannot be taken."""

    IMPASSABLE = "impassable"
    NO_RAIL = "no-rail"
    ENEMY = "enemy"
    ZONE_TO_ZONE = "zone-to-zone"
    NEEDS_A_FRIEND = "needs-a-friend"
    TOO_FAR = "too-far"
    NEAR_SOVIETS = "near-soviets"
    NO_WAY_OUT = "no-way-out"


@dataclass(frozen=True, slots=True)
class Ground:
    """What the enemy does to the movement of a side."""

    zones: Container[int]
    occupied: Container[int]
    snow: bool


@dataclass(frozen=True, slots=True)
class Mover:
    """A unit on its way: what is left of its movement, and which of the bans concern it."""

    unit: Unit
    prices: Prices
    left: int
    exit_cost: int
    through_zones: bool
    """It may go from one enemy zone straight into another."""
    minimum: bool
    """It may go one hex whatever that costs, for all it has."""
    held: Container[int] | None
    """The hexes where a friend lets it into an enemy zone; None for those that need no such friend."""
    shunned: Container[int] = NOWHERE_NEAR
    """Hexes that a security division may not enter."""
    crossed: Container[int] = NOWHERE_NEAR
    """Hexes that it may cross but not end in."""


@derived("units", "stacks", "turn")
def ground_of(game: Game, state: State, side: Side) -> Ground:
    """The ground as a side finds it now."""
    enemy = enemy_of(side)
    return Ground(zones(game, state, enemy), occupied(game, state, enemy), game.materials.is_snow(state.turn))


@rule("3.2")
@derived("units", "stacks", of=Of.ARGUMENT)
def occupied(game: Game, state: State, side: Side) -> frozenset[Location]:
    """The hexes that units of a side close to the enemy; fleets and partisans close none (3.2 i)."""
    kinds, on_map = game.materials.kinds, game.materials.on_map
    return frozenset(
        unit.at
        for unit in state.every_unit()
        if unit.side == side and on_map[unit.at] and kinds[unit.type].role not in NOT_UNITS
    )


@derived("units", "stacks", of=Of.ARGUMENT)
def held_open(game: Game, state: State, side: Side) -> frozenset[Location]:
    """The hexes where a unit of the side stands that cancels enemy zones for those that need it."""
    on_map = game.materials.on_map
    return frozenset(at for at in state.stacks if on_map[at] and exerting(game, state, at, side))


@rule("11.2.3")
@derived("units", "stacks", of=SOVIET)
def near_soviets(game: Game, state: State) -> frozenset[Location]:
    """The hexes that security divisions keep out of: those within four of a Soviet unit other than partisans."""
    materials: Materials = game.materials
    reach = materials.number("security_distance")
    found: set[Location] = set()
    for at in occupied(game, state, SOVIET):
        found.update(materials.around(at, reach))
    return frozenset(found)


# What a unit is to movement


def is_armoured(kind: Kind) -> bool:
    """An Axis combat unit with the armoured symbol: what acts in the motorised phase."""
    return kind.arm is Arm.ARMOUR and kind.side != SOVIET


def is_spent(unit: Unit) -> bool:
    """Whether a unit has moved in this phase and may not go on, or may not move at all in this turn."""
    return MOVED in unit.marks or HALTED in unit.marks


def spent(unit: Unit) -> int:
    """Movement points spent in this phase."""
    return int(unit.values.get(SPENT, 0))


@rule("3.1.1", "3.1.3", "3.3.6")
def allowance(game: Game, unit: Unit) -> int:
    """The points of a unit; siege artillery has hexes along the railway instead."""
    materials: Materials = game.materials
    if materials.kind(unit).role is not Role.SIEGE_ARTILLERY:
        return movement_of(game, unit)
    hexes = materials.number("siege_rail_hexes")
    return halved(hexes) if status_of(unit) in (Status.UNSUPPLIED, Status.LACKING) else hexes


@rule("15.6.3", "3.1.2", "3.1.4", "3.1.5", "3.1.6", "3.3.2", "3.3.4", "3.3.5", "3.3.6", "13.0.3")
def prices_for(materials: Materials, kind: Kind, *, snow: bool) -> Prices:
    """What each step costs without zones: by class and terrain, or one for each hex of railway.

    In snow a marsh is a forest, arctic hexes cost twice as much, and red arrows are rivers to Soviet units on foot.
    """
    if kind.role is Role.SIEGE_ARTILLERY:
        return materials.rail_steps.steps
    return materials.step_costs(kind.movement_class, snow=snow, ice=crosses_ice(kind, snow=snow)).steps


@rule("3.3.5")
def crosses_ice(kind: Kind, *, snow: bool) -> bool:
    """Only Soviet units that are not motorised use the red arrows, and only in snow."""
    return snow and kind.side == SOVIET and not kind.motorised


@rule("3.3.6", "3.4.1", "5.0.6", "5.0.8", "13.0.3")
def exit_cost(materials: Materials, kind: Kind, *, snow: bool) -> int:
    """What leaving an enemy zone costs on top; siege artillery counts hexes and pays nothing."""
    if kind.role is Role.SIEGE_ARTILLERY:
        return 0
    if snow and kind.side == SOVIET:
        return materials.number("zone_exit_cost_soviet_snow")
    return materials.number("zone_exit_cost")


@rule("15.6.4", "3.2", "3.4.2", "5.0.7", "13.0.3")
def goes_through_zones(kind: Kind, *, snow: bool) -> bool:
    """Only German armour goes from zone to zone, and in snow Guards cavalry."""
    if kind.role is Role.GUARDS_CAVALRY:
        return snow
    return is_armoured(kind) and kind.nation == GERMAN


@rule("3.4.3", "5.0.4", "3.3.6")
def needs_a_friend(kind: Kind) -> bool:
    """Whether a unit enters enemy zones only where a friend that exerts a zone already stands."""
    return kind.role in NEED_A_FRIEND


@rule("3.3.3")
def has_minimum_move(materials: Materials, ground: Ground, unit: Unit) -> bool:
    """A unit that has not moved may go one hex for all its points, unless it begins in an enemy zone or never moves."""
    return not spent(unit) and unit.at not in ground.zones and face_of(materials, unit).movement >= 1


def mover(game: Game, state: State, unit: Unit, *, motorised_phase: bool) -> Mover:
    """A unit as its movement sees it. In the motorised phase there is no minimum move (3.3.3)."""
    materials: Materials = game.materials
    kind = materials.kind(unit)
    ground = ground_of(game, state, unit.side)
    snow = ground.snow
    shunned = crossed = NOWHERE_NEAR
    if kind.role is Role.SECURITY:
        shunned, crossed = _kept_from(game, state, unit)
    return Mover(
        unit,
        prices_for(materials, kind, snow=snow),
        allowance(game, unit) - spent(unit),
        exit_cost(materials, kind, snow=snow),
        goes_through_zones(kind, snow=snow),
        not motorised_phase and has_minimum_move(materials, ground, unit),
        held_open(game, state, unit.side) if needs_a_friend(kind) else None,
        shunned,
        crossed,
    )


@rule("11.2.3")
def _kept_from(game: Game, state: State, unit: Unit) -> tuple[frozenset[Location], frozenset[Location]]:
    """A security division keeps out of reach of Soviet units; one that sets out within it may cross, not end there."""
    near = near_soviets(game, state)
    if SKIRTING in unit.marks or (not spent(unit) and unit.at in near):
        return NOWHERE_NEAR, near
    return near, NOWHERE_NEAR


@rule("11.2.3")
def is_caught(game: Game, state: State, unit: Unit) -> bool:
    """Whether a unit may not stop where it is: a security division under way that is within reach of Soviet units."""
    return SKIRTING in unit.marks and MOVED not in unit.marks and unit.at in near_soviets(game, state)


# Steps


@rule("3.1.7", "3.2", "3.4.1", "3.4.2", "3.4.3", "5.0.4", "5.0.6", "5.0.7")
def toll(ground: Ground, mover: Mover, origin: int, target: int, price: int) -> int | Ban:
    """What a step costs with the enemy's zones, or what forbids it; points are not counted here.

    Entering a zone costs nothing and stops nobody. A friend in the hex lets those in that need one, but does not
    lower the cost of leaving nor open the way from zone to zone.
    """
    if target in ground.occupied:
        return Ban.ENEMY
    leaving = origin in ground.zones
    if target in ground.zones:
        if leaving and not mover.through_zones:
            return Ban.ZONE_TO_ZONE
        if mover.held is not None and target not in mover.held:
            return Ban.NEEDS_A_FRIEND
    if target in mover.shunned:
        return Ban.NEAR_SOVIETS
    return price + mover.exit_cost if leaving else price


@rule("3.2", "3.3.2", "3.3.3")
def step_cost(ground: Ground, mover: Mover, to: Location, price: int) -> int | Ban:
    """What the next step costs, in points of the unit; a minimum move takes all it has (3.2 f, 3.3.3)."""
    cost = toll(ground, mover, mover.unit.at, to, price)
    if isinstance(cost, Ban):
        return cost
    if cost > mover.left:
        if not mover.minimum:
            return Ban.TOO_FAR
        cost = mover.left
    if to in mover.crossed and not _gets_clear(ground, mover, to, mover.left - cost):
        return Ban.NO_WAY_OUT
    return cost


def price_of(mover: Mover, to: Location) -> int | None:
    """What the chart asks for the step to a neighbour; None where it cannot be entered."""
    for target, price in mover.prices[mover.unit.at]:
        if target == to:
            return price
    return None


def open_steps(ground: Ground, mover: Mover) -> Iterator[tuple[Location, int]]:
    """The steps a unit can take by itself, with what each costs."""
    for target, price in mover.prices[mover.unit.at]:
        to = Location(target)
        cost = step_cost(ground, mover, to, price)
        if not isinstance(cost, Ban):
            yield to, cost


# How far


@rule("3.1.1", "3.3.2", "3.3.3")
def reach(game: Game, state: State, unit: Unit, *, motorised_phase: bool = False) -> Reach:
    """Everywhere a unit can still get to in this phase by ordinary movement alone, what it costs, and by which way.

    Stacking is not looked at: it is checked when the phase is over. A unit that may not move reaches where it stands.
    """
    materials: Materials = game.materials
    waits = motorised_phase and not is_armoured(materials.kind(unit))
    if waits or is_spent(unit) or not materials.is_on_map(unit) or not allowance(game, unit):
        return Reach(unit.at, {unit.at: 0}, {})
    ground = ground_of(game, state, unit.side)
    who = mover(game, state, unit, motorised_phase=motorised_phase)
    costs, came = _spread(ground, who, unit.at, who.left)
    if who.minimum:
        for to, cost in open_steps(ground, who):
            if to not in costs:
                costs[to], came[to] = cost, unit.at
    ends = {at: cost for at, cost in costs.items() if at == unit.at or at not in who.crossed}
    return Reach(unit.at, ends, came)


def _spread(ground: Ground, mover: Mover, start: Location, points: int) -> tuple[dict[Location, int], dict[int, int]]:
    """The cheapest way to every hex within some points, and whence each is entered."""
    costs = {start: 0}
    came: dict[int, int] = {}
    waiting = [(0, int(start))]
    while waiting:
        so_far, origin = heappop(waiting)
        if so_far > costs[Location(origin)]:
            continue
        for target, price in mover.prices[origin]:
            cost = toll(ground, mover, origin, target, price)
            if isinstance(cost, Ban):
                continue
            total, to = so_far + cost, Location(target)
            if total <= points and total < costs.get(to, total + 1):
                costs[to], came[target] = total, origin
                heappush(waiting, (total, target))
    return costs, came


def _gets_clear(ground: Ground, mover: Mover, at: Location, points: int) -> bool:
    """Whether a security division can still end beyond the reach of Soviet units from a hex."""
    costs, _ = _spread(ground, mover, at, points)
    return any(to not in mover.crossed for to in costs)


# The end of a phase


def end_of_movement(draft: Draft, *, of_turn: bool = False) -> None:
    """All may move again in the next movement phase; those a retreat pushed aside only in the next turn (8.0.6)."""
    draft.unmark_all(MOVED, SKIRTING, *((HALTED,) if of_turn else ()))
    for unit in draft.state.every_unit():
        if SPENT in unit.values:
            draft.set_unit_value(unit.id, SPENT, None)
