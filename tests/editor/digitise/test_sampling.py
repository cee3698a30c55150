"""Which part of a scan a tile needs: all of it that shows, at no more than the fineness that shows."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor.digitise.sampling import resample
from editor.digitise.transforms import Transform, shifted, turned
from editor.geometry.lattice import Box
from tests.editor.digitise.generated_scans import crooked, leaning

SIZE = (4000, 3000)


def placed(degrees: float = 0.0, pixels_a_unit: float = 40.0) -> Transform:
    """From pixels to the map plane."""
    return turned(degrees, 1 / pixels_a_unit, (0.0, 0.0)).then(shifted((-10.0, -5.0)))


def test_an_upright_scan_gives_the_rectangle_under_the_tile() -> None:
    found = resample(placed(), SIZE, Box(0, 0, 10, 5), 40.0)
    assert found is not None
    assert found.level == 0
    assert (found.left, found.top) == (399, 199)
    assert (found.width, found.height) == (402, 202)
    assert found.to_tile.point(1.0, 1.0) == pytest.approx((0.0, 0.0))
    assert found.to_tile.point(401.0, 201.0) == pytest.approx((400.0, 200.0))


@pytest.mark.parametrize(("scale", "level"), [(80.0, 0), (40.0, 0), (20.0, 1), (10.0, 2), (9.0, 2), (0.001, 12)])
def test_a_coarse_tile_takes_a_coarse_copy(scale: float, level: int) -> None:
    found = resample(placed(), SIZE, Box(0, 0, 10, 5), scale)
    assert found is not None
    assert found.level == level
    middle = found.to_tile.point(found.width / 2, found.height / 2)
    assert middle == pytest.approx((5 * scale, 2.5 * scale), abs=max(2.0 * scale, 1.0))


def test_beside_the_scan_there_is_nothing() -> None:
    assert resample(placed(), SIZE, Box(-100, -100, -20, -20), 40.0) is None
    assert resample(placed(), SIZE, Box(91, 0, 99, 5), 40.0) is None


@given(st.floats(-180, 180), st.floats(-20, 80), st.floats(-20, 60), st.floats(2, 60))
def test_every_pixel_that_shows_in_a_tile_is_fetched(degrees: float, left: float, top: float, scale: float) -> None:
    placement = crooked(degrees).inverse()
    tile = Box(left, top, left + 6, top + 6)
    found = resample(placement, SIZE, tile, scale)
    rng = np.random.default_rng(1)
    pixels = placement.inverse().points(rng.uniform((left, top), (left + 6, top + 6), (200, 2)))
    inside = pixels[np.all((pixels > 0) & (pixels < np.array(SIZE)), axis=1)]
    if found is None:
        assert not len(inside)
        return
    step = 2**found.level
    first, last = np.array((found.left, found.top)), np.array((found.left + found.width, found.top + found.height))
    assert np.all(inside / step >= first)
    assert np.all(inside / step <= last)
    assert found.width * found.height < 40 * (6 * scale + 4) ** 2


def test_beyond_the_horizon_nothing_is_seen() -> None:
    placement = leaning(-1 / 4500, 0.0).then(turned(0.0, 1 / 40, (0.0, 0.0)))
    back = placement.inverse()
    far = placement.point(3999.0, 1500.0)[0]
    beyond = resample(placement, SIZE, Box(-1e5, -10, -9e4, 10), 1.0)
    assert beyond is None
    across = resample(placement, SIZE, Box(-1e5, 0, far + 1e5, 1e6), 0.01)
    assert across is not None
    assert across.left + across.width <= math.ceil(SIZE[0] / 2**across.level)
    assert back.point(*placement.point(100.0, 100.0)) == pytest.approx((100.0, 100.0))
