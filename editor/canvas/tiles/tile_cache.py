"""The cache of map tiles: pictures of 512 pixels at power-of-two scales, repainted where they are dirty.

The map is painted into tiles and the tiles to the screen, so a frame costs the pixels of the screen and not the
hexes of the map. A tile that is not there yet is asked for, and a coarser one stands in for it; a timer of
the map item paints those asked for a few milliseconds at a time. An edit marks the rectangles it touched, and only
those are painted again, when they are next seen. Memory is bounded: tiles unused for longest go first.

Where hexes are large enough to be worked on, a tile keeps its ink apart as well: all that is drawn on the ground. A
stroke of terrain then paints the ground alone, and lays the ink it finds on it.
"""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtGui import QImage, QRegion

from editor.canvas.art.renderer import PausedError, Portion
from editor.canvas.tiles.dirty_parts import SMALL, cut_up, gather
from editor.canvas.tiles.tile_painting import Picture, clear_image, lay, paint_part, put
from editor.geometry.lattice import Box

TILE = 512
_BAND, _NARROWEST = 128, 64
_STINT = 0.006
"""Rows of pixels painted in one go when a tile is painted between frames, how few at the least, since what crosses the
edge of a band is painted with either, and how many seconds that should take."""
_PATIENCE = 0.004
_MOST_PAUSES = 12
"""Seconds after which a tile is put off because things had to be made for it, and how often at most: it is begun again
each time, and they may be more than can be kept."""
FULL_SIZE = 40.0
"""Pixels of a hex circumradius at a zoom of 100 %."""
_COARSEST, _FINEST = -12, 4
BUDGET = 128 * 1024 * 1024
"""Bytes of tiles kept, unless one screen needs more."""
_INKS = 40
"""Tiles that may keep their ink when room is short: those in view and around it."""
_WHOLE = QRect(0, 0, TILE, TILE)


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
class MapTile:
    """A painted tile and the parts of it that no longer show the map as it is."""

    image: QImage
    ink: QImage | None = None
    """What is drawn on the ground, by itself; None where tiles are painted in one, or there was no room for it."""
    dirty: list[QRect] = field(default_factory=list)
    stale: QRegion = field(default_factory=QRegion)
    """Where the ink is not right either."""

    def soil(self, part: QRect, *, inked: bool = True) -> None:
        """A part shows the map as it was, in its ground or in its ink too."""
        gather(self.dirty, part)
        if inked and self.ink is not None:
            self.stale += part


@dataclass(slots=True)
class TileJob:
    """A tile being painted from the top down."""

    key: TileKey
    image: QImage
    ink: QImage | None = None
    done: int = 0
    pauses: int = 0


def mip_for(scale: float) -> float:
    """The coarsest power-of-two scale at which nothing is lost at the given one."""
    level = math.ceil(math.log2(scale / FULL_SIZE) - 1e-9)
    return FULL_SIZE * 2.0 ** min(max(level, _COARSEST), _FINEST)


class TileCache:
    """Tiles by key, the most recently used last."""

    def __init__(
        self, picture: Picture, budget: int = BUDGET, *, see_through: bool = False, layered: bool = False
    ) -> None:
        """Tiles that are `see_through` show what lies below where nothing is painted; `layered` ones keep their ink."""
        self.picture = picture
        self.budget = budget
        self.see_through = see_through
        self.layered = layered
        self.to_point = 1.0
        """Pixels to a point of the screen that tiles are painted for."""
        self._tiles: OrderedDict[TileKey, MapTile] = OrderedDict()
        self._band = _BAND
        self.painted = 0
        """Tiles painted whole, and parts repainted, since the cache was made: for tests and the bench."""
        self.repaired = 0

    @property
    def bytes(self) -> int:
        """The memory the tiles take."""
        return (len(self._tiles) + self._inked) * TILE * TILE * 4

    @property
    def _inked(self) -> int:
        return sum(tile.ink is not None for tile in self._tiles.values())

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
        job = self.begin(key)
        self._paint(job, QRect(key.corner, QSize(TILE, TILE)))
        self._keep(job)
        return job.image

    def begin(self, key: TileKey) -> TileJob:
        """A tile to be painted bit by bit."""
        return TileJob(key, self._blank(), clear_image(TILE, TILE) if self._has_ink(key.scale) else None)

    def _has_ink(self, scale: float) -> bool:
        return self.layered and scale >= SMALL

    def _blank(self, width: int = TILE, height: int = TILE) -> QImage:
        return clear_image(width, height) if self.see_through else QImage(width, height, QImage.Format.Format_RGB32)

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
            self._paint(job, part, made)
        except PausedError:
            job.pauses += 1
            return False
        quickness = rows / max(time.perf_counter() - begin, 1e-6)
        self._band = min(max(int(quickness * _STINT), _NARROWEST), TILE)
        job.done += rows
        if job.done < TILE:
            return False
        self._keep(job)
        return True

    def _keep(self, job: TileJob) -> None:
        self._tiles[job.key] = MapTile(job.image, job.ink)
        self.painted += 1
        self._trim()

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

    def dirty(self, boxes: Iterable[Box], ground: Iterable[Box] = ()) -> int:
        """These parts of the map look different now, of others the ground alone; gives how many tiles that concerns."""
        by_scale = self._by_scale()
        touched: set[TileKey] = set()
        for box, inked in (*((box, False) for box in ground), *((box, True) for box in boxes)):
            for scale, keys in by_scale.items():
                many = box.width * box.height * scale * scale > len(keys) * TILE * TILE
                for key in keys if many else self.keys_in(box, scale):
                    tile = self._tiles.get(key)
                    part = _pixels(key, box) if tile is not None else None
                    if tile is not None and part is not None and not part.isEmpty():
                        touched.add(key)
                        tile.soil(part, inked=inked)
        return len(touched)

    def clear(self) -> None:
        """Forget every tile: the map, its look or what is shown of it is another."""
        self._tiles.clear()

    def reserve(self, tiles: int) -> None:
        """A screen needs so many tiles at once: never keep fewer than twice that."""
        self.budget = max(self.budget, 2 * (2 if self.layered else 1) * tiles * TILE * TILE * 4)

    @property
    def overview_scale(self) -> float:
        """The power-of-two scale at which the whole map is a few tiles, which are never dropped.

        What lies over scans has no size at all where no scan lies on the map.
        """
        paper = self.picture.bounds
        return mip_for(TILE / max(paper.width, paper.height, TILE / FULL_SIZE))

    def _trim(self) -> None:
        """Keep within the budget: the ink of tiles unused for long goes first, then tiles do."""
        if self.bytes <= self.budget:
            return
        inked = [tile for tile in self._tiles.values() if tile.ink is not None]
        for tile in inked[: max(0, len(inked) - _INKS)]:
            tile.ink, tile.stale = None, QRegion()
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
                gather(parts, part.translated(key.corner))
            tile.dirty = []
        scale = dirty[0][0].scale
        pieces = [piece for part in parts for piece in cut_up(part, scale)]
        self._repaint(scale, pieces.pop())
        while pieces and time.monotonic() < until:
            self._repaint(scale, pieces.pop())
        for piece in pieces:
            for key, tile in dirty:
                part = piece.translated(-key.corner).intersected(_WHOLE)
                if not part.isEmpty():
                    tile.soil(part, inked=False)
        return not pieces

    def _repaint(self, scale: float, piece: QRect) -> None:
        """Paint a piece by itself and lay it on the tiles that show it."""
        tiles = [
            (key, tile)
            for down in range(piece.top() // TILE, piece.bottom() // TILE + 1)
            for across in range(piece.left() // TILE, piece.right() // TILE + 1)
            if (tile := self._tiles.get(key := TileKey(scale, across, down))) is not None
        ]
        image = self._blank(piece.width(), piece.height())
        corner = piece.topLeft()
        if self._has_ink(scale):
            paint_part(self.picture, image, corner, piece, scale, portion=Portion.BASE, to_point=self.to_point)
            lay(image, *((key.corner - corner, ink) for key, ink in self._inks(scale, piece, tiles)))
        else:
            paint_part(self.picture, image, corner, piece, scale, to_point=self.to_point)
        for key, tile in tiles:
            put(tile.image, image, corner - key.corner)
        self.repaired += 1

    def _inks(
        self, scale: float, piece: QRect, tiles: Sequence[tuple[TileKey, MapTile]]
    ) -> Iterator[tuple[TileKey, QImage]]:
        """The inks of tiles, right at least where they show a piece; what is stale is painted across tiles."""
        stale: list[QRect] = []
        for key, tile in tiles:
            if tile.ink is None:
                tile.ink, tile.stale = clear_image(TILE, TILE), QRegion(_WHOLE)
            part = (tile.stale & piece.translated(-key.corner)).boundingRect()
            if not part.isEmpty():
                gather(stale, part.translated(key.corner))
        for part in (part for parts in stale for part in cut_up(parts, scale)):
            painted = clear_image(part.width(), part.height())
            at, top = part.topLeft(), Portion.TOP
            paint_part(self.picture, painted, at, part, scale, portion=top, to_point=self.to_point)
            for key, tile in tiles:
                if tile.ink is not None:
                    put(tile.ink, painted, at - key.corner)
                    tile.stale -= part.translated(-key.corner)
        return ((key, tile.ink) for key, tile in tiles if tile.ink is not None)

    def _paint(self, job: TileJob, part: QRect, made: Callable[[], None] | None = None) -> None:
        """Paint a part of a new tile."""
        key, portion = job.key, Portion.WHOLE if job.ink is None else Portion.BASE
        here = partial(paint_part, self.picture, corner=key.corner, part=part, scale=key.scale)
        paint = partial(here, fresh=False, made=made, to_point=self.to_point)
        paint(image=job.image, portion=portion)
        if job.ink is not None:
            paint(image=job.ink, portion=Portion.TOP)
            inked = part.translated(-key.corner)
            lay(job.image, (inked.topLeft(), job.ink.copy(inked)))


def _stop_after(until: float) -> None:
    if time.perf_counter() > until:
        raise PausedError


def _unlike(one: float, other: float) -> float:
    """How badly a tile of one scale serves at another: a finer one loses nothing but time, a coarser one is blurred."""
    steps = math.log2(one / other)
    return steps if steps >= 0 else -2.5 * steps


def _pixels(key: TileKey, box: Box) -> QRect:
    """The pixels of a tile that show a box, and one more all round for the softness of edges."""
    left = math.floor(box.left * key.scale) - key.across * TILE - 1
    top = math.floor(box.top * key.scale) - key.down * TILE - 1
    right = math.ceil(box.right * key.scale) - key.across * TILE + 1
    bottom = math.ceil(box.bottom * key.scale) - key.down * TILE + 1
    return QRect(left, top, right - left, bottom - top).intersected(_WHOLE)
