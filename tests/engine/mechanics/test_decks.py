"""Decks: drawing hands, and shuffling the discards back when the deck runs out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.dice import Given
from engine.core.draft import Draft
from engine.core.ids import CardId
from engine.core.refusals import GameFault
from engine.core.state import State
from engine.mechanics.decks import draw_cards, shuffle_in


def table(deck: str = "", discard: str = "", seed: int = 1, **more: object) -> Draft:
    """A deck and a discard pile of one-letter cards."""
    draft = Draft(State(seed=seed, **more))  # type: ignore[arg-type]
    draft.set_pool("deck", [CardId(card) for card in deck])
    draft.set_pool("discard", [CardId(card) for card in discard])
    return draft


def test_cards_come_from_the_top() -> None:
    draft = table("abcd")
    assert draw_cards(draft, "deck", "hand", 3) == ("a", "b", "c")
    assert (draft.state.pool("hand"), draft.state.pool("deck")) == (("a", "b", "c"), ("d",))
    assert draft.state.reveals == 3


def test_an_empty_deck_gives_what_it_has() -> None:
    draft = table("ab")
    assert draw_cards(draft, "deck", "hand", 5) == ("a", "b")
    assert draw_cards(draft, "deck", "hand", 1) == ()
    assert draw_cards(table("ab"), "deck", "hand", 0) == ()


def test_the_discards_come_back_when_the_deck_runs_out() -> None:
    draft = table("a", "xyz")
    drawn = draw_cards(draft, "deck", "hand", 3, reshuffle=lambda each: shuffle_in(each, "discard", "deck"))
    assert drawn[0] == "a"
    assert set(drawn[1:]) < set("xyz")
    assert draft.state.pool("discard") == ()
    assert draft.state.throws == 2


def test_the_discards_stay_where_they_are_while_there_are_cards() -> None:
    draft = table("abc", "xyz")
    draw_cards(draft, "deck", "hand", 3, reshuffle=lambda each: shuffle_in(each, "discard", "deck"))
    assert draft.state.pool("discard") == ("x", "y", "z")


def test_when_nothing_comes_back_the_drawing_ends() -> None:
    draft = table("a")
    assert draw_cards(draft, "deck", "hand", 3, reshuffle=lambda each: shuffle_in(each, "discard", "deck")) == ("a",)


def test_a_refill_that_brings_nothing_is_a_fault_and_no_endless_loop() -> None:
    with pytest.raises(GameFault, match="said to be refilled"):
        draw_cards(table("a"), "deck", "hand", 2, reshuffle=lambda _: True)


def test_given_draws_are_kept_across_a_reshuffle() -> None:
    draft = table("a", "xyz", given=Given(draws=("a", "y")))
    drawn = draw_cards(draft, "deck", "hand", 2, reshuffle=lambda each: shuffle_in(each, "discard", "deck"))
    assert drawn == ("a", "y")


def test_shuffling_in_keeps_what_was_there() -> None:
    draft = table("ab", "xyz")
    assert shuffle_in(draft, "discard", "deck")
    assert sorted(draft.state.pool("deck")) == list("abxyz")
    assert not shuffle_in(draft, "discard", "deck")


def test_a_deck_shuffled_into_itself_loses_no_card() -> None:
    draft = table("abc")
    assert shuffle_in(draft, "deck", "deck")
    assert sorted(draft.state.pool("deck")) == list("abc")


@given(st.text("abcdef", max_size=6), st.text("uvwxyz", max_size=6), st.integers(0, 15), st.integers(0, 99))
def test_no_card_is_lost_or_made(deck: str, discard: str, number: int, seed: int) -> None:
    draft = table(deck, discard, seed)
    drawn = draw_cards(draft, "deck", "hand", number, reshuffle=lambda each: shuffle_in(each, "discard", "deck"))
    assert len(drawn) == min(number, len(deck) + len(discard))
    everything = [card for pool in ("deck", "discard", "hand") for card in draft.state.pool(pool)]
    assert sorted(everything) == sorted(deck + discard)
