"""A game begins with its armies in view, however large the map is."""

from __future__ import annotations

import pytest

from app.play.input.auto_scroll import armies_view
from editor.geometry.lattice import Box

PAPER = Box(0.0, 0.0, 200.0, 100.0)


def test_armies_in_a_corner_of_a_large_map_are_gone_close_to() -> None:
    found = armies_view(PAPER, [(20.0, 30.0), (30.0, 40.0)])
    assert found is not None
    times, middle = found
    assert middle == pytest.approx((25.0, 35.0))
    assert 5 < times < 100 / 12


@pytest.mark.parametrize("armies", [[], [(5.0, 5.0), (190.0, 90.0)], [(5.0, 5.0), (10.0, 60.0)]])
def test_armies_all_over_the_map_are_seen_as_they_are(armies: list[tuple[float, float]]) -> None:
    assert armies_view(PAPER, armies) is None
