"""Printed rivers and railways are followed from end to end, and all lines of a colour at once."""

from __future__ import annotations

import tracemalloc

import numpy as np
import numpy.typing as npt
import pytest
from PySide6.QtWidgets import QApplication

from editor.digitise import print_lines
from editor.digitise.bent_placement import BentPlacement
from editor.digitise.print_lines import SIDE_REACH, STEP_REACH, PrintedLines
from editor.digitise.print_network import traced_sides, traced_steps
from editor.digitise.transforms import turned
from editor.geometry.ground import Ground
from editor.geometry.priced_ways import PricedHexes, PricedHexsides
from editor.geometry.vertices import hexsides_along, nearest_vertex
from tests.helpers.drawn_prints import DrawnPrint


@pytest.fixture(scope="module")
def drawn(qapp: QApplication) -> DrawnPrint:
    return DrawnPrint(cols=20, rows=14)


def agreement(found: set[object], truth: set[object]) -> tuple[float, float]:
    """Recall and precision."""
    common = len(found & truth)
    return common / len(truth), common / max(len(found), 1)


def lines_at(drawn: DrawnPrint, point: tuple[float, float]) -> PrintedLines:
    colour = drawn.sight.colour_near(point, 0.22)
    assert colour is not None
    return PrintedLines(drawn.sight, colour, point)


def all_cells(drawn: DrawnPrint) -> npt.NDArray[np.int64]:
    cols, rows = np.meshgrid(np.arange(drawn.cols), np.arange(drawn.rows))
    return np.column_stack((cols.ravel(), rows.ravel())).astype(np.int64)


def test_two_clicks_give_the_course_of_a_river(drawn: DrawnPrint) -> None:
    ground = Ground(drawn.plan)
    found, truth = set(), set()
    for chain in drawn.rivers:
        start, end = drawn.corner(chain, 0), drawn.corner(chain, -1)
        lines = lines_at(drawn, start)
        graph = drawn.graph
        lines.learn(graph.points[graph.ends[:, 0]], graph.points[graph.ends[:, 1]], SIDE_REACH)
        router = PricedHexsides(drawn.plan, lambda a, b, lines=lines: lines.prices(a, b, SIDE_REACH))
        one, other = nearest_vertex(ground, *start), nearest_vertex(ground, *end)
        assert one is not None
        assert other is not None
        found |= {side[1:] for side in hexsides_along(ground, router.leg(one, other))}
        truth |= {tuple(side) for side in chain.sides}
    recall, precision = agreement(found, truth)
    assert recall >= 0.95
    assert precision >= 0.95


def test_two_clicks_give_the_course_of_a_railway(drawn: DrawnPrint) -> None:
    found, truth = set(), set()
    for rail in drawn.rails:
        lines = lines_at(drawn, drawn.middle(rail[2]))
        traced_steps(drawn.lattice, all_cells(drawn), lines)
        router = PricedHexes(drawn.plan, lambda a, b, lines=lines: lines.prices(a, b, STEP_REACH))
        found |= set(router.leg(rail[0], rail[-1]))
        truth |= set(rail)
    recall, precision = agreement(found, truth)
    assert recall >= 0.95
    assert precision >= 0.95


def test_a_whole_colour_is_traced_at_once(drawn: DrawnPrint) -> None:
    cells = all_cells(drawn)
    sides, chosen = traced_sides(drawn.lattice, cells, lines_at(drawn, drawn.corner(drawn.rivers[0], 4)))
    truth = {tuple(side) for chain in drawn.rivers for side in chain.sides}
    recall, precision = agreement({tuple(sides[number].tolist()) for number in chosen.chosen}, truth)
    assert recall >= 0.95
    assert precision >= 0.9
    steps, chosen = traced_steps(drawn.lattice, cells, lines_at(drawn, drawn.middle(drawn.rails[0][2])))
    assert len(chosen.chosen) > 0
    assert len(steps) > len(chosen.chosen)


def test_a_click_just_beside_the_scan_takes_the_colour_that_it_nearly_hit(drawn: DrawnPrint) -> None:
    edge = -1.6 - 0.1
    sight = drawn.sight
    assert not len(sight._around((edge, 4.0), 0.04))
    assert sight.colour_near((edge, 4.0), 0.22) is not None
    assert sight.colour_near((edge - 3.0, 4.0), 0.22) is None


def test_a_sheet_of_one_hex_or_of_none_has_no_lines_to_trace(drawn: DrawnPrint) -> None:
    lines = lines_at(drawn, drawn.corner(drawn.rivers[0], 4))
    for cells in (all_cells(drawn)[:1], all_cells(drawn)[:0]):
        steps, traced = traced_steps(drawn.lattice, cells, lines)
        assert len(steps) == len(traced.chosen) == 0
    sides, traced = traced_sides(drawn.lattice, all_cells(drawn)[:0], lines)
    assert len(sides) == len(traced.chosen) == 0


def test_a_bend_is_asked_for_in_millions_of_places_in_little_room() -> None:
    rng = np.random.default_rng(4)
    marks = rng.uniform(0, 100, (42, 2))
    to_pixel = turned(0.0, 30.0, (0.0, 0.0))
    bent = BentPlacement.of(to_pixel, marks.tolist(), (to_pixel.points(marks) + rng.normal(0, 2, (42, 2))).tolist())
    assert bent.is_bent
    places = rng.uniform(0, 100, (300_000, 2))
    tracemalloc.start()
    found = bent.bend(places)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 100 << 20
    assert np.allclose(found[:50], bent.bend(places[:50]))


def test_stretches_are_looked_at_a_few_at_a_time_and_none_is_forgotten(
    drawn: DrawnPrint, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph, lines = drawn.graph, lines_at(drawn, drawn.corner(drawn.rivers[0], 0))
    starts, ends = graph.points[graph.ends[:, 0]], graph.points[graph.ends[:, 1]]
    whole = lines.shares(starts, ends, SIDE_REACH)
    monkeypatch.setattr(print_lines, "_CHUNK", 100)
    assert len(starts) > 300
    assert np.allclose(lines.shares(starts, ends, SIDE_REACH), whole)
