"""Where results are kept: what the lab asks of a file, which `engine/storage` fills, and the same in memory.

A game is kept under its arm and its seed, once. So an experiment that was stopped goes on where it was, one that is
made larger plays only what is new, and arms that two experiments share are played once. What is known of a game follows
from its arm and its seed; that its process died does not, and gives way to the game once it has been played.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from engine.lab.arms import Arm
from engine.lab.results import GameResult


class ResultShelf(Protocol):
    """Keeps the games of arms."""

    def keep(self, arm: Arm, results: Iterable[GameResult]) -> None:
        """Put games by; one that is known already stays as it is."""

    def seeds(self, arm: str) -> frozenset[int]:
        """The seeds of an arm that have been played."""

    def results(self, arm: str, seeds: range | None = None) -> tuple[GameResult, ...]:
        """The games of an arm by their seeds, or those of a span of seeds."""

    def arms(self) -> tuple[Arm, ...]:
        """What has been played, in the order in which it was begun."""


class MemoryShelf:
    """A shelf that is gone with the program."""

    def __init__(self) -> None:
        self._arms: dict[str, Arm] = {}
        self._games: dict[str, dict[int, GameResult]] = {}

    def keep(self, arm: Arm, results: Iterable[GameResult]) -> None:
        self._arms.setdefault(arm.id, arm)
        kept = self._games.setdefault(arm.id, {})
        for result in results:
            if result.seed not in kept or not kept[result.seed].is_known:
                kept[result.seed] = result

    def seeds(self, arm: str) -> frozenset[int]:
        return frozenset(seed for seed, game in self._games.get(arm, {}).items() if game.is_known)

    def results(self, arm: str, seeds: range | None = None) -> tuple[GameResult, ...]:
        kept = self._games.get(arm, {})
        return tuple(kept[seed] for seed in sorted(kept) if seeds is None or seed in seeds)

    def arms(self) -> tuple[Arm, ...]:
        return tuple(self._arms.values())
