"""The numbers of a tile layer in the four ways that Tiled writes them."""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Iterable

import numpy as np

from editor.digitise.exchange.exchange_error import ExchangeError
from editor.digitise.exchange.tiled.tiled_map import Gids
from engine.core.messages import Message, message


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
