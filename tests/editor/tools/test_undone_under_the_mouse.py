"""Undo in the middle of any gesture: whatever goes from under the mouse, no tool fails, and none holds on to it."""

from __future__ import annotations

import pytest

from editor.commands.connections import connect
from editor.commands.lines import draw_line
from editor.commands.outlines import add_shape
from editor.commands.places import add_feature
from editor.commands.regions import create_region
from editor.commands.sheets import add_sheet
from editor.commands.sides import set_sides
from editor.commands.spaces import add_box, add_space
from editor.commands.texts import add_text
from editor.documents.workbench import Ink, InkGroup
from editor.geometry.hexsides import Hexside
from editor.model.selection import everything
from editor.tools.toolbox import TOOLS
from engine.core.boards.hexes import HexGrid, Orientation, Parity
from tests.editor.tools.hand import Hand

_INKS = (
    (InkGroup.TERRAIN, "forest"),
    (InkGroup.SIDES, "river"),
    (InkGroup.PATHS, "rail"),
    (InkGroup.FEATURES, "city"),
    (InkGroup.CONNECTIONS, "regular"),
    (InkGroup.REGIONS, "north"),
    (InkGroup.BOXES, "box"),
)
_GRABBED = ((4.0, 24.0), (30.0, 24.0), (17.0, 24.0), (33.0, 3.5), (30.0, 12.0), (12.0, 30.0), (12.0, 27.0))
"""Points of the plane where something of every sort lies that was added last."""


_ENTRIES = 12


def _furnished(hand: Hand) -> None:
    """Something of every sort, each an entry of the history."""
    plan = hand.plan
    grid = HexGrid(Orientation.FLAT, Parity.ODD)
    for make in (
        lambda: add_sheet(plan, "inset", grid, (3, 3), fill="clear", origin=(30.0, 0.0)),
        lambda: create_region(plan, "country", "North"),
        lambda: add_space(plan, "A", (4.0, 24.0)),
        lambda: add_space(plan, "B", (30.0, 24.0)),
        lambda: connect(plan, "a", "b", "regular"),
        lambda: draw_line(plan, "rail", ("a", "b")),
        lambda: add_box(plan, "Reserve", (30.0, 12.0)),
        lambda: add_feature(plan, "a", "city", name="Ford"),
        lambda: add_feature(plan, "inset:2,2", "city", name="Bridge"),
        lambda: set_sides(plan, [Hexside("inset", 2, 2, 0)], "river"),
        lambda: add_text(plan, "Sea", (12.0, 30.0)),
        lambda: add_shape(plan, ((12.0, 27.0), (16.0, 27.0), (16.0, 33.0)), terrain="sea"),
    ):
        assert hand.document.push(make())
    hand.canvas.fit()


@pytest.mark.parametrize("tool", [tool.name for tool in TOOLS])
def test_no_gesture_fails_when_all_is_undone_in_its_middle(hand: Hand, tool: str) -> None:
    _furnished(hand)
    assert hand.entries == _ENTRIES
    for group, kind in _INKS:
        hand.bench.set_ink(Ink(group, kind))
    stack = hand.document.undo_stack
    for start in _GRABBED:
        stack.setIndex(_ENTRIES if stack.count() >= _ENTRIES else 0)
        if "inset" not in hand.plan.sheets:
            _furnished(hand)
        hand.take(tool)
        hand.bench.select(everything(hand.plan))
        hand.hover(hand.at(*start))
        hand.click(hand.at(*start))
        hand.press(hand.at(*start))
        hand.move(hand.at(start[0] + 2.0, start[1] - 2.0))
        stack.setIndex(0)
        hand.move(hand.at(start[0] + 4.0, start[1] - 3.0))
        hand.release(hand.at(start[0] + 4.0, start[1] - 3.0))
        hand.hover(hand.at(*start))
        hand.controller.cancel()
    assert hand.stored() == hand.plan


@pytest.mark.parametrize("tool", [tool.name for tool in TOOLS])
def test_what_is_dragged_while_something_is_undone_leaves_no_trace(hand: Hand, tool: str) -> None:
    """A drag that went on would be an entry of its own, and what was undone could not be redone any more."""
    _furnished(hand)
    for group, kind in _INKS:
        hand.bench.set_ink(Ink(group, kind))
    stack = hand.document.undo_stack
    for start in _GRABBED:
        hand.take(tool)
        hand.hover(hand.at(*start))
        hand.press(hand.at(*start))
        hand.move(hand.at(start[0] + 2.0, start[1] - 2.0))
        count = stack.count()
        stack.undo()
        before = hand.plan.copy()
        hand.move(hand.at(start[0] + 4.0, start[1] - 3.0))
        hand.release(hand.at(start[0] + 4.0, start[1] - 3.0))
        assert (stack.index(), stack.count()) == (count - 1, count)
        assert hand.plan == before
        stack.redo()
        hand.controller.cancel()
        hand.bench.pick(None)
    assert hand.stored() == hand.plan
