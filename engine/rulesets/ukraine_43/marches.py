"""Chapters 4, 6 and 7: what a step costs a unit, what forbids it, and how far it can get."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import replace
from typing import Any

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.paths import Reach
from engine.core.state import Of, State, Unit, derived
from engine.mechanics import marching
from engine.mechanics.marching import Ban, Conditions, March, ZoneTolls
from engine.mechanics.stack_in_hand import forget_spent, spent
from engine.rulesets.ukraine_43.bonds import bonds
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.ground import HALVES, Going, Ground
from engine.rulesets.ukraine_43.materials import Materials
from engine.rulesets.ukraine_43.names import (
    CAUGHT,
    DAM,
    EXTENDED,
    FELL_BACK,
    MOVED,
    PACES,
    PONTOON,
    REACTING,
    SOVIET,
    Dam,
    Role,
    Weather,
    enemy_of,
    weather_of,
)
from engine.rulesets.ukraine_43.ratings import Mode, allowance, goes_one_hex, paces
from engine.rulesets.ukraine_43.security import quiet_cities
from engine.rulesets.ukraine_43.stacking import is_crowded
from engine.rulesets.ukraine_43.standing import air_cover, standing, zone_hexes


@rule("28.2")
def is_flooded(state: State) -> bool:
    """Whether the water of the dam stands below Zaporozhye."""
    return state.values.get(DAM) in (Dam.BLOWN_SOVIET, Dam.BLOWN_AXIS)


@rule("4.4", "18.5.A")
@derived("side_markers")
def pontoons(game: Game, state: State, side: Side) -> frozenset[int]:
    """The sides that a side crosses on floating bridges, which only the Soviet side has."""
    if side != SOVIET:
        return frozenset()
    return frozenset(edge for edge, markers in state.side_markers.items() if markers.get(PONTOON))


def is_bridged(game: Game, state: State, edge: int, side: Side) -> bool:
    """Whether a side of a major river can be crossed by a bridge."""
    return edge in game.materials.ground.bridges or edge in pontoons(game, state, side)


@rule("15.6")
@derived("units", "stacks", of=Of.ARGUMENT)
def interdicted(game: Game, state: State, enemy: Side) -> frozenset[Location]:
    """The hexes in which the aircraft of the enemy make roads and bridges dear."""
    return air_cover(game, state, enemy)


def going(game: Game, state: State, movement_class: str, artillery: bool, side: Side) -> Going:
    """What a class of units of a side meets on its way besides the ground."""
    return Going(
        movement_class,
        artillery=artillery,
        rain=weather_of(state) is Weather.RAIN,
        pontoons=pontoons(game, state, side),
        covered=interdicted(game, state, enemy_of(side)),
        flooded=is_flooded(state),
    )


@rule("4.1", "6.3.A", "6.3.B", "7.2")
@derived("units", "stacks", "side_markers", "values")
def conditions(game: Game, state: State, movement_class: str, artillery: bool, side: Side) -> Conditions:
    """What a class of units meets: sticky zones, which cost two points to leave, bonds, and hexes of the enemy."""
    ground: Ground = game.materials.ground
    enemy = enemy_of(side)
    linked = bonds(game, state, enemy)
    return Conditions(
        prices=ground.prices(going(game, state, movement_class, artillery, side)),
        occupied=standing(game, state, enemy).occupied,
        zones=zone_hexes(game, state, enemy),
        tolls=ZoneTolls(leave=HALVES * game.materials.number("zone_exit")),
        kept_out=linked.hexes,
        barred_borders=linked.sides,
    )


@rule("4.1", "4.7", "4.9", "4.10", "11.3")
def march_of(game: Game, state: State, unit: Unit, mode: Mode, group: tuple[UnitId, ...] = ()) -> March:
    """A unit on its way, with those that move with it.

    It may pass through hexes that are full but not stay there, and in an extended move it does not end in an enemy
    zone (ruling 14).
    """
    materials: Materials = game.materials
    kind = materials.kind(unit)
    terms = conditions(game, state, kind.movement_class, kind.is_artillery, unit.side)
    if kind.role is Role.SECURITY:
        terms = _staying_in_cities(game, state, terms, unit)
    members = tuple([state.unit(each) for each in group]) if group else (unit,)
    full = _not_to_end(game, state, members)
    if goes_one_hex(game, state, unit, mode):
        return March(terms, unit.at, 0, minimum=not paces(unit), not_to_end=full)
    return March(terms, unit.at, max(0, allowance(game, state, unit) - spent(unit)), not_to_end=full)


@rule("21")
def _staying_in_cities(game: Game, state: State, terms: Conditions, unit: Unit) -> Conditions:
    """A security division that comes into a quiet city goes no further."""
    prices = terms.prices.altered({at: () for at in quiet_cities(game, state, unit.side) if at != unit.at})
    return replace(terms, prices=prices)


class _WrongEnds(Container[int]):
    """Where units cannot stay. It is asked about every step of everybody, and keeps what it needs at hand."""

    __slots__ = ("_alone", "_closed", "_materials", "_moving", "_side", "_stacks", "_types", "_units")

    def __init__(self, game: Game, state: State, moving: tuple[Unit, ...], closed: frozenset[Location]) -> None:
        self._materials: Materials = game.materials
        self._stacks: Mapping[Any, tuple[UnitId, ...]] = state.stacks
        self._units, self._closed = state.units, closed
        self._side = moving[0].side
        self._moving = [unit.id for unit in moving]
        self._types = [unit.type for unit in moving]
        self._alone = len(moving) == 1

    def __contains__(self, at: object) -> bool:
        if at in self._closed:
            return True
        stack = self._stacks.get(at, ())
        if not stack and self._alone:
            return False
        units, side = self._units, self._side
        there = [units[each] for each in stack if each not in self._moving]
        types = [unit.type for unit in there if unit.side == side]
        return bool(types or not self._alone) and is_crowded(self._materials, (*types, *self._types))


@rule("4.7", "5.4", "6.5")
def _not_to_end(game: Game, state: State, moving: tuple[Unit, ...]) -> Container[int]:
    """Where units cannot stay: among too many, and in an enemy zone at the end of an extended move."""
    for unit in moving:
        if EXTENDED in unit.marks:
            return _WrongEnds(game, state, moving, zone_hexes(game, state, enemy_of(unit.side)))
    return _WrongEnds(game, state, moving, frozenset())


@rule("4.1")
@derived("units", "stacks", "side_markers", "values")
def steps_alone(game: Game, state: State, unit: UnitId, mode: Mode) -> Mapping[Location, int | Ban]:
    """What each step from where a unit stands costs it when it goes alone, or what bans it."""
    return marching.steps_of(game.board, march_of(game, state, state.unit(unit), mode))


@rule("5.4")
def is_caught(game: Game, state: State, unit: Unit, group: tuple[UnitId, ...]) -> bool:
    """Whether a unit under way may not stop where it is, with those that move with it."""
    if not spent(unit) or MOVED in unit.marks:
        return False
    members = tuple(state.unit(each) for each in group) or (unit,)
    return unit.at in _not_to_end(game, state, members)


@rule("4.1")
def reach(game: Game, state: State, unit: Unit, mode: Mode) -> Reach:
    """Everywhere a unit can still get to by marching in this phase, what it costs in halves, and by which way."""
    return marching.reach(game.board, march_of(game, state, unit, mode))


def end_of_movement(draft: Draft) -> None:
    """What was noted of the movement of a phase is forgotten, and who fell back before an overrun (13.3)."""
    draft.unmark_all(MOVED, REACTING, CAUGHT, FELL_BACK)
    forget_spent(draft)
    for unit in draft.state.every_unit():
        if PACES in unit.values:
            draft.set_unit_value(unit.id, PACES, None)
