"""Chapters 3 and 5: what a step of ordinary movement costs a unit, what forbids it, and how far it can get.

The conditions of a march are what the enemy does to a sort of counter; a `Mover` is one unit under them. Menus,
refusals and the reach of a unit all rest on the steps and the reach of its march.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.paths import LinkCosts, Reach
from engine.core.state import Of, State, Unit, derived
from engine.mechanics import marching
from engine.mechanics.marching import NOWHERE, Ban, Conditions, March, ZoneTolls, steps_of
from engine.mechanics.stack_in_hand import forget_spent, spent
from engine.mechanics.unit_notes import UnitNotes
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.factors import halved, movement_of, printed_movement, status_of
from engine.rulesets.red_star_rising.materials import Kind, Materials
from engine.rulesets.red_star_rising.names import (
    DROPPED,
    GERMAN,
    HALTED,
    MOVED,
    SOVIET,
    TRAVEL,
    Arm,
    Role,
    Status,
    enemy_of,
)
from engine.rulesets.red_star_rising.standing import held_open, near_soviets, occupied
from engine.rulesets.red_star_rising.zones import zone_hexes

SKIRTING: Final = "skirting"
"""The mark of a security division that set out within reach of Soviet units and must end beyond it (11.2.3)."""

NEED_A_FRIEND: Final = frozenset({Role.AIR_BASE, Role.HEADQUARTERS, Role.LEADER, Role.SIEGE_ARTILLERY, Role.DEPOT})
"""What may not enter an enemy zone by itself (3.4.3)."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What the enemy does to the movement of a side."""

    zones: frozenset[Location]
    occupied: frozenset[Location]
    snow: bool


@dataclass(frozen=True, slots=True)
class Mover:
    """A unit on its way, and its march as the rules of movement see it."""

    unit: Unit
    march: March

    @property
    def left(self) -> int:
        """What is left of its movement."""
        return self.march.points


@derived("bodies", "stacks", "turn")
def ground_of(game: Game, state: State, side: Side) -> Ground:
    """The ground as a side finds it now."""
    enemy = enemy_of(side)
    return Ground(zone_hexes(game, state, enemy), occupied(game, state, enemy), game.materials.is_snow(state.turn))


# What a unit is to movement


def is_armoured(kind: Kind) -> bool:
    """An Axis combat unit with the armoured symbol: what acts in the motorised phase."""
    return kind.arm is Arm.ARMOUR and kind.side != SOVIET


def is_spent(unit: Unit) -> bool:
    """Whether a unit has moved in this phase and may not go on, or may not move at all in this turn."""
    return MOVED in unit.marks or HALTED in unit.marks


@rule("3.1.1", "3.1.3", "3.3.6")
def allowance(game: Game, unit: Unit) -> int:
    """The points of a unit; siege artillery has hexes along the railway instead."""
    materials: Materials = game.materials
    if materials.kind(unit).role is not Role.SIEGE_ARTILLERY:
        return movement_of(game, unit)
    hexes = materials.number("siege_rail_hexes")
    return halved(hexes) if status_of(unit) in (Status.UNSUPPLIED, Status.LACKING) else hexes


@rule("15.6.3", "3.1.2", "3.1.4", "3.1.5", "3.1.6", "3.3.2", "3.3.4", "3.3.5", "3.3.6", "13.0.3")
def prices_for(materials: Materials, kind: Kind, *, snow: bool) -> LinkCosts:
    """What each step costs without zones: by class and terrain, or one for each hex of railway.

    In snow a marsh is a forest, arctic hexes cost twice as much, and red arrows are rivers to Soviet units on foot.
    """
    if kind.role is Role.SIEGE_ARTILLERY:
        return materials.rail_steps
    return materials.step_costs(kind.movement_class, snow=snow, ice=crosses_ice(kind, snow=snow))


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
    return not spent(unit) and unit.at not in ground.zones and printed_movement(materials, unit) >= 1


@rule("3.1.7", "3.2", "3.4.1", "3.4.2", "3.4.3", "5.0.4", "5.0.6", "5.0.7")
def conditions_for(game: Game, state: State, counter: str, side: Side) -> Conditions:
    """What a type of counter meets on the map.

    Entering a zone costs nothing and stops nobody. A friend in the hex lets those in that need one, but does not
    lower the cost of leaving nor open the way from zone to zone.
    """
    return _conditions(game, state, counter, side)


@derived("bodies", "stacks", "turn")
def _conditions(game: Game, state: State, counter: str, side: Side) -> Conditions:
    materials: Materials = game.materials
    kind = materials.kinds[counter]
    ground = ground_of(game, state, side)
    snow = ground.snow
    return Conditions(
        prices=prices_for(materials, kind, snow=snow),
        occupied=ground.occupied,
        zones=ground.zones,
        tolls=ZoneTolls(leave=exit_cost(materials, kind, snow=snow), across=goes_through_zones(kind, snow=snow)),
        escorts=held_open(game, state, side) if needs_a_friend(kind) else None,
    )


def mover(game: Game, state: State, unit: Unit, *, motorised_phase: bool) -> Mover:
    """A unit as its movement sees it. In the motorised phase there is no minimum move (3.3.3)."""
    materials: Materials = game.materials
    conditions = conditions_for(game, state, unit.type, unit.side)
    crossed = NOWHERE
    if materials.kinds[unit.type].role is Role.SECURITY:
        shunned, crossed = _kept_from(game, state, unit)
        if shunned:
            conditions = replace(conditions, kept_out=shunned)
    minimum = not motorised_phase and has_minimum_move(materials, ground_of(game, state, unit.side), unit)
    return Mover(unit, March(conditions, unit.at, allowance(game, unit) - spent(unit), minimum, crossed))


@dataclass(frozen=True, slots=True)
class StepsOut:
    """The steps from where a unit stands: what each costs or what bans it, and where it can go."""

    costs: Mapping[Location, int | Ban]
    open: tuple[Location, ...]


def steps_out(game: Game, state: State, unit: Unit, *, motorised_phase: bool) -> StepsOut:
    """The steps that a unit can take now. Only those that need a friend rest on what their own side does (3.4.3)."""

    def find() -> StepsOut:
        costs = steps_of(game.board, mover(game, state, unit, motorised_phase=motorised_phase).march)
        return StepsOut(costs, tuple([to for to, cost in costs.items() if not isinstance(cost, Ban)]))

    if needs_a_friend(game.materials.kind(unit)):
        return find()
    return _known_steps(game, state, enemy_of(unit.side), motorised_phase).of(unit, find)


@derived("bodies", "stacks", "turn", of=Of.ARGUMENT)
def _known_steps(game: Game, state: State, enemy: Side, motorised_phase: bool) -> UnitNotes[StepsOut]:
    return UnitNotes()


@rule("11.2.3")
def _kept_from(game: Game, state: State, unit: Unit) -> tuple[frozenset[Location], frozenset[Location]]:
    """A security division keeps out of reach of Soviet units; one that sets out within it may cross, not end there."""
    near = near_soviets(game, state)
    if SKIRTING in unit.marks or (not spent(unit) and unit.at in near):
        return NOWHERE, near
    return near, NOWHERE


@rule("11.2.3")
def is_caught(game: Game, state: State, unit: Unit) -> bool:
    """Whether a unit may not stop where it is: a security division under way that is within reach of Soviet units."""
    return SKIRTING in unit.marks and MOVED not in unit.marks and unit.at in near_soviets(game, state)


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
    return marching.reach(game.board, mover(game, state, unit, motorised_phase=motorised_phase).march)


# The end of a phase


def end_of_movement(draft: Draft, *, of_turn: bool = False) -> None:
    """All may move again in the next movement phase; those a retreat pushed aside only in the next turn (8.0.6)."""
    draft.unmark_all(MOVED, SKIRTING, DROPPED, *((HALTED,) if of_turn else ()))
    forget_spent(draft)
    for unit in draft.state.every_unit():
        if TRAVEL in unit.values:
            draft.set_unit_value(unit.id, TRAVEL, None)
