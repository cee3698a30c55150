"""What a position is worth to a side, asked so often that nothing is looked for in it twice."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.game import Game
from engine.core.ids import Side
from engine.core.state import State
from engine.core.terms import Term
from engine.players.weights import Weights

VICTORY = 60.0
"""What it is worth to have won, beside the points."""
_PREFIX = "appraisal."


class Judge:
    """Of one side: the game's own appraisal, weighed."""

    def __init__(self, game: Game, side: Side, weights: Weights) -> None:
        self.game, self.side, self.weights = game, side, weights
        self._last: tuple[State, float] | None = None

    def value(self, state: State) -> float:
        """What a side makes of a state; the last one it was asked about is remembered."""
        if self._last is not None and self._last[0] is state:
            return self._last[1]
        found = self.weigh(self.game.ruleset.appraise(self.game, state, self.side))
        outcome = state.outcome
        if outcome is not None and outcome.winner is not None:
            found += VICTORY if outcome.winner == self.side else -VICTORY
        self._last = (state, found)
        return found

    def weigh(self, terms: Iterable[Term]) -> float:
        """What amounts come to."""
        weights = self.weights
        return sum(weights[term.label.key.removeprefix(_PREFIX)] * float(term.value) for term in terms)
