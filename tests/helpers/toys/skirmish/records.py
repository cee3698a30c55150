"""What Skirmish writes down: its own actions, events and frames."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.facets import DieThrow, UnitLoss, UnitMove
from engine.core.ids import Location, Side, UnitId
from engine.core.records import Action, Event, Frame, secret
from engine.mechanics.attack_declaration import DeclaredAttack


@dataclass(frozen=True, slots=True)
class CommitAir(Action):
    """Send so many air points to the attack; the rest defend."""

    kind: ClassVar[str] = "commit-air"
    points: int


@dataclass(frozen=True, slots=True)
class Arrive(Action):
    """Bring a reinforcement onto the map."""

    kind: ClassVar[str] = "arrive"
    unit: UnitId
    to: Location


@dataclass(frozen=True, slots=True)
class WeatherRolled(Event):
    kind: ClassVar[str] = "weather-rolled"
    die: int
    weather: str

    @property
    def throws(self) -> tuple[DieThrow, ...]:
        return (DieThrow(self.die),)


@dataclass(frozen=True, slots=True)
class AirCommitted(Event):
    kind: ClassVar[str] = "air-committed"
    side: Side
    points: int | None = secret()

    @property
    def audience(self) -> frozenset[Side]:
        return frozenset({self.side})


@dataclass(frozen=True, slots=True)
class AirRevealed(Event):
    kind: ClassVar[str] = "air-revealed"
    side: Side
    points: int


@dataclass(frozen=True, slots=True)
class UnitArrived(Event):
    kind: ClassVar[str] = "unit-arrived"
    unit: UnitId
    at: Location

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return (UnitMove.came(self.unit, self.at),)


@dataclass(frozen=True, slots=True)
class DecoyFound(Event):
    kind: ClassVar[str] = "decoy-found"
    unit: UnitId

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return (UnitMove.left(self.unit),)


@dataclass(frozen=True, slots=True)
class StrengthDrawn(Event):
    kind: ClassVar[str] = "strength-drawn"
    unit: UnitId
    strength: int


@dataclass(frozen=True, slots=True)
class AttackResolved(Event):
    kind: ClassVar[str] = "attack-resolved"
    target: Location
    attackers: tuple[UnitId, ...]
    odds: str
    column: str
    die: int
    result: str

    @property
    def throws(self) -> tuple[DieThrow, ...]:
        first = next(iter(self.attackers), None)
        return (DieThrow(self.die, unit=first, odds=self.odds, column=self.column, result=self.result),)


@dataclass(frozen=True, slots=True)
class StepLost(Event):
    kind: ClassVar[str] = "step-lost"
    unit: UnitId

    @property
    def losses(self) -> tuple[UnitLoss, ...]:
        return (UnitLoss(self.unit),)


@dataclass(frozen=True, slots=True)
class UnitEliminated(Event):
    kind: ClassVar[str] = "unit-eliminated"
    unit: UnitId
    at: Location

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return (UnitMove.left(self.unit, self.at),)

    @property
    def losses(self) -> tuple[UnitLoss, ...]:
        return (UnitLoss(self.unit, is_gone=True),)


@dataclass(frozen=True, slots=True)
class UnitRetreated(Event):
    kind: ClassVar[str] = "unit-retreated"
    unit: UnitId
    origin: Location
    to: Location

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return (UnitMove(self.unit, (self.origin, self.to)),)


@dataclass(frozen=True, slots=True)
class UnitAdvanced(Event):
    kind: ClassVar[str] = "unit-advanced"
    unit: UnitId
    to: Location

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return (UnitMove.came(self.unit, self.to),)


@dataclass(frozen=True, slots=True)
class SupplyChecked(Event):
    kind: ClassVar[str] = "supply-checked"
    side: Side
    unsupplied: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class WeatherFrame(Frame):
    kind: ClassVar[str] = "weather"


@dataclass(frozen=True, slots=True)
class AirFrame(Frame):
    """Both sides choose in secret; `asked` counts those that have."""

    kind: ClassVar[str] = "air"
    asked: int = 0


@dataclass(frozen=True, slots=True)
class SupplyFrame(Frame):
    kind: ClassVar[str] = "supply"


@dataclass(frozen=True, slots=True)
class ArrivalFrame(Frame):
    kind: ClassVar[str] = "arrival"


@dataclass(frozen=True, slots=True)
class MovementFrame(Frame):
    """`mover` is the unit on its way; when another sets out it may not go on."""

    kind: ClassVar[str] = "movement"
    mover: UnitId | None = None


@dataclass(frozen=True, slots=True)
class CombatFrame(Frame):
    """`attacked` are the hexes that have been attacked this phase."""

    kind: ClassVar[str] = "combat"
    attacked: tuple[Location, ...] = ()


@dataclass(frozen=True, slots=True)
class AttackFrame(Frame):
    """An attack being put together."""

    kind: ClassVar[str] = "attack"
    target: Location
    attackers: tuple[UnitId, ...] = ()
    resolved: bool = False

    @property
    def declared(self) -> DeclaredAttack:
        return DeclaredAttack((self.target,), self.attackers)


@dataclass(frozen=True, slots=True)
class LossFrame(Frame):
    """A side still owes steps from among these units; then, perhaps, the other."""

    kind: ClassVar[str] = "loss"
    side: Side
    units: tuple[UnitId, ...]
    steps: int
    then: LossFrame | None = None


@dataclass(frozen=True, slots=True)
class RetreatFrame(Frame):
    """These units must go, away from where the blow came from."""

    kind: ClassVar[str] = "retreat"
    side: Side
    units: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class AdvanceFrame(Frame):
    """One of these units may follow."""

    kind: ClassVar[str] = "advance"
    side: Side
    units: tuple[UnitId, ...]
    to: Location
