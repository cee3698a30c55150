"""The palette of a ruleset: the terrain, features, hexsides, lines and boxes its maps are painted with.

The editor builds its tools from it and the canvas its looks; a map may use no kind that is neither here nor its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Annotated, ClassVar, TypeVar

from pydantic import Field

from engine.definitions.model import Colour, Document, Frozen, FrozenDict, Id, Line, Model, Picture, Word

Width = Annotated[float, Field(gt=0, le=2)]
"""In hex circumradii."""


class AttributeKind(StrEnum):
    """What an attribute of a feature holds, so that the inspector can offer the right field."""

    INTEGER = "integer"
    NUMBER = "number"
    TEXT = "text"
    FLAG = "flag"


Attributes = Annotated[Mapping[Word, AttributeKind], Frozen]
NO_ATTRIBUTES: Mapping[str, AttributeKind] = FrozenDict()


class Swatch(Model):
    """A kind of thing on the map, with its name on screen.

    `order` says where a kind of a map's own stands among those of its list; 0 is not said. A palette is a list already
    and needs none.
    """

    id: Id
    name: Line
    order: Annotated[int, Field(ge=0, le=1_000_000)] = 0


class TerrainSwatch(Swatch):
    """What fills a hex or a space."""

    colour: Colour = "#e8e4c9"
    pattern: Word | None = None
    picture: Picture | None = None
    """Laid over the whole hex in the pattern's place."""


class FeatureSwatch(Swatch):
    """What stands at a location: a city, a port, a supply source."""

    icon: Word | None = None
    colour: Colour | None = None
    attributes: Attributes = NO_ATTRIBUTES


class LineSwatch(Swatch):
    """What runs along hexsides (rivers), through hexes (roads, railways) or between spaces."""

    colour: Colour = "#333333"
    width: Width = 0.1
    dash: Word | None = None
    attributes: Attributes = NO_ATTRIBUTES


class BoxSwatch(Swatch):
    """A kind of box off the map."""

    colour: Colour | None = None


class MarkerSwatch(Swatch):
    """A marker that may lie on the map."""

    icon: Word | None = None
    colour: Colour | None = None


class UnitMarkerSwatch(MarkerSwatch):
    """A marker that lies on a unit on the table; its id is a mark of the game, which the screen shows by itself."""

    copies: Annotated[int, Field(ge=1, le=100)] = 6
    """How many of it are printed."""


class RegionSwatch(Swatch):
    """A kind of region, and the colour that a new one of it is given."""

    colour: Colour | None = None


class Nation(Swatch):
    """The name and the counter colours of a side or a nation."""

    colour: Colour = "#cccccc"
    ink: Colour = "#000000"


S = TypeVar("S", bound=Swatch)


class Palette(Document):
    """All the kinds of a ruleset; its id is the ruleset's."""

    KIND: ClassVar[str] = "palette"

    terrain: tuple[TerrainSwatch, ...] = ()
    features: tuple[FeatureSwatch, ...] = ()
    sides: tuple[LineSwatch, ...] = ()
    paths: tuple[LineSwatch, ...] = ()
    connections: tuple[LineSwatch, ...] = ()
    boxes: tuple[BoxSwatch, ...] = ()
    markers: tuple[MarkerSwatch, ...] = ()
    unit_markers: tuple[UnitMarkerSwatch, ...] = ()
    regions: tuple[RegionSwatch, ...] = ()
    nations: tuple[Nation, ...] = ()


def by_id(swatches: Iterable[S]) -> dict[str, S]:
    """Swatches by their id; the first of two with the same id wins, and a check reports the second."""
    found: dict[str, S] = {}
    for swatch in swatches:
        found.setdefault(swatch.id, swatch)
    return found
