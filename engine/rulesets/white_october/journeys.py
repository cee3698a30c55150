"""7.6, 14.2 and 15.1: how far those get that do not march: trains, fleets and Trotsky, whom no movement points hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from engine.core.answers import ReachedLocation
from engine.core.game import Game
from engine.core.ids import Location
from engine.core.state import State, Unit, evolve
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.names import Role
from engine.rulesets.white_october.rail import rail_lines, rail_refusal
from engine.rulesets.white_october.sailing import Sail, sail_refusal, sea_ways
from engine.rulesets.white_october.special_moves import MoveByRail
from engine.rulesets.white_october.trains import RunTrain, run_refusal, train_ways

Ways: TypeAlias = Mapping[Location, tuple[Location, ...]]
"""The places one can get to, each with the way there, from the first hex to the last."""


@rule("7.6", "14.2", "15.1")
def journeys_of(game: Game, state: State, unit: Unit) -> tuple[ReachedLocation, ...] | None:
    """Where a train, a fleet or Trotsky can end its move, at no cost; None for whoever marches or is not on the map."""
    materials: Materials = game.materials
    role = materials.kind(unit).role
    if role not in _WAYS or not materials.is_on_map(unit):
        return None
    mine = evolve(state, side=unit.side)
    ways = _WAYS[role](game, mine, unit)
    return tuple(ReachedLocation(at, 0, way) for at, way in sorted({**ways, unit.at: (unit.at,)}.items()))


def _by_rail(game: Game, state: State, unit: Unit) -> Ways:
    ends = {to: way for to, way in train_ways(game, state, unit).items() if to != unit.at}
    return {to: way for to, way in ends.items() if run_refusal(game, state, RunTrain(unit.id, to)) is None}


def _by_sea(game: Game, state: State, unit: Unit) -> Ways:
    found = sea_ways(game, unit)
    ends = (to for to in found if sail_refusal(game, state, Sail(unit.id, to)) is None)
    return {to: tuple(reversed(found.path(to))) for to in ends}


def _as_trotsky(game: Game, state: State, unit: Unit) -> Ways:
    found = rail_lines(game, state, unit.at, unit.side, through_city=True)
    ends = (to for to in found if rail_refusal(game, state, MoveByRail(unit.id, to)) is None)
    return {to: tuple(reversed(found.path(to))) for to in ends}


_WAYS: Final[Mapping[Role, Callable[[Game, State, Unit], Ways]]] = {
    Role.ARMOURED_TRAIN: _by_rail,
    Role.FLEET: _by_sea,
    Role.TROTSKY: _as_trotsky,
}
