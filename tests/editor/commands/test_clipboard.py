"""Pieces of map are pasted, moved, turned and mirrored, and what is moved stays itself."""

from __future__ import annotations

import pytest

from editor.commands.clipboard import Over, clear, move, paste, turn, turn_over
from editor.geometry.cells import Cells, every_cell
from editor.geometry.shapes import brush
from editor.model.fragment import Mirror
from editor.model.fragment_copy import copied
from editor.refusal import CannotEdit
from engine.core.boards.hexes import Orientation
from engine.definitions.plan import NO_TERRAIN, Cell, MapPlan, PathPlan, RegionPlan, SidePlan, canonical_side
from tests.editor.model.test_fragment import a_map
from tests.helpers.plans import small_plan

FORD = Cell("main", 2, 2)


def around(plan: MapPlan) -> Cells:
    return brush(plan, [FORD], 2)


def test_a_piece_is_pasted_onto_another_map_with_its_terrain_and_its_region() -> None:
    plan = small_plan("other", 9, 9)
    fragment = copied(a_map(), around(a_map()), anchor=FORD)
    paste(plan, fragment, Cell("main", 5, 5)).apply(plan)
    assert plan.terrain_at(Cell("main", 5, 5)) == "forest"
    assert [(feature.at, feature.name) for feature in plan.features.values()] == [("main:5,5", "Ford")]
    assert plan.regions["north"] == RegionPlan("north", "country", "North", frozenset(("main:5,5",)), "#aa0000")
    assert [side.towards for side in plan.sides.values()] == ["main:5,5"]
    assert len(plan.paths) == 1


def test_a_piece_pasted_twice_has_two_cities() -> None:
    plan = a_map()
    fragment = copied(plan, Cells.of([FORD]), anchor=FORD)
    for col in (4, 5):
        paste(plan, fragment, Cell("main", col, 4)).apply(plan)
    assert sorted(feature.at for feature in plan.features.values()) == ["main:2,2", "main:4,4", "main:5,4"]


def test_what_falls_off_the_edge_is_left_out_and_all_of_it_is_refused() -> None:
    plan = a_map()
    fragment = copied(plan, every_cell(plan), anchor=Cell("main", 1, 1))
    paste(plan, fragment, Cell("main", 6, 5)).apply(plan)
    assert plan.terrain_at(Cell("main", 6, 5)) == "clear"
    with pytest.raises(CannotEdit) as refused:
        paste(plan, fragment, Cell("main", 600, 5))
    assert refused.value.message.key == "edit.cannot.falls-off"
    with pytest.raises(CannotEdit) as refused:
        paste(a_map(Orientation.POINTY), fragment, Cell("main", 1, 1))
    assert refused.value.message.key == "edit.cannot.fragment-orientation"


def test_what_lies_there_is_kept_or_replaced() -> None:
    bare = copied(small_plan(), Cells.of([Cell("main", 5, 5)]), anchor=Cell("main", 5, 5))
    plan = a_map()
    paste(plan, bare, FORD).apply(plan)
    assert plan.terrain_at(FORD) == "clear"
    assert plan.features
    assert plan.sides
    paste(plan, bare, FORD, over=Over.REPLACE).apply(plan)
    assert not plan.features
    assert not plan.sides
    assert plan.regions["north"].members == {"main:5,5"}
    assert plan.paths["rail-1"].through == ("main:2,1", "main:2,2", "main:2,3", "main:2,4"), "no step is inside"


def test_a_moved_city_is_the_same_city_and_leaves_bare_ground() -> None:
    plan = a_map()
    before = plan.copy()
    change = move(plan, Cells.of([FORD]), FORD, Cell("main", 5, 4))
    change.apply(plan)
    assert plan.terrain_at(FORD) == "clear"
    assert plan.terrain_at(Cell("main", 5, 4)) == "forest"
    assert plan.features["city"].at == "main:5,4"
    assert plan.regions["north"].members == {"main:5,5", "main:5,4"}
    change.revert(plan)
    assert plan == before


def test_a_line_moved_whole_keeps_its_name_and_a_stretch_becomes_a_line() -> None:
    plan = a_map()
    move(plan, Cells.of(Cell("main", 2, row) for row in range(1, 5)), FORD, Cell("main", 4, 2)).apply(plan)
    assert plan.paths["rail-1"].through == ("main:4,1", "main:4,2", "main:4,3", "main:4,4")
    plan = a_map()
    move(plan, Cells.of([FORD, Cell("main", 2, 3)]), FORD, Cell("main", 4, 2)).apply(plan)
    ways = sorted(line.through for line in plan.paths.values())
    assert ways == [("main:2,1", "main:2,2"), ("main:2,3", "main:2,4"), ("main:4,2", "main:4,3")]


def test_a_piece_is_moved_onto_its_own_ground() -> None:
    plan = a_map()
    move(plan, around(plan), FORD, Cell("main", 2, 3)).apply(plan)
    assert plan.terrain_at(Cell("main", 2, 3)) == "forest"
    assert plan.features["city"].at == "main:2,3"


@pytest.mark.parametrize("orientation", Orientation)
def test_six_turns_in_place_change_nothing_that_stayed_on_the_map(orientation: Orientation) -> None:
    plan = a_map(orientation)
    middle = Cell("main", 3, 3)
    disc = brush(plan, [middle], 3)
    plan.paths = {"rail-1": PathPlan("rail-1", "rail", ("main:3,3", "main:3,2"))}
    start = copied(plan, disc, anchor=middle)
    for _ in range(6):
        turn(plan, disc, middle).apply(plan)
    assert copied(plan, disc, anchor=middle) == start
    for axis in Mirror:
        for _ in range(2):
            turn_over(plan, disc, middle, axis).apply(plan)
    assert copied(plan, disc, anchor=middle) == start


def test_clearing_takes_everything_off_and_leaves_the_fill() -> None:
    plan = a_map()
    clear(plan, around(plan)).apply(plan)
    assert not plan.features
    assert not plan.sides
    assert plan.terrain_at(FORD) == "clear"
    plan = a_map()
    clear(plan, around(plan), terrain="sea").apply(plan)
    assert plan.terrain_at(FORD) == "sea"


def test_clearing_a_sheet_without_a_fill_cuts_no_hole() -> None:
    plan = a_map()
    plan.sheets["main"].fill = NO_TERRAIN
    clear(plan, around(plan)).apply(plan)
    assert plan.terrain_at(FORD) == "forest"


def test_a_hexside_whose_hex_falls_off_the_map_is_not_pasted() -> None:
    plan = small_plan()
    grid = plan.sheets["main"].grid
    plan.sides[canonical_side(grid, Cell("main", 2, 2), 0, "slope")] = SidePlan("main:2,1")
    fragment = copied(plan, Cells.of([FORD]), anchor=FORD)
    target = small_plan()
    paste(target, fragment, Cell("main", 2, 1)).apply(target)
    assert not target.sides, "nobody can enter a hex that is not there"
