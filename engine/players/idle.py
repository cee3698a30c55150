"""The player who ends every phase at once: what any other has to be better than."""

from __future__ import annotations

from dataclasses import fields

from engine.core.actions import Done
from engine.core.game import Game
from engine.core.menu import Menu
from engine.core.refusals import GameFault
from engine.core.state import State
from engine.players.player import Budget, Choice


class IdlePlayer:
    """Stops where it may; else does what touches nothing, the obvious, or the first thing there is."""

    def __init__(self, seed: int = 0) -> None:
        """Whoever does nothing has no whims."""

    def choose(self, game: Game, view: State, menu: Menu, budget: Budget) -> Choice:
        """Pick from the menu."""
        if Done() in menu:
            return Choice(Done())
        for offer in menu.offers:
            if not fields(offer.action) and offer.any():
                return Choice(offer.actions()[0])
        chosen = menu.default or next(iter(menu), None)
        if chosen is None:
            raise GameFault(f"dead end: the menu of the {view.frames[-1].kind} frame is empty")
        return Choice(chosen)
