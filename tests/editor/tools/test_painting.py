"""Painting: brush, eraser, line, rectangle, polygon, fill, replace, eyedropper, with the mouse on the map."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt

from editor.commands.sheets import add_sheet
from editor.documents.workbench import EditLayer, Ink, InkGroup
from engine.core.boards.hexes import HexGrid, Orientation, Parity
from engine.definitions.plan import NO_TERRAIN, Cell, MapPlan
from tests.editor.tools.hand import CTRL, SHIFT, Hand
from tests.helpers.plans import small_plan

SHAPES = ("terrain-brush", "terrain-line", "terrain-rectangle")


def terrain(hand: Hand, kind: str = "forest") -> set[tuple[int, int]]:
    """The hexes of a terrain by column and row."""
    plan = hand.plan
    return {
        (cell.col, cell.row)
        for sheet in plan.sheets.values()
        for cell in sheet.cells()
        if plan.terrain_at(cell) == kind
    }


def test_a_click_with_the_brush_paints_one_hex(hand: Hand) -> None:
    hand.take("terrain-brush", "forest")
    with hand.one_entry():
        hand.click(hand.hex(4, 4))
    assert terrain(hand) == {(4, 4)}


def test_a_fast_stroke_has_no_gaps(hand: Hand) -> None:
    hand.take("terrain-brush", "forest")
    with hand.one_entry():
        hand.drag(hand.hex(2, 5), hand.hex(10, 5))
    painted = terrain(hand)
    assert {col for col, _ in painted} == set(range(2, 11))
    assert painted == set(hand.plan.sheets["main"].grid.line((2, 5), (10, 5)))


def test_a_stroke_that_leaves_the_map_comes_back_to_it(hand: Hand) -> None:
    hand.take("terrain-brush", "forest")
    off = hand.hex(6, 1)
    off.setY(off.y() - 40)
    with hand.one_entry():
        hand.drag(hand.hex(5, 1), off, hand.hex(7, 1))
    assert {(5, 1), (7, 1)} <= terrain(hand)


@pytest.mark.parametrize("radius", range(1, 8))
def test_the_brush_covers_all_within_its_radius(hand: Hand, radius: int) -> None:
    hand.take("terrain-brush", "forest")
    for _ in range(radius - 1):
        hand.key(Qt.Key.Key_BracketRight)
    assert hand.bench.brush == radius
    with hand.one_entry():
        hand.click(hand.hex(6, 5))
    grid, sheet = hand.plan.sheets["main"].grid, hand.plan.sheets["main"]
    assert terrain(hand) == {cell for cell in grid.within((6, 5), radius - 1) if sheet.code(*cell)}


def test_the_brush_is_never_smaller_than_a_hex_or_larger_than_seven(hand: Hand) -> None:
    hand.take("terrain-brush", "forest")
    hand.key(Qt.Key.Key_BracketLeft)
    assert hand.bench.brush == 1
    for _ in range(10):
        hand.key(Qt.Key.Key_BracketRight)
    assert hand.bench.brush == 7


def test_shift_paints_straight_from_where_the_last_stroke_ended(hand: Hand) -> None:
    hand.take("terrain-brush", "forest")
    hand.click(hand.hex(2, 2))
    with hand.one_entry():
        hand.click(hand.hex(8, 5), SHIFT)
    assert terrain(hand) == set(hand.plan.sheets["main"].grid.line((2, 2), (8, 5)))


def test_a_straight_stroke_follows_the_mouse_and_forgets_where_it_was(hand: Hand) -> None:
    hand.take("terrain-brush", "forest")
    with hand.one_entry():
        hand.drag(hand.hex(2, 2), hand.hex(9, 9), hand.hex(9, 2), held=SHIFT)
    assert terrain(hand) == set(hand.plan.sheets["main"].grid.line((2, 2), (9, 2)))


@pytest.mark.parametrize("tool", SHAPES)
def test_escape_takes_a_stroke_back(hand: Hand, tool: str) -> None:
    hand.take(tool, "forest")
    with hand.no_trace():
        hand.press(hand.hex(2, 2))
        hand.move(hand.hex(8, 6))
        assert terrain(hand) or tool == "terrain-rectangle"
        hand.key(Qt.Key.Key_Escape)
        assert terrain(hand) == set()
        hand.move(hand.hex(9, 9))
        hand.release(hand.hex(9, 9))


@pytest.mark.parametrize("tool", [*SHAPES, "flood-fill", "replace-terrain"])
def test_locked_terrain_is_not_painted(hand: Hand, tool: str) -> None:
    hand.take(tool, "forest")
    hand.refuses(EditLayer.TERRAIN, lambda: hand.drag(hand.hex(2, 2), hand.hex(5, 5)))


def test_without_a_terrain_in_hand_the_brush_asks_for_one(hand: Hand) -> None:
    hand.take("terrain-brush")
    with hand.no_trace():
        hand.drag(hand.hex(2, 2), hand.hex(5, 5))
    assert {said.key for said in hand.said} == {"tool.cannot.no-ink"}


def test_another_tool_in_hand_takes_an_unfinished_stroke_back(hand: Hand) -> None:
    hand.take("terrain-brush", "forest")
    with hand.no_trace():
        hand.press(hand.hex(2, 2))
        hand.take("eraser")
        hand.release(hand.hex(2, 2))


def test_undo_in_the_middle_of_a_stroke_drops_the_stroke_and_undoes_the_one_before(hand: Hand) -> None:
    hand.take("terrain-brush", "forest")
    hand.click(hand.hex(2, 2))
    hand.press(hand.hex(5, 5))
    hand.move(hand.hex(6, 5))
    hand.document.undo_stack.undo()
    assert terrain(hand) == set()
    hand.release(hand.hex(6, 5))
    assert terrain(hand) == set()
    assert hand.document.undo_stack.canRedo()


def test_a_stroke_over_hexes_that_have_the_terrain_is_no_entry(hand: Hand) -> None:
    hand.take("terrain-brush", "clear")
    with hand.no_trace():
        hand.drag(hand.hex(2, 2), hand.hex(8, 2))


def test_the_line_runs_straight_to_the_mouse(hand: Hand) -> None:
    hand.take("terrain-line", "hills")
    with hand.one_entry():
        hand.drag(hand.hex(2, 8), hand.hex(5, 1), hand.hex(9, 3))
    assert terrain(hand, "hills") == set(hand.plan.sheets["main"].grid.line((2, 8), (9, 3)))


def test_shift_keeps_the_line_to_a_row_of_hexes(hand: Hand) -> None:
    hand.take("terrain-line", "hills")
    near = hand.hex(3, 7)
    near.setX(near.x() + 12)
    with hand.one_entry():
        hand.drag(hand.hex(3, 2), near, held=SHIFT)
    assert terrain(hand, "hills") == {(3, row) for row in range(2, 8)}


def test_a_rectangle_goes_by_columns_and_rows(hand: Hand) -> None:
    hand.take("terrain-rectangle", "sea")
    with hand.one_entry():
        hand.drag(hand.hex(3, 2), hand.hex(6, 5))
    assert terrain(hand, "sea") == {(col, row) for col in range(3, 7) for row in range(2, 6)}


def test_the_edge_of_a_rectangle(hand: Hand) -> None:
    tool = hand.take("terrain-rectangle", "sea")
    assert hand.controller.set_option(tool.name, "filled", False)
    with hand.one_entry():
        hand.drag(hand.hex(2, 2), hand.hex(7, 7))
    painted = terrain(hand, "sea")
    assert {(col, row) for col, row in painted if col in (2, 7)} == {
        (col, row) for col in (2, 7) for row in range(2, 8)
    }
    assert (4, 4) not in painted
    assert (5, 5) not in painted


def test_a_polygon_clicked_corner_by_corner(hand: Hand) -> None:
    hand.take("terrain-polygon", "forest")
    corners = [hand.hex(2, 2), hand.hex(9, 2), hand.hex(9, 8), hand.hex(2, 8)]
    with hand.one_entry():
        for corner in corners:
            hand.click(corner)
            assert terrain(hand) == set()
        hand.hover(hand.hex(5, 5))
        hand.key(Qt.Key.Key_Return)
    assert {(3, 3), (8, 7), (5, 5)} <= terrain(hand)
    assert not {(1, 1), (10, 9), (11, 5)} & terrain(hand)


def test_a_click_on_its_first_corner_closes_a_polygon(hand: Hand) -> None:
    hand.take("terrain-polygon", "forest")
    with hand.one_entry():
        for corner in [(2, 2), (9, 2), (5, 8), (2, 2)]:
            hand.click(hand.hex(*corner))
    assert (5, 4) in terrain(hand)


def test_backspace_takes_the_last_corner_back(hand: Hand) -> None:
    hand.take("terrain-polygon", "forest")
    with hand.one_entry():
        for corner in [(2, 2), (6, 2), (11, 9), (6, 6), (2, 6)]:
            hand.click(hand.hex(*corner))
            if corner == (11, 9):
                hand.key(Qt.Key.Key_Backspace)
        hand.double_click(hand.hex(2, 4))
    assert (4, 4) in terrain(hand)
    assert (8, 6) not in terrain(hand)


def test_a_polygon_of_two_corners_is_refused_and_not_lost(hand: Hand) -> None:
    hand.take("terrain-polygon", "forest")
    hand.click(hand.hex(2, 2))
    hand.click(hand.hex(9, 2))
    hand.key(Qt.Key.Key_Return)
    assert [said.key for said in hand.said] == ["tool.cannot.three-corners"]
    hand.said.clear()
    with hand.one_entry():
        hand.click(hand.hex(5, 8))
        hand.key(Qt.Key.Key_Return)


def test_escape_drops_a_polygon(hand: Hand) -> None:
    hand.take("terrain-polygon", "forest")
    with hand.no_trace():
        for corner in [(2, 2), (9, 2), (5, 8)]:
            hand.click(hand.hex(*corner))
        hand.key(Qt.Key.Key_Escape)
        hand.key(Qt.Key.Key_Return)
    assert hand.controller.preview.is_empty


def wall(hand: Hand, column: int) -> None:
    """Sea from top to bottom."""
    hand.take("terrain-line", "sea")
    hand.drag(hand.hex(column, 1), hand.hex(column, 10))


def test_a_fill_stops_at_other_terrain(hand: Hand) -> None:
    wall(hand, 6)
    hand.take("flood-fill", "forest")
    with hand.one_entry():
        hand.click(hand.hex(2, 2))
    assert terrain(hand) == {(col, row) for col in range(1, 6) for row in range(1, 11)}


def test_a_fill_respects_hexsides_when_asked(hand: Hand) -> None:
    hand.take("hexside-path", "river")
    hand.click(hand.corner(6, 1, 1))
    hand.click(hand.corner(6, 10, 3))
    hand.key(Qt.Key.Key_Return)
    fill = hand.take("flood-fill", "forest")
    hand.controller.set_option(fill.name, "barrier", "any")
    with hand.one_entry():
        hand.click(hand.hex(2, 2))
    assert 0 < len(terrain(hand)) < 80
    hand.take("flood-fill", "hills")
    hand.controller.set_option(fill.name, "barrier", "none")
    with hand.one_entry():
        hand.click(hand.hex(11, 2))
    assert (11, 9) in terrain(hand, "hills")


def test_a_fill_stays_in_the_selection(hand: Hand) -> None:
    hand.take("select-rectangle")
    hand.drag(hand.hex(2, 2) - (hand.hex(2, 2) - hand.hex(1, 1)) / 3, hand.hex(5, 5))
    selected = {(cell.col, cell.row) for cell in hand.bench.selection.cells}
    fill = hand.take("flood-fill", "forest")
    hand.controller.set_option(fill.name, "extent", "selection")
    hand.click(hand.hex(10, 9))
    assert [said.key for said in hand.said] == ["tool.cannot.outside-selection"]
    hand.said.clear()
    with hand.one_entry():
        hand.click(hand.hex(3, 3))
    assert terrain(hand) == selected


def test_replace_changes_a_terrain_everywhere(hand: Hand) -> None:
    wall(hand, 3)
    wall(hand, 9)
    hand.take("replace-terrain", "hills")
    with hand.one_entry():
        hand.click(hand.hex(3, 5))
    assert terrain(hand, "hills") == {(col, row) for col in (3, 9) for row in range(1, 11)}


@pytest.mark.parametrize("held", [CTRL, Qt.KeyboardModifier.AltModifier])
def test_a_held_key_makes_the_brush_an_eyedropper(hand: Hand, held: Qt.KeyboardModifier) -> None:
    wall(hand, 6)
    hand.take("terrain-brush", "forest")
    with hand.no_trace():
        hand.drag(hand.hex(6, 4), hand.hex(6, 5), held=held)
    assert hand.bench.ink == Ink(InkGroup.TERRAIN, "sea")


def test_the_eyedropper_picks_and_gives_the_last_tool_back(hand: Hand) -> None:
    wall(hand, 6)
    hand.take("terrain-brush", "forest")
    hand.take("eyedropper")
    with hand.no_trace():
        hand.click(hand.hex(6, 4))
    assert hand.bench.ink == Ink(InkGroup.TERRAIN, "sea")
    assert hand.bench.tool == "terrain-brush"


def test_the_eyedropper_finds_what_lies_on_top(hand: Hand) -> None:
    hand.take("hexside-brush", "river")
    hand.click(hand.side(4, 4, 1))
    hand.take("place", "city")
    hand.click(hand.hex(8, 8))
    hand.take("eyedropper")
    hand.click(hand.side(4, 4, 1))
    assert hand.bench.ink == Ink(InkGroup.SIDES, "river")
    hand.take("eyedropper")
    hand.click(hand.hex(8, 8))
    assert hand.bench.ink == Ink(InkGroup.FEATURES, "city")


def test_the_eraser_leaves_hexes_bare(hand: Hand) -> None:
    wall(hand, 6)
    hand.take("eraser")
    with hand.one_entry():
        hand.drag(hand.hex(6, 3), hand.hex(6, 6))
    assert terrain(hand, "sea") == {(6, row) for row in (1, 2, 7, 8, 9, 10)}


def test_the_eraser_cuts_hexes_out_of_a_sheet_that_is_filled_with_nothing(
    bench_with: Callable[[MapPlan], Hand],
) -> None:
    plan = small_plan(cols=12, rows=10)
    plan.sheets["main"].fill = NO_TERRAIN
    hand = bench_with(plan)
    hand.take("eraser", "forest", InkGroup.TERRAIN)
    with hand.one_entry():
        hand.click(hand.hex(6, 6))
    assert hand.plan.terrain_at(Cell("main", 6, 6)) is None


def test_a_rectangle_outlives_the_way_over_another_sheet(hand: Hand) -> None:
    grid = HexGrid(Orientation.FLAT, Parity.ODD)
    hand.document.push(add_sheet(hand.plan, "inset", grid, (3, 3), fill="clear", origin=(24.0, 0.0)))
    hand.canvas.fit()
    hand.take("terrain-rectangle", "sea")
    with hand.one_entry():
        hand.drag(hand.hex(10, 2), hand.hex(2, 2, "inset"), hand.hex(11, 3))
    assert terrain(hand, "sea") == {(10, 2), (10, 3), (11, 2), (11, 3)}
    with hand.no_trace():
        hand.drag(hand.hex(10, 2), hand.hex(2, 2, "inset"))
    assert [said.key for said in hand.said] == ["edit.cannot.not-joined"]
