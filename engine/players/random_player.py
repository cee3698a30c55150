"""The player who knows nothing: any sort of action, then any action of that sort.

Choosing the sort first keeps a game moving: a hundred possible steps do not drown the one way to attack. While there is
something to do it says that it is done only now and then. It plays games for tests and for a first look at a scenario,
not for an opponent.
"""

from __future__ import annotations

from random import Random

from engine.core.actions import Done
from engine.core.game import Game
from engine.core.menu import Menu, Offer
from engine.core.records import Action
from engine.core.refusals import GameFault
from engine.core.state import State
from engine.players.player import Budget, Choice

PATIENCE = 8
"""One time in so many the player may stop although there is more to do."""


class RandomPlayer:
    """Draws from its own generator, never from the game's chance, so that it cannot foresee a die."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)  # noqa: S311 - a player's whim is no secret

    def choose(self, game: Game, view: State, menu: Menu, budget: Budget) -> Choice:
        """Pick from the menu."""
        offers = list(menu.offers)
        if self._random.randrange(PATIENCE):
            pausing = [offer for offer in offers if offer.action is Done]
            chosen = self._pick([offer for offer in offers if offer.action is not Done]) or self._pick(pausing)
        else:
            chosen = self._pick(offers)
        if chosen is None:
            raise GameFault(f"dead end: the menu of the {view.frames[-1].kind} frame is empty")
        return Choice(chosen)

    def _pick(self, offers: list[Offer[Action]]) -> Action | None:
        while offers:
            offer = offers.pop(self._random.randrange(len(offers)))
            actions = offer.actions()
            if actions:
                return actions[self._random.randrange(len(actions))]
        return None
