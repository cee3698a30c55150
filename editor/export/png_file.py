"""A PNG file written band by band, so that a picture may be far larger than memory.

Each row is written as its difference from the one above, which on a map is mostly nothing. The same picture is the
same bytes on every machine, for nothing but the picture is in the file.
"""

from __future__ import annotations

import struct
import zlib
from typing import BinaryIO, Final, TypeAlias

import numpy as np
import numpy.typing as npt

Pixels: TypeAlias = npt.NDArray[np.uint8]
"""Rows of red, green and blue: array (rows, columns, 3)."""

FINEST: Final = 2**31 - 1
"""Pixels a metre, as many as a file can say."""
_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_UP: Final = 2
_CHUNK: Final = 1 << 16


class PngFile:
    """Writes one picture to an open file."""

    def __init__(self, file: BinaryIO, width: int, height: int, pixels_a_metre: int) -> None:
        self._file = file
        self._size = (width, height)
        self._rows = 0
        self._above: Pixels = np.zeros((1, width * 3), np.uint8)
        self._squeeze = zlib.compressobj(6)
        file.write(_SIGNATURE)
        self._chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
        self._chunk(b"pHYs", struct.pack(">IIB", pixels_a_metre, pixels_a_metre, 1))

    def write(self, rows: Pixels) -> None:
        """The next rows, from the top down."""
        flat = rows.reshape(len(rows), -1)
        if flat.shape[1] != self._size[0] * 3:
            raise ValueError("rows of another width")
        lines = np.empty((len(flat), flat.shape[1] + 1), np.uint8)
        lines[:, 0] = _UP
        lines[:, 1:] = flat - np.concatenate((self._above, flat[:-1]))
        self._above = flat[-1:].copy()
        self._rows += len(flat)
        self._data(self._squeeze.compress(lines.tobytes()))

    def close(self) -> None:
        """All rows are written."""
        if self._rows != self._size[1]:
            raise ValueError("rows are missing")
        self._data(self._squeeze.flush())
        self._chunk(b"IEND", b"")

    def _data(self, data: bytes) -> None:
        for start in range(0, len(data), _CHUNK):
            self._chunk(b"IDAT", data[start : start + _CHUNK])

    def _chunk(self, kind: bytes, data: bytes) -> None:
        self._file.write(struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)))
