"""What undo may not cross: somebody has thrown dice, learned something, or taken over.

A barrier is not declared by the rules, it is read off two states, so no ruleset can forget one: chance and secrets
leave their counts in the state, and the menu says who decides.
"""

from __future__ import annotations

from enum import StrEnum

from engine.core.game import Game
from engine.core.state import State


class Barrier(StrEnum):
    """Why a step cannot be taken back."""

    DICE = "dice"
    REVEAL = "reveal"
    SIDE = "side"


def barrier_between(game: Game, before: State, after: State) -> Barrier | None:
    """What keeps a side from going back from one state to the one before it."""
    if after.throws != before.throws:
        return Barrier.DICE
    if after.reveals != before.reveals:
        return Barrier.REVEAL
    if game.menu(after).side != game.menu(before).side:
        return Barrier.SIDE
    return None
