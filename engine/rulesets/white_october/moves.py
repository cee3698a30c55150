"""What a movement sequence has besides marches: its special moves, how it begins and how it is closed.

This is the list to extend: a chapter whose units move in a way of their own adds its `SpecialMove` here, one that has
something to do before or after a side moves adds its call.
"""

from __future__ import annotations

from typing import Final

from engine.core.draft import Draft
from engine.core.game import Game
from engine.rulesets.white_october.combat.flight import begin_flight
from engine.rulesets.white_october.rallying import rally
from engine.rulesets.white_october.special_moves import SpecialMove
from engine.rulesets.white_october.vehicles import strand_tanks

SPECIAL_MOVES: Final[tuple[SpecialMove, ...]] = ()


def begin_movement(game: Game, draft: Draft) -> None:
    """Before anybody moves those that are routed run."""
    begin_flight(game, draft)


def close_movement(game: Game, draft: Draft) -> None:
    """When all have moved."""
    rally(game, draft)
    strand_tanks(game, draft, draft.state.side)
