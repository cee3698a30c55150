"""Spaces and boxes copied, cut, pasted, doubled and stamped, with the connections among them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt

from editor.commands.clipboard import paste_places
from editor.documents.workbench import EditLayer
from editor.geometry.cells import Cells
from editor.model.fragment import Mirror
from editor.model.fragment_copy import copied
from editor.model.selection import Selection, chosen
from editor.refusal import CannotEdit
from editor.tools.preview import TraceLook
from editor.tools.selection import selection_actions as actions
from editor.tools.selection.stamp_book import StampBook
from engine.definitions.plan import (
    BoxPlan,
    Cell,
    FeaturePlan,
    LinkPlan,
    MapPlan,
    PathPlan,
    RegionPlan,
    SpacePlan,
)
from tests.editor.tools.hand import CTRL, Hand
from tests.helpers.plans import small_plan


def furnish(plan: MapPlan) -> MapPlan:
    """Three spaces in a row and a box; two connections between the first two, one to the third, a rail, a city."""
    for name, at in (("a", (0.0, 0.0)), ("b", (6.0, 0.0)), ("c", (12.0, 0.0))):
        plan.spaces[name] = SpacePlan(name, name.upper(), at, "clear", {"value": 2})
    plan.boxes["pool"] = BoxPlan("pool", "Pool", (3.0, 5.0), {})
    for a, b, kind, one_way in (
        ("a", "b", "regular", False),
        ("b", "a", "sea", True),
        ("b", "c", "regular", False),
        ("pool", "a", "regular", False),
    ):
        key = f"{a}--{b}/{kind}"
        plan.links[key] = LinkPlan(key, a, b, kind, one_way, {"capacity": 3})
    plan.features["town"] = FeaturePlan("town", "a", "city", "Ford")
    plan.paths["rail-1"] = PathPlan("rail-1", "rail", ("a", "b", "c"), {"state": "intact"})
    plan.regions["north"] = RegionPlan("north", "country", "North", frozenset(("a", "c")))
    return plan


@pytest.fixture
def points(bench_with: Callable[[MapPlan], Hand]) -> Hand:
    return bench_with(furnish(MapPlan("points", "Points", "tools", terrain_names=["clear"])))


def select(hand: Hand, *places: str) -> None:
    hand.bench.select(Selection(places=frozenset(places)))


def links(hand: Hand) -> set[tuple[str, str, str, bool]]:
    return {(link.a, link.b, link.kind, link.one_way) for link in hand.plan.links.values()}


def test_doubled_spaces_are_connected_as_their_originals_are(points: Hand) -> None:
    select(points, "a", "b")
    before = links(points)
    with points.one_entry():
        assert actions.duplicate(points.bench)
    assert points.bench.selection.places == {"a-2", "b-2"}
    assert links(points) - before == {("a-2", "b-2", "regular", False), ("b-2", "a-2", "sea", True)}
    assert points.plan.spaces["a-2"].attributes == {"value": 2}
    assert points.plan.spaces["a-2"].position == (actions.ASIDE, actions.ASIDE)
    assert points.plan.features["a-2/city"].name == "Ford"
    assert "a-2" in points.plan.regions["north"].members
    (rail,) = (line for line in points.plan.paths.values() if line.id != "rail-1")
    assert (rail.through, rail.attributes) == (("a-2", "b-2"), {"state": "intact"})


def test_copied_spaces_are_laid_down_with_a_click_where_no_hex_is(points: Hand) -> None:
    points.take("select-rectangle")
    select(points, "a", "b", "pool")
    assert actions.copy(points.bench)
    assert actions.paste_in_hand(points.bench)
    points.hover(points.at(8.0, 4.0))
    assert {trace.look for trace in points.controller.preview.traces} == {TraceLook.LINE, TraceLook.COVER}
    with points.one_entry():
        points.click(points.at(9.0, 4.0))
    assert ("pool-2", "a-2", "regular", False) in links(points)
    x, y = points.plan.spaces["a-2"].position
    assert points.plan.spaces["b-2"].position == pytest.approx((x + 6.0, y))
    assert points.plan.boxes["pool-2"].position == pytest.approx((x + 3.0, y + 5.0))
    with points.one_entry():
        points.click(points.at(2.0, -3.0))
    assert "a-3" in points.plan.spaces
    points.key(Qt.Key.Key_Escape)
    assert points.bench.tool == "select-rectangle"


def test_cut_spaces_keep_their_names_when_they_come_back(points: Hand) -> None:
    select(points, "a", "b", "c", "pool")
    whole = links(points)
    with points.one_entry():
        assert actions.cut(points.bench)
    assert points.plan.spaces == {}
    assert points.plan.links == {}
    points.bench.set_tool("stamp")
    points.click(points.at(5.0, 2.0))
    assert set(points.plan.spaces) == {"a", "b", "c"}
    assert links(points) == whole
    assert points.plan.paths["rail-1"].through == ("a", "b", "c")
    assert points.plan.features["town"].at == "a"


def test_ctrl_leaves_a_copy_with_its_connections(points: Hand) -> None:
    select(points, "a", "b")
    points.take("move-selection")
    with points.one_entry():
        points.press(points.at(0.0, 0.0))
        points.move(points.at(1.0, -2.0), CTRL)
        points.release(points.at(1.0, -3.0), CTRL)
    assert ("a-2", "b-2", "regular", False) in links(points)
    assert points.plan.spaces["a-2"].position == pytest.approx((1.0, -3.0), abs=0.1)
    assert points.plan.spaces["a"].position == (0.0, 0.0)


def test_a_ctrl_click_that_drags_nothing_leaves_no_copy(bench_with: Callable[[MapPlan], Hand]) -> None:
    hand = bench_with(furnish(small_plan(cols=6, rows=5)))
    select(hand, "b")
    hand.take("move-selection")
    with hand.no_trace():
        hand.click(hand.at(6.0, 0.0), CTRL)


def test_spaces_in_hand_are_turned_and_mirrored(points: Hand) -> None:
    select(points, "a", "b", "c")
    actions.copy(points.bench)
    held = points.bench.clipboard
    assert held is not None
    points.bench.set_tool("stamp")
    for _ in range(6):
        assert actions.rotate(points.bench)
    turned = points.bench.clipboard
    assert turned is not None
    for before, after in zip(held.places, turned.places, strict=True):
        assert after.at == pytest.approx(before.at, abs=1e-9)
    actions.rotate(points.bench, 3)
    actions.mirror(points.bench)
    turned = points.bench.clipboard
    assert turned is not None
    for before, after in zip(held.places, turned.places, strict=True):
        assert after.at == pytest.approx((before.at[0], -before.at[1]), abs=1e-9)
    assert held.mirrored(Mirror.TOP_BOTTOM).places[0].at == pytest.approx(turned.places[0].at, abs=1e-9)


def test_spaces_are_kept_as_a_stamp_with_the_file(points: Hand) -> None:
    select(points, "a", "b")
    assert actions.keep_stamp(points.bench, "Pair")
    (stamp,) = StampBook(points.document).stamps()
    assert stamp.fragment == copied(points.plan, Cells(), places=("a", "b"))
    assert actions.take_stamp(points.bench, "Pair")
    with points.one_entry():
        points.click(points.at(4.0, -4.0))
    assert ("a-2", "b-2", "regular", False) in links(points)


def test_hexes_and_spaces_are_copied_together_with_what_ties_them(bench_with: Callable[[MapPlan], Hand]) -> None:
    plan = small_plan(cols=12, rows=8)
    plan.spaces["port"] = SpacePlan("port", "Port", (3.0, 12.0), "clear")
    plan.links["way"] = LinkPlan("way", "port", "main:2,6", "regular")
    plan.paths["road"] = PathPlan("road", "road", ("main:2,5", "main:2,6", "port"))
    hand = bench_with(plan)
    cells = Cells.of(Cell("main", 2, row) for row in (5, 6))
    hand.bench.select(chosen(hand.plan, cells, ("port",)))
    assert actions.copy(hand.bench)
    hand.bench.set_tool("stamp")
    hand.hover(hand.hex(8, 5))
    with hand.one_entry():
        hand.click(hand.hex(8, 5))
    ((other, tied),) = [(link.a, link.b) for link in hand.plan.links.values() if link.id != "way"]
    assert other == "port-2"
    cell = Cell("main", 8, int(tied.partition(",")[2]))
    assert cell.key == tied
    (road,) = (line for line in hand.plan.paths.values() if line.id != "road")
    assert road.through[1:] == (tied, "port-2")


def test_nothing_selected_is_not_copied(points: Hand) -> None:
    assert not actions.copy(points.bench)
    assert [said.key for said in points.said] == ["edit.cannot.nothing-selected"]
    with pytest.raises(CannotEdit):
        copied(points.plan, Cells(), places=("nobody",))
    with pytest.raises(CannotEdit):
        paste_places(points.plan, copied(small_plan(), Cells.of((Cell("main", 1, 1),))), (0.0, 0.0))


def test_a_locked_layer_gets_no_copies(points: Hand) -> None:
    select(points, "a", "b")
    points.refuses(EditLayer.SPACES, lambda: actions.duplicate(points.bench))
