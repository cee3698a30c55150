"""Which click is wrong: each point is left out in turn, and the one that the others disown is named.

With one point to spare every point looks equally guilty, so that a suspect needs two to spare. A stiffer shape than
the one that was chosen has more to spare and is tried too, but a pliant one may have been chosen for good reason: then
the others must agree to the pixel, and the suspect be more than half a hex away.
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
_WELL: Final = 0.04
"""Where all agree to this share of the pitch there is nobody to disown: a point left out at the rim strays anyway."""
_STIFF_AGREE, _STIFF_DISOWN = 0.02, 0.6
"""The same for a shape stiffer than the one that was chosen."""


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


def suspect(
    points: Sequence[ControlPoint], chosen: Shape, source: Floats, target: Floats, pitch: float
) -> Suspect | None:
    """The one click that all the others agree against; `pitch` is in pixels."""
    is_well = root_mean_square(distances(fit(chosen, source, target), source, target)) < _WELL * pitch
    if is_well and len(points) >= FEWEST[chosen] + 2:
        return None
    is_stiffer = True
    for shape in Shape:
        is_stiffer = is_stiffer and shape is not chosen
        if len(points) < FEWEST[shape] + 2 or (is_well and not is_stiffer):
            return None
        agree, disown = (_STIFF_AGREE, _STIFF_DISOWN) if is_stiffer else (_AGREE, _DISOWN)
        found = _disowned(_trials(shape, source, target), agree * pitch, disown * pitch)
        if found is not None:
            number, alone = found
            others = np.arange(len(points)) != number
            back = fit(shape, source[others], target[others]).inverse()
            return Suspect(points[number].name, alone, alone / pitch, back.point(*points[number].pixel))
    return None


def _disowned(trials: Sequence[tuple[float, float] | None], agree: float, disown: float) -> tuple[int, float] | None:
    """The number of the point that the others disown, and how far off it is; None if there is none, or no telling."""
    ranked = sorted((trial[1], number, trial[0]) for number, trial in enumerate(trials) if trial is not None)
    if not ranked:
        return None
    rest, number, alone = ranked[0]
    is_disowned = rest < agree and alone > max(disown, _TIMES * rest)
    has_double = len(ranked) > 1 and math.isclose(rest, ranked[1][0], rel_tol=0.5, abs_tol=0.25)
    return (number, alone) if is_disowned and not has_double else None


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
