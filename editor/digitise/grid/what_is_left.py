"""What of a scan no sheet that was found accounts for: there, and only there, another sheet is looked for.

A lattice that grows over the whole picture snaps to the lines of the sheet beside it as soon as it reaches them, and
what is larger there hides what it began with. So the hexes that answer are taken out of the picture, with the small
gaps between them that counters and towns leave; what lies beyond the edge of a sheet stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from editor.digitise.grid.found_grid import FoundSheet
from editor.digitise.grid.line_picture import Hidden
from editor.digitise.grid.sheet_outline import FLAT
from editor.digitise.transforms import Floats

_SPOTS: Final = 12
_SPAN: Final = 8.0
"""Parts of a pitch that are hidden one by one, and closer places of a hex that are looked up for them."""
_WIDER: Final = 1.12
"""The sides of a hex are hidden with it, and how thick they are printed."""
_LOOKS: Final = 60
"""Places across a picture and down it that are looked up to tell how much of it is left out."""
_GAP: Final = 2
"""Hexes on either hand of a gap that is bridged."""


def accounted_for(size: tuple[int, int], sheets: Sequence[FoundSheet]) -> Hidden:
    """The part of a picture of this size on which sheets are seen."""
    span = max(min(sheet.pitch for sheet in sheets) / _SPAN, 1.0)
    width, height = (int(length / span) + 1 for length in size)
    mask = np.zeros((height, width), dtype=np.bool_)
    for sheet in sheets:
        cells = closed(sheet.support.cells)
        for spot in _inside():
            at = sheet.grown.warp.points(cells + spot)
            column, row = np.floor((at + 0.5) * 2**sheet.grown.level / span).astype(np.intp).T
            there = (column >= 0) & (column < width) & (row >= 0) & (row < height)
            mask[row[there], column[there]] = True
    return Hidden(mask, span)


def share_left_out(size: tuple[int, int], sheets: Sequence[FoundSheet], boxes: Sequence[Floats]) -> float:
    """How large the part of some boxes is that lies on no sheet, against the sheets; a box is two corners in pixels."""
    side = np.array(size, dtype=np.float64)
    spots = (np.stack(np.meshgrid(*2 * [np.arange(_LOOKS)], indexing="ij"), axis=-1).reshape(-1, 2) + 0.5) / _LOOKS
    spots = spots * side
    is_out = np.zeros(len(spots), dtype=np.bool_)
    for low, high in boxes:
        is_out |= ((spots >= low) & (spots <= high)).all(axis=1)
    for sheet in sheets:
        is_out &= ~sheet.support.holds(sheet.counted(spots))
    told = sum(sheet.area for sheet in sheets)
    return float(is_out.mean() * side.prod() / max(told, 1.0))


def closed(cells: Floats) -> Floats:
    """Cells, and those between them that lie in small gaps."""
    low = cells.min(axis=0).astype(int) - _GAP - 1
    where = cells.astype(int) - low
    known = np.zeros(tuple(where.max(axis=0) + _GAP + 2), dtype=np.bool_)
    known[where[:, 0], where[:, 1]] = True
    for _ in range(_GAP):
        known = np.logical_or.reduce(_neighbours(known))
    for _ in range(_GAP):
        known = np.logical_and.reduce(_neighbours(known))
    known[where[:, 0], where[:, 1]] = True
    return np.asarray(np.argwhere(known) + low, dtype=np.float64)


def _neighbours(known: npt.NDArray[np.bool_]) -> list[npt.NDArray[np.bool_]]:
    """Each cell and the six about it; nothing comes in over the edges, which are kept bare."""
    moves = ((0, 0), (1, 0), (0, 1), (-1, 0), (0, -1), (1, -1), (-1, 1))
    return [np.roll(known, move, axis=(0, 1)) for move in moves]


def _inside() -> Floats:
    """Places all over a hex and just beyond its sides, in steps from its centre."""
    side = (np.arange(_SPOTS) + 0.5) / _SPOTS
    spots = np.stack(np.meshgrid(side, side, indexing="ij"), axis=-1).reshape(-1, 2)
    corners = np.array([(0, 0), (1, 0), (0, 1), (1, 1)])
    from_each = spots[:, None, :] - corners
    nearest = np.hypot(*np.moveaxis(from_each @ FLAT.T, -1, 0)).argmin(axis=1)
    return np.asarray(_WIDER * from_each[np.arange(len(spots)), nearest])
