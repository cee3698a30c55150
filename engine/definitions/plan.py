"""The map as a workbench: resolved, columnar, and every part under a key of its own.

A map has three forms. `MapModel` is the text a person reads and diffs, with printed labels. `MapPlan`,
here, is what the editor changes, the canvas draws and the file stores row by row: terrain as arrays, all
else as records under stable keys, so that relabelling never moves anything and a stroke is a handful of
rows. `Board` is what the rules play on, compiled from the plan once a game.

Keys: a hex is `sheet:column,row` in storage coordinates, which may be negative and never change; spaces
and boxes are their own ids. A hexside has one name whichever hex it is seen from: the hex for which its
direction is 0, 1 or 2, even where no cell is there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from operator import is_
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from engine.core.boards.hexes import Extent, HexGrid
from engine.core.boards.labels import LabelScheme
from engine.definitions.bounds import FARTHEST
from engine.definitions.palette import Swatch

Scalar: TypeAlias = str | int | float | bool
Attributes: TypeAlias = dict[str, Scalar]
Point: TypeAlias = tuple[float, float]
Codes: TypeAlias = npt.NDArray[np.uint16]
Placement: TypeAlias = tuple[float, float, float, float, float, float, float, float, float]
"""A 3 by 3 matrix, row by row."""

NO_CELL = 0
"""The terrain code of a place in the rectangle where the map has no hex."""

NO_TERRAIN = ""
"""The fill of a sheet whose cells are absent unless they are painted."""

_CELL_KEY = re.compile(r"(.+):(0|-?[1-9][0-9]{0,6}),(0|-?[1-9][0-9]{0,6})\Z", re.DOTALL)


class Cell(NamedTuple):
    """A hex of a sheet in storage coordinates."""

    sheet: str
    col: int
    row: int

    @property
    def key(self) -> str:
        return f"{self.sheet}:{self.col},{self.row}"


@lru_cache(maxsize=1 << 16)
def cell_of(key: str) -> Cell | None:
    """The cell a key names, or None when it names a space or a box; checks ask for the same keys again and again."""
    match = _CELL_KEY.match(key)
    if match is None:
        return None
    col, row = int(match[2]), int(match[3])
    if abs(col) > FARTHEST or abs(row) > FARTHEST:
        return None
    return Cell(match[1], col, row)


class SideKey(NamedTuple):
    """One feature of one hexside; direction is 0, 1 or 2 (see `canonical_side`)."""

    sheet: str
    col: int
    row: int
    direction: int
    kind: str


def canonical_side(grid: HexGrid, cell: Cell, direction: int, kind: str) -> SideKey:
    """The single name of a hexside, from whichever of its two hexes it is seen."""
    if direction < 3:
        return SideKey(cell.sheet, cell.col, cell.row, direction, kind)
    col, row = grid.neighbour(cell.col, cell.row, direction)
    return SideKey(cell.sheet, col, row, direction - 3, kind)


def side_cells(grid: HexGrid, side: SideKey) -> tuple[Cell, Cell]:
    """The two hexes a hexside lies between; either may be absent from the map."""
    col, row = grid.neighbour(side.col, side.row, side.direction)
    return Cell(side.sheet, side.col, side.row), Cell(side.sheet, col, row)


@dataclass(slots=True, eq=False)
class SheetPlan:
    """One rectangle of hexes; `terrain[row - first row, col - first column]` is a code, 0 where no cell is.

    `fill` is the terrain of cells nobody has painted, `NO_TERRAIN` when those are absent: what equals it is not stored.
    """

    id: str
    grid: HexGrid
    first: tuple[int, int]
    size: tuple[int, int]
    labels: LabelScheme
    fill: str
    terrain: Codes
    edge: str = "whole"
    scale: float = 1.0
    origin: Point = (0.0, 0.0)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SheetPlan):
            return NotImplemented
        plain = all(getattr(self, f.name) == getattr(other, f.name) for f in fields(self) if f.name != "terrain")
        return plain and np.array_equal(self.terrain, other.terrain)

    __hash__ = None  # type: ignore[assignment]  # it changes under the brush

    def copy(self) -> SheetPlan:
        """The same sheet with a terrain of its own to paint on."""
        return replace(self, terrain=self.terrain.copy())

    @property
    def extent(self) -> Extent:
        """The rectangle, as labels count it."""
        return Extent(self.first, self.size)

    def cells(self) -> Iterator[Cell]:
        """The hexes that exist, row by row."""
        left, top = self.first
        for down, across in np.argwhere(self.terrain != NO_CELL).tolist():
            yield Cell(self.id, left + across, top + down)

    def index(self, col: int, row: int) -> tuple[int, int] | None:
        """Where a cell stands in the terrain array, or None outside the rectangle."""
        across, down = col - self.first[0], row - self.first[1]
        if 0 <= across < self.size[0] and 0 <= down < self.size[1]:
            return down, across
        return None

    def code(self, col: int, row: int) -> int:
        """The terrain code of a cell; `NO_CELL` outside the map."""
        index = self.index(col, row)
        return NO_CELL if index is None else int(self.terrain.item(index))


@dataclass(frozen=True, slots=True)
class JoinPlan:
    """Two sheets lie on one another: this cell of `sheet` is that cell of an earlier sheet."""

    sheet: str
    cell: tuple[int, int]
    onto_sheet: str
    onto: tuple[int, int]


@dataclass(frozen=True, slots=True)
class LinkPlan:
    """A connection between any two places: an inset and the main map, a box and its entry hex, two spaces."""

    id: str
    a: str
    b: str
    kind: str
    one_way: bool = False
    attributes: Attributes = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SpacePlan:
    """A named space of a map without hexes."""

    id: str
    name: str
    position: Point
    terrain: str
    attributes: Attributes = field(default_factory=dict)
    name_offset: Point = (0.0, 0.0)
    """How far its name stands from where it usually would, in hex sizes to the right and down."""


@dataclass(frozen=True, slots=True)
class BoxPlan:
    """A box beside the map, such as those of reserves and eliminated units."""

    id: str
    title: str
    position: Point
    attributes: Attributes = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FeaturePlan:
    """Something at a place: a city, a port, a source of supply."""

    id: str
    at: str
    kind: str
    name: str = ""
    attributes: Attributes = field(default_factory=dict)
    name_offset: Point = (0.0, 0.0)
    """How far its name stands from where it usually would, in hex sizes to the right and down."""


@dataclass(frozen=True, slots=True)
class SidePlan:
    """What a hexside carries; `towards` is the key of the only hex it matters to enter, or empty for both."""

    towards: str = ""
    attributes: Attributes = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PathPlan:
    """A rail or a road through neighbouring places."""

    id: str
    kind: str
    through: tuple[str, ...]
    attributes: Attributes = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RegionPlan:
    """A named set of places: a country, a climate zone, a theatre.

    `members` never changes; the editor's own kind of set shares what a stroke leaves as it was.
    """

    id: str
    kind: str
    title: str
    members: AbstractSet[str] = frozenset()
    colour: str = ""


@dataclass(frozen=True, slots=True)
class TextPlan:
    """Lettering on the map that belongs to no place."""

    id: str
    text: str
    position: Point
    angle: float = 0.0
    size: float = 1.0
    weight: str = ""
    """One of `bounds.LETTERING_WEIGHTS`; empty is the usual one of the map's style."""
    spacing: float = 0.0
    """How much further apart than usual its letters are, in ems."""
    curve: float = 0.0
    """By how many degrees its line turns from the first letter to the last; positive arches up."""
    along: tuple[Point, ...] = ()
    """The line that its letters stand on, from its position; none where it is straight or an arc."""


@dataclass(frozen=True, slots=True)
class ShapePlan:
    """Ground under a map that has no hexes: land, a lake, or the part of it where a region lies.

    It has the colour of its terrain, or it is tinted as its region; one of the two is empty. Its rings are filled by
    the even-odd rule, so that a ring in a ring is a hole. What has a higher `level` lies on top.
    """

    id: str
    rings: tuple[tuple[Point, ...], ...]
    terrain: str = ""
    region: str = ""
    level: int = 0


def placement_of(numbers: Sequence[float]) -> Placement:
    """A whole placement; six numbers are one without perspective. Raises ValueError for any other count."""
    if len(numbers) not in (6, 9):
        raise ValueError("a placement has six or nine numbers")
    a, b, c, d, e, f, g, h, i = (*numbers, 0.0, 0.0, 1.0) if len(numbers) == 6 else numbers
    return a, b, c, d, e, f, g, h, i


def has_area(placement: Placement) -> bool:
    """Whether a picture laid so covers any ground."""
    a, b, c, d, e, f, g, h, i = placement
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) != 0


@dataclass(frozen=True, slots=True)
class ScanPlan:
    """A picture laid under the map while it is traced; the picture itself is stored once, under its hash.

    `placement` carries a point (x, y) of the picture, in pixels, to (a x + b y + c, d x + e y + f) / (g x + h y + i)
    on the map plane; given as six numbers, it has g = h = 0 and i = 1.
    """

    id: str
    title: str
    sha256: str
    placement: Placement = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
    attributes: Attributes = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "placement", placement_of(self.placement))


@dataclass(frozen=True, slots=True)
class GeoPlan:
    """How a map lies on the globe, so that latitude and longitude can be read off it for as long as it lives.

    The projection is a sphere's; `centre` (latitude, longitude) is its origin, `parallels` those it keeps true.
    `hex_km` is from one hex centre to the next, `anchor` the key of the hex whose centre lies at `anchor_at`
    (latitude, longitude), and `rotation` the degrees by which the map is turned clockwise from north up.
    """

    projection: str
    centre: Point
    hex_km: float
    anchor: str
    anchor_at: Point
    parallels: tuple[float, ...] = ()
    rotation: float = 0.0


class SwatchKey(NamedTuple):
    """A kind the designer added: in which list of the palette, and its id there."""

    group: str
    id: str


@dataclass(slots=True)
class MapPlan:
    """A whole map. `terrain_names[code - 1]` is the terrain of a code; codes are never reused.

    `swatches` are the kinds that this map has beside those of its palette.
    """

    id: str
    title: str
    palette: str
    terrain_names: list[str] = field(default_factory=list)
    sheets: dict[str, SheetPlan] = field(default_factory=dict)
    joins: list[JoinPlan] = field(default_factory=list)
    links: dict[str, LinkPlan] = field(default_factory=dict)
    spaces: dict[str, SpacePlan] = field(default_factory=dict)
    boxes: dict[str, BoxPlan] = field(default_factory=dict)
    features: dict[str, FeaturePlan] = field(default_factory=dict)
    sides: dict[SideKey, SidePlan] = field(default_factory=dict)
    paths: dict[str, PathPlan] = field(default_factory=dict)
    regions: dict[str, RegionPlan] = field(default_factory=dict)
    texts: dict[str, TextPlan] = field(default_factory=dict)
    shapes: dict[str, ShapePlan] = field(default_factory=dict)
    scans: dict[str, ScanPlan] = field(default_factory=dict)
    georeference: GeoPlan | None = None
    swatches: dict[SwatchKey, Swatch] = field(default_factory=dict)

    def copy(self) -> MapPlan:
        """Another plan in the same state that can be painted on; parts are shared, since they never change."""
        return replace(
            self,
            terrain_names=self.terrain_names.copy(),
            sheets={name: sheet.copy() for name, sheet in self.sheets.items()},
            joins=self.joins.copy(),
            links=self.links.copy(),
            spaces=self.spaces.copy(),
            boxes=self.boxes.copy(),
            features=self.features.copy(),
            sides=self.sides.copy(),
            paths=self.paths.copy(),
            regions=self.regions.copy(),
            texts=self.texts.copy(),
            shapes=self.shapes.copy(),
            scans=self.scans.copy(),
            swatches=self.swatches.copy(),
        )

    def is_unchanged_since(self, copy: MapPlan) -> bool:
        """Whether nobody has painted on the plan since this copy of it was made; parts that were put back count too.

        Parts are told apart by which they are and not by what they say, so that it is answered at once.
        """
        for each in fields(self):
            mine, other = getattr(self, each.name), getattr(copy, each.name)
            if isinstance(mine, dict) and list(mine) != list(other):
                return False
            if not isinstance(mine, dict) or each.name == "sheets":
                if mine != other:
                    return False
            elif not all(map(is_, mine.values(), other.values())):
                return False
        return True

    def code_of(self, terrain: str) -> int:
        """The code of a terrain, given a new one when the map has not used it before."""
        try:
            return self.terrain_names.index(terrain) + 1
        except ValueError:
            self.terrain_names.append(terrain)
            return len(self.terrain_names)

    def filled(self, size: tuple[int, int], fill: str) -> Codes:
        """The terrain of a sheet nobody has painted yet; columns and rows are given as in `SheetPlan.size`."""
        code = NO_CELL if fill == NO_TERRAIN else self.code_of(fill)
        return np.full((size[1], size[0]), code, dtype=np.uint16)

    def has_place(self, key: str) -> bool:
        """Whether a key names a hex that exists, a space or a box."""
        if key in self.spaces or key in self.boxes:
            return True
        cell = cell_of(key)
        return cell is not None and self.terrain_at(cell) is not None

    def terrain_at(self, cell: Cell) -> str | None:
        """The terrain of a hex, or None where the map has none."""
        sheet = self.sheets.get(cell.sheet)
        code = sheet.code(cell.col, cell.row) if sheet else NO_CELL
        return None if code == NO_CELL else self.terrain_names[code - 1]
