"""Every registered game can be played by the computer players: both sides, without a fault, and within bounds.

`redoubt match` plays whole games; here the beginning of each introduction is enough, so that the suite stays short.
"""

from __future__ import annotations

import pytest

from engine.players.playouts import play
from engine.players.registry import players_for
from engine.rulesets.library import bundled_scenarios, find_bundled
from engine.rulesets.registry import registered
from tests.contract.subjects import subject


def _introduction(game: str) -> str:
    """The shortest scenario of a game."""
    return min(bundled_scenarios(game), key=lambda name: find_bundled(name).scenario.hours or 0)


GAMES = [(game, _introduction(game)) for game in registered()]
MANY_UNITS, FEW_ACTIONS = 100, 2
"""With so many units one thought of the planner takes seconds; `redoubt match` plays such scenarios."""


def _actions(scenario: str, name: str, most: int) -> int:
    many = name == "planner" and len(find_bundled(scenario).scenario.setup) > MANY_UNITS
    return FEW_ACTIONS if many else most


@pytest.mark.parametrize(("game", "scenario"), GAMES)
@pytest.mark.parametrize(("name", "usual"), [("greedy", 50), ("planner", 6), ("idle", 60)])
def test_both_sides_are_played_without_a_fault(game: str, scenario: str, name: str, usual: int) -> None:
    most = _actions(scenario, name, usual)
    found = subject(game, scenario).game
    playout = play(found, players_for(found, (name,), 7), 7, most_actions=most)
    assert playout.fault is None, playout.fault
    assert playout.actions == most or playout.outcome is not None
