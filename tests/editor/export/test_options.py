"""What was chosen is remembered, and what makes no sense any more is forgotten without a word."""

from __future__ import annotations

import json

import pytest

from editor.export.options import LARGEST_HEX, LONGEST_SIDE, ExportOptions, Pages, Paper, Turn

CHOSEN = ExportOptions(
    style="night",
    numbers=False,
    scans=True,
    width=1234,
    hex_mm=12.5,
    map_scale=250_000,
    pages=Pages.FIT,
    paper=Paper.LETTER,
    turn=Turn.LANDSCAPE,
    overlap_mm=3.0,
    crop_marks=False,
)


@pytest.mark.parametrize("options", [ExportOptions(), CHOSEN])
def test_options_survive_being_remembered(options: ExportOptions) -> None:
    assert ExportOptions.from_data(json.loads(json.dumps(options.to_data()))) == options


@pytest.mark.parametrize(
    "spoilt",
    [
        {"paper": "B9"},
        {"numbers": "yes"},
        {"numbers": 1},
        {"width": True},
        {"width": "wide"},
        {"hex_mm": float("nan")},
        {"hex_mm": None},
        {"pages": 3},
        {"unheard-of": 1},
        {"style": ["paper"]},
    ],
)
def test_what_makes_no_sense_is_as_if_not_chosen(spoilt: dict[str, object]) -> None:
    assert ExportOptions.from_data({"margin_mm": 7, **spoilt}) == ExportOptions(margin_mm=7.0)


def test_numbers_out_of_range_come_back_into_it() -> None:
    options = ExportOptions.from_data({"width": 10**9, "hex_mm": 1e6, "margin_mm": -3})
    assert (options.width, options.hex_mm, options.margin_mm) == (LONGEST_SIDE, LARGEST_HEX, 0.0)
