"""The paths of previews: edges of sets of hexes, whatever sheets they lie on."""

from __future__ import annotations

import numpy as np
import pytest

from editor.geometry.cells import Cells, every_cell
from editor.geometry.ground import Ground
from editor.geometry.hexsides import Hexside
from editor.tools.figures import along_twelfths, rim
from editor.tools.preview import TraceLook
from editor.tools.traces import MOST_EDGED, area_path, cells_trace, edge_path, sides_path
from engine.definitions.plan import Cell, JoinPlan
from tests.helpers.plans import small_plan


def stretches(ground: Ground, cells: Cells) -> int:
    """How many hexsides the edge has."""
    return edge_path(ground, cells).elementCount() // 2


def test_the_edge_of_a_hex_has_six_hexsides_and_of_two_neighbours_ten() -> None:
    ground = Ground(small_plan())
    assert stretches(ground, Cells.of((Cell("main", 2, 2),))) == 6
    assert stretches(ground, Cells.of((Cell("main", 2, 2), Cell("main", 2, 3)))) == 10
    assert stretches(ground, Cells()) == 0


def test_strewn_hexes_have_the_edges_of_each() -> None:
    ground = Ground(small_plan(cols=900, rows=900))
    cells = Cells.of(Cell("main", 1 + 90 * number, 1 + 97 * (number % 9)) for number in range(10))
    assert stretches(ground, cells) == 60


def test_an_area_over_joined_sheets_has_no_seam() -> None:
    plan = small_plan()
    other = plan.sheets["main"].copy()
    other.id = "east"
    plan.sheets["east"] = other
    plan.joins.append(JoinPlan("east", (1, 1), "main", (6, 4)))
    ground = Ground(plan)
    both = ground.with_twins(Cells.of((Cell("main", 6, 4),)))
    assert len(both) == 2
    assert stretches(ground, both) == 6
    assert stretches(ground, both | Cells.of((Cell("east", 1, 2),))) == 10


def test_few_hexes_are_washed_and_very_many_shown_by_a_rectangle() -> None:
    plan = small_plan(cols=200, rows=120)
    ground = Ground(plan)
    few = cells_trace(ground, Cells.of((Cell("main", 2, 2),)))
    assert few.look is TraceLook.COVER
    assert few.area is not None
    assert few.area.boundingRect().width() == pytest.approx(2.0)
    assert len(every_cell(plan)) > MOST_EDGED
    assert cells_trace(ground, every_cell(plan)).path.elementCount() == 5


def test_an_area_is_closed_hex_by_hex() -> None:
    cells = Cells.of((Cell("main", 2, 2), Cell("main", 4, 4)))
    assert area_path(Ground(small_plan()), cells).elementCount() == 14


def test_a_hexside_is_a_stroke_between_its_corners() -> None:
    path = sides_path(Ground(small_plan()), (Hexside("main", 2, 2, 0),))
    assert path.elementCount() == 2
    assert path.length() == pytest.approx(1.0)


def test_the_rim_of_an_area_is_what_has_a_neighbour_outside() -> None:
    plan = small_plan(cols=7, rows=7)
    ground = Ground(plan)
    inner = every_cell(plan) - rim(ground, every_cell(plan))
    assert {(cell.col, cell.row) for cell in inner} == {(col, row) for col in range(2, 7) for row in range(2, 7)}


def test_shift_turns_a_line_to_the_nearest_twelfth() -> None:
    assert along_twelfths((10.0, 1.0), (0.0, 0.0)) == pytest.approx((np.hypot(10, 1), 0.0))
    assert along_twelfths((0.5, -7.0), (0.0, 0.0)) == pytest.approx((0.0, -np.hypot(0.5, 7)))
