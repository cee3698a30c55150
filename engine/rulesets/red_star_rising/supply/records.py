"""What the supply phase writes down: its decisions, what it tells, and its frames."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.facets import DieThrow, UnitMove
from engine.core.ids import Location, UnitId
from engine.core.records import Action, Event, Frame


@dataclass(frozen=True, slots=True)
class RemoveDepot(Action):
    """Take a depot off the map, to have it back four turns later where it is wanted."""

    kind: ClassVar[str] = "remove-depot"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class ConvertDepot(Action):
    """Use a depot up as a source of emergency supply."""

    kind: ClassVar[str] = "convert-depot"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class AirBaseUnsupplied(Event):
    """An air base has no supply; it leaves with its fleet."""

    kind: ClassVar[str] = "air-base-unsupplied"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class DepotConverted(Event):
    kind: ClassVar[str] = "depot-converted"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class SupplyChecked(Event):
    """The units that are not supplied, by their state, and those of them that are isolated."""

    kind: ClassVar[str] = "supply-checked"
    unsupplied: tuple[UnitId, ...]
    lacking: tuple[UnitId, ...]
    emergency: tuple[UnitId, ...]
    isolated: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class LeaderWithdrawn(Event):
    """A leader out of supply went back among those to be drawn."""

    kind: ClassVar[str] = "leader-withdrawn"
    unit: UnitId

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return (UnitMove.left(self.unit),)


@dataclass(frozen=True, slots=True)
class AttritionRolled(Event):
    """The die thrown for an isolated unit, and the steps it costs."""

    kind: ClassVar[str] = "attrition-rolled"
    unit: UnitId
    die: int
    modified: int
    steps: int

    @property
    def throws(self) -> tuple[DieThrow, ...]:
        return (DieThrow(self.die, unit=self.unit),)


@dataclass(frozen=True, slots=True)
class CapitalLost(Event):
    """Soviet units stand in the capital of an ally as a movement phase begins: its units are cut off."""

    kind: ClassVar[str] = "capital-lost"
    nation: str
    at: Location


@dataclass(frozen=True, slots=True)
class CapitalRegained(Event):
    """The capital of an ally is in Axis hands again, and its units are supplied as before."""

    kind: ClassVar[str] = "capital-regained"
    nation: str
    at: Location


@dataclass(frozen=True, slots=True)
class AirBaseSupplyFrame(Frame):
    """Air bases without supply leave."""

    kind: ClassVar[str] = "air-bases-supply"


@dataclass(frozen=True, slots=True)
class SupplyFrame(Frame):
    """The Axis decides about its depots; then the supply of all units is looked at."""

    kind: ClassVar[str] = "supply"
    checked: bool = False


@dataclass(frozen=True, slots=True)
class AttritionFrame(Frame):
    """The isolated units suffer."""

    kind: ClassVar[str] = "attrition"


@dataclass(frozen=True, slots=True)
class MovementBeginsFrame(Frame):
    """A movement phase begins: the capitals of Finland and Romania are looked at."""

    kind: ClassVar[str] = "movement-begins"


ACTIONS = (RemoveDepot, ConvertDepot)
EVENTS = (
    AirBaseUnsupplied,
    DepotConverted,
    SupplyChecked,
    LeaderWithdrawn,
    AttritionRolled,
    CapitalLost,
    CapitalRegained,
)
