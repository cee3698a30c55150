"""Intervals against a reference, and the number of games that would settle a question.

The reference is large, and imported where it is asked: a worker that has none of these tests does without it.
"""

from __future__ import annotations

from math import inf

import pytest

from engine.lab.intervals import difference_of_shares, games_to_know, games_to_settle, mean, quantile, share


@pytest.mark.parametrize(("wins", "games"), [(0, 10), (10, 10), (3, 10), (55, 100), (1, 1000), (512, 1000)])
def test_a_share_has_the_interval_of_wilson(wins: int, games: int) -> None:
    from statsmodels.stats.proportion import proportion_confint

    found = share(wins, games)
    low, high = proportion_confint(wins, games, method="wilson")
    assert found.value == wins / games
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-12)


@pytest.mark.parametrize(("first", "second"), [((30, 50), (20, 60)), ((0, 10), (9, 10)), ((7, 7), (1, 90))])
def test_a_difference_of_shares_has_the_interval_of_newcombe(first: tuple[int, int], second: tuple[int, int]) -> None:
    from statsmodels.stats.proportion import confint_proportions_2indep

    found = difference_of_shares(*first, *second)
    low, high = confint_proportions_2indep(*first, *second, method="newcomb")
    assert (found.low, found.high) == pytest.approx((max(-1, low), min(1, high)), abs=1e-9)


@pytest.mark.parametrize("count", [2, 3, 4, 6, 12, 100])
def test_a_mean_has_the_interval_of_student(count: int) -> None:
    from statsmodels.stats.weightstats import DescrStatsW

    values = [float((number * 37) % 11) - 4 for number in range(count)]
    found = mean(values)
    low, high = DescrStatsW(values).tconfint_mean()
    assert (found.low, found.high) == pytest.approx((low, high), rel=5e-3)


def test_of_nothing_nothing_is_known() -> None:
    assert (share(0, 0).low, share(0, 0).high) == (0.0, 1.0)
    assert (mean([]).low, mean([3.0]).high) == (-inf, inf)
    assert quantile([], 0.5) == 0.0


def test_so_many_games_would_settle_it_and_one_less_would_not() -> None:
    for value in (0.6, 0.52, 0.9, 0.3):
        games = games_to_settle(value)
        assert games is not None
        assert share(value * games, games).excludes(0.5)
        assert not share(value * (games - 1), games - 1).excludes(0.5)
    assert games_to_settle(0.5) is None


def test_so_many_games_would_tell_a_share_and_one_less_would_not() -> None:
    for value in (0.5, 0.3, 0.9, 1.0, 0.0):
        games = games_to_know(value)
        enough, fewer = (share(value * number, number) for number in (games, games - 1))
        assert max(value - enough.low, enough.high - value) <= 0.05
        assert max(value - fewer.low, fewer.high - value) > 0.05, "also where one side has won them all"
