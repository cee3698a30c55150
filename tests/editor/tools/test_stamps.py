"""Stamps in hand: seen as they will come down, without bare ground if wished, turned before, and on the keys 1 to 9."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtWidgets import QApplication

from editor.commands.outlines import add_shape
from editor.commands.paint import paint_terrain
from editor.commands.shape import crop
from editor.commands.texts import add_text
from editor.documents.workbench import Ink, InkGroup
from editor.geometry.cells import Cells
from editor.model.selection import Selection
from editor.refusal import CannotEdit
from editor.tools.selection import selection_actions
from editor.tools.selection.stamp_book import StampBook
from editor.tools.selection.stamp_tool import Skip
from engine.core.messages import message
from engine.definitions.plan import Cell
from engine.storage.errors import FileError
from engine.storage.store import Store
from tests.editor.tools.hand import Hand
from tests.helpers.plans import small_plan


def cells(*places: tuple[int, int]) -> Cells:
    return Cells.of(Cell("main", *place) for place in places)


def terrain(hand: Hand, col: int, row: int) -> str | None:
    return hand.plan.terrain_at(Cell("main", col, row))


def copy_a_wood(hand: Hand) -> None:
    """Three hexes in a column, the outer two woods and the middle one clear, are in the clipboard."""
    hand.document.push(paint_terrain(hand.plan, cells((2, 2), (2, 4)), "forest"))
    hand.bench.select(Selection(cells((2, 2), (2, 3), (2, 4))))
    assert selection_actions.copy(hand.bench)


def test_bare_hexes_of_a_stamp_can_leave_the_ground_as_it_is(hand: Hand) -> None:
    copy_a_wood(hand)
    hand.document.push(paint_terrain(hand.plan, cells((6, 5), (8, 5)), "hills"))
    hand.take("stamp")
    hand.click(hand.hex(6, 5))
    assert [terrain(hand, 6, row) for row in (4, 5, 6)] == ["forest", "clear", "forest"]
    assert hand.controller.set_option("stamp", "skip", Skip.UNPAINTED)
    with hand.one_entry():
        hand.click(hand.hex(8, 5))
    assert [terrain(hand, 8, row) for row in (4, 5, 6)] == ["forest", "hills", "forest"]


def test_a_stamp_in_hand_is_seen_as_it_will_come_down(hand: Hand) -> None:
    copy_a_wood(hand)
    hand.take("stamp")
    hand.hover(hand.hex(6, 5))
    seen = hand.controller.preview.painted
    assert seen is not None
    scale = seen.image.width() / seen.room.width()

    def colour(col: int, row: int) -> QColor:
        x, y = hand.canvas.picture.sheet("main").lattice.centre(col, row)
        at = QPoint(round((x - seen.room.left()) * scale), round((y + 0.3 - seen.room.top()) * scale))
        return seen.image.pixelColor(at)

    assert colour(6, 4).alpha() == colour(6, 5).alpha() == 255
    assert colour(6, 4) != colour(6, 5)
    hand.controller.set_option("stamp", "skip", Skip.CLEAR)
    seen = hand.controller.preview.painted
    assert seen is not None
    assert colour(6, 5).alpha() == 0


def test_a_stamp_is_turned_and_mirrored_before_it_comes_down(hand: Hand) -> None:
    copy_a_wood(hand)
    assert selection_actions.turn_stamp(hand.bench, turns=1)
    hand.click(hand.hex(6, 5))
    assert terrain(hand, 6, 4) == "clear"
    around = {(col, row) for col in (5, 7) for row in (4, 5, 6) if terrain(hand, col, row) == "forest"}
    assert len(around) == 2


def test_a_file_that_takes_no_stamp_says_why(hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(store: Store, name: str, value: object) -> None:
        raise FileError(message("file.disk-full", file=str(store.path)), store.path)

    hand.bench.select(Selection(cells((2, 2))))
    monkeypatch.setattr(Store, "note", refuse)
    assert not selection_actions.keep_stamp(hand.bench, "Wood")
    assert [said.key for said in hand.said] == ["file.disk-full"]


def test_the_keys_take_stamps_of_the_file_in_hand(hand: Hand) -> None:
    copy_a_wood(hand)
    hand.bench.select(Selection(cells((2, 2))))
    assert selection_actions.keep_stamp(hand.bench, "Wood")
    hand.bench.set_clipboard(None)
    for tool, is_claimed in (("terrain-brush", False), ("stamp", True)):
        hand.take(tool)
        wanted = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_1, Qt.KeyboardModifier.NoModifier, "1")
        wanted.ignore()
        QApplication.sendEvent(hand.canvas, wanted)
        assert wanted.isAccepted() == is_claimed, "other tools leave the numbers to the palette"
    hand.key(Qt.Key.Key_1, text="1")
    hand.click(hand.hex(9, 9))
    assert terrain(hand, 9, 9) == "forest"
    hand.key(Qt.Key.Key_2, text="2")
    assert [said.key for said in hand.said] == ["tool.cannot.empty-slot"]


def test_a_stamp_keeps_its_key_under_another_name_and_loses_it_when_thrown_away(hand: Hand) -> None:
    copy_a_wood(hand)
    book = StampBook(hand.document)
    for name in ("One", "Two"):
        assert selection_actions.keep_stamp(hand.bench, name)
    assert book.slots()[:3] == ["One", "Two", ""]
    book.set_slot(9, "One")
    book.rename("Two", "Zwei")
    assert (book.slots()[0], book.slots()[1], book.slots()[8]) == ("", "Zwei", "One")
    with pytest.raises(CannotEdit, match="stamp-name-taken"):
        book.rename("Zwei", " One ")
    assert [stamp.name for stamp in book.stamps()] == ["One", "Zwei"], "neither is lost"
    book.rename("Zwei", "Zwei")
    book.drop("Zwei")
    assert book.slots()[1] == ""


def test_a_crop_takes_lettering_and_outlines_off_the_hexes_that_go() -> None:
    plan = small_plan(cols=10, rows=10)
    add_text(plan, "Stays", (3.0, 4.0)).apply(plan)
    add_text(plan, "Goes", (13.0, 14.0)).apply(plan)
    add_shape(plan, ((12.0, 13.0), (13.5, 13.0), (13.5, 14.5)), terrain="sea").apply(plan)
    add_shape(plan, ((2.0, 3.0), (13.5, 13.0), (13.5, 14.5)), terrain="sea").apply(plan)
    before = plan.copy()
    change = crop(plan, "main", cells((1, 1), (5, 5)))
    change.apply(plan)
    assert [text.text for text in plan.texts.values()] == ["Stays"]
    assert len(plan.shapes) == 1
    change.revert(plan)
    assert plan == before


def test_painting_a_region_where_there_is_none_offers_a_new_one(hand: Hand) -> None:
    asked: list[bool] = []
    hand.bench.region_wanted.connect(lambda: asked.append(True))
    hand.take("region-brush")
    with hand.no_trace():
        hand.click(hand.hex(4, 4))
    hand.bench.set_ink(Ink(InkGroup.REGIONS, "gone"))
    hand.click(hand.hex(4, 4))
    assert asked == [True, True]
    assert hand.said == []
