"""What a movement sequence has besides marches: its special moves, how it begins and how it is closed.

This is the list to extend: a chapter whose units move in a way of their own adds its `SpecialMove` here, one that has
something to do before or after a side moves adds its call.
"""

from __future__ import annotations

from typing import Final

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.refusals import Refusal
from engine.core.state import State
from engine.rulesets.white_october.arrivals import ARRIVAL, LEAVING, PUTTING_OFF, lose_stragglers, must_return
from engine.rulesets.white_october.combat.flight import begin_flight
from engine.rulesets.white_october.events import RISING
from engine.rulesets.white_october.levies import PLACING
from engine.rulesets.white_october.rail import RAIL
from engine.rulesets.white_october.rallying import rally
from engine.rulesets.white_october.sailing import SAILING
from engine.rulesets.white_october.special_moves import SpecialMove
from engine.rulesets.white_october.trains import RUNNING, SENDING_OFF
from engine.rulesets.white_october.vehicles import strand_tanks

SPECIAL_MOVES: Final[tuple[SpecialMove, ...]] = (
    ARRIVAL,
    PUTTING_OFF,
    LEAVING,
    RAIL,
    RUNNING,
    SENDING_OFF,
    SAILING,
    PLACING,
    RISING,
)


def begin_movement(game: Game, draft: Draft) -> None:
    """Before anybody moves those that are routed run."""
    begin_flight(game, draft)


def unfinished(game: Game, state: State) -> Refusal | None:
    """What still has to be done before a movement sequence may end."""
    return must_return(game, state)


def close_movement(game: Game, draft: Draft) -> None:
    """When all have moved: stragglers are lost, the side rallies, and tanks without a railway are given up."""
    lose_stragglers(game, draft)
    rally(game, draft)
    strand_tanks(game, draft)
