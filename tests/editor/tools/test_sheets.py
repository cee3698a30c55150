"""Sheets, insets and scans dragged over the map plane."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt

from editor.commands.connections import link_inset
from editor.commands.scans import add_scan
from editor.commands.sheets import add_sheet, join_sheets
from editor.digitise.transforms import Transform
from editor.documents.scan_facts import ScanFacts
from editor.documents.workbench import EditLayer, Picked
from editor.geometry.ground import Ground
from editor.geometry.sheet_snap import coinciding, snapped_shift
from editor.model.edits import Part
from engine.core.boards.hexes import HexGrid, Orientation, Parity
from engine.core.boards.labels import LabelScheme
from engine.definitions.plan import Cell, MapPlan, SheetPlan
from tests.editor.tools.hand import ALT, SHIFT, Hand
from tests.helpers.plans import SCAN, small_plan


def with_sheets(**scales: float) -> MapPlan:
    """The main map with sheets beside it, each so large and further right than the last."""
    plan = small_plan(cols=8, rows=6)
    for number, (name, scale) in enumerate(scales.items()):
        plan.sheets[name] = SheetPlan(
            name,
            HexGrid(Orientation.FLAT, Parity.ODD),
            (1, 1),
            (5, 4),
            LabelScheme(prefix=name[0].upper()),
            "clear",
            plan.filled((5, 4), "clear"),
            scale=scale,
            origin=(18.0 + 12 * number, 0.0),
        )
    return plan


@pytest.fixture
def sheets(bench_with: Callable[[MapPlan], Hand]) -> Hand:
    """The main map, a sheet of the same size, and an inset."""
    return bench_with(with_sheets(east=1.0, inset=0.5))


def centre(hand: Hand, cell: Cell) -> tuple[float, float]:
    ground = Ground(hand.plan)
    spot = ground.spot(cell)
    assert spot is not None
    return ground.centre(spot)


def moved(hand: Hand, at: QPointF, across: float, down: float) -> QPointF:
    """A point of the view so many circumradii further."""
    unit = hand.canvas.transform().m11()
    return QPointF(at.x() + across * unit, at.y() + down * unit)


def test_a_sheet_is_dragged_over_the_plane(sheets: Hand) -> None:
    tool = sheets.take("sheet-move")
    sheets.controller.set_option(tool.name, "snap", False)
    start = sheets.hex(3, 2, "inset")
    with sheets.one_entry():
        sheets.press(start)
        sheets.move(moved(sheets, start, -2.0, 6.0))
        assert not sheets.controller.preview.is_empty
        assert sheets.plan.sheets["inset"].origin == (30.0, 0.0)
        sheets.release(moved(sheets, start, -2.0, 6.0))
    assert sheets.plan.sheets["inset"].origin == pytest.approx((28.0, 6.0), abs=0.1)
    assert sheets.plan.sheets["main"].origin == (0.0, 0.0)
    assert sheets.bench.picked == Picked(Part.SHEET, "inset")


def test_shift_keeps_a_sheet_to_one_direction(sheets: Hand) -> None:
    tool = sheets.take("sheet-move")
    sheets.controller.set_option(tool.name, "snap", False)
    start = sheets.hex(3, 2, "inset")
    sheets.drag(start, moved(sheets, start, 1.0, 5.0), held=SHIFT)
    assert sheets.plan.sheets["inset"].origin == pytest.approx((30.0, 5.0), abs=0.1)


def test_a_click_picks_a_sheet_and_moves_nothing(sheets: Hand) -> None:
    sheets.take("sheet-move")
    with sheets.no_trace():
        sheets.click(sheets.hex(3, 2, "east"))
    assert sheets.bench.picked == Picked(Part.SHEET, "east")


def test_escape_puts_a_dragged_sheet_back(sheets: Hand) -> None:
    sheets.take("sheet-move")
    start = sheets.hex(3, 2, "inset")
    with sheets.no_trace():
        sheets.press(start)
        sheets.move(moved(sheets, start, -2.0, 6.0))
        sheets.key(Qt.Key.Key_Escape)
        sheets.release(moved(sheets, start, -2.0, 6.0))


def test_locked_terrain_holds_its_sheets(sheets: Hand) -> None:
    sheets.take("sheet-move")
    start = sheets.hex(3, 2, "inset")
    sheets.refuses(EditLayer.TERRAIN, lambda: sheets.drag(start, moved(sheets, start, 2.0, 2.0)))


def test_where_nothing_lies_nothing_is_taken_hold_of(sheets: Hand) -> None:
    sheets.take("sheet-move")
    with sheets.no_trace():
        sheets.drag(sheets.at(15.0, -1.0), sheets.at(16.0, 3.0))
    assert [said.key for said in sheets.said] == ["tool.cannot.no-sheet-here"]


def test_joined_sheets_go_together_and_alt_splits_one_off(sheets: Hand) -> None:
    sheets.document.push(join_sheets(sheets.plan, Cell("east", 1, 1), Cell("main", 7, 2)))
    tool = sheets.take("sheet-move")
    sheets.controller.set_option(tool.name, "snap", False)
    start = sheets.hex(4, 2, "east")
    with sheets.one_entry():
        sheets.drag(start, moved(sheets, start, 0.0, 3.0))
    assert sheets.plan.joins
    assert sheets.plan.sheets["main"].origin == pytest.approx((0.0, 3.0), abs=0.1)
    before = centre(sheets, Cell("east", 1, 1))
    start = sheets.hex(4, 2, "east")
    with sheets.one_entry():
        sheets.drag(start, moved(sheets, start, 5.0, 0.0), held=ALT)
    assert sheets.plan.joins == []
    after = centre(sheets, Cell("east", 1, 1))
    assert after == pytest.approx((before[0] + 5.0, before[1]), abs=0.1)
    assert sheets.plan.sheets["main"].origin == pytest.approx((0.0, 3.0), abs=0.1)


def test_hexes_snap_to_those_below_and_are_joined_when_told(sheets: Hand) -> None:
    tool = sheets.take("sheet-move")
    sheets.controller.set_option(tool.name, "join", True)
    start = sheets.hex(1, 1, "east")
    to = sheets.hex(7, 2)
    with sheets.one_entry():
        sheets.drag(start, QPointF(to.x() + 6, to.y() - 5))
    (join,) = sheets.plan.joins
    assert {join.sheet, join.onto_sheet} == {"east", "main"}
    ground = Ground(sheets.plan)
    assert ground.spot(Cell("east", 1, 1)) == ground.spot(Cell("main", 7, 2))


def test_a_sheet_snaps_only_to_hexes_like_its_own_that_it_overlaps() -> None:
    plan = with_sheets(east=1.0, inset=0.5)
    assert snapped_shift(plan, ("east",), (30.0, 30.0)) == (30.0, 30.0)
    assert snapped_shift(plan, ("inset",), (-20.0, 1.0)) == (-20.0, 1.0)
    by = snapped_shift(plan, ("east",), (-9.1, 0.2))
    assert by == pytest.approx((-9.0, 0.0), abs=1e-9)
    pair = coinciding(plan, ("east",), by)
    assert pair is not None
    ground = Ground(plan)
    one, other = (ground.spot(cell) for cell in pair)
    assert one is not None
    assert other is not None
    x, y = ground.centre(one)
    assert (x + by[0], y + by[1]) == pytest.approx(ground.centre(other))
    assert coinciding(plan, ("east",), (-9.1, 0.2)) is None


def test_the_corner_of_an_inset_makes_it_larger(sheets: Hand) -> None:
    sheets.take("sheet-move")
    sheets.click(sheets.hex(3, 2, "inset"))
    box = sheets.canvas.picture.sheet("inset").bounds()
    assert box is not None
    corner, far = (box.right, box.bottom), (30.0 + 1.5 * (box.right - 30.0), 1.5 * box.bottom)
    with sheets.one_entry():
        sheets.press(sheets.at(*corner))
        sheets.move(sheets.at(*far))
        assert sheets.plan.sheets["inset"].scale == 0.5
        sheets.release(sheets.at(*far))
    assert sheets.plan.sheets["inset"].scale == 0.75
    assert sheets.plan.sheets["inset"].origin == (30.0, 0.0)


def test_the_corner_of_a_joined_sheet_is_refused(sheets: Hand) -> None:
    sheets.document.push(join_sheets(sheets.plan, Cell("east", 1, 1), Cell("main", 7, 2)))
    sheets.take("sheet-move")
    sheets.click(sheets.hex(4, 2, "east"))
    box = sheets.canvas.picture.sheet("east").bounds()
    assert box is not None
    with sheets.no_trace():
        sheets.drag(sheets.at(box.right, box.bottom), sheets.at(box.right + 3, box.bottom + 3))
    assert [said.key for said in sheets.said] == ["edit.cannot.scale-joined"]


def test_an_inset_stays_linked_wherever_it_is_dragged_and_however_large(sheets: Hand) -> None:
    sheets.document.push(link_inset(sheets.plan, Cell("inset", 1, 1), Cell("main", 5, 5)))
    test_a_sheet_is_dragged_over_the_plane(sheets)
    (link,) = sheets.plan.links.values()
    assert (link.a, link.b) == ("inset:1,1", "main:5,5")
    assert sheets.canvas.picture.spaces.way(link.a, link.b) is not None


def test_arrows_nudge_the_sheet_that_was_clicked(sheets: Hand) -> None:
    sheets.take("sheet-move")
    sheets.click(sheets.hex(3, 2, "inset"))
    with sheets.one_entry():
        sheets.key(Qt.Key.Key_Right)
    with sheets.one_entry():
        sheets.key(Qt.Key.Key_Up, SHIFT)
    assert sheets.plan.sheets["inset"].origin == pytest.approx((30.1, -1.0))


# Scans


@pytest.fixture
def scanned(tmp_path: Path, bench_with: Callable[[MapPlan], Hand]) -> Hand:
    """The main map with a scan that was calibrated by it and reaches beyond it."""
    hand = bench_with(with_sheets(east=1.0))
    hand.store.put_scan(SCAN)
    facts = ScanFacts(width=100, height=100, sheet="main", rms=0.5, checked=True)
    placement = (0.3, 0.0, -5.0, 0.0, 0.3, -5.0, 0.0, 0.001, 1.0)
    change = add_scan(hand.plan, "North", SCAN.sha256, placement=placement, attributes=facts.written())
    assert hand.document.push(change)
    return hand


def corner_of(hand: Hand) -> tuple[float, float]:
    return Transform(hand.plan.scans["north"].placement).point(0, 0)


def test_a_scan_goes_with_its_sheet(scanned: Hand) -> None:
    tool = scanned.take("sheet-move")
    start = scanned.hex(4, 3)
    with scanned.one_entry():
        scanned.drag(start, moved(scanned, start, 0.0, 4.0))
    assert corner_of(scanned) == pytest.approx((-5.0, -1.0), abs=0.1)
    assert ScanFacts.of(scanned.plan.scans["north"]).checked
    scanned.controller.set_option(tool.name, "scans", False)
    before = scanned.plan.scans["north"]
    start = scanned.hex(4, 3)
    scanned.drag(start, moved(scanned, start, 0.0, 2.0))
    assert scanned.plan.scans["north"] == before


def test_beside_the_hexes_the_scan_is_dragged_alone_and_is_checked_no_more(scanned: Hand) -> None:
    scanned.take("sheet-move")
    with scanned.one_entry():
        scanned.drag(scanned.at(-4.0, -4.0), scanned.at(-3.0, -3.0), scanned.at(-2.0, -2.0))
    assert corner_of(scanned) == pytest.approx((-3.0, -3.0), abs=0.1)
    assert scanned.plan.sheets["main"].origin == (0.0, 0.0)
    facts = ScanFacts.of(scanned.plan.scans["north"])
    assert (facts.checked, facts.rms, facts.size) == (False, None, (100, 100))
    assert scanned.bench.picked == Picked(Part.SCAN, "north")


def test_scans_are_taken_hold_of_through_the_hexes_when_they_are_meant(scanned: Hand) -> None:
    tool = scanned.take("sheet-move")
    scanned.controller.set_option(tool.name, "target", "scan")
    start = scanned.hex(4, 3)
    with scanned.one_entry():
        scanned.drag(start, moved(scanned, start, 1.0, 1.0))
    assert corner_of(scanned) == pytest.approx((-4.0, -4.0), abs=0.1)
    assert scanned.plan.sheets["main"].origin == (0.0, 0.0)


def test_a_locked_scan_stays_where_it_is(scanned: Hand) -> None:
    scanned.take("sheet-move")
    scanned.refuses(EditLayer.SCANS, lambda: scanned.drag(scanned.at(-4.0, -4.0), scanned.at(-2.0, -2.0)))


def test_a_moved_perspective_is_the_same_picture_elsewhere(scanned: Hand) -> None:
    before = Transform(scanned.plan.scans["north"].placement)
    scanned.take("sheet-move")
    scanned.click(scanned.at(-4.0, -4.0))
    scanned.key(Qt.Key.Key_Right, SHIFT)
    after = Transform(scanned.plan.scans["north"].placement)
    for pixel in ((0, 0), (100, 0), (37, 81), (100, 100)):
        x, y = before.point(*pixel)
        assert after.point(*pixel) == pytest.approx((x + 1.0, y))


@pytest.mark.parametrize("by_its_corner", [False, True])
def test_a_sheet_that_undo_takes_away_under_the_mouse_is_let_go(hand: Hand, by_its_corner: bool) -> None:
    grid = HexGrid(Orientation.FLAT, Parity.ODD)
    hand.document.push(add_sheet(hand.plan, "inset", grid, (3, 3), fill="clear", origin=(30.0, 0.0)))
    hand.canvas.fit()
    tool = hand.take("sheet-move")
    hand.click(hand.hex(2, 2, "inset"))
    (handle,) = hand.controller.preview.handles
    hand.press(hand.at(*handle) if by_its_corner else hand.hex(2, 2, "inset"))
    hand.move(hand.at(20.0, 20.0))
    assert tool.is_busy
    hand.document.undo_stack.undo()
    with hand.no_trace():
        hand.move(hand.at(21.0, 21.0))
        hand.release(hand.at(21.0, 21.0))
    assert not tool.is_busy
