"""What a step of a game changed on the map: which units, and at which places.

A game is a row of values, and what did not change from one to the next is the same object in both: comparing them
finds every change, also those of which no event tells, such as a mark that is wiped. No Qt is imported here.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.ids import Location, UnitId
from engine.core.state import State


@dataclass(frozen=True, slots=True)
class SceneChange:
    """What is to be drawn again: these units and the stacks at these places, or everything."""

    units: frozenset[UnitId] = frozenset()
    places: frozenset[Location] = frozenset()
    is_whole: bool = False
    """Another game, another moment of it, other eyes: nothing that is shown can be trusted."""


WHOLE = SceneChange(is_whole=True)


def change_between(before: State, after: State) -> SceneChange:
    """What differs on the map between two views of a game.

    With a new turn counters may be worth something else although they stand where they stood, and other eyes see
    other counters: both are a whole change.
    """
    if before.turn != after.turn or before.viewer != after.viewer:
        return WHOLE
    units = frozenset(_differing(before, after))
    places = {record.at for unit in units for state in (before, after) if (record := state.units.get(unit)) is not None}
    if before.stacks is not after.stacks:
        places.update(at for at, stack in after.stacks.items() if before.stacks.get(at) != stack)
    return SceneChange(units, frozenset(places))


def _differing(before: State, after: State) -> list[UnitId]:
    """The units whose record says something else, is new or is gone; what a side may not see is made anew each time."""
    if before.units is after.units:
        return []
    known = before.units.get
    others = [(unit, record) for unit, record in after.units.items() if known(unit) is not record]
    found = [unit for unit, record in others if known(unit) != record]
    if len(before.units) != len(after.units) or found:
        found += [unit for unit in before.units if unit not in after.units]
    return found
