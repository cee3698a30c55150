"""Small hexes by the pixel: which cell each pixel of a grid lies in, without asking for each.

Between two neighbouring columns of a flat-topped grid a point belongs to one of two cells, the nearest of each
column; which one depends on the difference of two squares, one known from x alone and one from y alone. So a
tile of a quarter of a million pixels takes one comparison of arrays. A pointy grid is the same with x and y
exchanged.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from editor.geometry.lattice import ROOT3, Floats, Ints, Lattice, Span
from engine.core.boards.hexes import Parity

Colours = npt.NDArray[np.uint32]


def coloured(lattice: Lattice, xs: Floats, ys: Floats, colours: Colours, span: Span) -> Colours:
    """The colour at every crossing of `xs` and `ys`; `colours[row - top, col - left]` are those of the cells of a span.

    The span must hold every cell that a point lies in and those around them.
    """
    right, down = (xs - lattice.origin[0]) / lattice.scale, (ys - lattice.origin[1]) / lattice.scale
    shifts = (0.0, 0.5) if lattice.grid.parity is Parity.ODD else (0.0, -0.5)
    """How far the even and the odd columns stand below the first even one."""
    if lattice.is_flat:
        return _lookup(right, down, _Block(colours, span.left, span.top), shifts)
    return _lookup(down, right, _Block(colours.T, span.top, span.left), shifts).T


class _Block(NamedTuple):
    """The colours of a block of cells, as if flat-topped: rows first, from a first column and row."""

    colours: Colours
    column: int
    row: int


def _lookup(across: Floats, along: Floats, block: _Block, shifts: tuple[float, float]) -> Colours:
    left = np.floor(across / 1.5).astype(np.int64)
    nearer = (across - 1.5 * left) ** 2 - (across - 1.5 * (left + 1)) ** 2
    rows: list[Ints] = []
    offs: list[Floats] = []
    for shift in shifts:
        position = along / ROOT3 - shift
        row = np.rint(position).astype(np.int64)
        rows.append(row - block.row)
        offs.append(((position - row) * ROOT3) ** 2)
    is_even = (left & 1) == 0
    even, odd = (np.where(is_even == first, left, left + 1) - block.column for first in (True, False))
    one = np.take(np.take(block.colours, rows[0], axis=0), even, axis=1)
    two = np.take(np.take(block.colours, rows[1], axis=0), odd, axis=1)
    in_even = np.where(is_even, nearer, -nearer)[None, :] < (offs[1] - offs[0])[:, None]
    return np.where(in_even, one, two)
