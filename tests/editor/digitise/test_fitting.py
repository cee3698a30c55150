"""Fits find the transform that the points come from, and say so when the points cannot tell."""

from __future__ import annotations

import math
import tracemalloc

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from editor.digitise.fitting import DegenerateError, Shape, distances, fit, is_on_a_line, root_mean_square
from editor.digitise.transforms import Floats, Transform, shifted, turned
from tests.editor.digitise.generated_scans import leaning, sheared

angles = st.floats(-180, 180)
factors = st.floats(0.05, 200)
moves = st.tuples(st.floats(-5000, 5000), st.floats(-5000, 5000))
seeds = st.integers(0, 2**32)


def scattered(seed: int, count: int, reach: float = 30.0) -> Floats:
    return np.random.default_rng(seed).uniform(0, reach, (count, 2))


def similarity(degrees: float, factor: float, move: tuple[float, float]) -> Transform:
    return turned(degrees, factor, (0.0, 0.0)).then(shifted(move))


@given(angles, factors, moves, seeds, st.integers(2, 12))
def test_a_similarity_is_recovered(
    degrees: float, factor: float, move: tuple[float, float], seed: int, count: int
) -> None:
    source = scattered(seed, count)
    assume(float(np.ptp(source, axis=0).max()) > 1)
    true = similarity(degrees, factor, move)
    found = fit(Shape.SIMILARITY, source, true.points(source))
    everywhere = scattered(seed + 1, 20)
    assert distances(found, everywhere, true.points(everywhere)).max() < 1e-6 * factor * 30 + 1e-6


@given(st.tuples(angles, factors, moves), st.floats(-0.4, 0.4), st.floats(0.6, 1.6), seeds, st.integers(3, 12))
def test_an_affine_transform_is_recovered(
    lying: tuple[float, float, tuple[float, float]], lean: float, down: float, seed: int, count: int
) -> None:
    source = scattered(seed, count)
    true = sheared(lean, down).then(similarity(*lying))
    factor = lying[1]
    assume(not is_on_a_line(source))
    assume(not is_on_a_line(true.points(source)))
    found = fit(Shape.AFFINE, source, true.points(source))
    everywhere = scattered(seed + 1, 20)
    assert distances(found, everywhere, true.points(everywhere)).max() < 1e-4 * factor + 1e-6


@settings(max_examples=60)
@given(angles, st.floats(5, 100), st.floats(-0.3, 0.3), st.tuples(*[st.floats(-6e-3, 6e-3)] * 2), seeds)
def test_a_perspective_is_recovered_from_six_points(
    degrees: float, factor: float, lean: float, tilt: tuple[float, float], seed: int
) -> None:
    corners = np.array([(0.0, 0.0), (30.0, 0.0), (30.0, 30.0), (0.0, 30.0)])
    source = np.vstack((corners, scattered(seed, 2)))
    true = sheared(lean).then(leaning(*tilt)).then(similarity(degrees, factor, (300.0, 200.0)))
    found = fit(Shape.PROJECTIVE, source, true.points(source))
    everywhere = scattered(seed + 1, 20)
    assert distances(found, everywhere, true.points(everywhere)).max() < 1e-5 * factor


@settings(max_examples=40)
@given(seeds, st.sampled_from(list(Shape)))
def test_noise_in_the_clicks_stays_of_its_own_size(seed: int, shape: Shape) -> None:
    rng = np.random.default_rng(seed)
    source = np.array([(x, y) for x in (0.0, 15.0, 30.0) for y in (0.0, 15.0, 30.0)])
    true = similarity(rng.uniform(-30, 30), 40.0, (500.0, 400.0))
    if shape is not Shape.SIMILARITY:
        true = sheared(0.1, 1.1).then(true)
    if shape is Shape.PROJECTIVE:
        true = leaning(2e-3, -3e-3).then(true)
    clicked = true.points(source) + rng.normal(0, 1.0, source.shape)
    found = fit(shape, source, clicked)
    assert root_mean_square(distances(found, source, clicked)) < 2.0
    assert distances(found, source, true.points(source)).max() < 5.0


def test_the_fit_of_least_squares_is_a_minimum_for_a_perspective() -> None:
    rng = np.random.default_rng(5)
    source = scattered(5, 9)
    true = leaning(2e-3, 3e-3).then(similarity(10, 30, (0, 0)))
    clicked = true.points(source) + rng.normal(0, 3.0, source.shape)
    found = fit(Shape.PROJECTIVE, source, clicked)
    least = float(np.square(distances(found, source, clicked)).sum())
    for number in range(8):
        for change in (1 - 1e-5, 1 + 1e-5):
            numbers = list(found.placement)
            numbers[number] *= change
            other = Transform.from_numbers(numbers)
            assert float(np.square(distances(other, source, clicked)).sum()) >= least - 1e-9


def test_pixels_in_the_ten_thousands_cost_no_precision() -> None:
    source = scattered(3, 6, reach=200.0) + 1e4
    true = similarity(3.0, 90.0, (-8e5, -9e5))
    for shape in Shape:
        found = fit(shape, source, true.points(source))
        assert distances(found, source, true.points(source)).max() < 1e-3, shape


@pytest.mark.parametrize(
    ("shape", "points"),
    [
        (Shape.SIMILARITY, [(0, 0)]),
        (Shape.SIMILARITY, [(1, 1), (1, 1)]),
        (Shape.AFFINE, [(0, 0), (1, 1)]),
        (Shape.AFFINE, [(0, 0), (1, 1), (2, 2)]),
        (Shape.AFFINE, [(0, 0), (10, 0.001), (20, 0), (30, 0)]),
        (Shape.PROJECTIVE, [(0, 0), (10, 0), (0, 10)]),
        (Shape.PROJECTIVE, [(0, 0), (10, 0), (20, 0), (5, 10)]),
    ],
)
def test_points_that_cannot_tell_are_refused(shape: Shape, points: list[tuple[float, float]]) -> None:
    source = np.array(points, dtype=float)
    with pytest.raises(DegenerateError):
        fit(shape, source, similarity(20, 30, (5, 5)).points(source))


def test_a_transform_goes_both_ways_and_its_stretch_is_that_of_small_steps() -> None:
    true = sheared(0.2).then(leaning(1e-3, 2e-3)).then(similarity(30, 12, (40, 50)))
    back = true.inverse()
    x, y = 7.0, 9.0
    assert back.point(*true.point(x, y)) == pytest.approx((x, y))
    small = 1e-4
    across = math.dist(true.point(x - small, y), true.point(x + small, y)) / (2 * small)
    assert float(np.hypot(*true.jacobian(x, y)[:, 0])) == pytest.approx(across, rel=1e-6)
    assert true.stretch(x, y) == pytest.approx(math.sqrt(abs(float(np.linalg.det(true.jacobian(x, y))))))


def test_thousands_of_points_are_fitted_in_little_room() -> None:
    """A found grid has a point for every hex; a square of as many numbers as there are equations is gigabytes."""
    source = scattered(5, 4_000)
    true = leaning(1e-3, 2e-3)
    tracemalloc.start()
    found = fit(Shape.PROJECTIVE, source, true.points(source))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 64 << 20
    assert distances(found, source, true.points(source)).max() < 1e-6
