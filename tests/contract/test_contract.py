"""Every registered game keeps the contract, in each of its bundled scenarios."""

from __future__ import annotations

import functools
from collections import Counter

import pytest

from engine.definitions.scenario import Difficulty, Scenario
from engine.players.playouts import play as play_out
from engine.players.registry import players_for
from engine.rulesets.library import find_bundled
from tests.contract.checks import GAME_CHECKS, STEP_CHECKS, hold_to_contract
from tests.contract.game_checks import MOST_ACTIONS
from tests.contract.playthrough import begin
from tests.contract.subjects import subject, subject_names

SEEDS = (1, 2, 3)
MOST_STEPS, LATER_STEPS = 400, 150
"""As many steps of a long game are looked at, of those after the first fewer; that it ends is another test."""
MANY_UNITS, FEWER_STEPS = 60, 40
"""In a scenario with many units each step costs more to look at; `make fuzz` looks at as many as one likes."""
CLOSELY, AFTERWARDS = 3, 3
"""A third of a long game every check looks at; of the rest each looks at one step in so many."""
GLANCED_AT = 40
"""In a game between planners each check looks at one step in so many."""
ARMIES, MANY_SHEETS, GLANCES = 100, 3, 6
"""Of the largest, with so many units or sheets, a few steps are looked at."""


def _is_large(scenario: str) -> bool:
    return len(find_bundled(scenario).scenario.setup) > MANY_UNITS


@functools.cache
def _is_giant(scenario: str) -> bool:
    """Whether its armies or its map are so large that the suite can only look in; `make fuzz` plays it at length."""
    found = find_bundled(scenario)
    return len(found.scenario.setup) > ARMIES or (
        _is_large(scenario) and any(len(each.sheets) > MANY_SHEETS for each in found.load().maps.values())
    )


def _is_introduction(scenario: Scenario) -> bool:
    return scenario.difficulty is Difficulty.EASY and len(scenario.setup) <= 2 * ARMIES


def _looked_at() -> list[tuple[str, str, int]]:
    """Games of which every step is looked at."""
    return [(*names, seed) for names in subject_names() for seed in (SEEDS[:1] if _is_giant(names[1]) else SEEDS)]


def _whole_games() -> list[tuple[str, str, int]]:
    """Games that are played to their end: several of each scenario, of a large one a single one, of a giant none.

    An easy introduction is played all the same, unless its armies are twice as large again.
    """
    seeds = range(10, 14)
    played = [
        names
        for names in subject_names()
        if not _is_giant(names[1]) or _is_introduction(find_bundled(names[1]).scenario)
    ]
    return [(*names, seed) for names in played for seed in (seeds[:1] if _is_large(names[1]) else seeds)]


def _steps_looked_at(scenario: str, seed: int) -> int:
    if _is_giant(scenario):
        return GLANCES
    if _is_large(scenario):
        return FEWER_STEPS
    return MOST_STEPS if seed == SEEDS[0] else LATER_STEPS


@pytest.mark.parametrize(("game", "scenario", "seed"), _looked_at())
def test_a_game_keeps_the_contract(game: str, scenario: str, seed: int) -> None:
    """One game, looked at by every check, a long one closely to begin with; another process plays the first again."""
    most = _steps_looked_at(scenario, seed)
    ran: Counter[str] = Counter()
    played = hold_to_contract(
        begin(subject(game, scenario), seed),
        most,
        ran,
        elsewhere=seed == SEEDS[0],
        every=AFTERWARDS,
        closely=most if seed == SEEDS[0] and most <= FEWER_STEPS else most // CLOSELY,
    )
    assert len(played.steps) == most or played.last.outcome is not None
    assert set(ran) >= {*STEP_CHECKS, *GAME_CHECKS}


@pytest.mark.parametrize(("game", "scenario", "seed"), _whole_games())
def test_random_games_end(game: str, scenario: str, seed: int) -> None:
    found = subject(game, scenario).game
    playout = play_out(found, players_for(found, ("random",), seed), seed, most_actions=MOST_ACTIONS)
    assert playout.fault is None
    assert playout.outcome is not None


@pytest.mark.parametrize("game", ["white-october"])
@pytest.mark.parametrize("seed", [21])
def test_a_game_between_planners_keeps_the_contract_to_its_end(game: str, seed: int) -> None:
    """The quickest introduction; `make fuzz BOTS=planner` plays the others."""
    ran: Counter[str] = Counter()
    found = begin(subject(game, "pulkovo-heights"), seed, ("planner",))
    played = hold_to_contract(found, MOST_ACTIONS, ran, every=GLANCED_AT)
    assert played.last.outcome is not None
    assert set(ran) >= {*STEP_CHECKS, *GAME_CHECKS}


def test_there_is_something_to_hold_to_the_contract() -> None:
    assert {"toy-skirmish", "toy-cabinet"} <= {game for game, _ in subject_names()}
