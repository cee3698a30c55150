"""The hold-out check: what fits perfectly and is wrong all the same is caught, and its likely cause named."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from editor.digitise.calibration import Calibration, calibrate_clicks
from editor.digitise.clicks import Click, Numbering
from editor.digitise.holdout import HeldOut, Verdict, held_out, verify
from editor.digitise.numbering_faults import NumberingFault
from engine.core.boards.hexes import Cell, Extent, HexGrid, Orientation, Parity
from engine.core.boards.labels import Axis, AxisStyle, LabelOrder, LabelScheme, RowAxis
from engine.core.messages import Message
from tests.editor.digitise.generated_scans import Scan, crooked, numbering, straight

SPREAD = ((3, 2), (22, 3), (21, 16), (4, 15), (12, 9), (7, 12))


def checked(scan: Scan, clicks: Sequence[Click], believed: Numbering) -> tuple[Verdict, Calibration]:
    """Calibrate, ask, answer truthfully, and compare."""
    found = calibrate_clicks(clicks, believed)
    asked = held_out(believed, found, scan.size)
    return verify(believed, found, clicks, asked, [scan.read_at(hex_) for hex_ in asked]), found


@settings(max_examples=30)
@given(st.sampled_from(list(Orientation)), st.sampled_from(list(Parity)), st.integers(0, 99))
def test_a_right_calibration_is_confirmed(orientation: Orientation, parity: Parity, seed: int) -> None:
    scan = Scan(numbering(orientation=orientation, parity=parity), crooked(), noise=0.5, seed=seed)
    verdict, _ = checked(scan, scan.clicks(*SPREAD), scan.truth)
    assert verdict.is_confirmed
    assert verdict.message.key == "digitise.holdout.confirmed"


def test_the_hexes_asked_about_are_unclicked_far_from_the_clicks_and_of_both_staggers() -> None:
    scan = Scan(numbering(), crooked())
    found = calibrate_clicks(scan.clicks(*SPREAD), scan.truth)
    asked = held_out(scan.truth, found, scan.size)
    assert len(asked) == 5
    cells = [hex_.cell for hex_ in asked]
    assert len(set(cells)) == 5
    assert not set(cells) & set(SPREAD)
    assert all(min(scan.truth.grid.distance(cell, clicked) for clicked in SPREAD) >= 2 for cell in cells)
    assert {col & 1 for col, _ in cells} == {0, 1}
    width, height = scan.size
    assert all(0 < hex_.pixel[0] < width and 0 < hex_.pixel[1] < height for hex_ in asked)


def test_only_hexes_of_the_map_that_the_scan_shows_are_asked_about() -> None:
    scan = Scan(numbering(), straight())
    found = calibrate_clicks(scan.clicks((2, 2), (9, 3), (8, 9)), scan.truth)
    right, bottom = scan.pixel((10, 10))
    here = {(col, row) for col in range(1, 25) for row in range(1, 19) if (col + row) % 3}
    asked = held_out(scan.truth, found, (int(right), int(bottom)), cells=here, count=9)
    assert len(asked) == 9
    assert all(hex_.cell in here and max(hex_.cell) <= 10 for hex_ in asked)
    assert held_out(scan.truth, found, (5, 5)) == ()


@pytest.mark.parametrize("step", [(0, 1), (0, -1)])
def test_a_whole_row_missed_in_every_click_fits_perfectly_and_is_caught(step: Cell) -> None:
    scan = Scan(numbering(), crooked(), noise=0.4)
    clicks = [scan.click(cell, read=(cell[0], cell[1] + step[1])) for cell in SPREAD]
    verdict, found = checked(scan, clicks, scan.truth)
    assert found.rms < 2
    assert found.suspect is None
    assert not verdict.is_confirmed
    assert verdict.diagnosis is not None
    assert verdict.diagnosis.fault is NumberingFault.OFF_BY_ONE
    assert verdict.diagnosis.message.args["rows"] == -step[1]
    assert verdict.diagnosis.move is not None
    mended = found.moved(verdict.diagnosis.move)
    assert scan.worst_anywhere(mended.to_pixel, scan.truth) < 3


def test_a_column_missed_with_a_stagger_to_match_is_an_off_by_one_too() -> None:
    scan = Scan(numbering(), crooked())
    believed = replace(scan.truth, grid=HexGrid(Orientation.FLAT, Parity.EVEN))
    clicks = [scan.click(cell, read=(cell[0] + 1, cell[1])) for cell in SPREAD]
    verdict, found = checked(scan, clicks, believed)
    assert found.rms < 2
    assert verdict.diagnosis is not None
    assert verdict.diagnosis.fault is NumberingFault.OFF_BY_ONE
    assert verdict.diagnosis.message.args["columns"] == -1
    mended = verdict.diagnosis.numbering
    assert mended is not None
    asked = held_out(mended, found, scan.size)
    assert all(hex_.label == scan.read_at(hex_) for hex_ in asked)


def test_a_neighbour_clicked_each_time_is_told_by_its_direction() -> None:
    scan = Scan(numbering(), straight())
    grid = scan.truth.grid
    clicks = [replace(scan.click(grid.neighbour(*cell, 2)), label=scan.truth.label(cell)) for cell in SPREAD]
    verdict, found = checked(scan, clicks, scan.truth)
    assert verdict.diagnosis is not None
    assert verdict.diagnosis.fault is NumberingFault.NEIGHBOUR_CLICKED
    assert verdict.diagnosis.message.args["direction"] == Message("word.SE")
    assert verdict.diagnosis.move is not None
    assert scan.worst_anywhere(found.moved(verdict.diagnosis.move).to_pixel, scan.truth) < 0.01


def test_a_count_that_starts_elsewhere_is_told() -> None:
    scan = Scan(numbering(), straight())
    clicks = [scan.click(cell, read=(cell[0], cell[1] + 4)) for cell in ((3, 2), (20, 4), (12, 11), (5, 9))]
    verdict, _ = checked(scan, clicks, scan.truth)
    assert verdict.diagnosis is not None
    assert verdict.diagnosis.fault is NumberingFault.WRONG_START
    assert verdict.diagnosis.message.args["rows"] == -4


def test_a_wrong_stagger_shows_only_in_the_columns_that_were_not_clicked() -> None:
    scan = Scan(numbering(parity=Parity.EVEN), crooked())
    believed = replace(scan.truth, grid=HexGrid(Orientation.FLAT, Parity.ODD))
    odd = ((3, 2), (23, 3), (21, 16), (3, 15), (13, 9))
    verdict, found = checked(scan, scan.clicks(*odd), believed)
    assert found.rms < 2
    assert verdict.diagnosis is not None
    assert verdict.diagnosis.fault is NumberingFault.WRONG_STAGGER
    mended = verdict.diagnosis.numbering
    assert mended is not None
    assert mended.grid.parity is Parity.EVEN
    again = calibrate_clicks(scan.clicks(*odd), mended)
    assert scan.worst_anywhere(again.to_pixel, mended) < 0.01


@pytest.mark.parametrize(
    ("scheme", "fault"),
    [
        (LabelScheme(order=LabelOrder.ROW_COLUMN), NumberingFault.SWAPPED_ORDER),
        (LabelScheme(column=Axis(start=24, step=-1)), NumberingFault.DESCENDING_COLUMNS),
        (LabelScheme(row=Axis(start=18, step=-1)), NumberingFault.DESCENDING_ROWS),
    ],
)
@pytest.mark.parametrize("cells", [((4, 3), (20, 15)), ((3, 2), (22, 3), (21, 16), (4, 15), (12, 9))])
def test_a_map_numbered_in_another_way_is_understood(
    scheme: LabelScheme, fault: NumberingFault, cells: tuple[Cell, ...]
) -> None:
    scan = Scan(numbering(scheme=scheme), straight())
    believed = numbering(cols=24, rows=24)
    clicks = scan.clicks(*cells)
    verdict, found = checked(scan, clicks, believed)
    assert not verdict.is_confirmed
    if found.pitch.is_mirrored:
        assert any(note.code == "digitise.calibration.mirrored" for note in found.notes)
    assert verdict.diagnosis is not None
    assert verdict.diagnosis.fault is fault
    mended = verdict.diagnosis.numbering
    assert mended is not None
    again, _ = checked(scan, clicks, mended)
    assert again.is_confirmed


def test_a_mirrored_fit_is_explained_by_its_clicks_where_no_number_could_be_read() -> None:
    scan = Scan(numbering(scheme=LabelScheme(column=Axis(start=24, step=-1))), straight())
    believed = numbering(cols=24, rows=24)
    clicks = scan.clicks((3, 2), (22, 3), (21, 16), (4, 15), (12, 9))
    found = calibrate_clicks(clicks, believed)
    assert found.pitch.is_mirrored
    asked = held_out(believed, found, scan.size)
    verdict = verify(believed, found, clicks, asked, [""] * len(asked))
    assert verdict.diagnosis is not None
    assert verdict.diagnosis.fault is NumberingFault.DESCENDING_COLUMNS


def test_one_answer_that_stands_alone_is_doubted_itself() -> None:
    scan = Scan(numbering(), crooked())
    clicks = scan.clicks(*SPREAD)
    found = calibrate_clicks(clicks, scan.truth)
    asked = held_out(scan.truth, found, scan.size)
    answers = [hex_.label for hex_ in asked]
    answers[2] = "0505"
    verdict = verify(scan.truth, found, clicks, asked, answers)
    assert verdict.diagnosis is not None
    assert verdict.diagnosis.fault is NumberingFault.ONE_MISREAD
    assert len(verdict.confirmed) == 4


def test_clicks_that_all_answers_contradict_are_named() -> None:
    scan = Scan(numbering(), straight())
    clicks = [scan.click((3, 3)), scan.click((21, 3), read=(21, 6))]
    verdict, _ = checked(scan, clicks, scan.truth)
    assert verdict.diagnosis is not None
    assert verdict.diagnosis.fault is NumberingFault.CLICKS_MISREAD
    assert "2106" in str(verdict.diagnosis.message.args["labels"])


def test_answers_without_sense_are_unexplained_and_nothing_read_confirms_nothing() -> None:
    scan = Scan(numbering(), straight())
    clicks = scan.clicks(*SPREAD)
    found = calibrate_clicks(clicks, scan.truth)
    asked = held_out(scan.truth, found, scan.size)
    wild = ["0312", "1101", "2014", "qqqq", "0909"]
    verdict = verify(scan.truth, found, clicks, asked, wild)
    assert verdict.diagnosis is not None
    assert verdict.diagnosis.fault is NumberingFault.UNEXPLAINED
    nothing = verify(scan.truth, found, clicks, asked, [""] * 5)
    assert not nothing.is_confirmed
    assert nothing.message.key == "digitise.holdout.nothing-read"


def test_letters_and_oblique_rows_are_checked_like_any_other() -> None:
    scheme = LabelScheme(
        column=Axis(style=AxisStyle.LETTERS), row=Axis(start=5), separator="/", row_axis=RowAxis.OBLIQUE_DOWN
    )
    truth = Numbering(HexGrid(Orientation.FLAT, Parity.ODD), scheme, Extent((1, 1), (20, 16)))
    scan = Scan(truth, crooked())
    cells = ((3, 2), (18, 3), (17, 14), (4, 13), (9, 8))
    assert checked(scan, scan.clicks(*cells), truth)[0].is_confirmed
    shifted = [scan.click(cell, read=(cell[0], cell[1] + 1)) for cell in cells]
    verdict, _ = checked(scan, shifted, truth)
    assert verdict.diagnosis is not None
    assert verdict.diagnosis.fault is NumberingFault.OFF_BY_ONE


def test_a_held_out_hex_says_what_we_take_it_for() -> None:
    scan = Scan(numbering(), straight())
    found = calibrate_clicks(scan.clicks(*SPREAD), scan.truth)
    first: HeldOut = held_out(scan.truth, found, scan.size)[0]
    assert first.label == scan.truth.label(first.cell)
    assert found.to_pixel.point(*first.plane) == pytest.approx(first.pixel)
