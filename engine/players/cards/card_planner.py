"""Rounds of cards: which use of which card, what is activated with it, and what is done in battle.

Every use is valued by what it leads to. Where it opens an operation, the best orders for it are looked for on the
imagined state; fewer points carry out fewer of them. Events, redeployments and replacements are tried, with all that
follows by itself. Keeping a card for later is worth a share of what it could be used for. The orders are then carried
out, and thought over again where dice have fallen.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.actions import Done, PlayCard, StepTo
from engine.core.game import Game
from engine.core.ids import CardId, Side
from engine.core.menu import Menu
from engine.core.messages import message
from engine.core.records import Action
from engine.core.state import State
from engine.core.terms import Term
from engine.players.attack_choices import RESOLVE
from engine.players.attack_outlook import hundredths, outlook
from engine.players.cards.card_uses import TriedUse, payable, uses_of, worth_of_cards
from engine.players.cards.judge import Judge
from engine.players.cards.operation_search import OperationSearch
from engine.players.cards.orders import RoundOrder, is_opening
from engine.players.cards.round_actor import DECLARE, RoundActor
from engine.players.greedy import GreedyPlayer
from engine.players.player import Budget, Choice
from engine.players.weights import WeightsFinder

MOST_SEARCHED = 1
"""Orders are looked for anew for so many uses that open other things than points alone."""
POOR = -0.3
"""An attack that has come to be worth less than this is not made."""
COMBAT_SHARE, COMBAT_PRICE = 0.25, 0.3
"""What a battle has to gain by a card: this share of what its best use would count, and so much at least."""
MOST_TOLD = 3
AN_ORDINARY_ROUND = 6_000
"""Whoever may do a multiple of this work tries so many more places, fights and uses."""


class CardPlanner:
    """The rounds of one player; deterministic for its seed and the work it may do."""

    def __init__(self, hand: GreedyPlayer, weights_for: WeightsFinder, *, seed: int, planning: int) -> None:
        self._hand, self._weights_for, self._seed, self._planning = hand, weights_for, seed, planning
        self._breadth = max(1, planning // AN_ORDINARY_ROUND)
        self._actor: RoundActor | None = None
        self._orders: tuple[RoundOrder, ...] = ()
        self._worth: dict[CardId, float] = {}
        self._why: tuple[Term, ...] = ()

    def choose(self, game: Game, view: State, menu: Menu, budget: Budget) -> Choice | None:
        """What the round asks for; None where no card has a part in it."""
        if PlayCard not in game.ruleset.vocabulary.actions:
            return None
        if menu.asks_for(PlayCard):
            return self._card(game, view, menu, budget)
        kinds = {offer.action.kind for offer in menu.offers}
        if game.ruleset.fight_now(game, view) is not None and RESOLVE not in kinds:
            return self._in_battle(game, view, menu)
        if menu.asks_for(StepTo) or DECLARE in kinds or RESOLVE in kinds:
            return self._carry_on(game, view, menu, kinds)
        return self._open(game, view, menu, budget)

    # Which use of which card

    def _card(self, game: Game, view: State, menu: Menu, budget: Budget) -> Choice | None:
        self._hand.memory.enter(game, view)
        self._actor, self._orders = None, ()
        state = game.imagine(view, self._seed)
        judges = self._judges(game)
        work = budget.part(self._planning)
        self._worth = worth_of_cards(game, state, menu, judges[menu.side])
        uses = list(uses_of(game, state, menu, judges, worth=self._worth, work=work))
        if not uses:
            return None
        self._give_orders(game, [use for use in uses if use.is_open], work)
        ranked = sorted(uses, key=lambda use: -use.value)
        best = ranked[0]
        self._plan(best.orders)
        told = (
            Term(message("reason.card-use", use=use.name), hundredths(use.value - best.value), menu.rule)
            for use in ranked[:MOST_TOLD]
        )
        return Choice(best.action, (*told, *self._why))

    def _give_orders(self, game: Game, uses: list[TriedUse], work: Budget) -> None:
        """Look for orders where most can be opened; the others carry out as many of them as they can."""
        if not uses:
            return
        widest = max(uses, key=lambda use: (use.is_plain, use.price))
        common = self._search(game, widest.state, game.menu(widest.state), work).orders()
        for use in uses:
            use.orders = tuple(payable(game, use.state, common))
        special = sorted((use for use in uses if not use.is_plain), key=lambda use: -use.value)
        for use in special[: MOST_SEARCHED * self._breadth]:
            if use is widest or work.is_spent:
                break
            found = self._search(game, use.state, game.menu(use.state), work).orders()
            use.orders = tuple(payable(game, use.state, found))

    def _plan(self, orders: tuple[RoundOrder, ...]) -> None:
        self._orders = orders
        self._why = tuple(term for order in orders for term in order.reason[:1])

    def _search(self, game: Game, state: State, menu: Menu, work: Budget) -> OperationSearch:
        situation = self._hand.situation(game, state, menu.side)
        return OperationSearch(state, menu, situation, self._judges(game), work, breadth=self._breadth)

    # Carrying out

    def _open(self, game: Game, view: State, menu: Menu, budget: Budget) -> Choice | None:
        """What the orders open; where a card has opened something that nobody thought of, they are looked for now."""
        state = game.imagine(view, self._seed)
        if not is_opening(game, state, menu):
            return None
        if not self._orders:
            self._plan(tuple(self._search(game, state, menu, budget.part(self._planning)).orders()))
        if self._actor is None:
            self._actor = RoundActor(game, menu.side, self._judges(game), self._orders)
        if not self._actor.opens:
            return Choice(Done(), self._why) if Done() in menu else None
        return Choice(self._actor.act(state, menu), self._why)

    def _carry_on(self, game: Game, view: State, menu: Menu, kinds: set[str]) -> Choice | None:
        """The marches and attacks of the orders; an attack that has come to look poor is dropped."""
        actor = self._actor
        if actor is None or (RESOLVE in kinds and not actor.is_staging):
            return None
        state = game.imagine(view, self._seed)
        if DECLARE in kinds:
            situation = self._hand.situation(game, state, menu.side)
            actor.drop_attacks(lambda asked: (found := outlook(situation, asked)) is None or found.value < POOR)
            if not actor.has_attacks:
                return None
        return Choice(actor.act(state, menu), self._why)

    # Battles

    def _in_battle(self, game: Game, view: State, menu: Menu) -> Choice:
        """Losses, retreats, advances by what the position is worth after them; cards by what they change."""
        state = game.imagine(view, self._seed)
        asked = game.ruleset.attack_now(game, state)
        if asked is not None and any(offer.action.touches()["card"] for offer in menu.offers):
            return self._combat_card(game, state, menu, asked)
        found = RoundActor(game, menu.side, self._judges(game)).weighed_at_once(state, menu)
        return Choice(found.action, (Term(message("reason.position"), hundredths(found.value), menu.rule),))

    def _combat_card(self, game: Game, state: State, menu: Menu, asked: Mapping[str, Any]) -> Choice:
        """The card that changes the expectation of a battle by more than it is worth to keep it."""
        situation = self._hand.situation(game, state, menu.side)
        now = outlook(situation, asked, what_if=True)
        sign = 1.0 if state.side == menu.side else -1.0
        best: tuple[float, Action] = (0.0, Done() if Done() in menu else next(iter(menu)))
        for action in (each for offer in menu.offers if offer.action is not Done for each in offer.actions()):
            changed = game.ruleset.attack_if(game, state, action)
            found = outlook(situation, changed, what_if=True) if changed is not None else None
            if found is None or now is None:
                continue
            kept = sum(self._worth.get(card, 0.0) for card in action.cards())
            gain = sign * (found.value - now.value) - max(COMBAT_PRICE, COMBAT_SHARE * kept)
            if gain > best[0]:
                best = (gain, action)
        return Choice(best[1], (Term(message("reason.position"), hundredths(best[0]), menu.rule),))

    def _judges(self, game: Game) -> dict[Side, Judge]:
        return {side: Judge(game, side, self._weights_for(game.ruleset.id, side)) for side in game.ruleset.sides}
