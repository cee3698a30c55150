"""How fast lines become hexsides and areas become hexes on a map of 20,000, and how true they stay.

A river is followed in the corridor it runs through; the yardstick is the same search over the hexsides of the whole
map. The shares of an area are taken chunk by chunk; the yardstick is the intersection with every hex at once.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from time import perf_counter

import numpy as np
import pytest
import shapely

from editor.digitise.calibration import calibrate_clicks
from editor.digitise.clicks import Numbering
from editor.digitise.hexside_graph import HexsideGraph
from editor.digitise.holdout import held_out
from editor.digitise.tracing import AreaRule, Geometry, block, hexagons, hexes_in, shares, trace_line
from editor.geometry.lattice import Lattice, Span
from engine.core.boards.hexes import Extent, HexGrid, Orientation, Parity
from engine.core.boards.labels import Axis, LabelScheme
from tests.editor.digitise.generated_scans import Scan, crooked

pytestmark = pytest.mark.bench

SPAN = Span(0, 0, 160, 125)
LATTICE = Lattice(HexGrid(Orientation.FLAT, Parity.ODD))
RIVERS = 12
ROUNDS = 3
NOISE = 0.3
SAMPLE = 10
"""Of so many hexes one is intersected in the plain way, which is slow enough."""


@cache
def graph() -> HexsideGraph:
    return HexsideGraph(LATTICE, *block(SPAN))


@cache
def rivers() -> tuple[tuple[list[tuple[float, float]], frozenset[tuple[int, ...]]], ...]:
    """Rivers of up to 120 hexsides, drawn by an unsteady hand, and the hexsides they were drawn along."""
    found = []
    for seed in range(RIVERS):
        rng = random.Random(seed)
        start = graph().nearest(*LATTICE.centre(rng.randint(30, 130), rng.randint(30, 95)))
        assert start is not None
        corners, sides, heading = [start], [], rng.uniform(0, 2 * math.pi)
        for _ in range(120):
            heading += rng.gauss(0, 0.2)
            ahead = np.array((math.cos(heading), math.sin(heading)))
            ways = [(there, side) for there, side in graph().around[corners[-1]] if there not in corners]
            if not ways:
                break
            here = graph().points[corners[-1]]
            there, side = max(ways, key=lambda way: float((graph().points[way[0]] - here) @ ahead))
            corners.append(there)
            sides.append(side)
        points = [(float(x), float(y)) for x, y in graph().points[corners]]
        drawn = [
            (ax + share * (bx - ax) + rng.uniform(-NOISE, NOISE), ay + share * (by - ay) + rng.uniform(-NOISE, NOISE))
            for (ax, ay), (bx, by) in pairwise(points)
            for share in (0.0, 1 / 3, 2 / 3)
        ]
        found.append((drawn, frozenset(tuple(side) for side in graph().sides[sides].tolist())))
    return tuple(found)


@cache
def coast() -> Geometry:
    """An island over most of the map with a coast of some thousand points, and lakes in it."""
    rng = np.random.default_rng(3)
    angles = np.linspace(0, 2 * math.pi, 4000, endpoint=False)
    radius = 85 + 12 * np.sin(5 * angles) + np.cumsum(rng.normal(0, 0.25, 4000))
    centre = np.array(LATTICE.centre(80, 62))
    outline = centre + np.column_stack((1.2 * radius * np.cos(angles), radius * np.sin(angles)))
    island = shapely.make_valid(shapely.polygons(outline))
    lakes = [shapely.Point(centre + rng.uniform(-60, 60, 2)).buffer(rng.uniform(1, 6)) for _ in range(40)]
    return shapely.difference(island, shapely.union_all(lakes))


def milliseconds(work: Callable[[], object]) -> float:
    best = float("inf")
    for _ in range(ROUNDS):
        begin = perf_counter()
        work()
        best = min(best, (perf_counter() - begin) * 1000)
    return best


def show(capsys: pytest.CaptureFixture[str], title: str, lines: list[str]) -> None:
    with capsys.disabled():
        print(f"\n{title}")
        for line in lines:
            print(f"  {line}")


def test_a_river_costs_what_it_passes_and_not_what_the_map_holds(capsys: pytest.CaptureFixture[str]) -> None:
    whole = graph()

    def over_the_whole_map() -> None:
        for line, _ in rivers():
            shape = shapely.linestrings(np.array(line))
            shapely.prepare(shape)
            off = shapely.distance(shape, shapely.points(whole.middles))
            start, end = whole.nearest(*line[0]), whole.nearest(*line[-1])
            assert start is not None
            assert end is not None
            whole.cheapest({start: 0.0}, {end: 0.0}, 1.0 + 4.0 * np.square(off))

    def along_its_corridor() -> None:
        for line, _ in rivers():
            trace_line(LATTICE, line)

    true = drawn = both = 0
    for line, sides in rivers():
        found = {tuple(side) for side in trace_line(LATTICE, line).sides}
        true, drawn, both = true + len(sides), drawn + len(found), both + len(found & sides)
    ours, theirs = (milliseconds(work) / RIVERS for work in (along_its_corridor, over_the_whole_map))
    show(
        capsys,
        f"a river of {true // RIVERS} hexsides, drawn {NOISE} of a circumradius off, on 20000 hexes",
        [
            f"along its corridor     {ours:8.2f} ms   {theirs / ours:.1f} x the whole map",
            f"over the whole map     {theirs:8.2f} ms",
            f"recall {both / true:.3f}, precision {both / drawn:.3f}",
        ],
    )
    assert both / true > 0.9
    assert both / drawn > 0.9
    assert theirs / ours > 2


def test_an_area_becomes_hexes_by_centre_and_by_majority(capsys: pytest.CaptureFixture[str]) -> None:
    area = coast()
    cols, rows = block(SPAN)

    centre = milliseconds(lambda: hexes_in(LATTICE, area, SPAN))
    majority = milliseconds(lambda: hexes_in(LATTICE, area, SPAN, AreaRule.MAJORITY))
    few = slice(None, None, SAMPLE)
    begin = perf_counter()
    expected = shapely.area(shapely.intersection(hexagons(LATTICE, cols[few], rows[few]), area)) / (1.5 * math.sqrt(3))
    slow = (perf_counter() - begin) * 1000 * SAMPLE
    assert np.allclose(shares(LATTICE, area, SPAN).ravel()[few], expected, atol=1e-6)
    one, other = set(hexes_in(LATTICE, area, SPAN)), set(hexes_in(LATTICE, area, SPAN, AreaRule.MAJORITY))
    agreement = 1 - len(one ^ other) / len(cols)
    show(
        capsys,
        f"an area of {len(shapely.get_coordinates(area))} points on 20000 hexes",
        [
            f"by centre              {centre:8.2f} ms",
            f"by majority, chunked   {majority:8.2f} ms   {slow / majority:.1f} x the plain intersection",
            f"plain intersection     {slow:8.2f} ms",
            f"the two rules agree on {100 * agreement:.2f} %",
        ],
    )
    assert agreement > 0.98
    assert slow / majority > 2


def test_a_calibration_and_its_check_are_done_before_one_notices(capsys: pytest.CaptureFixture[str]) -> None:
    scheme = LabelScheme(column=Axis(digits=3), row=Axis(digits=3))
    sheet = Numbering(HexGrid(Orientation.FLAT, Parity.ODD), scheme, Extent((1, 1), (160, 125)))
    scan = Scan(sheet, crooked(), noise=0.5)
    cells = ((3, 4), (60, 5), (58, 50), (5, 48), (30, 30), (20, 12), (44, 40), (12, 33))
    clicks = scan.clicks(*cells)
    found = calibrate_clicks(clicks, sheet)
    fitting = milliseconds(lambda: calibrate_clicks(clicks, sheet))
    asking = milliseconds(lambda: held_out(sheet, found, (6000, 5000)))
    show(
        capsys,
        "calibrating a sheet of 20000 hexes by eight clicks",
        [f"the fit with all its doubts {fitting:8.2f} ms", f"hexes to ask about          {asking:8.2f} ms"],
    )
    assert found.rms < 2
