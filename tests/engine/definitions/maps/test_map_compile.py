"""From a plan to the board that the rules play on."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.boards.board_parts import PlaceKind
from engine.core.boards.hexes import HexGrid, Orientation, Parity
from engine.core.boards.labels import LabelScheme
from engine.definitions.issues import DefinitionError
from engine.definitions.maps.compile_map import compile_map
from engine.definitions.maps.map_checks import check_plan
from engine.definitions.plan import (
    NO_CELL,
    BoxPlan,
    Cell,
    FeaturePlan,
    JoinPlan,
    LinkPlan,
    MapPlan,
    PathPlan,
    RegionPlan,
    SheetPlan,
    SidePlan,
    SpacePlan,
    canonical_side,
)
from tests.helpers.plans import random_plan, small_plan


def with_second_sheet(plan: MapPlan, **options: object) -> MapPlan:
    grid = HexGrid(Orientation.FLAT, Parity.ODD)
    plan.sheets["b"] = SheetPlan(
        "b", grid, (1, 1), (3, 3), LabelScheme(prefix="B"), "clear", plan.filled((3, 3), "clear"), **options
    )
    return plan


def test_hexes_terrain_labels_and_holes_arrive() -> None:
    plan = small_plan()
    plan.sheets["main"].terrain[1, 2] = plan.code_of("forest")
    plan.sheets["main"].terrain[0, 0] = NO_CELL
    board = compile_map(plan)
    assert board.size == 29
    assert board.find("0101") is None
    assert board.terrains[board.at("0302")] == "forest"
    assert board.key(board.at("0302")) == "main:3,2"


def test_everything_on_the_map_arrives() -> None:
    plan = small_plan()
    grid = plan.sheets["main"].grid
    plan.spaces["kiev"] = SpacePlan("kiev", "Kiev", (1.0, 2.0), "clear", {"value": 3})
    plan.boxes["dead"] = BoxPlan("dead", "Dead", (5.0, 5.0))
    plan.links["way"] = LinkPlan("way", "kiev", "main:2,2", "road", True, {"cost": 2})
    plan.features["ford"] = FeaturePlan("ford", "main:2,2", "city", "Ford", {"value": 3})
    plan.sides[canonical_side(grid, Cell("main", 2, 2), 3, "river")] = SidePlan("main:2,2", {"wide": True})
    plan.paths["rail"] = PathPlan("rail", "rail", ("main:1,1", "main:1,2", "main:1,3"))
    plan.regions["north"] = RegionPlan("north", "country", "North", frozenset({"main:1,1", "kiev"}))
    board = compile_map(plan)
    here, below, kiev = board.at("0202"), board.at("0203"), board.at("kiev")
    assert board.kinds[kiev] is PlaceKind.SPACE
    assert board.feature(kiev, "space").attributes == {"value": 3}
    assert board.feature(here, "city").name == "Ford"
    way = board.edge_between(kiev, here, "road")
    assert board.edges[way].one_way
    assert board.side_features(way)[0].attributes == {"cost": 2}
    side = board.edge_between(here, below)
    assert board.has_side(side, "river", below)
    assert not board.has_side(side, "river", here), "it matters only to who enters 0202"
    assert board.has_path(board.edge_between(board.at("0101"), board.at("0102")), "rail")
    assert board.region(kiev, "country").title == "North"


def test_joined_sheets_share_their_hexes() -> None:
    plan = with_second_sheet(small_plan())
    plan.joins.append(JoinPlan("b", (1, 1), "main", (5, 1)))
    plan.paths["rail"] = PathPlan("rail", "rail", ("main:4,1", "b:1,1", "b:2,1", "b:3,1"))
    assert not check_plan(plan)
    board = compile_map(plan)
    assert board.at("B0101") == board.at("0501")
    assert board.size == 30 + 9 - 6


def test_what_lies_on_a_hex_that_was_cut_out_is_left_out() -> None:
    plan = small_plan()
    plan.features["ford"] = FeaturePlan("ford", "main:2,2", "city")
    plan.regions["north"] = RegionPlan("north", "country", "North", frozenset({"main:2,2", "main:1,1"}))
    plan.links["way"] = LinkPlan("way", "main:2,2", "main:5,5", "road")
    plan.sheets["main"].terrain[1, 1] = NO_CELL
    board = compile_map(plan)
    assert board.with_feature("city") == ()
    assert {board.key(member) for member in board.regions["north"].members} == {"main:1,1"}
    assert {issue.code for issue in check_plan(plan)} == {"map.no-cell"}


def test_a_path_through_a_hex_that_was_cut_out_ends_before_it_and_begins_again_behind() -> None:
    plan = small_plan()
    plan.paths["rail"] = PathPlan("rail", "rail", tuple(f"main:1,{row}" for row in range(1, 6)))
    plan.paths["stub"] = PathPlan("stub", "road", ("main:1,2", "main:1,3"))
    plan.sheets["main"].terrain[2, 0] = NO_CELL
    assert {issue.code for issue in check_plan(plan)} == {"map.no-cell"}, "no error, so that it can be played"
    board = compile_map(plan)
    lines = {line.id: [board.label(at) for at in line.through] for line in board.path_lines.values()}
    assert lines == {"rail": ["0101", "0102"], "rail#2": ["0104", "0105"]}
    assert board.has_path(board.edge_between(board.at("0104"), board.at("0105")), "rail")


def test_every_reason_against_a_board_is_told_at_once() -> None:
    plan = small_plan()
    plan.features["lost"] = FeaturePlan("lost", "nowhere", "city")
    plan.paths["gap"] = PathPlan("gap", "rail", ("main:1,1", "main:5,5"))
    with pytest.raises(DefinitionError) as caught:
        compile_map(plan)
    assert {issue.where.path for issue in caught.value.issues} == {("features", "lost"), ("paths", "gap")}


JOINS = {
    "map.join-scale": ({"scale": 2.0}, [JoinPlan("b", (1, 1), "main", (5, 1))]),
    "map.join-contradicts": ({}, [JoinPlan("b", (1, 1), "main", (5, 1)), JoinPlan("b", (1, 1), "main", (5, 2))]),
    "map.unknown-sheet": ({}, [JoinPlan("b", (1, 1), "lost", (5, 1))]),
    "map.join-itself": ({}, [JoinPlan("b", (1, 1), "b", (1, 1))]),
}


@pytest.mark.parametrize("code", JOINS)
def test_sheets_that_cannot_lie_flat_are_refused(code: str) -> None:
    options, joins = JOINS[code]
    plan = with_second_sheet(small_plan(), **options)
    plan.joins.extend(joins)
    assert [issue.code for issue in check_plan(plan)] == [code]
    with pytest.raises(DefinitionError):
        compile_map(plan)


@settings(max_examples=60, deadline=None)
@given(st.integers(min_value=0))
def test_a_plan_without_errors_becomes_a_board_with_the_same_numbers_every_time(seed: int) -> None:
    plan = random_plan(seed)
    if any(issue.is_error for issue in check_plan(plan)):
        with pytest.raises(DefinitionError):
            compile_map(plan)
        return
    board = compile_map(plan)
    for name in ("features", "links", "spaces", "boxes", "sides", "paths", "regions"):
        parts = getattr(plan, name)
        setattr(plan, name, dict(reversed(parts.items())))
    again = compile_map(plan)
    assert again.keys == board.keys
    assert again.links == board.links
