"""Which hex lattices a piece of a picture may show, read off how it resembles itself when it is moved.

What is repeated with the hexes comes to lie on itself when the picture is moved by one hex, in six directions sixty
degrees apart, by two hexes, and to the hexes between; that is told from the spectrum, in which loud waves are damped
so that sharp things count. Much else resembles itself as well, so the best few lattices are told, and something else
decides.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from editor.digitise.grid.line_picture import Grey
from editor.digitise.transforms import Floats

SHORTEST: Final = 11.0
LONGEST: Final = 64.0
"""Pitches, in pixels, that one size of the picture is asked for; the next size is asked for twice these."""
_PEAKS: Final = 60
_ANGLES: Final = (math.radians(50.0), math.radians(70.0))
_RATIO: Final = 1.22
"""How unequal two of the three steps of a hex grid may be when the camera was not held level."""
_DAMPED: Final = 0.6
"""The power of a wave counts with this exponent."""
_LOUD: Final = 40.0
_MOST: Final = 12.0
"""A resemblance this many times the usual counts no more: one loud stripe is not a grid."""


@dataclass(frozen=True, slots=True)
class LatticeHint:
    """A lattice without a place: the steps to two neighbours sixty degrees apart as columns, in pixels."""

    steps: Floats
    strength: float

    @property
    def pitch(self) -> float:
        return pitch_of_steps(self.steps)


def pitch_of_steps(steps: Floats) -> float:
    """The mean distance from a centre to the next, of three directions."""
    one, other = steps.T
    return float(np.mean([np.hypot(*one), np.hypot(*other), np.hypot(*(other - one))]))


def candidates(
    lines: Grey, *, most: int = 6, shortest: float = SHORTEST, longest: float = LONGEST
) -> list[LatticeHint]:
    """The lattices that a square piece of lines may show, the strongest first."""
    likeness = resemblance(lines)
    longest = min(longest, 0.3 * len(lines))
    peaks = _peaks(likeness, shortest, longest)
    if len(peaks) < 3:
        return []
    return _distinct(_pairs(peaks, _greatest_near(likeness)), most)


def resemblance(lines: Grey) -> Floats:
    """How alike the piece and itself are for every move, in units of what is usual; no move is in the middle."""
    side = len(lines)
    window = np.hanning(side).astype(np.float32)
    power = np.abs(np.fft.rfft2(lines * window[:, None] * window[None, :])) ** (2 * _DAMPED)
    found = np.fft.fftshift(np.fft.irfft2(power, s=(side, side)))
    ring, counts = _rings(side)
    off = found.ravel() - (np.bincount(ring, found.ravel()) / counts)[ring]
    spread = np.sqrt(np.bincount(ring, np.minimum(np.abs(off), _LOUD * np.median(np.abs(off))) ** 2) / counts)
    spread = np.maximum(spread, float(spread[-1]))
    return np.asarray(off / (spread[ring] + 1e-12), dtype=np.float64).reshape(side, side)


@lru_cache(maxsize=4)
def _rings(side: int) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Which ring about no move each move lies in, wider and wider ones, and how many lie in each."""
    middle = side // 2
    away = np.hypot(*np.ogrid[-middle : side - middle, -middle : side - middle])
    ring = np.minimum(np.log2(np.maximum(away, 4.0)) * 5, 5 * math.log2(side)).astype(np.intp).ravel()
    return ring, np.maximum(np.bincount(ring), 1)


def _greatest_near(values: Floats) -> Floats:
    """The greatest of each and its eight neighbours."""
    found = values
    for axis in (0, 1):
        found = np.maximum(found, np.maximum(np.roll(found, 1, axis), np.roll(found, -1, axis)))
    return found


def _peaks(likeness: Floats, shortest: float, longest: float) -> Floats:
    """Moves that are better than all around them, and only one of each two that mirror each other."""
    middle = len(likeness) // 2
    rows, cols = np.nonzero((likeness >= _greatest_near(likeness)) & (likeness > 2.0))
    y, x = rows - middle, cols - middle
    away = np.hypot(x, y)
    kept = (away >= 0.85 * shortest) & (away <= 1.15 * longest) & ((y > 0) | ((y == 0) & (x > 0)))
    rows, cols = rows[kept], cols[kept]
    order = np.argsort(-likeness[rows, cols])[:_PEAKS]
    return np.array([_sharpened(likeness, row, col) for row, col in zip(rows[order], cols[order], strict=True)])


def _sharpened(likeness: Floats, row: int, col: int) -> tuple[float, float]:
    """Where between the whole numbers a peak is, by a parabola through it and its neighbours."""
    middle = len(likeness) // 2
    at = []
    for before, here, after in (
        (likeness[row, col - 1], likeness[row, col], likeness[row, col + 1]),
        (likeness[row - 1, col], likeness[row, col], likeness[row + 1, col]),
    ):
        bend = before - 2 * here + after
        at.append(float(np.clip(0.5 * (before - after) / bend, -0.5, 0.5)) if bend < -1e-9 else 0.0)
    return col - middle + at[0], row - middle + at[1]


_MOVES: Final = np.array([(1, 0), (0, 1), (-1, 1), (1, 1), (2, -1), (-1, 2), (2, 0), (0, 2), (-2, 2)], dtype=float)
_WEIGHT: Final = np.array([1, 1, 1, 0.5, 0.5, 0.5, 0.4, 0.4, 0.4])


def _pairs(peaks: Floats, likeness: Floats) -> list[LatticeHint]:
    side = len(likeness)
    both = np.concatenate((peaks, -peaks))
    lengths, angles = np.hypot(*both.T), np.arctan2(both[:, 1], both[:, 0])
    turn = (angles[None, :] - angles[: len(peaks), None]) % (2 * math.pi)
    ratio = lengths[None, :] / lengths[: len(peaks), None]
    fits = (turn > _ANGLES[0]) & (turn < _ANGLES[1]) & (ratio < _RATIO) & (ratio > 1 / _RATIO)
    first, second = np.nonzero(fits)
    if not len(first):
        return []
    one, other = both[first], both[second]
    third = np.hypot(*(other - one).T) / lengths[first]
    kept = (third < _RATIO) & (third > 1 / _RATIO)
    one, other = one[kept], other[kept]
    moves = _MOVES[None, :, :1] * one[:, None, :] + _MOVES[None, :, 1:] * other[:, None, :]
    at = np.rint(moves).astype(int) + side // 2
    inside = ((at >= 0) & (at < side)).all(axis=2)
    at = np.clip(at, 0, side - 1)
    heights = np.where(inside, np.clip(likeness[at[..., 1], at[..., 0]], -3.0, _MOST), 0.0)
    strength = heights @ _WEIGHT + 2.0 * heights[:, :3].min(axis=1)
    return [
        LatticeHint(np.column_stack((a, b)), float(value)) for a, b, value in zip(one, other, strength, strict=True)
    ]


def _distinct(found: list[LatticeHint], most: int) -> list[LatticeHint]:
    """The strongest, and of those that are nearly one another only the stronger."""
    kept: list[LatticeHint] = []
    for candidate in sorted(found, key=lambda each: -each.strength):
        if all(not _are_one(candidate.steps, other.steps) for other in kept):
            kept.append(candidate)
            if len(kept) == most:
                break
    return kept


def _are_one(steps: Floats, others: Floats) -> bool:
    """Whether two lattices are the same but for the choice of neighbours: each step of one is a step of the other."""
    counts = np.linalg.solve(others, steps)
    return bool(np.abs(counts - np.rint(counts)).max() < 0.08 and abs(abs(np.linalg.det(counts)) - 1) < 0.15)
