"""7.6.5: what a side holds: the cards that it alone sees, and those that it has had to show.

Cards that were shown lie in a pool of their own that everybody sees. They are part of the hand until they are played,
or until the Draw Phase hides them again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import CardId, Side
from engine.core.phases import Phase
from engine.core.records import Event, Frame
from engine.core.state import State
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.effects import in_turn
from engine.rulesets.barbarossa_to_berlin.names import ALLIED, SIDES, hand, shown
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


def held(state: State, side: Side) -> tuple[CardId, ...]:
    """The whole hand of a side: what only it sees, and what it has shown."""
    return (*state.pool(hand(side)), *state.pool(shown(side)))


def lay(draft: Draft, side: Side, card: CardId, pile: str) -> None:
    """A card leaves the hand for a pile, shown or not."""
    origin = shown(side) if card in draft.state.pool(shown(side)) else hand(side)
    draft.move_card(card, origin, pile)


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
        for each in draft.state.pool(shown(side)):
            draft.move_card(each, shown(side), hand(side))


class ShowingPhase(Phase[ShowingFrame]):
    """Nothing is decided."""

    @rule("7.6.5", "card.axis.50")
    def start(self, game: Game, draft: Draft, frame: ShowingFrame) -> None:
        """Just before the Draw Phase Foreign Armies East sees all that the Allies have left (ruling 26)."""
        if in_turn(draft.state, SHOW_ALL):
            show(draft, ALLIED)
        hide(draft)


CHAPTER = Chapter(events=(CardsShown,), phases={ShowingFrame: ShowingPhase()})
