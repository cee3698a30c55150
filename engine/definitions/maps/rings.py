"""Rings of points as text, `x,y x,y x,y`: an outline is a line of a file and not a thousand."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, TypeAlias

import numpy as np

Ring: TypeAlias = tuple[tuple[float, float], ...]

FEWEST: Final = 3
"""Points of a ring that encloses anything."""
MOST: Final = 100_000

_POINT = re.compile(r"(-?[0-9]{1,9}(?:\.[0-9]{1,400})?),(-?[0-9]{1,9}(?:\.[0-9]{1,400})?)\Z")


class BadRingError(ValueError):
    """A text that is no ring; `found` is the piece that no point can be made of, empty where points are missing."""

    def __init__(self, found: str) -> None:
        self.found = found
        super().__init__(f"{found!r} is not a point of a ring" if found else "a ring has three points or more")


def read_ring(text: str) -> Ring:
    """The points of a ring; raises BadRingError."""
    pieces = text.split(" ") if text else []
    points = []
    for piece in pieces:
        found = _POINT.match(piece)
        if found is None:
            raise BadRingError(piece[:40] or " ")
        points.append((float(found[1]), float(found[2])))
    if not FEWEST <= len(points) <= MOST:
        raise BadRingError("")
    return tuple(points)


def write_ring(ring: Sequence[tuple[float, float]]) -> str:
    """The text of a ring, from which the very same numbers come back."""
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in ring)


def _number(value: float) -> str:
    return np.format_float_positional(value, trim="-")
