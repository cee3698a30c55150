"""Hex maths on grids of both orientations and both parities, negative cells included."""

from __future__ import annotations

from collections import deque
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.boards.hexes import (
    DIRECTION_NAMES,
    Cell,
    Extent,
    HexGrid,
    Orientation,
    Parity,
    direction_number,
    opposite,
)

FLAT_ODD = HexGrid(Orientation.FLAT, Parity.ODD)
FLAT_EVEN = HexGrid(Orientation.FLAT, Parity.EVEN)
POINTY_ODD = HexGrid(Orientation.POINTY, Parity.ODD)
POINTY_EVEN = HexGrid(Orientation.POINTY, Parity.EVEN)
GRIDS = (FLAT_ODD, FLAT_EVEN, POINTY_ODD, POINTY_EVEN)

grids = st.sampled_from(GRIDS)
cells = st.tuples(st.integers(-40, 40), st.integers(-40, 40))
directions = st.integers(0, 5)


def close(a: tuple[float, float], b: tuple[float, float]) -> bool:
    return abs(a[0] - b[0]) < 1e-9 and abs(a[1] - b[1]) < 1e-9


def middle(a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def walked_distances(grid: HexGrid, start: Cell, radius: int) -> dict[Cell, int]:
    """Breadth first over neighbours only: what distance must agree with."""
    found = {start: 0}
    queue = deque([start])
    while queue:
        cell = queue.popleft()
        if found[cell] < radius:
            for neighbour in grid.neighbours(*cell):
                if neighbour not in found:
                    found[neighbour] = found[cell] + 1
                    queue.append(neighbour)
    return found


def test_the_columns_of_the_named_parity_stand_half_a_hex_lower() -> None:
    for grid, low, high in ((FLAT_ODD, 1, 0), (FLAT_ODD, -1, 2), (FLAT_EVEN, 2, 1), (FLAT_EVEN, -2, -1)):
        assert grid.centre(low, 5)[1] - grid.centre(high, 5)[1] == pytest.approx(3**0.5 / 2)


def test_the_rows_of_the_named_parity_stand_half_a_hex_further_right() -> None:
    for grid, right, left in ((POINTY_ODD, 3, 2), (POINTY_ODD, -1, 0), (POINTY_EVEN, 0, 1), (POINTY_EVEN, -2, 1)):
        assert grid.centre(5, right)[0] - grid.centre(5, left)[0] == pytest.approx(3**0.5 / 2)


def test_neighbours_of_a_flat_topped_hex_go_clockwise_from_the_north() -> None:
    assert FLAT_ODD.neighbours(4, 4) == ((4, 3), (5, 3), (5, 4), (4, 5), (3, 4), (3, 3))
    assert FLAT_ODD.neighbours(5, 4) == ((5, 3), (6, 4), (6, 5), (5, 5), (4, 5), (4, 4))
    assert FLAT_EVEN.neighbours(4, 4) == ((4, 3), (5, 4), (5, 5), (4, 5), (3, 5), (3, 4))


def test_neighbours_of_a_pointy_topped_hex_go_clockwise_from_the_north_east() -> None:
    assert POINTY_ODD.neighbours(4, 4) == ((4, 3), (5, 4), (4, 5), (3, 5), (3, 4), (3, 3))
    assert POINTY_ODD.neighbours(4, 5) == ((5, 4), (5, 5), (5, 6), (4, 6), (3, 5), (4, 4))
    assert POINTY_EVEN.neighbours(4, 4) == ((5, 3), (5, 4), (5, 5), (4, 5), (3, 4), (4, 3))


@given(grids, cells, directions)
def test_a_neighbour_lies_where_its_direction_says(grid: HexGrid, cell: Cell, direction: int) -> None:
    (x, y), (there_x, there_y) = grid.centre(*cell), grid.centre(*grid.neighbour(*cell, direction))
    name = DIRECTION_NAMES[grid.orientation][direction]
    assert ("N" in name) == (there_y < y - 0.1)
    assert ("S" in name) == (there_y > y + 0.1)
    assert ("E" in name) == (there_x > x + 0.1)
    assert ("W" in name) == (there_x < x - 0.1)


@given(grids, cells, directions)
def test_the_neighbour_sees_us_in_the_opposite_direction(grid: HexGrid, cell: Cell, direction: int) -> None:
    there = grid.neighbour(*cell, direction)
    assert there != cell
    assert grid.neighbour(*there, opposite(direction)) == cell


@given(grids, cells)
def test_six_different_cells_lie_around_every_cell(grid: HexGrid, cell: Cell) -> None:
    assert len({*grid.neighbours(*cell), cell}) == 7


@given(grids, cells)
def test_the_cube_of_a_cell_sums_to_zero_and_leads_back(grid: HexGrid, cell: Cell) -> None:
    cube = grid.to_cube(*cell)
    assert sum(cube) == 0
    assert grid.from_cube(cube) == cell


@pytest.mark.parametrize("grid", GRIDS, ids=str)
@pytest.mark.parametrize("start", [(0, 0), (3, -2), (-5, 7)], ids=str)
def test_distance_is_the_number_of_steps_a_walk_takes(grid: HexGrid, start: Cell) -> None:
    walked = walked_distances(grid, start, 6)
    assert len(walked) == 1 + sum(6 * radius for radius in range(1, 7))
    assert {cell: grid.distance(start, cell) for cell in walked} == walked


@given(grids, cells, cells, cells)
def test_distance_is_a_metric(grid: HexGrid, a: Cell, b: Cell, c: Cell) -> None:
    assert (grid.distance(a, b) == 0) == (a == b)
    assert grid.distance(a, b) == grid.distance(b, a)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)


@given(grids, cells, st.integers(1, 8))
def test_a_ring_has_six_hexes_for_each_step_of_its_radius(grid: HexGrid, cell: Cell, radius: int) -> None:
    ring = grid.ring(cell, radius)
    assert len(set(ring)) == len(ring) == 6 * radius
    assert {grid.distance(cell, found) for found in ring} == {radius}
    assert all(grid.distance(a, b) == 1 for a, b in pairwise([*ring, ring[0]]))


def test_a_ring_starts_in_direction_0_and_turns_clockwise() -> None:
    assert FLAT_ODD.ring((4, 4), 2)[:3] == [(4, 2), (5, 2), (6, 3)]
    assert POINTY_ODD.ring((4, 4), 1) == list(POINTY_ODD.neighbours(4, 4))


def test_the_ring_of_radius_0_is_the_hex_itself_and_there_is_none_below() -> None:
    assert FLAT_ODD.ring((4, 4), 0) == [(4, 4)]
    assert FLAT_ODD.ring((4, 4), -1) == []
    assert FLAT_ODD.within((4, 4), -1) == []


@given(grids, cells, st.integers(0, 6))
def test_within_a_radius_lies_all_that_a_walk_reaches(grid: HexGrid, cell: Cell, radius: int) -> None:
    found = grid.within(cell, radius)
    assert len(found) == len(set(found))
    assert set(found) == set(walked_distances(grid, cell, radius))


@given(grids, cells, cells)
def test_a_line_joins_its_ends_by_adjacent_hexes_and_never_wanders(grid: HexGrid, a: Cell, b: Cell) -> None:
    line = grid.line(a, b)
    assert (line[0], line[-1]) == (a, b)
    assert len(line) == grid.distance(a, b) + 1
    assert all(grid.distance(one, other) == 1 for one, other in pairwise(line))


@given(grids, cells, cells)
def test_a_line_of_sight_is_mutual(grid: HexGrid, a: Cell, b: Cell) -> None:
    assert grid.line(a, b) == grid.line(b, a)[::-1]


def test_a_line_along_hexsides_always_takes_the_same_bank() -> None:
    assert FLAT_ODD.line((0, 0), (4, 0)) == [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)]
    assert POINTY_ODD.line((0, 0), (0, 4)) == [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4)]


@given(grids, cells, cells)
def test_every_hex_of_a_line_is_touched_by_the_straight_line(grid: HexGrid, a: Cell, b: Cell) -> None:
    (ax, ay), (bx, by) = grid.centre(*a), grid.centre(*b)
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    for cell in grid.line(a, b):
        x, y = grid.centre(*cell)
        away = abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length if length else 0.0
        assert away <= 1.0


@given(grids, cells)
def test_the_centre_of_a_hex_lies_in_that_hex(grid: HexGrid, cell: Cell) -> None:
    assert grid.nearest(*grid.centre(*cell)) == cell


@given(grids, cells, directions, st.floats(0.0, 0.99))
def test_a_point_inside_a_corner_or_a_side_belongs_to_the_hex(
    grid: HexGrid, cell: Cell, direction: int, outward: float
) -> None:
    x, y = grid.centre(*cell)
    corners = grid.corners(*cell)
    for px, py in (corners[direction], middle(corners[direction], corners[(direction + 1) % 6])):
        assert grid.nearest(x + outward * (px - x), y + outward * (py - y)) == cell


@given(grids, cells, directions)
def test_corners_i_and_i_plus_1_bound_the_hexside_in_direction_i(grid: HexGrid, cell: Cell, direction: int) -> None:
    corners = grid.corners(*cell)
    a, b = corners[direction], corners[(direction + 1) % 6]
    assert close(middle(a, b), middle(grid.centre(*cell), grid.centre(*grid.neighbour(*cell, direction))))
    assert (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 == pytest.approx(1.0)


@given(grids, cells, directions)
def test_two_neighbours_share_the_corners_of_their_hexside(grid: HexGrid, cell: Cell, direction: int) -> None:
    ours, theirs = grid.corners(*cell), grid.corners(*grid.neighbour(*cell, direction))
    back = opposite(direction)
    assert close(ours[direction], theirs[(back + 1) % 6])
    assert close(ours[(direction + 1) % 6], theirs[back])


def test_directions_are_known_by_name_in_their_orientation_only() -> None:
    assert direction_number(Orientation.FLAT, "N") == 0
    assert direction_number(Orientation.FLAT, "NW") == 5
    assert direction_number(Orientation.POINTY, "E") == 1
    assert direction_number(Orientation.POINTY, "N") is None
    assert direction_number(Orientation.FLAT, "n") is None


def test_a_grid_is_made_from_plain_words_and_refuses_others() -> None:
    assert HexGrid("flat", "odd") == FLAT_ODD  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="round"):
        HexGrid("round", "odd")  # type: ignore[arg-type]


def test_an_extent_holds_its_rectangle_and_no_more() -> None:
    extent = Extent((-1, 2), (3, 2))
    assert list(extent.cells()) == [(-1, 2), (0, 2), (1, 2), (-1, 3), (0, 3), (1, 3)]
    assert extent.last == (1, 3)
    around = {(col, row) for col in range(-3, 5) for row in range(6)}
    assert {cell for cell in around if cell in extent} == set(extent.cells())
