"""Spaces are placed, aligned and connected; what is deleted takes its connections along."""

from __future__ import annotations

import pytest

from editor.commands.connections import connect, delete_links, edit_link, link_inset
from editor.commands.layout import Align, Along, align, distribute, move_places, put_places, snap, snapped_point
from editor.commands.lines import draw_line
from editor.commands.places import add_feature
from editor.commands.regions import create_region
from editor.commands.spaces import add_box, add_space, delete_places, edit_box, edit_space, paint_spaces
from editor.refusal import CannotEdit
from engine.definitions.plan import Cell, MapPlan
from tests.editor.geometry.test_ground import two_sheets
from tests.helpers.plans import small_plan


def towns() -> MapPlan:
    """Kiev, Gomel and Brest in a ragged row."""
    plan = MapPlan("roads", "Roads", "")
    for name, at in (("Kiev", (0.0, 0.0)), ("Gomel", (4.0, 1.0)), ("Brest", (10.0, -1.0))):
        add_space(plan, name, at, terrain="clear").apply(plan)
    return plan


def test_a_space_has_an_id_from_its_name_that_never_changes() -> None:
    plan = towns()
    assert sorted(plan.spaces) == ["brest", "gomel", "kiev"]
    add_space(plan, "Kiev", (9.0, 9.0)).apply(plan)
    add_box(plan, "Kiev", (9.0, 9.0)).apply(plan)
    assert "kiev-2" in plan.spaces
    assert "kiev-3" in plan.boxes, "a box and a space are never confused"
    edit_space(plan, "kiev", name="Kyiv", terrain="forest", attributes={"value": 2}).apply(plan)
    assert plan.spaces["kiev"].name == "Kyiv"
    paint_spaces(plan, ["kiev", "gomel"], "marsh").apply(plan)
    assert plan.spaces["gomel"].terrain == "marsh"
    edit_box(plan, "kiev-3", title="Reserve", attributes={"side": "red"}).apply(plan)
    assert plan.boxes["kiev-3"].title == "Reserve"


def test_places_are_moved_together_aligned_and_spread() -> None:
    plan = towns()
    everyone = ["kiev", "gomel", "brest"]
    move_places(plan, everyone, (1.0, 1.0)).apply(plan)
    assert plan.spaces["kiev"].position == (1.0, 1.0)
    put_places(plan, {"kiev": (0.0, 0.0)}).apply(plan)
    for how, axis, line in (
        (Align.TOP, 1, 0.0),
        (Align.LEFT, 0, 0.0),
        (Align.RIGHT, 0, 11.0),
        (Align.BOTTOM, 1, 2.0),
        (Align.CENTRE, 0, 5.5),
        (Align.MIDDLE, 1, 1.0),
    ):
        change = align(plan, everyone, how)
        change.apply(plan)
        assert {plan.spaces[name].position[axis] for name in everyone} == {line}
        change.revert(plan)
    distribute(plan, everyone, Along.ACROSS).apply(plan)
    assert plan.spaces["gomel"].position[0] == 5.5
    distribute(plan, everyone, Along.DOWN).apply(plan)
    with pytest.raises(CannotEdit):
        distribute(plan, everyone[:2], Along.ACROSS)
    assert align(plan, [], Align.TOP).is_empty


def test_places_snap_to_a_grid() -> None:
    plan = towns()
    put_places(plan, {"kiev": (1.2, 2.9)}).apply(plan)
    snap(plan, ["kiev"], 0.5).apply(plan)
    assert plan.spaces["kiev"].position == (1.0, 3.0)
    assert snapped_point((1.2, 2.9), 1.0, (0.5, 0.5)) == (1.5, 2.5)
    with pytest.raises(CannotEdit):
        snap(plan, ["kiev"], 0.0)
    with pytest.raises(CannotEdit):
        snap(plan, ["minsk"], 1.0)


def test_connections_are_typed_one_way_and_parallel_when_asked() -> None:
    plan = towns()
    connect(plan, "kiev", "gomel", "rail").apply(plan)
    connect(plan, "kiev", "gomel", "river", one_way=True).apply(plan)
    with pytest.raises(CannotEdit) as refused:
        connect(plan, "gomel", "kiev", "rail")
    assert refused.value.message.args == {"a": "Gomel", "b": "Kiev", "kind": "rail"}
    connect(plan, "kiev", "gomel", "rail", parallel=True).apply(plan)
    assert sorted(plan.links) == ["kiev--gomel/rail", "kiev--gomel/rail#2", "kiev--gomel/river"]
    edit_link(plan, "kiev--gomel/river", reverse=True, kind="sea", attributes={"depth": 1}).apply(plan)
    link = plan.links["kiev--gomel/river"]
    assert (link.a, link.b, link.kind, link.one_way) == ("gomel", "kiev", "sea", True)
    for a, b, kind in (("kiev", "kiev", "rail"), ("kiev", "minsk", "rail"), ("kiev", "brest", "hexside")):
        with pytest.raises(CannotEdit):
            connect(plan, a, b, kind)
    with pytest.raises(CannotEdit):
        edit_link(plan, "nothing")


def test_a_deleted_space_takes_its_connections_and_its_city_along_and_undo_brings_them_back() -> None:
    plan = towns()
    connect(plan, "kiev", "gomel", "rail").apply(plan)
    connect(plan, "gomel", "brest", "rail").apply(plan)
    draw_line(plan, "rail", ("kiev", "gomel", "brest")).apply(plan)
    add_feature(plan, "gomel", "city").apply(plan)
    create_region(plan, "country", "North", places=["gomel", "kiev"]).apply(plan)
    before = plan.copy()
    change = delete_places(plan, ["gomel"])
    change.apply(plan)
    assert not plan.links
    assert not plan.features
    assert not plan.paths
    assert plan.regions["north"].members == {"kiev"}
    change.revert(plan)
    assert plan == before
    with pytest.raises(CannotEdit):
        delete_places(plan, ["minsk"])


def test_a_line_along_a_connection_ends_where_the_last_of_them_is_deleted() -> None:
    plan = towns()
    connect(plan, "kiev", "gomel", "rail").apply(plan)
    connect(plan, "kiev", "gomel", "road").apply(plan)
    connect(plan, "gomel", "brest", "rail").apply(plan)
    draw_line(plan, "rail", ("kiev", "gomel", "brest")).apply(plan)
    delete_links(plan, ["kiev--gomel/road"]).apply(plan)
    assert plan.paths["rail-1"].through == ("kiev", "gomel", "brest")
    delete_links(plan, ["kiev--gomel/rail"]).apply(plan)
    assert plan.paths["rail-1"].through == ("gomel", "brest")


def test_an_inset_is_linked_to_the_main_map() -> None:
    plan = two_sheets()
    plan.joins.clear()
    link_inset(plan, Cell("b", 1, 1), Cell("a", 2, 2)).apply(plan)
    assert [(link.a, link.b, link.kind) for link in plan.links.values()] == [("b:1,1", "a:2,2", "inset")]
    with pytest.raises(CannotEdit):
        link_inset(small_plan(), Cell("main", 1, 1), Cell("main", 99, 1))
