"""What is a grid and what is another net, by the figures that a picture gave."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import shapely

from editor.digitise.grid.sheet_support import Support


def support(*, clarity: float, score: float) -> Support:
    """As a screen of dots gave it over a whole photograph, but for what is asked about."""
    return Support(
        np.zeros((490, 2)),
        shapely.Point(),
        score,
        np.full(3, clarity),
        np.full(3, score),
        rival=0.9,
        thirds=np.full(3, 0.95),
        spoke=0.31,
        share=0.97,
        beside=0.8,
        bend=0.003,
    )


def test_sides_that_are_all_alike_and_hardly_stand_out_are_the_screen_of_a_print() -> None:
    assert not support(clarity=160.0, score=1.36).is_clear


def test_the_same_of_faint_and_uneven_lines_is_a_grid() -> None:
    assert support(clarity=20.0, score=1.36).is_clear


def test_a_clean_drawing_of_a_grid_is_as_even_and_stands_out() -> None:
    assert support(clarity=160.0, score=4.0).is_clear


def dashed(*, cells: int, share: float, thirds: float, spoke: float) -> Support:
    """Lines with gaps in step, as a print of dashes or large dots gave them."""
    return Support(
        np.zeros((cells, 2)),
        shapely.Point(),
        4.05,
        np.array((16.0, 16.0, 8.0)),
        np.array((4.6, 3.5, 4.0)),
        rival=1.6,
        thirds=np.array((0.9, thirds, thirds)),
        spoke=spoke,
        share=share,
        beside=0.4,
        bend=0.003,
    )


def test_hundreds_of_dashed_hexes_are_a_grid_however_small_a_part_of_the_picture_they_are() -> None:
    sheet = dashed(cells=490, share=0.16, thirds=0.47, spoke=0.02)
    assert sheet.is_clear
    assert not replace(sheet, spoke=0.2).is_clear, "lines go on from the corners"
    assert not replace(sheet, beside=0.8).is_clear, "the ends of the sides are bare, as where round things touch"
    assert not replace(sheet, cells=np.zeros((150, 2))).is_clear
    assert not replace(sheet, ratios=np.array((6.9, 3.5, 1.8))).is_clear, "the faces of cubes have a way that is faint"


def test_fewer_large_hexes_over_much_of_the_picture_may_lack_some_of_their_dots() -> None:
    sheet = dashed(cells=84, share=0.44, thirds=0.56, spoke=0.24)
    assert sheet.is_clear
    assert not replace(sheet, score=2.5, ratios=np.full(3, 2.5)).is_clear
    assert not replace(sheet, thirds=np.array((0.9, 0.45, 0.6))).is_clear
    assert not replace(sheet, beside=0.8).is_clear
