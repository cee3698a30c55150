"""The uses of a hand of cards: where each leads, what it brings by then, and the orders that follow from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields

from engine.core.actions import PlayCard
from engine.core.appraisal import OPERATIONS
from engine.core.game import Game
from engine.core.ids import CardId, Side
from engine.core.menu import Menu
from engine.core.records import Action
from engine.core.refusals import IllegalAction
from engine.core.state import State
from engine.players.cards.judge import Judge
from engine.players.cards.orders import RoundOrder, is_opening
from engine.players.cards.round_actor import RoundActor
from engine.players.player import Budget

KEEPING = 0.15
"""What it is worth to keep a card: this share of what its best use would count."""
LEAD_IN = 40
"""So many decisions at most lie between a card and what it opens."""


@dataclass(slots=True)
class TriedUse:
    """A use of a card: where it leads, what it has brought by then, and the orders that follow."""

    action: Action
    state: State
    is_open: bool
    is_plain: bool
    """Whether it gives operations and nothing else."""
    gain: float
    price: float
    orders: tuple[RoundOrder, ...] = ()

    @property
    def value(self) -> float:
        return self.gain + self.promised - self.price

    @property
    def promised(self) -> float:
        """What its orders would bring."""
        return sum(order.gain for order in self.orders)

    @property
    def name(self) -> str:
        return self.action.use if isinstance(self.action, PlayCard) else self.action.kind


def worth_of_cards(game: Game, state: State, menu: Menu, judge: Judge) -> dict[CardId, float]:
    """What each card of a hand counts in the best of its uses, as the game says."""
    found: dict[CardId, float] = {}
    for action in _plays(menu):
        promised = judge.weigh(game.ruleset.prospect(game, state, action).terms)
        for card in action.cards():
            found[card] = max(found.get(card, 0.0), promised)
    return found


def uses_of(
    game: Game, state: State, menu: Menu, judges: Mapping[Side, Judge], *, worth: Mapping[CardId, float], work: Budget
) -> Iterator[TriedUse]:
    """Every use of every card, and what needs none, tried with all that follows by itself."""
    judge = judges[menu.side]
    for action in _plays(menu):
        try:
            after = game.apply(state, action).state
        except IllegalAction:
            continue
        actor = RoundActor(game, menu.side, judges)
        after, is_open = _led_in(game, after, actor)
        work.spend(1 + actor.spent)
        terms = game.ruleset.prospect(game, state, action).terms
        others = [term for term in terms if term.label.key != OPERATIONS]
        gain = judge.value(after) - judge.value(state) + judge.weigh(others if is_open else terms)
        price = KEEPING * sum(worth.get(card, 0.0) for card in action.cards())
        yield TriedUse(action, after, is_open, bool(terms) and not others, gain, price)


def _plays(menu: Menu) -> Iterator[Action]:
    """The uses of cards, and what needs none."""
    for offer in menu.offers:
        if offer.action is PlayCard or not fields(offer.action):
            yield from offer.actions()


def _led_in(game: Game, state: State, actor: RoundActor) -> tuple[State, bool]:
    """Go on to where something is activated, or to the end of the round."""
    turn = state.turn
    for _ in range(LEAD_IN):
        if state.outcome is not None or state.turn != turn:
            break
        menu = game.menu(state)
        if menu.asks_for(PlayCard):
            break
        if menu.side == actor.side and is_opening(game, state, menu):
            return state, True
        try:
            state = game.apply(state, actor.best_at_once(state, menu)).state
        except IllegalAction:
            break
    return state, False


def payable(game: Game, state: State, orders: Sequence[RoundOrder]) -> Iterator[RoundOrder]:
    """Of orders in the order in which they are worth giving, those that can still be opened."""
    for order in orders:
        after = state
        try:
            for action in order.opens:
                after = game.apply(after, action).state
        except IllegalAction:
            continue
        state = after
        yield order
