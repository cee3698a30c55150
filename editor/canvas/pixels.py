"""Small hexes by the pixel: which cell each pixel of a grid lies in, without asking for each.

Between two neighbouring columns of a flat-topped grid a point belongs to one of two cells, the nearest of each
column; which one depends on the difference of two squares, one known from x alone and one from y alone. So a
tile of a quarter of a million pixels takes one comparison of arrays. A pointy grid is the same with x and y
exchanged.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from editor.canvas.lattice import ROOT3, Floats, Ints, Lattice, Span
from engine.core.hexes import Parity

Colours = npt.NDArray[np.uint32]


def coloured(lattice: Lattice, xs: Floats, ys: Floats, colours: Colours, span: Span) -> Colours:
    """The colour at every crossing of `xs` and `ys`; `colours[row - top, col - left]` are those of the cells of a span.

    The span must hold every cell that a point lies in and those around them.
    """
    right, down = (xs - lattice.origin[0]) / lattice.scale, (ys - lattice.origin[1]) / lattice.scale
    if lattice.is_flat:
        return _lookup(right, down, colours, span.left, span.top, _first_shift(lattice))
    turned = _lookup(down, right, colours.T, span.top, span.left, _first_shift(lattice))
    return turned.T


def _first_shift(lattice: Lattice) -> tuple[float, float]:
    """How far the even and the odd columns stand below the first even one."""
    return (0.0, 0.5) if lattice.grid.parity is Parity.ODD else (0.0, -0.5)


def _lookup(
    across: Floats, along: Floats, colours: Colours, first_column: int, first_row: int, shifts: tuple[float, float]
) -> Colours:
    left = np.floor(across / 1.5).astype(np.int64)
    off_left, off_right = across - 1.5 * left, across - 1.5 * (left + 1)
    nearer = off_left**2 - off_right**2
    rows: list[Ints] = []
    offs: list[Floats] = []
    for shift in shifts:
        position = along / ROOT3 - shift
        row = np.rint(position).astype(np.int64)
        rows.append(row - first_row)
        offs.append(((position - row) * ROOT3) ** 2)
    farther = offs[1] - offs[0]
    result = np.empty((len(along), len(across)), np.uint32)
    starts = np.flatnonzero(np.diff(left, prepend=left[0] - 1))
    if len(starts) * 4 > len(across):
        _gather(result, colours, left - first_column, rows, nearer, farther, first_column & 1)
        return result
    for start, end in zip(starts.tolist(), [*starts[1:].tolist(), len(across)], strict=True):
        column = int(left[start])
        parity = column & 1
        gap = farther if parity == 0 else -farther
        one = colours[rows[parity], column - first_column]
        two = colours[rows[1 - parity], column - first_column + 1]
        result[:, start:end] = np.where(nearer[None, start:end] < gap[:, None], one[:, None], two[:, None])
    return result


def _gather(
    result: Colours, colours: Colours, columns: Ints, rows: list[Ints], nearer: Floats, farther: Floats, odd: int
) -> None:
    """The same where a column is hardly a pixel wide: by index instead of by strips."""
    for parity in (0, 1):
        here = np.flatnonzero(((columns + odd) & 1) == parity)
        gap = farther if parity == 0 else -farther
        one = colours[rows[parity]][:, columns[here]]
        two = colours[rows[1 - parity]][:, columns[here] + 1]
        result[:, here] = np.where(nearer[here][None, :] < gap[:, None], one, two)
