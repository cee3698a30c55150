"""The small values a board is made of, and the ways a board can be wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import TypeAlias

from engine.core.boards.hexes import Extent, HexGrid
from engine.core.boards.labels import LabelScheme
from engine.core.ids import Location
from engine.core.messages import Message, message

Attribute: TypeAlias = str | int | float | bool
Attributes: TypeAlias = Mapping[str, Attribute]

NO_ATTRIBUTES: Attributes = MappingProxyType({})


def _no_attributes() -> Attributes:
    return NO_ATTRIBUTES


HEXSIDE = "hexside"
"""The kind of the edges that hexes have with their neighbours; all other kinds are the author's."""


class PlaceKind(StrEnum):
    """What a location is."""

    HEX = "hex"
    SPACE = "space"
    BOX = "box"


@dataclass(frozen=True, slots=True)
class Feature:
    """Something at a location: a city, a port, a supply source."""

    kind: str
    name: str = ""
    attributes: Attributes = field(default_factory=_no_attributes)


@dataclass(frozen=True, slots=True)
class Edge:
    """What joins two locations: a hexside, a connection, the way into an inset or a box.

    `b` is NOWHERE across an outer hexside; `direction` is that of a hexside seen from `a`; a one-way edge leads from
    a to b.
    """

    index: int
    a: Location
    b: Location
    kind: str
    direction: int | None
    one_way: bool = False


@dataclass(frozen=True, slots=True)
class SideFeature:
    """Something along an edge, such as a river; with `towards` it counts only when moving to that location."""

    kind: str
    towards: Location | None = None
    attributes: Attributes = field(default_factory=_no_attributes)


@dataclass(frozen=True, slots=True)
class PathFeature:
    """The stretch of a road or rail over one edge; `line` is the drawn line it belongs to."""

    kind: str
    line: str
    attributes: Attributes = field(default_factory=_no_attributes)


@dataclass(frozen=True, slots=True)
class PathLine:
    """A road or rail as it was drawn, through the centres of locations."""

    id: str
    kind: str
    through: tuple[Location, ...]
    attributes: Attributes = field(default_factory=_no_attributes)


@dataclass(frozen=True, slots=True)
class Region:
    """A named set of locations: a country, a climate zone, an air front."""

    id: str
    kind: str
    title: str
    members: frozenset[Location] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Sheet:
    """How one map sheet is numbered and where it lies.

    `origin` is the point of the map where the centre of storage cell (0, 0) lies; for a joined sheet it follows from
    the join.
    """

    id: str
    grid: HexGrid
    extent: Extent
    scheme: LabelScheme
    scale: float
    origin: tuple[float, float]


class BoardError(Exception):
    """A board that cannot be: what is wrong, and the key or label it is wrong about."""

    def __init__(self, said: Message, key: str) -> None:
        super().__init__(said)
        self.message = said
        self.key = key


class UnknownLocation(BoardError, LookupError):  # noqa: N818  (it reads as what it is)
    """No location has this key or label; `suggestions` are known ones that look like it."""

    def __init__(self, text: str, suggestions: tuple[str, ...] = ()) -> None:
        said = (
            message("board.unknown-location-suggest", location=text, suggestions=suggestions)
            if suggestions
            else message("board.unknown-location", location=text)
        )
        super().__init__(said, text)
        self.suggestions = suggestions
