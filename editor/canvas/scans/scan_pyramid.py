"""A scan in copies, each half as fine as the one before, cut into tiles that lie on the disk.

A hundred megapixels unpacked are 400 MB, more than a program should hold and far more than a screen shows. So the
unpacked tiles go to a nameless file that the system takes back when the program ends, however it ends, and memory
keeps only the tiles used last. Pixels are whole words (blue, green, red and alpha from the lowest byte), as Qt
paints them.
"""

from __future__ import annotations

import tempfile
import threading
import weakref
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QImage

SIDE: Final = 512
"""Pixels along a tile."""
MEMORY: Final = 96 * 1024 * 1024
"""Bytes of tiles kept in memory, for all scans together."""

Words: TypeAlias = npt.NDArray[np.uint32]
Size: TypeAlias = tuple[int, int]

_LOW_BITS: Final = np.uint32(0xFEFEFEFE)
_ONE: Final = np.uint32(1)


class TileAt(NamedTuple):
    """A tile: of the scan halved so many times, this many tiles from the left and from the top."""

    level: int
    across: int
    down: int


def level_sizes(size: Size) -> tuple[Size, ...]:
    """The pixels of each copy, down to the first that is a single tile."""
    sizes = [size]
    while max(sizes[-1]) > SIDE:
        width, height = sizes[-1]
        sizes.append(((width + 1) // 2, (height + 1) // 2))
    return tuple(sizes)


def halved(rows: Words) -> Words:
    """Every four pixels as their mean; an odd last row or column counts twice."""
    if rows.shape[0] % 2:
        rows = np.concatenate((rows, rows[-1:]))
    if rows.shape[1] % 2:
        rows = np.concatenate((rows, rows[:, -1:]), axis=1)
    top, bottom = rows[0::2], rows[1::2]
    lines = (top & bottom) + (((top ^ bottom) & _LOW_BITS) >> _ONE)
    left, right = lines[:, 0::2], lines[:, 1::2]
    # down is rounded down and across is rounded up, or a map would darken from copy to copy
    return np.asarray((left | right) - (((left ^ right) & _LOW_BITS) >> _ONE), dtype=np.uint32)


class TileFile:
    """Tiles on the disk: written once, in any order, and read by any thread."""

    def __init__(self, folder: Path | None = None) -> None:
        self._file = tempfile.TemporaryFile(dir=folder, buffering=0)  # noqa: SIM115 - it lives as long as this
        self._closer = weakref.finalize(self, self._file.close)
        self._places: dict[TileAt, tuple[int, Size]] = {}
        self._end = 0
        self._turn = threading.Lock()

    def __contains__(self, at: TileAt) -> bool:
        return at in self._places

    def __len__(self) -> int:
        return len(self._places)

    @property
    def bytes(self) -> int:
        """The room it takes on the disk."""
        return self._end

    def write(self, at: TileAt, tile: Words) -> None:
        data = np.ascontiguousarray(tile).view(np.uint8).reshape(-1).data
        with self._turn:
            self._file.seek(self._end)
            start = 0
            while start < len(data):
                start += self._file.write(data[start:]) or 0
            self._places[at] = self._end, (tile.shape[1], tile.shape[0])
            self._end += len(data)

    def read(self, at: TileAt) -> tuple[bytearray, Size]:
        """The words of a tile, and its size; raises OSError when the disk does."""
        start, (width, height) = self._places[at]
        data = bytearray(4 * width * height)
        with self._turn:
            self._file.seek(start)
            if self._file.readinto(data) != len(data):
                raise OSError("a tile is cut short")
        return data, (width, height)

    def close(self) -> None:
        with self._turn:
            self._closer()


@dataclass(frozen=True, slots=True)
class ScanTile:
    """A tile in memory; the picture shows the data, which therefore stays with it."""

    image: QImage
    data: bytearray

    @property
    def bytes(self) -> int:
        return len(self.data)


@dataclass(frozen=True, slots=True)
class Pyramid:
    """A scan unpacked: all its copies, tile by tile."""

    size: Size
    has_alpha: bool
    file: TileFile

    @property
    def levels(self) -> tuple[Size, ...]:
        return level_sizes(self.size)

    def tile(self, at: TileAt) -> ScanTile:
        """Fetch a tile from the disk; any thread may."""
        data, (width, height) = self.file.read(at)
        kind = QImage.Format.Format_ARGB32_Premultiplied if self.has_alpha else QImage.Format.Format_RGB32
        return ScanTile(QImage(data, width, height, 4 * width, kind), data)


@dataclass(slots=True)
class PyramidWriter:
    """Takes a scan from the top down, `SIDE` rows at a time, and writes every copy of it as it goes."""

    size: Size
    file: TileFile
    _held: dict[int, Words] = field(default_factory=dict)
    _bands: int = 0

    def feed(self, rows: Words) -> None:
        """The next rows; only the last may be fewer than `SIDE`."""
        self._write(0, self._bands, rows)
        self._bands += 1

    def _write(self, level: int, band: int, rows: Words) -> None:
        for across in range(0, rows.shape[1], SIDE):
            self.file.write(TileAt(level, across // SIDE, band), rows[:, across : across + SIDE])
        sizes = level_sizes(self.size)
        if level + 1 == len(sizes):
            return
        smaller = halved(rows)
        if band % 2:
            smaller = np.concatenate((self._held.pop(level), smaller))
        elif (band + 1) * SIDE < sizes[level][1]:
            self._held[level] = smaller
            return
        self._write(level + 1, band // 2, smaller)


class TileMemory:
    """The tiles used last, of all scans, up to a budget; those unused for longest go first."""

    def __init__(self, budget: int = MEMORY) -> None:
        self.budget = budget
        self._tiles: OrderedDict[tuple[Hashable, TileAt], ScanTile] = OrderedDict()
        self._bytes = 0

    @property
    def bytes(self) -> int:
        return self._bytes

    def __len__(self) -> int:
        return len(self._tiles)

    def get(self, scan: Hashable, at: TileAt) -> QImage | None:
        tile = self._tiles.get((scan, at))
        if tile is None:
            return None
        self._tiles.move_to_end((scan, at))
        return tile.image

    def put(self, scan: Hashable, at: TileAt, tile: ScanTile) -> None:
        before = self._tiles.pop((scan, at), None)
        self._bytes += tile.bytes - (before.bytes if before is not None else 0)
        self._tiles[scan, at] = tile
        while self._bytes > self.budget and len(self._tiles) > 1:
            _, gone = self._tiles.popitem(last=False)
            self._bytes -= gone.bytes

    def forget(self, scan: Hashable) -> None:
        """Drop all tiles of a scan."""
        for key in [key for key in self._tiles if key[0] == scan]:
            self._bytes -= self._tiles.pop(key).bytes
