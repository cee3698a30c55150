"""Whoever carries orders out: opens what they name, marches and attacks; whatever else is asked gets one look ahead.

It serves at the table and in rehearsals alike, on a state that has been imagined. In a rehearsal it also answers for
the enemy, whose losses and retreats come in between.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from math import inf
from typing import Any

from engine.core.actions import Done, PlayCard, StepTo, TakeLoss
from engine.core.game import Game
from engine.core.ids import Side
from engine.core.menu import Menu
from engine.core.records import Action
from engine.core.refusals import GameFault, IllegalAction
from engine.core.state import State, evolve
from engine.players.attack_choices import CALL_OFF, RESOLVE, additions, spread
from engine.players.cards.judge import Judge
from engine.players.cards.orders import RoundOrder, attackers
from engine.players.verdict import ActionVerdict
from engine.players.way_out import way_out

DECLARE = "declare-attack"
LONGEST = 160
"""So many decisions a rehearsal goes on at most."""
MOST_TRIED = 16
"""Of so many actions of a kind each is tried."""
MOST_GLANCED_AT = 6
"""The same in a rehearsal."""
BETTER = 0.02
"""What an action has to bring to be better than leaving it."""


class RoundActor:
    """Carries out one round's orders; deterministic."""

    def __init__(self, game: Game, side: Side, judges: Mapping[Side, Judge], orders: Sequence[RoundOrder] = ()) -> None:
        self.game, self.side, self._judges = game, side, judges
        self.opens = deque(action for order in orders for action in order.opens)
        self._marches = deque(deque(march) for order in orders for march in order.marches)
        self._attacks = deque(order.attack for order in orders if order.attack is not None)
        self._staged: deque[Action] = deque()
        self.spent = 0

    def act(self, state: State, menu: Menu) -> Action:
        """The next action of the orders, or what looks best right after it."""
        if menu.side == self.side:
            kinds = {offer.action.kind for offer in menu.offers}
            if RESOLVE in kinds:
                return self._join(state, menu)
            if DECLARE in kinds:
                return self._declare(state, menu)
            if menu.asks_for(StepTo):
                return self._march(state, menu)
            if self.opens and self.opens[0].kind in kinds:
                return self._open(state, menu)
        return self._at_a_glance(state, menu)

    def _at_a_glance(self, state: State, menu: Menu) -> Action:
        """In a rehearsal: the cheapest loss, and of anything else a few that are tried."""
        if menu.asks_for(TakeLoss):
            might = self.game.ruleset.might
            losses = [each for offer in menu.offers if offer.action is TakeLoss for each in offer.actions()]
            if losses:
                found = {each: might(self.game, state, state.unit(each.units()[0])) for each in losses}
                return min(losses, key=lambda each: found[each].worth + found[each].attack / (1 + found[each].steps))
        return self.best_at_once(state, menu, most=MOST_GLANCED_AT)

    @property
    def is_staging(self) -> bool:
        """Whether an attack of the orders is being put together."""
        return bool(self._staged)

    @property
    def has_attacks(self) -> bool:
        return bool(self._attacks)

    def drop_attacks(self, is_poor: Callable[[Mapping[str, Any]], bool]) -> None:
        """Leave out the next attacks as long as they are poor."""
        while self._attacks and is_poor(self._attacks[0]):
            self._attacks.popleft()

    def _open(self, state: State, menu: Menu) -> Action:
        while self.opens:
            action = self.opens.popleft()
            if action in menu:
                return action
        return way_out(state, menu)

    def _march(self, state: State, menu: Menu) -> Action:
        while self._marches:
            march = self._marches[0]
            if march and march[0] in menu:
                return march.popleft()
            self._marches.popleft()
        return way_out(state, menu)

    def _declare(self, state: State, menu: Menu) -> Action:
        while self._attacks:
            staged = deque(self.game.ruleset.stage_attack(self.game, state, self._attacks.popleft()))
            if staged and staged[0] in menu:
                self._staged = staged
                return self._staged.popleft()
        return way_out(state, menu)

    def _join(self, state: State, menu: Menu) -> Action:
        """All who were told to, then whoever else can and has no other attack to make."""
        while self._staged and self._staged[0].kind != RESOLVE:
            action = self._staged.popleft()
            if action in menu:
                return action
        wanted = frozenset(unit for asked in self._attacks for unit in attackers(asked))
        for action in additions(menu):
            if not wanted.intersection(action.units()):
                return action
        kinds = (RESOLVE, CALL_OFF)
        found = (
            each for kind in kinds for offer in menu.offers if offer.action.kind == kind for each in offer.actions()
        )
        return next(found, None) or way_out(state, menu)

    def best_at_once(self, state: State, menu: Menu, *, most: int = MOST_TRIED) -> Action:
        """What the position is worth most right after."""
        return self.weighed_at_once(state, menu, most=most).action

    def weighed_at_once(self, state: State, menu: Menu, *, most: int = MOST_TRIED) -> ActionVerdict:
        """Of so many actions of each kind the one after which the position is worth most, and how much more."""
        tried = [
            action
            for offer in menu.offers
            if offer.action is not Done
            for action in spread(offer.actions(), most)
            if self.game.ruleset.attack_if(self.game, state, action) is None
        ]
        is_free = Done() in menu
        if not tried or (len(tried) == 1 and not is_free):
            return ActionVerdict(tried[0] if tried else way_out(state, menu), 0.0)
        judge = self._judges[menu.side]
        now = judge.value(state)
        best, chosen = (now + BETTER, Done()) if is_free else (-inf, tried[0])
        for action in tried:
            self.spent += 1
            try:
                after = self.game.apply(state, action).state
            except IllegalAction:
                continue
            value = judge.value(after)
            if value > best:
                best, chosen = value, action
        return ActionVerdict(chosen, best - now if best > -inf else 0.0)

    def carry_out(self, state: State, *, salt: int = 0) -> State | None:
        """Where a round leads that goes on like this, to where somebody is next asked for a card; None if it breaks."""
        state = evolve(state, seed=state.seed + salt) if salt else state
        turn = state.turn
        try:
            for _ in range(LONGEST):
                if state.outcome is not None or state.turn != turn:
                    break
                menu = self.game.menu(state)
                if menu.asks_for(PlayCard) or menu.side not in self._judges:
                    break
                self.spent += 1
                state = self.game.apply(state, self.act(state, menu)).state
        except (IllegalAction, GameFault):
            return None
        return state
