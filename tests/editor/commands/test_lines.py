"""Rails and roads are lines of places: drawn, bent, cut and joined, and they carry their state."""

from __future__ import annotations

import pytest

from editor.commands.lines import (
    LineEnd,
    cut_line,
    delete_lines,
    draw_line,
    edit_line,
    erase_lines,
    erase_steps,
    extend_line,
    join_lines,
    redraw_line,
    split_line,
)
from editor.geometry.cells import Cells
from editor.geometry.ground import Ground
from editor.geometry.route import route
from editor.geometry.routing import ThroughHexes
from editor.model.lines import chains_of
from editor.refusal import CannotEdit
from engine.definitions.plan import Cell, LinkPlan, MapPlan, SpacePlan
from tests.editor.geometry.test_ground import two_sheets
from tests.helpers.plans import hexes_of, small_plan

DOWN = tuple(f"main:3,{row}" for row in range(1, 6))


def a_rail(**attributes: str) -> MapPlan:
    plan = small_plan()
    draw_line(plan, "rail", DOWN, attributes=attributes).apply(plan)
    return plan


def ways(plan: MapPlan) -> list[tuple[str, ...]]:
    return sorted(line.through for line in plan.paths.values())


def test_a_rail_is_drawn_by_clicks_and_carries_its_state() -> None:
    plan = small_plan(cols=20, rows=20)
    ground = Ground(plan)
    spots = [ground.spot(cell) for cell in (Cell("main", 1, 1), Cell("main", 16, 5))]
    chain = route(ThroughHexes(plan), [spot for spot in spots if spot]).chain
    draw_line(plan, "rail", hexes_of(plan, chain), attributes={"state": "intact"}).apply(plan)
    line = plan.paths["rail-1"]
    assert len(line.through) == 16
    assert line.attributes == {"state": "intact"}
    draw_line(plan, "rail", ("main:1,1", "main:1,2")).apply(plan)
    assert sorted(plan.paths) == ["rail-1", "rail-2"]


def test_every_step_of_a_line_leads_to_a_neighbour_or_along_a_connection() -> None:
    plan = small_plan()
    with pytest.raises(CannotEdit) as refused:
        draw_line(plan, "rail", ("main:1,1", "main:5,5"))
    assert refused.value.message.args == {"a": "0101", "b": "0505"}
    plan.spaces["kiev"] = SpacePlan("kiev", "Kiev", (0.0, 0.0), "")
    plan.links["way"] = LinkPlan("way", "kiev", "main:1,1", "regular")
    draw_line(plan, "rail", ("kiev", "main:1,1", "main:1,2")).apply(plan)
    with pytest.raises(CannotEdit):
        draw_line(plan, "rail", ("main:1,1", "main:1,1"))
    with pytest.raises(CannotEdit):
        draw_line(plan, "rail", ("main:1,1", "main:1,99"))


def test_a_line_over_a_seam_names_each_hex_as_its_owner_does() -> None:
    plan = two_sheets()
    draw_line(plan, "rail", ("a:3,1", "b:1,1", "b:2,1")).apply(plan)
    assert ways(plan) == [("a:3,1", "a:4,1", "b:2,1")]


def test_a_line_grows_at_either_end() -> None:
    plan = a_rail()
    extend_line(plan, "rail-1", (DOWN[-1], "main:4,5")).apply(plan)
    extend_line(plan, "rail-1", ("main:2,1", "main:1,1"), end=LineEnd.FIRST).apply(plan)
    assert plan.paths["rail-1"].through == ("main:1,1", "main:2,1", *DOWN, "main:4,5")


def test_a_line_is_bent_under_its_own_id() -> None:
    plan = a_rail(state="cut")
    redraw_line(plan, "rail-1", ("main:1,1", "main:1,2")).apply(plan)
    assert plan.paths["rail-1"].through == ("main:1,1", "main:1,2")
    assert plan.paths["rail-1"].attributes == {"state": "cut"}


def test_a_cut_takes_out_a_step_and_a_split_takes_out_nothing() -> None:
    plan = a_rail()
    cut_line(plan, "rail-1", 2).apply(plan)
    assert ways(plan) == [DOWN[:3], DOWN[3:]]
    assert plan.paths["rail-1"].through == DOWN[:3], "the longer piece keeps the name"
    plan = a_rail()
    split_line(plan, "rail-1", 2).apply(plan)
    assert ways(plan) == [DOWN[:3], DOWN[2:]]
    for command in (cut_line, split_line):
        with pytest.raises(CannotEdit):
            command(plan, "rail-1", 9)


def test_two_lines_that_meet_become_one_whichever_way_they_run() -> None:
    plan = small_plan()
    draw_line(plan, "rail", DOWN[:3][::-1], attributes={"gauge": 1}).apply(plan)
    draw_line(plan, "rail", DOWN[2:][::-1]).apply(plan)
    draw_line(plan, "road", DOWN[2:]).apply(plan)
    join_lines(plan, "rail-1", "rail-2").apply(plan)
    assert plan.paths["rail-1"].through in (DOWN, DOWN[::-1])
    assert plan.paths["rail-1"].attributes == {"gauge": 1}
    with pytest.raises(CannotEdit):
        join_lines(plan, "rail-1", "road-1")
    with pytest.raises(CannotEdit):
        join_lines(plan, "rail-1", "rail-1")


def test_an_eraser_takes_steps_out_and_leaves_the_pieces() -> None:
    plan = a_rail(state="intact")
    draw_line(plan, "road", ("main:2,3", "main:3,3", "main:4,3")).apply(plan)
    change = erase_lines(plan, Cells.of([Cell("main", 3, 3)]), kinds=["rail"])
    change.apply(plan)
    assert ways(plan) == [("main:2,3", "main:3,3", "main:4,3"), DOWN[:2], DOWN[3:]]
    assert all(line.attributes == {"state": "intact"} for line in plan.paths.values() if line.kind == "rail")
    change.revert(plan)
    assert DOWN in ways(plan)


def test_single_steps_are_erased_whichever_way_they_are_named() -> None:
    plan = a_rail()
    erase_steps(plan, [(DOWN[1], DOWN[0])]).apply(plan)
    assert ways(plan) == [DOWN[1:]]
    assert erase_steps(plan, [("main:1,1", "main:1,2")]).is_empty
    assert erase_steps(plan, [(DOWN[1], DOWN[2])], kinds=["road"]).is_empty


def test_a_line_changes_its_kind_and_goes() -> None:
    plan = a_rail()
    edit_line(plan, "rail-1", kind="road", attributes={"state": "mud"}).apply(plan)
    assert plan.paths["rail-1"].kind == "road"
    delete_lines(plan, ["rail-1"]).apply(plan)
    assert not plan.paths
    with pytest.raises(CannotEdit):
        delete_lines(plan, ["rail-1"])


def test_steps_become_chains_that_begin_and_end_where_lines_meet() -> None:
    steps = [("a", "b"), ("b", "c"), ("c", "d"), ("c", "e"), ("x", "y"), ("y", "z"), ("z", "x")]
    found = chains_of(steps)
    assert sorted(len(chain) for chain in found) == [2, 2, 3, 4]
    ends = {chain[0] for chain in found if chain[0] != chain[-1]} | {chain[-1] for chain in found}
    assert "b" not in ends
    assert sum(len(chain) - 1 for chain in found) == len(steps)
