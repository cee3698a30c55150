"""A grid that a person has laid roughly, snapped to the printed lines: what is left when none finds itself.

Four corners clicked are a pixel or three off, and the paper between them is not flat. The lattice that they give is
followed by the lines as a found one is, and judged by the same measure: a snap that finds no lines says so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
import numpy.typing as npt

from editor.digitise.clicks import Numbering
from editor.digitise.grid.echoes import pitch_of_steps
from editor.digitise.grid.found_grid import FoundSheet, sheet_of
from editor.digitise.grid.grid_finder import LEAST_SCORE
from editor.digitise.grid.grid_proposal import GridProposal
from editor.digitise.grid.growth import Grown, following_level, rescaled, settled
from editor.digitise.grid.lattice_warp import LatticeWarp
from editor.digitise.grid.line_picture import LinePicture
from editor.digitise.grid.sheet_support import Support, judged
from editor.digitise.transforms import Transform
from editor.geometry.lattice import Lattice

_KNOTS: Final = 7
_AS_COUNTED: Final = ((1, 0, -1), (0, 1, -1))


def snapped(
    pixels: npt.NDArray[np.uint8],
    numbering: Numbering,
    to_pixel: Transform,
    tell: Callable[[float], None] | None = None,
) -> GridProposal | None:
    """The grid of a sheet snapped to a scan from where a fit has it; None where no lines answer."""
    say = tell or (lambda share: None)
    picture = LinePicture(pixels)
    cells = list(numbering.extent.cells())
    counted = np.array([numbering.grid.to_cube(*cell)[:2] for cell in cells], dtype=np.float64)
    lattice = Lattice(numbering.grid, numbering.scale, numbering.origin)
    at = np.array(cells, dtype=np.int64)
    there = to_pixel.points(lattice.centres(at[:, 0], at[:, 1])) - 0.5
    seen = ((there >= 0) & (there <= np.array(picture.size) - 1)).all(axis=1)
    if int(seen.sum()) < 6:
        return None
    counted, there = counted[seen], there[seen]
    warp = LatticeWarp.through(counted, there, _KNOTS)
    level = following_level(pitch_of_steps(warp.steps), picture)
    warp = rescaled(warp, 2.0**-level)
    outcomes: list[tuple[Grown, Support]] = []
    for number, is_dark in enumerate((True, False)):
        grown = settled(picture, warp, counted, level, lambda: say(0.45 * number + 0.1), is_dark=is_dark)  # noqa: B023
        outcomes.append((grown, judged(picture, grown)))
    grown, support = max(outcomes, key=lambda outcome: outcome[1].score)
    say(1.0)
    if not support.is_clear or support.score < LEAST_SCORE:
        return None
    found: FoundSheet = sheet_of(picture, grown, support)
    return GridProposal(found, numbering, (0, 0, 0), _AS_COUNTED)
