"""A lattice on paper that is not flat: from counted steps to pixels, straight but for a smooth correction.

The correction is a sheet of cubic splines over the part of the lattice that is asked for. It bends as little as what
was measured allows and goes on straight where nothing was measured, so that a lattice can be followed beyond what is
known.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from editor.digitise.transforms import Floats


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
        at, weights = fresh._basis(counted)
        rows = np.zeros((len(counted), knots * knots))
        np.put_along_axis(rows, at, weights, axis=1)
        square = rows.T @ rows + 1e-4 * _bending(knots) + 1e-9 * np.eye(knots * knots)
        bends = np.linalg.solve(square, rows.T @ (pixels - plane @ flat))
        return LatticeWarp(fresh.origin, fresh.steps, low, high, np.asarray(bends).reshape(knots, knots, 2))

    def points(self, counted: Floats) -> Floats:
        """Where many counts of steps lie."""
        return np.asarray(counted @ self.steps.T + self.origin + self._bend(counted))

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
            rise = self._bend(inner + step) - self._bend(inner - step)
            bent += rise * ((grid - old)[:, axis] / (2 * slope[axis]))[:, None]
        at, weights = fresh._basis(grid)
        rows = np.zeros((len(grid), knots * knots))
        np.put_along_axis(rows, at, weights, axis=1)
        square = rows.T @ rows + 1e-4 * _bending(knots)
        solved = np.linalg.solve(square + 1e-9 * np.eye(len(square)), rows.T @ bent)
        bends = np.asarray(solved, dtype=np.float64).reshape(knots, knots, 2)
        return LatticeWarp(self.origin, self.steps, low, high, bends)

    def _bend(self, counted: Floats) -> Floats:
        at, weights = self._basis(counted)
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
        at, shares = self._basis(counted)
        count = self.knots.shape[0] * self.knots.shape[1]
        rows = np.zeros((len(counted), 2 * count))
        for axis in (0, 1):
            np.put_along_axis(rows, 2 * at + axis, shares * normals[:, axis : axis + 1], axis=1)
        wanted = rows @ self.knots.reshape(-1) + off
        knots, share = self.knots.shape[0], max(float(weights.sum()), 1e-9) / count
        bending = sum(stiff * share * _bending(knots, order) for stiff, order in zip(stiffness, (2, 3), strict=True))
        bending = np.kron(bending, np.eye(2))
        scale = float(np.abs(np.linalg.det(self.steps))) ** 0.5
        belief = weights
        solved: Floats = self.knots.reshape(-1)
        for _ in range(4):
            square = rows.T @ (rows * belief[:, None]) + bending
            square += 1e-7 * np.trace(square) / len(square) * np.eye(len(square))
            solved = np.asarray(np.linalg.solve(square, rows.T @ (wanted * belief)), dtype=np.float64)
            left = np.abs(rows @ solved - wanted)
            limit = max(6.0 * float(np.median(left[weights > 0])) if (weights > 0).any() else 0.0, 0.05 * scale)
            belief = weights * np.maximum(1.0 - (left / limit) ** 2, 0.0) ** 2
        return LatticeWarp(self.origin, self.steps, self.low, self.high, solved.reshape(self.knots.shape))

    def _basis(self, counted: Floats) -> tuple[npt.NDArray[np.intp], Floats]:
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


@cache
def _bending(knots: int, order: int = 2) -> Floats:
    """The square of how much a sheet of knots bends (or, of order 3, changes its bend), as a matrix."""
    squares = [np.eye(knots)]
    for times in range(1, order + 1):
        steps = np.diff(np.eye(knots), n=times, axis=0)
        squares.append(steps.T @ steps)
    return np.asarray(sum(np.kron(squares[across], squares[order - across]) for across in range(order + 1)))
