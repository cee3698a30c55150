"""What happens to units in every wargame. A ruleset adds its own events; the screen knows these by heart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.facets import UnitLoss, UnitMove
from engine.core.ids import Location, Side, UnitId
from engine.core.records import Event


@dataclass(frozen=True, slots=True)
class UnitDisplaced(Event):
    """What events have in common that tell of one unit and the two ends of its way; each has a kind of its own."""

    unit: UnitId
    origin: Location
    to: Location

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return (UnitMove(self.unit, (self.origin, self.to)),)


@dataclass(frozen=True, slots=True)
class UnitTakenOff(Event):
    """What events have in common by which a unit leaves the map for a box; they happen where it was, not in the box."""

    unit: UnitId
    at: Location
    to: Location

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return (UnitMove(self.unit, (self.at, self.to)),)

    @property
    def place(self) -> Location | None:
        return self.at


@dataclass(frozen=True, slots=True)
class UnitPlaced(Event):
    """What events have in common by which a unit comes to a place, from where it does not matter."""

    unit: UnitId
    at: Location

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return (UnitMove.came(self.unit, self.at),)


@dataclass(frozen=True, slots=True)
class UnitArrived(UnitPlaced):
    """A unit came onto the map."""

    kind: ClassVar[str] = "unit-arrived"


@dataclass(frozen=True, slots=True)
class UnitMoved(UnitDisplaced):
    """A unit took a step, for so many of its points."""

    kind: ClassVar[str] = "unit-moved"
    cost: int


@dataclass(frozen=True, slots=True)
class Deployed(Event):
    """Its owner has put a unit where it begins."""

    kind: ClassVar[str] = "deployed"
    unit: UnitId
    to: Location

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return (UnitMove.came(self.unit, self.to),)


@dataclass(frozen=True, slots=True)
class StepLost(Event):
    kind: ClassVar[str] = "step-lost"
    unit: UnitId
    at: Location

    @property
    def losses(self) -> tuple[UnitLoss, ...]:
        return (UnitLoss(self.unit),)


@dataclass(frozen=True, slots=True)
class UnitReplaced(Event):
    """Another counter took the place of one."""

    kind: ClassVar[str] = "unit-replaced"
    unit: UnitId
    by: UnitId
    at: Location

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return (UnitMove.left(self.unit), UnitMove.came(self.by, self.at))


@dataclass(frozen=True, slots=True)
class UnitEliminated(UnitTakenOff):
    """A unit left the map because it was lost; `to` is the box it went to."""

    kind: ClassVar[str] = "unit-eliminated"

    @property
    def losses(self) -> tuple[UnitLoss, ...]:
        return (UnitLoss(self.unit, is_gone=True),)


@dataclass(frozen=True, slots=True)
class UnitRetreated(UnitDisplaced):
    kind: ClassVar[str] = "unit-retreated"


@dataclass(frozen=True, slots=True)
class UnitAdvanced(UnitDisplaced):
    kind: ClassVar[str] = "unit-advanced"


@dataclass(frozen=True, slots=True)
class ControlChanged(Event):
    kind: ClassVar[str] = "control-changed"
    at: Location
    side: Side
