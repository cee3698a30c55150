"""What a person chooses when a map is exported: what is on it, how large it is, and on what paper.

One set of options serves every format; each reads what concerns it. They are remembered as plain data, and data that
makes no sense any more falls back to the default, value by value. No Qt.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any, Final

LONGEST_SIDE: Final = 60_000
MOST_PIXELS: Final = 1_000_000_000
"""Of a picture; a square metre at 1,000 pixels to the hand, and more than most programs open."""
NARROWEST: Final = 16
SMALLEST_HEX, LARGEST_HEX = 2.0, 200.0
"""Millimetres across flats."""
WIDEST_MARGIN: Final = 60.0
WIDEST_OVERLAP: Final = 60.0
LARGEST_SCALE: Final = 1_000_000_000


class Format(StrEnum):
    """What kind of file is written."""

    PNG = "png"
    SVG = "svg"
    PDF = "pdf"


class Pages(StrEnum):
    """How a PDF lays the map on paper."""

    ONE = "one"
    """One page as large as the map."""
    FIT = "fit"
    """One sheet of paper; the hexes are as large as that allows."""
    TILES = "tiles"
    """As many sheets of paper as it takes, to be cut and glued."""


class Paper(StrEnum):
    """A sheet a printer takes."""

    A4 = "A4"
    A3 = "A3"
    A2 = "A2"
    LETTER = "Letter"
    TABLOID = "Tabloid"

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height, upright."""
        return _SIZES[self]


_SIZES: dict[Paper, tuple[float, float]] = {
    Paper.A4: (210.0, 297.0),
    Paper.A3: (297.0, 420.0),
    Paper.A2: (420.0, 594.0),
    Paper.LETTER: (215.9, 279.4),
    Paper.TABLOID: (279.4, 431.8),
}


class Turn(StrEnum):
    """Which way up the paper is."""

    BEST = "best"
    """Whichever takes fewer sheets."""
    PORTRAIT = "portrait"
    LANDSCAPE = "landscape"


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """Everything that can be chosen, with the defaults of a person who chooses nothing."""

    style: str = "paper"
    numbers: bool = True
    names: bool = True
    grid: bool = True
    regions: bool = True
    counters: bool = True
    scans: bool = False
    width: int = 4000
    """Of a PNG, in pixels."""
    hex_mm: float = 16.0
    """Across flats, of an SVG or a PDF."""
    map_scale: int = 0
    """One to so much, instead of a hex size; only where the map knows how far its hexes are apart. 0: by hex size."""
    pages: Pages = Pages.TILES
    paper: Paper = Paper.A4
    turn: Turn = Turn.BEST
    margin_mm: float = 10.0
    overlap_mm: float = 8.0
    crop_marks: bool = True
    page_labels: bool = True
    overview: bool = True

    def within_bounds(self) -> ExportOptions:
        """The same with every number brought into the range that can be exported."""
        return replace(
            self,
            width=min(max(self.width, NARROWEST), LONGEST_SIDE),
            hex_mm=_clamped(self.hex_mm, SMALLEST_HEX, LARGEST_HEX),
            map_scale=min(max(self.map_scale, 0), LARGEST_SCALE),
            margin_mm=_clamped(self.margin_mm, 0.0, WIDEST_MARGIN),
            overlap_mm=_clamped(self.overlap_mm, 0.0, WIDEST_OVERLAP),
        )

    def to_data(self) -> dict[str, Any]:
        """As plain values, to be remembered."""
        return {field.name: _plain(getattr(self, field.name)) for field in fields(self)}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> ExportOptions:
        """Options that were remembered; what makes no sense is as if it had not been chosen."""
        usual = cls()
        known = {field.name: getattr(usual, field.name) for field in fields(cls)}
        found: dict[str, Any] = {name: _like(data[name], value) for name, value in known.items() if name in data}
        return replace(usual, **{name: value for name, value in found.items() if value is not None}).within_bounds()


def _plain(value: object) -> object:
    return str(value) if isinstance(value, StrEnum) else value


def _like(value: object, usual: object) -> object | None:
    """A remembered value in the type of the usual one, or None."""
    if isinstance(usual, StrEnum):
        kind = type(usual)
        return kind(value) if value in [one.value for one in kind] else None
    if isinstance(usual, bool) or isinstance(value, bool):
        return value if isinstance(usual, bool) and isinstance(value, bool) else None
    if isinstance(usual, float):
        return float(value) if isinstance(value, int | float) and math.isfinite(value) else None
    return value if isinstance(value, type(usual)) else None


def _clamped(value: float, low: float, high: float) -> float:
    return min(max(value, low), high) if math.isfinite(value) else low
