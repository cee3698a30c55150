"""How sure a number is: 95 % intervals of shares, means and differences, and the games that would settle it.

Shares are after Wilson, differences of two shares after Newcombe, means of pairs after Student.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf, sqrt
from statistics import NormalDist, fmean, stdev

SURE = 0.95
_Z = NormalDist().inv_cdf(0.5 + SURE / 2)
FEWEST = 6
"""Fewer games or pairs than this all fall the same way by chance alone more than once in twenty times."""
CLOSE = 0.05
"""How close a share is known when it is said to be known."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number and where it lies with 95 % certainty."""

    value: float
    low: float
    high: float

    def excludes(self, value: float) -> bool:
        """Whether it is surely another number than this."""
        return value < self.low or value > self.high


def share(count: float, of: int) -> Estimate:
    """The share that `count` is of so many; of nothing nothing is known."""
    if not of:
        return Estimate(0.0, 0.0, 1.0)
    p = count / of
    middle = (p + _Z * _Z / (2 * of)) / (1 + _Z * _Z / of)
    half = _Z / (1 + _Z * _Z / of) * sqrt(p * (1 - p) / of + _Z * _Z / (4 * of * of))
    return Estimate(p, max(0.0, middle - half), min(1.0, middle + half))


def difference_of_shares(first: float, of_first: int, second: float, of_second: int) -> Estimate:
    """How much larger the first of two independent shares is."""
    one, two = share(first, of_first), share(second, of_second)
    value = one.value - two.value
    low = value - sqrt((one.value - one.low) ** 2 + (two.high - two.value) ** 2)
    high = value + sqrt((one.high - one.value) ** 2 + (two.value - two.low) ** 2)
    return Estimate(value, max(-1.0, low), min(1.0, high))


def mean(values: Sequence[float]) -> Estimate:
    """The mean of numbers of which nobody knows how they scatter; of fewer than two nothing is sure."""
    if not values:
        return Estimate(0.0, -inf, inf)
    value = fmean(values)
    if len(values) == 1:
        return Estimate(value, -inf, inf)
    half = _student(len(values) - 1) * stdev(values) / sqrt(len(values))
    return Estimate(value, value - half, value + half)


def _student(freedom: int) -> float:
    """How many standard errors are 95 %: exact for one and two degrees of freedom, else by Cornish and Fisher."""
    if freedom == 1:
        return 12.706204736
    if freedom == 2:
        return 4.302652730
    z, v = _Z, freedom
    return (
        z
        + (z**3 + z) / (4 * v)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * v**4)
    )


def games_to_settle(value: float, against: float = 0.5) -> int | None:
    """How many games in all would show that a share like this one is not even; None where it is."""
    if abs(value - against) < 1e-9:
        return None
    return _fewest(lambda games: games >= FEWEST and share(value * games, games).excludes(against))


def games_to_know(value: float, closeness: float = CLOSE) -> int:
    """How many games in all would tell a share like this one to within so much either way."""

    def is_close(games: int) -> bool:
        known = share(value * games, games)
        return max(value - known.low, known.high - value) <= closeness

    return _fewest(is_close)


def _fewest(would_do: Callable[[int], bool]) -> int:
    """The fewest games that would do, where more of them always do as well."""
    games, step = 1, 1
    while not would_do(games):
        step = max(1, games // 2)
        games += step
    low, high = games - step, games
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if would_do(middle) else (middle, high)
    return high


def quantile(ordered: Sequence[float], part: float) -> float:
    """The number below which a part of some ordered numbers lies, halfway between neighbours where need be."""
    if not ordered:
        return 0.0
    at = part * (len(ordered) - 1)
    low = int(at)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (at - low)
