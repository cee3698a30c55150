"""A found grid as it is drawn: the rims of its hexes, and arrows where the paper is not flat."""

from __future__ import annotations

from typing import Final

import numpy as np

from editor.canvas.scans.proposal_item import ProposedGrid
from editor.digitise.fitting import DegenerateError, Shape, fit
from editor.digitise.grid.found_grid import FoundSheet
from editor.digitise.transforms import Transform

_MOST_DRAWN: Final = 6_000
_ARROWS: Final = 60
_RIMS: Final = np.array([(1, 1), (2, -1), (1, -2), (-1, -1), (-2, 1), (-1, 2)]) / 3.0
_TIMES: Final = 8.0
"""How much longer than true the arrows of a bend are."""
_BENT: Final = 0.75
"""Pixels off a flat sheet from which arrows are drawn."""


def drawn(sheet: FoundSheet, placement: Transform) -> ProposedGrid:
    """A found sheet on the plane that its scan is laid on by a placement."""
    scale = 2**sheet.grown.level
    warp = sheet.grown.warp
    cells = np.unique(np.rint(warp.counts((sheet.centres + 0.5) / scale - 0.5)), axis=0)
    middles = (warp.points(cells) + 0.5) * scale
    arrows = np.zeros((0, 2, 2))
    try:
        flat = fit(Shape.PROJECTIVE, cells, middles).points(cells)
    except DegenerateError:
        flat = middles
    off = middles - flat
    if float(np.hypot(*off.T).max(initial=0.0)) >= _BENT:
        some = np.linspace(0, len(cells) - 1, min(len(cells), _ARROWS)).astype(int)
        arrows = np.stack((flat[some], flat[some] + _TIMES * off[some]), axis=1)
    shown = cells if len(cells) <= _MOST_DRAWN else cells[:: len(cells) // _MOST_DRAWN + 1]
    rims = (warp.points((shown[:, None, :] + _RIMS).reshape(-1, 2)).reshape(-1, 6, 2) + 0.5) * scale
    return ProposedGrid(placement.points(rims), placement.points(arrows))
