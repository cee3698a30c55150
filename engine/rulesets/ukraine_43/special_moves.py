"""What is done in a phase of movement otherwise than by marching: the hook for rail, markers, forts and arrivals.

A chapter that has such a thing makes a `SpecialMove` and lists it in `moves.py`; the phases it belongs to offer it
beside the marches and hand back what was picked.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import UnitId
from engine.core.menu import Offer
from engine.core.records import Action
from engine.core.state import State
from engine.rulesets.ukraine_43.ratings import Mode


@dataclass(frozen=True, slots=True)
class Hand:
    """The phase that stands and the stack in hand."""

    mode: Mode
    group: tuple[UnitId, ...] = ()

    def with_leader(self, unit: UnitId) -> tuple[UnitId, ...]:
        """Who acts when a unit does: the stack it leads, or it alone."""
        return self.group if self.group[:1] == (unit,) else (unit,)


@dataclass(frozen=True, slots=True)
class SpecialMove:
    """One sort of move: what it is called, when it is offered, what of it, and what happens."""

    action: type[Action]
    modes: frozenset[Mode]
    offer: Callable[[Game, State, Hand], Offer[Any]]
    carry_out: Callable[[Game, Draft, Hand, Any], None]
    takes_hand: bool = False
    """Whether it is done by the stack in hand as a move of its own: others that were under way have finished."""


MOVEMENT_ONLY = frozenset({Mode.MOVEMENT})
MOVEMENT_AND_EXPLOITATION = frozenset({Mode.MOVEMENT, Mode.EXPLOITATION})
EXPLOITATION_ONLY = frozenset({Mode.EXPLOITATION})
