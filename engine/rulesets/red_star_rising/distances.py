"""How far hexes lie from the units of a side: hexes from one to the other, terrain ignored (ruling 16)."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.paths import UNREACHED, field
from engine.core.state import Of, State, derived
from engine.rulesets.red_star_rising.materials import Materials
from engine.rulesets.red_star_rising.names import Role

NOT_UNITS = frozenset({Role.AIR_FLEET, Role.PARTISAN})
"""What counts as a unit for strategic movement alone (rulings 17 and 18)."""


@derived("units", "stacks", of=Of.ARGUMENT)
def distances(game: Game, state: State, side: Side) -> tuple[int, ...]:
    """For each location how far the nearest unit of a side is; fleets and partisans are no units here."""
    return _from(game, state, side, lambda role: role not in NOT_UNITS)


@derived("units", "stacks", of=Of.ARGUMENT)
def distances_from_all(game: Game, state: State, side: Side) -> tuple[int, ...]:
    """The same from everything a side has on the map, fleets and partisans too."""
    return _from(game, state, side, lambda role: True)


@derived("units", "stacks", of=Of.ARGUMENT)
def distances_from_role(game: Game, state: State, side: Side, role: Role) -> tuple[int, ...]:
    """The same from a side's units of one role alone."""
    return _from(game, state, side, lambda found: found is role)


def _from(game: Game, state: State, side: Side, counts: Callable[[Role], bool]) -> tuple[int, ...]:
    materials: Materials = game.materials
    starts = [
        unit.at
        for unit in state.every_unit()
        if unit.side == side and materials.is_on_map(unit) and counts(materials.kind(unit).role)
    ]
    return tuple(field(game.board, starts))


def at_least(steps: int, wanted: int) -> bool:
    """Whether a distance is so many hexes or more; nowhere is far from everywhere."""
    return steps == UNREACHED or steps >= wanted


def within(steps: int, limit: int) -> bool:
    """Whether a distance is so many hexes or fewer."""
    return steps != UNREACHED and steps <= limit


def is_adjacent_to(game: Game, state: State, at: Location, side: Side) -> bool:
    """Whether a unit of a side stands in a neighbouring hex."""
    materials: Materials = game.materials
    return any(
        unit.side == side and materials.kind(unit).role not in NOT_UNITS
        for target, _ in game.board.links[at]
        for unit in state.at(Location(target))
    )
