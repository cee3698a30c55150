"""Decisions that every game has. A ruleset adds its own; the screen knows these by heart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.ids import CardId, Location, UnitId
from engine.core.records import Action


@dataclass(frozen=True, slots=True)
class Done(Action):
    """No more of this: end the phase, or the choice at hand."""

    kind: ClassVar[str] = "done"


@dataclass(frozen=True, slots=True)
class PickUnit(Action):
    """Take a unit in hand."""

    kind: ClassVar[str] = "pick-unit"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class DropUnit(Action):
    """Leave a unit of the moving stack where it is."""

    kind: ClassVar[str] = "drop-unit"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class StepTo(Action):
    """Move the unit to a neighbouring location."""

    kind: ClassVar[str] = "step-to"
    unit: UnitId
    to: Location


@dataclass(frozen=True, slots=True)
class Arrive(Action):
    """Bring a unit onto the map."""

    kind: ClassVar[str] = "arrive"
    unit: UnitId
    at: Location


@dataclass(frozen=True, slots=True)
class Deploy(Action):
    """Put a unit that is its owner's to place where it is to stand when play begins."""

    kind: ClassVar[str] = "deploy"
    unit: UnitId
    to: Location


@dataclass(frozen=True, slots=True)
class Retreat(Action):
    """Withdraw a beaten unit to a location."""

    kind: ClassVar[str] = "retreat"
    unit: UnitId
    to: Location


@dataclass(frozen=True, slots=True)
class Advance(Action):
    """Follow into the location that was won."""

    kind: ClassVar[str] = "advance"
    unit: UnitId
    to: Location


@dataclass(frozen=True, slots=True)
class TakeLoss(Action):
    """Let this unit lose a step."""

    kind: ClassVar[str] = "take-loss"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class PlayCard(Action):
    """Play a card from the hand, in one of the ways the game knows."""

    kind: ClassVar[str] = "play-card"
    card: CardId
    use: str
