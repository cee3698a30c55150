"""The numbers of a tile layer in the four ways that Tiled writes them."""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Callable, Iterable
from typing import Final

import numpy as np
import numpy.typing as npt

from editor.digitise.exchange.exchange_error import ExchangeError
from editor.digitise.exchange.tiled.tiled_map import Gids
from engine.core.messages import Message, message
from engine.definitions.bounds import MOST_CELLS

_MOST_IN_LAYERS: Final = 16 * MOST_CELLS
MOST_KINDS: Final = 2_000
"""Of tiles on one layer."""


class CellCount:
    """The cells that one file asks room for, counted before the room is made.

    A layer of a million tiles packs into a few thousand bytes, so that a small file may hold thousands of them.
    """

    def __init__(self, file: str) -> None:
        self._file, self._left = file, _MOST_IN_LAYERS

    def __call__(self, size: tuple[int, int]) -> None:
        """Raises ExchangeError for more cells than a layer may have, or all layers together."""
        self._left -= size[0] * size[1]
        if size[0] * size[1] > MOST_CELLS or self._left < 0:
            limit = MOST_CELLS if size[0] * size[1] > MOST_CELLS else _MOST_IN_LAYERS
            raise ExchangeError(message("exchange.tiled-too-large", file=self._file, limit=limit))


def recoded(gids: Gids, code: Callable[[int], int], file: str) -> npt.NDArray[np.uint16]:
    """Every number as its code, each asked for once; raises ExchangeError for more kinds than anybody tells apart."""
    kinds, at = np.unique(gids, return_inverse=True)
    if len(kinds) > MOST_KINDS:
        raise ExchangeError(message("exchange.tiled-kinds", file=file, limit=MOST_KINDS))
    codes = np.array([code(gid) for gid in kinds.tolist()], dtype=np.uint16)
    return codes[at].reshape(gids.shape)


def gids_of(text: str, *, encoding: str, compression: str, size: tuple[int, int], file: str) -> Gids:
    """The tiles of a block of `size` columns and rows; raises ExchangeError."""
    if encoding == "csv":
        return gids_from((part for part in text.split(",") if part.strip()), size, file)
    if encoding != "base64" or compression not in ("", "zlib", "gzip"):
        what = compression if encoding == "base64" else encoding
        raise ExchangeError(message("exchange.tiled-encoding", file=file, encoding=what or "?"))
    wanted = 4 * size[0] * size[1]
    try:
        data = base64.b64decode("".join(text.split()), validate=True)
        if compression:
            data = zlib.decompressobj(15 + 32).decompress(data, wanted + 1)
    except (binascii.Error, ValueError, zlib.error) as bad:
        raise ExchangeError(message("exchange.tiled-data", file=file, problem=str(bad))) from None
    if len(data) != wanted:
        raise ExchangeError(_wrong_count(file, size, len(data) // 4))
    return np.frombuffer(data, dtype="<u4").reshape(size[1], size[0]).astype(np.uint32)


def gids_from(numbers: Iterable[object], size: tuple[int, int], file: str) -> Gids:
    """The same from numbers one by one."""
    try:
        found = np.array([int(str(number)) for number in numbers], dtype=np.uint32)
    except (ValueError, OverflowError) as bad:
        raise ExchangeError(message("exchange.tiled-data", file=file, problem=str(bad))) from None
    if found.size != size[0] * size[1]:
        raise ExchangeError(_wrong_count(file, size, int(found.size)))
    return found.reshape(size[1], size[0])


def _wrong_count(file: str, size: tuple[int, int], found: int) -> Message:
    return message("exchange.tiled-count", file=file, found=found, wanted=size[0] * size[1])


def csv_of(gids: Gids) -> str:
    """Numbers with commas, a line a row, as Tiled writes them."""
    return ",\n".join(",".join(map(str, row)) for row in gids.tolist())
