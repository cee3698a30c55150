"""Who sits across the table: what a planner thinks of its opponent, learned from how the game goes.

A rehearsal foresees what the position will be worth when the side is next to march, against each sort of opponent.
When that moment comes, what it is really worth tells which sort the opponent is likelier to be.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from math import exp

from engine.players.planning.reflexes import ReflexPlayer
from engine.players.planning.rollouts import Actor, CarelessPlayer

SURE = 0.8
"""From here on a sort of opponent is taken for granted."""
SHARPNESS = 4.0
"""How fast one is convinced, where the two sorts lead to positions that are worth differently."""


class Opponent(Enum):
    """The sorts of opponent that are reckoned with."""

    SKILLED = "skilled"
    CARELESS = "careless"

    def maker(self, seed: int) -> Callable[[], Actor]:
        """Makes one that acts in a rehearsal."""
        return ReflexPlayer if self is Opponent.SKILLED else lambda: CarelessPlayer(seed)


class OpponentBelief:
    """How likely the opponent is careless, from what was foreseen and what came."""

    def __init__(self) -> None:
        self.careless = 0.5
        self._foreseen: dict[Opponent, float] = {}
        self._turn = 0

    def foresee(self, values: Mapping[Opponent, list[float]], turn: int) -> None:
        """Note what the position of the next turn is worth against each sort, on average, as it was rehearsed."""
        self._turn = turn
        self._foreseen = {each: sum(found) / len(found) for each, found in values.items() if found}

    def learn(self, value: float, turn: int) -> None:
        """What the position is really worth in a later turn speaks for the sort against which it was foreseen so."""
        if turn <= self._turn:
            return
        skilled, careless = (self._foreseen.get(each) for each in (Opponent.SKILLED, Opponent.CARELESS))
        self._foreseen = {}
        if skilled is None or careless is None or abs(careless - skilled) < 1e-6:
            return
        along = (value - (skilled + careless) / 2.0) / (careless - skilled)
        odds = self.careless / (1.0 - self.careless) * exp(SHARPNESS * max(-1.0, min(1.0, along)))
        self.careless = min(0.95, max(0.05, odds / (1.0 + odds)))

    def to_rehearse(self) -> tuple[Opponent, ...]:
        """Against whom ways of going on are rehearsed: the likelier sort, or both while it is not clear."""
        if self.careless >= SURE:
            return (Opponent.CARELESS,)
        return (Opponent.SKILLED,) if self.careless <= 1.0 - SURE else (Opponent.SKILLED, Opponent.CARELESS)
