"""6.5, 7.8 and 7.9: cards are discarded and drawn, and the decks grow to Total War."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.actions import Done
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import CardId, Side
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame, secret
from engine.core.refusals import Refusal
from engine.core.state import State
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.hands import clear_table, held, lay
from engine.rulesets.barbarossa_to_berlin.names import (
    AXIS,
    SIDES,
    US_AT_WAR,
    aside,
    card,
    deck,
    discard,
    hand,
    kept,
    table,
)
from engine.rulesets.barbarossa_to_berlin.resources import hand_size
from engine.rulesets.chapter import Chapter

TOTALER_KRIEG = card(AXIS, 26)
TOTAL_WAR_AFTER = 3


@dataclass(frozen=True, slots=True)
class DiscardCard(Action):
    """Lay a card down unplayed."""

    kind: ClassVar[str] = "discard-card"
    card: CardId


@dataclass(frozen=True, slots=True)
class TakeTotalerKrieg(Action):
    """Take Totaler Krieg out of the new cards before the draw."""

    kind: ClassVar[str] = "take-totaler-krieg"


@dataclass(frozen=True, slots=True)
class DiscardFrame(Frame):
    """A side lays down what it does not want to keep."""

    kind: ClassVar[str] = "discard"


@dataclass(frozen=True, slots=True)
class DrawFrame(Frame):
    """Both sides draw."""

    kind: ClassVar[str] = "draw"
    asked: bool = False


@dataclass(frozen=True, slots=True)
class CardDiscarded(Event):
    kind: ClassVar[str] = "card-discarded"
    side: Side
    card: CardId | None = secret()

    @property
    def audience(self) -> frozenset[Side]:
        return frozenset({self.side})


@dataclass(frozen=True, slots=True)
class CardsDrawn(Event):
    kind: ClassVar[str] = "cards-drawn"
    side: Side
    count: int
    cards: tuple[CardId, ...] | None = secret()

    @property
    def audience(self) -> frozenset[Side]:
        return frozenset({self.side})


@dataclass(frozen=True, slots=True)
class TotalWarBegan(Event):
    kind: ClassVar[str] = "total-war-began"


class DiscardPhase(Phase[DiscardFrame]):
    """One side after the other, the Axis first."""

    @rule("6.5", "7.7", "7.9")
    def menu(self, game: Game, state: State, frame: DiscardFrame) -> Menu | None:
        """Any number of cards may be discarded; a hand larger than allowed must shrink."""
        side = state.side
        cards = held(state, side)
        if not cards:
            return None
        excess = len(cards) - hand_size(game, state, side)
        enough = Refusal("7.7", message("refusal.btb.too-many-cards", count=excess)) if excess > 0 else None

        def refuse(action: DiscardCard) -> Refusal | None:
            absent = message("refusal.btb.not-in-hand", card=action.card)
            return None if action.card in cards else Refusal("7.9", absent)

        offer = Offer(DiscardCard, lambda: map(DiscardCard, cards), refuse)
        prompt = message("prompt.btb.discard", side=side)
        return Menu(side, prompt, "7.9", (offer, Offer.one(Done(), enough)), default=Done())

    def apply(self, game: Game, draft: Draft, frame: DiscardFrame, action: Action) -> None:
        put_away(draft, draft.state.side)
        if isinstance(action, Done):
            draft.end()
            return
        assert isinstance(action, DiscardCard)
        side = draft.state.side
        lay(draft, side, action.card, discard(side))
        draft.emit(CardDiscarded(side, action.card))


@rule("7.6.4", "7.9")
def put_away(draft: Draft, side: Side) -> None:
    """Combat cards that lie in front of a side are discarded with the turn, and so is what it used last."""
    for each in draft.state.pool(kept(side)):
        draft.move_card(each, kept(side), table(side))
    clear_table(draft, side)


class DrawPhase(Phase[DrawFrame]):
    """Total War begins when it is time; then both sides draw."""

    def start(self, game: Game, draft: Draft, frame: DrawFrame) -> None:
        for side in SIDES:
            put_away(draft, side)
        if is_total_war_due(draft.state):
            begin_total_war(draft)
        if TOTALER_KRIEG not in draft.state.pool(deck(AXIS)) or not is_total_war_due(draft.state):
            self._draw(game, draft)

    @rule("7.8")
    def menu(self, game: Game, state: State, frame: DrawFrame) -> Menu | None:
        """When the new cards come, the Axis may take Totaler Krieg before it draws."""
        if frame.asked or not is_total_war_due(state) or TOTALER_KRIEG not in state.pool(deck(AXIS)):
            return None
        full = len(held(state, AXIS)) >= hand_size(game, state, AXIS)
        no_room = Refusal("7.7", message("refusal.btb.hand-full")) if full else None
        offers = (Offer.one(TakeTotalerKrieg(), no_room), Offer.one(Done()))
        return Menu(AXIS, message("prompt.btb.totaler-krieg"), "7.8", offers)

    def apply(self, game: Game, draft: Draft, frame: DrawFrame, action: Action) -> None:
        if isinstance(action, TakeTotalerKrieg):
            draft.move_card(TOTALER_KRIEG, deck(AXIS), hand(AXIS))
            draft.shuffle(deck(AXIS))
            draft.emit(CardsDrawn(AXIS, 1, (TOTALER_KRIEG,)))
        draft.replace_frame(DrawFrame(asked=True))
        self._draw(game, draft)

    @rule("6.5")
    def _draw(self, game: Game, draft: Draft) -> None:
        """Each side draws up to the size of its hand, the Axis first."""
        for side in SIDES:
            draw_up(draft, side, hand_size(game, draft.state, side))


@rule("7.8")
def is_total_war_due(state: State) -> bool:
    """Three turns after the Americans entered the war the second decks are added."""
    entered = state.values.get(US_AT_WAR)
    return entered is not None and state.turn == int(entered) + TOTAL_WAR_AFTER


@rule("7.8")
def begin_total_war(draft: Draft) -> None:
    """Discards, undrawn cards and the Total War cards are shuffled into one deck."""
    for side in SIDES:
        for pool in (discard(side), aside(side)):
            for each in draft.state.pool(pool):
                draft.move_card(each, pool, deck(side))
        draft.shuffle(deck(side))
    draft.emit(TotalWarBegan())


@rule("7.9")
def draw_up(draft: Draft, side: Side, size: int) -> None:
    """Draw until the hand is full; an empty deck is made of the shuffled discards."""
    drawn: list[CardId] = []
    while len(held(draft.state, side)) < size:
        if not draft.state.pool(deck(side)):
            for each in draft.state.pool(discard(side)):
                draft.move_card(each, discard(side), deck(side))
            draft.shuffle(deck(side))
        found = draft.draw(deck(side), hand(side))
        if found is None:
            break
        drawn.append(found)
    if drawn:
        draft.emit(CardsDrawn(side, len(drawn), tuple(drawn)))


CHAPTER = Chapter(
    actions=(DiscardCard, TakeTotalerKrieg),
    events=(CardDiscarded, CardsDrawn, TotalWarBegan),
    phases={DiscardFrame: DiscardPhase(), DrawFrame: DrawPhase()},
)
