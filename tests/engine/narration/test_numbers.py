"""Numbers as one reads them: halves and thirds, above nothing and below it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.core.terms import Number
from engine.narration.explanations import number, signed


@pytest.mark.parametrize(
    ("value", "read"),
    [
        (3, "3"),
        (Fraction(1, 2), "½"),
        (Fraction(5, 2), "2½"),
        (Fraction(-1, 2), "-½"),
        (Fraction(-3, 2), "-1½"),
        (Fraction(-4, 3), "-1⅓"),
        (Fraction(-2, 7), "-2/7"),
    ],
)
def test_a_number_below_nothing_is_as_far_from_it_as_the_same_above(value: Number, read: str) -> None:
    assert number(value) == read


def test_a_modifier_has_its_sign() -> None:
    assert [signed(value) for value in (Fraction(1, 2), 0, Fraction(-3, 2))] == ["+½", "+0", "-1½"]
