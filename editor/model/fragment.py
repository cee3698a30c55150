"""A piece of map off the map: what is copied, turned, mirrored and laid down elsewhere.

Hexes are in cube coordinates about an anchor hex, so a fragment fits any sheet of its orientation whatever the
sheet's parity and numbering, and turning it by 60 degrees is exact. Spaces and boxes lie so far from the anchor's
middle; a fragment of a point map has nothing else. It knows terrains by name and features by their words, because it
may come down on another map.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from editor.geometry.cells import Cells, Ints
from editor.geometry.ground import STEPS, Ground, Plane, Spot
from editor.refusal import CannotEdit
from engine.core.boards.hexes import Orientation
from engine.core.messages import message
from engine.definitions.plan import Attributes, Cell, Codes, MapPlan, Point

Offset: TypeAlias = tuple[int, int]
"""From the anchor to a hex: two cube coordinates."""
Where: TypeAlias = Offset | str
"""A hex of the fragment by its offset, or one of its spaces and boxes by its id."""

_NO_INTS: Final = np.empty(0, dtype=np.int64)


class Mirror(StrEnum):
    """Across which axis a fragment is turned over."""

    LEFT_RIGHT = "left-right"
    TOP_BOTTOM = "top-bottom"


class Towards(StrEnum):
    """Which of its two hexes a hexside matters for entering: the one that names it, the one beyond, or either."""

    EITHER = ""
    NEAR = "near"
    FAR = "far"

    @property
    def swapped(self) -> Towards:
        return {Towards.NEAR: Towards.FAR, Towards.FAR: Towards.NEAR}.get(self, self)


class FragmentSide(NamedTuple):
    """Something along a hexside; the direction is 0, 1 or 2."""

    at: Offset
    direction: int
    kind: str
    towards: Towards
    attributes: Attributes


class FragmentFeature(NamedTuple):
    """Something at a hex or a space; the id is kept where it is free."""

    id: str
    at: Where
    kind: str
    name: str
    attributes: Attributes
    name_offset: Point = (0.0, 0.0)


class FragmentLine(NamedTuple):
    """A stretch of rail or road; the id is that of a line taken whole, or empty."""

    id: str
    kind: str
    through: tuple[Where, ...]
    attributes: Attributes


class FragmentRegion(NamedTuple):
    """Places of a region, and what is needed to make it where it is not known."""

    id: str
    kind: str
    title: str
    colour: str
    members: tuple[Where, ...]


class FragmentPlace(NamedTuple):
    """A space or a box, so far from the middle of the anchor on the map plane; the id is kept where it is free."""

    id: str
    is_box: bool
    name: str
    at: Point
    terrain: str
    attributes: Attributes
    name_offset: Point = (0.0, 0.0)


class FragmentLink(NamedTuple):
    """A connection between two places of the fragment, one of them a space or a box."""

    a: Where
    b: Where
    kind: str
    one_way: bool
    attributes: Attributes


@dataclass(frozen=True, slots=True, eq=False)
class FragmentGround:
    """Terrain in columns: cube coordinates about the anchor, and `names[codes]`."""

    q: Ints = field(default_factory=lambda: _NO_INTS)
    r: Ints = field(default_factory=lambda: _NO_INTS)
    codes: Codes = field(default_factory=lambda: np.empty(0, dtype=np.uint16))
    names: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.q)

    def without(self, names: Collection[str]) -> FragmentGround:
        """The hexes of other terrains than these."""
        kept = np.array([name not in names for name in self.names], dtype=bool)[self.codes]
        return replace(self, q=self.q[kept], r=self.r[kept], codes=self.codes[kept])

    def as_dict(self) -> dict[Offset, str]:
        """Each hex and its terrain."""
        hexes = zip(self.q.tolist(), self.r.tolist(), strict=True)
        return {at: self.names[code] for at, code in zip(hexes, self.codes.tolist(), strict=True)}


@dataclass(frozen=True, slots=True, eq=False)
class Fragment:
    """A piece of map about its anchor."""

    orientation: Orientation
    ground: FragmentGround = field(default_factory=FragmentGround)
    sides: tuple[FragmentSide, ...] = ()
    features: tuple[FragmentFeature, ...] = ()
    lines: tuple[FragmentLine, ...] = ()
    regions: tuple[FragmentRegion, ...] = ()
    places: tuple[FragmentPlace, ...] = ()
    links: tuple[FragmentLink, ...] = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fragment) and self._parts() == other._parts()

    __hash__ = None  # type: ignore[assignment]  # it holds arrays and dicts

    def _parts(self) -> tuple[object, ...]:
        """Everything, in an order that does not depend on how it came to be."""
        return (
            self.orientation,
            self.ground.as_dict(),
            sorted(repr(side) for side in self.sides),
            sorted(repr(feature) for feature in self.features),
            sorted(repr(line) for line in self.lines),
            sorted(repr(region._replace(members=tuple(sorted(region.members, key=repr)))) for region in self.regions),
            sorted(repr(place) for place in self.places),
            sorted(repr(link) for link in self.links),
        )

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to lay down."""
        return not (self.has_hexes or self.sides or self.features or self.lines or self.regions or self.places)

    @property
    def has_hexes(self) -> bool:
        """Whether it needs a grid to come down on; spaces and boxes alone do not."""
        return len(self.ground) > 0

    def rotated(self, turns: int = 1) -> Fragment:
        """Turned clockwise about the anchor by 60 degrees a turn."""
        turned = self
        for _ in range(turns % 6):
            turned = turned._moved(_TURN, 1, 1, _turned)
        return turned

    def mirrored(self, axis: Mirror = Mirror.LEFT_RIGHT) -> Fragment:
        """Turned over about the anchor."""
        if axis is Mirror.TOP_BOTTOM:
            return self.mirrored().rotated(3)
        if self.orientation is Orientation.FLAT:
            return self._moved(_FLIP_FLAT, -1, 0, _flipped)
        return self._moved(_FLIP_POINTY, -1, 5, _flipped)

    def cells_at(self, plan: MapPlan, at: Cell) -> Cells:
        """The hexes it would cover with its anchor here, as far as sheets have room: what a preview shows."""
        ground = Ground(plan)
        plane, spot = self.fits(ground, at)
        return ground.cells_at(plane, self.ground.q + spot.q, self.ground.r + spot.r)

    def fits(self, ground: Ground, at: Cell) -> tuple[Plane, Spot]:
        """Where the anchor would lie; refuses a sheet whose hexes stand the other way."""
        plane, spot = ground.plane(at.sheet), ground.spot(at)
        if plane is None or spot is None:
            raise CannotEdit(message("edit.cannot.no-sheet", sheet=at.sheet))
        if plane.grid.orientation is not self.orientation:
            raise CannotEdit(message("edit.cannot.fragment-orientation", sheet=at.sheet))
        return plane, spot

    def _moved(self, matrix: _Matrix, sign: int, plus: int, point: Callable[[Point], Point]) -> Fragment:
        """Every hex by a matrix, every direction d to sign * d + plus, and points of the plane in the same way."""
        (a, b), (c, d) = matrix

        def hex_(at: Offset) -> Offset:
            return a * at[0] + b * at[1], c * at[0] + d * at[1]

        def where(at: Where) -> Where:
            return at if isinstance(at, str) else hex_(at)

        def side(old: FragmentSide) -> FragmentSide:
            at, direction = hex_(old.at), (sign * old.direction + plus) % 6
            if direction < 3:
                return old._replace(at=at, direction=direction)
            step = STEPS[self.orientation][direction]
            beyond = at[0] + step[0], at[1] + step[1]
            return old._replace(at=beyond, direction=direction - 3, towards=old.towards.swapped)

        ground = self.ground
        return replace(
            self,
            ground=replace(ground, q=a * ground.q + b * ground.r, r=c * ground.q + d * ground.r),
            sides=tuple(side(old) for old in self.sides),
            features=tuple(old._replace(at=where(old.at)) for old in self.features),
            lines=tuple(old._replace(through=tuple(where(at) for at in old.through)) for old in self.lines),
            regions=tuple(old._replace(members=tuple(where(at) for at in old.members)) for old in self.regions),
            places=tuple(old._replace(at=point(old.at)) for old in self.places),
            links=tuple(old._replace(a=where(old.a), b=where(old.b)) for old in self.links),
        )


def _turned(point: Point) -> Point:
    """Clockwise by 60 degrees; rounded so far that six turns lead back."""
    x, y = point
    across, down = x / 2 - y * math.sqrt(0.75), x * math.sqrt(0.75) + y / 2
    return round(across, 12), round(down, 12)


def _flipped(point: Point) -> Point:
    return -point[0], point[1]


_Matrix: TypeAlias = tuple[tuple[int, int], tuple[int, int]]
_TURN: Final[_Matrix] = ((0, -1), (1, 1))
_FLIP_FLAT: Final[_Matrix] = ((-1, 0), (1, 1))
_FLIP_POINTY: Final[_Matrix] = ((-1, -1), (0, 1))
