"""Which click is wrong: each point is left out in turn, and the one that the others disown is named.

With one point to spare every point looks equally guilty, so that a suspect needs two to spare; a stiffer shape
than the one shown may be used for the trial, because it has more to spare.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from editor.digitise.clicks import ControlPoint
from editor.digitise.fitting import FEWEST, DegenerateError, Shape, distances, fit, root_mean_square
from editor.digitise.transforms import Floats
from engine.core.messages import Message, message
from engine.definitions.plan import Point

_AGREE: Final = 0.06
"""The others agree when their error is less than this share of the pitch."""
_DISOWN: Final = 0.3
"""The suspect is further off than this share of the pitch, and than `_TIMES` the error of the others."""
_TIMES: Final = 6.0


@dataclass(frozen=True, slots=True)
class Suspect:
    """A click that does not belong: how far off it is, where on the map it really lies, and the hex there."""

    name: str
    pixels: float
    hexes: float
    plane: Point
    meant: str = ""

    @property
    def message(self) -> Message:
        if self.meant:
            return message("digitise.calibration.misclick-meant", name=self.name, meant=self.meant, pixels=self.pixels)
        return message("digitise.calibration.misclick", name=self.name, pixels=self.pixels, hexes=self.hexes)


def leave_one_out(shape: Shape, source: Floats, target: Floats) -> list[float | None]:
    """How far each point is from where the others put it; None where they cannot tell."""
    return [None if found is None else found[0] for found in _trials(shape, source, target)]


def suspect(points: Sequence[ControlPoint], source: Floats, target: Floats, *, pitch_px: float) -> Suspect | None:
    """The one click that all the others agree against."""
    for shape in (Shape.SIMILARITY, Shape.AFFINE, Shape.PROJECTIVE):
        if len(points) < FEWEST[shape] + 2:
            break
        found = _disowned(shape, points, source, target, pitch_px)
        if found is not None:
            return found
    return None


def _disowned(
    shape: Shape, points: Sequence[ControlPoint], source: Floats, target: Floats, pitch_px: float
) -> Suspect | None:
    trials = _trials(shape, source, target)
    named = []
    for number, trial in enumerate(trials):
        if trial is None:
            continue
        alone, rest = trial
        if rest < _AGREE * pitch_px and alone > max(_DISOWN * pitch_px, _TIMES * rest):
            named.append((rest, number, alone))
    if not named:
        return None
    rest, number, alone = min(named)
    others = np.arange(len(points)) != number
    back = fit(shape, source[others], target[others]).inverse()
    if any(math.isclose(rest, other, rel_tol=0.5, abs_tol=0.25) for other, which, _ in named if which != number):
        return None
    return Suspect(points[number].name, alone, alone / pitch_px, back.point(*points[number].pixel))


def _trials(shape: Shape, source: Floats, target: Floats) -> list[tuple[float, float] | None]:
    """For each point: how far the fit of the others puts it off, and the error of those others."""
    found: list[tuple[float, float] | None] = []
    for number in range(len(source)):
        others = np.arange(len(source)) != number
        try:
            without = fit(shape, source[others], target[others])
        except DegenerateError:
            found.append(None)
            continue
        off = distances(without, source, target)
        found.append((float(off[number]), root_mean_square(off[others])))
    return found
