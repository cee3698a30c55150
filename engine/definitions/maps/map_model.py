"""A map as text: printed labels, rows of letters, one line a thing.

This is the shape of `format: redoubt/map/1` and nothing else: what labels mean and whether they exist is
settled in `map_text`, which turns the text into a `MapPlan` and back. Fields with a default may be left out,
and the writer leaves them out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import BeforeValidator, Field, PlainSerializer, StringConstraints, model_validator

from engine.core.messages import message
from engine.definitions.bounds import (
    EPSG_PATTERN,
    FARTHEST,
    FARTHEST_NAME,
    FARTHEST_POINT,
    LARGEST_ANGLE,
    LARGEST_LETTERING,
    LARGEST_SCALE,
    LEAST_SPACING,
    LONGEST_SIDE,
    MOST_CELLS,
    MOST_CURVE,
    MOST_LEVELS,
    MOST_SHEETS,
    MOST_SPACING,
    SMALLEST_LETTERING,
    SMALLEST_SCALE,
)
from engine.definitions.flaws import flaw
from engine.definitions.maps.map_bounds import too_many_cells
from engine.definitions.maps.rings import BadRingError, read_ring, write_ring
from engine.definitions.model import Document, Frozen, FrozenDict, Id, Label, Line, Model, Number, Text, Values, Word
from engine.definitions.palette import (
    BoxSwatch,
    FeatureSwatch,
    LineSwatch,
    MarkerSwatch,
    Nation,
    RegionSwatch,
    TerrainSwatch,
)
from engine.definitions.plan import has_area

Coordinate = Annotated[int, Field(ge=-FARTHEST, le=FARTHEST)]
Length = Annotated[int, Field(ge=1, le=LONGEST_SIDE)]
Scale = Annotated[float, Field(ge=SMALLEST_SCALE, le=LARGEST_SCALE)]
Lettering = Annotated[float, Field(ge=SMALLEST_LETTERING, le=LARGEST_LETTERING)]
LetteringWeight: TypeAlias = Literal["", "regular", "bold"]
Spacing = Annotated[Number, Field(ge=LEAST_SPACING, le=MOST_SPACING)]
Curve = Annotated[Number, Field(ge=-MOST_CURVE, le=MOST_CURVE)]
Distance = Annotated[Number, Field(ge=-FARTHEST_POINT, le=FARTHEST_POINT)]
Angle = Annotated[Number, Field(ge=-LARGEST_ANGLE, le=LARGEST_ANGLE)]
Point: TypeAlias = tuple[Distance, Distance]
Shift = Annotated[float, Field(ge=-FARTHEST_NAME, le=FARTHEST_NAME)]
NameOffset: TypeAlias = tuple[Shift, Shift]
Epsg = Annotated[str, StringConstraints(pattern=EPSG_PATTERN)]
"""A flat system of the EPSG register, by its number there."""
Latitude = Annotated[float, Field(ge=-90, le=90)]
Longitude = Annotated[float, Field(ge=-180, le=180)]


def _whole_placement(value: object) -> object:
    """Six numbers lay a picture flat; what stands for perspective is added to them."""
    if not isinstance(value, list | tuple):
        return value
    if len(value) not in (6, 9):
        raise flaw(message("map.placement-count", count=len(value)))
    return (*value, 0.0, 0.0, 1.0) if len(value) == 6 else tuple(value)


def _written_placement(value: tuple[float, ...]) -> list[float]:
    return list(value[:6] if value[6:] == (0.0, 0.0, 1.0) else value)


Placement = Annotated[
    tuple[Number, Number, Number, Number, Number, Number, Number, Number, Number],
    BeforeValidator(_whole_placement),
    PlainSerializer(_written_placement),
]
"""From pixels to the map plane: six numbers, or nine where there is perspective (see `ScanPlan`)."""


def _read_ring(value: object) -> object:
    if not isinstance(value, str):
        return value
    try:
        return read_ring(value)
    except BadRingError as bad:
        said = message("map.bad-ring", found=bad.found) if bad.found else message("map.short-ring")
        raise flaw(said) from None


Ring = Annotated[tuple[Point, ...], BeforeValidator(_read_ring), Field(min_length=3), PlainSerializer(write_ring)]
"""The corners of an outline, written `x,y x,y x,y`."""
Key = Line
"""The name of a part that nobody needs to name: left out, it follows from what the part is."""
NO_VALUES: Values = FrozenDict()


class AxisModel(Model):
    """How one axis of the labels counts."""

    style: Literal["number", "letters"] = "number"
    start: Coordinate = 1
    step: Annotated[int, Field(ge=-1000, le=1000)] = 1
    digits: Annotated[int, Field(ge=1, le=9)] = 2
    letters: Literal["bijective", "doubled"] = "bijective"

    @model_validator(mode="after")
    def _advances(self) -> AxisModel:
        if self.step == 0:
            raise flaw(message("map.axis-stands-still"), ("step",))
        return self


class LabelsModel(Model):
    """What is printed in the hexes of a sheet."""

    order: Literal["column-row", "row-column"] = "column-row"
    separator: Annotated[str, StringConstraints(max_length=8)] = ""
    prefix: Annotated[str, StringConstraints(max_length=32)] = ""
    column: AxisModel = AxisModel()
    row: AxisModel = AxisModel()
    row_axis: Literal["offset", "oblique-down", "oblique-up"] = "offset"


class SheetModel(Model):
    """A rectangle of hexes; `fill` is the terrain of those that `rows` do not tell, null where these are absent."""

    id: Id
    orientation: Literal["flat", "pointy"] = "flat"
    parity: Literal["odd", "even"] = "odd"
    first: tuple[Coordinate, Coordinate] = (1, 1)
    size: tuple[Length, Length]
    edge: Literal["whole", "half"] = "whole"
    scale: Scale = 1.0
    origin: Point = (0.0, 0.0)
    labels: LabelsModel = LabelsModel()
    fill: Word | None
    codes: Annotated[Mapping[Annotated[str, StringConstraints(min_length=1, max_length=1)], Word | None], Frozen] = (
        FrozenDict()
    )
    rows: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _is_bounded(self) -> SheetModel:
        if self.size[0] * self.size[1] > MOST_CELLS:
            raise flaw(message("map.too-many-cells", limit=MOST_CELLS), ("size",))
        return self


class JoinModel(Model):
    """This cell of a sheet lies on that cell of an earlier one."""

    sheet: Id
    cell: Label
    onto: Label


class LinkModel(Model):
    """A way between two places that no hexside gives."""

    between: tuple[Label, Label]
    kind: Word
    one_way: bool = False
    attributes: Values = NO_VALUES
    id: Key | None = None


class BoxModel(Model):
    """A box beside the map."""

    id: Id
    title: Line | None = None
    position: Point = (0.0, 0.0)
    attributes: Values = NO_VALUES


class SpaceModel(Model):
    """A named space."""

    id: Id
    name: Line | None = None
    position: Point = (0.0, 0.0)
    terrain: Word | None = None
    attributes: Values = NO_VALUES
    name_offset: NameOffset = (0.0, 0.0)


class FeatureModel(Model):
    """Something at a place."""

    at: Label
    kind: Word
    name: Line | None = None
    attributes: Values = NO_VALUES
    name_offset: NameOffset = (0.0, 0.0)
    id: Key | None = None


class SidesModel(Model):
    """One kind of thing along any number of hexsides, each written label/direction."""

    kind: Word
    towards: Label | None = None
    attributes: Values = NO_VALUES
    at: tuple[Label, ...]


class PathModel(Model):
    """A rail or road through neighbouring places."""

    id: Id
    kind: Word
    attributes: Values = NO_VALUES
    through: tuple[Label, ...]


class RegionModel(Model):
    """A named set of places."""

    id: Id
    kind: Word
    title: Line | None = None
    colour: Line | None = None
    members: tuple[Label, ...] = ()


class TextModel(Model):
    """Lettering that belongs to no place."""

    text: Text
    position: Point
    angle: Angle = 0.0
    size: Lettering = 1.0
    weight: LetteringWeight = ""
    spacing: Spacing = 0.0
    curve: Curve = 0.0
    along: tuple[Point, ...] = ()
    id: Key | None = None


class ShapeModel(Model):
    """Ground in the colour of a terrain, or tinted as a region; see `ShapePlan`."""

    id: Id
    terrain: Word | None = None
    region: Id | None = None
    level: Annotated[int, Field(ge=-MOST_LEVELS, le=MOST_LEVELS)] = 0
    rings: Annotated[tuple[Ring, ...], Field(min_length=1, max_length=10_000)]

    @model_validator(mode="after")
    def _one_of_two(self) -> ShapeModel:
        if (self.terrain is None) == (self.region is None):
            raise flaw(message("map.shape-of-what"))
        return self


class ScanModel(Model):
    """A picture under the map; the picture is the file of that hash in the folder's `scans`.

    `placement` has six numbers, or nine where the picture was taken aslant.
    """

    id: Id
    title: Line | None = None
    sha256: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
    placement: Placement = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
    attributes: Values = NO_VALUES

    @model_validator(mode="after")
    def _covers_ground(self) -> ScanModel:
        if not has_area(self.placement):
            raise flaw(message("map.placement-without-area"), ("placement",))
        return self


class AnchorModel(Model):
    """A hex and where its centre lies on the globe."""

    at: Label
    latitude: Latitude
    longitude: Longitude


class GeoreferenceModel(Model):
    """How the map lies on the globe (see `GeoPlan`)."""

    projection: Literal["equirectangular", "lambert-conformal", "albers", "transverse-mercator"] | Epsg
    centre: tuple[Latitude, Longitude]
    parallels: Annotated[tuple[Latitude, ...], Field(max_length=2)] = ()
    hex_km: Annotated[float, Field(gt=0, le=5_000)]
    rotation: Annotated[float, Field(ge=-180, le=180)] = 0.0
    anchor: AnchorModel


class SwatchesModel(Model):
    """The kinds a map has beside those of its palette, in the same lists."""

    terrain: tuple[TerrainSwatch, ...] = ()
    features: tuple[FeatureSwatch, ...] = ()
    sides: tuple[LineSwatch, ...] = ()
    paths: tuple[LineSwatch, ...] = ()
    connections: tuple[LineSwatch, ...] = ()
    boxes: tuple[BoxSwatch, ...] = ()
    markers: tuple[MarkerSwatch, ...] = ()
    regions: tuple[RegionSwatch, ...] = ()
    nations: tuple[Nation, ...] = ()


class MapModel(Document):
    """A whole map. `terrains` is only there when the order of the terrains does not follow from the legends."""

    KIND: ClassVar[str] = "map"

    palette: Id | None = None
    swatches: SwatchesModel = SwatchesModel()
    terrains: tuple[Word, ...] = ()
    sheets: Annotated[tuple[SheetModel, ...], Field(max_length=MOST_SHEETS)] = ()
    joins: tuple[JoinModel, ...] = ()
    boxes: tuple[BoxModel, ...] = ()
    spaces: tuple[SpaceModel, ...] = ()
    links: tuple[LinkModel, ...] = ()
    connections: tuple[LinkModel, ...] = ()
    features: tuple[FeatureModel, ...] = ()
    sides: tuple[SidesModel, ...] = ()
    paths: tuple[PathModel, ...] = ()
    regions: tuple[RegionModel, ...] = ()
    texts: tuple[TextModel, ...] = ()
    shapes: tuple[ShapeModel, ...] = ()
    scans: tuple[ScanModel, ...] = ()
    georeference: GeoreferenceModel | None = None

    @model_validator(mode="after")
    def _is_bounded(self) -> MapModel:
        said = too_many_cells(sheet.size for sheet in self.sheets)
        if said is not None:
            raise flaw(said, ("sheets",))
        return self
