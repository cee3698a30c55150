"""What many games of one arm tell, as numbers: every one of them follows from the rows, and from nothing else.

Win shares with their intervals, the score over time, losses, objectives, length, columns and terrain. What units, cards
and rules came to is in `deeds_report.py`; who shows it, and in which language, is the business of others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil
from statistics import fmean

from engine.lab.intervals import FEWEST, Estimate, games_to_know, games_to_settle, quantile, share
from engine.lab.results import NOBODY, GameResult

BAND = (0.1, 0.5, 0.9)
"""Between the first and the last of these lie four games of five."""


@dataclass(frozen=True, slots=True)
class Band:
    """A number over many games at one turn: its mean, its middle, and where four of five lie."""

    turn: int
    mean: float
    low: float
    middle: float
    high: float


@dataclass(frozen=True, slots=True)
class LookAt:
    """A game that is worth a look, and why."""

    reason: str
    """The key of a message under `report.look`."""
    seed: int


@dataclass(frozen=True, slots=True)
class Balance:
    """Who wins how often."""

    sides: tuple[str, ...]
    games: int
    """Games that came to an end."""
    wins: Mapping[str, int]
    draws: int
    levels: Mapping[tuple[str, str], int]
    """By winner and level, the most frequent first."""

    def share(self, side: str) -> Estimate:
        return share(self.wins[side], self.games)

    def level_share(self, winner: str, level: str) -> Estimate:
        return share(self.levels.get((winner, level), 0), self.games)

    @property
    def decided(self) -> int:
        """The games that somebody won."""
        return self.games - self.draws

    @property
    def is_settled(self) -> bool:
        """Whether it is sure that one side wins more than half of the games that are won."""
        return self.decided >= FEWEST and any(share(self.wins[side], self.decided).low > 0.5 for side in self.sides)

    @property
    def to_settle(self) -> int | None:
        """The games in all that would settle whether the side that is ahead really is; None if it is even."""
        if not self.decided:
            return None
        wanted = games_to_settle(max(self.wins.values()) / self.decided)
        return None if wanted is None else ceil(wanted * self.games / self.decided)

    @property
    def to_know(self) -> int:
        """The games in all that would tell the share of the first side to within five in a hundred."""
        return games_to_know(self.share(self.sides[0]).value)


@dataclass(frozen=True, slots=True)
class Report:
    """The numbers of one arm."""

    balance: Balance
    faults: tuple[GameResult, ...]
    endless: tuple[GameResult, ...]
    scores: tuple[float, ...]
    """Of every game that ended, by seed."""
    score_bands: tuple[Band, ...]
    steps_lost: Mapping[str, tuple[float, ...]]
    """By side, what a game cost it on the average in each turn of `turns`."""
    units_lost: Mapping[str, tuple[float, ...]]
    turns: tuple[int, ...]
    """The turns that were played in some game."""
    held: tuple[Mapping[str, tuple[float, ...]], ...]
    """For each objective, by side, the share of games in which it held it after each turn of `standings`."""
    standings: tuple[int, ...]
    """The turns after which it is known how it stood: the one before the first is the beginning."""
    lengths: Mapping[int, int]
    """How many games ended on each turn."""
    actions: float
    """Decisions a game, on the average."""
    seconds: float
    """What all games together took."""
    look_at: tuple[LookAt, ...]


def report(results: Sequence[GameResult], sides: Sequence[str]) -> Report:
    """The numbers of some games."""
    ended = [game for game in results if game.is_finished]
    standings = tuple(sorted({row.turn for game in ended for row in game.turns}))
    turns = standings[1:]
    return Report(
        balance(ended, sides),
        tuple(game for game in results if game.fault),
        tuple(game for game in results if not game.fault and not game.level),
        tuple(game.score for game in ended),
        _score_bands(ended, standings),
        _losses(ended, sides, turns, "steps_lost"),
        _losses(ended, sides, turns, "units_lost"),
        turns,
        _held(ended, sides, standings),
        standings,
        dict(sorted(Counter(game.turn for game in ended).items())),
        fmean(game.actions for game in ended) if ended else 0.0,
        sum(game.seconds for game in results),
        look_at_first(ended),
    )


def balance(ended: Sequence[GameResult], sides: Sequence[str]) -> Balance:
    """Who won how often."""
    wins = Counter(game.winner for game in ended)
    levels = Counter((game.winner, game.level) for game in ended)
    named = {side: wins[side] for side in sides}
    ordered = dict(sorted(levels.items(), key=lambda each: (-each[1], each[0])))
    return Balance(tuple(sides), len(ended), named, len(ended) - sum(named.values()), ordered)


def _score_bands(ended: Sequence[GameResult], standings: Sequence[int]) -> tuple[Band, ...]:
    """The score after each turn; a game that is over keeps the score it ended with."""
    found = []
    for turn in standings:
        at = sorted(score_after(game, turn) for game in ended)
        low, middle, high = (quantile(at, part) for part in BAND)
        found.append(Band(turn, fmean(at), low, middle, high))
    return tuple(found)


def score_after(game: GameResult, turn: int) -> float:
    """How it stood after a turn; a game that is over stands as it ended."""
    known = [row.score for row in game.turns if row.turn <= turn]
    return known[-1] if known else game.turns[0].score


def _losses(
    ended: Sequence[GameResult], sides: Sequence[str], turns: Sequence[int], what: str
) -> dict[str, tuple[float, ...]]:
    sums = {(number, turn): 0 for number in range(len(sides)) for turn in turns}
    for game in ended:
        for row in game.turns[1:]:
            for number, lost in enumerate(getattr(row, what)):
                sums[number, row.turn] += lost
    count = max(1, len(ended))
    return {side: tuple(sums[number, turn] / count for turn in turns) for number, side in enumerate(sides)}


def _held(
    ended: Sequence[GameResult], sides: Sequence[str], standings: Sequence[int]
) -> tuple[dict[str, tuple[float, ...]], ...]:
    """Of each objective; once a game is over its holders stay."""
    objectives = len(ended[0].turns[0].holders) if ended and ended[0].turns else 0
    counts: Counter[tuple[int, int, str]] = Counter()
    for game in ended:
        last = NOBODY * objectives
        by_turn = {row.turn: row.holders for row in game.turns}
        for turn in standings:
            last = by_turn.get(turn, last)
            counts.update((number, turn, letter) for number, letter in enumerate(last))
    return tuple(
        {
            side: tuple(counts[number, turn, str(index)] / max(1, len(ended)) for turn in standings)
            for index, side in enumerate(sides)
        }
        for number in range(objectives)
    )


def look_at_first(ended: Sequence[GameResult]) -> tuple[LookAt, ...]:
    """The games to look at first: one like most, the shortest, and the one that turned most."""
    if not ended:
        return ()
    middle = quantile(sorted(game.score for game in ended), 0.5)
    common = Counter(game.winner for game in ended).most_common(1)[0][0]
    usual = [game for game in ended if game.winner == common]
    typical = min(usual, key=lambda game: (abs(game.score - middle), game.seed))
    shortest = min(ended, key=lambda game: (game.turn, game.actions, game.seed))
    swing = max(ended, key=lambda game: (biggest_swing(game), -game.seed))
    return (LookAt("typical", typical.seed), LookAt("shortest", shortest.seed), LookAt("swing", swing.seed))


def biggest_swing(game: GameResult) -> float:
    """The most that the score changed in one turn."""
    scores = [row.score for row in game.turns]
    return max((abs(after - before) for before, after in pairwise(scores)), default=0.0)
