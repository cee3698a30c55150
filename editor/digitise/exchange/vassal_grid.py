"""The hex grids of VASSAL boards in our terms: where the hexes are in pixels, and what is written in them.

VASSAL counts columns from the hex at (x0, y0), `dx` pixels apart, and hexes in a column `dy` apart, odd columns half a
hex lower. A board on its side has the two axes swapped, the origin with them. Its numbering counts from these columns;
where it is staggered, odd columns count one more, which for us is the other parity.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from editor.digitise.transforms import Floats
from engine.core.boards.hexes import Cell, HexGrid, Orientation, Parity
from engine.core.boards.labels import Axis, AxisStyle, LabelOrder, LabelScheme, Letters
from engine.definitions.plan import Placement

_ROOT3: Final = math.sqrt(3.0)
_FARTHEST: Final = 1e6
_FORMAT: Final = re.compile(
    r"(?P<before>[^$]*)(?:(?P<whole>\$gridLocation\$)|\$(?P<one>column|row)\$(?P<between>[^$]*)\$(?!(?P=one))(?:column|row)\$)"
    r"[^$]*"
)
"""How a location is written: what stands before it, and the whole or its two parts with what stands between."""


def number(attributes: Mapping[str, str], name: str, otherwise: float) -> float:
    """A number as a module says it; what is none, or absurd, counts as not said."""
    try:
        found = float(attributes.get(name, ""))
    except ValueError:
        return otherwise
    return found if math.isfinite(found) and abs(found) <= _FARTHEST else otherwise


def is_true(attributes: Mapping[str, str], name: str, *, otherwise: bool = False) -> bool:
    said = attributes.get(name, "").strip().lower()
    return said == "true" if said in ("true", "false") else otherwise


@dataclass(frozen=True, slots=True)
class VassalNumbering:
    """How a grid names its hexes; `h` is what VASSAL calls horizontal, whichever way the board lies."""

    is_h_first: bool = True
    separator: str = ""
    h_letters: bool = False
    v_letters: bool = False
    h_leading: int = 1
    v_leading: int = 1
    h_offset: int = 1
    v_offset: int = 1
    h_descends: bool = False
    v_descends: bool = False
    is_staggered: bool = True
    prefix: str = ""

    @staticmethod
    def of(attributes: Mapping[str, str]) -> VassalNumbering:
        """As the attributes say; what they do not say is as in a numbering that was just made."""
        is_h_first, separator, prefix = attributes.get("first", "H")[:1].upper() != "V", attributes.get("sep", ""), ""
        found = _FORMAT.fullmatch(attributes.get("locationFormat", ""))
        if found is not None:
            prefix = found["before"]
            if found["whole"] is None:
                is_h_first, separator = found["one"] == "column", found["between"]
        return VassalNumbering(
            is_h_first=is_h_first,
            separator=separator[:8],
            h_letters=attributes.get("hType", "N")[:1].upper() == "A",
            v_letters=attributes.get("vType", "N")[:1].upper() == "A",
            h_leading=int(min(max(number(attributes, "hLeading", 1), 0), 8)),
            v_leading=int(min(max(number(attributes, "vLeading", 1), 0), 8)),
            h_offset=int(number(attributes, "hOff", 1)),
            v_offset=int(number(attributes, "vOff", 1)),
            h_descends=is_true(attributes, "hDescend"),
            v_descends=is_true(attributes, "vDescend"),
            is_staggered=is_true(attributes, "stagger", otherwise=True),
            prefix=prefix[:16],
        )


@dataclass(frozen=True, slots=True)
class VassalGrid:
    """A hex grid of a board. `width` is from column to column, `height` from hex to hex within one."""

    x0: float
    y0: float
    width: float
    height: float
    is_sideways: bool
    numbering: VassalNumbering | None = None

    @staticmethod
    def of(attributes: Mapping[str, str], numbering: VassalNumbering | None) -> VassalGrid | None:
        """The grid that the attributes say; None for one without a size."""
        height = number(attributes, "dy", 64.0)
        width = number(attributes, "dx", _ROOT3 / 2 * height)
        if not (width >= 2.0 and height >= 2.0):
            return None
        x0, y0 = number(attributes, "x0", 0.0), number(attributes, "y0", height / 2)
        return VassalGrid(x0, y0, width, height, is_true(attributes, "sideways"), numbering)

    @property
    def grid(self) -> HexGrid:
        """Staggered numbers count odd lines one further, as if these stood half a hex higher."""
        is_staggered = self.numbering is not None and self.numbering.is_staggered
        parity = Parity.EVEN if is_staggered else Parity.ODD
        return HexGrid(Orientation.POINTY if self.is_sideways else Orientation.FLAT, parity)

    def centre(self, cell: Cell) -> tuple[float, float]:
        """The pixel of a hex of ours."""
        along, across = (cell[1], cell[0]) if self.is_sideways else cell
        half = (-0.5 if self.grid.parity is Parity.EVEN else 0.5) * (along & 1)
        x, y = self.x0 + self.width * along, self.y0 + self.height * (across + half)
        return (y, x) if self.is_sideways else (x, y)

    def cell_at(self, x: float, y: float) -> Cell:
        """The hex that a pixel lies in."""
        a, _, c, _, e, f, *_ = self.placement
        return self.grid.nearest(a * x + c, e * y + f)

    @property
    def placement(self) -> Placement:
        """From pixels of the board to our plane."""
        across, down = (
            (_ROOT3 / self.height, 1.5 / self.width) if self.is_sideways else (1.5 / self.width, _ROOT3 / self.height)
        )
        x0, y0 = (self.y0, self.x0) if self.is_sideways else (self.x0, self.y0)
        return across, 0.0, -x0 * across, 0.0, down, -y0 * down, 0.0, 0.0, 1.0

    def cells(self, left: float, top: float, right: float, bottom: float) -> tuple[Cell, tuple[int, int]]:
        """The first hex and the size of the rectangle of hexes that has every centre within a part of the board."""
        if self.is_sideways:
            left, top, right, bottom = top, left, bottom, right
        low = math.ceil((left - self.x0) / self.width), math.ceil((top - self.y0) / self.height - 0.5)
        high = math.floor((right - self.x0) / self.width), math.floor((bottom - self.y0) / self.height + 0.5)
        first, last = (low[::-1], high[::-1]) if self.is_sideways else (low, high)
        return (first[0], first[1]), (max(last[0] - first[0] + 1, 0), max(last[1] - first[1] + 1, 0))

    def centres(self, first: Cell, size: tuple[int, int]) -> Floats:
        """Pixels of all hexes of a rectangle: rows, columns, and x with y."""
        cols, rows = np.meshgrid(np.arange(first[0], first[0] + size[0]), np.arange(first[1], first[1] + size[1]))
        along, across = (rows, cols) if self.is_sideways else (cols, rows)
        half = (-0.5 if self.grid.parity is Parity.EVEN else 0.5) * (along & 1)
        x, y = self.x0 + self.width * along, self.y0 + self.height * (across + half)
        return np.stack((y, x) if self.is_sideways else (x, y), axis=-1)

    def scheme(self, first: Cell, board: tuple[int, int]) -> LabelScheme:
        """The labels of hexes from `first` on; where counts fall they begin with what fits on the board or zone."""
        said = self.numbering or VassalNumbering()
        most_rows = math.floor(board[1] / self.width + 0.5)
        most_columns = math.floor(board[0] / self.height + 0.5)
        along = _axis(
            first[1] if self.is_sideways else first[0],
            said.h_offset,
            is_letters=said.h_letters,
            leading=said.h_leading,
            most=(most_rows if said.v_descends else None)
            if self.is_sideways
            else (most_columns if said.h_descends else None),
        )
        across = _axis(
            first[0] if self.is_sideways else first[1],
            said.v_offset,
            is_letters=said.v_letters,
            leading=said.v_leading,
            most=(most_columns if said.h_descends else None)
            if self.is_sideways
            else (most_rows if said.v_descends else None),
        )
        is_column_first = said.is_h_first is not self.is_sideways
        return LabelScheme(
            order=LabelOrder.COLUMN_ROW if is_column_first else LabelOrder.ROW_COLUMN,
            column=across if self.is_sideways else along,
            row=along if self.is_sideways else across,
            separator=said.separator,
            prefix=said.prefix,
        )


def _axis(first: int, offset: int, *, is_letters: bool, leading: int, most: int | None) -> Axis:
    """One axis; what counts down begins at `most`, a letter counts A as 1."""
    start = (first if most is None else most - first) + offset + is_letters
    style = AxisStyle.LETTERS if is_letters else AxisStyle.NUMBER
    return Axis(style, start, 1 if most is None else -1, leading + 1, Letters.DOUBLED)
