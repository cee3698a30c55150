"""Computer players. A bot sees a view and a menu, and picks from the menu."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from engine.core.game import Game
from engine.core.menu import Menu
from engine.core.records import Action
from engine.core.state import State
from engine.session.bots.random_bot import RandomBot


class Bot(Protocol):
    """A computer player."""

    def choose(self, game: Game, view: State, menu: Menu) -> Action:
        """Pick an action of the menu, knowing only the view of one's own side."""


BOTS: dict[str, Callable[[int], Bot]] = {"random": RandomBot}
"""The bots that can be asked for by name; each is made with a seed."""
