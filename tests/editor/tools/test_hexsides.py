"""Hexsides with the mouse: the brush, and the river tool with its chains."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtCore import QPointF, Qt

from editor.commands.sheets import add_sheet, join_sheets
from editor.documents.workbench import EditLayer, Ink, InkGroup
from editor.geometry.ground import Ground
from editor.geometry.hexsides import Hexside, hexside_of
from editor.geometry.vertices import chain_at, ends_of
from editor.tools.preview import TraceLook
from engine.core.boards.hexes import HexGrid, Orientation, Parity
from engine.definitions.plan import Cell, SidePlan
from tests.editor.tools.hand import ALT, CTRL, SHIFT, Hand
from tests.helpers.plans import is_unbroken


def sides(hand: Hand, kind: str = "river") -> set[Hexside]:
    return {hexside_of(side) for side in hand.plan.sides if side.kind == kind}


def bands(hand: Hand) -> set[TraceLook]:
    return {trace.look for trace in hand.controller.preview.traces}


def test_a_click_lays_the_hexside_that_the_preview_showed(hand: Hand) -> None:
    hand.take("hexside-brush", "river")
    hand.hover(hand.side(5, 5, 1))
    assert bands(hand) == {TraceLook.SNAP}
    with hand.one_entry():
        hand.click(hand.side(5, 5, 1))
    assert sides(hand) == {Hexside("main", 5, 5, 1)}


def test_a_hexside_has_one_name_from_either_hex(hand: Hand) -> None:
    hand.take("hexside-brush", "river")
    hand.click(hand.side(5, 5, 4))
    assert sides(hand) == {Hexside("main", 4, 6, 1)}


def test_a_stroke_follows_hexsides_and_not_the_hexes_between(hand: Hand) -> None:
    hand.take("hexside-brush", "river")
    with hand.one_entry():
        hand.drag(hand.side(5, 5, 0), hand.side(5, 5, 1), hand.side(5, 5, 2), hand.side(5, 5, 3))
    assert sides(hand) >= {Hexside("main", 5, 5, direction) for direction in (0, 1, 2)}
    assert len(sides(hand)) <= 6


def test_a_stroke_through_the_middle_of_a_hex_leaves_no_trace_there(hand: Hand) -> None:
    hand.take("hexside-brush", "river")
    hand.press(hand.side(5, 5, 0))
    hand.move(hand.hex(5, 5))
    hand.release(hand.hex(5, 5))
    assert sides(hand) == {Hexside("main", 5, 5, 0)}


def degrees(hand: Hand) -> list[int]:
    """How many hexsides of the river meet at each of its corners."""
    ground = Ground(hand.plan)
    corners = Counter(corner for side in sides(hand) for corner in ends_of(ground, side) or ())
    return sorted(corners.values())


def assert_one_line(hand: Hand) -> None:
    """The river has two ends, no fork and no gap."""
    found = degrees(hand)
    assert found[:2] == [1, 1], found
    assert set(found[2:]) <= {2}, found
    assert len(chain_at(hand.plan, next(iter(hand.plan.sides)))) == len(sides(hand)) + 1


STROKES_ACROSS = {
    "level": ((2, 5), (9, 0)),
    "upright": ((5, 2), (0, 7)),
    "aslant": ((2, 2), (9, 6)),
    "the other way": ((11, 3), (-9, 5)),
}


@pytest.mark.parametrize("stroke", STROKES_ACROSS.values(), ids=STROKES_ACROSS)
@pytest.mark.parametrize("steps", [4, 60])
def test_a_free_drag_across_the_map_is_one_line_without_rungs(
    hand: Hand, stroke: tuple[tuple[int, int], tuple[int, int]], steps: int
) -> None:
    (col, row), (across, down) = stroke
    start, end = hand.hex(col, row), hand.hex(col + across, row + down)
    hand.take("hexside-brush", "river")
    with hand.one_entry():
        hand.drag(*(start + (end - start) * n / steps for n in range(steps + 1)))
    assert len(sides(hand)) >= 10
    assert_one_line(hand)


def test_a_hand_that_trembles_still_draws_one_line(hand: Hand) -> None:
    start, end = hand.side(2, 4, 2), hand.side(12, 6, 2)
    off = (hand.hex(3, 4) - hand.hex(2, 4)).manhattanLength() / 8
    hand.take("hexside-brush", "river")
    points = [start + (end - start) * n / 80 + QPointF(off * (n % 3 - 1), off * (n % 5 - 2) / 2) for n in range(81)]
    hand.drag(*points)
    assert_one_line(hand)


def test_going_back_over_the_last_hexsides_takes_them_back(hand: Hand) -> None:
    hand.take("hexside-brush", "river")
    course = [hand.corner(5, 5, number) for number in (0, 1, 2, 3)]
    hand.press(hand.side(5, 5, 0))
    for at in course:
        hand.move(at)
    laid = sides(hand)
    assert len(laid) == 3
    for at in (course[2], course[1]):
        hand.move(at)
    hand.release(course[1])
    assert sides(hand) == {Hexside("main", 5, 5, 0)} < laid


def test_a_drag_from_one_hexside_to_the_next_lays_both_and_no_third(hand: Hand) -> None:
    hand.take("hexside-brush", "river")
    with hand.one_entry():
        hand.drag(hand.side(5, 5, 0), hand.side(5, 5, 1))
    assert sides(hand) == {Hexside("main", 5, 5, 0), Hexside("main", 5, 5, 1)}


def test_a_drag_around_a_hex_closes_a_ring(hand: Hand) -> None:
    hand.take("hexside-brush", "river")
    hand.drag(*(hand.side(5, 5, number % 6) for number in range(8)))
    assert len(sides(hand)) == 6
    assert degrees(hand) == [2] * 6


def test_a_drag_that_erases_catches_every_hexside_it_comes_near_to(hand: Hand) -> None:
    hand.take("hexside-brush", "river")
    for direction in range(6):
        hand.click(hand.side(5, 5, direction))
    hand.drag(hand.side(5, 5, 0), hand.hex(5, 5), hand.side(5, 5, 3), held=ALT)
    assert len(sides(hand)) == 4


def test_a_hexside_carries_several_kinds_and_the_brush_toggles_its_own_when_asked(hand: Hand) -> None:
    at = hand.side(5, 5, 1)
    for kind in ("river", "wall"):
        hand.take("hexside-brush", kind)
        with hand.one_entry():
            hand.click(at)
    assert sides(hand, "river") == sides(hand, "wall") == {Hexside("main", 5, 5, 1)}
    with hand.no_trace():
        hand.click(at)
    assert hand.controller.set_option("hexside-brush", "toggle", True)
    hand.hover(at)
    assert bands(hand) == {TraceLook.ERASE}
    with hand.one_entry():
        hand.click(at)
    assert sides(hand, "river") == {Hexside("main", 5, 5, 1)}
    assert sides(hand, "wall") == set()


def test_alt_rubs_out_and_without_the_kind_does_nothing(hand: Hand) -> None:
    at = hand.side(5, 5, 1)
    hand.take("hexside-brush", "river")
    hand.click(at)
    hand.take("hexside-brush", "wall")
    with hand.no_trace():
        hand.click(at, ALT)
    hand.take("hexside-brush", "river")
    with hand.one_entry():
        hand.click(at, ALT)
    assert sides(hand) == set()


def test_shift_goes_on_from_the_last_hexside(hand: Hand) -> None:
    hand.take("hexside-brush", "river")
    hand.click(hand.side(3, 5, 0))
    with hand.one_entry():
        hand.click(hand.side(9, 5, 0), SHIFT)
    first = next(iter(hand.plan.sides))
    assert is_unbroken(chain_at(hand.plan, first))
    assert len(sides(hand)) > 8


def test_what_is_laid_says_what_the_options_say(hand: Hand) -> None:
    tool = hand.take("hexside-brush", "river")
    assert "attribute.wide" in [option.name for option in tool.options_shown()]
    assert hand.controller.set_option(tool.name, "attribute.wide", True)
    assert hand.controller.set_option(tool.name, "one_way", True)
    assert not hand.controller.set_option(tool.name, "attribute.wide", "very")
    inside = hand.side(5, 5, 1) * 0.9 + hand.hex(5, 5) * 0.1
    with hand.one_entry():
        hand.click(inside)
    assert list(hand.plan.sides.values()) == [SidePlan("main:5,5", {"wide": True})]
    hand.take("hexside-brush", "wall")
    assert "attribute.wide" not in [option.name for option in tool.options_shown()]


def test_ctrl_takes_up_the_kind_of_a_hexside(hand: Hand) -> None:
    hand.take("hexside-brush", "wall")
    hand.click(hand.side(5, 5, 1))
    hand.take("hexside-brush", "river")
    with hand.no_trace():
        hand.click(hand.side(5, 5, 1), CTRL)
    assert hand.bench.ink == Ink(InkGroup.SIDES, "wall")


def test_escape_takes_a_stroke_along_hexsides_back(hand: Hand) -> None:
    hand.take("hexside-brush", "river")
    with hand.no_trace():
        hand.press(hand.side(5, 5, 0))
        hand.move(hand.side(5, 5, 1))
        assert sides(hand)
        hand.key(Qt.Key.Key_Escape)
        hand.release(hand.side(5, 5, 1))


def test_locked_hexsides_stay_as_they_are(hand: Hand) -> None:
    hand.take("hexside-brush", "river")
    hand.refuses(EditLayer.SIDES, lambda: hand.drag(hand.side(5, 5, 0), hand.side(5, 5, 1)))


# Rivers


def river(hand: Hand, *corners: QPointF) -> None:
    hand.take("hexside-path", "river")
    for corner in corners:
        hand.click(corner)
    hand.key(Qt.Key.Key_Return)


def test_a_river_of_twenty_hexsides_by_three_clicks(hand: Hand) -> None:
    with hand.one_entry():
        river(hand, hand.corner(2, 3, 0), hand.corner(6, 5, 0), hand.corner(11, 4, 0))
    assert len(sides(hand)) >= 17
    chain = chain_at(hand.plan, next(iter(hand.plan.sides)))
    assert is_unbroken(chain)
    assert len(chain) == len(sides(hand)) + 1


def test_the_way_to_the_pointer_is_shown_before_the_click(hand: Hand) -> None:
    hand.take("hexside-path", "river")
    hand.hover(hand.corner(2, 3, 0))
    assert bands(hand) == {TraceLook.SNAP}
    hand.click(hand.corner(2, 3, 0))
    with hand.no_trace():
        hand.hover(hand.corner(6, 5, 0))
        shown = [trace for trace in hand.controller.preview.traces if trace.look is TraceLook.SNAP]
        assert shown[0].path.elementCount() > 5
        hand.key(Qt.Key.Key_Escape)
    assert hand.controller.preview.is_empty


def test_backspace_takes_the_last_click_back_and_enter_ends(hand: Hand) -> None:
    hand.take("hexside-path", "river")
    with hand.one_entry():
        hand.click(hand.corner(2, 3, 0))
        hand.click(hand.corner(5, 3, 0))
        hand.click(hand.corner(10, 9, 0))
        hand.key(Qt.Key.Key_Backspace)
        hand.key(Qt.Key.Key_Return)
    assert max(side.row for side in sides(hand)) <= 4


def test_a_double_click_ends_a_chain(hand: Hand) -> None:
    hand.take("hexside-path", "river")
    with hand.one_entry():
        hand.click(hand.corner(2, 3, 0))
        hand.double_click(hand.corner(6, 3, 0))
    assert len(sides(hand)) >= 7


def test_a_point_is_dragged_before_the_chain_is_finished(hand: Hand) -> None:
    hand.take("hexside-path", "river")
    with hand.one_entry():
        for corner in (hand.corner(2, 3, 0), hand.corner(6, 3, 0), hand.corner(10, 3, 0)):
            hand.click(corner)
        hand.drag(hand.corner(6, 3, 0), hand.corner(6, 5, 0), hand.corner(6, 7, 0))
        hand.key(Qt.Key.Key_Return)
    assert max(side.row for side in sides(hand)) >= 6


def test_a_point_is_put_in_by_dragging_the_way(hand: Hand) -> None:
    hand.take("hexside-path", "river")
    with hand.one_entry():
        hand.click(hand.corner(2, 3, 0))
        hand.click(hand.corner(10, 3, 0))
        tool = hand.controller.tools["hexside-path"]
        way = hand.controller.preview.traces[-1].path
        middle = way.elementAt(way.elementCount() // 2)
        on_way = hand.at(middle.x, middle.y)
        hand.drag(on_way, hand.corner(6, 7, 0))
        assert len(hand.controller.preview.handles) == 3
        assert tool.is_busy
        hand.key(Qt.Key.Key_Return)
    assert max(side.row for side in sides(hand)) >= 6


def test_delete_takes_out_the_point_under_the_pointer(hand: Hand) -> None:
    hand.take("hexside-path", "river")
    for corner in (hand.corner(2, 3, 0), hand.corner(6, 8, 0), hand.corner(10, 3, 0)):
        hand.click(corner)
    hand.hover(hand.corner(6, 8, 0))
    with hand.one_entry():
        hand.key(Qt.Key.Key_Delete)
        assert len(hand.controller.preview.handles) == 2
        hand.key(Qt.Key.Key_Return)
    assert max(side.row for side in sides(hand)) <= 5


def test_delete_after_backspace_has_no_point_under_the_pointer(hand: Hand) -> None:
    hand.take("hexside-path", "river")
    for corner in (hand.corner(2, 3, 0), hand.corner(6, 8, 0), hand.corner(10, 3, 0)):
        hand.click(corner)
    hand.key(Qt.Key.Key_Backspace)
    with hand.no_trace():
        hand.key(Qt.Key.Key_Delete)
    assert len(hand.controller.preview.handles) == 2


def test_a_lake_shore_closes_on_its_first_point(hand: Hand) -> None:
    hand.take("hexside-path", "river")
    corners = [hand.corner(4, 4, 0), hand.corner(7, 4, 1), hand.corner(7, 7, 2), hand.corner(4, 7, 4)]
    with hand.one_entry():
        for corner in (*corners, corners[0]):
            hand.click(corner)
        hand.key(Qt.Key.Key_Return)
    chain = chain_at(hand.plan, next(iter(hand.plan.sides)))
    assert chain[0] == chain[-1]


def test_a_click_on_the_middle_of_a_river_takes_it_up_and_bends_it(hand: Hand) -> None:
    river(hand, hand.corner(2, 3, 0), hand.corner(10, 3, 0))
    old = sides(hand)
    taken = next(side for side in old if side.col == 6)
    hand.take("hexside-path", "wall")
    hand.hover(hand.side(taken.col, taken.row, taken.direction))
    assert bands(hand) == {TraceLook.SNAP}
    with hand.one_entry():
        hand.click(hand.side(taken.col, taken.row, taken.direction))
        handles = hand.controller.preview.handles
        assert len(handles) >= 2
        hand.drag(hand.at(*handles[-1]), hand.corner(10, 6, 0), hand.corner(10, 8, 0))
        hand.key(Qt.Key.Key_Return)
    assert sides(hand, "wall") == set()
    assert max(side.row for side in sides(hand)) >= 7
    assert is_unbroken(chain_at(hand.plan, next(iter(hand.plan.sides))))


def test_escape_leaves_a_river_that_was_taken_up_as_it_was(hand: Hand) -> None:
    river(hand, hand.corner(2, 3, 0), hand.corner(10, 3, 0))
    taken = next(side for side in sides(hand) if side.col == 6)
    with hand.no_trace():
        hand.click(hand.side(taken.col, taken.row, taken.direction))
        hand.drag(hand.at(*hand.controller.preview.handles[-1]), hand.corner(10, 8, 0))
        hand.key(Qt.Key.Key_Escape)


def test_undo_while_a_river_is_bent_lets_go_of_it(hand: Hand) -> None:
    river(hand, hand.corner(2, 3, 0), hand.corner(10, 3, 0))
    taken = next(side for side in sides(hand) if side.col == 6)
    hand.click(hand.side(taken.col, taken.row, taken.direction))
    hand.document.undo_stack.undo()
    assert sides(hand) == set()
    assert not hand.controller.tools["hexside-path"].is_busy
    hand.key(Qt.Key.Key_Return)
    assert sides(hand) == set()


def test_alt_erases_a_river_by_stroke(hand: Hand) -> None:
    river(hand, hand.corner(2, 3, 0), hand.corner(10, 3, 0))
    before = sides(hand)
    some = sorted(before)[3:7]
    with hand.one_entry():
        hand.drag(*(hand.side(side.col, side.row, side.direction) for side in some), held=ALT)
    assert set(some).isdisjoint(sides(hand))
    assert sides(hand) < before


def test_a_click_off_the_map_does_not_cost_the_chain(hand: Hand) -> None:
    hand.take("hexside-path", "river")
    hand.click(hand.corner(2, 3, 0))
    hand.click(hand.at(-60.0, -60.0))
    assert [said.key for said in hand.said] == ["tool.cannot.no-hex-here"]
    hand.said.clear()
    with hand.one_entry():
        hand.click(hand.corner(6, 3, 0))
        hand.key(Qt.Key.Key_Return)


def test_locked_hexsides_get_no_river(hand: Hand) -> None:
    hand.take("hexside-path", "river")
    hand.refuses(EditLayer.SIDES, lambda: hand.click(hand.corner(2, 3, 0)))


def test_the_eraser_rubs_out_hexsides_when_rivers_are_in_hand(hand: Hand) -> None:
    river(hand, hand.corner(2, 3, 0), hand.corner(10, 3, 0))
    hand.take("eraser")
    side = sorted(sides(hand))[4]
    with hand.one_entry():
        hand.click(hand.side(side.col, side.row, side.direction))
    assert side not in sides(hand)


def test_the_eraser_rubs_out_what_the_tool_before_laid_and_not_what_was_chosen_before_that(hand: Hand) -> None:
    """Forest is painted, the river tool is taken by its key, and what was drawn with it is rubbed out."""
    river(hand, hand.corner(2, 3, 0), hand.corner(10, 3, 0))
    hand.take("terrain-brush", "forest")
    hand.click(hand.hex(5, 3))
    hand.take("hexside-path")
    hand.take("eraser")
    painted, side = hand.plan.terrain_at(Cell("main", 5, 3)), sorted(sides(hand))[4]
    hand.click(hand.side(side.col, side.row, side.direction))
    assert side not in sides(hand)
    assert hand.plan.terrain_at(Cell("main", 5, 3)) == painted == "forest"


def test_the_eraser_leaves_other_kinds_when_only_the_chosen_one_is_meant(hand: Hand) -> None:
    at = hand.side(5, 5, 1)
    for kind in ("river", "wall"):
        hand.take("hexside-brush", kind)
        hand.click(at)
    tool = hand.take("eraser")
    hand.controller.set_option(tool.name, "only_ink", True)
    with hand.one_entry():
        hand.click(at)
    assert sides(hand, "wall") == set()
    assert sides(hand, "river") == {Hexside("main", 5, 5, 1)}


def test_a_broad_eraser_takes_all_hexsides_of_the_hexes_it_covers(hand: Hand) -> None:
    river(hand, hand.corner(2, 3, 0), hand.corner(10, 3, 0))
    hand.take("eraser")
    hand.bench.set_brush(7)
    with hand.one_entry():
        hand.click(hand.hex(6, 4))
    assert sides(hand) == set()


def test_alt_rubs_out_all_kinds_when_told(hand: Hand) -> None:
    at = hand.side(5, 5, 1)
    for kind in ("river", "wall"):
        tool = hand.take("hexside-brush", kind)
        hand.click(at)
    hand.controller.set_option(tool.name, "all_kinds", True)
    with hand.one_entry():
        hand.click(at, ALT)
    assert hand.plan.sides == {}


def test_a_straight_run_rubs_out_all_kinds_when_told_too(hand: Hand) -> None:
    for kind in ("river", "wall"):
        tool = hand.take("hexside-brush", kind)
        for side in range(6):
            hand.click(hand.side(5, 5, side))
    hand.controller.set_option(tool.name, "all_kinds", True)
    hand.click(hand.corner(5, 5, 0), ALT)
    left = len(hand.plan.sides)
    hand.click(hand.corner(5, 5, 3), ALT | SHIFT)
    assert {side.kind for side in hand.plan.sides} <= {"river", "wall"}
    assert sides(hand, "river") == sides(hand, "wall"), "both went along the way"
    assert len(hand.plan.sides) < left


def test_a_river_begun_on_a_sheet_that_is_joined_meanwhile_is_let_go(hand: Hand) -> None:
    grid = HexGrid(Orientation.FLAT, Parity.ODD)
    hand.document.push(add_sheet(hand.plan, "east", grid, (3, 3), fill="clear", origin=(24.0, 0.0)))
    hand.canvas.fit()
    hand.document.push(join_sheets(hand.plan, Cell("main", 12, 3), Cell("east", 1, 3)))
    hand.document.undo_stack.undo()
    tool = hand.take("hexside-path", "river")
    hand.click(hand.corner(2, 2, 0, "east"))
    hand.click(hand.corner(2, 3, 3, "east"))
    assert tool.is_busy
    hand.document.undo_stack.redo()
    hand.key(Qt.Key.Key_Return)
    assert not hand.plan.sides, "its corners would lie elsewhere now"
