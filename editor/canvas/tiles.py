"""The cache of map tiles: pictures of 512 pixels at power-of-two scales, repainted where they are dirty.

The map is painted into tiles and the tiles to the screen, so a frame costs the pixels of the screen and not the
hexes of the map. A tile that is not there yet is asked for, and a coarser one stands in for it; a timer of
the map item paints those asked for a few milliseconds at a time. An edit marks the rectangles it touched, and only
those are painted again, when they are next seen. Memory is bounded: tiles unused for longest go first.
"""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple, Protocol

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from editor.canvas.lattice import Box
from editor.canvas.renderer import Patch, PausedError

TILE = 512
_BAND = 128
_STINT = 0.002
"""Rows of pixels painted in one go when a tile is painted between frames, and how many seconds that should take."""
_PATIENCE = 0.004
_MOST_PAUSES = 12
"""Seconds after which a tile is put off because things had to be made for it, and how often at most: it is begun again
each time, and they may be more than can be kept."""
_REPAIR = 720 * 460
_SMALL_REPAIR = 640 * 210
"""Pixels repainted in one go after an edit, where hexes are of a size to edit and where they are small and many."""
_SMALL = 12.0
_MOST_PARTS = 12
_TROUBLE = 200 * 200
"""Pixels that are painted in the time it takes to begin another piece: two dirty parts cost less as one when what
surrounds them has at most so many more than they have."""
FULL_SIZE = 40.0
"""Pixels of a hex circumradius at a zoom of 100 %."""
_COARSEST, _FINEST = -12, 4
BUDGET = 128 * 1024 * 1024
"""Bytes of tiles kept, unless one screen needs more."""


class Picture(Protocol):
    """What tiles are painted from."""

    @property
    def bounds(self) -> Box: ...

    @property
    def paper(self) -> QColor: ...

    def paint(self, painter: QPainter, patch: Patch) -> None: ...


class TileKey(NamedTuple):
    """A tile: how many pixels a circumradius has in it, and which of the squares of that scale it is."""

    scale: float
    across: int
    down: int

    @property
    def box(self) -> Box:
        """The part of the map it shows."""
        side = TILE / self.scale
        return Box(self.across * side, self.down * side, (self.across + 1) * side, (self.down + 1) * side)

    @property
    def corner(self) -> QPoint:
        """Its first pixel among all pixels of its scale."""
        return QPoint(self.across * TILE, self.down * TILE)


@dataclass(slots=True)
class Tile:
    """A painted tile and the parts of it that no longer show the map as it is."""

    image: QImage
    dirty: list[QRect] = field(default_factory=list)

    def soil(self, part: QRect) -> None:
        """A part shows the map as it was."""
        _gather(self.dirty, part)


@dataclass(slots=True)
class TileJob:
    """A tile being painted from the top down."""

    key: TileKey
    image: QImage
    done: int = 0
    pauses: int = 0


def mip_for(scale: float) -> float:
    """The coarsest power-of-two scale at which nothing is lost at the given one."""
    level = math.ceil(math.log2(scale / FULL_SIZE) - 1e-9)
    return FULL_SIZE * 2.0 ** min(max(level, _COARSEST), _FINEST)


class TileCache:
    """Tiles by key, the most recently used last."""

    def __init__(self, picture: Picture, budget: int = BUDGET, *, see_through: bool = False) -> None:
        """Tiles that are `see_through` show what lies below wherever nothing is painted."""
        self.picture = picture
        self.budget = budget
        self.see_through = see_through
        self._tiles: OrderedDict[TileKey, Tile] = OrderedDict()
        self._band = _BAND
        self.painted = 0
        """Tiles painted whole, and parts repainted, since the cache was made: for tests and the bench."""
        self.repaired = 0

    @property
    def bytes(self) -> int:
        """The memory the tiles take."""
        return len(self._tiles) * TILE * TILE * 4

    def __len__(self) -> int:
        return len(self._tiles)

    def __contains__(self, key: TileKey) -> bool:
        return key in self._tiles

    def keys_in(self, box: Box, scale: float) -> Iterator[TileKey]:
        """The tiles of a scale that show a part of the map."""
        paper = self.picture.bounds
        side = TILE / scale
        left, right = max(box.left, paper.left), min(box.right, paper.right)
        top, bottom = max(box.top, paper.top), min(box.bottom, paper.bottom)
        if left >= right or top >= bottom:
            return
        for down in range(math.floor(top / side), math.ceil(bottom / side)):
            for across in range(math.floor(left / side), math.ceil(right / side)):
                yield TileKey(scale, across, down)

    def ready(self, key: TileKey, until: float = math.inf) -> QImage | None:
        """The picture of a tile, its dirty parts repainted while there is time; None when it was never painted."""
        tile = self._tiles.get(key)
        if tile is None:
            return None
        self._tiles.move_to_end(key)
        if tile.dirty and (until == math.inf or time.monotonic() < until):
            self.repair((key,), until)
        return tile.image

    def is_dirty(self, key: TileKey) -> bool:
        """Whether a tile shows the map as it was."""
        tile = self._tiles.get(key)
        return tile is not None and bool(tile.dirty)

    def make(self, key: TileKey) -> QImage:
        """The picture of a tile, painted now if it has to be."""
        image = self.ready(key)
        if image is not None:
            return image
        image = self._blank()
        self._paint(key.scale, image, key.corner, QRect(key.corner, QSize(TILE, TILE)), fresh=False)
        self._tiles[key] = Tile(image)
        self.painted += 1
        self._trim()
        return image

    def begin(self, key: TileKey) -> TileJob:
        """A tile to be painted bit by bit."""
        return TileJob(key, self._blank())

    def _blank(self, width: int = TILE, height: int = TILE) -> QImage:
        if not self.see_through:
            return QImage(width, height, QImage.Format.Format_RGB32)
        image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        return image

    def go_on(self, job: TileJob) -> bool:
        """Paint the next band of a tile; True when it is finished and in the cache.

        Where much has to be made for a band first, that takes several calls. An edit in the meantime is the job's end:
        whoever asked for the tile begins again.
        """
        rows = min(self._band, TILE - job.done)
        begin = time.perf_counter()
        corner = job.key.corner
        part = QRect(corner.x(), corner.y() + job.done, TILE, rows)
        made = partial(_stop_after, begin + _PATIENCE) if job.pauses < _MOST_PAUSES else None
        try:
            self._paint(job.key.scale, job.image, corner, part, fresh=False, made=made)
        except PausedError:
            job.pauses += 1
            return False
        quickness = rows / max(time.perf_counter() - begin, 1e-6)
        self._band = min(max(int(quickness * _STINT), _BAND // 4), TILE)
        job.done += rows
        if job.done < TILE:
            return False
        self._tiles[job.key] = Tile(job.image)
        self.painted += 1
        self._trim()
        return True

    def stand_ins(self, box: Box, scale: float) -> Iterator[TileKey]:
        """Tiles of other scales that can stand in for a part of the map, the best scale first."""
        by_scale = self._by_scale()
        by_scale.pop(scale, None)
        for other in sorted(by_scale, key=lambda one: _unlike(one, scale)):
            yield from (key for key in by_scale[other] if key.box.meets(box))

    def _by_scale(self) -> dict[float, list[TileKey]]:
        found: dict[float, list[TileKey]] = {}
        for key in self._tiles:
            found.setdefault(key.scale, []).append(key)
        return found

    def dirty(self, boxes: Iterable[Box]) -> int:
        """These parts of the map look different now; gives how many tiles that concerns."""
        by_scale = self._by_scale()
        touched: set[TileKey] = set()
        for box in boxes:
            for scale, keys in by_scale.items():
                many = box.width * box.height * scale * scale > len(keys) * TILE * TILE
                for key in keys if many else self.keys_in(box, scale):
                    tile = self._tiles.get(key)
                    part = _pixels(key, box) if tile is not None else None
                    if tile is not None and part is not None and not part.isEmpty():
                        touched.add(key)
                        tile.soil(part)
        return len(touched)

    def clear(self) -> None:
        """Forget every tile: the map, its look or what is shown of it is another."""
        self._tiles.clear()

    def reserve(self, tiles: int) -> None:
        """A screen needs so many tiles at once: never keep fewer than twice that."""
        self.budget = max(self.budget, 2 * tiles * TILE * TILE * 4)

    @property
    def overview_scale(self) -> float:
        """The power-of-two scale at which the whole map is a few tiles, which are never dropped."""
        paper = self.picture.bounds
        return mip_for(min(TILE / paper.width, TILE / paper.height, FULL_SIZE))

    def _trim(self) -> None:
        kept = self.overview_scale
        for key in list(self._tiles):
            if self.bytes <= self.budget:
                return
            if key.scale != kept:
                del self._tiles[key]

    def repair(self, keys: Iterable[TileKey], until: float) -> bool:
        """Repaint what is dirty of tiles of one scale while there is time; False when some of it is left.

        Parts that meet across the edges of tiles are painted in one go, because each goes through the whole picture.
        """
        dirty = [(key, tile) for key in keys if (tile := self._tiles.get(key)) is not None and tile.dirty]
        if not dirty:
            return True
        parts: list[QRect] = []
        for key, tile in dirty:
            for part in tile.dirty:
                _gather(parts, part.translated(key.across * TILE, key.down * TILE))
            tile.dirty = []
        scale = dirty[0][0].scale
        most = _REPAIR if scale >= _SMALL else _SMALL_REPAIR
        pieces = [piece for part in parts for piece in _cut_up(part, most)]
        self._repaint(scale, pieces.pop())
        while pieces and time.monotonic() < until:
            self._repaint(scale, pieces.pop())
        for piece in pieces:
            for key, tile in dirty:
                part = piece.translated(-key.across * TILE, -key.down * TILE).intersected(QRect(0, 0, TILE, TILE))
                if not part.isEmpty():
                    tile.soil(part)
        return not pieces

    def _repaint(self, scale: float, piece: QRect) -> None:
        """Paint a piece by itself and lay it on the tiles that show it."""
        image = self._blank(piece.width(), piece.height())
        self._paint(scale, image, piece.topLeft(), piece)
        for down in range(piece.top() // TILE, piece.bottom() // TILE + 1):
            for across in range(piece.left() // TILE, piece.right() // TILE + 1):
                tile = self._tiles.get(TileKey(scale, across, down))
                if tile is not None:
                    painter = QPainter(tile.image)
                    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
                    painter.drawImage(piece.left() - across * TILE, piece.top() - down * TILE, image)
                    painter.end()
        self.repaired += 1

    def _paint(
        self,
        scale: float,
        image: QImage,
        corner: QPoint,
        part: QRect,
        *,
        fresh: bool = True,
        made: Callable[[], None] | None = None,
    ) -> None:
        """Paint a part of the map, in pixels of a scale, onto an image whose corner is at that pixel."""
        box = Box(
            part.left() / scale,
            part.top() / scale,
            (part.left() + part.width()) / scale,
            (part.top() + part.height()) / scale,
        )
        painter = QPainter(image)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.translate(-corner.x(), -corner.y())
            painter.setClipRect(part)
            if self.see_through:
                painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
                painter.fillRect(part, Qt.GlobalColor.transparent)
                painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
            painter.scale(scale, scale)
            self.picture.paint(painter, Patch(box, scale, fresh=fresh, made=made))
        finally:
            painter.end()


def _stop_after(until: float) -> None:
    if time.perf_counter() > until:
        raise PausedError


def _gather(parts: list[QRect], part: QRect) -> None:
    """Add a part to others; those that are quicker painted as one become one."""
    number = 0
    while number < len(parts):
        both = parts[number].united(part)
        if _area(both) <= _area(parts[number]) + _area(part) + _TROUBLE:
            del parts[number]
            part, number = both, 0
        else:
            number += 1
    parts.append(part)
    if len(parts) > _MOST_PARTS:
        for other in parts:
            part = part.united(other)
        parts[:] = [part]


def _cut_up(part: QRect, most: int) -> list[QRect]:
    """A part as pieces that are painted quickly enough; they begin at even pixels, where halves are rounded alike."""
    left, top = part.left() & ~1, part.top() & ~1
    right, bottom = part.left() + part.width(), part.top() + part.height()
    rows = max(_BAND // 2, most // (right - left)) & ~1
    count = max(1, round((bottom - top) / rows))
    rows = (math.ceil((bottom - top) / count) + 1) & ~1
    return [QRect(left, y, right - left, min(rows, bottom - y)) for y in range(top, bottom, rows)]


def _unlike(one: float, other: float) -> float:
    """How badly a tile of one scale serves at another: a finer one loses nothing but time, a coarser one is blurred."""
    steps = math.log2(one / other)
    return steps if steps >= 0 else -2.5 * steps


def _area(part: QRect) -> int:
    return part.width() * part.height()


def _pixels(key: TileKey, box: Box) -> QRect:
    """The pixels of a tile that show a box, and one more all round for the softness of edges."""
    left = math.floor(box.left * key.scale) - key.across * TILE - 1
    top = math.floor(box.top * key.scale) - key.down * TILE - 1
    right = math.ceil(box.right * key.scale) - key.across * TILE + 1
    bottom = math.ceil(box.bottom * key.scale) - key.down * TILE + 1
    return QRect(left, top, right - left, bottom - top).intersected(QRect(0, 0, TILE, TILE))
