"""Nobody paces to and fro: few marches of a turn are undone in the next."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine.core.actions import StepTo
from engine.core.game import Game, Transition
from engine.core.ids import Location, Side, UnitId
from engine.core.records import Action
from engine.core.state import State
from engine.players.planning import planner
from engine.players.planning.planner import PlannerPlayer
from engine.players.player import Player
from engine.players.playouts import play
from engine.players.registry import players_for
from engine.rulesets.assembly import assemble
from engine.rulesets.library import find_bundled

FEW = 0.1
"""This share of the marches may end where the unit stood a turn ago."""


def undone(game: Game, players: Mapping[Side, Player], *, seed: int, most: int) -> tuple[int, int]:
    """How many marches took a unit back to where it had stood when the turn before began, and how many there were.

    Who was driven back, or has followed a beaten enemy, and returns has not paced.
    """
    began: dict[int, dict[UnitId, Location]] = {}
    marched: dict[int, set[UnitId]] = {}

    def watch(state: State, action: Action, transition: Transition) -> None:
        if state.turn not in began:
            began[state.turn] = {unit.id: unit.at for unit in state.every_unit()}
        if isinstance(action, StepTo):
            marched.setdefault(state.turn, set()).add(action.unit)

    found = play(game, players, seed, most_actions=most, watch=watch)
    assert found.fault is None
    back = total = 0
    for turn in sorted(began)[2:]:
        last, before, now = began.get(turn - 1, {}), began.get(turn - 2, {}), began[turn]
        for unit in marched.get(turn - 1, set()):
            total += 1
            went_away = unit in marched.get(turn - 2, ()) and before[unit] != last.get(unit)
            back += went_away and now.get(unit) == before[unit]
    return back, total


@pytest.mark.parametrize("scenario", ["typhoon", "pulkovo-heights"])
def test_few_marches_are_undone_by_the_next_turn(scenario: str) -> None:
    game = assemble(find_bundled(scenario).load())
    back, total = undone(game, players_for(game, ("greedy",), 3), seed=3, most=480)
    assert total > 10
    assert back <= FEW * total


def test_a_planner_that_changes_its_plan_does_not_pace_either(monkeypatch: pytest.MonkeyPatch) -> None:
    """It looks no further than its own turn, so that it changes its mind as often as it ever will."""
    monkeypatch.setattr(planner, "FAR", 0)
    game = assemble(find_bundled("pulkovo-heights").load())
    players = {
        side: PlannerPlayer(number, planning=200, is_doubtful=True) for number, side in enumerate(game.ruleset.sides)
    }
    back, total = undone(game, players, seed=3, most=600)
    assert total > 10
    assert back <= FEW * total
