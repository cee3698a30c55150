"""Every registered game can be played by the computer players: both sides, without a fault, and within bounds.

`redoubt match` plays whole games; here the beginning of each introduction is enough, so that the suite stays short.
"""

from __future__ import annotations

import pytest

from engine.core.secrets.secrecy import scramble
from engine.players.greedy import GreedyPlayer
from engine.players.planning import planner, stances
from engine.players.player import Budget
from engine.players.playouts import play
from engine.players.random_player import RandomPlayer
from engine.players.registry import players_for
from engine.rulesets.library import bundled_scenarios, find_bundled
from engine.rulesets.registry import registered
from tests.contract.subjects import subject


@pytest.fixture(autouse=True)
def _short_sight(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever plans looks no further than its own turn, so that the suite stays short."""
    monkeypatch.setattr(planner, "FAR", 0)
    monkeypatch.setattr(planner, "NEAR", 0)
    monkeypatch.setattr(stances, "MOST", 1)


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


@pytest.mark.parametrize(("game", "scenario"), GAMES)
def test_nobody_peeks_at_what_its_side_may_not_know(game: str, scenario: str) -> None:
    """Hands, hidden strengths, plots and sealed air points are swapped: what a player picks stays the same."""
    found = subject(game, scenario).game
    state, random = found.new(11).state, RandomPlayer(11)
    for step in range(31):
        menu = found.menu(state)
        if step % 10 == 0:
            swapped = scramble(found, state, menu.side, 77)
            picks = [
                GreedyPlayer(5).choose(found, found.view(each, menu.side), found.menu(each), Budget(200)).action
                for each in (state, swapped)
            ]
            assert picks[0] == picks[1]
        state = found.apply(state, random.choose(found, found.view(state, menu.side), menu, Budget()).action).state
