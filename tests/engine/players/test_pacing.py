"""Nobody paces to and fro: few marches of a turn are undone in the next."""

from __future__ import annotations

import pytest

from engine.core.actions import StepTo
from engine.core.game import Game, Transition
from engine.core.ids import Location, UnitId
from engine.core.records import Action
from engine.core.state import State
from engine.players.playouts import play
from engine.players.registry import players_for
from engine.rulesets.assembly import assemble
from engine.rulesets.library import find_bundled

FEW = 0.1
"""This share of the marches may end where the unit stood a turn ago."""


def undone(game: Game, name: str, *, seed: int, most: int) -> tuple[int, int]:
    """How many marches took a unit back to where it had stood when the turn before began, and how many there were."""
    began: dict[int, dict[UnitId, Location]] = {}
    marched: dict[int, set[UnitId]] = {}

    def watch(state: State, action: Action, transition: Transition) -> None:
        if state.turn not in began:
            began[state.turn] = {unit.id: unit.at for unit in state.every_unit()}
        if isinstance(action, StepTo):
            marched.setdefault(state.turn, set()).add(action.unit)

    found = play(game, players_for(game, (name,), seed), seed, most_actions=most, watch=watch)
    assert found.fault is None
    back = total = 0
    for turn in sorted(began)[2:]:
        last, before, now = began.get(turn - 1, {}), began.get(turn - 2, {}), began[turn]
        for unit in marched.get(turn - 1, set()):
            total += 1
            went_away = unit in before and before[unit] != last.get(unit)
            back += went_away and now.get(unit) == before[unit]
    return back, total


@pytest.mark.parametrize("scenario", ["typhoon", "pulkovo-heights"])
def test_few_marches_are_undone_by_the_next_turn(scenario: str) -> None:
    back, total = undone(assemble(find_bundled(scenario).load()), "greedy", seed=3, most=320)
    assert total > 15
    assert back <= FEW * total
