"""Quick experiments on the toy games, for the tests of the lab."""

from __future__ import annotations

from functools import cache

from engine.lab.arms import Arm, arm_of
from engine.lab.crews import OwnProcess
from engine.lab.experiments import Experiment, run
from engine.lab.results import GameResult
from engine.lab.shelves import MemoryShelf, ResultShelf
from engine.rulesets.library import find_bundled

RANDOM = ("random",)


@cache
def ford_arm() -> Arm:
    """The Ford between players who do anything at all."""
    return arm_of(find_bundled("ford").load(), None, RANDOM)


@cache
def cabinet_arm() -> Arm:
    """The game of cards."""
    return arm_of(find_bundled("cabinet-war").load(), None, RANDOM)


def played(*arms: Arm, games: int, seed: int = 1, shelf: ResultShelf | None = None) -> ResultShelf:
    """A shelf with games of arms, played here."""
    kept = MemoryShelf() if shelf is None else shelf
    for _ in run(Experiment(arms, games, seed), kept, OwnProcess()):
        pass
    return kept


@cache
def ford_games(games: int = 16) -> tuple[GameResult, ...]:
    """Games of the Ford, played once for all tests."""
    return played(ford_arm(), games=games).results(ford_arm().id)
