"""Pictures of numbers: also of those that hardly differ."""

from __future__ import annotations

import re

import numpy as np

from engine.core.board import Board
from engine.lab.arms import arm_of
from engine.lab.playing import ready
from engine.lab.svg_plots import band_plot, heat_map
from engine.rulesets.library import find_bundled


def test_what_differs_by_a_rounding_alone_is_drawn_as_one_number() -> None:
    """A scale in steps that no number can be told apart by would never end."""
    row = ("Red", "#b3402e", [0.3, 0.1 + 0.2], [0.3, 0.1 + 0.2], [0.3, 0.1 + 0.2])
    svg = band_plot("Score", [1, 2], [row], along="Turn")
    assert svg.count("<line") < 12


def test_a_map_bears_the_names_that_have_room_and_keeps_them_on_the_paper() -> None:
    board = find_bundled_board("typhoon")
    moscow, ryazan = board.at("5235"), board.at("5140")
    x, y = board.positions[moscow]
    beside = next(at for at in board.locations() if board.positions[at] == (x + 3.0, y))
    names = {moscow: "Moscow", beside: "A very long name beside it", ryazan: "Ryazan & its surroundings"}
    svg = heat_map(board, np.zeros(board.size), "Where", names)
    assert svg.count(">Moscow<") == 2, "with a light edge"
    assert "beside it" not in svg, "there is no room"
    assert "Ryazan &amp; its surroundings" in svg
    left, _, wide, _ = (float(each) for each in svg.split('viewBox="')[1].split('"')[0].split())
    for at in re.findall(r"translate\(([-\d.]+) ", svg):
        assert left < float(at) < left + wide
    assert float(re.findall(r"translate\(([-\d.]+) ", svg)[-1]) < board.positions[ryazan][0], "it was cut off there"


def find_bundled_board(name: str) -> Board:
    return ready(arm_of(find_bundled(name).load(), None, ("random", "random"))).game.board
