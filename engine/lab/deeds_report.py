"""What units, columns, terrain, cards and rules came to in many games, and what went with winning.

That a side wins more often where a card was played does not say that it won by it; it says where to look.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from engine.lab.intervals import Estimate, difference_of_shares
from engine.lab.results import Deeds, GameResult


@dataclass(frozen=True, slots=True)
class UnitLine:
    """One unit over many games; shares are of the games."""

    unit: str
    side: str
    moved: float
    fought: float
    died: float
    arrived: float
    arrives: float | None
    """The turn in which it came, on the average; None of one that never came."""
    effect: Estimate | None
    """How much more often its side won where an arrival fought than where it did not; None where that is not known."""


@dataclass(frozen=True, slots=True)
class CardLine:
    """One card over many games."""

    card: str
    games: int
    """In how many it was played."""
    times: float
    """How often a game, on the average."""
    effect: Estimate | None
    """How much more often the first side won where it was played."""


@dataclass(frozen=True, slots=True)
class DeedsReport:
    """What happened."""

    columns: Mapping[str, float]
    """How often a game dice were read in each column, on the average."""
    terrains: Mapping[str, float]
    units: tuple[UnitLine, ...]
    cards: tuple[CardLine, ...]
    unused: tuple[str, ...]
    """Cases that came up in no game."""

    @property
    def never_moved(self) -> tuple[UnitLine, ...]:
        """Units that neither moved nor came."""
        return tuple(line for line in self.units if not line.moved and not line.arrived)

    @property
    def never_fought(self) -> tuple[UnitLine, ...]:
        return tuple(line for line in self.units if not line.fought)


def deeds_report(
    results: Sequence[GameResult],
    sides: Sequence[str],
    *,
    units: Mapping[str, str],
    cards: Collection[str] = (),
    cases: Collection[str] = (),
    told: Sequence[Deeds] | None = None,
) -> DeedsReport:
    """What some games came to; `units` says of which side each is, `cases` which there are.

    `told` is what happened in each of the games, for those who have unpacked it already.
    """
    every = [game.told() for game in results] if told is None else told
    ended = [game for game in results if game.is_finished]
    told = [each for game, each in zip(results, every, strict=True) if game.is_finished]
    came_up = {case for each in told for case in each.cases}
    return DeedsReport(
        _means([each.columns for each in told]),
        _means([each.terrains for each in told]),
        tuple(_unit_lines(ended, told, units)),
        tuple(_card_lines(ended, told, sides[0], cards)),
        tuple(case for case in cases if case not in came_up),
    )


def _means(counted: Sequence[Mapping[str, int]]) -> dict[str, float]:
    sums: Counter[str] = Counter()
    for each in counted:
        sums.update(each)
    games = len(counted)
    return {name: count / games for name, count in sorted(sums.items(), key=lambda each: (-each[1], each[0]))}


def _unit_lines(ended: Sequence[GameResult], told: Sequence[Deeds], units: Mapping[str, str]) -> list[UnitLine]:
    moved = Counter(unit for each in told for unit in each.moved)
    fought = Counter(unit for each in told for unit in each.fought)
    died = Counter(unit for each in told for unit in each.died)
    came: dict[str, list[int]] = {}
    for each in told:
        for unit, turn in each.arrived.items():
            came.setdefault(unit, []).append(turn)
    games = max(1, len(told))
    fighters = [frozenset(each.fought) for each in told]
    return [
        UnitLine(
            unit,
            side,
            moved[unit] / games,
            fought[unit] / games,
            died[unit] / games,
            len(came.get(unit, ())) / games,
            fmean(came[unit]) if unit in came else None,
            _effect(ended, [unit in each for each in fighters], side) if unit in came else None,
        )
        for unit, side in units.items()
    ]


def _card_lines(
    ended: Sequence[GameResult], told: Sequence[Deeds], first: str, cards: Collection[str]
) -> list[CardLine]:
    times: Counter[str] = Counter()
    games = Counter(card for each in told for card in each.cards)
    for each in told:
        times.update(each.cards)
    known = {*cards, *times}
    lines = [
        CardLine(
            card,
            games[card],
            times[card] / max(1, len(told)),
            _effect(ended, [card in each.cards for each in told], first),
        )
        for card in known
    ]
    return sorted(lines, key=lambda line: (-line.times, line.card))


def _effect(ended: Sequence[GameResult], happened: Sequence[bool], side: str) -> Estimate | None:
    """How much more often a side won where something happened; None where it always or never did."""
    with_it = [game.winner == side for game, did in zip(ended, happened, strict=True) if did]
    without = [game.winner == side for game, did in zip(ended, happened, strict=True) if not did]
    if not with_it or not without:
        return None
    return difference_of_shares(sum(with_it), len(with_it), sum(without), len(without))
