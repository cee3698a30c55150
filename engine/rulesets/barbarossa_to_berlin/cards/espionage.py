"""7.6.5: cards that a side has to show lie open until they are played or the turn's cards are drawn (ruling 26).

A hand stays a hand; which of its cards the enemy knows is written down as a value of the game, that everybody may read.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.ids import CardId, Side
from engine.core.records import Event, secret
from engine.core.state import State
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.names import discard, hand


@dataclass(frozen=True, slots=True)
class CardsShown(Event):
    kind: ClassVar[str] = "cards-shown"
    side: Side
    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class CardLost(Event):
    """A side lost a card of its hand by lot; only itself knows which."""

    kind: ClassVar[str] = "card-lost"
    side: Side
    card: CardId | None = secret()

    @property
    def audience(self) -> frozenset[Side]:
        return frozenset({self.side})


def _shown(side: Side) -> str:
    return f"shown-{side}"


def shown_cards(state: State, side: Side) -> tuple[CardId, ...]:
    """The cards of a side that lie open."""
    found = str(state.values.get(_shown(side), ""))
    return tuple(CardId(each) for each in found.split(",") if each)


@rule("7.6.5")
def show_cards(draft: Draft, side: Side, cards: Iterable[CardId]) -> None:
    """A side lays cards of its hand open."""
    known = shown_cards(draft.state, side)
    new = tuple(each for each in sorted(cards) if each not in known)
    draft.set_value(_shown(side), ",".join(sorted((*known, *new))) or None)
    draft.reveal()
    draft.emit(CardsShown(side, new))


@rule("7.6.5")
def no_longer_shown(draft: Draft, side: Side, card: CardId) -> None:
    """A card that has left the hand is not among those shown any more."""
    known = shown_cards(draft.state, side)
    if card in known:
        draft.set_value(_shown(side), ",".join(each for each in known if each != card) or None)


@rule("7.6.5")
def hide_cards(draft: Draft, side: Side) -> None:
    """What was shown is a secret again."""
    draft.set_value(_shown(side), None)


@rule("card.allied.44", "card.allied.48")
def lose_card(draft: Draft, side: Side) -> None:
    """A side discards a card of its hand drawn by lot, if it has one."""
    cards = draft.state.pool(hand(side))
    if not cards:
        return
    lost = cards[draft.roll(len(cards)) - 1]
    draft.move_card(lost, hand(side), discard(side))
    no_longer_shown(draft, side, lost)
    draft.emit(CardLost(side, lost))


EVENTS = (CardsShown, CardLost)
