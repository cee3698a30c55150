"""Overlays: what a side may know of the whole map at a glance, in one form for every game.

An overlay is made of areas, each with its words for a legend, short texts on places, and lines. It says what is so and
how good that is; which colour that has is for the screen to choose. A ruleset lists the overlays it has in
`Ruleset.overlays`; each is made from a view, so that it can show no secret.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from engine.core.ids import NO_SIDE, Location, Side
from engine.core.messages import Message
from engine.core.state import State

if TYPE_CHECKING:
    from engine.core.game import Game


class OverlayKind(StrEnum):
    """What can be shown of a map; not every game has all of it."""

    CONTROL = "control"
    AIR = "air"
    SUPPLY = "supply"
    ZONES = "zones"
    STACKING = "stacking"
    OBJECTIVES = "objectives"
    ISOLATION = "isolation"
    COMMAND = "command"
    MORALE = "morale"
    RAIL = "rail"


class Tone(StrEnum):
    """How an area is meant: as the colour of its side, from good to bad, or as a mere note."""

    SIDE = "side"
    GOOD = "good"
    FAIR = "fair"
    POOR = "poor"
    BAD = "bad"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class MarkedArea:
    """Some places that have something in common."""

    label: Message
    places: tuple[Location, ...]
    tone: Tone
    side: Side = NO_SIDE
    is_open: bool = False
    """Nothing stands there: the area is a reach or a threat, drawn so that areas of both sides can overlap."""
    stands_out: bool = False
    """It lies among others of its side and is to be found there, as a railhead along a railway."""


@dataclass(frozen=True, slots=True)
class Way:
    """A line over the map, as one of supply."""

    places: tuple[Location, ...]
    side: Side = NO_SIDE


@dataclass(frozen=True, slots=True)
class Overlay:
    """Everything that one overlay shows. `note` says what the areas cannot, `rule` is the case behind it."""

    areas: tuple[MarkedArea, ...] = ()
    texts: Mapping[Location, str] = field(default_factory=lambda: MappingProxyType({}))
    ways: tuple[Way, ...] = ()
    note: Message | None = None
    rule: str = ""


OverlayMaker: TypeAlias = Callable[["Game", State], Overlay]
"""Makes an overlay of what a view shows."""
