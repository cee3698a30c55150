"""Where the hexes of a lattice lie: all its cells laid on one another, and the honeycomb moved about over the result.

Laid on one another, what belongs to the grid stays and everything else fades to grey. Of all places where the honeycomb
could lie, dark or light, the one is taken whose sides stand out most from what is between them, the weakest of the
three directions deciding: squares and stripes have sides in one direction or two. Where counters lie in the middle of
many hexes the ground between the sides is no measure, and what is close beside them on either hand is one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt

from editor.digitise.grid.line_picture import Grey
from editor.digitise.transforms import Floats

_BINS: Final = 36
_WIDTH: Final = 0.05
"""The half width of a printed side, in pitches, with what a coarse lattice may be off."""
_CLEAR: Final = 0.13
"""What is further than this from every side, in pitches, is between them."""
_LINE: Final = 0.035
_FLANK: Final = (0.08, 0.15)
"""The same half width where the lattice is known well, and what is close beside a side."""
SIDES: Final = np.array([[(1, 1), (2, -1)], [(1, 1), (-1, 2)], [(-1, 2), (-2, 1)]]) / 3.0
"""The ends of the three hexsides that a hex calls its own, in steps; the neighbours own the others."""


@dataclass(frozen=True, slots=True)
class PlacedLattice:
    """A lattice in its place: the centre of a hex, the steps as columns, and whether its lines are dark."""

    origin: Floats
    steps: Floats
    contrast: float
    is_dark: bool


def place(lines: Grey, steps: Floats, *, reach: float, is_dark: bool | None = None) -> PlacedLattice:
    """The best place for a lattice in the middle of a square piece, judged within a distance of the middle.

    Its lines are dark or light as the picture says, unless that is known.
    """
    cell, middle = folded(lines, steps, reach)
    *on, between = _moved(cell, _masks())
    outcomes = [(sign * (np.stack(on) - between)).min(axis=0) for sign in (-1.0, 1.0)]
    if is_dark is None:
        is_dark = float(outcomes[0].max()) >= float(outcomes[1].max())
    return _best(outcomes[0] if is_dark else outcomes[1], middle, steps, is_dark=is_dark)


def place_by_flanks(lines: Grey, steps: Floats, *, reach: float) -> tuple[PlacedLattice, PlacedLattice]:
    """The best place for dark lines and that for light ones, judged by what is close beside the sides."""
    cell, middle = folded(lines, steps, reach)
    moved = np.stack(_moved(cell, _flank_masks()))
    off = moved[:3] - moved[3:]
    return (
        _best((-off).min(axis=0), middle, steps, is_dark=True),
        _best(off.min(axis=0), middle, steps, is_dark=False),
    )


def _best(outcome: Floats, middle: Floats, steps: Floats, *, is_dark: bool) -> PlacedLattice:
    best = np.unravel_index(int(outcome.argmax()), outcome.shape)
    at = steps @ ((np.array(best) + 0.5) / _BINS)
    return PlacedLattice(middle + at, steps, float(outcome.max()), is_dark)


def folded(lines: Grey, steps: Floats, reach: float) -> tuple[Floats, Floats]:
    """All cells of a lattice laid on one another, and the pixel where the first begins: the middle of the piece."""
    middle = (np.array(lines.shape[::-1]) - 1) / 2
    low = np.maximum(np.ceil(middle - reach), 0).astype(int)
    high = np.minimum(np.floor(middle + reach), np.array(lines.shape[::-1]) - 1).astype(int)
    piece = lines[low[1] : high[1] + 1, low[0] : high[0] + 1]
    x = np.arange(low[0], high[0] + 1) - middle[0]
    y = np.arange(low[1], high[1] + 1) - middle[1]
    back = np.linalg.inv(steps)
    first = back[0, 0] * x[None, :] + back[0, 1] * y[:, None]
    second = back[1, 0] * x[None, :] + back[1, 1] * y[:, None]
    bins = (_bin(first) * _BINS + _bin(second)).ravel()
    counts = np.bincount(bins, minlength=_BINS**2)
    sums = np.bincount(bins, piece.ravel(), minlength=_BINS**2)
    mean = float(piece.mean())
    return np.where(counts > 0, sums / np.maximum(counts, 1), mean).reshape(_BINS, _BINS), middle


def _bin(counted: Floats) -> npt.NDArray[np.intp]:
    """In which part of its cell each count of steps lies."""
    part = ((counted - np.floor(counted)) * _BINS).astype(np.intp)
    return np.minimum(part, _BINS - 1, out=part)


def _moved(cell: Floats, masks: tuple[Floats, ...]) -> list[Floats]:
    """The mean under each mask, for every place of the honeycomb."""
    seen = np.fft.fft2(cell)
    return [np.fft.ifft2(seen * np.conj(np.fft.fft2(mask))).real for mask in masks]


@cache
def _masks() -> tuple[Floats, ...]:
    """Where the three directions of sides and the rest are in a cell that begins at a centre, each with a sum of 1."""
    away = _away()
    masks = [np.exp(-((each / _WIDTH) ** 2)) for each in away]
    masks.append((np.minimum.reduce(away) > _CLEAR).astype(float))
    return tuple(mask / mask.sum() for mask in masks)


@cache
def _flank_masks() -> tuple[Floats, ...]:
    """Where the three directions of sides are, and then what is close beside each and no other."""
    away = _away()
    nearest = np.minimum.reduce(away)
    masks = [np.exp(-((each / _LINE) ** 2)) for each in away]
    masks += [((each >= _FLANK[0]) & (each <= _FLANK[1]) & (nearest >= _FLANK[0])).astype(float) for each in away]
    return tuple(mask / mask.sum() for mask in masks)


@cache
def _away() -> list[Floats]:
    """How far each part of a cell that begins at a centre is from the nearest side of each direction, in pitches."""
    grid = np.arange(_BINS) / _BINS
    first, second = np.meshgrid(grid, grid, indexing="ij")
    flat = np.array([[1.0, 0.5], [0.0, np.sqrt(3) / 2]])
    nearest = []
    for ends in SIDES:
        away = np.full(first.shape, 9.0)
        for i in (-1, 0, 1, 2):
            for j in (-1, 0, 1, 2):
                one, other = (flat @ (end + np.array((i, j))) for end in ends)
                x, y = flat[0, 0] * first + flat[0, 1] * second, flat[1, 1] * second
                along = other - one
                share = ((x - one[0]) * along[0] + (y - one[1]) * along[1]) / (along @ along)
                share = np.clip(share, 0.0, 1.0)
                away = np.minimum(away, np.hypot(x - one[0] - share * along[0], y - one[1] - share * along[1]))
        nearest.append(away)
    return nearest
