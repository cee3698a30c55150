"""Chapters 2 and 3: hands, bids for the initiative, and the rounds in which cards are played."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from engine.core.actions import PlayCard
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import CardId, Side
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action
from engine.core.refusals import Refusal
from engine.core.state import State
from engine.mechanics.decks import draw_cards, shuffle_in
from tests.helpers.toys.cabinet.cases import rule
from tests.helpers.toys.cabinet.events import EVENTS
from tests.helpers.toys.cabinet.materials import (
    NORTH,
    REMOVED,
    SIDES,
    SOUTH,
    Materials,
    deck_of,
    discard_of,
    enemy_of,
    hand_of,
)
from tests.helpers.toys.cabinet.operations import ACTED
from tests.helpers.toys.cabinet.records import (
    Bid,
    BidSealed,
    BidsRevealed,
    CardPlayed,
    CardsDrawn,
    CardsFrame,
    DeckReshuffled,
    InitiativeFrame,
    OperationsFrame,
    Pass,
    RoundPassed,
    RoundsFrame,
)

BID, FIRST = "bid", "first"
OPERATIONS, EVENT = "operations", "event"


class CardsPhase(Phase[CardsFrame]):
    """Both hands are filled; nobody decides anything."""

    @rule("2.1")
    def start(self, game: Game, draft: Draft, frame: CardsFrame) -> None:
        """Each side draws up to the size of a hand."""
        materials: Materials = game.materials
        for side in SIDES:
            wanted = materials.number("hand_size") - len(draft.state.pool(hand_of(side)))
            drawn = draw_cards(draft, deck_of(side), hand_of(side), wanted, reshuffle=partial(reshuffle, side=side))
            draft.emit(CardsDrawn(side, len(drawn), drawn))


@rule("2.2")
def reshuffle(draft: Draft, side: Side) -> bool:
    """When a deck is out the discards of its side become the deck; removed cards stay away."""
    number = len(draft.state.pool(discard_of(side)))
    if not shuffle_in(draft, discard_of(side), deck_of(side)):
        return False
    draft.emit(DeckReshuffled(side, number))
    return True


class InitiativePhase(Phase[InitiativeFrame]):
    """Each side seals a card, then both are shown."""

    def _waiting(self, state: State) -> tuple[Side, ...]:
        return tuple(side for side in SIDES if side not in state.sealed and state.pool(hand_of(side)))

    def menu(self, game: Game, state: State, frame: InitiativeFrame) -> Menu | None:
        waiting = self._waiting(state)
        if frame.shown or not waiting:
            return None
        side = waiting[0]
        not_held = Refusal("3.1", message("refusal.not-in-hand"))
        offer = Offer.among((Bid(card) for card in state.pool(hand_of(side))), Bid, not_held)
        return Menu(side, message("prompt.bid", side=side), "3.1", (offer,))

    @rule("3.1")
    def apply(self, game: Game, draft: Draft, frame: InitiativeFrame, action: Action) -> None:
        """The bid is sealed; the other side learns that there is one and no more."""
        assert isinstance(action, Bid)
        side = self._waiting(draft.state)[0]
        draft.seal(side, BID, action.card)
        draft.emit(BidSealed(side, action.card))
        if not self._waiting(draft.state):
            draft.replace_frame(InitiativeFrame(shown=True))
            reveal_bids(game, draft)


@rule("3.2")
def reveal_bids(game: Game, draft: Draft) -> None:
    """The higher card moves first, South when they are equal; both cards are discarded."""
    materials: Materials = game.materials
    sealed = draft.unseal()
    bids = {side: CardId(str(notes[BID])) for side, notes in sealed.items()}
    values = {side: materials.points(bids[side]) if side in bids else 0 for side in SIDES}
    first = NORTH if values[NORTH] > values[SOUTH] else SOUTH
    for side in SIDES:
        if side in bids:
            draft.move_card(bids[side], hand_of(side), discard_of(side))
    draft.set_value(FIRST, first)
    draft.emit(BidsRevealed(bids.get(NORTH), bids.get(SOUTH), first))


def side_of_round(state: State, frame: RoundsFrame) -> Side:
    """The sides take turns, beginning with the one that has the initiative."""
    first = Side(str(state.values.get(FIRST, SOUTH)))
    return first if frame.played % 2 == 0 else enemy_of(first)


@rule("2.4", "2.5")
def play_refusal(game: Game, state: State, side: Side, action: PlayCard) -> Refusal | None:
    """Any card of the hand serves for operations; as an event only one that has an event, when that is allowed."""
    materials: Materials = game.materials
    if action.card not in state.pool(hand_of(side)):
        return Refusal("2.3", message("refusal.not-in-hand"))
    if action.use == OPERATIONS:
        return None
    if action.use != EVENT:
        return Refusal("2.3", message("refusal.no-such-use", use=action.use))
    event = materials.event(action.card)
    if not event:
        return Refusal("2.5", message("refusal.no-event"))
    return EVENTS[event].refuse(game, state, side)


class RoundsPhase(Phase[RoundsFrame]):
    """Card about, three rounds each."""

    def start(self, game: Game, draft: Draft, frame: RoundsFrame) -> None:
        draft.set_side(side_of_round(draft.state, frame))

    @rule("2.3")
    def menu(self, game: Game, state: State, frame: RoundsFrame) -> Menu | None:
        """A side plays one card in one of two ways, or passes."""
        materials: Materials = game.materials
        if frame.played >= 2 * materials.number("rounds"):
            return None
        side = side_of_round(state, frame)
        hand = state.pool(hand_of(side))
        plays = Offer(
            PlayCard,
            lambda: (PlayCard(card, use) for card in hand for use in (OPERATIONS, EVENT)),
            lambda action: play_refusal(game, state, side, action),
        )
        prompt = message("prompt.rounds", side=side, round=frame.played // 2 + 1)
        return Menu(side, prompt, "2.3", (plays, Offer.one(Pass())))

    def apply(self, game: Game, draft: Draft, frame: RoundsFrame, action: Action) -> None:
        side = side_of_round(draft.state, frame)
        after = replace(frame, played=frame.played + 1)
        draft.replace_frame(after)
        if isinstance(action, PlayCard):
            play(game, draft, side, action)
        else:
            draft.emit(RoundPassed(side))
            draft.set_side(side_of_round(draft.state, after))

    def resume(self, game: Game, draft: Draft, frame: RoundsFrame, result: object) -> None:
        draft.unmark_all(ACTED)
        draft.set_side(side_of_round(draft.state, frame))


@rule("2.4", "2.5")
def play(game: Game, draft: Draft, side: Side, action: PlayCard) -> None:
    """The card is discarded, or removed when its event is done for good; then what it is played for happens."""
    materials: Materials = game.materials
    removed = action.use == EVENT and materials.is_removed(action.card)
    draft.move_card(action.card, hand_of(side), REMOVED if removed else discard_of(side))
    draft.reveal()
    draft.emit(CardPlayed(side, action.card, action.use, removed))
    if action.use == OPERATIONS:
        draft.call(OperationsFrame(materials.points(action.card)))
    else:
        EVENTS[materials.event(action.card)].happen(game, draft, side, action.card)
