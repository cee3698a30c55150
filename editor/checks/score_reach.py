"""Where the score of a scenario stands when play begins, and how far it can go. No Qt."""

from __future__ import annotations

from dataclasses import dataclass

from editor.checks.setup_check import SetupCheck
from editor.model.design.design import Design
from engine.core.refusals import GameFault
from engine.core.terms import Number, total


@dataclass(frozen=True, slots=True)
class ScoreReach:
    """The score at the beginning, and the least and the most it can come to where the game can tell."""

    now: Number
    reach: tuple[Number, Number] | None = None


def score_reach(check: SetupCheck, design: Design) -> ScoreReach | None:
    """What the rules say of a scenario as it is laid out; None where it is not that far."""
    found = check.laid_out(design)
    if found is None:
        return None
    game, state = found
    try:
        return ScoreReach(total(game.ruleset.score(game, state)), game.ruleset.score_range(game, state))
    except (GameFault, LookupError, TypeError, ValueError):
        return None
