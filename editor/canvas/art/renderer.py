"""One interface for drawing a part of the map, whatever that part is made of.

Hex sheets, spaces and boxes each have a renderer; the picture of a map is all of them, painted layer by
layer so that the rivers of one sheet never run over the names of another. Tools and views ask the same
interface what lies under the mouse and need not know which kind answered.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum, IntEnum
from typing import NamedTuple, Protocol

from PySide6.QtGui import QPainter, QPainterPath

from editor.geometry.lattice import Box


class Layer(IntEnum):
    """What is painted after what."""

    GROUND = 0
    TINTS = 1
    GRID = 2
    SIDES = 3
    PATHS = 4
    SIGNS = 5
    LETTERING = 6
    NAMES = 7
    """What is said of features above all else: their names in hexes, and their signs where counters stand."""


class Portion(Enum):
    """How much of the picture is painted: all of it, or what lies below and what lies above a scan laid between.

    The base is all that terrain has a say in, tints too, which end at the shore; what lies on top of it stays as it is
    when terrain is painted.
    """

    WHOLE = (*Layer,)
    GROUND = (Layer.GROUND,)
    INK = (*(layer for layer in Layer if layer is not Layer.GROUND),)
    BASE = (Layer.GROUND, Layer.TINTS)
    TOP = (*(layer for layer in Layer if layer > Layer.TINTS),)

    @property
    def layers(self) -> tuple[Layer, ...]:
        return self.value

    @property
    def has_paper(self) -> bool:
        return Layer.GROUND in self.value


class PausedError(Exception):
    """A patch has taken long enough for now."""


@dataclass(frozen=True, slots=True)
class Patch:
    """A rectangle of the map to paint, and how many pixels a circumradius has there.

    `raster` allows shortcuts that look up pixels; a picture for print or vector export forbids them. A `fresh` patch
    is a small one after an edit: quicker drawn from its few hexes than by way of the chunks kept ready. `tick` is
    called now and then while a large patch is painted, and may raise to stop it; `made` is called when something was
    made for it that is kept, before anything is painted, and may raise `PausedError`: asked again, it gets further.
    `failed` is given what went wrong with one layer, and the others are painted; without it that is raised. On a screen
    there may be several pixels `to_point`, and letters are measured by points.
    """

    box: Box
    scale: float
    raster: bool = True
    fresh: bool = False
    portion: Portion = Portion.WHOLE
    tick: Callable[[], None] | None = None
    made: Callable[[], None] | None = None
    failed: Callable[[Exception], None] | None = None
    to_point: float = 1.0

    @property
    def points(self) -> float:
        """How many points a circumradius has: whatever is to be read is as large on every screen."""
        return self.scale / self.to_point

    def of(self, portion: Portion) -> Patch:
        """The same rectangle, and only so much of the picture."""
        return replace(self, portion=portion)

    def ticked(self) -> None:
        """Some of it is painted."""
        if self.tick is not None:
            self.tick()

    def has_made(self) -> None:
        """Something was made that is kept."""
        if self.made is not None:
            self.made()


TERRAIN, REGIONS, SIDES, GRID = "terrain", "regions", "sides", "grid"
PATHS, FEATURES, SPACES, TEXTS = "paths", "features", "spaces", "texts"
LABELS = "labels"
"""What can be hidden or dimmed by itself; spaces come with their connections and boxes, labels always show."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What the person wants to see.

    `strengths` says how strongly a part is painted, from 0, not at all, to 1, as parts are that it does not name.
    """

    numbers: bool = True
    names: bool = True
    grid: bool = True
    regions: bool = True
    strengths: tuple[tuple[str, float], ...] = ()

    def strength(self, part: str) -> float:
        """How strongly a part is painted."""
        return next((strength for name, strength in self.strengths if name == part), 1.0)


class PointedHexside(NamedTuple):
    """A hexside as the mouse found it: from this hex, in this direction."""

    key: str
    direction: int


class Place(NamedTuple):
    """Where counters stand at a location: about this point, in this size, and in how wide a room."""

    x: float
    y: float
    size: float
    columns: int = 1
    rows: int = 1
    least: float = 0.0
    """On a screen they are never smaller than this many points: where places lie far apart there is room."""


class Renderer(Protocol):
    """Draws one part of the map and knows what lies where on it."""

    def bounds(self) -> Box | None:
        """The part of the plane it may paint on; None while it has nothing."""

    def part(self, layer: Layer) -> str:
        """Which of the parts that can be hidden a layer of this renderer is."""

    def paint(self, painter: QPainter, patch: Patch, layer: Layer, shown: Shown) -> None:
        """Paint one layer of what lies in the patch; the painter's unit is a circumradius."""

    def key_at(self, x: float, y: float) -> str | None:
        """The location at a point."""

    def side_at(self, x: float, y: float) -> PointedHexside | None:
        """The hexside nearest to a point, where there are hexsides."""

    def place(self, key: str) -> Place | None:
        """Where the counters of a location stand."""

    def outline(self, key: str) -> QPainterPath | None:
        """The edge of a location."""
