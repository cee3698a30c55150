"""Terms: a number is the sum of its reasons."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from engine.core.messages import message
from engine.core.terms import Number, Op, Term, sum_of, total

numbers = st.integers(-50, 50) | st.fractions(min_value=-9, max_value=9, max_denominator=6)


def term(value: Number, op: Op = Op.ADD) -> Term:
    return Term(message("term.test"), value, "1.1", op)


def test_terms_are_read_from_the_first_to_the_last() -> None:
    assert total([term(4), term(Fraction(1, 2), Op.TIMES), term(3)]) == 5
    assert total([term(4), term(3), term(Fraction(1, 2), Op.TIMES)]) == Fraction(7, 2)
    assert total([term(9), term(2, Op.BECOMES), term(1)]) == 3
    assert total([]) == 0


def test_shifts_dice_and_notes_stand_beside_the_total() -> None:
    terms = [term(5), term(-2, Op.SHIFT), term(1, Op.SHIFT), term(3, Op.DIE), term(100, Op.NOTE)]
    assert total(terms) == 5
    assert (sum_of(terms, Op.SHIFT), sum_of(terms, Op.DIE)) == (-1, 3)


@given(st.lists(numbers))
def test_additions_come_to_their_sum_whatever_their_order(values: list[Number]) -> None:
    terms = [term(value) for value in values]
    assert total(terms) == total(reversed(terms)) == sum(values) == sum_of(terms, Op.ADD)


@given(st.lists(st.tuples(numbers, st.sampled_from(Op))))
def test_a_whole_total_is_an_int(parts: list[tuple[Number, Op]]) -> None:
    terms = [term(value, op) for value, op in parts]
    for found in (total(terms), *(sum_of(terms, op) for op in Op)):
        assert isinstance(found, int) or found.denominator != 1
