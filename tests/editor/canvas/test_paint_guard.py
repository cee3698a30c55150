"""What goes wrong while the map is painted is told once, and the rest of the picture is painted all the same."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QGraphicsItem
from pytestqt.exceptions import capture_exceptions
from pytestqt.qtbot import QtBot

import app
import editor
from editor.canvas.art.hex_renderer import HexRenderer
from editor.canvas.art.renderer import Layer, Patch, Shown
from editor.canvas.canvas import MapCanvas
from editor.canvas.counters.counter_face import CounterFaces
from editor.canvas.counters.counter_picture import CounterPicture
from editor.canvas.paint_guard import guarded_event
from editor.canvas.scans.loupe import Loupe, Sight
from tests.editor.canvas.demo_maps import PALETTE, hex_map

RED = QColor("#ff0000")


class Square(QGraphicsItem):
    """A red square somewhere, or what cannot be painted."""

    def __init__(self, at: QPointF, *, fails: bool) -> None:
        super().__init__()
        self.setPos(at)
        self.setZValue(50 if fails else 60)
        self.fails = fails

    def boundingRect(self) -> QRectF:
        return QRectF(-1, -1, 2, 2)

    def paint(self, painter: QPainter, *_: Any) -> None:
        if self.fails:
            raise RuntimeError("the square is round")
        painter.fillRect(self.boundingRect(), RED)


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was told as the program tells what nobody caught."""
    heard: list[str] = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, bad, _trace: heard.append(f"{kind.__name__}: {bad}"))
    return heard


def shown_canvas(qtbot: QtBot) -> MapCanvas:
    canvas = MapCanvas(hex_map(12, 10), PALETTE)
    qtbot.addWidget(canvas)
    canvas.resize(500, 400)
    with qtbot.waitExposed(canvas):
        canvas.show()
    canvas.finish()
    return canvas


def picture_of(canvas: MapCanvas, qtbot: QtBot) -> QImage:
    canvas.finish()
    image = canvas.grab().toImage()
    qtbot.wait(1)
    return image


def test_an_item_that_cannot_be_painted_is_told_of_once_and_costs_nothing_else(qtbot: QtBot, told: list[str]) -> None:
    canvas = shown_canvas(qtbot)
    middle = canvas.plane_point(QPointF(250, 200))
    for fails in (True, False):
        canvas.scene().addItem(Square(middle, fails=fails))
    pictures = [picture_of(canvas, qtbot) for _ in range(3)]
    assert all(picture.pixelColor(250, 200) == RED for picture in pictures)
    assert told == ["RuntimeError: the square is round"]


@pytest.mark.qt_log_ignore("Painter ended with")
def test_a_layer_that_cannot_be_painted_leaves_the_others(
    qtbot: QtBot, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    paint = HexRenderer.paint

    def no_grid(renderer: HexRenderer, painter: QPainter, patch: Patch, layer: Layer, shown: Shown) -> None:
        if layer is Layer.GRID:
            painter.save()
            painter.resetTransform()
            raise RuntimeError("no grid today")
        paint(renderer, painter, patch, layer, shown)

    canvas = shown_canvas(qtbot)
    whole = picture_of(canvas, qtbot)
    monkeypatch.setattr(HexRenderer, "paint", no_grid)
    canvas.map_item.renew()
    with_gap = picture_of(canvas, qtbot)
    assert told == ["RuntimeError: no grid today"]
    points = [(x, y) for x in range(60, 440, 7) for y in range(60, 340, 7)]
    same = sum(whole.pixelColor(*point) == with_gap.pixelColor(*point) for point in points)
    assert same > len(points) / 2


def test_a_counter_that_cannot_be_painted_does_not_end_the_program(
    qtbot: QtBot, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_face(*_: object) -> None:
        raise RuntimeError("no face")

    canvas = shown_canvas(qtbot)
    canvas.counters.set_counters([CounterPicture("one", "main:5,5", symbol="infantry", factors="3-4")])
    monkeypatch.setattr("editor.canvas.counters.counter_face.paint_face", no_face)
    canvas.counters.faces = CounterFaces(canvas.style_shown.counters)
    for _ in range(3):
        canvas.grab()
    qtbot.waitUntil(lambda: bool(told))
    assert told == ["RuntimeError: no face"]


def test_the_loupe_closes_its_painter_whatever_happens(qtbot: QtBot, told: list[str]) -> None:
    def draw(*_: object) -> None:
        raise RuntimeError("the glass broke")

    canvas = shown_canvas(qtbot)
    loupe = Loupe(canvas, lambda _at: Sight((5.0, 5.0), 40.0, draw))
    loupe._at = QPointF(100, 100)
    loupe.keep_open(True)
    for _ in range(2):
        loupe.grab()
    qtbot.waitUntil(lambda: bool(told))
    assert told == ["RuntimeError: the glass broke"]


def test_in_a_test_it_is_heard_as_what_nobody_caught(qtbot: QtBot) -> None:
    canvas = shown_canvas(qtbot)
    canvas.scene().addItem(Square(canvas.plane_point(QPointF(250, 200)), fails=True))
    with capture_exceptions() as heard:
        picture_of(canvas, qtbot)
    assert [str(bad) for _, bad, _ in heard] == ["the square is round"]


def test_every_widget_that_paints_itself_is_guarded() -> None:
    """A forgotten one could end the program."""
    for room in (app, editor):
        for path in Path(room.__path__[0]).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.FunctionDef) and node.name == "paintEvent":
                    guards = [each.id for each in node.decorator_list if isinstance(each, ast.Name)]
                    assert guarded_event.__name__ in guards, f"{path}:{node.lineno}"
