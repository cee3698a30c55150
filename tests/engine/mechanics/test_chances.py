"""Chances: what the faces of a die come to, and what that costs on average."""

from __future__ import annotations

from fractions import Fraction

from engine.core.answers import Losses, Reckoning, Throw
from engine.mechanics.chances import chances_of, expected

COSTS = {"A1": (Losses(0, 1), Losses()), "NE": (Losses(), Losses()), "DE": (Losses(), Losses(3, 3))}
READ = [("2", "A1"), ("3", "NE"), ("4", "NE"), ("4", "DE"), ("5", "DE"), ("5", "DE")]


def test_faces_with_the_same_result_are_one_chance_with_all_their_rows() -> None:
    found = chances_of(READ, COSTS.__getitem__)
    assert [(each.result, each.share, each.rows) for each in found] == [
        ("A1", Fraction(1, 6), ("2",)),
        ("NE", Fraction(1, 3), ("3", "4")),
        ("DE", Fraction(1, 2), ("4", "5")),
    ]
    assert found[0].attacker == Losses(0, 1)
    assert sum(each.share for each in found) == 1


def test_expected_losses_weigh_each_result_by_its_chance_over_all_throws() -> None:
    chances = chances_of(READ, COSTS.__getitem__)
    throw = Throw(
        "red", "combat", "3:1", ("2", "3", "4", "4", "5", "5"), Reckoning.of(), Reckoning.of(), "4.5", chances
    )  # type: ignore[arg-type]
    attacker, defender = expected((throw,))
    assert (attacker.least, attacker.most) == (0, Fraction(1, 6))
    assert (defender.least, defender.most) == (Fraction(3, 2), Fraction(3, 2))
    assert expected((throw, throw))[1].most == 3
    assert expected(()) == (Losses(), Losses())


def test_faces_that_are_not_as_likely_weigh_as_they_are() -> None:
    shares = [Fraction(1, 2), *[Fraction(1, 10)] * 5]
    found = chances_of(READ, COSTS.__getitem__, shares)
    assert [(each.result, each.share) for each in found] == [
        ("A1", Fraction(1, 2)),
        ("NE", Fraction(1, 5)),
        ("DE", Fraction(3, 10)),
    ]
