"""A lattice grown from a few hexes over the whole sheet, by snapping its sides to printed lines again and again.

The lattice of a small piece is fitted to the lines there, looked for a little further out, fitted again, and so on to
the edges of the picture: no turn, lean or bend of the paper is large from one ring of hexes to the next. Where no line
answers, on a title, a box or another sheet, nothing is believed and the lattice goes on straight.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from editor.digitise.grid.echoes import pitch_of_steps
from editor.digitise.grid.honeycomb import thirds_and_spoke
from editor.digitise.grid.lattice_warp import LatticeWarp
from editor.digitise.grid.line_picture import Grey, LinePicture
from editor.digitise.grid.side_profiles import Peaks, Profiles, peaks, profiles
from editor.digitise.grid.unit_cell import PlacedLattice
from editor.digitise.transforms import Floats

_START: Final = 2.0
_FASTER: Final = 0.12
_LOOK: Final = 0.2
"""How far from where it is expected a line is looked for, in pitches."""
_HOPELESS: Final = 0.12
"""Where lines answer to so few sides the lattice is none, and following it is a waste of time."""
_PROVEN_FROM: Final = 5.0
_PROVEN: Final = 0.3
"""Where lines answer to so many as far out as this, a sheet is there; what follows is where it ends, not whether."""
_DOUBTFUL: Final = 0.25
"""Where lines answer to so few, more cells are asked together: half the sides of an old print are worn away."""
_TOGETHER: Final = (0, 2)
_LARGER: Final = 1.1
"""How many times more sides must answer on a picture of twice the size, for that to be worth its time."""
_FEW: Final = 4.0
"""Steps from the seed within which a lattice stays where it is while lines answer to so few: that may be luck."""
_BROKEN: Final = 0.3
_FILLED: Final = 0.95
"""A third of the sides as weak as this, or lines on to the centres as strong as this, are of another net."""
_FEW_ANSWERS: Final = 60
_FEW_CELLS: Final = 400
"""On so few every side is asked by itself: there the paper bends from one hex to the next."""
_TURNS: Final = 6
_KNOT: Final = 2.7
"""Steps from a knot of the correction to the next, where that does not make too many."""
_MOST_CELLS: Final = 60_000
_RING_CELLS: Final = 900
"""So many are asked while a lattice grows, and so many for the last touches: the paper is smoother than that."""
_SHEET_CELLS: Final = 4_000
_WEAKEST: Final = 0.2
"""Sides of the weakest direction must stand out by this share of those of the strongest."""
_PAPER: Final = (1e-5, 1e-4)
_SETTLED: Final = (1e-4, 1e-3)
_HIDDEN: Final = (1e-3, 1e-2)
"""How stiff the paper is once the lattice is known to lie on it, before that, and where most of it is hidden.

What bends freely fits anything, and goes astray between the few places that it is held by.
"""
_BEST_PITCH: Final = 34.0
"""Pixels at which lines are followed best; for the last touch the picture is taken twice as large."""
_LARGEST_PITCH: Final = 96.0
"""Pixels from which on nothing is gained by that."""


@dataclass(frozen=True, slots=True)
class Grown:
    """A lattice over a picture halved `level` times, and the cells that lie in it."""

    warp: LatticeWarp
    cells: Floats
    level: int
    is_dark: bool
    pitch: float
    is_followed: bool = True
    """Whether it was followed to the edges of the picture; what was given up on the way is no grid."""


def following_level(pitch: float, picture: LinePicture) -> int:
    """At which size a lattice of this pitch, in pixels of the whole picture, is followed best."""
    return int(np.clip(round(np.log2(max(pitch, 1.0) / _BEST_PITCH)), picture.first, picture.levels - 1))


def rescaled(warp: LatticeWarp, factor: float) -> LatticeWarp:
    """The same lattice on a picture of another size; the middle of the first pixel is (0, 0) on each."""
    origin = (warp.origin + 0.5) * factor - 0.5
    return replace(warp, origin=origin, steps=warp.steps * factor, knots=warp.knots * factor)


def grown(picture: LinePicture, start: PlacedLattice, level: int, tell: Callable[[], None]) -> Grown:
    """The lattice that begins where `start` is on the picture halved `level` times, followed as far as it goes.

    It is followed at the usual size, or at twice that where the lines about its seed are seen as well or better:
    hairlines and dots fade when a picture is halved, among counters to nothing.
    """
    usual = _usual_level(picture, start, level)
    there, larger = beliefs_about(picture, start, level)
    sizes = [usual - 1, usual] if larger > _LARGER * there else [usual, usual - 1]
    if larger < _DOUBTFUL:
        sizes = [usual]
    for follow in sizes:
        found = _followed(picture, start, level, follow, tell)
        if found.is_followed:
            break
    return found


def beliefs_about(picture: LinePicture, start: PlacedLattice, level: int) -> tuple[float, float]:
    """To how many sides about a seed lines answer, at the usual size and at twice that."""
    usual = _usual_level(picture, start, level)
    larger = _belief_at(picture, start, level, usual - 1) if usual > picture.first else 0.0
    return _belief_at(picture, start, level, usual), larger


def _usual_level(picture: LinePicture, start: PlacedLattice, level: int) -> int:
    return following_level(pitch_of_steps(start.steps) * 2**level, picture)


def _belief_at(picture: LinePicture, start: PlacedLattice, level: int, follow: int) -> float:
    """The same at one size, before anything is moved."""
    warp = rescaled(LatticeWarp.straight(start.origin, start.steps), 2.0 ** (level - follow))
    pitch = pitch_of_steps(warp.steps)
    cells = _cells(warp, np.array(picture.grey(follow).shape[::-1], dtype=float), _START, pitch)
    if not len(cells):
        return 0.0
    at = warp.points(cells)
    lines, begin = picture.about(follow, at.min(axis=0) - 2 * pitch, at.max(axis=0) + 2 * pitch)
    there = replace(warp, origin=warp.origin - begin)
    sign = np.float32(-1.0 if start.is_dark else 1.0)
    belief = peaks(profiles(lines * sign, there, cells, reach=_LOOK * pitch), _block(_START)).belief
    return float(belief.mean()) if len(belief) else 0.0


def _followed(picture: LinePicture, start: PlacedLattice, level: int, follow: int, tell: Callable[[], None]) -> Grown:
    """The same at one size."""
    warp = rescaled(LatticeWarp.straight(start.origin, start.steps), 2.0 ** (level - follow))
    sign = np.float32(-1.0 if start.is_dark else 1.0)
    lines = picture.lines(follow) * sign
    size = np.array(lines.shape[::-1], dtype=float)
    pitch = pitch_of_steps(warp.steps)
    radius, last, is_proven = _START, False, False
    while True:
        tell()
        cells = _cells(warp, size, radius, pitch)
        if not len(cells):
            return Grown(warp, cells, follow, start.is_dark, pitch * 2**follow, is_followed=False)
        last = last or _covers(warp, size, radius, pitch)
        warp = _fitted(warp, cells)
        stiffness = _stiffness(radius)
        some = chosen_cells(cells, _RING_CELLS, since=0.8 * radius)
        for block, look in ((_block(radius), _LOOK), (_block(radius), 0.6 * _LOOK)):
            found = profiles(lines, warp, some, reach=look * pitch)
            if len(found.values) < 12:
                return Grown(warp, cells, follow, start.is_dark, pitch * 2**follow, is_followed=False)
            peak, is_doubtful = _believed(found, block)
            if is_doubtful and radius < _FEW:
                continue
            warp = warp.moved(peak.middles, peak.normals, peak.off, peak.belief, stiffness=stiffness)
        if radius > 4 and not is_proven:
            belief = float(peak.belief.mean())
            if belief < _HOPELESS or not _has_three_ways(found) or not _may_be_honeycomb(lines, warp, some):
                return Grown(warp, cells, follow, start.is_dark, pitch * 2**follow, is_followed=False)
            is_proven = radius > _PROVEN_FROM and belief >= _PROVEN
        if last:
            return settled(picture, warp, cells, follow, tell, is_dark=start.is_dark)
        radius += max(1.0, _FASTER * radius)


def _believed(found: Profiles, block: int) -> tuple[Peaks, bool]:
    """Where lines are, with as many cells asked together as it takes; and whether they are doubtful all the same."""
    for more in _TOGETHER:
        peak = peaks(found, block + more)
        if float(peak.belief.mean()) >= _DOUBTFUL:
            return peak, False
    return peak, True


def settled(
    picture: LinePicture, warp: LatticeWarp, cells: Floats, level: int, tell: Callable[[], None], *, is_dark: bool
) -> Grown:
    """A lattice that lies nearly right over all these cells, snapped to lines, at last on a larger picture."""
    sign = np.float32(-1.0 if is_dark else 1.0)
    pitch = pitch_of_steps(warp.steps)
    warp = _settled(picture.lines(level) * sign, warp, cells, pitch, tell)
    found = Grown(warp, cells, level, is_dark, pitch * 2**level)
    return polished(picture, found, cells, tell, stiffness=_SETTLED)


def polished(
    picture: LinePicture,
    found: Grown,
    cells: Floats,
    tell: Callable[[], None],
    *,
    stiffness: tuple[float, float] = _PAPER,
) -> Grown:
    """The last touch, on a picture twice as large, by the lines about these cells alone."""
    if len(cells) < _FEW_ANSWERS:
        stiffness = max(stiffness, _HIDDEN)
    sign = np.float32(-1.0 if found.is_dark else 1.0)
    level, pitch = found.level, pitch_of_steps(found.warp.steps)
    finer = polishing_level(picture, found)
    lines = picture.lines(finer) * sign
    warp = rescaled(found.warp, 2.0 ** (level - finer))
    block = 1 if len(cells) < _FEW_CELLS else 2
    some = chosen_cells(cells, _SHEET_CELLS)
    for _ in range(3):
        tell()
        peak = peaks(profiles(lines, warp, some, reach=max(0.09 * pitch * 2.0 ** (level - finer), 2.5)), block)
        warp = warp.moved(peak.middles, peak.normals, peak.off, peak.belief, stiffness=stiffness)
    warp = rescaled(warp, 2.0 ** (finer - level))
    size = np.array(picture.lines(level).shape[::-1], dtype=float)
    return replace(found, warp=warp, cells=cells_of(warp, size, pitch))


def polishing_level(picture: LinePicture, found: Grown) -> int:
    """At which size a lattice gets its last touch: twice that at which it was followed, where that gains anything."""
    is_gain = pitch_of_steps(found.warp.steps) < _LARGEST_PITCH
    return max(found.level - 1, picture.first) if is_gain else found.level


def _settled(lines: Grey, warp: LatticeWarp, cells: Floats, pitch: float, tell: Callable[[], None]) -> LatticeWarp:
    """The lattice over the whole picture, fitted until it moves no more: the last ring bends what was before."""
    block = 1 if len(cells) < _FEW_CELLS else 2
    some = chosen_cells(cells, _SHEET_CELLS)
    for turn in range(_TURNS):
        tell()
        found = peaks(profiles(lines, warp, some, reach=(_LOOK if turn < 2 else 0.6 * _LOOK) * pitch), block)
        warp = warp.moved(found.middles, found.normals, found.off, found.belief, stiffness=_SETTLED)
        sure = found.belief > 0.5
        if not sure.any() or float(np.abs(found.off[sure]).mean()) < 0.01 * pitch:
            break
    return warp


def chosen_cells(cells: Floats, most: int, *, since: float = 0.0) -> Floats:
    """Of many cells as many as a smooth sheet needs, in blocks that hang together, half of them from the rim on.

    Always the same ones, so that the same picture gives the same grid.
    """
    if len(cells) <= most:
        return cells
    block = np.floor_divide(cells, 6).astype(np.int64)
    luck = ((block[:, 0] * 73_856_093) ^ (block[:, 1] * 19_349_663)) % 1009 / 1009.0
    away = np.maximum(np.abs(cells).max(axis=1), np.abs(cells.sum(axis=1)))
    rim = away >= since
    kept = np.zeros(len(cells), dtype=bool)
    for part in (rim, ~rim):
        count = int(part.sum())
        share = min(1.0, most / (2 * count) if since else most / count) if count else 0.0
        kept |= part & (luck < share)
    return cells[kept]


def _has_three_ways(found: Profiles) -> bool:
    """Whether sides of all three directions stand out: stripes, squares and bricks lack one, and may be long to follow.

    A line of the print lies in the middle of its profile once the lattice was snapped to it.
    """
    middle = len(found.off) // 2
    near = found.values[:, middle - 2 : middle + 3].max(axis=1) - np.median(found.values, axis=1)
    means = [float(near[found.kind == kind].mean()) if (found.kind == kind).any() else 0.0 for kind in range(3)]
    return min(means) > _WEAKEST * max(means)


def _may_be_honeycomb(lines: Grey, warp: LatticeWarp, cells: Floats) -> bool:
    """Whether going on is worth while: what is no honeycomb near its seed is none further out."""
    thirds, spoke = thirds_and_spoke(lines, warp, cells)
    return bool(thirds.min() > _BROKEN) and spoke < _FILLED


def _block(radius: float) -> int:
    """How many cells by how many are asked together; few at first, where a step that is off a little shows soon."""
    return 2 if radius < 25 else 3


def _stiffness(radius: float) -> tuple[float, float]:
    """A few hexes are straight, some more lean, and a sheet of them may bend."""
    if radius < 3:
        return 100.0, 100.0
    return (0.003, 0.3) if radius < 4 else (1e-4, 0.01) if radius < 7 else (1e-4, 0.001)


def _cells(warp: LatticeWarp, size: Floats, radius: float, pitch: float) -> Floats:
    """The cells within so many steps of the first whose centres lie in the picture."""
    corners = warp.counts(np.array([(0.0, 0.0), (size[0], 0.0), (0.0, size[1]), tuple(size)]))
    low = np.maximum(np.floor(corners.min(axis=0)), -math.ceil(min(radius, 1e6)))
    high = np.minimum(np.ceil(corners.max(axis=0)), math.ceil(min(radius, 1e6)))
    if np.prod(high - low + 1) > 4 * _MOST_CELLS:
        high = np.minimum(high, low + 2 * _MOST_CELLS**0.5)
    first, second = np.meshgrid(np.arange(low[0], high[0] + 1), np.arange(low[1], high[1] + 1), indexing="ij")
    cells = np.column_stack((first.ravel(), second.ravel()))
    away = np.maximum(np.maximum(np.abs(cells[:, 0]), np.abs(cells[:, 1])), np.abs(cells.sum(axis=1)))
    cells = cells[away <= radius]
    at = warp.points(cells)
    return np.asarray(cells[((at > -0.6 * pitch) & (at < size + 0.6 * pitch)).all(axis=1)], dtype=np.float64)


def cells_of(warp: LatticeWarp, size: Floats, pitch: float) -> Floats:
    """All cells whose centres lie in a picture of this size."""
    return _cells(warp, size, 1e9, pitch)


def _covers(warp: LatticeWarp, size: Floats, radius: float, pitch: float) -> bool:
    """Whether the whole picture lies within so many steps."""
    corners = warp.counts(np.array([(0.0, 0.0), (size[0], 0.0), (0.0, size[1]), tuple(size)]))
    away = np.maximum(np.abs(corners).max(axis=1), np.abs(corners.sum(axis=1)))
    return bool(away.max() <= radius) or radius > 400


def _fitted(warp: LatticeWarp, cells: Floats) -> LatticeWarp:
    """Knots enough for the part that is followed now."""
    low, high = cells.min(axis=0) - 1.5, cells.max(axis=0) + 1.5
    across = float((high - low).max())
    knots = int(np.clip(round(across / _KNOT) + 3, 5, 13))
    return warp.over(low, high, knots)
