"""What an event says of itself to whoever does not know its game: what it moved, threw and cost.

Rules tell, and the screen, the statistics and the players never guess: they read these facets and no field of an event.
They follow from the fields that are written down, so that they are not written down themselves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.core.ids import NO_SIDE, NOWHERE, Location, Side, UnitId

if TYPE_CHECKING:
    from engine.core.state import State


@dataclass(frozen=True, slots=True)
class UnitMove:
    """A unit went from one place to another, came into play, or left.

    `way` leads from where it was to where it is. NOWHERE stands for an end that the event does not name: a box, or no
    place at all for a unit that is new or gone. Where a unit stands on the map afterwards is always named.
    """

    unit: UnitId
    way: tuple[Location, ...]

    @property
    def origin(self) -> Location:
        return self.way[0]

    @property
    def end(self) -> Location:
        return self.way[-1]

    @classmethod
    def came(cls, unit: UnitId, at: Location) -> UnitMove:
        """It came from where it does not matter: a box, or out of the bag."""
        return cls(unit, (NOWHERE, at))

    @classmethod
    def left(cls, unit: UnitId, at: Location = NOWHERE) -> UnitMove:
        """It is no longer in play, or waits in a box; `at` is where it was, if the event says so."""
        return cls(unit, (at, NOWHERE))


@dataclass(frozen=True, slots=True)
class DieThrow:
    """A die shows a face. It was thrown by a side, by a unit or for those at a place; the weather's is nobody's."""

    face: int
    side: Side = NO_SIDE
    unit: UnitId | None = None
    at: Location | None = None
    purpose: str = ""
    """What it was thrown for, where an event tells of more than one die."""
    odds: str = ""
    """The odds it was thrown at, as the table says them, where it was a combat's."""
    column: str = ""
    """The column it was read in, as the table heads it, which may be known only once strengths are drawn."""
    result: str = ""
    """What came of it, in the letters of the table."""
    together: tuple[int, ...] = ()
    """All the dice that were added up, this one among them, where their sum was read."""

    def thrower(self, before: State) -> Side:
        """Whose die it was, in the state before; NO_SIDE when it was nobody's."""
        if self.side != NO_SIDE:
            return self.side
        if self.unit is not None:
            record = before.units.get(self.unit)
            return record.side if record is not None else NO_SIDE
        present = before.at(self.at) if self.at is not None else ()
        return present[0].side if present else NO_SIDE


@dataclass(frozen=True, slots=True)
class Announced:
    """An attack, or fire, that a side has bound itself to and that is still to be carried out."""

    units: tuple[UnitId, ...]
    places: tuple[Location, ...]


@dataclass(frozen=True, slots=True)
class UnitLoss:
    """A unit lost a step, or is lost itself, with all the steps it had left (`is_gone`)."""

    unit: UnitId
    is_gone: bool = False
