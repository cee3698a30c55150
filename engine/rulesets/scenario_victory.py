"""How a scenario is won in its designer's own words: the conditions of its text as the rules of a game ask them.

A game finds out at the end of each turn, and again when its own rules say that it is over. Those rules keep the last
word where they end a game before its last turn: whoever has no units left has lost.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from engine.core.game import Game
from engine.core.ids import Side
from engine.core.records import Outcome
from engine.core.state import State
from engine.core.terms import Number, total
from engine.mechanics.victory_conditions import Condition, first_met
from engine.rulesets.brief import Brief

BY_SCENARIO = ""
"""In the place of a case: no rulebook says it, the scenario does."""
PLAIN = "scenario"
"""What a victory is called that its designer gave no name."""


@dataclass(frozen=True, slots=True)
class ScenarioVerdict:
    """Who has won by the scenario."""

    conditions: tuple[Condition, ...]
    otherwise: Side | None
    last_turn: int

    @classmethod
    def of(cls, brief: Brief) -> ScenarioVerdict | None:
        """The verdict of a scenario; None for one that leaves it all to the game."""
        scenario = brief.scenario
        if not scenario.victory and scenario.otherwise is None:
            return None
        conditions = tuple(
            Condition(
                side=Side(each.side),
                name=each.name or PLAIN,
                places=tuple(map(brief.board.at, each.hold)),
                count=each.any or len(each.hold),
                score_from=_exact(each.score_from),
                score_to=_exact(each.score_to),
                turn=each.turn or scenario.last_turn,
                sudden=each.sudden,
            )
            for each in scenario.victory
        )
        otherwise = Side(scenario.otherwise) if scenario.otherwise is not None else None
        return cls(conditions, otherwise, scenario.last_turn)

    def __call__(self, game: Game, state: State, ended: Outcome | None) -> Outcome | None:
        """How a game ends with a turn; `ended` is how its own rules have ended it, if they have."""
        if ended is not None and state.turn < self.last_turn:
            return ended
        met = first_met(
            self.conditions,
            state.turn,
            lambda at: game.ruleset.holder(game, state, at),
            lambda: total(game.ruleset.score(game, state)),
        )
        if met is not None:
            return Outcome(met.side, met.name, BY_SCENARIO)
        if state.turn >= self.last_turn and self.otherwise is not None:
            return Outcome(self.otherwise, PLAIN, BY_SCENARIO)
        return ended


def _exact(score: float | None) -> Number | None:
    """A score as the rules reckon it; documents write halves with a point."""
    return None if score is None else Fraction(score)
