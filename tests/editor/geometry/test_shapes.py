"""Which hexes a gesture covers, against the plainest way of telling."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor.geometry.cells import Cells, every_cell
from editor.geometry.ground import Ground
from editor.geometry.shapes import brush, line, polygon, rectangle, rubber_band
from editor.refusal import CannotEdit
from engine.core.boards.hexes import Orientation
from engine.definitions.plan import Cell, MapPlan, Point
from tests.editor.geometry.test_ground import two_sheets
from tests.helpers.plans import random_plan, small_plan

seeds = st.integers(0, 300)


def rooms(plan: MapPlan) -> list[Cell]:
    """Every cell a sheet has room for."""
    return [Cell(sheet.id, *cell) for sheet in plan.sheets.values() for cell in sheet.extent.cells()]


@given(seeds, st.integers(1, 7))
def test_a_brush_covers_what_lies_within_its_radius(seed: int, radius: int) -> None:
    plan = random_plan(seed)
    cells = list(every_cell(plan))
    if not cells:
        return
    cell = random.Random(seed).choice(cells)
    ground = Ground(plan)
    spot = ground.spot(cell)
    assert spot is not None
    near = (
        each
        for each in rooms(plan)
        if (there := ground.spot(each)) and there.plane == spot.plane and there.distance(spot) < radius
    )
    assert set(brush(plan, [cell], radius)) == set(near)


@given(seeds)
def test_a_fast_stroke_leaves_no_gaps(seed: int) -> None:
    plan = small_plan(cols=12, rows=12)
    chance = random.Random(seed)
    a, b = (Cell("main", chance.randint(1, 12), chance.randint(1, 12)) for _ in range(2))
    grid = plan.sheets["main"].grid
    expected = {Cell("main", *cell) for cell in grid.line((a.col, a.row), (b.col, b.row))}
    assert set(brush(plan, [a, b])) == {cell for cell in expected if (cell.col, cell.row) in plan.sheets["main"].extent}
    assert line(plan, a, b) == line(plan, b, a)


def test_a_brush_has_a_radius_from_1_to_7() -> None:
    plan = small_plan()
    for radius in (0, 8):
        with pytest.raises(CannotEdit) as refused:
            brush(plan, [Cell("main", 1, 1)], radius)
        assert refused.value.message.key == "edit.cannot.brush-size"


def test_a_rectangle_goes_by_columns_and_rows_from_any_corner() -> None:
    plan = small_plan()
    expected = {Cell("main", col, row) for col in (2, 3, 4) for row in (1, 2)}
    assert set(rectangle(plan, Cell("main", 2, 1), Cell("main", 4, 2))) == expected
    assert set(rectangle(plan, Cell("main", 4, 2), Cell("main", 2, 1))) == expected


@pytest.mark.parametrize("orientation", Orientation)
def test_a_rectangle_across_a_seam_covers_both_sheets_and_the_twins(orientation: Orientation) -> None:
    plan = two_sheets(orientation)
    found = rectangle(plan, Cell("a", 3, 1), Cell("b", 2, 1))
    assert {Cell("a", 3, 1), Cell("a", 4, 1), Cell("b", 1, 1), Cell("b", 2, 1)} <= set(found)


def test_a_rectangle_beyond_all_bounds_is_refused() -> None:
    with pytest.raises(CannotEdit):
        rectangle(small_plan(), Cell("main", -900_000, 1), Cell("main", 900_000, 900_000))


def test_a_line_between_sheets_that_are_not_joined_is_refused() -> None:
    plan = two_sheets()
    plan.joins.clear()
    for gesture in (line, rectangle):
        with pytest.raises(CannotEdit) as refused:
            gesture(plan, Cell("a", 1, 1), Cell("b", 1, 1))
        assert refused.value.message.key == "edit.cannot.not-joined"
    with pytest.raises(CannotEdit):
        line(plan, Cell("a", 1, 1), Cell("moon", 1, 1))
    assert set(brush(plan, [Cell("a", 1, 1), Cell("b", 1, 1)])) == {Cell("a", 1, 1), Cell("b", 1, 1)}


def is_inside(x: float, y: float, points: list[Point]) -> bool:
    inside = False
    for number, (a, b) in enumerate(points):
        c, d = points[number - 1]
        if (b > y) != (d > y) and x < (c - a) * (y - b) / (d - b) + a:
            inside = not inside
    return inside


@given(seeds, st.integers(3, 8))
def test_a_polygon_covers_the_hexes_whose_centres_are_inside(seed: int, corners: int) -> None:
    plan = random_plan(seed)
    ground = Ground(plan)
    chance = random.Random(seed)
    centres = [ground.centre(spot) for cell in rooms(plan) if (spot := ground.spot(cell))] or [(0.0, 0.0)]
    x, y = chance.choice(centres)
    points = [(x + chance.uniform(-9, 9), y + chance.uniform(-9, 9)) for _ in range(corners)]
    inside = {cell for cell in rooms(plan) if (spot := ground.spot(cell)) and is_inside(*ground.centre(spot), points)}
    assert set(polygon(plan, points)) == inside


def test_a_rubber_band_can_be_pulled_any_way() -> None:
    plan = small_plan()
    whole = rubber_band(plan, (-100.0, -100.0), (100.0, 100.0))
    assert whole == every_cell(plan)
    assert rubber_band(plan, (100.0, -100.0), (-100.0, 100.0)) == whole
    assert polygon(plan, [(0.0, 0.0), (1.0, 1.0)]) == Cells()
