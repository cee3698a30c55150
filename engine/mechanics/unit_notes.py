"""What is known of single units, each for as long as its record stays as it was.

Much that is asked of a unit follows from its own record and from the enemy: whether it may move, where to. A move of
another unit of its side changes neither. Such answers are kept in a derived fact that rests on the enemy alone, and
each is good while the unit has the very record it was found for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from engine.core.ids import UnitId
from engine.core.state import Unit

T = TypeVar("T")


class UnitNotes(Generic[T]):
    """One answer for each unit, found anew when its record has changed."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[UnitId, tuple[Unit, T]] = {}

    def of(self, unit: Unit, find: Callable[[], T]) -> T:
        """The answer for a unit, found now if it is not known for just this record."""
        known = self._known.get(unit.id)
        if known is not None and known[0] is unit:
            return known[1]
        found = find()
        self._known[unit.id] = (unit, found)
        return found
