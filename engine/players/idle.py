"""The player who ends every phase at once: what any other has to be better than."""

from __future__ import annotations

from engine.core.game import Game
from engine.core.menu import Menu
from engine.core.state import State
from engine.players.player import Budget, Choice
from engine.players.way_out import way_out


class IdlePlayer:
    """Stops where it may; else does what touches nothing, the obvious, or the first thing there is."""

    def __init__(self, seed: int = 0) -> None:
        """Whoever does nothing has no whims."""

    def choose(self, game: Game, view: State, menu: Menu, budget: Budget) -> Choice:
        """Pick from the menu."""
        return Choice(way_out(view, menu))
