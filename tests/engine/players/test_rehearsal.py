"""A rehearsal keeps those where they are who gather for an attack, and counts what the enemy could do next."""

from __future__ import annotations

import pytest

from engine.core.actions import StepTo
from engine.core.game import Game
from engine.core.state import State
from engine.players.player import Budget
from engine.players.rehearsal import rehearse, worth_of
from engine.players.situation import Situation
from engine.rulesets.assembly import assemble
from engine.rulesets.library import find_bundled


@pytest.fixture(scope="module")
def marching() -> tuple[Game, State]:
    """The beginning of the first march on Petrograd."""
    game = assemble(find_bundled("pulkovo-heights").load())
    state = game.new(1).state
    while not game.menu(state).of_kind(StepTo):
        state = game.apply(state, next(iter(game.menu(state)))).state
    return game, state


def test_who_is_settled_stays_while_the_others_march(marching: tuple[Game, State]) -> None:
    game, state = marching
    side = game.menu(state).side

    def moved(settled: frozenset[str] = frozenset()) -> frozenset[str]:
        found = rehearse(game, state, side, {}, settled=settled, budget=Budget(4000), answers=0)
        assert found is not None
        own = (unit for unit in state.every_unit() if unit.side == side and unit.id in found.state.units)
        return frozenset(unit.id for unit in own if found.state.unit(unit.id).at != unit.at)

    marched = moved()
    assert len(marched) > 4
    assert len(moved(marched) & marched) <= len(marched) // 2


def test_a_position_that_nobody_has_answered_is_worth_less_by_what_could_befall_it(
    marching: tuple[Game, State],
) -> None:
    game, state = marching
    side = game.menu(state).side
    assert Situation(game, state, side).peril() > 0
    assert worth_of(game, state, side, is_answered=False) < worth_of(game, state, side)
