"""The last touch to a lattice: how much its paper bends is told by the print, and so is how surely the lattice lies.

What bends freely follows every stain beside a line, and what is stiff cuts across the waves of the paper. So several
measures of stiffness are tried, each by what it says about sides that it was not shown, and the best is taken. By how
much it misses those, and how far hexes lie from sides that were seen, tells by how many pixels the whole may be off.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from editor.digitise.grid.echoes import pitch_of_steps
from editor.digitise.grid.growth import Grown, cells_of, chosen_cells, polishing_level, rescaled
from editor.digitise.grid.lattice_warp import BendFit, LatticeWarp
from editor.digitise.grid.line_picture import Grey, LinePicture
from editor.digitise.grid.side_profiles import peaks, profiles
from editor.digitise.transforms import Floats

_STIFFNESSES: Final = ((1e-5, 1e-4), (1e-4, 1e-3), (1e-3, 1e-2))
_FINER: Final = 1.5
"""So many times more knots are tried too: a few large hexes may lie on paper that is wavy from one to the next."""
_FEW_CELLS: Final = 400
_MOST_CELLS: Final = 2_500
_PARTS: Final = 4
_TURNS: Final = 2
_REACH: Final = 0.06
_LEAST_REACH: Final = 2.5
"""How far from where it is expected a line is looked for, in pitches and at least in pixels."""
_OUTLYING: Final = 0.05
"""Sides that are off by more than this, in pitches, are of something else than the grid, and count no more."""
_PIXELS_A_PLACE: Final = 4.0
_PLACES: Final = (9, 25)
"""A long side is looked at in more places: between the dots of its line there is nothing to be seen."""
_SURE: Final = 0.5


@dataclass(frozen=True, slots=True)
class Refined:
    """A lattice after its last touch; `doubt` is by how many pixels of the scan a hex may be off, as a rule."""

    grown: Grown
    doubt: float


@dataclass(frozen=True, slots=True)
class _Look:
    """How a picture is looked at: its lines, and where about the sides of which cells."""

    lines: Grey
    cells: Floats
    block: int
    pitch: float

    def fit(self, warp: LatticeWarp) -> _Fit | None:
        """What the picture says to a lattice; None where it says nothing."""
        reach = max(_REACH * self.pitch, _LEAST_REACH)
        places = int(np.clip(self.pitch / _PIXELS_A_PLACE, *_PLACES))
        there = peaks(profiles(self.lines, warp, self.cells, reach=reach, along=places), self.block)
        sure = there.belief > _SURE
        if not sure.any():
            return None
        first, second = np.floor_divide(there.cells, self.block).astype(np.int64).T
        bend = BendFit(warp, there.middles, there.normals, there.off, there.belief)
        return _Fit(bend, (first + 2 * second) % _PARTS, sure, _OUTLYING * self.pitch)


@dataclass(frozen=True, slots=True)
class _Fit:
    bend: BendFit
    parts: npt.NDArray[np.int64]
    """Sides of a block are in one part, and none is beside its like."""
    sure: npt.NDArray[np.bool_]
    outlying: float

    def missed(self, stiffnesses: Sequence[tuple[float, float]]) -> list[float]:
        """How far sides that were not shown lie off, in pixels of the picture that was looked at."""
        off = self.bend.misses(stiffnesses, self.parts)
        return [float(np.minimum(np.abs(each[self.sure]), self.outlying).mean()) for each in off]


def refined(picture: LinePicture, found: Grown, seen: Floats, told: Floats, tell: Callable[[], None]) -> Refined:
    """A lattice fitted to the sides of the cells that are seen; its doubt is that of the cells told."""
    level = polishing_level(picture, found)
    lines = picture.lines(level) * np.float32(-1.0 if found.is_dark else 1.0)
    warp = rescaled(found.warp, 2.0 ** (found.level - level))
    is_few = len(seen) < _FEW_CELLS
    look = _Look(lines, chosen_cells(seen, _MOST_CELLS), 1 if is_few else 2, pitch_of_steps(warp.steps))
    warps = [warp]
    if is_few:
        warps.append(warp.over(warp.low, warp.high, round(_FINER * (warp.knots.shape[0] - 3)) + 3))
    tell()
    trials: list[tuple[float, tuple[float, float], _Fit]] = []
    for each in warps:
        fit = look.fit(each)
        if fit is not None:
            missed = fit.missed(_STIFFNESSES)
            trials += [(off, stiff, fit) for off, stiff in zip(missed, _STIFFNESSES, strict=True)]
    if not trials or not len(told):
        return Refined(found, math.inf)
    _, stiffness, fit = min(trials, key=lambda trial: trial[0])
    warp = fit.bend.bent(stiffness)
    for _ in range(_TURNS):
        tell()
        again = look.fit(warp)
        if again is None:
            break
        fit, warp = again, again.bend.bent(stiffness)
    doubt = float(np.median(fit.bend.doubts(stiffness, told))) * fit.missed([stiffness])[0]
    back = rescaled(warp, 2.0 ** (level - found.level))
    size = np.array(picture.grey(found.level).shape[::-1], dtype=float)
    cells = cells_of(back, size, pitch_of_steps(back.steps))
    return Refined(replace(found, warp=back, cells=cells), doubt * 2**level)
