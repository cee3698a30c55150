"""Whether a picture repeats single marks as hexes do, without lines: dots at centres, or nothing but numbers.

Laid on one another, the cells of such a lattice show one mark and bare ground about it. Where the hexes themselves lie
cannot be told from that, since a number may stand anywhere in its hex; so it is a question, never a grid.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np

from editor.digitise.grid.line_picture import Grey
from editor.digitise.grid.unit_cell import folded
from editor.digitise.transforms import Floats

_NEAR: Final = 0.3
"""How far from its middle a mark goes, in pitches: a number of four digits does."""
_ALONE: Final = 0.6
"""The share of all that stands out in the cell which must lie so near; lines of a net have a third of it there."""
_PLAIN: Final = 0.25
"""How dark the mark must be once all cells are laid on one another: what is there by luck fades."""


def lone_mark(lines: Grey, steps: Floats, pitch: float) -> float:
    """How plainly one mark stands in every cell of a lattice; 0 where there is none, or more than one."""
    cell, _ = folded(lines, steps, 6.0 * pitch)
    off = np.abs(cell - np.median(cell))
    seen = np.fft.ifft2(np.fft.fft2(off**2) * np.conj(np.fft.fft2(_disc(len(cell))))).real
    total = float((off**2).sum())
    if total <= 0 or float(seen.max()) / total < _ALONE:
        return 0.0
    depth = float(np.sort(off.ravel())[-max(len(cell) // 3, 1) :].mean())
    return depth if depth >= _PLAIN else 0.0


@cache
def _disc(bins: int) -> Floats:
    """What lies near the corner of a cell, or of the three that meet it."""
    grid = np.arange(bins) / bins
    first, second = np.meshgrid(grid, grid, indexing="ij")
    away = np.min(
        [np.hypot(first - i + 0.5 * (second - j), np.sqrt(3) / 2 * (second - j)) for i in (0, 1) for j in (0, 1)],
        axis=0,
    )
    return np.asarray(away <= _NEAR, dtype=np.float64)
