"""A lattice on paper that is not flat: from counted steps to pixels, straight but for a smooth correction.

The correction is a sheet of cubic splines over the part of the lattice that is asked for. It bends as little as what
was measured allows and goes on straight where nothing was measured, so that a lattice can be followed beyond what is
known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt

from editor.digitise.transforms import Floats

_TURNS: Final = 4
"""How often a bend is fitted, with less and less belief in what lies off it."""


@dataclass(frozen=True, slots=True)
class LatticeWarp:
    """Pixels of counted steps: `origin`, `steps`, and knots of a correction over a box of steps."""

    origin: Floats
    steps: Floats
    low: Floats
    high: Floats
    knots: Floats
    """Across, down, and the two pixels of the correction."""

    @staticmethod
    def straight(origin: Floats, steps: Floats) -> LatticeWarp:
        return LatticeWarp(origin, steps, np.array((-1.0, -1.0)), np.array((1.0, 1.0)), np.zeros((4, 4, 2)))

    @staticmethod
    def through(counted: Floats, pixels: Floats, knots: int) -> LatticeWarp:
        """The lattice that goes through given pixels at given counts, as nearly as so many knots allow."""
        plane = np.column_stack((counted, np.ones(len(counted))))
        flat = np.asarray(np.linalg.lstsq(plane, pixels, rcond=None)[0], dtype=np.float64)
        low, high = counted.min(axis=0) - 1.5, counted.max(axis=0) + 1.5
        fresh = LatticeWarp(flat[2], flat[:2].T.copy(), low, high, np.zeros((knots, knots, 2)))
        at, weights = fresh.basis(counted)
        rows = np.zeros((len(counted), knots * knots))
        np.put_along_axis(rows, at, weights, axis=1)
        square = rows.T @ rows + 1e-4 * _bending(knots) + 1e-9 * np.eye(knots * knots)
        bends = np.linalg.solve(square, rows.T @ (pixels - plane @ flat))
        return LatticeWarp(fresh.origin, fresh.steps, low, high, np.asarray(bends).reshape(knots, knots, 2))

    def points(self, counted: Floats) -> Floats:
        """Where many counts of steps lie."""
        return np.asarray(counted @ self.steps.T + self.origin + self.bends(counted))

    def counts(self, pixels: Floats) -> Floats:
        """The way back, by trying."""
        back = np.linalg.inv(self.steps)
        found = (pixels - self.origin) @ back.T
        for _ in range(6):
            found = found - (self.points(found) - pixels) @ back.T
        return np.asarray(found)

    def over(self, low: Floats, high: Floats, knots: int) -> LatticeWarp:
        """The same lattice, as nearly as can be, with so many knots over another box."""
        fresh = LatticeWarp(self.origin, self.steps, low, high, np.zeros((knots, knots, 2)))
        side = np.linspace(0.0, 1.0, 2 * knots)
        grid = np.stack(np.meshgrid(side, side, indexing="ij"), axis=-1).reshape(-1, 2) * (high - low) + low
        old = np.clip(grid, self.low, self.high)
        bent = self.points(old) - (old @ self.steps.T + self.origin)
        slope = 0.02 * (self.high - self.low)
        inner = np.clip(old, self.low + slope, self.high - slope)
        for axis in (0, 1):  # beyond its box the old correction goes on as straight as it ended
            step = np.zeros_like(old)
            step[:, axis] = slope[axis]
            rise = self.bends(inner + step) - self.bends(inner - step)
            bent += rise * ((grid - old)[:, axis] / (2 * slope[axis]))[:, None]
        at, weights = fresh.basis(grid)
        rows = np.zeros((len(grid), knots * knots))
        np.put_along_axis(rows, at, weights, axis=1)
        square = rows.T @ rows + 1e-4 * _bending(knots)
        solved = np.linalg.solve(square + 1e-9 * np.eye(len(square)), rows.T @ bent)
        bends = np.asarray(solved, dtype=np.float64).reshape(knots, knots, 2)
        return LatticeWarp(self.origin, self.steps, low, high, bends)

    def bends(self, counted: Floats) -> Floats:
        """By how much the correction moves many counts of steps."""
        at, weights = self.basis(counted)
        knots = self.knots.reshape(-1, 2)
        return np.column_stack([np.einsum("ij,ij->i", knots[:, axis].take(at), weights) for axis in (0, 1)])

    def moved(
        self, counted: Floats, normals: Floats, off: Floats, weights: Floats, *, stiffness: tuple[float, float]
    ) -> LatticeWarp:
        """The lattice bent so that each point moves by `off` along its normal, as far as they agree.

        `stiffness` is how much bending, and how much a change of the bend, counts against what was measured: a camera
        that was not held level bends a lattice evenly.
        """
        if not len(counted):
            return self
        return BendFit(self, counted, normals, off, weights).bent(stiffness)

    def basis(self, counted: Floats) -> tuple[npt.NDArray[np.intp], Floats]:
        """For each point the sixteen knots that it hangs on, and how much on each."""
        knots = self.knots.shape[0]
        place = np.clip((counted - self.low) / (self.high - self.low), 0.0, 1.0) * (knots - 3)
        first = np.minimum(np.floor(place).astype(int), knots - 4)
        part = place - first
        square = part * part
        cube = square * part
        rest = 1 - part
        shares = (rest * rest * rest, 3 * cube - 6 * square + 4, 3 * (square + part - cube) + 1, cube)
        along = np.stack(shares, axis=-1) / 6.0
        weights = along[:, 0, :, None] * along[:, 1, None, :]
        offsets = np.arange(4)
        at = (first[:, 0, None, None] + offsets[:, None]) * knots + first[:, 1, None, None] + offsets[None, :]
        return at.reshape(len(counted), 16), weights.reshape(len(counted), 16)


class BendFit:
    """What was measured about a lattice at many points: how it bends to that, and how well that is known."""

    def __init__(self, warp: LatticeWarp, counted: Floats, normals: Floats, off: Floats, weights: Floats) -> None:
        """Each point is to move by `off` along its normal; `weights` say how much each is believed."""
        self._warp, self._weights = warp, weights
        at, shares = warp.basis(counted)
        self._count = warp.knots.shape[0] * warp.knots.shape[1]
        self._rows = np.zeros((len(counted), 2 * self._count))
        for axis in (0, 1):
            np.put_along_axis(self._rows, 2 * at + axis, shares * normals[:, axis : axis + 1], axis=1)
        self._wanted = self._rows @ warp.knots.reshape(-1) + off

    def bent(self, stiffness: tuple[float, float]) -> LatticeWarp:
        """The lattice bent as the points want it, those that most others contradict being left out by and by."""
        solved, _ = self._solved(stiffness)
        warp = self._warp
        return LatticeWarp(warp.origin, warp.steps, warp.low, warp.high, solved.reshape(warp.knots.shape))

    def misses(self, stiffnesses: Sequence[tuple[float, float]], parts: npt.NDArray[np.int64]) -> list[Floats]:
        """How far each point lies off a lattice that was bent by the points of the other parts alone."""
        _, belief = self._solved(stiffnesses[0])
        grams = [self._gram(belief * (parts == part)) for part in range(int(parts.max()) + 1)]
        squares = sum(gram for gram, _ in grams)
        wants = sum(want for _, want in grams)
        found = []
        for stiffness in stiffnesses:
            square, missed = squares + self._bending(stiffness), np.zeros(len(self._rows))
            for part, (gram, want) in enumerate(grams):
                mine = parts == part
                missed[mine] = self._rows[mine] @ _solution(square - gram, wants - want) - self._wanted[mine]
            found.append(missed)
        return found

    def doubts(self, stiffness: tuple[float, float], counted: Floats) -> Floats:
        """How uncertain the place of many counts of steps is, for one unit of what points are uncertain by."""
        _, belief = self._solved(stiffness)
        square = self._gram(belief)[0] + self._bending(stiffness)
        inverse = np.linalg.inv(square + _firm(square)).reshape(self._count, 2, self._count, 2)
        both = inverse[:, 0, :, 0] + inverse[:, 1, :, 1]
        at, shares = self._warp.basis(counted)
        found = np.einsum("ij,ijk,ik->i", shares, both[at[:, :, None], at[:, None, :]], shares)
        return np.asarray(np.sqrt(np.maximum(found, 0.0)))

    def _bending(self, stiffness: tuple[float, float]) -> Floats:
        knots, share = self._warp.knots.shape[0], max(float(self._weights.sum()), 1e-9) / self._count
        bending = sum(stiff * share * _bending(knots, order) for stiff, order in zip(stiffness, (2, 3), strict=True))
        return np.asarray(np.kron(bending, np.eye(2)))

    def _gram(self, belief: Floats) -> tuple[Floats, Floats]:
        some = belief > 0
        rows = self._rows[some]
        weighed = rows * belief[some][:, None]
        return rows.T @ weighed, weighed.T @ self._wanted[some]

    def _solved(self, stiffness: tuple[float, float]) -> tuple[Floats, Floats]:
        """The knots, and how much each point is believed at last."""
        bending, weights = self._bending(stiffness), self._weights
        scale = float(np.abs(np.linalg.det(self._warp.steps))) ** 0.5
        belief, solved = weights, np.asarray(self._warp.knots.reshape(-1), dtype=np.float64)
        for _ in range(_TURNS):
            square, want = self._gram(belief)
            solved = _solution(square + bending, want)
            left = np.abs(self._rows @ solved - self._wanted)
            limit = max(6.0 * float(np.median(left[weights > 0])) if (weights > 0).any() else 0.0, 0.05 * scale)
            belief = weights * np.maximum(1.0 - (left / limit) ** 2, 0.0) ** 2
        return solved, belief


def _solution(square: Floats, wanted: Floats) -> Floats:
    return np.asarray(np.linalg.solve(square + _firm(square), wanted), dtype=np.float64)


def _firm(square: Floats) -> Floats:
    """What keeps knots in their place that nothing hangs on."""
    return np.asarray(1e-7 * np.trace(square) / len(square) * np.eye(len(square)))


@cache
def _bending(knots: int, order: int = 2) -> Floats:
    """The square of how much a sheet of knots bends (or, of order 3, changes its bend), as a matrix."""
    squares = [np.eye(knots)]
    for times in range(1, order + 1):
        steps = np.diff(np.eye(knots), n=times, axis=0)
        squares.append(steps.T @ steps)
    return np.asarray(sum(np.kron(squares[across], squares[order - across]) for across in range(order + 1)))
