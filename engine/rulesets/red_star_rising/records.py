"""Events that several chapters tell. What one chapter alone does is recorded beside its rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.facets import DieThrow, UnitMove
from engine.core.ids import CardId, Location, UnitId
from engine.core.records import Event
from engine.core.unit_events import ControlChanged, StepLost, UnitEliminated, UnitReplaced


@dataclass(frozen=True, slots=True)
class ReturnRolled(Event):
    """The die that says when a lost unit comes back."""

    kind: ClassVar[str] = "return-rolled"
    unit: UnitId
    die: int
    turn: int

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return (UnitMove.left(self.unit),)

    @property
    def throws(self) -> tuple[DieThrow, ...]:
        return (DieThrow(self.die, unit=self.unit),)


@dataclass(frozen=True, slots=True)
class ReturnFailed(Event):
    """The die of a lost army after which none comes back."""

    kind: ClassVar[str] = "return-failed"
    unit: UnitId
    die: int

    @property
    def throws(self) -> tuple[DieThrow, ...]:
        return (DieThrow(self.die, unit=self.unit),)


@dataclass(frozen=True, slots=True)
class VeteransRolled(Event):
    """The first die for a lost Shock or Guards army: whether the army it was made of is lost with it."""

    kind: ClassVar[str] = "veterans-rolled"
    unit: UnitId
    die: int
    lost: bool

    @property
    def throws(self) -> tuple[DieThrow, ...]:
        return (DieThrow(self.die, unit=self.unit),)


@dataclass(frozen=True, slots=True)
class UnitComing(Event):
    """A unit will be a reinforcement in a later turn."""

    kind: ClassVar[str] = "unit-coming"
    unit: UnitId
    turn: int

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return (UnitMove.left(self.unit),)


@dataclass(frozen=True, slots=True)
class FleetReturned(Event):
    """An air fleet left the map, at the end of its turn or with its base."""

    kind: ClassVar[str] = "fleet-returned"
    unit: UnitId

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return (UnitMove.left(self.unit),)


@dataclass(frozen=True, slots=True)
class MarkerDrawn(Event):
    kind: ClassVar[str] = "marker-drawn"
    unit: UnitId
    card: CardId
    attack: int
    defence: int


@dataclass(frozen=True, slots=True)
class MarkerReturned(Event):
    """A strength marker went back to its cup, or aside if it is striped."""

    kind: ClassVar[str] = "marker-returned"
    unit: UnitId
    card: CardId
    aside: bool


@dataclass(frozen=True, slots=True)
class FortressDestroyed(Event):
    kind: ClassVar[str] = "fortress-destroyed"
    at: Location


@dataclass(frozen=True, slots=True)
class SourceLost(Event):
    """A Soviet source of supply was taken and is none any more."""

    kind: ClassVar[str] = "source-lost"
    at: Location


@dataclass(frozen=True, slots=True)
class SurrenderRolled(Event):
    """The die thrown when an Axis unit first enters a capital: surrender, shock or nothing."""

    kind: ClassVar[str] = "surrender-rolled"
    at: Location
    die: int
    modified: int
    result: str

    @property
    def throws(self) -> tuple[DieThrow, ...]:
        return (DieThrow(self.die),)


@dataclass(frozen=True, slots=True)
class MarkersRecalled(Event):
    """The striped markers that had been set aside went into their cups once more."""

    kind: ClassVar[str] = "markers-recalled"
    cards: tuple[CardId, ...]


EVENTS = (
    StepLost, UnitReplaced, UnitEliminated, ReturnRolled, ReturnFailed, VeteransRolled, UnitComing, FleetReturned,
    MarkerDrawn, MarkerReturned, ControlChanged, FortressDestroyed, SourceLost, SurrenderRolled, MarkersRecalled,
)  # fmt: skip
