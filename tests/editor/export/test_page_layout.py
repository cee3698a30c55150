"""The map on paper: every part of it on some sheet, the sheets in step with one another, and never too many."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor.export.options import ExportOptions, Pages, Paper, Turn
from editor.export.page_layout import MOST_SHEETS, hex_mm_for, lay_out, sheet_name, unit_for
from editor.export.trouble import CannotExport
from editor.geometry.lattice import ROOT3, Box
from engine.definitions.plan import GeoPlan
from tests.helpers.plans import small_plan

MAP = Box(-2.0, 3.0, 58.0, 43.0)


def test_a_hex_is_as_wide_across_flats_as_chosen() -> None:
    plan = small_plan()
    plan.sheets["main"].scale = 2.0
    assert unit_for(plan, ExportOptions(hex_mm=15.0)) * ROOT3 * 2.0 == pytest.approx(15.0)


def test_a_map_that_knows_its_distances_is_printed_to_scale() -> None:
    plan = small_plan()
    options = ExportOptions(hex_mm=15.0, map_scale=1_000_000)
    assert hex_mm_for(plan, options) == 15.0
    plan.georeference = GeoPlan("albers", (50.0, 30.0), 20.0, "main:1,1", (49.0, 37.0))
    assert hex_mm_for(plan, options) == pytest.approx(20.0)


def test_one_page_is_the_map_and_its_margins() -> None:
    layout = lay_out(MAP, 8.0, ExportOptions(pages=Pages.ONE, margin_mm=12.0))
    assert layout.paper == (60 * 8 + 24, 40 * 8 + 24)
    assert layout.sheets[0].box == MAP


def test_a_fitted_map_lies_in_the_middle_of_the_better_side_of_the_paper() -> None:
    layout = lay_out(MAP, 8.0, ExportOptions(pages=Pages.FIT, paper=Paper.A4, margin_mm=10.0))
    window = layout.sheets[0].window
    assert layout.is_landscape
    assert window.width == pytest.approx(277.0)
    assert window.left == pytest.approx(297.0 - window.right)
    assert window.top == pytest.approx(210.0 - window.bottom)


def test_sheets_are_named_by_row_and_column() -> None:
    assert [sheet_name(0, 0), sheet_name(1, 2), sheet_name(26, 9)] == ["A1", "B3", "AA10"]


maps = st.builds(lambda wide, high: Box(-3.0, 5.0, -3.0 + wide, 5.0 + high), st.floats(4, 200), st.floats(4, 200))
choices = st.builds(
    ExportOptions,
    margin_mm=st.floats(0, 25),
    overlap_mm=st.floats(0, 25),
    paper=st.sampled_from(Paper),
    turn=st.sampled_from(Turn),
)


@given(maps, st.floats(2, 16), choices)
def test_sheets_cover_the_map_in_step(bounds: Box, unit: float, options: ExportOptions) -> None:
    margin, overlap = options.margin_mm, options.overlap_mm
    layout = lay_out(bounds, unit, options)
    assert len(layout.sheets) == layout.rows * layout.cols
    assert len({sheet.label for sheet in layout.sheets}) == len(layout.sheets)
    for sheet in layout.sheets:
        window = sheet.window
        assert window.left == window.top == margin
        assert window.right <= layout.paper.width - margin + 1e-6
        assert window.bottom <= layout.paper.height - margin + 1e-6
        assert window.width == pytest.approx(sheet.box.width * unit)
        assert window.height == pytest.approx(sheet.box.height * unit)
    rows = {row: [sheet for sheet in layout.sheets if sheet.row == row] for row in range(layout.rows)}
    for row in rows.values():
        assert row[0].box.left == bounds.left
        assert row[-1].box.right == pytest.approx(bounds.right)
        for one, two in itertools.pairwise(row):
            assert (one.box.right - two.box.left) * unit == pytest.approx(overlap, abs=1e-6)
            assert one.own.right == pytest.approx(one.window.right - overlap)
    first = [row[0] for row in rows.values()]
    assert first[0].box.top == bounds.top
    assert first[-1].box.bottom == pytest.approx(bounds.bottom)
    for one, two in itertools.pairwise(first):
        assert (one.box.bottom - two.box.top) * unit == pytest.approx(overlap, abs=1e-6)


def test_the_better_way_up_takes_fewer_sheets() -> None:
    turned = {turn: len(lay_out(MAP, 8.0, ExportOptions(turn=turn)).sheets) for turn in Turn}
    assert turned[Turn.BEST] == min(turned.values())


@pytest.mark.parametrize(
    ("options", "unit", "key"),
    [
        (ExportOptions(pages=Pages.ONE), 100.0, "export.page-too-long"),
        (ExportOptions(margin_mm=60.0, overlap_mm=60.0), 8.0, "export.no-room"),
        (ExportOptions(), 200.0, "export.too-many-sheets"),
    ],
)
def test_too_much_is_refused_with_a_word(options: ExportOptions, unit: float, key: str) -> None:
    with pytest.raises(CannotExport) as refused:
        lay_out(Box(0, 0, 60, 60), unit, options)
    assert refused.value.message.key == key


def test_a_hair_too_much_is_no_reason_for_another_sheet() -> None:
    room = 190.0
    layout = lay_out(Box(0, 0, room / 10, 100 / 10), 10.0 + 1e-9, ExportOptions(turn=Turn.PORTRAIT))
    assert len(layout.sheets) == 1 <= MOST_SHEETS
