"""Layers: hidden, faded and locked, on the canvas as in the panel."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QContextMenuEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from editor.canvas.counters.counter_picture import CounterPicture
from editor.commands.paint import paint_terrain
from editor.documents.workbench import EditLayer
from editor.geometry.cells import Cells
from editor.panels.command_push import push
from editor.panels.layers_panel import LayersPanel
from engine.definitions.plan import Cell
from tests.editor.panels.bench import Bench


@pytest.fixture
def panel(bench: Bench, qtbot: QtBot) -> LayersPanel:
    made = LayersPanel(bench.work)
    qtbot.addWidget(made)
    made.show()
    return made


def picture(bench: Bench) -> QImage:
    bench.canvas.finish()
    return bench.canvas.grab().toImage()


def is_paper(bench: Bench, colour: QColor) -> bool:
    """Near enough: something of the grid or a name may lie over the point."""
    paper = bench.canvas.picture.looks.paper
    return all(abs(part(colour) - part(paper)) <= 8 for part in (QColor.red, QColor.green, QColor.blue))


def colour_at(bench: Bench, key: str) -> QColor:
    image = picture(bench)
    point = bench.canvas.point_of(key)
    assert point is not None
    ratio = image.devicePixelRatio()
    return image.pixelColor(round(point.x() * ratio) + 3, round(point.y() * ratio) + 6)


def test_hiding_terrain_leaves_paper(panel: LayersPanel, bench: Bench) -> None:
    sea = next(cell for cell in bench.plan.sheets["main"].cells() if bench.plan.terrain_at(cell) == "sea")
    before = colour_at(bench, sea.key)
    QTest.mouseClick(panel.rows[EditLayer.TERRAIN].eye, Qt.MouseButton.LeftButton)
    assert not bench.work.layers[EditLayer.TERRAIN].visible
    assert before != colour_at(bench, sea.key)
    assert is_paper(bench, colour_at(bench, sea.key))
    QTest.mouseClick(panel.rows[EditLayer.TERRAIN].eye, Qt.MouseButton.LeftButton)
    assert colour_at(bench, sea.key) == before


@pytest.mark.parametrize(
    "layer",
    [EditLayer.REGIONS, EditLayer.SIDES, EditLayer.GRID, EditLayer.PATHS, EditLayer.FEATURES, EditLayer.TEXTS],
)
def test_every_layer_of_hexes_can_be_hidden(layer: EditLayer, panel: LayersPanel, bench: Bench) -> None:
    before = picture(bench)
    panel.set_visible(layer, False)
    assert picture(bench) != before
    panel.set_visible(layer, True)
    assert picture(bench) == before


def test_spaces_and_their_connections_are_one_layer(spaces: Bench, qtbot: QtBot) -> None:
    panel = LayersPanel(spaces.work)
    qtbot.addWidget(panel)
    before = picture(spaces)
    panel.set_visible(EditLayer.SPACES, False)
    assert picture(spaces) != before
    assert is_paper(spaces, colour_at(spaces, "s5"))


def test_a_faded_layer_lies_between_full_and_hidden(panel: LayersPanel, bench: Bench, qtbot: QtBot) -> None:
    sea = next(cell for cell in bench.plan.sheets["main"].cells() if bench.plan.terrain_at(cell) == "sea")
    full = colour_at(bench, sea.key)
    panel.rows[EditLayer.TERRAIN].slider.setValue(50)
    qtbot.waitUntil(lambda: bench.work.layers[EditLayer.TERRAIN].opacity == 0.5)
    half = colour_at(bench, sea.key)
    panel.set_visible(EditLayer.TERRAIN, False)
    hidden = colour_at(bench, sea.key)
    for channel in (QColor.red, QColor.green, QColor.blue):
        assert channel(half) == pytest.approx((channel(full) + channel(hidden)) / 2, abs=3)


def test_dragging_a_slider_repaints_at_its_own_pace(panel: LayersPanel, bench: Bench, qtbot: QtBot) -> None:
    told: list[None] = []
    bench.work.layers_changed.connect(lambda: told.append(None))
    for value in range(90, 40, -1):
        panel.rows[EditLayer.REGIONS].slider.setValue(value)
    qtbot.waitUntil(lambda: bench.work.layers[EditLayer.REGIONS].opacity == 0.41)
    assert len(told) < 5


def test_counters_fade_and_hide(panel: LayersPanel, bench: Bench, qtbot: QtBot) -> None:
    bench.canvas.counters.set_counters([CounterPicture(unit="u", at="main:5,5", name="1 Division")])
    panel.set_opacity(EditLayer.COUNTERS, 0.4)
    qtbot.waitUntil(lambda: bench.canvas.counters.opacity() == pytest.approx(0.4))
    panel.set_visible(EditLayer.COUNTERS, False)
    assert not bench.canvas.counters.isVisible()


def test_a_locked_layer_refuses_panels_too(panel: LayersPanel, bench: Bench) -> None:
    QTest.mouseClick(panel.rows[EditLayer.TERRAIN].lock, Qt.MouseButton.LeftButton)
    cells = Cells.of([Cell("main", 3, 3)])
    assert not push(bench.work, lambda: paint_terrain(bench.plan, cells, "sea"))
    assert bench.undone == 0
    assert [said.key for said in bench.said] == ["tool.cannot.locked"]


def test_alt_shows_a_layer_alone_and_all_again(panel: LayersPanel, bench: Bench) -> None:
    eye = panel.rows[EditLayer.SIDES].eye
    QTest.mouseClick(eye, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.AltModifier)
    assert [layer for layer in EditLayer if bench.work.layers[layer].visible] == [EditLayer.SIDES]
    QTest.mouseClick(eye, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.AltModifier)
    assert all(bench.work.layers[layer].visible for layer in EditLayer)


def test_a_right_click_on_a_layer_lists_what_can_be_done_with_it(panel: LayersPanel, bench: Bench) -> None:
    label = panel.rows[EditLayer.TERRAIN].label
    at = label.mapTo(panel, label.rect().center())
    QApplication.sendEvent(panel, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, panel.mapToGlobal(at)))
    assert panel.menu is not None
    found = {action.text(): action for action in panel.menu.actions() if action.text()}
    assert list(found) == ["Hide", "Show It Alone", "Lock", "Paint in Full", "Show All"]
    found["Hide"].trigger()
    assert not bench.work.layers[EditLayer.TERRAIN].visible
    panel.menu.close()
    again = {action.text(): action for action in panel.menu_at(at).actions()}
    again["Show It Alone"].trigger()
    layers = bench.work.layers
    assert [layer for layer in EditLayer if layers[layer].visible] == [EditLayer.TERRAIN]
    below = QPoint(at.x(), panel.height() - 2)
    assert [action.text() for action in panel.menu_at(below).actions()] == ["Show All"]


def test_all_is_shown_again_at_a_stroke(panel: LayersPanel, bench: Bench) -> None:
    panel.set_visible(EditLayer.SIDES, False)
    panel.set_locked(EditLayer.PATHS, True)
    QTest.mouseClick(panel.reset, Qt.MouseButton.LeftButton)
    assert bench.work.layers.states == {}
    assert not panel.reset.isEnabled()


def test_every_switch_says_what_it_is(panel: LayersPanel) -> None:
    for row in panel.rows.values():
        assert row.eye.accessibleName()
        assert row.lock.accessibleName()
        assert row.slider.accessibleName()
        assert row.eye.toolTip()


def test_tiles_are_painted_as_ever_while_nothing_is_faded(bench: Bench) -> None:
    assert bench.canvas.shown.strengths == ()
