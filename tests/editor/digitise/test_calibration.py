"""Calibration: the stiffest fit that will do, every doubt told, a misclick named."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from editor.digitise.calibration import calibrate, calibrate_clicks
from editor.digitise.clicks import CalibrationError, Click, ControlPoint
from editor.digitise.fitting import Shape
from engine.core.boards.hexes import HexGrid, Orientation, Parity
from tests.editor.digitise.generated_scans import PITCH, Scan, crooked, leaning, numbering, sheared, straight

CORNERS = ((1, 1), (24, 1), (24, 18), (1, 18))
SPREAD = (*CORNERS, (12, 9), (6, 14))


def codes(notes: object) -> list[str]:
    return [note.code.removeprefix("digitise.calibration.") for note in notes]  # type: ignore[attr-defined]


@settings(max_examples=40)
@given(st.integers(0, 10_000), st.integers(4, 6), st.floats(-25, 25))
def test_a_crooked_scan_is_calibrated_to_under_two_pixels_by_four_to_six_clicks(
    seed: int, count: int, degrees: float
) -> None:
    scan = Scan(numbering(), crooked(degrees), noise=0.5, seed=seed)
    found = calibrate_clicks(scan.clicks(*SPREAD[:count]), scan.truth)
    assert found.shape is Shape.PROJECTIVE
    assert found.rms < 2
    assert found.worst.distance < 2
    assert scan.worst_anywhere(found.to_pixel, scan.truth) < 3
    assert found.suspect is None
    x, y = scan.truth.centre((20, 4))
    assert found.to_plane.point(*found.to_pixel.point(x, y)) == pytest.approx((x, y))


def test_the_shape_is_the_stiffest_that_will_do_and_says_why() -> None:
    flat = Scan(numbering(), straight(), noise=0.4)
    two = calibrate_clicks(flat.clicks(*CORNERS[:2]), flat.truth)
    assert (two.shape, two.reason.key) == (Shape.SIMILARITY, "digitise.fit.two-points")
    six = calibrate_clicks(flat.clicks(*SPREAD), flat.truth)
    assert (six.shape, six.reason.key) == (Shape.SIMILARITY, "digitise.fit.enough")
    lean = Scan(numbering(), straight().then(sheared(0.08)), noise=0.4)
    five = calibrate_clicks(lean.clicks(*SPREAD[:5]), lean.truth)
    assert (five.shape, five.reason.key) == (Shape.AFFINE, "digitise.fit.helps")
    three = calibrate_clicks(lean.clicks(*CORNERS[:3]), lean.truth)
    assert three.shape is Shape.AFFINE
    assert codes(three.notes)[0] == "nothing-to-spare"
    away = Scan(numbering(), straight().then(leaning(4e-5, 6e-5)), noise=0.4)
    assert calibrate_clicks(away.clicks(*SPREAD), away.truth).shape is Shape.PROJECTIVE


def test_a_shape_can_be_asked_for() -> None:
    flat = Scan(numbering(), straight())
    found = calibrate_clicks(flat.clicks(*SPREAD), flat.truth, shape=Shape.PROJECTIVE)
    assert (found.shape, found.reason.key) == (Shape.PROJECTIVE, "digitise.fit.asked-for")
    with pytest.raises(CalibrationError) as bad:
        calibrate_clicks(flat.clicks(*CORNERS[:2]), flat.truth, shape=Shape.AFFINE)
    assert bad.value.message.key == "digitise.calibration.too-few"


def test_points_on_a_line_give_a_similarity_and_nothing_more() -> None:
    flat = Scan(numbering(), straight())
    row = [(2, 5), (8, 5), (14, 5), (20, 5)]
    found = calibrate_clicks(flat.clicks(*row), flat.truth)
    assert (found.shape, found.reason.key) == (Shape.SIMILARITY, "digitise.fit.on-a-line")
    with pytest.raises(CalibrationError) as bad:
        calibrate_clicks(flat.clicks(*row), flat.truth, shape=Shape.AFFINE)
    assert bad.value.message.key == "digitise.calibration.on-a-line"


def test_what_no_calibration_can_be_made_of_is_refused_in_words() -> None:
    grid = HexGrid(Orientation.FLAT, Parity.ODD)
    point = ControlPoint("0101", (10.0, 10.0), (0.0, 0.0))
    refusals = {
        "too-few": [point],
        "named-twice": [point, ControlPoint("0101", (20.0, 20.0), (0.0, 0.0))],
        "clicked-twice": [point, ControlPoint("0202", (10.0, 10.0), (3.0, 3.0))],
        "no-number": [point, ControlPoint("0202", (math.nan, 10.0), (3.0, 3.0))],
    }
    for key, points in refusals.items():
        with pytest.raises(CalibrationError) as bad:
            calibrate(points, grid)
        assert bad.value.message.key == f"digitise.calibration.{key}"
    scan = Scan(numbering(), straight())
    with pytest.raises(CalibrationError) as bad:
        calibrate_clicks([*scan.clicks(*CORNERS), Click((5.0, 5.0), "9999")], scan.truth)
    assert bad.value.message.key == "digitise.calibration.unknown-label"
    assert bad.value.message.args["last"] == "2418"


def test_residuals_are_told_for_every_click_with_and_without_it() -> None:
    scan = Scan(numbering(), straight(), noise=1.0, seed=4)
    found = calibrate_clicks(scan.clicks(*SPREAD), scan.truth)
    assert [residual.name for residual in found.residuals] == ["0101", "2401", "2418", "0118", "1209", "0614"]
    squares = [residual.distance**2 for residual in found.residuals]
    assert found.rms == pytest.approx(math.sqrt(sum(squares) / len(squares)))
    assert found.worst.distance == max(residual.distance for residual in found.residuals)
    assert all(residual.alone is not None and residual.alone > residual.distance for residual in found.residuals)


def test_a_misclick_is_named_with_the_hex_that_was_meant() -> None:
    scan = Scan(numbering(), crooked(), noise=0.5)
    clicks = [*scan.clicks(*SPREAD), *scan.clicks((18, 5)), scan.click((8, 4), read=(9, 4))]
    found = calibrate_clicks(clicks, scan.truth)
    assert found.suspect is not None
    assert (found.suspect.name, found.suspect.meant) == ("0904", "0804")
    assert found.suspect.hexes == pytest.approx(1.0, abs=0.1)
    assert found.notes[0].message.key == "digitise.calibration.misclick-meant"


def test_nobody_is_accused_when_everyone_could_be_guilty() -> None:
    scan = Scan(numbering(), straight())
    clicks = [scan.click((3, 3)), scan.click((20, 4)), scan.click((10, 15), read=(10, 14))]
    assert calibrate_clicks(clicks, scan.truth).suspect is None


def test_a_label_off_by_one_shows_in_the_pitch_ratio() -> None:
    scan = Scan(numbering(), straight())
    clicks = [scan.click((2, 2)), scan.click((22, 2)), scan.click((2, 16), read=(2, 15))]
    found = calibrate_clicks(clicks, scan.truth, shape=Shape.AFFINE)
    assert not found.pitch.is_regular
    assert "pitch-ratio" in codes(found.notes)
    right = calibrate_clicks(scan.clicks(*CORNERS), scan.truth)
    assert right.pitch.ratio == pytest.approx(right.pitch.expected_ratio)
    assert right.pitch.columns == pytest.approx(PITCH * 1.5 / math.sqrt(3))
    assert right.pitch.rows == pytest.approx(PITCH)


@pytest.mark.parametrize("orientation", list(Orientation))
def test_the_lean_of_a_scan_is_measured(orientation: Orientation) -> None:
    scan = Scan(numbering(orientation=orientation), straight().then(sheared(0.1)))
    found = calibrate_clicks(scan.clicks(*SPREAD), scan.truth)
    assert found.pitch.rotation == pytest.approx(0, abs=1e-6)
    assert abs(found.pitch.shear) == pytest.approx(math.degrees(math.atan(0.1)))
    assert not found.pitch.is_mirrored


def test_a_mirror_and_a_scan_on_its_side_are_told() -> None:
    mirror = sheared(0.0, -1.0)
    scan = Scan(numbering(), straight().then(mirror))
    assert "mirrored" in codes(calibrate_clicks(scan.clicks(*SPREAD), scan.truth).notes)
    aside = Scan(numbering(), crooked(97.0))
    assert "steep" in codes(calibrate_clicks(aside.clicks(*SPREAD), aside.truth).notes)


def test_a_fit_can_be_nudged_and_moved_by_whole_hexes() -> None:
    scan = Scan(numbering(), straight())
    found = calibrate_clicks(scan.clicks(*SPREAD), scan.truth)
    pushed = found.nudged(move=(3.0, -2.0))
    assert pushed.rms == pytest.approx(math.hypot(3, 2))
    assert pushed.to_pixel.point(5.0, 5.0) == pytest.approx(
        (found.to_pixel.point(5.0, 5.0)[0] + 3, found.to_pixel.point(5.0, 5.0)[1] - 2)
    )
    turned = found.nudged(degrees=0.5, factor=1.01)
    assert turned.pitch.rotation == pytest.approx(0.5)
    assert turned.pitch.rows == pytest.approx(1.01 * PITCH)
    assert turned.nudged(degrees=-0.5, factor=1 / 1.01).rms == pytest.approx(0, abs=1e-6)
    (x, y), (right, down) = scan.truth.centre((5, 5)), scan.truth.centre((5, 6))
    moved = found.moved((right - x, down - y))
    assert moved.to_plane.point(*scan.pixel((5, 5))) == pytest.approx((right, down))


def test_corners_are_sharper_than_centres_and_can_be_named_by_three_hexes() -> None:
    scan = Scan(numbering(), crooked())
    truth = scan.truth
    clicks = []
    for cell, corner in (((2, 2), 0), ((22, 3), 2), ((20, 16), 4), ((3, 15), 5)):
        clicks.append(Click(scan.to_pixel.point(*truth.corner(cell, corner)), truth.label(cell), corner))
    found = calibrate_clicks(clicks, truth)
    assert found.residuals[0].name == "0202/0"
    assert scan.worst_anywhere(found.to_pixel, truth) < 0.01
