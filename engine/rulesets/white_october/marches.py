"""7.1 to 7.4: what a step costs a unit, what forbids it, and how far it can get."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.paths import Reach
from engine.core.records import Event
from engine.core.state import State, Unit, derived
from engine.mechanics import marching
from engine.mechanics.marching import AskedPlaces, Conditions, March, ZoneTolls
from engine.mechanics.stack_in_hand import forget_spent, spent
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.names import (
    COVERING,
    DUE,
    ENTERED,
    ENTRY,
    FORCED_MARCH,
    MOVED,
    RESTRICTED,
    ROUTED,
    coming_box,
    enemy_of,
)
from engine.rulesets.white_october.ratings import allowance
from engine.rulesets.white_october.red_morale import shunned
from engine.rulesets.white_october.stacking import crowds, lonely_vehicles, overstacking, room_for
from engine.rulesets.white_october.standing import company, standing, zone_hexes
from engine.rulesets.white_october.supply import blown


def is_spent(unit: Unit) -> bool:
    """Whether a unit has moved in this sequence and may not go on, or does not move of its own will."""
    return MOVED in unit.marks or ROUTED in unit.marks


@rule("7.3", "13")
def covers(materials: Materials, unit: Unit) -> bool:
    """Whether a unit can cover the moves of others: a combat unit, artillery or a fort that has not moved.

    It must have been in its hex since the sequence began (ruling 20).
    """
    kind = materials.kind(unit)
    if not kind.is_company:
        return False
    return not spent(unit) and MOVED not in unit.marks and ENTERED not in unit.marks


@rule("7.3")
@derived("units", "stacks")
def covered_hexes(game: Game, state: State, side: Side) -> frozenset[Location]:
    """The hexes where a unit that has stayed cancels enemy zones for those that come in."""
    materials: Materials = game.materials
    on_map = materials.ground.on_map
    return frozenset(
        unit.at for unit in state.every_unit() if unit.side == side and on_map[unit.at] and covers(materials, unit)
    )


@rule("7.1", "7.3")
@derived("units", "stacks", "side_markers")
def conditions(game: Game, state: State, movement_class: str, side: Side) -> Conditions:
    """What a movement class of a side meets on the map: to enter an enemy zone costs one more, unless it is covered."""
    materials: Materials = game.materials
    enemy = enemy_of(side)
    return Conditions(
        prices=materials.ground.prices(movement_class, blown(state)),
        occupied=standing(game, state, enemy).occupied,
        zones=zone_hexes(game, state, enemy) - covered_hexes(game, state, side),
        tolls=ZoneTolls(enter=materials.number("zone_cost")),
    )


@rule("7.8")
@derived("units", "stacks", "turn")
def reserved_hexes(game: Game, state: State, side: Side) -> frozenset[Location]:
    """The entry hexes of the enemy's reinforcements of this turn and the next, where a side may not stop."""
    due = (unit for unit in state.at(game.board.at(coming_box(enemy_of(side)))) if ENTRY in unit.values)
    soon = (state.turn, state.turn + 1)
    return frozenset(game.board.at(str(unit.values[ENTRY])) for unit in due if int(unit.values.get(DUE, 0)) in soon)


@rule("7.1", "7.2", "10.1")
def march_of(game: Game, state: State, unit: Unit) -> March:
    """A unit on its way: it may always go one hex, and cross a full one.

    One of restricted movement keeps away from the Whites at every step, so that it does not enter what it must leave.
    Back to where it stands is no way out of a full hex: once it has left, nobody may cover its coming there (7.3).
    """
    materials: Materials = game.materials
    kind = materials.kind(unit)
    terms = conditions(game, state, kind.movement_class, unit.side)
    full = _not_to_end(game, state, unit)
    if RESTRICTED in unit.marks:
        nearer = shunned(game, state, unit)
        terms = replace(terms, kept_out=AskedPlaces(lambda at: at in nearer or at in full))
    points = allowance(game, state, unit)
    minimum = not spent(unit) and points > 0
    elsewhere = AskedPlaces(lambda at: at == unit.at or at in full)
    return March(terms, unit.at, max(0, points - spent(unit)), minimum, elsewhere)


@rule("7.1", "7.2", "7.3")
def open_steps(game: Game, state: State, unit: Unit) -> Sequence[Location]:
    """The steps that a unit can take now, for lists of them: the short way to what `march_of` says of each."""
    if RESTRICTED in unit.marks:
        return [to for to, _ in marching.open_steps(game.board, march_of(game, state, unit))]
    materials: Materials = game.materials
    terms = conditions(game, state, materials.kind(unit).movement_class, unit.side)
    reserved, steps = reserved_hexes(game, state, unit.side), terms.prices.steps
    points, used = allowance(game, state, unit), spent(unit)
    left, minimum = max(0, points - used), not used and points > 0
    toll = materials.number("zone_cost")
    occupied, zones, fits = terms.occupied, terms.zones, room_for(game, state, unit)
    full_perhaps = crowds(game, state, unit.side)
    at_home_anywhere = not materials.kind(unit).is_vehicle

    def may_end(at: Location) -> bool:
        return at not in reserved and fits(at)

    def goes_on(at: Location, points: int) -> bool:
        """Whether it can stay or go one hex on; only where not is it asked whether it gets further."""
        if may_end(at):
            return True
        for to, price in steps[at]:
            cost = price + toll if to in zones else price
            if cost <= points and to not in occupied and to != unit.at and may_end(Location(to)):
                return True
        return marching.gets_clear(game.board, march_of(game, state, unit), at, points)

    found: list[Location] = []
    for to, price in steps[unit.at]:
        cost = price + toll if to in zones else price
        if to in occupied or (cost > left and not minimum):
            continue
        free = at_home_anywhere and to not in full_perhaps and to not in reserved
        if free or goes_on(Location(to), max(0, left - cost)):
            found.append(Location(to))
    return found


@rule("7.2", "7.8", "14.1")
def _not_to_end(game: Game, state: State, unit: Unit) -> AskedPlaces:
    """Where a unit cannot stay: among too many, where the enemy is about to come in, and for a vehicle alone."""
    reserved, fits = reserved_hexes(game, state, unit.side), room_for(game, state, unit)

    def is_wrong(at: Location) -> bool:
        if at in reserved:
            return True
        if at != unit.at:
            return not fits(at)
        there = company(state, at, unit.side)
        return overstacking(game, at, there) is not None or lonely_vehicles(game, there) is not None

    return AskedPlaces(is_wrong)


@rule("7.2")
def is_caught(game: Game, state: State, unit: Unit) -> bool:
    """Whether a unit under way may not stop where it is."""
    return bool(spent(unit)) and MOVED not in unit.marks and unit.at in _not_to_end(game, state, unit)


@rule("7.1")
def reach(game: Game, state: State, unit: Unit) -> Reach:
    """Everywhere a unit can still get to in this sequence by marching, what it costs, and by which way."""
    materials: Materials = game.materials
    if is_spent(unit) or not materials.is_on_map(unit) or not materials.kind(unit).marches:
        return Reach(unit.at, {unit.at: 0}, {})
    return marching.reach(game.board, march_of(game, state, unit))


@rule("7.3")
def note_cover(game: Game, draft: Draft, at: Location, side: Side) -> None:
    """Those that cover a move into an enemy zone stay where they are for the rest of the sequence (ruling 20)."""
    state = draft.state
    if at in zone_hexes(game, state, enemy_of(side)) and at in covered_hexes(game, state, side):
        draft.set_marker(at, COVERING, 1)


@rule("7.3")
def keeps_cover(game: Game, state: State, leaving: tuple[Unit, ...], at: Location) -> bool:
    """Whether enough of those that cover a hex stay when some units leave it."""
    if not state.marker(at, COVERING):
        return True
    materials: Materials = game.materials
    gone = {unit.id for unit in leaving}
    side = leaving[0].side
    return any(unit.side == side and unit.id not in gone and covers(materials, unit) for unit in state.at(at))


@dataclass(frozen=True, slots=True)
class CoverLifted(Event):
    """The movement is over: those who covered moves of others are free again."""

    kind: ClassVar[str] = "cover-lifted"
    places: tuple[Location, ...]


@rule("7.3")
def end_of_movement(draft: Draft) -> None:
    """What was noted of the movement of a side is forgotten, a forced march with it."""
    draft.unmark_all(MOVED, ENTERED)
    forget_spent(draft)
    covering = tuple(at for at in sorted(draft.state.markers) if draft.state.marker(at, COVERING))
    for at in covering:
        draft.set_marker(at, COVERING, 0)
    if covering:
        draft.emit(CoverLifted(covering))
    draft.set_value(FORCED_MARCH, None)
