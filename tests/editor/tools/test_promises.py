"""What the map editor promises and no other test of the tools asks for, each by the gestures of a person."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt

from editor.commands.connections import connect
from editor.commands.regions import create_region
from editor.documents.map_document import MapDocument
from editor.documents.workbench import EditLayer, InkGroup, Picked
from editor.geometry.cells import Cells, every_cell
from editor.model.edits import Part
from editor.model.selection import Selection
from editor.tools.preview import TraceLook
from editor.tools.selection import selection_actions as actions
from editor.tools.selection.stamp_book import StampBook
from editor.tools.toolbox import TOOLS
from engine.core.boards.hexes import HexGrid, Orientation
from engine.core.messages import message
from engine.definitions.plan import Cell, MapPlan, SpacePlan
from engine.rulesets.words import catalogue
from engine.storage.store import Store
from tests.editor.tools.hand import ALT, PALETTE, Hand, rail
from tests.helpers.plans import small_plan


def terrain(hand: Hand, kind: str = "forest") -> set[tuple[int, int]]:
    cells = hand.plan.sheets["main"].cells()
    return {(cell.col, cell.row) for cell in cells if hand.plan.terrain_at(cell) == kind}


# Filling


def river_down(hand: Hand, kind: str, col: int) -> None:
    """A chain of hexsides from top to bottom, right of a column."""
    hand.take("hexside-path", kind)
    hand.click(hand.corner(col, 1, 1))
    hand.click(hand.corner(col, 10, 3))
    hand.key(Qt.Key.Key_Return)


def filled(hand: Hand, at: tuple[int, int]) -> set[tuple[int, int]]:
    hand.take("flood-fill", "forest")
    with hand.one_entry():
        hand.click(hand.hex(*at))
    return terrain(hand)


def test_a_fill_stops_at_the_kind_of_hexside_in_hand_and_crosses_others(hand: Hand) -> None:
    river_down(hand, "wall", 3)
    river_down(hand, "river", 8)
    tool = hand.take("flood-fill", "forest")
    hand.controller.set_option(tool.name, "barrier", "ink")
    found = filled(hand, (1, 5))
    assert (6, 5) in found
    assert (11, 5) not in found


@pytest.mark.parametrize("extent", ["region", "selection"])
def test_a_fill_of_a_region_or_a_selection_respects_hexsides_when_asked(hand: Hand, extent: str) -> None:
    river_down(hand, "river", 6)
    band = Cells.of(Cell("main", col, row) for col in range(2, 12) for row in (4, 5, 6))
    hand.document.push(create_region(hand.plan, "country", "Band", cells=band))
    hand.bench.select(Selection(band))
    tool = hand.take("flood-fill", "forest")
    hand.controller.set_option(tool.name, "extent", extent)
    hand.controller.set_option(tool.name, "barrier", "any")
    found = filled(hand, (3, 5))
    assert found
    assert found < {(cell.col, cell.row) for cell in band}
    assert (11, 5) not in found
    hand.controller.set_option(tool.name, "barrier", "none")
    hand.take("flood-fill", "hills")
    hand.click(hand.hex(3, 5))
    assert terrain(hand, "hills") == {(cell.col, cell.row) for cell in band}


# Rails


def test_the_way_of_a_rail_is_shown_before_the_click(hand: Hand) -> None:
    hand.take("line", "rail")
    hand.click(hand.hex(2, 3))
    with hand.no_trace():
        hand.hover(hand.hex(8, 3))
        shown = {trace.look: trace.path for trace in hand.controller.preview.traces}
        assert shown[TraceLook.SNAP].elementCount() == 7
        hand.hover(hand.hex(5, 3))
        shown = {trace.look: trace.path for trace in hand.controller.preview.traces}
        assert shown[TraceLook.SNAP].elementCount() == 4


def test_a_point_is_put_into_a_rail_by_dragging_its_way_and_taken_out_again(hand: Hand) -> None:
    hand.take("line", "rail")
    hand.click(hand.hex(5, 1))
    hand.click(hand.hex(5, 9))
    middle = (hand.hex(5, 4) + hand.hex(5, 5)) / 2
    hand.drag(middle, hand.hex(7, 5), hand.hex(9, 5))
    assert len(hand.controller.preview.handles) == 3
    with hand.one_entry():
        hand.key(Qt.Key.Key_Return)
    (line,) = hand.plan.paths.values()
    assert "main:9,5" in line.through
    hand.document.undo_stack.undo()
    hand.click(hand.hex(5, 1))
    hand.click(hand.hex(5, 9))
    hand.drag(middle, hand.hex(7, 5), hand.hex(9, 5))
    hand.hover(hand.hex(9, 5))
    hand.key(Qt.Key.Key_Delete)
    assert len(hand.controller.preview.handles) == 2
    hand.key(Qt.Key.Key_Return)
    (line,) = hand.plan.paths.values()
    assert "main:9,5" not in line.through


def test_part_of_a_rail_is_given_another_state_by_a_stroke(hand: Hand) -> None:
    rail(hand, (5, 1), (5, 9))
    (before,) = hand.plan.paths.values()
    tool = hand.take("line", "rail")
    hand.controller.set_option(tool.name, "restate", True)
    hand.controller.set_option(tool.name, "attribute.state", "destroyed")
    start, end = hand.hex(5, 4), hand.hex(5, 6)
    with hand.one_entry():
        hand.press(start)
        hand.move(end)
        assert {trace.look for trace in hand.controller.preview.traces} == {TraceLook.LINE}
        hand.release(end)
    states = {
        step: line.attributes.get("state") for line in hand.plan.paths.values() for step in pairwise(line.through)
    }
    assert set(states) == set(pairwise(before.through))
    assert states["main:5,4", "main:5,5"] == states["main:5,5", "main:5,6"] == "destroyed"
    assert states["main:5,1", "main:5,2"] is None
    assert states["main:5,8", "main:5,9"] is None
    assert hand.plan.paths[before.id].attributes == {}


def test_escape_leaves_the_state_of_a_rail_alone(hand: Hand) -> None:
    rail(hand, (5, 1), (5, 9))
    tool = hand.take("line", "rail")
    hand.controller.set_option(tool.name, "restate", True)
    hand.controller.set_option(tool.name, "attribute.state", "destroyed")
    with hand.no_trace():
        hand.press(hand.hex(5, 4))
        hand.move(hand.hex(5, 6))
        hand.key(Qt.Key.Key_Escape)
        hand.release(hand.hex(5, 6))
    assert hand.controller.preview.is_empty
    hand.refuses(EditLayer.PATHS, lambda: hand.drag(hand.hex(5, 4), hand.hex(5, 6)))


# Connections


def test_parallel_connections_run_side_by_side_and_are_picked_one_by_one(
    bench_with: Callable[[MapPlan], Hand],
) -> None:
    plan = MapPlan("points", "Points", "tools", terrain_names=["clear"])
    for name, at in (("a", (0.0, 0.0)), ("b", (10.0, 0.0))):
        plan.spaces[name] = SpacePlan(name, name.upper(), at, "clear")
    hand = bench_with(plan)
    for kind in ("regular", "sea"):
        hand.document.push(connect(hand.plan, "a", "b", kind))
    hand.document.push(connect(hand.plan, "a", "b", "sea", parallel=True))
    hand.take("connect", "regular")
    picked = set()
    for number in range(-8, 9):
        hand.click(hand.at(5.0, number / 20))
        picked.add(hand.bench.picked)
        hand.key(Qt.Key.Key_Escape)
    assert picked >= {Picked(Part.LINK, name) for name in hand.plan.links}
    assert len(hand.plan.links) == 3


# The shape of the map


@pytest.mark.parametrize(
    ("corner", "opposite", "first", "size"),
    [
        ((1, -1), (12, 10), (1, -1), (12, 12)),
        ((1, 1), (12, 13), (1, 1), (12, 13)),
        ((-1, 1), (12, 10), (-1, 1), (14, 10)),
        ((1, 1), (14, 10), (1, 1), (14, 10)),
    ],
    ids=["top", "bottom", "left", "right"],
)
def test_a_sheet_grows_at_any_edge_and_loses_nothing(
    hand: Hand, corner: tuple[int, int], opposite: tuple[int, int], first: tuple[int, int], size: tuple[int, int]
) -> None:
    rail(hand, (2, 3), (10, 3))
    hand.take("place", "city")
    hand.click(hand.hex(4, 4))
    river_down(hand, "river", 6)
    before = hand.plan.copy()
    cells = set(every_cell(hand.plan))
    crop = hand.take("crop")
    hand.controller.set_option(crop.name, "numbering", "recount")
    hand.canvas.set_zoom(hand.canvas.zoom * 0.6)
    with hand.one_entry():
        hand.drag(hand.hex(*corner), hand.hex(6, 6), hand.hex(*opposite))
        hand.key(Qt.Key.Key_Return)
    sheet = hand.plan.sheets["main"]
    assert (sheet.first, sheet.size) == (first, size)
    assert (hand.plan.features, hand.plan.paths, hand.plan.sides) == (before.features, before.paths, before.sides)
    assert cells < set(every_cell(hand.plan))


# Esc


AT_ONCE = {"place", "space", "text", "flood-fill", "replace-terrain", "stamp", "eyedropper"}
"""These have done what they do when the button goes down."""


@pytest.mark.parametrize("tool", [tool.name for tool in TOOLS if tool.name not in AT_ONCE])
def test_escape_cancels_what_any_tool_is_drawing(bench_with: Callable[[MapPlan], Hand], tool: str) -> None:
    plan = small_plan(cols=12, rows=10)
    hand = bench_with(plan)
    rail(hand, (2, 3), (10, 3))
    river_down(hand, "river", 6)
    hand.document.push(create_region(hand.plan, "country", "North"))
    kinds = {
        InkGroup.TERRAIN: "forest",
        InkGroup.SIDES: "river",
        InkGroup.PATHS: "rail",
        InkGroup.FEATURES: "city",
        InkGroup.REGIONS: "north",
        InkGroup.CONNECTIONS: "regular",
        InkGroup.BOXES: "box",
    }
    found = hand.controller.tools[tool]
    hand.take(tool, kinds[found.ink_group] if found.ink_group is not None else "")
    with hand.no_trace():
        hand.press(hand.hex(3, 3))
        hand.move(hand.hex(5, 4))
        hand.move(hand.hex(7, 6))
        hand.key(Qt.Key.Key_Escape)
        hand.move(hand.hex(8, 7))
        hand.release(hand.hex(8, 7))
        hand.key(Qt.Key.Key_Escape)
        hand.key(Qt.Key.Key_Return)
    assert not found.is_busy


# Stamps


def test_a_stamp_is_there_when_the_file_is_opened_tomorrow(hand: Hand, tmp_path: Path) -> None:
    hand.take("terrain-brush", "forest")
    hand.click(hand.hex(4, 4))
    hand.bench.select(Selection(Cells.of((Cell("main", 4, 4), Cell("main", 4, 5)))))
    assert actions.keep_stamp(hand.bench, "Wood")
    copy = tmp_path / "tomorrow.redoubt"
    hand.store.copy_to(copy)
    with Store(copy) as store:
        document = MapDocument(store, store.contents.maps[hand.plan.id], PALETTE, catalogue())
        (stamp,) = StampBook(document).stamps()
        assert stamp.name == "Wood"
        assert sorted(stamp.fragment.ground.as_dict().values()) == ["clear", "forest"]


# Turning


@pytest.mark.parametrize("orientation", Orientation)
def test_a_turn_is_sixty_degrees_on_either_grid(
    bench_with: Callable[[MapPlan], Hand], orientation: Orientation
) -> None:
    plan = small_plan(cols=12, rows=10)
    plan.sheets["main"].grid = HexGrid(orientation, plan.sheets["main"].grid.parity)
    hand = bench_with(plan)
    hand.take("terrain-brush", "forest")
    grid = hand.plan.sheets["main"].grid
    arm = grid.neighbour(6, 5, 1)
    hand.click(hand.hex(*arm))
    around = Cells.of(Cell("main", *cell) for cell in grid.within((6, 5), 1))
    hand.bench.select(Selection(around))
    for turn in range(1, 7):
        with hand.one_entry():
            assert actions.rotate(hand.bench)
        assert terrain(hand) == {grid.neighbour(6, 5, (1 + turn) % 6)}


def test_the_brush_follows_the_plan_of_a_pressed_button_only(hand: Hand) -> None:
    """A move without a button paints nothing, and a press far away begins anew."""
    hand.take("terrain-brush", "forest")
    with hand.no_trace():
        hand.hover(hand.hex(2, 2))
        hand.hover(hand.hex(9, 9))
    hand.click(hand.hex(2, 2))
    hand.click(hand.hex(9, 9))
    assert terrain(hand) == {(2, 2), (9, 9)}


def test_alt_erases_only_the_kind_in_hand(hand: Hand) -> None:
    rail(hand, (5, 1), (5, 9))
    hand.take("line", "road")
    for each in ((5, 1), (5, 9)):
        hand.click(hand.hex(*each))
    hand.key(Qt.Key.Key_Return)
    assert len(hand.plan.paths) == 2
    hand.take("line", "road")
    middle = (hand.hex(5, 4) + hand.hex(5, 5)) / 2
    with hand.one_entry():
        hand.drag(middle + QPointF(-8, 0), middle + QPointF(8, 0), held=ALT)
    kinds = sorted(line.kind for line in hand.plan.paths.values())
    assert kinds == ["rail", "road", "road"]
    assert hand.document.undo_stack.undoText() == catalogue().text(message("edit.do.erase-lines"))
