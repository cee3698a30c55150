"""What moves otherwise than hex by hex in a movement sequence: the hook for rail, sea and arrivals.

A chapter that has such a move lists a `SpecialMove`; the movement sequence offers it beside the marches and hands back
what was picked. Each is one decision with its destination, so that what moves without limit moves once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.core.draft import Draft
from engine.core.facets import UnitMove
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.menu import Offer
from engine.core.records import Action, Event
from engine.core.state import State
from engine.rulesets.chapter import Chapter


@dataclass(frozen=True, slots=True)
class SpecialMove:
    """One sort of move: what it is called, what is offered of it now, and what happens."""

    action: type[Action]
    offer: Callable[[Game, State], Offer[Any]]
    carry_out: Callable[[Game, Draft, Any], None]


@dataclass(frozen=True, slots=True)
class MoveByRail(Action):
    """Send a unit along the railway."""

    kind: ClassVar[str] = "move-by-rail"
    unit: UnitId
    to: Location


@dataclass(frozen=True, slots=True)
class MovedByRail(Event):
    """A unit went by rail; `way` leads from where it was to where it is."""

    kind: ClassVar[str] = "moved-by-rail"
    unit: UnitId
    way: tuple[Location, ...]

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return (UnitMove(self.unit, self.way),)


CHAPTER = Chapter(actions=(MoveByRail,), events=(MovedByRail,))
