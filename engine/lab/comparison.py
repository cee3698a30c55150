"""Two arms on the same seeds: what did the change do?

Game by game the same seed is played in both, so that what chance does to both falls out of the difference, and far
fewer games tell as much.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import variance

import numpy as np
from numpy.typing import NDArray

from engine.core.messages import message
from engine.lab.arms import Arm, LabError
from engine.lab.fields import MapField, sum_fields
from engine.lab.intervals import FEWEST, Estimate, mean
from engine.lab.report import score_after
from engine.lab.results import GameResult

FEWEST_PAIRS = FEWEST


@dataclass(frozen=True, slots=True)
class Comparison:
    """The second arm less the first, on the seeds that ended in both."""

    side: str
    """Whose wins are counted, and for whom more score is better."""
    pairs: int
    wins: Estimate
    """The change of the share of games that the side wins, a drawn one being half of one."""
    score: Estimate
    turns: tuple[tuple[int, Estimate], ...]
    """The change of the score after each turn."""
    worth: float
    """As many pairs of games on seeds of their own would tell as much of the score as one on the same seed does."""
    changed: tuple[int, ...]
    """The seeds that another side won, in order."""

    @property
    def is_sure(self) -> bool:
        """Whether the change of wins or of the score is surely one.

        A handful of pairs that all change alike scatter not at all, and their interval is as narrow as it is worthless.
        """
        return self.pairs >= FEWEST_PAIRS and (self.wins.excludes(0.0) or self.score.excludes(0.0))


def check_comparable(arms: Sequence[Arm]) -> None:
    """Raise LabError for arms of several games: their sides and scores have nothing to do with each other."""
    games = sorted({arm.ruleset for arm in arms})
    if len(games) > 1:
        raise LabError(message("lab.two-games", names=tuple(games)))


def compare(first: Sequence[GameResult], second: Sequence[GameResult], sides: Sequence[str]) -> Comparison:
    """What differs between two arms, for the first side."""
    others = {game.seed: game for game in second if game.is_finished}
    pairs = [(game, others[game.seed]) for game in first if game.is_finished and game.seed in others]
    side = sides[0]
    before = [one.score for one, _ in pairs]
    after = [two.score for _, two in pairs]
    changes = [two - one for one, two in zip(before, after, strict=True)]
    return Comparison(
        side,
        len(pairs),
        mean([two.worth_to(side) - one.worth_to(side) for one, two in pairs]),
        mean(changes),
        tuple(_by_turn(pairs)),
        _worth(before, after, changes),
        tuple(one.seed for one, two in pairs if one.winner != two.winner),
    )


def _by_turn(pairs: Sequence[tuple[GameResult, GameResult]]) -> list[tuple[int, Estimate]]:
    turns = sorted({row.turn for pair in pairs for game in pair for row in game.turns})
    return [(turn, mean([score_after(two, turn) - score_after(one, turn) for one, two in pairs])) for turn in turns]


def _worth(before: Sequence[float], after: Sequence[float], changes: Sequence[float]) -> float:
    """The scatter of two unpaired means over that of the paired one."""
    if len(changes) < 2:
        return 1.0
    paired = variance(changes)
    return (variance(before) + variance(after)) / paired if paired else 1.0


def field_difference(
    first: Sequence[GameResult],
    second: Sequence[GameResult],
    kind: MapField,
    side: int,
    *,
    sides: int,
    places: int,
    turn: int | None = None,
) -> NDArray[np.float64]:
    """Where on the map the difference lies: the mean of a field in the second arm less that in the first.

    Games that did not end count in neither.
    """
    ended = ([game.fields for game in games if game.is_finished] for games in (first, second))
    one, two = (sum_fields(fields, sides=sides, places=places) for fields in ended)
    return two.mean(kind, side, sides, turn) - one.mean(kind, side, sides, turn)
