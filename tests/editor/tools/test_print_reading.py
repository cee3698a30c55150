"""Over a calibrated scan tools read the print: terrain from samples, rivers and railways along the printed lines."""

from __future__ import annotations

from collections.abc import Callable
from unittest import mock

import numpy as np
import pytest
from PySide6.QtCore import Qt

from editor.digitise.bent_placement import BentPlacement
from editor.digitise.print_sight import PrintSight
from editor.geometry.ground import Ground
from editor.geometry.hexsides import Hexside, hexside_of
from editor.tools.lines.hexside_path import HexsidePath
from editor.tools.lines.print_following import TracedPrint
from editor.tools.traces import sides_path
from engine.definitions.plan import MapPlan
from tests.editor.tools.hand import Hand
from tests.helpers.drawn_prints import DrawnPrint


@pytest.fixture(scope="module")
def drawn() -> DrawnPrint:
    return DrawnPrint(cols=14, rows=10)


@pytest.fixture
def over_print(bench_with: Callable[[MapPlan], Hand], drawn: DrawnPrint) -> Hand:
    """A workbench over the print with its rivers and railways."""
    hand = bench_with(drawn.plan)
    sight = drawn.sight
    hand.bench.print_at = lambda point: sight
    return hand


@pytest.fixture
def over_ground(bench_with: Callable[[MapPlan], Hand], drawn: DrawnPrint) -> Hand:
    """The same over a print of three grounds side by side, woods, hills and sea, with noise in it."""
    hand = bench_with(drawn.plan)
    height, width = drawn.pixels.shape[:2]
    colours = np.array([(150, 180, 120), (206, 186, 140), (168, 204, 226)], dtype=float)
    ground = colours[np.minimum(np.arange(width) * 3 // width, 2)][None].repeat(height, axis=0)
    noisy = np.clip(ground + np.random.default_rng(3).normal(0, 5, ground.shape), 0, 255).astype(np.uint8)
    sight = PrintSight(noisy, BentPlacement.of(drawn.to_pixel, [], []))
    hand.bench.print_at = lambda point: sight
    return hand


def painted(plan: MapPlan) -> dict[str, int]:
    sheet = plan.sheets["main"]
    return {name: int((sheet.terrain == code).sum()) for code, name in enumerate(plan.terrain_names, 1)}


def sample(hand: Hand, terrain: str, *cells: tuple[int, int]) -> None:
    hand.take("print-terrain", terrain)
    for cell in cells:
        hand.click(hand.hex(*cell))


def test_samples_of_each_terrain_give_the_rest_and_one_undo_takes_it_back(over_ground: Hand) -> None:
    hand = over_ground
    sample(hand, "forest", (1, 2), (2, 6))
    sample(hand, "hills", (6, 3), (7, 7))
    sample(hand, "sea", (12, 1), (11, 6))
    hand.key(Qt.Key.Key_Return)
    assert painted(hand.plan).get("forest", 0) == 0, "a proposal paints nothing"
    before = hand.document.undo_stack.index()
    hand.key(Qt.Key.Key_Return)
    found = painted(hand.plan)
    assert found.get("clear", 0) == 0
    assert all(found[name] >= 30 for name in ("forest", "hills", "sea"))
    assert hand.document.undo_stack.index() == before + 1
    hand.document.undo_stack.undo()
    assert painted(hand.plan)["clear"] == 140


def test_the_doubtful_are_decided_with_one_key_each(over_ground: Hand) -> None:
    hand = over_ground
    tool = hand.take("print-terrain", "forest")
    sample(hand, "forest", (1, 2), (2, 6))
    sample(hand, "sea", (12, 1), (11, 6))
    hand.key(Qt.Key.Key_Return)
    said = hand.document.text_of(tool.hint)
    assert "doubtful" in said, "hills are like neither"
    assert "1 Forest" in said
    asked = tool._asked  # type: ignore[attr-defined]
    cell = tool._reading.cells[asked]  # type: ignore[attr-defined]
    hand.key(Qt.Key.Key_2)
    hand.key(Qt.Key.Key_Return)
    sheet = hand.plan.sheets["main"]
    assert hand.plan.terrain_names[int(sheet.terrain[cell.row, cell.col]) - 1] == "sea"


def test_one_terrain_alone_says_nothing_of_the_others(over_ground: Hand) -> None:
    hand = over_ground
    sample(hand, "forest", (1, 2))
    hand.key(Qt.Key.Key_Return)
    assert hand.said[-1].key == "tool.cannot.one-sample-kind"
    hand.key(Qt.Key.Key_Escape)
    assert not hand.controller.tools["print-terrain"].is_busy


def test_where_no_scan_is_seen_nothing_can_be_sampled(hand: Hand) -> None:
    sample(hand, "forest", (1, 2))
    assert hand.said[-1].key == "tool.cannot.no-print-here"


def test_a_click_at_each_end_of_a_printed_river_lays_its_course(over_print: Hand, drawn: DrawnPrint) -> None:
    hand, chain = over_print, drawn.rivers[0]
    hand.take("hexside-path", "river")
    for end in (0, -1):
        hand.click(hand.at(*drawn.corner(chain, end)))
    hand.key(Qt.Key.Key_Return)
    found = {(key.col, key.row, key.direction) for key in hand.plan.sides if key.kind == "river"}
    truth = {tuple(side) for side in chain.sides}
    assert len(found & truth) >= 0.95 * len(truth)
    assert len(found & truth) >= 0.95 * len(found)


def test_a_whole_colour_is_laid_at_once(over_print: Hand, drawn: DrawnPrint) -> None:
    hand = over_print
    hand.take("hexside-path", "river")
    hand.click(hand.at(*drawn.corner(drawn.rivers[0], 4)))
    hand.key(Qt.Key.Key_A)
    for _ in range(60):
        hand.key(Qt.Key.Key_Y)
    before = hand.document.undo_stack.index()
    hand.key(Qt.Key.Key_Return)
    assert hand.document.undo_stack.index() == before + 1
    found = {(key.col, key.row, key.direction) for key in hand.plan.sides if key.kind == "river"}
    truth = {tuple(side) for river in drawn.rivers for side in river.sides}
    assert len(found & truth) >= 0.85 * len(truth)
    assert len(found & truth) >= 0.85 * len(found)


def test_a_railway_follows_the_print_too(over_print: Hand, drawn: DrawnPrint) -> None:
    hand, rail = over_print, drawn.rails[0]
    hand.take("line", "rail")
    for spot in (rail[0], rail[-1]):
        hand.click(hand.at(*drawn.middle(spot)))
    hand.key(Qt.Key.Key_Return)
    (line,) = hand.plan.paths.values()
    ground = Ground(hand.plan)
    truth = {cell.key for spot in rail if (cell := ground.cell(spot)) is not None}
    assert len(set(line.through) & truth) >= 0.9 * len(truth)


def test_without_the_option_the_way_is_straight(over_print: Hand, drawn: DrawnPrint) -> None:
    hand, chain = over_print, drawn.rivers[0]
    tool = hand.take("hexside-path", "river")
    assert tool.set_option("follow", False)
    for end in (0, -1):
        hand.click(hand.at(*drawn.corner(chain, end)))
    hand.key(Qt.Key.Key_Return)
    found = {(key.col, key.row, key.direction) for key in hand.plan.sides if key.kind == "river"}
    assert len(found) <= len(chain.sides)
    tool.set_option("follow", True)


def test_a_doubtful_stretch_that_a_click_dropped_is_taken_back_with_its_key(
    over_print: Hand, drawn: DrawnPrint
) -> None:
    hand, tool = over_print, over_print.take("hexside-path", "river")
    assert isinstance(tool, HexsidePath)
    one, other = (Hexside("main", col, 3, 0) for col in (3, 8))
    ground = Ground(hand.plan)
    found = TracedPrint({side: sides_path(ground, (side,)) for side in (one, other)}, {other})
    with mock.patch.object(tool, "traced", return_value=found):
        hand.click(hand.at(*drawn.corner(drawn.rivers[0], 4)))
        hand.key(Qt.Key.Key_A)
    hand.click(hand.side(8, 3, 0))
    hand.key(Qt.Key.Key_Y)
    with hand.one_entry():
        hand.key(Qt.Key.Key_Return)
    assert {hexside_of(side) for side in hand.plan.sides} == {one, other}
