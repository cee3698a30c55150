"""Fits by least squares: the transform that carries given points as nearly as can be to others.

Three shapes of transform, from the stiffest to the most pliant. Points are first moved and scaled to lie about
the origin at a distance near 1, without which a perspective fitted to pixels in the thousands would drown in
rounding. A perspective is found by the direct linear method and then refined until the distances themselves,
and not an algebraic stand-in for them, are least.
"""

from __future__ import annotations

import math
from enum import StrEnum
from typing import Final

import numpy as np

from editor.digitise.transforms import Floats, Transform

THINNEST: Final = 0.01
"""Points whose breadth is less than this share of their length lie on a line."""
_VAGUE: Final = 1e-4
"""A perspective with a second solution as near as this is not determined by its points."""
_ROUNDS: Final = 50


class Shape(StrEnum):
    """What a fit may do: turn, move and scale; also stretch and shear; also lean back into perspective."""

    SIMILARITY = "similarity"
    AFFINE = "affine"
    PROJECTIVE = "projective"


FEWEST: Final = {Shape.SIMILARITY: 2, Shape.AFFINE: 3, Shape.PROJECTIVE: 4}
"""The points that determine each shape, with nothing left over to check it by."""
FREEDOMS: Final = {shape: 2 * points for shape, points in FEWEST.items()}


class DegenerateError(ValueError):
    """These points cannot determine a transform of that shape."""


def fit(shape: Shape, source: Floats, target: Floats) -> Transform:
    """The transform of a shape with the least sum of squared distances at the target."""
    if len(source) < FEWEST[shape]:
        raise DegenerateError("too few points")
    if _spread(source) == 0.0 or _spread(target) == 0.0:
        raise DegenerateError("all points are one")
    if shape is not Shape.SIMILARITY and (is_on_a_line(source) or is_on_a_line(target)):
        raise DegenerateError("the points lie on a line")
    before, here = _normalised(source)
    after, there = _normalised(target)
    fitted = _FITS[shape](here, there)
    return before.then(fitted).then(after.inverse())


def is_on_a_line(xy: Floats) -> bool:
    """Whether points lie so nearly on one line that they say nothing about what is beside it."""
    values = np.linalg.svd(xy - xy.mean(axis=0), compute_uv=False)
    return len(values) < 2 or float(values[1]) <= THINNEST * float(values[0])


def distances(transform: Transform, source: Floats, target: Floats) -> Floats:
    """How far from its target each point lands."""
    off = transform.points(source) - target
    return np.asarray(np.hypot(off[:, 0], off[:, 1]), dtype=np.float64)


def root_mean_square(values: Floats) -> float:
    return math.sqrt(float(np.mean(np.square(values)))) if len(values) else 0.0


def _spread(xy: Floats) -> float:
    return float(np.hypot(*(xy - xy.mean(axis=0)).T).mean())


def _normalised(xy: Floats) -> tuple[Transform, Floats]:
    """A move and a scaling that bring points to a mean distance of root two from the origin, and those points."""
    x, y = (float(value) for value in xy.mean(axis=0))
    factor = math.sqrt(2) / _spread(xy)
    move = Transform((factor, 0.0, -factor * x, 0.0, factor, -factor * y, 0.0, 0.0, 1.0))
    return move, move.points(xy)


def _similarity(here: Floats, there: Floats) -> Transform:
    start, end = here[:, 0] + 1j * here[:, 1], there[:, 0] + 1j * there[:, 1]
    turn = np.vdot(start, end) / np.vdot(start, start).real
    if abs(turn) < 1e-9:
        raise DegenerateError("the points have no turn in common")
    a, b = float(turn.real), float(turn.imag)
    return Transform((a, -b, 0.0, b, a, 0.0, 0.0, 0.0, 1.0))


def _affine(here: Floats, there: Floats) -> Transform:
    known = np.column_stack((here, np.ones(len(here))))
    rows, *_ = np.linalg.lstsq(known, there, rcond=None)
    return Transform.of(np.vstack((rows.T, (0.0, 0.0, 1.0))))


def _projective(here: Floats, there: Floats) -> Transform:
    """The direct linear solution, refined by Gauss and Newton with as much damping as it takes."""
    x, y = here.T
    u, v = there.T
    one, none = np.ones(len(here)), np.zeros(len(here))
    equations = np.vstack(
        (
            np.column_stack((x, y, one, none, none, none, -u * x, -u * y, -u)),
            np.column_stack((none, none, none, x, y, one, -v * x, -v * y, -v)),
        )
    )
    is_full = len(equations) < equations.shape[1]  # of four points the ninth solution is what the equations leave open
    _, values, solutions = np.linalg.svd(equations, full_matrices=is_full)
    if float(values[7]) < _VAGUE * float(values[0]):
        raise DegenerateError("three of four points lie on a line")
    solution = solutions[8].reshape(3, 3)
    if abs(solution[2, 2]) < 1e-9:
        raise DegenerateError("the horizon runs through the points")
    found = _refined(Transform.of(solution), here, there)
    depths = found.depths(here)
    if float(depths.min()) <= 1e-9:
        raise DegenerateError("the horizon runs through the points")
    return found


def _refined(start: Transform, here: Floats, there: Floats) -> Transform:
    best = np.array(start.placement[:8])
    error, slope = _linearised(best, here, there)
    damping = 1e-3
    for _ in range(_ROUNDS):
        square = slope.T @ slope
        step = np.linalg.lstsq(square + damping * np.diag(np.diag(square)), -slope.T @ error, rcond=None)[0]
        trial_error, trial_slope = _linearised(best + step, here, there)
        if float(trial_error @ trial_error) < float(error @ error):
            best, error, slope = best + step, trial_error, trial_slope
            damping = max(damping / 10, 1e-12)
            if float(np.abs(step).max()) < 1e-13:
                break
        else:
            damping *= 10
            if damping > 1e12:
                break
    return Transform.from_numbers([*(float(value) for value in best), 1.0])


def _linearised(numbers: Floats, here: Floats, there: Floats) -> tuple[Floats, Floats]:
    """The distances left over, first across and then down, and how each of the eight numbers changes them."""
    x, y = here.T
    depth = numbers[6] * x + numbers[7] * y + 1.0
    u = (numbers[0] * x + numbers[1] * y + numbers[2]) / depth
    v = (numbers[3] * x + numbers[4] * y + numbers[5]) / depth
    one, none = 1.0 / depth, np.zeros(len(x))
    slope = np.vstack(
        (
            np.column_stack((x * one, y * one, one, none, none, none, -u * x * one, -u * y * one)),
            np.column_stack((none, none, none, x * one, y * one, one, -v * x * one, -v * y * one)),
        )
    )
    return np.concatenate((u - there[:, 0], v - there[:, 1])), slope


_FITS: Final = {Shape.SIMILARITY: _similarity, Shape.AFFINE: _affine, Shape.PROJECTIVE: _projective}
