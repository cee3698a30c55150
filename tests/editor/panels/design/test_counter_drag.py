"""Units are dragged as counters beside the pointer: the hex they are dropped on is seen."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from PySide6.QtCore import QItemSelectionModel, QPoint, QRect, Qt
from PySide6.QtGui import QDrag, QIcon, QPixmap

from editor.panels.design.units.counter_drag import in_hand
from editor.panels.design.units.counter_icons import SMALL
from editor.panels.design.units.force_tree import FORMATION, UNIT
from editor.tools.unit_drag import formations_in, units_in
from tests.editor.panels.design.studio import Studio

MOVE = Qt.DropAction.MoveAction


@dataclass
class Hand:
    """What the last drag held."""

    units: tuple[str, ...] = ()
    formations: tuple[str, ...] = ()
    picture: QRect = field(default_factory=QRect)
    """Where the picture lies, seen from the pointer."""


@pytest.fixture
def hand(monkeypatch: pytest.MonkeyPatch) -> Hand:
    """Takes what is dragged and drops it nowhere."""
    found = Hand()

    def take(drag: QDrag, *_: Qt.DropAction) -> Qt.DropAction:
        found.units, found.formations = units_in(drag.mimeData()), formations_in(drag.mimeData())
        size = drag.pixmap().deviceIndependentSize().toSize()
        found.picture = QRect(QPoint() - drag.hotSpot(), size)
        return Qt.DropAction.IgnoreAction

    monkeypatch.setattr(QDrag, "exec", take)
    return found


def is_beside_the_pointer(hand: Hand) -> bool:
    """Whether there is a picture, no larger than a few counters, and the place pointed at is free of it."""
    room = QRect(-8, -8, 16, 16)
    return not hand.picture.isEmpty() and hand.picture.width() <= 2 * SMALL and not hand.picture.intersects(room)


def test_units_of_the_tree_are_dragged_as_counters(studio: Studio, hand: Hand) -> None:
    tree = studio.forces.tree
    tree.clearSelection()
    for unit in ("red-1", "red-2"):
        tree.items[UNIT, unit].setSelected(True)
    tree.startDrag(MOVE)
    assert hand.units == ("red-1", "red-2")
    assert is_beside_the_pointer(hand)


def test_a_formation_is_dragged_with_the_counters_of_its_units(studio: Studio, hand: Hand) -> None:
    tree = studio.forces.tree
    tree.clearSelection()
    tree.items[FORMATION, "red-army"].setSelected(True)
    tree.startDrag(MOVE)
    assert hand.formations == ("red-army",)
    assert set(hand.units) == {unit.id for unit in studio.design.units.values() if unit.formation == "red-army"}
    assert is_beside_the_pointer(hand)


def test_rows_of_the_table_are_dragged_as_counters(studio: Studio, hand: Hand) -> None:
    table, model = studio.table.table, studio.table.model
    rows = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
    table.selectionModel().select(model.index(2, 1), rows)
    table.startDrag(MOVE)
    assert hand.units == (model.units[2],)
    assert is_beside_the_pointer(hand)


def test_a_stack_in_hand_shows_as_many_as_can_be_told_apart() -> None:
    red = QPixmap(SMALL, SMALL)
    red.fill(Qt.GlobalColor.red)
    one, three, ten = (in_hand([QIcon(red)] * number) for number in (1, 3, 10))
    assert one.width() < three.width() == ten.width()
    assert in_hand([QIcon()]).isNull()
