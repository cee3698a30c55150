"""What the eye is to see of events: counters that went somewhere, and dice that were thrown.

Events say it themselves by their facets, whatever the game; here the ways of a unit become one. No Qt is imported here.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.facets import DieThrow, UnitMove
from engine.core.ids import NOWHERE, Location, UnitId
from engine.core.records import Event


def ways_of(events: Iterable[Event]) -> list[UnitMove]:
    """The ways of units, one a unit, in the order they went; what is lost is taken off and goes nowhere."""
    ways: dict[UnitId, tuple[Location, ...]] = {}
    for event in events:
        lost = {loss.unit for loss in event.losses if loss.is_gone}
        for move in event.moves:
            places = move.way
            if len(places) < 2 or NOWHERE in places or move.unit in lost:
                continue
            before = ways.get(move.unit, ())
            ways[move.unit] = (*before, *(places[1:] if before and before[-1] == places[0] else places))
    return [UnitMove(unit, places) for unit, places in ways.items()]


def throws_of(events: Iterable[Event]) -> list[DieThrow]:
    """The dice that were thrown."""
    return [throw for event in events for throw in event.throws]
