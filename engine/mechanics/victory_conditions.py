"""Victory as a scenario says it, over any game's own scoring: who holds which places, and where the score stands.

A game says who holds a place and how the score is; which of the conditions is met, and when each is looked at, is the
same for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from engine.core.ids import Location, Side
from engine.core.terms import Number


@dataclass(frozen=True, slots=True)
class Condition:
    """One way for a side to win. All that it demands must be so."""

    side: Side
    name: str
    places: tuple[Location, ...] = ()
    count: int = 0
    """How many of the places are enough."""
    score_from: Number | None = None
    score_to: Number | None = None
    turn: int = 0
    """The turn at whose end it is looked at."""
    sudden: bool = False
    """Whether it is looked at on every turn before as well."""

    def is_asked(self, turn: int) -> bool:
        """Whether the end of a turn is a time to look at it."""
        return turn == self.turn or (self.sudden and turn < self.turn)


def is_met(condition: Condition, holder: Callable[[Location], Side | None], score: Number) -> bool:
    """Whether all that a condition demands is so."""
    held = sum(holder(at) == condition.side for at in condition.places)
    if held < condition.count:
        return False
    if condition.score_from is not None and score < condition.score_from:
        return False
    return condition.score_to is None or score <= condition.score_to


def first_met(
    conditions: Iterable[Condition],
    turn: int,
    holder: Callable[[Location], Side | None],
    score: Callable[[], Number],
) -> Condition | None:
    """The first condition that is looked at on a turn and met; the score is reckoned only where one is."""
    asked = [each for each in conditions if each.is_asked(turn)]
    standing = score() if asked else 0
    return next((each for each in asked if is_met(each, holder, standing)), None)
