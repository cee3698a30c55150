"""Decks: drawing hands, discarding, and shuffling the discards back when the deck runs out."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.draft import Draft
from engine.core.ids import CardId
from engine.core.refusals import GameFault


def draw_cards(
    draft: Draft, deck: str, hand: str, number: int, *, reshuffle: Callable[[Draft], bool] | None = None
) -> tuple[CardId, ...]:
    """Draw up to so many cards. When the deck is empty `reshuffle` may refill it, and says whether it did."""
    drawn: list[CardId] = []
    while len(drawn) < number:
        if not draft.state.pool(deck):
            if reshuffle is None or not reshuffle(draft):
                break
            if not draft.state.pool(deck):
                raise GameFault(f"the {deck} was said to be refilled and is empty")
        card = draft.draw(deck, hand)
        assert card is not None
        drawn.append(card)
    return tuple(drawn)


def shuffle_in(draft: Draft, origin: str, deck: str) -> bool:
    """Shuffle everything in one pool into a deck; False when there was nothing to bring back."""
    cards = draft.state.pool(origin)
    if not cards:
        return False
    draft.set_pool(origin, ())
    draft.set_pool(deck, (*draft.state.pool(deck), *cards))
    draft.shuffle(deck)
    return True
