"""Coasts and tints behind spaces: drawn corner by corner, picked by their edge, bent, moved, cut, deleted."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import pytest
from PySide6.QtCore import QPointF, Qt

from editor.canvas.art.renderer import Portion
from editor.commands.outlines import add_shape
from editor.commands.paint import paint_terrain
from editor.commands.regions import create_region, delete_region
from editor.documents.workbench import EditLayer, Ink, InkGroup, Picked
from editor.geometry.cells import Cells
from editor.model.edits import Part
from editor.tools.selection import selection_actions
from engine.definitions.plan import Cell, MapPlan, Point, SpacePlan, TextPlan
from tests.editor.tools.hand import ALT, SHIFT, Hand
from tests.editor.tools.test_repainting import check_shown
from tests.helpers.pixels import share_unlike
from tests.helpers.plans import small_plan

SQUARE = ((4.0, 4.0), (12.0, 4.0), (12.0, 12.0), (4.0, 12.0))


@pytest.fixture
def coast(bench_with: Callable[[MapPlan], Hand]) -> Hand:
    """A map of two spaces far apart and nothing else, so that there is room."""
    plan = MapPlan("points", "Points", "tools", ["clear", "sea"])
    for name, at in (("a", (0.0, 0.0)), ("b", (24.0, 18.0))):
        plan.spaces[name] = SpacePlan(name, name.upper(), at, "clear")
    hand = bench_with(plan)
    hand.take("outline", "sea")
    return hand


def clicked(hand: Hand, points: Sequence[Point]) -> None:
    for point in points:
        hand.click(hand.at(*point))


def corners(hand: Hand, name: str = "shape-1", ring: int = 0) -> list[Point]:
    """The corners of an outline, to the tenth that a pixel is here."""
    return [(round(x, 1), round(y, 1)) for x, y in hand.plan.shapes[name].rings[ring]]


def is_near(found: Sequence[Point], wanted: Sequence[Point]) -> bool:
    return len(found) == len(wanted) and all(math.dist(a, b) < 0.15 for a, b in zip(found, wanted, strict=True))


def test_an_outline_is_clicked_corner_by_corner(coast: Hand) -> None:
    clicked(coast, SQUARE)
    assert not coast.plan.shapes
    assert coast.document.undo_stack.count() == 0
    coast.key(Qt.Key.Key_Return)
    assert is_near(corners(coast), SQUARE)
    assert (coast.plan.shapes["shape-1"].terrain, coast.plan.shapes["shape-1"].level) == ("sea", 0)
    assert coast.bench.picked == Picked(Part.SHAPE, "shape-1")
    assert coast.document.undo_stack.count() == 1
    check_shown(coast)
    coast.document.undo_stack.undo()
    assert not coast.plan.shapes
    assert coast.bench.picked is None
    check_shown(coast)


def test_a_click_on_the_first_corner_or_a_double_click_ends_it(coast: Hand) -> None:
    clicked(coast, (*SQUARE, SQUARE[0]))
    assert len(coast.plan.shapes) == 1
    clicked(coast, [(6.0, 6.0), (10.0, 6.0)])
    coast.double_click(coast.at(8.0, 9.0))
    assert len(corners(coast, "shape-2")) == 3
    assert coast.plan.shapes["shape-2"].level == 1, "what is drawn later lies on top"


def test_backspace_takes_a_corner_back_and_escape_all(coast: Hand) -> None:
    clicked(coast, (*SQUARE, (8.0, 14.0)))
    coast.key(Qt.Key.Key_Backspace)
    coast.key(Qt.Key.Key_Return)
    assert len(corners(coast)) == 4
    coast.bench.pick(None)
    clicked(coast, [(16.0, 4.0), (18.0, 4.0)])
    coast.key(Qt.Key.Key_Return)
    assert coast.said[-1].key == "tool.cannot.three-corners"
    coast.click(coast.at(18.0, 8.0))
    coast.key(Qt.Key.Key_Escape)
    coast.key(Qt.Key.Key_Return)
    assert len(coast.plan.shapes) == 1


@pytest.fixture
def square(coast: Hand) -> Hand:
    """A sea is there, and nothing is picked."""
    coast.document.push(add_shape(coast.plan, SQUARE, terrain="sea"))
    return coast


def test_an_edge_picks_and_a_corner_is_dragged(square: Hand) -> None:
    square.click(square.at(8.0, 4.0))
    assert square.bench.picked == Picked(Part.SHAPE, "shape-1")
    assert square.document.undo_stack.count() == 1, "a click bends nothing"
    square.drag(square.at(12, 12), square.at(14, 13), square.at(15, 15))
    assert corners(square)[2] == pytest.approx((15.0, 15.0), abs=0.1)
    assert square.document.undo_stack.count() == 2
    check_shown(square)


def test_a_drag_from_an_edge_makes_a_corner_and_alt_takes_it_out(square: Hand) -> None:
    square.drag(square.at(8, 4), square.at(8, 3), square.at(8, 1))
    assert is_near(corners(square), [(4, 4), (8, 1), (12, 4), (12, 12), (4, 12)])
    square.click(square.at(8, 1), ALT)
    assert is_near(corners(square), SQUARE)
    square.click(square.at(4, 4), ALT)
    square.click(square.at(12, 12), ALT)
    assert len(corners(square)) == 3
    assert square.said[-1].key == "tool.cannot.three-corners"
    check_shown(square)


def test_shift_and_a_drag_inside_moves_all_of_it(square: Hand) -> None:
    square.bench.pick(Picked(Part.SHAPE, "shape-1"))
    square.drag(square.at(8, 8), square.at(9, 8), square.at(11, 9), held=SHIFT)
    assert corners(square)[0] == pytest.approx((7.0, 5.0), abs=0.1)
    check_shown(square)


def test_a_hole_is_cut_out_of_what_is_picked(square: Hand) -> None:
    square.controller.set_option("outline", "hole", True)
    clicked(square, [(6, 6), (8, 6), (7, 8)])
    square.key(Qt.Key.Key_Return)
    assert square.said[-1].key == "tool.cannot.no-shape-picked"
    square.key(Qt.Key.Key_Escape)
    square.bench.pick(Picked(Part.SHAPE, "shape-1"))
    clicked(square, [(6, 6), (8, 6), (7, 8)])
    square.key(Qt.Key.Key_Return)
    assert len(square.plan.shapes["shape-1"].rings) == 2
    check_shown(square)


def test_a_tint_has_the_region_in_hand_and_goes_with_it(coast: Hand) -> None:
    coast.controller.set_option("outline", "tint", True)
    clicked(coast, SQUARE)
    coast.key(Qt.Key.Key_Return)
    assert coast.said[-1].key == "tool.cannot.no-ink"
    coast.document.push(create_region(coast.plan, "country", "North", colour="#aa3333"))
    coast.bench.set_ink(Ink(InkGroup.REGIONS, "north"))
    coast.key(Qt.Key.Key_Return)
    assert coast.plan.shapes["shape-1"].region == "north"
    check_shown(coast)
    coast.document.push(delete_region(coast.plan, "north"))
    assert not coast.plan.shapes
    coast.document.undo_stack.undo()
    assert coast.plan.shapes["shape-1"].region == "north"


def test_delete_takes_what_is_picked_and_a_locked_layer_nothing(square: Hand) -> None:
    square.bench.pick(Picked(Part.SHAPE, "shape-1"))
    square.lock(EditLayer.TERRAIN)
    assert not selection_actions.delete(square.bench)
    square.drag(square.at(12, 12), square.at(14, 13), square.at(15, 15))
    assert is_near(corners(square), SQUARE)
    square.bench.set_layers(type(square.bench.layers)())
    assert selection_actions.delete(square.bench)
    assert not square.plan.shapes
    check_shown(square)


def test_lettering_over_new_water_is_lettered_as_water(bench_with: Callable[[MapPlan], Hand]) -> None:
    plan = small_plan(cols=12, rows=10)
    plan.texts["text"] = TextPlan("text", "The Great Steppe", (9.0, 8.0), 0.0, 1.5)
    hand = bench_with(plan)
    hand.canvas.finish()
    painted: list[Portion] = []
    hand.canvas.picture.paint = _watching(hand, painted)  # type: ignore[method-assign]
    cell = Cell("main", 7, 5)
    spot = hand.canvas.picture.sheet("main").lattice.cell_at(9.0, 8.0)
    hand.document.push(paint_terrain(hand.plan, Cells.of((cell, Cell("main", *spot))), "sea"))
    hand.canvas.finish()
    assert Portion.TOP in painted
    hand.bench.pick(None)
    hand.controller.preview.clear()
    shown = hand.canvas.grab().toImage()
    hand.canvas.map_item.renew()
    hand.canvas.finish()
    assert share_unlike(shown, hand.canvas.grab().toImage(), by=12) == 0.0


def _watching(hand: Hand, painted: list[Portion]) -> Callable[..., None]:
    paint = hand.canvas.picture.paint

    def watched(painter: object, patch: object) -> None:
        painted.append(patch.portion)  # type: ignore[attr-defined]
        paint(painter, patch)  # type: ignore[arg-type]

    return watched


def test_the_pointer_shows_what_a_click_would_take(square: Hand) -> None:
    square.hover(square.at(8.0, 4.0))
    assert square.controller.preview.traces
    square.hover(QPointF(square.at(20.0, 16.0)))
    assert not square.controller.preview.traces
