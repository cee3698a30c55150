"""Odds: the column that two strengths come to, rounded in favour of the defender."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.terms import Number
from engine.mechanics.odds import column_at, odds_index, shifted, simple_odds, threshold

COLUMNS = ("1:3", "1:2", "1:1", "3:2", "2:1", "3:1")
strengths = st.integers(1, 60) | st.fractions(min_value=Fraction(1, 2), max_value=60, max_denominator=4)


@pytest.mark.parametrize(
    ("column", "ratio"),
    [("3:1", 3), ("1-2", "1/2"), ("1.5-1", "3/2"), ("1/1.5", "2/3"), (" 2 : 1 ", 2), ("10:1", 10), ("0:1", 0)],
)
def test_a_column_stands_for_a_ratio(column: str, ratio: int | str) -> None:
    assert threshold(column) == Fraction(ratio)


@pytest.mark.parametrize("column", ["", "3", "3:", "a:b", "3:0", "-1:2", "1:1:1", "٣:1", "1.:1"])
def test_what_is_no_ratio_is_refused(column: str) -> None:
    with pytest.raises(ValueError, match=r"no odds column|divides by nothing"):
        threshold(column)


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (6, 2, "3:1"),
        (5, 2, "2:1"),
        (100, 1, "3:1"),
        (7, 4, "3:2"),
        (4, 4, "1:1"),
        (3, 4, "1:2"),
        (1, 3, "1:3"),
        (Fraction(7, 2), 2, "3:2"),
        (5, 0, "3:1"),
        (0, 0, "3:1"),
    ],
)
def test_a_ratio_falls_to_the_highest_column_it_reaches(attack: Number, defence: Number, column: str) -> None:
    index = odds_index(COLUMNS, attack, defence)
    assert index is not None
    assert COLUMNS[index] == column


def test_below_the_lowest_column_there_is_none() -> None:
    assert odds_index(COLUMNS, 1, 4) is None
    assert odds_index(COLUMNS, 0, 4) is None


@given(strengths, strengths)
def test_no_column_further_right_was_reached(attack: Number, defence: Number) -> None:
    index = odds_index(COLUMNS, attack, defence)
    ratio = Fraction(attack) / Fraction(defence)
    reached = -1 if index is None else index
    assert all((threshold(column) <= ratio) == (place <= reached) for place, column in enumerate(COLUMNS))


@given(strengths, strengths)
def test_columns_need_not_stand_in_order(attack: Number, defence: Number) -> None:
    backwards = COLUMNS[::-1]
    one, other = odds_index(COLUMNS, attack, defence), odds_index(backwards, attack, defence)
    assert (one is None) == (other is None)
    if one is not None and other is not None:
        assert COLUMNS[one] == backwards[other]


@pytest.mark.parametrize(
    ("attack", "defence", "odds"),
    [
        (6, 2, "3:1"),
        (5, 2, "2:1"),
        (4, 4, "1:1"),
        (3, 4, "1:2"),
        (1, 3, "1:3"),
        (2, 7, "1:4"),
        (5, 0, "5:0"),
        (0, 5, "0:5"),
    ],
)
def test_odds_in_words(attack: int, defence: int, odds: str) -> None:
    assert simple_odds(attack, defence) == odds


@given(strengths, strengths)
def test_odds_in_words_never_flatter_the_attacker(attack: Number, defence: Number) -> None:
    assert threshold(simple_odds(attack, defence)) <= Fraction(attack) / Fraction(defence)


@given(st.integers(0, 5), st.integers(-20, 20))
def test_a_shift_never_leaves_the_table(index: int, shift: int) -> None:
    moved = shifted(index, shift, COLUMNS)
    assert 0 <= moved < len(COLUMNS)
    if 0 <= index + shift < len(COLUMNS):
        assert moved == index + shift


@pytest.mark.parametrize(("attack", "place"), [(3, 5), (4, 6), (9, 6 + 5), (100, 5 + 10)])
def test_places_beyond_the_table_are_counted_in_whole_numbers(attack: int, place: int) -> None:
    assert odds_index(COLUMNS, attack, 1, beyond=10) == place


def test_below_its_last_column_a_ladder_is_the_table() -> None:
    assert odds_index(COLUMNS, 2, 1, beyond=10) == odds_index(COLUMNS, 2, 1)
    assert odds_index(COLUMNS, 1, 4, beyond=10) is None
    assert odds_index(COLUMNS, 1, 0, beyond=10) == len(COLUMNS) - 1 + 10


@pytest.mark.parametrize(("place", "column"), [(-1, None), (0, "1:3"), (5, "3:1"), (9, "3:1")])
def test_a_place_beyond_the_table_is_read_in_its_last_column_and_one_before_it_in_none(
    place: int, column: str | None
) -> None:
    assert column_at(place, COLUMNS) == column


BRACKETS = ("1/4", "1/3", "1/2", "1/1.5", "1/1", "1.5/1", "2/1", "3/1", "4/1")


@pytest.mark.parametrize(
    ("attack", "defence", "modifier"),
    [(9, 9, 0), (13, 9, 0), (14, 9, 1), (27, 10, 2), (50, 10, 4), (9, 10, -1), (6, 10, -2), (5, 10, -2), (4, 10, -3)],
)
def test_brackets_may_modify_the_dice_instead_of_choosing_a_column(attack: int, defence: int, modifier: int) -> None:
    index = odds_index(BRACKETS, attack, defence)
    assert index is not None
    assert index - BRACKETS.index("1/1") == modifier


LADDER = ("1-3", "1-2", "1-1", "1.5-1", "2-1", "3-1", "4-1", "5-1")
NO_DIE = 5
"""So many whole numbers past the last column no die is thrown."""


@pytest.mark.parametrize(
    ("attack", "shift", "column"),
    [
        (7, 3, "without a die"),
        (7, 2, "5-1"),
        (11, -1, "without a die"),
        (10, -1, "5-1"),
        (6, -2, "4-1"),
        (Fraction(59, 20), 0, "2-1"),
        (Fraction(1, 3), -1, None),
    ],
)
def test_shifts_may_lead_beyond_the_table_and_back(attack: Number, shift: int, column: str | None) -> None:
    index = odds_index(LADDER, attack, 1, beyond=20)
    assert index is not None
    far = index + shift >= len(LADDER) - 1 + NO_DIE
    assert ("without a die" if far else column_at(index + shift, LADDER)) == column
