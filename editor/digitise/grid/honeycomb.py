"""Whether lines make a honeycomb, and not another net that has some of its sides.

The sides of hexes are printed from end to end, and from their corners no line goes on to the centre of a hex. In a net
of triangles all lines go on; squares, bricks and stars cross the sides of hexes or follow them for a part.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from editor.digitise.grid.lattice_warp import LatticeWarp
from editor.digitise.grid.line_picture import Grey
from editor.digitise.grid.side_profiles import sampled
from editor.digitise.grid.unit_cell import SIDES
from editor.digitise.transforms import Floats

_THIRDS: Final = ((0.1, 0.36), (0.37, 0.63), (0.64, 0.9))
_ENDS: Final = np.array((0.1, 0.15, 0.2, 0.8, 0.85, 0.9))
_CLOSE: Final = 0.07
SPOKES: Final = np.array([(1, 1), (2, -1), (1, -2), (-1, -1), (-2, 1), (-1, 2)]) / 3.0
"""From the centre of a hex to its corners, in steps."""


def thirds_and_spoke(lines: Grey, warp: LatticeWarp, cells: Floats) -> tuple[Floats, float]:
    """Of each direction of sides the weakest third against its mean; and lines from corners to centres against sides.

    Of the six ways to the centre the median counts: a printed number lies on one of them, or on two.
    """
    thirds = np.array(
        [
            [strength_at(lines, warp, cells, one + (other - one) * np.linspace(*part, 4)[:, None]) for part in _THIRDS]
            for one, other in SIDES
        ]
    )
    spokes = [strength_at(lines, warp, cells, spoke * np.linspace(0.45, 0.75, 5)[:, None]) for spoke in SPOKES]
    means = np.maximum(thirds.mean(axis=1), 1e-6)
    return np.asarray(thirds.min(axis=1) / means), float(np.median(spokes)) / float(means.mean())


def beside_ends(lines: Grey, warp: LatticeWarp, cells: Floats) -> float:
    """What stands close beside the ends of sides against what stands on them: round things touch in the middle only."""
    on, beside = [], []
    for one, other in SIDES:
        ends = one + (other - one) * _ENDS[:, None]
        across = one + other
        on.append(strength_at(lines, warp, cells, ends))
        beside += [strength_at(lines, warp, cells, ends + way * _CLOSE * across) for way in (-1, 1)]
    return float(np.mean(beside)) / max(float(np.mean(on)), 1e-6)


def strength_at(lines: Grey, warp: LatticeWarp, cells: Floats, spots: Floats) -> float:
    """The mean strength of lines, which are positive, at spots of every cell, as far as they lie in the picture."""
    at = warp.points((cells[:, None, :] + spots).reshape(-1, 2))
    height, width = lines.shape
    inside = (at[:, 0] >= 0) & (at[:, 0] < width - 1) & (at[:, 1] >= 0) & (at[:, 1] < height - 1)
    seen = sampled(lines, at[inside, 0], at[inside, 1])
    seen = seen[~np.isnan(seen)]
    return float(np.maximum(seen, 0.0).mean()) if len(seen) else 1.0
