"""Chance: fixed by the seed, the same everywhere, and fair."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.dice import shuffled, throw


def test_the_first_throws_of_seed_1_are_these_on_every_machine() -> None:
    assert [throw(1, number, 6) for number in range(12)] == [1, 1, 6, 2, 5, 6, 5, 4, 6, 2, 4, 2]


@given(st.integers(0, 2**62), st.integers(0, 10**6), st.integers(1, 1000))
def test_a_throw_shows_a_face_of_the_die_and_the_same_one_again(seed: int, number: int, faces: int) -> None:
    first = throw(seed, number, faces)
    assert 1 <= first <= faces
    assert throw(seed, number, faces) == first


def test_every_face_comes_up_about_as_often() -> None:
    counts = Counter(throw(7, number, 6) for number in range(12_000))
    assert set(counts) == {1, 2, 3, 4, 5, 6}
    assert all(abs(count - 2000) < 200 for count in counts.values())


def test_a_die_without_faces_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one face"):
        throw(1, 0, 0)


@given(st.lists(st.integers(), max_size=30), st.integers(0, 2**62))
def test_shuffling_keeps_every_card_and_counts_its_throws(cards: list[int], seed: int) -> None:
    order, used = shuffled(seed, 0, cards)
    assert sorted(order) == sorted(cards)
    assert used == max(0, len(cards) - 1)


def test_every_order_of_three_cards_comes_up() -> None:
    orders = Counter(shuffled(seed, 0, "abc")[0] for seed in range(600))
    assert len(orders) == 6
    assert min(orders.values()) > 60
