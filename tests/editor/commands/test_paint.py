"""Terrain is painted on hexes that are there, on every sheet that prints them, and hexes come and go with content."""

from __future__ import annotations

import pytest

from editor.commands.paint import add_cells, erase_cells, paint_terrain, replace_terrain
from editor.geometry.cells import Cells, every_cell
from editor.geometry.flood import flood
from editor.geometry.shapes import brush
from editor.refusal import CannotEdit
from engine.definitions.plan import (
    NO_CELL,
    Cell,
    FeaturePlan,
    LinkPlan,
    PathPlan,
    RegionPlan,
    SidePlan,
    canonical_side,
)
from tests.editor.geometry.test_ground import two_sheets
from tests.helpers.plans import small_plan


def test_a_brush_of_radius_two_paints_seven_hexes() -> None:
    plan = small_plan()
    change = paint_terrain(plan, brush(plan, [Cell("main", 3, 3)], 2), "forest")
    change.apply(plan)
    assert len(change.cells["main"]) == 7
    assert plan.terrain_at(Cell("main", 3, 2)) == "forest"
    assert change.label.args["terrain"] == "forest"


def test_a_hole_in_the_map_is_not_painted() -> None:
    plan = small_plan()
    plan.sheets["main"].terrain[0, 0] = NO_CELL
    paint_terrain(plan, every_cell(small_plan()), "sea").apply(plan)
    assert plan.terrain_at(Cell("main", 1, 1)) is None
    assert plan.terrain_at(Cell("main", 2, 1)) == "sea"


def test_a_hex_printed_on_two_sheets_is_painted_on_both() -> None:
    plan = two_sheets()
    paint_terrain(plan, Cells.of([Cell("b", 1, 1)]), "sea").apply(plan)
    assert plan.terrain_at(Cell("a", 4, 1)) == plan.terrain_at(Cell("b", 1, 1)) == "sea"


def test_one_terrain_takes_the_place_of_another_here_or_everywhere() -> None:
    plan = small_plan()
    paint_terrain(plan, Cells.of([Cell("main", 1, 1), Cell("main", 6, 5)]), "forest").apply(plan)
    here = replace_terrain(plan, "forest", "sea", within=Cells.of([Cell("main", 1, 1), Cell("main", 2, 1)]))
    assert len(here.cells["main"]) == 1
    everywhere = replace_terrain(plan, "forest", "sea")
    everywhere.apply(plan)
    assert plan.terrain_at(Cell("main", 6, 5)) == "sea"
    assert replace_terrain(plan, "tundra", "sea").is_empty
    assert replace_terrain(plan, "sea", "sea").is_empty


def test_a_lake_is_filled_in_one_change() -> None:
    plan = small_plan()
    paint_terrain(plan, brush(plan, [Cell("main", 3, 3)], 2), "sea").apply(plan)
    paint_terrain(plan, flood(plan, Cell("main", 3, 3)), "swamp").apply(plan)
    assert plan.terrain_at(Cell("main", 3, 2)) == "swamp"
    assert plan.terrain_at(Cell("main", 1, 1)) == "clear"


def test_hexes_are_added_where_there_is_room_and_none_yet() -> None:
    plan = small_plan()
    plan.sheets["main"].terrain[0, 0] = NO_CELL
    change = add_cells(plan, every_cell(small_plan()), "forest")
    change.apply(plan)
    assert plan.terrain_at(Cell("main", 1, 1)) == "forest"
    assert plan.terrain_at(Cell("main", 2, 1)) == "clear"


def test_a_hex_is_not_added_where_another_sheet_prints_one() -> None:
    plan = two_sheets()
    plan.sheets["a"].terrain[0, 3] = NO_CELL
    assert add_cells(plan, Cells.of([Cell("a", 4, 1)]), "forest").is_empty
    plan.sheets["b"].terrain[0, 0] = NO_CELL
    assert add_cells(plan, Cells.of([Cell("b", 1, 1)]), "forest").cells.keys() == {"a"}


def test_a_hex_cut_out_takes_what_lies_on_it_along_and_undo_brings_it_back() -> None:
    plan = small_plan()
    grid = plan.sheets["main"].grid
    gone, beside = Cell("main", 3, 3), Cell("main", 3, 4)
    plan.features["city"] = FeaturePlan("city", gone.key, "city", "Ford")
    plan.paths["rail-1"] = PathPlan("rail-1", "rail", ("main:3,1", "main:3,2", gone.key, beside.key, "main:3,5"))
    plan.links["ferry"] = LinkPlan("ferry", gone.key, "main:6,1", "ferry")
    plan.regions["north"] = RegionPlan("north", "country", "North", frozenset((gone.key, beside.key)))
    shared = canonical_side(grid, gone, 3, "river")
    plan.sides[shared] = SidePlan()
    entering = canonical_side(grid, gone, 0, "cliff")
    plan.sides[entering] = SidePlan(gone.key)
    before = plan.copy()
    change = erase_cells(plan, Cells.of([gone]))
    change.apply(plan)
    assert plan.terrain_at(gone) is None
    assert not plan.features
    assert not plan.links
    assert sorted(line.through for line in plan.paths.values()) == [("main:3,1", "main:3,2"), (beside.key, "main:3,5")]
    assert plan.regions["north"].members == {beside.key}
    assert shared in plan.sides, "there is still a hex on its other side"
    assert entering not in plan.sides, "nobody enters the hex any more"
    change.revert(plan)
    assert plan == before


def test_a_terrain_must_be_chosen() -> None:
    plan = small_plan()
    for command in (paint_terrain, add_cells):
        with pytest.raises(CannotEdit):
            command(plan, every_cell(plan), "")
    with pytest.raises(CannotEdit):
        paint_terrain(plan, every_cell(plan), "Not A Word")
