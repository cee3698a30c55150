"""Answers about a position that every game gives in the same way: zones at a place, a unit's reach, the score.

A game says who exerts a zone, how far a unit gets and what the score is made of; here that is put into the form that a
probe prints.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from engine.core.answers import ReachedLocation, Reckoning, ScoreAnswer, ZoneAnswer
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.paths import Reach
from engine.core.records import Outcome
from engine.core.state import State, Unit
from engine.core.terms import Number, Term

Zones = Callable[[Game, State, Side], Mapping[Location, tuple[UnitId, ...]]]


def zone_answer(game: Game, state: State, asked: Mapping[str, Any], *, zones: Zones, rule: str) -> ZoneAnswer:
    """Who exerts a zone at a place, side by side; a side that exerts none is left out."""
    at = game.board.at(asked["at"])
    found = {side: zones(game, state, side).get(at, ()) for side in game.ruleset.sides}
    return ZoneAnswer(at, {side: units for side, units in found.items() if units}, rule)


def reached_places(found: Reach, told: Callable[[int], Number] = lambda cost: cost) -> tuple[ReachedLocation, ...]:
    """Everywhere a unit gets to, in the order of the board, with the cost and the way; `told` says costs in points."""
    return tuple(ReachedLocation(at, told(cost), found.path_to(at)) for at, cost in sorted(found.costs.items()))


def score_answer(terms: Iterable[Term], outcome: Outcome) -> ScoreAnswer:
    """The score with what it is made of, and what it is worth: as it ended, or as it would if it ended now."""
    return ScoreAnswer(Reckoning.of(*terms), outcome.winner, outcome.level)


def stack_side(units: Sequence[Unit], state: State, otherwise: Side) -> Side:
    """Whose stack it is that is asked about; of an empty place, that of the side which decides now."""
    return units[0].side if units else state.side or otherwise
