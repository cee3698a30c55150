"""The budget of processor time that each game's tests have."""

from __future__ import annotations

from tests.helpers.cpu_budget import BUDGET, PROPERTY, BudgetOfGames


def test_a_game_whose_tests_cost_too_much_is_named() -> None:
    account = BudgetOfGames()
    account.add([(PROPERTY, ("cheap", BUDGET / 2)), (PROPERTY, ("dear", BUDGET / 2)), ("other", 7)])
    account.add([(PROPERTY, ("dear", BUDGET))])
    assert account.over(1.0) == ["dear"]
    assert account.over(2.0) == [], "a machine half as quick may take twice as long"
