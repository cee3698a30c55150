"""7.6.5: what a side holds: the cards that it alone sees, and those that it has had to show.

Cards that were shown lie in a pool of their own that everybody sees. They are part of the hand until they are played,
or until the Draw Phase hides them again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from engine.core.actions import Done
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import CardId, Side
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.state import State
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.effects import in_turn
from engine.rulesets.barbarossa_to_berlin.names import ALLIED, AXIS, SIDES, discard, hand, shown, table
from engine.rulesets.chapter import Chapter

SHOW_ALL = "show-all"
"""What of a turn's values says that the Allies show their hand at the end of the turn (card.axis.50)."""


@dataclass(frozen=True, slots=True)
class ShowingFrame(Frame):
    """What had to be shown is hidden again, after what has to be shown at the end of the turn."""

    kind: ClassVar[str] = "showing"


@dataclass(frozen=True, slots=True)
class CardsShown(Event):
    """A side had to show cards of its hand."""

    kind: ClassVar[str] = "cards-shown"
    side: Side
    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class CardsHidden(Event):
    """A side took up again what it had shown."""

    kind: ClassVar[str] = "cards-hidden"
    side: Side


@dataclass(frozen=True, slots=True)
class CardsPutAway(Event):
    """Cards that lay face up went to the discards."""

    kind: ClassVar[str] = "cards-put-away"
    side: Side
    count: int


def held(state: State, side: Side) -> tuple[CardId, ...]:
    """The whole hand of a side: what only it sees, and what it has shown."""
    return (*state.pool(hand(side)), *state.pool(shown(side)))


def lay(draft: Draft, side: Side, card: CardId, pile: str) -> None:
    """A card leaves the hand for a pile, shown or not; but for the discards everybody sees it."""
    origin = shown(side) if card in draft.state.pool(shown(side)) else hand(side)
    draft.move_card(card, origin, pile)
    if pile != discard(side):
        draft.reveal()


@rule("7.9")
def clear_table(draft: Draft, side: Side) -> None:
    """What a side has used and the enemy has seen goes to its discards, into which nobody else looks.

    That is when the side decides again: until then the enemy has had the time to see it.
    """
    cards = draft.state.pool(table(side))
    for each in cards:
        draft.move_card(each, table(side), discard(side))
    if cards:
        draft.emit(CardsPutAway(side, len(cards)))


@rule("7.6.5")
def show(draft: Draft, side: Side, cards: Iterable[CardId] | None = None) -> None:
    """A side lays cards of its hand face up, or all of them; they stay so until they are played or the turn's draw."""
    wanted = frozenset(cards) if cards is not None else None
    found = tuple(each for each in draft.state.pool(hand(side)) if wanted is None or each in wanted)
    for each in found:
        draft.move_card(each, hand(side), shown(side))
    draft.reveal()
    draft.emit(CardsShown(side, found if wanted is not None else held(draft.state, side)))


@rule("7.6.5")
def hide(draft: Draft) -> None:
    """What was shown is taken up again."""
    for side in SIDES:
        cards = draft.state.pool(shown(side))
        for each in cards:
            draft.move_card(each, shown(side), hand(side))
        if cards:
            draft.emit(CardsHidden(side))


class ShowingPhase(Phase[ShowingFrame]):
    """The Axis looks as long as it likes."""

    @rule("7.6.5", "card.axis.50")
    def start(self, game: Game, draft: Draft, frame: ShowingFrame) -> None:
        """Just before the Draw Phase Foreign Armies East sees all that the Allies have left (ruling 26)."""
        if in_turn(draft.state, SHOW_ALL) and held(draft.state, ALLIED):
            show(draft, ALLIED)
        else:
            hide(draft)

    @rule("card.axis.50")
    def menu(self, game: Game, state: State, frame: ShowingFrame) -> Menu | None:
        """There is nothing to decide but that one has seen enough."""
        if not state.pool(shown(ALLIED)):
            return None
        return Menu(AXIS, message("prompt.btb.showing"), "7.6.5", (Offer.one(Done()),), default=Done())

    def apply(self, game: Game, draft: Draft, frame: ShowingFrame, action: Action) -> None:
        hide(draft)


CHAPTER = Chapter(events=(CardsShown, CardsHidden, CardsPutAway), phases={ShowingFrame: ShowingPhase()})
