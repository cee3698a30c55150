"""The index finds what is where, agrees with the board the rules play on, and follows every change."""

from __future__ import annotations

import math

import numpy as np
import pytest

from editor.commands.sheets import add_sheet, join_sheets
from editor.geometry.ground import Ground
from editor.geometry.lattice import Box, Span
from editor.geometry.plan_index import PlanIndex, lattices_of
from engine.core.boards.hexes import HexGrid, Orientation, Parity
from engine.core.boards.labels import LabelScheme
from engine.definitions.maps.compile_map import compile_map
from engine.definitions.plan import (
    Cell,
    FeaturePlan,
    JoinPlan,
    MapPlan,
    PathPlan,
    SheetPlan,
    SidePlan,
    canonical_side,
)
from tests.editor.canvas.demo_maps import dressed_map, hex_map, space_map


def two_sheets(parity: Parity = Parity.EVEN) -> MapPlan:
    """Two sheets that overlap by a column, and an inset of half their scale beside them."""
    plan = MapPlan("two", "Two", "demo", ["clear"])
    grid = HexGrid(Orientation.FLAT, Parity.ODD)
    ones = np.ones((6, 8), np.uint16)
    plan.sheets["a"] = SheetPlan("a", grid, (1, 1), (8, 6), LabelScheme(prefix="A"), "clear", ones, origin=(3.0, 2.0))
    other = HexGrid(Orientation.FLAT, parity)
    plan.sheets["b"] = SheetPlan("b", other, (-2, 0), (8, 6), LabelScheme(prefix="B"), "clear", ones.copy())
    small = SheetPlan(
        "c", grid, (0, 0), (8, 6), LabelScheme(prefix="C"), "clear", ones.copy(), "whole", 0.5, (40.0, 0.0)
    )
    plan.sheets["c"] = small
    plan.joins.append(JoinPlan("b", (-2, 0), "a", (8, 1)))
    return plan


@pytest.mark.parametrize("plan", [hex_map(12, 9), hex_map(9, 12, orientation="pointy"), space_map(), two_sheets()])
def test_places_lie_where_the_board_has_them(plan: MapPlan) -> None:
    board = compile_map(plan)
    index = PlanIndex(plan)
    for location in board.locations():
        assert index.centre(board.key(location)) == pytest.approx(board.positions[location])


def test_of_a_hex_of_two_sheets_the_number_is_written_that_the_board_has() -> None:
    plan = two_sheets()
    index, labels = PlanIndex(plan), set(compile_map(plan).labels)
    covered = {name: sheet.covered for name, sheet in index.sheets.items()}
    assert {name: len(found) for name, found in covered.items()} == {"a": 0, "b": 6, "c": 0}
    for name, sheet in plan.sheets.items():
        for cell in sheet.cells():
            label = sheet.labels.label(sheet.grid, cell.col, cell.row, sheet.extent)
            assert ((cell.col, cell.row) in covered[name]) == (label not in labels)


def test_a_place_nobody_knows_lies_nowhere() -> None:
    assert PlanIndex(hex_map(4, 4)).centre("atlantis") is None
    assert PlanIndex(hex_map(4, 4)).centre("other:1,1") is None


def test_sides_are_found_by_chunk_and_by_corner() -> None:
    plan = hex_map(40, 40, lines=False)
    grid = plan.sheets["main"].grid
    near, far = (canonical_side(grid, Cell("main", col, col), 4, "river") for col in (3, 35))
    plan.sides[near] = plan.sides[far] = SidePlan()
    index = PlanIndex(plan).sheets["main"]
    assert index.sides_of(Span(1, 1, 17, 17)) == [near]
    assert index.sides_of(index.whole.grown(1)) in ([near, far], [far, near])
    for x, y in index.vertex_names(near):
        assert index.meeting["river", x, y] == [near]
    ends = index.lone_ends(Span(2, 2, 5, 5))
    assert sorted(ends) == sorted(("river", name) for name in index.vertex_names(near))
    assert index.lone_ends(Span(19, 19, 22, 22)) == []
    reach = index.stretch(*ends[0], 4)
    assert math.hypot(reach.width, reach.height) == pytest.approx(1.0), "a river of one hexside reaches no further"


def test_two_sides_that_meet_share_a_corner() -> None:
    plan = hex_map(8, 8, lines=False)
    grid = plan.sheets["main"].grid
    one, two = (canonical_side(grid, Cell("main", 4, 4), direction, "river") for direction in (2, 3))
    plan.sides[one] = plan.sides[two] = SidePlan()
    index = PlanIndex(plan).sheets["main"]
    shared = set(index.vertex_names(one)) & set(index.vertex_names(two))
    assert len(shared) == 1
    assert sorted(index.meeting["river", *shared.pop()]) == sorted((one, two))


def test_a_side_that_goes_is_forgotten() -> None:
    plan = hex_map(8, 8, lines=False)
    side = canonical_side(plan.sheets["main"].grid, Cell("main", 4, 4), 2, "river")
    plan.sides[side] = SidePlan()
    index = PlanIndex(plan)
    del plan.sides[side]
    index.update_side(side)
    assert index.sheets["main"].sides_of(Span(1, 1, 9, 9)) == []
    assert index.sheets["main"].lone_ends(Span(3, 3, 6, 6)) == []


def test_a_line_leaves_its_hexes_in_the_right_directions() -> None:
    plan = hex_map(8, 8, lines=False)
    cells = [(2, 2), (3, 2), (4, 3)]
    plan.paths["p"] = PathPlan("p", "rail", tuple(Cell("main", *cell).key for cell in cells))
    index = PlanIndex(plan)
    grid, exits = plan.sheets["main"].grid, index.sheets["main"].exits
    assert sorted(exits) == cells
    for here, there in ((cells[0], cells[1]), (cells[1], cells[2]), (cells[2], cells[1])):
        directions = exits[here]["rail"]
        assert there in [grid.neighbour(*here, direction) for direction in directions]


def test_a_line_crosses_from_one_joined_sheet_to_the_other() -> None:
    plan = two_sheets()
    plan.paths["p"] = PathPlan("p", "rail", ("a:8,2", "b:-1,1"))
    index = PlanIndex(plan)
    assert list(index.sheets["a"].exits) == [(8, 2)]
    assert list(index.sheets["b"].exits) == [(-1, 1)]


def test_a_line_that_changes_tells_where_it_was_and_is() -> None:
    plan = hex_map(8, 8, lines=False)
    plan.paths["p"] = PathPlan("p", "rail", ("main:2,2", "main:2,3"))
    index = PlanIndex(plan)
    plan.paths["p"] = PathPlan("p", "road", ("main:5,5", "main:5,6"))
    assert set(index.update_path("p")) == {"main:2,2", "main:2,3", "main:5,5", "main:5,6"}
    assert sorted(index.sheets["main"].exits) == [(5, 5), (5, 6)]
    del plan.paths["p"]
    index.update_path("p")
    assert index.sheets["main"].exits == {}


def test_a_feature_that_moves_tells_both_places() -> None:
    plan = dressed_map()
    index = PlanIndex(plan)
    plan.features["f0"] = FeaturePlan("f0", "main:30,20", "city", "Elsewhere")
    touched = index.update_feature("f0")
    assert touched[-1] == "main:30,20"
    assert len(touched) == 2
    assert "f0" in index.features_at["main:30,20"]
    assert "f0" not in index.features_at[touched[0]]


def test_chunks_cover_a_box() -> None:
    index = PlanIndex(hex_map(64, 48, lines=False)).sheets["main"]
    assert set(index.chunks_in(Box(-100, -100, 300, 300))) == {(c, r) for c in range(4) for r in range(3)}
    assert list(index.chunks_in(Box(-50, -50, -40, -40))) == []


def test_a_line_over_a_connection_to_a_hex_that_is_near_and_no_neighbour_is_known_as_such() -> None:
    plan = hex_map(12, 9, lines=False)
    grid, here = plan.sheets["main"].grid, Cell("main", 4, 4)
    around = grid.neighbours(here.col, here.row)
    near = [(col, row) for col in (3, 5) for row in (3, 4, 5) if (col, row) not in around]
    there = Cell("main", *near[0])
    beside = Cell("main", *around[0])
    plan.paths["hop"] = PathPlan("hop", "rail", (beside.key, here.key, there.key))
    assert PlanIndex(plan).over_links == {"hop": ((here.key, there.key),)}


def test_sheets_lie_where_the_ground_has_them_in_whatever_order_they_were_joined() -> None:
    """A third sheet that two others are joined to brings them together; drawn and pointed at, they are one map."""
    plan = MapPlan("three", "Three", "demo", ["clear"])
    grid = HexGrid(Orientation.FLAT, Parity.ODD)
    for name, left in (("a", 0.0), ("b", 50.0), ("c", 100.0)):
        add_sheet(plan, name, grid, (8, 8), fill="clear", origin=(left, 0.0)).apply(plan)
    join_sheets(plan, Cell("c", 1, 1), Cell("a", 7, 1)).apply(plan)
    join_sheets(plan, Cell("c", 7, 1), Cell("b", 1, 1)).apply(plan)
    ground, lattices = Ground(plan), lattices_of(plan)
    for name in plan.sheets:
        spot = ground.spot(Cell(name, 3, 4))
        assert spot is not None
        assert lattices[name].centre(3, 4) == pytest.approx(ground.centre(spot))
    assert lattices["c"].centre(1, 1) == pytest.approx(lattices["a"].centre(7, 1))
    assert lattices["c"].centre(7, 1) == pytest.approx(lattices["b"].centre(1, 1))
