"""The toolbox: every tool is complete, the view keeps what is the view's, and no stroke costs more than it covers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor.documents.workbench import Ink, InkGroup
from editor.geometry.cells import Cells
from editor.model.contents import MapContents
from editor.model.selection import Selection
from editor.model.touched import Touched
from editor.tools.options import Option, OptionKind, OptionValue
from editor.tools.tool import Tool, ToolGroup
from editor.tools.toolbox import TOOLS
from engine.core.messages import placeholders
from engine.definitions.plan import Cell, MapPlan
from engine.rulesets.words import catalogue
from tests.editor.tools.hand import MIDDLE, Hand
from tests.helpers.plans import large_plan, small_plan

NAMES = [tool.name for tool in TOOLS]


def test_every_group_has_tools_and_no_tool_is_twice() -> None:
    assert len(set(NAMES)) == len(NAMES)
    assert {tool.group for tool in TOOLS} == set(ToolGroup)


def test_every_tool_has_a_key_of_its_own() -> None:
    keys = [QKeySequence(tool.shortcut).toString() for tool in TOOLS]
    assert all(keys)
    assert len(set(keys)) == len(keys)


def test_every_tool_says_what_it_is(hand: Hand) -> None:
    words = catalogue()
    for name in NAMES:
        tool = hand.take(name)
        assert tool.title
        assert tool.tip
        assert tool.icon
        template = words.template(tool.hint.key)
        assert template is not None, name
        assert placeholders(template) <= set(tool.hint.args), name
        for option in tool.options_shown():
            assert option.title, name
            assert option.tip, name
            assert option.accepts(tool.option(option.name)), name


def test_every_option_takes_the_values_it_offers_and_no_other(hand: Hand) -> None:
    for name in NAMES:
        tool = hand.take(name)
        for option in tool.options_shown():
            for value in offered(option):
                assert hand.controller.set_option(name, option.name, value), (name, option.name)
                assert tool.option(option.name) == value
            wrong = 7 if option.kind is OptionKind.TEXT else "no such value"
            assert not hand.controller.set_option(name, option.name, wrong)
        assert not hand.controller.set_option(name, "no-such-option", True)


def offered(option: Option) -> list[OptionValue]:
    """Some of the values an option may have."""
    values: dict[OptionKind, list[OptionValue]] = {
        OptionKind.BOOL: [True, False],
        OptionKind.CHOICE: [choice.value for choice in option.choices],
        OptionKind.INT: [int(option.least), 3],
        OptionKind.NUMBER: [option.least, 2.5],
        OptionKind.TEXT: ["", "words"],
    }
    return values[option.kind]


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_left_of_a_tool_that_is_put_away(hand: Hand, name: str) -> None:
    hand.bench.select(Selection(Cells.of((Cell("main", 3, 3),))))
    tool = hand.take(name, {InkGroup.REGIONS: ""}.get(hand.controller.tools[name].ink_group, "forest"))
    with hand.no_trace():
        hand.hover(hand.hex(3, 3))
        hand.press(hand.hex(3, 3))
        hand.move(hand.hex(5, 5))
        if name in ("place", "space", "text", "flood-fill", "replace-terrain"):
            hand.document.undo_stack.undo()
            hand.document.undo_stack.clear()
        hand.take("select-rectangle" if name != "select-rectangle" else "crop")
        hand.release(hand.hex(5, 5))
    assert not tool.is_busy
    QApplication.sendEvent(hand.canvas, QEvent(QEvent.Type.Leave))
    assert hand.controller.preview.is_empty


def test_no_tool_minds_that_there_is_no_map(hand: Hand) -> None:
    for name in NAMES:
        hand.bench.set_document(hand.document)
        hand.take(name)
        hand.bench.set_document(None)
        hand.hover(hand.hex(3, 3))
        hand.drag(hand.hex(3, 3), hand.hex(5, 5))
        for key in (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Backspace, Qt.Key.Key_BracketRight):
            hand.key(key)
    assert hand.said == []


# The view keeps what is the view's


def scrolled(hand: Hand) -> tuple[int, int]:
    return hand.canvas.horizontalScrollBar().value(), hand.canvas.verticalScrollBar().value()


def test_the_middle_button_moves_the_map_and_paints_nothing(hand: Hand) -> None:
    hand.canvas.set_zoom(2.0)
    hand.take("terrain-brush", "forest")
    before = scrolled(hand)
    with hand.no_trace():
        hand.press(QPointF(400, 300), button=MIDDLE)
        hand.move(QPointF(300, 250), buttons=MIDDLE)
        hand.release(QPointF(300, 250), button=MIDDLE)
    assert scrolled(hand) != before


def test_the_space_bar_makes_the_left_button_move_the_map(hand: Hand) -> None:
    hand.canvas.set_zoom(2.0)
    hand.take("terrain-brush", "forest")
    before = scrolled(hand)
    with hand.no_trace():
        _hold_space(hand)
        hand.drag(QPointF(400, 300), QPointF(300, 250))
    assert scrolled(hand) != before


def _hold_space(hand: Hand) -> None:
    QApplication.sendEvent(hand.canvas, QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Space, Qt.KeyboardModifier(0)))


def test_a_left_drag_paints_and_does_not_move_the_map(hand: Hand) -> None:
    hand.canvas.set_zoom(2.0)
    hand.take("terrain-brush", "forest")
    before = scrolled(hand)
    hand.drag(QPointF(400, 300), QPointF(300, 250))
    assert scrolled(hand) == before
    assert hand.entries == 1


def test_while_playing_the_canvas_is_not_the_tools(hand: Hand) -> None:
    hand.canvas.set_zoom(2.0)
    hand.take("terrain-brush", "forest")
    hand.controller.set_active(False)
    clicked: list[str] = []
    hand.canvas.clicked.connect(clicked.append)
    before = scrolled(hand)
    with hand.no_trace():
        hand.drag(QPointF(400, 300), QPointF(300, 250))
        hand.click(QPointF(400, 300))
    assert scrolled(hand) != before
    assert len(clicked) == 1


def test_the_place_under_the_pointer_is_told_while_a_stroke_is_drawn(hand: Hand) -> None:
    hand.take("terrain-brush", "forest")
    told: list[str] = []
    hand.canvas.hovered.connect(told.append)
    hand.drag(hand.hex(3, 3), hand.hex(4, 4))
    assert told[-1] == "main:4,4"


def test_a_release_that_was_missed_ends_the_stroke_with_the_next_move(hand: Hand) -> None:
    hand.take("terrain-brush", "forest")
    hand.press(hand.hex(3, 3))
    hand.hover(hand.hex(8, 8))
    assert hand.entries == 1
    assert hand.document.stroke is None


def test_the_zoom_keys_still_zoom(hand: Hand) -> None:
    hand.take("terrain-brush", "forest")
    before = hand.canvas.zoom
    hand.key(Qt.Key.Key_Plus)
    assert hand.canvas.zoom > before


def test_a_read_only_map_refuses_every_stroke(hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(hand.store), "is_read_only", property(lambda _: True))
    hand.take("terrain-brush", "forest")
    hand.drag(hand.hex(3, 3), hand.hex(8, 8))
    assert {said.key for said in hand.said} == {"edit.read-only"}


def test_the_hint_is_told_when_a_tool_is_taken_in_hand_and_as_a_chain_grows(hand: Hand) -> None:
    told: list[str] = []
    hand.controller.hint_changed.connect(lambda said: told.append(said.key))
    hand.take("hexside-path", "river")
    assert told[-1] == "tool.hint.hexside-path"
    hand.click(hand.corner(3, 3, 0))
    assert told[-1] == "tool.hint.chain-going"
    hand.key(Qt.Key.Key_Escape)
    assert told[-1] == "tool.hint.hexside-path"


def test_a_menu_that_has_the_key_does_not_get_it_while_something_is_drawn(hand: Hand) -> None:
    taken: list[str] = []
    action = QAction(hand.canvas)
    action.setShortcut("Del")
    action.triggered.connect(lambda: taken.append("menu"))
    hand.canvas.addAction(action)
    hand.canvas.activateWindow()
    hand.canvas.setFocus()
    hand.take("hexside-path", "river")
    for corner in ((2, 3, 0), (6, 8, 0), (10, 3, 0)):
        hand.click(hand.corner(*corner))
    hand.hover(hand.corner(6, 8, 0))
    QTest.keyClick(hand.canvas, Qt.Key.Key_Delete)
    assert len(hand.controller.preview.handles) == 2
    assert taken == []
    hand.key(Qt.Key.Key_Escape)
    QTest.keyClick(hand.canvas, Qt.Key.Key_Delete)
    assert taken == ["menu"]


def test_the_preview_repaints_only_where_it_is(hand: Hand) -> None:
    hand.take("terrain-brush", "forest")
    hand.hover(hand.hex(3, 3))
    near = hand.canvas.picture.place("main:3,3")
    assert near is not None
    box = hand.controller.preview.boundingRect()
    assert box.width() < 4
    assert box.contains(QPointF(near.x, near.y))
    hand.canvas.finish()
    grabbed = hand.canvas.grab().toImage()
    at = hand.corner(3, 3, 0)
    hand.hover(hand.hex(9, 9))
    after = hand.canvas.grab().toImage()
    assert grabbed.pixelColor(at.toPoint()) != after.pixelColor(at.toPoint())


def test_another_map_forgets_what_the_tools_were_at(hand: Hand) -> None:
    hand.take("hexside-path", "river")
    hand.click(hand.corner(3, 3, 0))
    hand.bench.set_document(None)
    hand.bench.set_document(hand.document)
    assert not hand.controller.tools["hexside-path"].is_busy
    assert hand.controller.preview.is_empty


# No work proportional to the map


@pytest.fixture
def large(bench_with: Callable[[MapPlan], Hand]) -> Hand:
    """20,000 hexes and 7,800 hexsides, seen as large as they are."""
    made = bench_with(large_plan())
    made.canvas.set_zoom(0.5)
    made.canvas.look_at("main:80,60")
    return made


def in_view(hand: Hand) -> Callable[[int, int], QPointF]:
    return lambda across, down: hand.hex(70 + across, 55 + down)


class Counted:
    """What a gesture touched: cells told to the canvas, boxes repainted, and calls to build anything whole."""

    def __init__(self, hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
        self.touched: list[Touched] = []
        self.boxes: list[Any] = []
        hand.document.changed.connect(self.touched.append)
        repaint = hand.canvas.map_item.repaint

        def told(boxes: list[Any], ground: list[Any]) -> None:
            self.boxes.extend([*boxes, *ground])
            repaint(boxes, ground)

        monkeypatch.setattr(hand.canvas.map_item, "repaint", told)
        for owner, name in ((hand.canvas.picture, "everything_changed"), (hand.canvas.map_item, "renew")):
            monkeypatch.setattr(owner, name, self._never(name))
        monkeypatch.setattr(MapPlan, "copy", self._never("copy"))
        monkeypatch.setattr(MapContents, "__init__", self._never("a new index"))

    @staticmethod
    def _never(name: str) -> Callable[..., None]:
        def fail(*_: object, **__: object) -> None:
            pytest.fail(f"{name}: work proportional to the map")

        return fail

    @property
    def cells(self) -> int:
        return sum(len(touched.cells) for touched in self.touched)

    @property
    def parts(self) -> int:
        return sum(
            len(part)
            for touched in self.touched
            for part in (touched.sides, touched.paths, touched.features, touched.members)
        )


def test_a_stroke_of_fifty_hexes_touches_fifty_hexes(large: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    at = in_view(large)
    large.take("terrain-brush", "sea")
    counted = Counted(large, monkeypatch)
    points = [at(column, 0) for column in range(50)]
    large.drag(*points)
    assert large.entries == 1
    assert counted.cells <= 2 * 55
    ends = [large.canvas.plane_point(point) for point in points]
    top, bottom = min(point.y() for point in ends) - 10, max(point.y() for point in ends) + 10
    assert all(top < box.top and box.bottom < bottom for box in counted.boxes)


STROKES: list[tuple[str, str, Callable[[Hand], Iterable[QPointF]]]] = [
    ("eraser", "clear", lambda hand: [in_view(hand)(column, 1) for column in range(20)]),
    ("hexside-brush", "wall", lambda hand: [hand.side(70 + column, 57, 0) for column in range(20)]),
]


@pytest.mark.parametrize(("name", "kind", "points"), STROKES, ids=[each[0] for each in STROKES])
def test_other_strokes_touch_what_they_cover(
    large: Hand,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    kind: str,
    points: Callable[[Hand], Iterable[QPointF]],
) -> None:
    tool: Tool = large.take(name, kind)
    if tool.ink_group is None:
        large.bench.set_ink(Ink(InkGroup.TERRAIN, kind))
    counted = Counted(large, monkeypatch)
    large.drag(*points(large))
    assert large.entries == 1
    assert 0 < counted.cells + counted.parts <= 250


def test_the_same_stroke_costs_the_same_on_a_map_ten_times_as_large(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    costs = []
    for cols, rows in ((60, 40), (200, 120)):
        folder = tmp_path / str(cols)
        folder.mkdir()
        hand = Hand(folder, small_plan(cols=cols, rows=rows))
        hand.canvas.set_zoom(0.5)
        hand.canvas.look_at("main:30,20")
        hand.take("terrain-brush", "forest")
        hand.bench.set_brush(2)
        with monkeypatch.context() as patched:
            counted = Counted(hand, patched)
            hand.drag(*(hand.hex(column, 20) for column in range(5, 55)))
        costs.append((counted.cells, len(counted.boxes), len(counted.touched)))
        hand.close()
    assert costs[0] == costs[1]


def test_chains_and_places_touch_what_they_lay(large: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    at = in_view(large)
    counted = Counted(large, monkeypatch)
    large.take("hexside-path", "wall")
    for corner in ((70, 55, 0), (80, 58, 0), (90, 55, 0)):
        large.click(large.corner(*corner))
    large.key(Qt.Key.Key_Return)
    large.take("line", "rail")
    for across in (0, 10, 20):
        large.click(at(across, 3))
    large.key(Qt.Key.Key_Return)
    large.take("place", "city")
    large.click(at(4, 4))
    assert large.entries >= 2
    assert counted.parts <= 80


def test_hovering_touches_nothing(large: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Counted(large, monkeypatch)
    at = in_view(large)
    for tool in TOOLS:
        large.take(tool.name, "forest" if tool.ink_group is InkGroup.TERRAIN else "")
        for across in range(5):
            large.hover(at(across, 2))
    assert counted.touched == []
    assert counted.boxes == []
