"""A rehearsal keeps those where they are who gather for an attack, and counts what the enemy could do next."""

from __future__ import annotations

import pytest

from engine.core.actions import StepTo
from engine.core.game import Game
from engine.core.state import State
from engine.players import planner
from engine.players.player import Budget
from engine.players.rehearsal import Rehearsed, rehearse, worth_of
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


def test_a_planner_keeps_to_the_plain_way_unless_another_wins_every_rehearsal(
    marching: tuple[Game, State], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One lucky throw does not make a plan: a way that loses one rehearsal of three is given up."""
    game, state = marching
    menu = game.menu(state)
    view = game.view(state, menu.side)

    def chosen(values: dict[str, tuple[float, ...]]) -> str:
        def rehearsed(*_: object, way_stance: str, seed: int) -> Rehearsed:
            return Rehearsed(values[way_stance][seed], state, 1)

        monkeypatch.setattr(
            planner,
            "rehearse",
            lambda *args, seed, **_: rehearsed(way_stance="bold" if args[3] else "steady", seed=seed),
        )
        ways = tuple(planner.PlannedWay(name, stance) for name, stance in planner.STANCES.items())
        return planner.PlannerPlayer(0)._best_way(game, view, menu, ways, Budget(100)).name

    assert chosen({"steady": (0, 0, 0), "bold": (9, 9, -1)}) == "steady"
    assert chosen({"steady": (0, 0, 0), "bold": (1, 1, 1)}) == "steady"
    assert chosen({"steady": (0, 0, 0), "bold": (6, 3, 9)}) == "bold"
