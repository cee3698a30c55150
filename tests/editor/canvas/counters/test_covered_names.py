"""Names that counters stand on, on screens with one pixel to a point and with two."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QObject, QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import QGraphicsScene
from pytestqt.qtbot import QtBot

from editor.canvas.art.looks import Looks
from editor.canvas.art.map_picture import MapPicture
from editor.canvas.art.style import bundled_style
from editor.canvas.canvas import MapCanvas
from editor.canvas.counters.counter_item import CounterItem
from editor.canvas.counters.counter_picture import CounterPicture
from editor.canvas.counters.covered_names import CoveredNames
from editor.documents.scan_images import ScanImages
from editor.documents.scan_layer import ScanLayer
from editor.documents.workbench import Workbench
from engine.definitions.plan import FeaturePlan
from tests.editor.canvas.demo_maps import PALETTE, hex_map


@pytest.mark.parametrize("scale", [12.0, 20.0, 48.0])
def test_a_name_is_written_again_as_large_as_the_tiles_have_it(scale: float) -> None:
    """So many pixels to a circumradius make the same picture, however many of them make a point."""
    plan = hex_map(8, 8, lines=False)
    plan.features["f"] = FeaturePlan("f", "main:4,4", "city", "Smolensk")
    picture = MapPicture(plan, Looks(PALETTE, bundled_style("paper")))
    x, y = picture.sheet("main").lattice.centre(4, 4)
    seen = []
    for ratio in (1, 2):
        counters = CounterItem(picture.place, lambda: picture.bounds, bundled_style("paper").counters)
        counters.set_counters([CounterPicture("u", "main:4,4")])
        names = CoveredNames(lambda: picture, counters)
        assert names.covered(picture.bounds, scale), "there is a name to write"
        scene = QGraphicsScene()
        for item in (names.first_writing, names):
            scene.addItem(item)
        image = QImage(480 * ratio, 480 * ratio, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(ratio)
        image.fill(QColor("#ff00ff"))
        painter = QPainter(image)
        half = 240 / scale
        scene.render(painter, QRectF(0, 0, 480, 480), QRectF(x - half, y - half, 2 * half, 2 * half))
        painter.end()
        every = range(0, 480 * ratio, ratio)
        seen.append([image.pixelColor(a, b) != QColor("#ff00ff") for a in every for b in every])
    painted, unlike = sum(seen[0]), sum(one != two for one, two in zip(*seen, strict=True))
    assert painted > 100
    assert unlike < 0.15 * painted, "no more than what a name moves by half a point"


def test_a_name_that_is_laid_over_a_scan_is_not_written_a_second_time() -> None:
    plan = hex_map(8, 8, lines=False)
    plan.features["f"] = FeaturePlan("f", "main:4,4", "city", "Smolensk")
    picture = MapPicture(plan, Looks(PALETTE, bundled_style("paper")))
    canvas = MapCanvas(plan, PALETTE, bundled_style("paper"))
    images = ScanImages()
    layer = ScanLayer(Workbench(canvas), images)
    canvas.counters.set_counters([CounterPicture("u", "main:4,4")])
    x, y = picture.sheet("main").lattice.centre(4, 4)
    assert canvas.covered_names.covered(picture.bounds, 20.0)
    layer.over.lay((), [[(x - 2, y - 2), (x + 2, y - 2), (x + 2, y + 2), (x - 2, y + 2)]])
    assert not canvas.covered_names.covered(picture.bounds, 20.0)
    layer.over.set_away(True)
    assert canvas.covered_names.covered(picture.bounds, 20.0), "without the scan it is written below the counter"
    images.close()


class _Repainted(QObject):
    """What a widget was asked to paint."""

    def __init__(self) -> None:
        super().__init__()
        self.region = QRegion()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            self.region += event.region()
        return False


def test_all_of_a_name_is_painted_again_when_a_counter_comes_or_goes(qtbot: QtBot) -> None:
    """A name is wider than a counter: what lies beside the pile would show it twice, or half of it."""
    plan = hex_map(14, 10, lines=False)
    plan.features["f"] = FeaturePlan("f", "main:7,5", "city", "Dnepropetrovsk on the Dnieper")
    canvas = MapCanvas(plan, PALETTE)
    qtbot.addWidget(canvas)
    canvas.resize(500, 400)
    with qtbot.waitExposed(canvas):
        canvas.show()
    canvas.finish()
    qtbot.waitUntil(lambda: canvas.map_item.is_complete)
    box = canvas.picture.name_box("f", canvas.transform().m11())
    assert box is not None
    name = canvas.mapFromScene(QRectF(box.left, box.top, box.width, box.height)).boundingRect().adjusted(2, 2, -2, -2)
    painted = _Repainted()
    canvas.viewport().installEventFilter(painted)
    for change in (lambda: canvas.counters.put(CounterPicture("u", "main:7,5")), lambda: canvas.counters.remove("u")):
        painted.region = QRegion()
        change()
        qtbot.waitUntil(lambda: QRegion(name).subtracted(painted.region).isEmpty())
