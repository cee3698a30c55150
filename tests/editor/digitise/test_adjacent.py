"""Three neighbouring centres, with no number read, give the grid; one label then fixes it."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor.digitise.adjacent import fit_adjacent
from editor.digitise.clicks import CalibrationError
from editor.digitise.transforms import shifted, turned
from engine.core.boards.hexes import Orientation
from tests.editor.digitise.generated_scans import PITCH, Scan, numbering, straight

GROUPS = {"triangle": (0, 1), "bend": (0, 2), "row": (0, 3)}


def three(scan: Scan, group: str) -> list[tuple[float, float]]:
    around = scan.truth.grid.neighbours(10, 8)
    one, other = GROUPS[group]
    return [scan.pixel(around[one]), scan.pixel((10, 8)), scan.pixel(around[other])]


@given(st.sampled_from(list(Orientation)), st.sampled_from(list(GROUPS)), st.floats(-14, 14), st.floats(0.2, 5))
def test_pitch_turn_and_orientation_are_found(
    orientation: Orientation, group: str, degrees: float, factor: float
) -> None:
    lying = straight().then(turned(degrees, factor, (100.0, 100.0)))
    found = fit_adjacent(three(Scan(numbering(orientation=orientation), lying), group))
    assert found.orientation is orientation
    assert found.pitch == pytest.approx(factor * PITCH)
    assert found.rotation == pytest.approx(degrees, abs=1e-6)
    assert found.rms < 1e-6 * factor * PITCH


def test_a_known_orientation_is_kept_however_the_scan_is_turned() -> None:
    lying = straight().then(turned(25.0, 1.0, (0.0, 0.0)))
    scan = Scan(numbering(), lying)
    assert fit_adjacent(three(scan, "triangle")).orientation is Orientation.POINTY
    found = fit_adjacent(three(scan, "triangle"), Orientation.FLAT)
    assert found.rotation == pytest.approx(25.0)


@pytest.mark.parametrize("group", GROUPS)
def test_one_label_fixes_the_rest(group: str) -> None:
    scan = Scan(numbering(), straight().then(turned(3.0, 1.0, (0.0, 0.0))))
    first = scan.truth.grid.neighbours(10, 8)[0]
    found = fit_adjacent(three(scan, group)).placed(scan.truth, first)
    assert scan.worst_anywhere(found.to_pixel, scan.truth) < 1e-6
    with pytest.raises(CalibrationError):
        fit_adjacent(three(scan, group)).placed(numbering(orientation=Orientation.POINTY), first)


@pytest.mark.parametrize(
    "pixels",
    [
        [(0, 0), (10, 0)],
        [(0, 0), (0, 0), (10, 0)],
        [(0, 0), (10, 0), (30, 0)],
        [(0, 0), (10, 0), (10, 10)],
        [(0, 0), (10, 0), (math.inf, 0)],
    ],
)
def test_points_that_are_no_neighbours_are_refused(pixels: list[tuple[float, float]]) -> None:
    with pytest.raises(CalibrationError) as bad:
        fit_adjacent(pixels)
    assert bad.value.message.key.startswith("digitise.adjacent.")


def test_a_trembling_hand_is_forgiven() -> None:
    pixels = [(x + 2, y - 2) for x, y in three(Scan(numbering(), straight().then(shifted((3, 4)))), "triangle")]
    pixels[1] = pixels[1][0] - 3, pixels[1][1] + 3
    found = fit_adjacent(pixels)
    assert found.pitch == pytest.approx(PITCH, rel=0.06)
    assert found.orientation is Orientation.FLAT
