"""Losses: whose turn it is to bear one, and what is left of a force."""

from __future__ import annotations

from engine.core.ids import UnitId
from engine.mechanics.loss_choice import bearers, is_second_too_early, replaced

A, B, C = UnitId("a"), UnitId("b"), UnitId("c")


def test_the_first_rank_bears_losses_while_anybody_of_it_is_left() -> None:
    assert bearers((A,), (A, B, C)) == (A,)
    assert bearers((), (B, C)) == (B, C)
    assert not bearers((), ())


def test_nobody_bears_a_second_loss_before_all_have_had_one() -> None:
    assert is_second_too_early(A, (A,), (A, B))
    assert not is_second_too_early(B, (A,), (A, B))
    assert not is_second_too_early(A, (A, B), (A, B))
    assert not is_second_too_early(A, (A,), ())


def test_another_counter_takes_the_place_of_a_unit_where_it_stood() -> None:
    assert replaced((A, B), A, C) == (C, B)
    assert replaced((A, B), A, A) == (A, B)


def test_a_unit_that_is_lost_leaves_no_gap() -> None:
    assert replaced((A, B), A, None) == (B,)
    assert replaced((A, B), C, None) == (A, B)
