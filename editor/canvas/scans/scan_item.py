"""A scan on the map: drawn from the tiles of its pyramid, each laid in place by the full 3 by 3 matrix.

It is painted through the same cache as the map, so that panning costs the pixels of the screen whatever the scan is
like, and painting is done in slices between frames. A tile that is not in memory is asked for, and a coarser one
stands in until it has come.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final, Protocol

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QTransform

from editor.canvas.art.renderer import Patch
from editor.canvas.scans.scan_pyramid import SIDE, Size, TileAt, level_sizes
from editor.canvas.tiles.map_item import MapItem
from editor.digitise.sampling import resample
from editor.digitise.transforms import Floats, Transform
from editor.geometry.lattice import Box
from engine.definitions.plan import Point

MEMORY: Final = 48 * 1024 * 1024
"""Bytes of painted tiles that one scan keeps, unless one screen needs more."""
MOST_TILES: Final = 48
"""Tiles fetched to paint one rectangle; where perspective asks for more, a coarser copy serves."""
NEAREST: Final = 0.05
"""A part of the scan nearer to its horizon than this share of the way from its middle is not drawn."""
FARTHEST: Final = 4.0
"""How far a scan reaches at most, in widths of its middle part: enough to be found, not so far as to drown the map."""


class ScanPixels(Protocol):
    """Where the pixels of a scan come from."""

    @property
    def size(self) -> Size: ...

    def tile(self, at: TileAt) -> QImage | None:
        """A tile, if it is in memory."""

    def ask(self, at: TileAt) -> None:
        """Fetch a tile; whoever shows the scan hears when it is there."""


def qtransform(transform: Transform) -> QTransform:
    """The same transform as Qt has it."""
    a, b, c, d, e, f, g, h, i = transform.placement
    return QTransform(a, d, g, b, e, h, c, f, i)


def visible_outline(placement: Transform, part: Box) -> list[Point]:
    """Where the corners of a part of a scan come to lie, cut off where the horizon is near."""
    corners = np.array(
        [(part.left, part.top), (part.right, part.top), (part.right, part.bottom), (part.left, part.bottom)]
    )
    depths = placement.depths(corners)
    middle = float(placement.depths(corners.mean(axis=0)))
    if middle == 0.0 or not math.isfinite(middle):
        return []
    near = depths / middle - NEAREST
    kept: list[Floats] = []
    for number in range(4):
        here, there = float(near[number]), float(near[(number + 1) % 4])
        if here > 0:
            kept.append(corners[number])
        if (here > 0) != (there > 0):
            kept.append(corners[number] + here / (here - there) * (corners[(number + 1) % 4] - corners[number]))
    return [(float(x), float(y)) for x, y in placement.points(np.array(kept))] if kept else []


def scan_box(placement: Transform, size: Size) -> Box:
    """The part of the plane that a scan covers; one that runs to the horizon ends somewhere."""
    outline = visible_outline(placement, Box(0, 0, *size))
    x, y = placement.point(size[0] / 2, size[1] / 2)
    if not outline:
        return Box(x, y, x, y)
    reach = FARTHEST * max(size) * placement.stretch(size[0] / 2, size[1] / 2)
    xs, ys = zip(*outline, strict=True)
    return Box(max(min(xs), x - reach), max(min(ys), y - reach), min(max(xs), x + reach), min(max(ys), y + reach))


def draw_scan(painter: QPainter, pixels: ScanPixels, placement: Transform, box: Box, scale: float) -> int:
    """Draw what lies in a rectangle of the plane, at so many pixels a unit; gives the number of tiles drawn.

    The painter's unit is that of the plane.
    """
    sample = resample(placement, pixels.size, box, scale)
    if sample is None:
        return 0
    step = 2**sample.level
    left, top = sample.left * step, sample.top * step
    part = Box(left, top, left + sample.width * step, top + sample.height * step)
    base = painter.transform()
    to_plane = qtransform(placement)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    count = 0
    for at in tiles_in(pixels.size, part, sample.level):
        reach = tile_part(pixels.size, at)
        if not _is_this_side(placement, reach):
            continue
        count += 1
        image, source = _best(pixels, at)
        if image is None:
            continue
        painter.setTransform(QTransform.fromTranslate(reach.left, reach.top) * to_plane * base)
        painter.drawImage(QRectF(0, 0, reach.width, reach.height), image, source)
    painter.restore()
    return count


def tiles_in(size: Size, part: Box, level: int) -> Iterator[TileAt]:
    """The tiles that show a part of a scan, of the finest copy that needs no more of them than we fetch."""
    sizes = level_sizes(size)
    level = min(level, len(sizes) - 1)
    while True:
        step = SIDE * 2**level
        wide, high = (math.ceil(length / SIDE) for length in sizes[level])
        block = (
            range(max(math.floor(part.left / step), 0), min(math.ceil(part.right / step), wide)),
            range(max(math.floor(part.top / step), 0), min(math.ceil(part.bottom / step), high)),
        )
        if len(block[0]) * len(block[1]) <= MOST_TILES or level == len(sizes) - 1:
            break
        level += 1
    for down in block[1]:
        for across in block[0]:
            yield TileAt(level, across, down)


def tile_part(size: Size, at: TileAt) -> Box:
    """The pixels of the scan that a tile shows."""
    step = SIDE * 2**at.level
    left, top = at.across * step, at.down * step
    return Box(left, top, min(left + step, size[0]), min(top + step, size[1]))


def _is_this_side(placement: Transform, part: Box) -> bool:
    if not placement.is_perspective:
        return True
    corners = np.array(
        [(part.left, part.top), (part.right, part.top), (part.right, part.bottom), (part.left, part.bottom)]
    )
    depths = placement.depths(corners)
    low, high = float(depths.min()), float(depths.max())
    return low * high > 0 and min(abs(low), abs(high)) > 1e-3 * max(abs(low), abs(high))


def _best(pixels: ScanPixels, at: TileAt) -> tuple[QImage | None, QRectF]:
    """A tile, or the part of the finest coarser one there is; what is not there is asked for."""
    reach = tile_part(pixels.size, at)
    for level in range(at.level, len(level_sizes(pixels.size))):
        ups = level - at.level
        found = TileAt(level, at.across >> ups, at.down >> ups)
        image = pixels.tile(found)
        if image is None:
            if level == at.level:
                pixels.ask(found)
            continue
        whole = tile_part(pixels.size, found)
        step = 2**level
        corner = QPointF((reach.left - whole.left) / step, (reach.top - whole.top) / step)
        return image, QRectF(corner, QPointF(corner.x() + reach.width / step, corner.y() + reach.height / step))
    return None, QRectF()


class ScanPicture:
    """A scan as something to paint tiles from."""

    def __init__(self, pixels: ScanPixels, placement: Transform) -> None:
        self.pixels = pixels
        self.placement = placement
        self.drawn = 0
        """Tiles of the scan drawn so far: for tests and the bench."""
        self._measured: tuple[Transform, Size, Box] | None = None

    @property
    def bounds(self) -> Box:
        size = self.pixels.size
        if self._measured is None or self._measured[:2] != (self.placement, size):
            self._measured = self.placement, size, scan_box(self.placement, size)
        return self._measured[2]

    @property
    def paper(self) -> QColor:
        return QColor(Qt.GlobalColor.transparent)

    def paint(self, painter: QPainter, patch: Patch) -> None:
        self.drawn += draw_scan(painter, self.pixels, self.placement, patch.box, patch.scale)


class ScanItem(MapItem):
    """Shows a scan; its opacity is the item's own."""

    def __init__(self, pixels: ScanPixels, placement: Transform, budget: int = MEMORY) -> None:
        self.scan = ScanPicture(pixels, placement)
        super().__init__(self.scan, budget, see_through=True)
        self.setZValue(1)

    @property
    def pixels(self) -> ScanPixels:
        return self.scan.pixels

    @property
    def placement(self) -> Transform:
        return self.scan.placement

    def set_placement(self, placement: Transform) -> None:
        """Lay it elsewhere."""
        if placement != self.scan.placement:
            self.scan.placement = placement
            self.renew()

    def tile_arrived(self, at: TileAt) -> None:
        """A tile that was asked for is in memory."""
        outline = visible_outline(self.placement, tile_part(self.pixels.size, at))
        if outline:
            xs, ys = zip(*outline, strict=True)
            self.repaint([Box(min(xs), min(ys), max(xs), max(ys))])
