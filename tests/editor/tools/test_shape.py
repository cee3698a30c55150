"""The shape of the map with the mouse: crop, hexes added and cut out, insets linked, sheets joined."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt

from editor.documents.workbench import EditLayer
from engine.core.boards.hexes import HexGrid, Orientation, Parity
from engine.core.boards.labels import LabelScheme
from engine.definitions.plan import Cell, MapPlan, SheetPlan
from tests.editor.tools.hand import ALT, Hand
from tests.helpers.plans import small_plan


@pytest.fixture
def two_sheets(bench_with: Callable[[MapPlan], Hand]) -> Hand:
    """The main map and another sheet beside it."""
    plan = small_plan(cols=8, rows=6)
    plan.sheets["east"] = SheetPlan(
        "east",
        HexGrid(Orientation.FLAT, Parity.ODD),
        (1, 1),
        (5, 4),
        LabelScheme(prefix="E"),
        "clear",
        plan.filled((5, 4), "clear"),
        origin=(18.0, 0.0),
    )
    return bench_with(plan)


def test_a_sheet_is_cropped_to_a_rectangle_when_enter_says_so(hand: Hand) -> None:
    hand.take("crop")
    with hand.one_entry():
        hand.drag(hand.hex(3, 3), hand.hex(8, 6))
        assert hand.plan.sheets["main"].size == (12, 10)
        hand.key(Qt.Key.Key_Return)
    assert (hand.plan.sheets["main"].first, hand.plan.sheets["main"].size) == ((3, 3), (6, 4))


def test_a_rectangle_beyond_the_edge_lets_the_sheet_grow(hand: Hand) -> None:
    hand.take("crop")
    with hand.one_entry():
        hand.drag(hand.hex(2, 1), hand.hex(12, 11))
        hand.double_click(hand.hex(12, 11))
    assert (hand.plan.sheets["main"].first, hand.plan.sheets["main"].size) == ((2, 1), (11, 11))
    assert hand.plan.terrain_at(Cell("main", 12, 11)) == "clear"


def test_escape_drops_the_rectangle(hand: Hand) -> None:
    hand.take("crop")
    with hand.no_trace():
        hand.drag(hand.hex(3, 3), hand.hex(8, 6))
        hand.key(Qt.Key.Key_Escape)
        hand.key(Qt.Key.Key_Return)
    assert hand.controller.preview.is_empty


def test_locked_terrain_is_not_cropped(hand: Hand) -> None:
    hand.take("crop")
    hand.refuses(EditLayer.TERRAIN, lambda: hand.drag(hand.hex(3, 3), hand.hex(8, 6)))


def test_hexes_are_cut_out_for_a_jagged_edge_and_put_back(hand: Hand) -> None:
    hand.take("place", "city")
    hand.click(hand.hex(12, 4))
    hand.take("cell-brush", "forest")
    with hand.one_entry():
        hand.drag(hand.hex(12, 3), hand.hex(12, 6), held=ALT)
    gone = [Cell("main", 12, row) for row in range(3, 7)]
    assert all(hand.plan.terrain_at(cell) is None for cell in gone)
    assert hand.plan.features == {}
    with hand.one_entry():
        hand.drag(hand.hex(12, 3), hand.hex(12, 5))
    assert [hand.plan.terrain_at(cell) for cell in gone] == ["forest", "forest", "forest", None]


def test_hexes_that_are_there_stay_as_they_are(hand: Hand) -> None:
    hand.take("cell-brush", "forest")
    with hand.no_trace():
        hand.drag(hand.hex(3, 3), hand.hex(6, 3))


def test_beyond_the_sheet_no_hex_can_be_added(hand: Hand) -> None:
    hand.take("cell-brush", "forest")
    with hand.no_trace():
        hand.click(hand.at(-30.0, -30.0))
    assert [said.key for said in hand.said] == ["tool.cannot.no-room-here"]


def test_escape_puts_hexes_back_that_were_cut_out(hand: Hand) -> None:
    hand.take("cell-brush", "forest")
    with hand.no_trace():
        hand.press(hand.hex(12, 3), ALT)
        hand.move(hand.hex(12, 6), ALT)
        assert hand.plan.terrain_at(Cell("main", 12, 5)) is None
        hand.key(Qt.Key.Key_Escape)
        hand.release(hand.hex(12, 6))


def test_a_locked_layer_keeps_the_hexes_its_things_lie_on(hand: Hand) -> None:
    hand.take("place", "city")
    hand.click(hand.hex(12, 4))
    hand.take("cell-brush", "forest")
    hand.refuses(EditLayer.FEATURES, lambda: hand.drag(hand.hex(12, 3), hand.hex(12, 6), held=ALT))


def test_two_clicks_link_an_inset(two_sheets: Hand) -> None:
    two_sheets.take("inset-link")
    with two_sheets.one_entry():
        two_sheets.click(two_sheets.hex(2, 2, "east"))
        two_sheets.click(two_sheets.hex(5, 5))
    (link,) = two_sheets.plan.links.values()
    assert (link.a, link.b, link.kind) == ("east:2,2", "main:5,5", "inset")


def test_escape_forgets_the_first_hex_of_a_link(two_sheets: Hand) -> None:
    two_sheets.take("inset-link")
    with two_sheets.no_trace():
        two_sheets.click(two_sheets.hex(2, 2, "east"))
        two_sheets.key(Qt.Key.Key_Escape)
        two_sheets.click(two_sheets.hex(5, 5))
        two_sheets.key(Qt.Key.Key_Escape)


def test_locked_spaces_are_not_linked(two_sheets: Hand) -> None:
    two_sheets.take("inset-link")
    two_sheets.refuses(EditLayer.SPACES, lambda: two_sheets.click(two_sheets.hex(2, 2, "east")))


def test_two_clicks_join_sheets(two_sheets: Hand) -> None:
    two_sheets.take("join-sheets")
    with two_sheets.one_entry():
        two_sheets.click(two_sheets.hex(1, 1, "east"))
        two_sheets.click(two_sheets.hex(7, 2))
    (join,) = two_sheets.plan.joins
    assert (join.sheet, join.cell, join.onto_sheet, join.onto) == ("east", (1, 1), "main", (7, 2))


def test_a_stroke_goes_over_both_sheets_where_they_overlap(two_sheets: Hand) -> None:
    test_two_clicks_join_sheets(two_sheets)
    two_sheets.take("terrain-brush", "forest")
    with two_sheets.one_entry():
        two_sheets.drag(two_sheets.hex(6, 3), two_sheets.hex(8, 3))
    plan = two_sheets.plan
    assert plan.terrain_at(Cell("main", 7, 3)) == "forest"
    assert plan.terrain_at(Cell("east", 1, 2)) == "forest"
