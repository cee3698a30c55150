"""Rounds of cards: which use of which card, what is activated with it, and what is done in battle.

Every use is valued by what it leads to. Where it opens an operation, the best orders for it are looked for on the
imagined state; fewer points carry out fewer of them. Events, redeployments and replacements are tried, with all that
follows by itself. Keeping a card for later is worth a share of what it could be used for. The orders are then carried
out, and thought over again where dice have fallen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields

from engine.core.actions import Done, PlayCard, StepTo
from engine.core.game import Game
from engine.core.ids import Side
from engine.core.menu import Menu
from engine.core.messages import message
from engine.core.records import Action
from engine.core.refusals import IllegalAction
from engine.core.state import State
from engine.core.terms import Term
from engine.players.attack_choices import RESOLVE
from engine.players.attack_outlook import hundredths, outlook
from engine.players.greedy import GreedyPlayer
from engine.players.judge import Judge
from engine.players.operation_search import OperationSearch
from engine.players.orders import Order, is_opening
from engine.players.player import Budget, Choice
from engine.players.round_actor import DECLARE, RoundActor
from engine.players.weights import WeightsFinder

KEEPING = 0.15
"""What it is worth to keep a card: this share of what its best use would count."""
CARD_PRICE = 0.5
"""What a card has to change the expectation of a battle by, for each that counts of its best use."""
LEAD_IN = 40
"""So many decisions at most lie between a card and what it opens."""
MOST_SEARCHED = 1
"""Orders are looked for anew for so many uses that open other things than points alone."""
POOR = -0.3
"""An attack that has come to be worth less than this is not made."""


@dataclass(slots=True)
class CardUse:
    """A use of a card: where it leads, what it has brought by then, and the orders that follow."""

    action: Action
    state: State
    is_open: bool
    gain: float
    price: float
    orders: tuple[Order, ...] = ()

    @property
    def value(self) -> float:
        return self.gain + sum(order.gain for order in self.orders) - self.price


class CardPlanner:
    """The rounds of one player; deterministic for its seed and the work it may do."""

    def __init__(self, hand: GreedyPlayer, weights_for: WeightsFinder, *, seed: int, planning: int) -> None:
        self._hand, self._weights_for, self._seed, self._planning = hand, weights_for, seed, planning
        self._actor: RoundActor | None = None
        self._orders: tuple[Order, ...] = ()
        self._why: tuple[Term, ...] = ()

    def choose(self, game: Game, view: State, menu: Menu, budget: Budget) -> Choice | None:
        """What the round asks for; None where no card has a part in it."""
        if PlayCard not in game.ruleset.vocabulary.actions:
            return None
        if menu.asks_for(PlayCard):
            return self._card(game, view, menu, budget)
        kinds = {offer.action.kind for offer in menu.offers}
        if game.ruleset.fight_now(game, view) is not None and RESOLVE not in kinds:
            return self._in_battle(game, view, menu, budget)
        if menu.asks_for(StepTo) or DECLARE in kinds or RESOLVE in kinds:
            return self._carry_on(game, view, menu, kinds)
        state = game.imagine(view, self._seed)
        if not is_opening(game, state, menu):
            return None
        if not self._orders:
            self._orders = tuple(self._search(game, state, menu, budget).orders())
            self._why = tuple(term for order in self._orders for term in order.reason[:1])
        if self._actor is None:
            self._actor = self._new_actor(game, menu.side, self._orders)
        if not self._actor.opens:
            return Choice(Done(), self._why) if Done() in menu else None
        return Choice(self._actor.act(state, menu), self._why)

    # Which use of which card

    def _card(self, game: Game, view: State, menu: Menu, budget: Budget) -> Choice | None:
        self._hand.memory.enter(game, view)
        self._actor, self._orders = None, ()
        state = game.imagine(view, self._seed)
        judges = self._judges(game)
        work = budget.part(self._planning)
        uses = [
            use for action in _plays(menu) if (use := self._use(game, state, menu, action, judges, work)) is not None
        ]
        if not uses:
            return None
        self._give_orders(game, [use for use in uses if use.is_open], work)
        best = max(uses, key=lambda use: use.value)
        self._orders = best.orders
        self._why = tuple(term for order in best.orders for term in order.reason[:1])
        ranked = sorted(uses, key=lambda use: -use.value)[:3]
        told = (
            Term(message("reason.card-use", use=_use_of(use.action)), hundredths(use.value - best.value), menu.rule)
            for use in ranked
        )
        return Choice(best.action, (*told, *self._why))

    def _use(
        self, game: Game, state: State, menu: Menu, action: Action, judges: dict[Side, Judge], work: Budget
    ) -> CardUse | None:
        """Try a use, with all that follows until something is activated or the round is over."""
        side, judge = menu.side, judges[menu.side]
        try:
            after = game.apply(state, action).state
        except IllegalAction:
            return None
        work.spend()
        actor = RoundActor(game, side, judges)
        after, is_open = _led_in(game, after, actor)
        work.spend(actor.spent)
        found = game.ruleset.prospect(game, state, action)
        weights = judge.weights
        worth = {term: weights[term.label.key.removeprefix("appraisal.")] * float(term.value) for term in found.terms}
        promised = sum(worth.values())
        price = KEEPING * self._keeping(game, state, judge, action)
        if is_open:
            promised -= sum(value for term, value in worth.items() if term.label.key == OPERATIONS)
        return CardUse(action, after, is_open, judge.value(after) - judge.value(state) + promised, price)

    def _keeping(self, game: Game, state: State, judge: Judge, action: Action) -> float:
        """What the best use of a card counts by itself."""
        if not isinstance(action, PlayCard):
            return 0.0
        found = game.ruleset.prospect(game, state, PlayCard(action.card, "ops"))
        return sum(judge.weights[term.label.key.removeprefix("appraisal.")] * float(term.value) for term in found.terms)

    def _give_orders(self, game: Game, uses: list[CardUse], work: Budget) -> None:
        """Look for orders where most can be opened; the others carry out as many of them as they can."""
        if not uses:
            return
        plain = max(uses, key=lambda use: (use.price, use.action.kind))
        common = self._search(game, plain.state, game.menu(plain.state), work).orders()
        for use in uses:
            use.orders = tuple(_payable(game, use.state, common))
        special = sorted((use for use in uses if _is_special(use)), key=lambda use: -use.value)
        for use in special[:MOST_SEARCHED]:
            if work.is_spent:
                break
            found = self._search(game, use.state, game.menu(use.state), work).orders()
            anew = tuple(_payable(game, use.state, found))
            if sum(order.gain for order in anew) > sum(order.gain for order in use.orders):
                use.orders = anew

    def _search(self, game: Game, state: State, menu: Menu, work: Budget) -> OperationSearch:
        situation = self._hand.situation(game, state, menu.side)
        return OperationSearch(state, menu, situation, self._judges(game), work)

    # Carrying out

    def _carry_on(self, game: Game, view: State, menu: Menu, kinds: set[str]) -> Choice | None:
        """The marches and attacks of the orders; an attack that has come to look poor is dropped."""
        if self._actor is None:
            return None
        state = game.imagine(view, self._seed)
        if DECLARE in kinds:
            situation = self._hand.situation(game, state, menu.side)
            self._actor.drop_attacks(lambda asked: (found := outlook(situation, asked)) is None or found.value < POOR)
            if not self._actor.has_attacks:
                return None
        return Choice(self._actor.act(state, menu), self._why)

    def _in_battle(self, game: Game, view: State, menu: Menu, budget: Budget) -> Choice | None:
        """Losses, retreats, advances by what the position is worth after them; cards by what they change."""
        state = game.imagine(view, self._seed)
        judges = self._judges(game)
        asked = game.ruleset.attack_now(game, state)
        if asked is not None and asked.get("units"):
            return self._combat_card(game, state, menu, dict(asked))
        action = RoundActor(game, menu.side, judges).best_at_once(state, menu)
        gain = judges[menu.side].value(state)
        return Choice(action, (Term(message("reason.position"), hundredths(gain), menu.rule),))

    def _combat_card(self, game: Game, state: State, menu: Menu, asked: dict[str, object]) -> Choice:
        """The card that changes the expectation of a battle by more than it is worth to keep it."""
        situation = self._hand.situation(game, state, menu.side)
        now = outlook(situation, asked, what_if=True)
        is_attacker = bool(now) and state.side == menu.side
        best: tuple[float, Action] | None = None
        for offer in menu.offers:
            for action in offer.actions() if offer.action is not Done else ():
                changed = game.ruleset.attack_if(game, state, action)
                found = outlook(situation, changed, what_if=True) if changed is not None else None
                if found is None or now is None:
                    continue
                gain = found.value - now.value if is_attacker else now.value - found.value
                gain -= CARD_PRICE
                if gain > 0 and (best is None or gain > best[0]):
                    best = (gain, action)
        if best is None:
            return Choice(Done() if Done() in menu else next(iter(menu)))
        return Choice(best[1], (Term(message("reason.position"), hundredths(best[0]), menu.rule),))

    def _judges(self, game: Game) -> dict[Side, Judge]:
        return {side: Judge(game, side, self._weights_for(game.ruleset.id, side)) for side in game.ruleset.sides}

    def _new_actor(self, game: Game, side: Side, orders: Sequence[Order]) -> RoundActor:
        return RoundActor(game, side, self._judges(game), orders)


OPERATIONS = "appraisal.operations"


def _plays(menu: Menu) -> Iterator[Action]:
    """The uses of cards, and what needs none."""
    for offer in menu.offers:
        if offer.action is PlayCard or not fields(offer.action):
            yield from offer.actions()


def _is_special(use: CardUse) -> bool:
    return isinstance(use.action, PlayCard) and use.action.use != "ops"


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


def _payable(game: Game, state: State, orders: Sequence[Order]) -> Iterator[Order]:
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


def _use_of(action: Action) -> str:
    return action.use if isinstance(action, PlayCard) else action.kind
