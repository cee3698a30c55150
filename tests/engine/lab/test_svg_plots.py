"""Pictures of numbers: also of those that hardly differ."""

from __future__ import annotations

from engine.lab.svg_plots import band_plot


def test_what_differs_by_a_rounding_alone_is_drawn_as_one_number() -> None:
    """A scale in steps that no number can be told apart by would never end."""
    row = ("Red", "#b3402e", [0.3, 0.1 + 0.2], [0.3, 0.1 + 0.2], [0.3, 0.1 + 0.2])
    svg = band_plot("Score", [1, 2], [row], along="Turn")
    assert svg.count("<line") < 12
