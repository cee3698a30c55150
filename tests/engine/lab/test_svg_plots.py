"""Pictures of numbers: also of those that hardly differ."""

from __future__ import annotations

import re

import numpy as np
import pytest

from engine.core.board import Board
from engine.lab.arms import arm_of
from engine.lab.playing import ready
from engine.lab.report_sections import ArmReport
from engine.lab.svg_plots import SIDE_COLOURS, band_plot, heat_colour, heat_map, side_colours
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


@pytest.mark.parametrize(
    ("grounds", "found"),
    [
        (("#f4f2ec", "#b3403a"), (1, 0)),
        (("#8f9c8b", "#b5523f"), (1, 0)),
        (("#b5523f", "#8f9c8b"), (0, 1)),
        (("#4a5d4a", "#5a76a8"), (0, 1)),
        (("#808080", "#707070"), (0, 1)),
    ],
)
def test_each_side_is_drawn_in_what_is_nearest_its_counters(grounds: tuple[str, str], found: tuple[int, int]) -> None:
    assert side_colours(grounds) == tuple(SIDE_COLOURS[number] for number in found)


@pytest.mark.parametrize(
    ("scenario", "side"), [("pulkovo-heights", "red"), ("typhoon", "soviet"), ("summer-1941", "allied")]
)
def test_the_side_with_red_counters_is_red_in_the_report(scenario: str, side: str) -> None:
    colours = ArmReport(ready(arm_of(find_bundled(scenario).load(), None, ("random", "random"))), []).colours
    assert colours[side] == SIDE_COLOURS[0]
    assert len(set(colours.values())) == len(colours)


def test_a_wide_name_is_not_cut_off_at_the_edge_of_a_map() -> None:
    board = find_bundled_board("typhoon")
    at = min(board.locations(), key=lambda at: board.positions[at][0])
    svg = heat_map(board, np.zeros(board.size), "Where", {at: "Oranienbaum"})
    left = float(re.search(r'viewBox="(\S+) ', svg).group(1))  # type: ignore[union-attr]
    found = re.search(r"translate\((\S+) \S+\) scale\((\S+)\)", svg)
    assert found is not None
    half = 11 * 12 * float(found.group(2)) * 0.66 / 2
    assert float(found.group(1)) - half >= left, "common type of browsers is wider than most"


def test_the_colours_of_a_map_are_explained_below_it() -> None:
    board = find_bundled_board("ford")
    values = np.zeros(board.size)
    assert "<rect" not in heat_map(board, values, "Where"), "of nothing there is nothing to explain"
    values[3] = 2.5
    more = heat_map(board, values, "Where")
    assert re.findall(r">([^<>]+)</text>", more) == ["0.00", "2.50"]
    assert f'height="12" fill="{heat_colour(1.0)}"' in more
    values[4] = -5
    assert re.findall(r">([^<>]+)</text>", heat_map(board, values, "Where")) == ["-5.00", "0.00", "+5.00"]
