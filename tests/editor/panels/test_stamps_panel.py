"""The panel of stamps: pictures of what was kept, taken in hand with a click, renamed, thrown away, given a key."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize

from editor.geometry.cells import Cells
from editor.model.selection import Selection
from editor.panels.stamps_panel import StampsPanel
from editor.tools.selection.selection_actions import keep_stamp
from editor.tools.selection.stamp_book import StampBook
from engine.definitions.plan import Cell
from tests.editor.panels.bench import Bench


@pytest.fixture
def panel(bench: Bench) -> StampsPanel:
    panel = StampsPanel(bench.work)
    sheet = next(iter(bench.plan.sheets))
    for number, name in enumerate(("Coast", "Hills"), start=3):
        bench.work.select(Selection(Cells.of((Cell(sheet, number, 4), Cell(sheet, number, 5)))))
        assert keep_stamp(bench.work, name)
    bench.work.set_clipboard(None)
    return panel


def names(panel: StampsPanel) -> list[str]:
    return [panel.list.item(row).text() for row in range(panel.list.count())]


def test_what_is_kept_is_listed_with_its_picture_and_its_key(panel: StampsPanel) -> None:
    assert names(panel) == ["1  Coast", "2  Hills"]
    image = panel.list.item(0).icon().pixmap(QSize(72, 60)).toImage()
    colours = {image.pixelColor(x, y).rgba() for x in range(image.width()) for y in range(image.height())}
    assert len(colours) > 10, "a picture, and not an empty field"


def test_a_click_takes_a_stamp_in_hand_and_the_buttons_turn_it(panel: StampsPanel) -> None:
    panel.list.setCurrentRow(1)
    panel.take()
    assert panel.bench.tool == "stamp"
    held = panel.bench.clipboard
    assert held is not None
    panel.turn_right()
    assert panel.bench.clipboard == held.rotated(1)
    panel.turn_left()
    assert panel.bench.clipboard == held
    panel.mirror()
    assert panel.bench.clipboard == held.mirrored()


def test_a_stamp_gets_another_key_and_is_thrown_away(panel: StampsPanel) -> None:
    panel.list.setCurrentRow(0)
    panel.set_slot(7)
    assert names(panel) == ["2  Hills", "7  Coast"]
    assert panel.chosen == "Coast"
    panel.drop()
    assert names(panel) == ["2  Hills"]
    document = panel.bench.document
    assert document is not None
    assert [stamp.name for stamp in StampBook(document).stamps()] == ["Hills"]


def test_without_a_map_it_says_why_it_is_empty(panel: StampsPanel) -> None:
    panel.bench.set_document(None)
    assert panel.is_empty


def test_a_panel_without_stamps_says_how_one_is_made(bench: Bench) -> None:
    empty = StampsPanel(bench.work)
    assert not empty.how.isHidden()
    sheet = next(iter(bench.plan.sheets))
    bench.work.select(Selection(Cells.of((Cell(sheet, 3, 4),))))
    assert keep_stamp(bench.work, "Coast")
    assert empty.how.isHidden()
