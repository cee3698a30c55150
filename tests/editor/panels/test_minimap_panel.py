"""The small map: it shows the view, moves it, and costs the same however large the map is."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from editor.commands.paint import paint_terrain
from editor.geometry.cells import Cells
from editor.panels.minimap_panel import MinimapPanel
from engine.definitions.plan import Cell
from tests.editor.canvas.demo_maps import hex_map
from tests.editor.canvas.mouse import click, drag, turn_wheel
from tests.editor.panels.bench import Bench
from tests.editor.panels.conftest import Make


@pytest.fixture
def panel(bench: Bench, qtbot: QtBot) -> MinimapPanel:
    made = MinimapPanel(bench.work)
    qtbot.addWidget(made)
    made.resize(280, 220)
    made.show()
    bench.canvas.set_zoom(1.0)
    QTest.qWait(1)
    return made


def middle(bench: Bench) -> tuple[float, float]:
    view = bench.canvas.view_box
    return (view.left + view.right) / 2, (view.top + view.bottom) / 2


def test_a_click_looks_there(panel: MinimapPanel, bench: Bench) -> None:
    place = bench.canvas.picture.place("main:20,14")
    assert place is not None
    at = panel.map.point_of(place.x, place.y).toPoint()
    click(panel.map, at)
    assert middle(bench) == pytest.approx((place.x, place.y), abs=0.5)
    assert panel.map.view_frame().center().toPoint().x() == pytest.approx(at.x(), abs=2)


def test_a_drag_takes_the_view_along(panel: MinimapPanel, bench: Bench) -> None:
    start, end = QPoint(140, 110), QPoint(170, 100)
    drag(panel.map, start, end)
    assert middle(bench) == pytest.approx(panel.map.plane_point(QPointF(end)), abs=0.6)


def test_the_frame_follows_the_view(panel: MinimapPanel, bench: Bench) -> None:
    bench.canvas.look_at("main:10,10")
    before = panel.map.view_frame()
    bench.canvas.look_at("main:25,18")
    after = panel.map.view_frame()
    assert after.left() > before.left()
    assert after.top() > before.top()


def test_the_wheel_zooms_the_map(panel: MinimapPanel, bench: Bench) -> None:
    turn_wheel(panel.map, QPoint(100, 100), 2)
    assert bench.canvas.zoom > 1.2


def test_arrow_keys_move_the_view(panel: MinimapPanel, bench: Bench) -> None:
    bench.canvas.look_at("main:18,13")
    before = middle(bench)
    QTest.keyClick(panel.map, Qt.Key.Key_Right)
    assert middle(bench)[0] > before[0]


def test_an_edit_is_shown_after_a_while_and_many_cost_one_painting(
    panel: MinimapPanel, bench: Bench, qtbot: QtBot
) -> None:
    panel.grab()
    painted = panel.map.pictures
    before = panel.grab().toImage()
    for row in range(2, 12):
        cells = Cells.of(Cell("main", col, row) for col in range(2, 30))
        bench.document.push(paint_terrain(bench.plan, cells, "sea"))
    qtbot.waitUntil(lambda: panel.grab().toImage() != before)
    assert panel.map.pictures == painted + 1


def test_moving_the_view_does_not_paint_the_small_map_again(panel: MinimapPanel, bench: Bench) -> None:
    panel.grab()
    painted, tiles = panel.map.pictures, bench.canvas.map_item.tiles.painted
    for step in range(20):
        bench.canvas.move_by(10, step)
        panel.grab()
    assert panel.map.pictures == painted
    assert bench.canvas.map_item.tiles.painted == tiles


def test_a_large_map_needs_no_more_tiles_than_a_small_one(bench_with: Make, qtbot: QtBot) -> None:
    large = bench_with(hex_map(300, 200, lines=False))
    panel = MinimapPanel(large.work)
    qtbot.addWidget(panel)
    tiles = large.canvas.map_item.tiles
    keys = list(tiles.keys_in(large.canvas.picture.bounds, tiles.overview_scale))
    assert len(keys) <= 9
    panel.grab()
    before = tiles.painted
    panel.map.renew()
    panel.grab()
    assert tiles.painted == before


def test_without_a_map_it_says_so(panel: MinimapPanel, bench: Bench) -> None:
    bench.work.set_document(None)
    assert panel.is_empty
