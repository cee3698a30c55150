"""What a picture shows across the hexsides of a lattice: where the printed line is, and how surely.

Along every hexside the picture is sampled at several places across it; the mean of the places is its profile. Profiles
of hexes that lie together are added up, since one side alone is hidden by a town, a counter or a fold as often as not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from editor.digitise.grid.lattice_warp import LatticeWarp
from editor.digitise.grid.line_picture import Grey
from editor.digitise.grid.unit_cell import SIDES
from editor.digitise.transforms import Floats

_ALONG: Final = 0.7
_USUAL_ALONG: Final = 9
"""How far along its half a side is looked at, and in how many places as a rule."""
_SURE: Final = 2.0
_FULLY: Final = 6.0
"""From where to where a peak is believed, in units of its own doubt."""


@dataclass(frozen=True, slots=True)
class Profiles:
    """One row a hexside; `middles` are in steps, `normals` and `reach` in pixels of the picture sampled."""

    cells: Floats
    kind: Floats
    middles: Floats
    normals: Floats
    off: Floats
    values: Floats


def profiles(
    lines: Grey, warp: LatticeWarp, cells: Floats, *, reach: float, places: int = 25, along: int = _USUAL_ALONG
) -> Profiles:
    """Across the three own sides of each cell, `reach` pixels to either side; lines count as positive.

    A side that lies partly beyond the picture, or where it is hidden, is left out.
    """
    share = np.linspace(-_ALONG, _ALONG, along)
    height, width = lines.shape
    off = np.linspace(-reach, reach, places)
    parts = []
    for kind, ends in enumerate(SIDES):
        one, other = warp.points(cells + ends[0]), warp.points(cells + ends[1])
        middle, half = (one + other) / 2, (other - one) / 2
        length = np.hypot(*half.T)
        normal = np.column_stack((-half[:, 1], half[:, 0])) / np.maximum(length, 1e-9)[:, None]
        x, y = (
            (middle[:, axis, None] + half[:, axis, None] * share).astype(np.float32)[:, :, None]
            + (normal[:, axis, None] * off).astype(np.float32)[:, None, :]
            for axis in (0, 1)
        )
        inside = (
            (x[:, [0, -1]] >= 0) & (x[:, [0, -1]] < width - 1) & (y[:, [0, -1]] >= 0) & (y[:, [0, -1]] < height - 1)
        )
        whole = inside.all(axis=(1, 2)) & (length > 1.0)
        values = sampled(lines, x[whole], y[whole]).mean(axis=1, dtype=np.float64)
        shown = ~np.isnan(values).any(axis=1)
        whole[whole], values = shown, values[shown]
        count = int(whole.sum())
        parts.append((cells[whole], np.full(count, kind), cells[whole] + ends.mean(axis=0), normal[whole], values))
    joined = [np.concatenate([part[number] for part in parts]) for number in range(5)]
    return Profiles(joined[0], joined[1], joined[2], joined[3], off, joined[4])


def sampled(lines: Grey, x: npt.NDArray[np.floating], y: npt.NDArray[np.floating]) -> Grey:
    """The picture between its pixels; the places lie inside it."""
    left, top = x.astype(np.intp), y.astype(np.intp)
    right, low = (x - left).astype(np.float32, copy=False), (y - top).astype(np.float32, copy=False)
    width = lines.shape[1]
    flat = lines.ravel()
    at = np.multiply(top, width, out=top)
    at += left
    rows = []
    for begin in (0, width):
        value = flat[begin:].take(at)
        after = flat[begin + 1 :].take(at)
        after -= value
        after *= right
        value += after
        rows.append(value)
    above, below = rows
    below -= above
    below *= low
    above += below
    return above


@dataclass(frozen=True, slots=True)
class Peaks:
    """One row a block of sides: where it is in steps, which way it may move, by how much, and the belief in it."""

    middles: Floats
    normals: Floats
    off: Floats
    belief: Floats
    cells: Floats


def peaks(found: Profiles, block: int) -> Peaks:
    """Where the printed lines are across blocks of so many by so many cells."""
    if not len(found.values):
        return Peaks(found.middles, found.normals, np.zeros(0), np.zeros(0), found.cells)
    where = np.floor_divide(found.cells, block).astype(int)
    low = where.min(axis=0)
    span = where.max(axis=0) - low + 1
    key = ((where[:, 0] - low[0]) * span[1] + where[:, 1] - low[1]) * 3 + found.kind
    keys, group = np.unique(key, return_inverse=True)
    count = np.bincount(group).astype(float)
    places = len(found.off)
    mean = np.zeros((len(keys), places))
    np.add.at(mean, group, found.values)
    mean /= count[:, None]
    square = np.zeros_like(mean)
    np.add.at(square, group, found.values**2)
    spread = np.sqrt(np.maximum(square / count[:, None] - mean**2, 0.0).mean(axis=1)) + 0.15
    doubt = spread / np.sqrt(count)
    best = mean[:, 1:-1].argmax(axis=1) + 1
    rows = np.arange(len(keys))
    before, here, after = mean[rows, best - 1], mean[rows, best], mean[rows, best + 1]
    bend = before - 2 * here + after
    shift = np.where(bend < -1e-9, np.clip(0.5 * (before - after) / np.minimum(bend, -1e-9), -0.5, 0.5), 0.0)
    step = found.off[1] - found.off[0]
    height = (here - np.median(mean, axis=1)) / doubt
    belief = np.clip((height - _SURE) / (_FULLY - _SURE), 0.0, 1.0)
    belief[(best == 1) | (best == places - 2)] = 0.0

    def of(values: Floats) -> Floats:
        return np.column_stack([np.bincount(group, values[:, axis]) / count for axis in (0, 1)])

    return Peaks(of(found.middles), of(found.normals), found.off[best] + shift * step, belief, of(found.cells))
