"""Spaces, boxes and connections with the mouse."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt

from editor.documents.workbench import EditLayer, InkGroup, Picked
from editor.model.edits import Part
from editor.model.selection import Selection
from editor.tools.preview import TraceLook
from engine.definitions.plan import LinkPlan, MapPlan, SpacePlan
from tests.editor.tools.hand import ALT, SHIFT, Hand


@pytest.fixture
def points(bench_with: Callable[[MapPlan], Hand]) -> Hand:
    """Four spaces in a square, two of them connected."""
    plan = MapPlan("points", "Points", "tools", terrain_names=["clear"])
    for name, at in (("a", (0.0, 0.0)), ("b", (8.0, 0.0)), ("c", (8.0, 8.0)), ("d", (0.0, 8.0))):
        plan.spaces[name] = SpacePlan(name, name.upper(), at, "clear")
    plan.links["a--b/regular"] = LinkPlan("a--b/regular", "a", "b", "regular")
    return bench_with(plan)


def links(hand: Hand) -> set[tuple[str, str, str]]:
    return {(link.a, link.b, link.kind) for link in hand.plan.links.values()}


def test_a_click_puts_a_space_down_with_the_terrain_in_hand(points: Hand) -> None:
    tool = points.take("space", "forest")
    points.controller.set_option(tool.name, "title", "Kiev")
    with points.one_entry():
        points.click(points.at(4.0, 4.0))
    kiev = points.plan.spaces["kiev"]
    assert (kiev.name, kiev.terrain) == ("Kiev", "forest")
    assert kiev.position == pytest.approx((4.0, 4.0), abs=0.1)


def test_spaces_without_a_name_are_numbered_and_a_double_click_puts_down_one(points: Hand) -> None:
    points.take("space")
    with points.one_entry():
        points.double_click(points.at(4.0, 4.0))
    assert points.plan.spaces["space-5"].name == "Space 5"
    assert len(points.plan.spaces) == 5


def test_twelve_spaces_by_twelve_clicks(bench_with: Callable[[MapPlan], Hand]) -> None:
    hand = bench_with(MapPlan("empty", "Empty", "tools"))
    tool = hand.take("space", "clear")
    hand.controller.set_option(tool.name, "snap", True)
    hand.click(hand.at(0.0, 0.0))
    for number in range(1, 12):
        hand.click(hand.at(*_free(hand, number)))
    assert len(hand.plan.spaces) == 12
    assert hand.stored() == hand.plan


def _free(hand: Hand, number: int) -> tuple[float, float]:
    """Somewhere in view beside all the others; the view follows the map as it grows."""
    box = hand.canvas.view_box
    x = box.left + (number % 4 + 0.5) * box.width / 4
    y = box.top + (number // 4 + 0.5) * box.height / 4
    while hand.canvas.picture.key_at(x, y) is not None:
        x += 0.3
    return x, y


def test_a_space_is_dragged_and_its_connection_follows(points: Hand) -> None:
    points.take("space")
    with points.one_entry():
        points.press(points.at(0.0, 0.0))
        points.move(points.at(2.0, 2.0))
        assert {trace.look for trace in points.controller.preview.traces} == {TraceLook.GUIDE, TraceLook.COVER}
        points.release(points.at(3.0, 3.0))
    assert points.plan.spaces["a"].position == pytest.approx((3.0, 3.0), abs=0.1)
    assert points.bench.picked == Picked(Part.SPACE, "a")


def test_a_space_that_undo_took_away_is_not_selected_any_more(points: Hand) -> None:
    points.take("space")
    points.click(points.at(4.0, 4.0))
    points.click(points.at(0.0, 0.0), SHIFT)
    assert points.bench.selection.places == {"space-5", "a"}
    points.document.undo_stack.undo()
    assert points.bench.selection == Selection(places=frozenset(("a",)))
    points.document.undo_stack.redo()
    assert points.bench.selection.places == {"space-5", "a"}
    points.document.undo_stack.undo()
    points.drag(points.at(0.0, 0.0), points.at(2.0, 2.0), points.at(3.0, 3.0))
    assert points.plan.spaces["a"].position == pytest.approx((3.0, 3.0), abs=0.1)


def test_selected_spaces_are_dragged_together_and_the_grabbed_one_snaps(points: Hand) -> None:
    tool = points.take("space")
    points.controller.set_option(tool.name, "snap", True)
    points.click(points.at(0.0, 0.0))
    points.click(points.at(8.0, 8.0), SHIFT)
    assert points.bench.selection == Selection(places=frozenset(("a", "c")))
    with points.one_entry():
        points.drag(points.at(0.0, 0.0), points.at(2.0, 1.0), points.at(3.3, 1.8))
    assert points.plan.spaces["a"].position == (3.0, 2.0)
    assert points.plan.spaces["c"].position == (11.0, 10.0)


def test_escape_puts_dragged_spaces_back(points: Hand) -> None:
    points.take("space")
    with points.no_trace():
        points.press(points.at(0.0, 0.0))
        points.move(points.at(3.0, 3.0))
        points.key(Qt.Key.Key_Escape)
        points.release(points.at(3.0, 3.0))
    assert points.controller.preview.is_empty


def test_locked_spaces_are_neither_put_down_nor_dragged(points: Hand) -> None:
    points.take("space")
    points.refuses(EditLayer.SPACES, lambda: points.click(points.at(4.0, 4.0)))
    points.said.clear()
    points.refuses(EditLayer.SPACES, lambda: points.drag(points.at(0.0, 0.0), points.at(3.0, 3.0)))


def test_the_brush_paints_the_space_under_it(points: Hand) -> None:
    points.take("terrain-brush", "forest")
    with points.one_entry():
        points.drag(points.at(0.0, 0.0), points.at(0.2, 0.1))
    assert {space.id for space in points.plan.spaces.values() if space.terrain == "forest"} == {"a"}


# Boxes


def test_a_drag_says_how_large_a_box_is(points: Hand) -> None:
    tool = points.take("box")
    points.controller.set_option(tool.name, "title", "Losses")
    with points.one_entry():
        points.drag(points.at(2.0, 2.0), points.at(5.0, 4.0), points.at(6.0, 5.0))
    box = points.plan.boxes["losses"]
    assert box.position == pytest.approx((4.0, 3.5), abs=0.1)
    assert (box.attributes["width"], box.attributes["height"]) == pytest.approx((4.0, 3.0), abs=0.1)


def test_a_click_makes_a_box_of_the_usual_size_and_escape_none(points: Hand) -> None:
    points.take("box")
    with points.one_entry():
        points.click(points.at(4.0, 4.0))
    with points.no_trace():
        points.press(points.at(-2.0, 4.0))
        points.move(points.at(-1.0, 6.0))
        points.key(Qt.Key.Key_Escape)
        points.release(points.at(-1.0, 6.0))


def test_locked_spaces_get_no_box(points: Hand) -> None:
    points.take("box")
    points.refuses(EditLayer.SPACES, lambda: points.drag(points.at(2.0, 2.0), points.at(5.0, 4.0)))


# Connections


def test_two_clicks_connect(points: Hand) -> None:
    points.take("connect", "sea")
    with points.one_entry():
        points.click(points.at(0.0, 0.0))
        points.hover(points.at(4.0, 4.0))
        assert TraceLook.LINE in {trace.look for trace in points.controller.preview.traces}
        points.click(points.at(8.0, 8.0))
    assert ("a", "c", "sea") in links(points)


def test_a_drag_connects(points: Hand) -> None:
    points.take("connect", "regular")
    with points.one_entry():
        points.drag(points.at(8.0, 8.0), points.at(4.0, 8.0), points.at(0.0, 8.0))
    assert ("c", "d", "regular") in links(points)


def test_a_chain_goes_on_from_the_last_space(points: Hand) -> None:
    tool = points.take("connect", "sea")
    points.controller.set_option(tool.name, "chain", True)
    for at in ((0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (0.0, 8.0)):
        points.click(points.at(*at))
    points.key(Qt.Key.Key_Escape)
    assert {("a", "b", "sea"), ("b", "c", "sea"), ("c", "d", "sea")} <= links(points)
    assert points.entries == 3


def test_parallel_connections_are_made_when_asked_and_one_way_too(points: Hand) -> None:
    tool = points.take("connect", "regular")
    with points.no_trace():
        points.drag(points.at(0.0, 0.0), points.at(8.0, 0.0))
    assert [said.key for said in points.said] == ["edit.cannot.connected-already"]
    points.said.clear()
    points.controller.set_option(tool.name, "parallel", True)
    points.controller.set_option(tool.name, "one_way", True)
    with points.one_entry():
        points.drag(points.at(0.0, 0.0), points.at(8.0, 0.0))
    assert [link.one_way for link in points.plan.links.values()] == [False, True]


def test_escape_forgets_the_first_place(points: Hand) -> None:
    points.take("connect", "sea")
    with points.no_trace():
        points.click(points.at(0.0, 0.0))
        points.key(Qt.Key.Key_Escape)
        points.click(points.at(8.0, 8.0))
        points.key(Qt.Key.Key_Escape)


def test_a_drag_that_ends_nowhere_connects_nothing(points: Hand) -> None:
    points.take("connect", "sea")
    with points.no_trace():
        points.drag(points.at(0.0, 0.0), points.at(4.0, 4.0))
    assert not points.controller.tools["connect"].is_busy


def test_a_click_on_a_connection_picks_it_and_alt_deletes_it(points: Hand) -> None:
    points.take("connect", "regular")
    with points.no_trace():
        points.click(points.at(4.0, 0.0))
    assert points.bench.picked == Picked(Part.LINK, "a--b/regular")
    with points.one_entry():
        points.click(points.at(4.0, 0.0), ALT)
    assert links(points) == set()


def test_locked_spaces_are_not_connected(points: Hand) -> None:
    points.take("connect", "sea")
    points.refuses(EditLayer.SPACES, lambda: points.click(points.at(0.0, 0.0)))


@pytest.mark.parametrize(("what", "at"), [("connections", (4.0, 0.0)), ("spaces", (8.0, 8.0))])
def test_the_eraser_takes_connections_and_spaces(points: Hand, what: str, at: tuple[float, float]) -> None:
    tool = points.take("eraser")
    points.controller.set_option(tool.name, "what", what)
    with points.one_entry():
        points.click(points.at(*at))
    assert len(points.plan.links) + len(points.plan.spaces) == 4


def test_a_region_is_painted_over_spaces(points: Hand) -> None:
    from editor.commands.regions import create_region

    points.document.push(create_region(points.plan, "country", "North"))
    points.take("region-brush", "north", InkGroup.REGIONS)
    with points.one_entry():
        points.drag(points.at(0.0, 0.0), points.at(4.0, 0.0), points.at(8.0, 0.0))
    assert set(points.plan.regions["north"].members) == {"a", "b"}


def test_a_brush_paints_a_space_that_a_fast_hand_passes_over(points: Hand) -> None:
    points.take("terrain-brush", "forest")
    with points.one_entry():
        points.drag(points.at(4.0, 0.0), points.at(12.0, 0.0))
    assert {name for name, space in points.plan.spaces.items() if space.terrain == "forest"} == {"b"}


def test_a_straight_stroke_over_spaces_keeps_all_that_it_runs_over(points: Hand) -> None:
    points.take("terrain-brush", "forest")
    with points.one_entry():
        points.drag(*(points.at(x, 0.0) for x in (0.0, 4.0, 8.0, 11.0)), held=SHIFT)
    assert {name for name, space in points.plan.spaces.items() if space.terrain == "forest"} == {"a", "b"}


def test_the_eraser_takes_a_connection_that_a_fast_hand_crosses(points: Hand) -> None:
    tool = points.take("eraser")
    points.controller.set_option(tool.name, "what", "connections")
    with points.one_entry():
        points.drag(points.at(4.0, -3.0), points.at(4.0, 3.0))
    assert links(points) == set()
