"""What is a grid and what is another net, by the figures that a picture gave."""

from __future__ import annotations

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
