"""Rows packed small, and unpacked no larger than any game of ours makes them."""

from __future__ import annotations

import zlib
from typing import Final

MOST_BYTES: Final = 64 << 20


def packed(data: bytes) -> bytes:
    """As it is kept."""
    return zlib.compress(data, 6)


def unpacked(data: bytes) -> bytes:
    """As it was; raises zlib.error for what is broken or unpacks to more than we would have packed."""
    reading = zlib.decompressobj()
    found = reading.decompress(data, MOST_BYTES)
    if reading.unconsumed_tail or not reading.eof:
        raise zlib.error("cut off, or larger than any game")
    return found
