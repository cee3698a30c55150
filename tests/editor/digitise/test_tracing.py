"""Lines become chains of hexsides, areas become hexes: connected, near, and the same from either end."""

from __future__ import annotations

import math
import random
from itertools import pairwise

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from editor.digitise.hexside_graph import Chain, HexsideGraph
from editor.digitise.tracing import AreaRule, Mask, block, hexagons, hexes_in, shares, trace_line
from editor.geometry.lattice import Ints, Lattice, Span
from engine.core.boards.hexes import HexGrid, Orientation, Parity
from engine.definitions.plan import Cell as CellKey
from engine.definitions.plan import SideKey, canonical_side

lattices = st.builds(
    lambda orientation, parity, scale, x, y: Lattice(HexGrid(orientation, parity), scale, (x, y)),
    st.sampled_from(list(Orientation)),
    st.sampled_from(list(Parity)),
    st.floats(0.2, 5),
    st.floats(-50, 50),
    st.floats(-50, 50),
)
LATTICE = Lattice(HexGrid(Orientation.FLAT, Parity.ODD))


def ends_of(lattice: Lattice, side: tuple[int, int, int]) -> set[tuple[int, int]]:
    col, row, direction = side
    corners = lattice.grid.corners(col, row)
    points = ((lattice.origin[0] + lattice.scale * x, lattice.origin[1] + lattice.scale * y) for x, y in corners)
    named = [lattice.vertex(*point) for point in points]
    return {named[direction], named[(direction + 1) % 6]}


def is_connected(lattice: Lattice, chain: Chain) -> bool:
    """Each hexside lies between the two corners that the chain says, and no corner comes twice."""
    return (
        len(chain.corners) == len(chain.sides) + 1
        and len(set(chain.corners)) == len(chain.corners)
        and all(
            ends_of(lattice, side) == set(pair) for side, pair in zip(chain.sides, pairwise(chain.corners), strict=True)
        )
    )


def walk(lattice: Lattice, seed: int, steps: int) -> tuple[list[tuple[float, float]], set[tuple[int, ...]]]:
    """A river along hexsides, wandering but never turning back: its corners and its hexsides."""
    rng = random.Random(seed)
    graph = HexsideGraph(lattice, *block(Span(0, 0, 40, 40)))
    here = graph.nearest(*lattice.centre(20, 20))
    assert here is not None
    heading = rng.uniform(0, 2 * math.pi)
    corners, sides = [here], []
    for _ in range(steps):
        heading += rng.gauss(0, 0.25)
        ahead = np.array((math.cos(heading), math.sin(heading)))
        ways = [(there, side) for there, side in graph.around[corners[-1]] if there not in corners]
        if not ways:
            break
        there, side = max(ways, key=lambda way: float((graph.points[way[0]] - graph.points[corners[-1]]) @ ahead))
        corners.append(there)
        sides.append(side)
    points = [(float(x), float(y)) for x, y in graph.points[corners]]
    return points, {tuple(side) for side in graph.sides[sides].tolist()}


@settings(max_examples=60)
@given(lattices, st.lists(st.tuples(st.floats(-30, 30), st.floats(-30, 30)), min_size=2, max_size=8))
def test_every_chain_is_connected_and_stays_near_its_line(lattice: Lattice, points: list[tuple[float, float]]) -> None:
    line = [(lattice.origin[0] + lattice.scale * x, lattice.origin[1] + lattice.scale * y) for x, y in points]
    chain = trace_line(lattice, line)
    if line[0] != line[-1]:
        assert is_connected(lattice, chain) or not chain.corners
    if len(chain):
        near = shapely.LineString(line)
        for corner in chain.corners:
            assert near.distance(shapely.Point(lattice.vertex_point(*corner))) < 3 * lattice.scale


@settings(max_examples=40)
@given(lattices, st.integers(0, 10_000))
def test_a_line_along_hexsides_gives_those_hexsides_even_when_drawn_by_a_shaking_hand(
    lattice: Lattice, seed: int
) -> None:
    corners, sides = walk(lattice, seed, 15)
    assert {tuple(side) for side in trace_line(lattice, corners).sides} == sides
    rng = random.Random(seed)
    shaken = []
    for (ax, ay), (bx, by) in pairwise(corners):
        for share in (0.0, 1 / 3, 2 / 3):
            dx, dy = (rng.uniform(-0.25, 0.25) * lattice.scale for _ in range(2))
            shaken.append((ax + share * (bx - ax) + dx, ay + share * (by - ay) + dy))
    found = {tuple(side) for side in trace_line(lattice, [*shaken, corners[-1]]).sides}
    assert len(found & sides) >= 0.8 * len(sides)
    assert len(found - sides) <= 0.2 * len(sides) + 2


def test_the_way_back_is_the_same_chain() -> None:
    line = [(1.0, 2.0), (9.3, 4.1), (14.0, 12.2), (22.0, 11.0)]
    there, back = trace_line(LATTICE, line), trace_line(LATTICE, line[::-1])
    assert back.corners == there.corners[::-1]


def test_a_long_bend_with_a_narrow_neck_is_not_cut_off() -> None:
    neck = 2.4
    bend = [(0.0, 0.0), (18.0, 0.0), (18.0, 8.0), (22.0, 8.0), (22.0, neck), (40.0, neck)]
    loop = [(0.0, 0.0), (20.0, 0.0), (20.0, 12.0), (20.0 + neck, 12.0), (20.0 + neck, 0.0), (42.0, 0.0)]
    for line in (bend, loop):
        chain = trace_line(LATTICE, line)
        deepest = max(LATTICE.vertex_point(*corner)[1] for corner in chain.corners)
        assert deepest > 6.5
        assert is_connected(LATTICE, chain)


def test_a_closed_line_gives_a_ring() -> None:
    ring = [(0.0, 0.0), (12.0, 0.0), (12.0, 10.0), (0.0, 10.0), (0.0, 0.0)]
    chain = trace_line(LATTICE, ring)
    assert chain.corners[0] == chain.corners[-1]
    assert len(chain) > 25
    assert all(
        ends_of(LATTICE, side) == set(pair) for side, pair in zip(chain.sides, pairwise(chain.corners), strict=True)
    )


@pytest.mark.parametrize("line", [[], [(1.0, 1.0)], [(1.0, 1.0), (1.0, 1.0)], [(0.0, 0.0), (0.1, 0.0)]])
def test_a_line_too_short_for_a_hexside_gives_none(line: list[tuple[float, float]]) -> None:
    assert len(trace_line(LATTICE, line)) == 0


def test_hexsides_that_are_not_allowed_are_gone_around_and_ends_can_be_given() -> None:
    line = [(0.0, 0.0), (30.0, 0.0)]
    plain = trace_line(LATTICE, line)
    barred = set(plain.sides[4:7])

    def allowed(sides: Ints) -> Mask:
        return np.array([tuple(side) not in barred for side in sides.tolist()])

    around = trace_line(LATTICE, line, allowed=allowed)
    assert is_connected(LATTICE, around)
    assert not barred & set(around.sides)
    goal = plain.corners[-4]
    assert trace_line(LATTICE, line, ends=[goal]).corners[-1] == goal


def test_a_chain_is_named_as_the_plan_names_hexsides() -> None:
    chain = trace_line(LATTICE, [(0.0, 0.0), (6.0, 5.0)])
    for key in chain.keys("main", "river"):
        assert isinstance(key, SideKey)
        assert key == canonical_side(LATTICE.grid, CellKey("main", key.col, key.row), key.direction, "river")


def test_the_graph_of_a_map_has_every_hexside_once() -> None:
    for orientation in Orientation:
        lattice = Lattice(HexGrid(orientation, Parity.EVEN), 1.7, (3.0, 4.0))
        graph = HexsideGraph(lattice, *block(Span(-3, -2, 5, 6)))
        expected = {
            canonical_side(lattice.grid, CellKey("m", col, row), direction, "x")[1:4]
            for col in range(-3, 5)
            for row in range(-2, 6)
            for direction in range(6)
        }
        assert {tuple(side) for side in graph.sides.tolist()} == expected
        assert len(graph.sides) == len(expected)
        assert {len(ways) for ways in graph.around} <= {1, 2, 3}
        for number, side in enumerate(graph.sides.tolist()):
            named = {tuple(graph.names[corner].tolist()) for corner in graph.ends[number]}
            assert named == ends_of(lattice, (side[0], side[1], side[2]))


# Areas


@settings(max_examples=25)
@given(lattices, st.lists(st.tuples(st.floats(-12, 12), st.floats(-12, 12)), min_size=3, max_size=7))
def test_shares_are_those_of_a_plain_intersection(lattice: Lattice, points: list[tuple[float, float]]) -> None:
    area = shapely.MultiPoint(
        [(lattice.origin[0] + lattice.scale * x, lattice.origin[1] + lattice.scale * y) for x, y in points]
    ).convex_hull
    span = Span(-8, -8, 9, 9)
    found = shares(lattice, area, span)
    cols, rows = block(span)
    hexes = hexagons(lattice, cols, rows)
    plain = shapely.area(shapely.intersection(hexes, area)) / shapely.area(hexes[0])
    assert found.ravel() == pytest.approx(plain, abs=1e-6)
    by_share = hexes_in(lattice, area, span, AreaRule.MAJORITY)
    assert by_share == [
        (int(col), int(row)) for col, row, share in zip(cols, rows, found.ravel(), strict=True) if share > 0.5
    ]


def test_an_area_holds_the_hexes_whose_centres_it_holds() -> None:
    area = shapely.Polygon([(0, 0), (20, 0), (20, 15), (0, 15)], [[(6, 4), (12, 4), (12, 9), (6, 9)]])
    found = hexes_in(LATTICE, area, Span(0, 0, 20, 15))
    for col, row in ((3, 2), (12, 6), (1, 1), (6, 4)):
        assert ((col, row) in found) == area.contains(shapely.Point(LATTICE.centre(col, row)))
    assert len(found) == pytest.approx(area.area / (1.5 * math.sqrt(3)), rel=0.08)
    assert not len(hexes_in(LATTICE, shapely.Polygon(), Span(0, 0, 5, 5), AreaRule.MAJORITY))


def test_a_hole_and_a_map_within_an_area_are_seen() -> None:
    span = Span(0, 0, 40, 40)
    everything = shapely.box(-100, -100, 200, 200)
    assert (shares(LATTICE, everything, span) == 1).all()
    holed = everything.difference(shapely.Point(LATTICE.centre(20, 20)).buffer(3))
    found = shares(LATTICE, holed, span)
    assert found[20, 20] == pytest.approx(0, abs=1e-9)
    assert 0 < found[20, 22] < 1
    assert found[0, 0] == 1
