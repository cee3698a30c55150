"""The player who takes what is best right now: each decision by one look ahead, and no plan beyond it.

Movement is judged by where a unit would come to stand, attacks by the game's own reckoning of them, everything else by
what the position is worth right after it. Candidates are looked at unit by unit and place by place, never all at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from random import Random
from types import MappingProxyType

from engine.core.game import Game
from engine.core.ids import Side
from engine.core.menu import Menu
from engine.core.records import Action
from engine.core.refusals import GameFault
from engine.core.state import State
from engine.players.attack_choices import CALL_OFF
from engine.players.decisions import Decider
from engine.players.memory import Memory
from engine.players.player import Budget, Choice
from engine.players.position.situation import Situation
from engine.players.verdict import ActionVerdict
from engine.players.weights import WeightsFinder, weights_of


class GreedyPlayer:
    """Deterministic for its seed; `noise` blurs what it thinks each choice is worth, as the easy level wants."""

    def __init__(
        self,
        seed: int = 0,
        *,
        noise: float = 0.0,
        stance: Mapping[str, float] = MappingProxyType({}),
        is_thorough: bool = False,
        weights_for: WeightsFinder = weights_of,
        eyes: type[Situation] = Situation,
    ) -> None:
        """`is_thorough`: attacks are put together on trial, with all that helps, before one of them is begun."""
        self._seed = seed
        self._eyes = eyes
        self._weights_for = weights_for
        self.stance = stance
        self.is_thorough = is_thorough
        self._noise = noise
        self._random = Random(seed)  # noqa: S311 - a player's whim is no secret
        self.memory = Memory()

    def choose(self, game: Game, view: State, menu: Menu, budget: Budget) -> Choice:
        """Pick from the menu."""
        return self.choose_on(game, view, menu, budget)

    def choose_on(self, game: Game, view: State, menu: Menu, budget: Budget) -> Choice:
        """The same on a view, or on a state that somebody has imagined already."""
        self.memory.enter(game, view)
        while self.memory.intended:
            action = self.memory.intended.popleft()
            if action in menu:
                return Choice(action, self.memory.why)
            self.memory.intended.clear()
        only = _only(menu)
        if only is not None and only.kind != CALL_OFF:
            return Choice(only)
        state = game.imagine(view, self._seed) if view.viewer is not None else view
        situation = self.situation(game, state, menu.side)
        verdict = self._decide(situation, menu, budget)
        if verdict is None:
            raise GameFault(f"dead end: the menu of the {view.frames[-1].kind} frame is empty")
        self.memory.done[verdict.action.kind] += 1
        return Choice(verdict.action, verdict.reason)

    def note(self, action: Action) -> None:
        """Somebody has decided this in the player's stead: the units of it have been seen to."""
        self.memory.settled.update(action.units())

    def situation(self, game: Game, state: State, side: Side) -> Situation:
        """A position with the eyes of this player."""
        weights = self._weights_for(game.ruleset.id, side).in_stance(self.stance)
        return self._eyes(game, state, side, self.memory.survey, weights)

    def _decide(self, situation: Situation, menu: Menu, budget: Budget) -> ActionVerdict | None:
        decider = Decider(situation, menu, self.memory, budget, blur=self._blur, is_thorough=self.is_thorough)
        return decider.decide()

    def _blur(self) -> float:
        return self._random.gauss(0.0, self._noise) if self._noise else 0.0


def _only(menu: Menu) -> Action | None:
    """The action of a menu that has just one."""
    open_offers = list(islice((offer for offer in menu.offers if offer.any()), 2))
    if len(open_offers) != 1:
        return None
    actions = open_offers[0].actions()
    return actions[0] if len(actions) == 1 else None
