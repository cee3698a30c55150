"""Scans on the canvas: over the ground and under the ink, in their order, and a loupe over them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QColor, QImage, QKeyEvent
from PySide6.QtWidgets import QApplication

from editor.canvas.scans.scan_item import scan_box
from editor.commands.paint import paint_terrain
from editor.commands.scans import edit_scan
from editor.digitise.transforms import Transform
from editor.documents.scan_facts import ScanFacts
from editor.documents.workbench import EditLayer, LayerState
from editor.geometry.cells import Cells
from editor.geometry.lattice import Box
from engine.definitions.plan import Cell, MapPlan, ScanPlan
from tests.editor.canvas.mouse import move
from tests.editor.scans.printed_maps import PrintedMap
from tests.editor.scans.workshop import Workshop


def plain(path: Path, colour: str, size: tuple[int, int] = (700, 600)) -> Path:
    image = QImage(*size, QImage.Format.Format_RGB32)
    image.fill(QColor(colour))
    assert image.save(str(path))
    return path


def lay(workshop: Workshop, scan: ScanPlan, **facts: object) -> ScanPlan:
    """Give a scan other facts."""
    changed = replace(ScanFacts.of(scan), **facts).written(scan)  # type: ignore[arg-type]
    assert workshop.document.push(edit_scan(workshop.plan, scan.id, attributes=changed))
    return workshop.plan.scans[scan.id]


def colour_at(workshop: Workshop, point: tuple[float, float]) -> QColor:
    """What is seen at a point of the map plane, between the lines."""
    workshop.finish()
    at = workshop.canvas.viewportTransform().map(*point)
    return workshop.canvas.grab().toImage().pixelColor(round(at[0]), round(at[1]))


BARE = (4.62, 5.7)
"""A point of the plane where neither a hexside nor a number is drawn."""


def near(one: QColor, other: str, within: int = 6) -> bool:
    wanted = QColor(other)
    return all(
        abs(a - b) <= within
        for a, b in zip(one.getRgb()[:3], wanted.getRgb()[:3], strict=True)  # type: ignore[index]
    )


def test_a_new_scan_lies_over_the_whole_map(workshop: Workshop, tmp_path: Path) -> None:
    scan = workshop.add(plain(tmp_path / "a.png", "#3060c0"))
    paper = workshop.canvas.picture.bounds
    box = scan_box(Transform(scan.placement), (700, 600))
    assert box.width == pytest.approx(paper.width) or box.height == pytest.approx(paper.height)
    assert (box.left + box.right) / 2 == pytest.approx((paper.left + paper.right) / 2)
    assert (box.top + box.bottom) / 2 == pytest.approx((paper.top + paper.bottom) / 2)


def test_opacity_lets_the_ground_through(workshop: Workshop, tmp_path: Path) -> None:
    workshop.show_canvas()
    ground = colour_at(workshop, BARE)
    scan = lay(workshop, workshop.add(plain(tmp_path / "a.png", "#3060c0")), opacity=1.0)
    assert near(colour_at(workshop, BARE), "#3060c0")
    scan = lay(workshop, scan, opacity=0.5)
    mixed = QColor((0x30 + ground.red()) // 2, (0x60 + ground.green()) // 2, (0xC0 + ground.blue()) // 2)
    assert near(colour_at(workshop, BARE), mixed.name())
    lay(workshop, scan, visible=False)
    assert near(colour_at(workshop, BARE), ground.name(), 1)
    assert workshop.layer.item(scan.id) is None


def test_the_scans_layer_hides_and_fades_them_all(workshop: Workshop, tmp_path: Path) -> None:
    scan = lay(workshop, workshop.add(plain(tmp_path / "a.png", "#3060c0")), opacity=0.8)
    bench = workshop.bench
    bench.set_layers(bench.layers.with_state(EditLayer.SCANS, LayerState(opacity=0.5)))
    item = workshop.layer.item(scan.id)
    assert item is not None
    assert item.opacity() == pytest.approx(0.4)
    bench.set_layers(bench.layers.with_state(EditLayer.SCANS, LayerState(visible=False)))
    assert workshop.layer.item(scan.id) is None
    bench.set_layers(bench.layers.with_state(EditLayer.SCANS, LayerState()))
    assert workshop.layer.item(scan.id) is not None
    workshop.layer.set_shown(False)
    assert workshop.layer.item(scan.id) is None, "a map that is played shows none"


def test_the_upper_scan_covers_the_lower(workshop: Workshop, tmp_path: Path) -> None:
    workshop.show_canvas()
    red = lay(workshop, workshop.add(plain(tmp_path / "a.png", "#c03030")), opacity=1.0)
    blue = lay(workshop, workshop.add(plain(tmp_path / "b.png", "#3060c0")), opacity=1.0)
    assert near(colour_at(workshop, BARE), "#3060c0")
    lay(workshop, blue, order=0)
    lay(workshop, red, order=1)
    assert near(colour_at(workshop, BARE), "#c03030")
    assert workshop.layer.scan_at(BARE) is not None
    assert workshop.layer.scan_at(BARE)[0].id == red.id  # type: ignore[index]
    workshop.document.undo_stack.undo()
    workshop.document.undo_stack.undo()
    assert near(colour_at(workshop, BARE), "#3060c0")


def test_the_grid_and_what_is_painted_lie_over_the_scan(workshop: Workshop, tmp_path: Path) -> None:
    workshop.show_canvas()
    workshop.canvas.set_zoom(1.5)
    lay(workshop, workshop.add(plain(tmp_path / "a.png", "#ffffff")), opacity=1.0)
    workshop.finish()
    corner = workshop.plan.sheets["main"].grid.corners(5, 5)[0]
    beside = workshop.plan.sheets["main"].grid.corners(5, 5)[1]
    middle = (corner[0] + beside[0]) / 2, (corner[1] + beside[1]) / 2
    unit = 1 / workshop.canvas.transform().m11()
    around = [
        colour_at(workshop, (middle[0], middle[1] + unit * off)).lightness() for off in (-1.5, -1, -0.5, 0, 0.5, 1)
    ]
    assert min(around) < 130, "a hexside, dark on white"
    assert workshop.layer.over.isVisible()


def test_an_edit_under_a_scan_is_seen_at_once(workshop: Workshop, tmp_path: Path) -> None:
    workshop.show_canvas()
    lay(workshop, workshop.add(plain(tmp_path / "a.png", "#ffffff")), opacity=0.5)
    before = colour_at(workshop, BARE)
    cell = workshop.plan.sheets["main"].grid.nearest(*BARE)
    workshop.document.push(paint_terrain(workshop.plan, Cells.of([Cell("main", *cell)]), "forest"))
    assert colour_at(workshop, BARE) != before


def test_the_view_reaches_as_far_as_the_scans_but_not_to_the_end_of_the_world(
    workshop: Workshop, printed: PrintedMap, tmp_path: Path
) -> None:
    scan = workshop.add(printed.save(tmp_path / "north.png"))
    paper = workshop.canvas.picture.bounds
    far = Transform((100.0, 0.0, 0.0, 0.0, 100.0, 0.0, 0.0, 0.0, 1.0))
    workshop.document.push(edit_scan(workshop.plan, scan.id, placement=far.placement))
    reach = workshop.canvas.sceneRect()
    assert paper.width < reach.width() < paper.width + 900
    workshop.document.undo_stack.undo()
    workshop.document.undo_stack.undo()
    left = workshop.canvas.sceneRect()
    view, room, scale = (
        workshop.canvas.view_box,
        workshop.canvas.maximumViewportSize(),
        workshop.canvas.transform().m11(),
    )
    seen = Box(view.left, view.top, view.left + room.width() / scale, view.top + room.height() / scale)
    around = paper.grown(2.0).united(seen.grown(1.0))
    assert around.left <= left.left() <= left.right() <= around.right, "the paper, and what is in view stays there"
    assert around.top <= left.top() <= left.bottom() <= around.bottom
    assert left.width() < reach.width()


def test_looking_at_a_scan_brings_all_of_it_into_view(workshop: Workshop, printed: PrintedMap, tmp_path: Path) -> None:
    workshop.show_canvas()
    scan = workshop.add(printed.save(tmp_path / "north.png"))
    workshop.canvas.set_zoom(4.0)
    workshop.layer.look_at(scan)
    box, view = scan_box(Transform(scan.placement), printed.pixels), workshop.canvas.view_box
    assert view.left <= box.left
    assert view.right >= box.right


def test_on_a_map_without_hexes_a_scan_is_seen_pixel_for_pixel(
    open_workshop: Callable[..., Workshop], tmp_path: Path
) -> None:
    """What a map of spaces is traced from."""
    workshop = open_workshop(MapPlan("points", "Points", "toy-points"))
    workshop.show_canvas()
    scan = workshop.add(plain(tmp_path / "a.png", "#3060c0", (2000, 1600)))
    box = scan_box(Transform(scan.placement), (2000, 1600))
    assert box.width == pytest.approx(50.0)
    reach = workshop.canvas.sceneRect()
    assert reach.left() <= box.left
    assert reach.right() >= box.right
    assert not workshop.panel.calibrate.isEnabled()
    assert "has none" in workshop.panel.calibrate.toolTip()
    workshop.panel.ask_calibrate()
    assert workshop.calibration.is_empty


# The loupe


def key(workshop: Workshop, kind: QEvent.Type, code: Qt.Key = Qt.Key.Key_Z) -> None:
    QApplication.sendEvent(workshop.canvas, QKeyEvent(kind, code, Qt.KeyboardModifier.NoModifier))


def test_the_loupe_shows_pixels_and_the_hex_while_its_key_is_held(
    workshop: Workshop, printed: PrintedMap, tmp_path: Path
) -> None:
    workshop.show_canvas()
    scan = workshop.add(printed.save(tmp_path / "north.png"))
    placement = printed.to_pixel.inverse().placement
    workshop.document.push(edit_scan(workshop.plan, scan.id, placement=placement))
    workshop.finish()
    at = workshop.canvas.point_of("main:5,5")
    assert at is not None
    loupe = workshop.layer.loupe
    move(workshop.canvas.viewport(), at)
    assert not loupe.isVisible()
    key(workshop, QEvent.Type.KeyPress)
    assert loupe.isVisible()
    assert loupe.sight is not None
    assert loupe.sight.caption == "0505"
    assert loupe.sight.outline is not None
    item = workshop.layer.item(scan.id)
    assert item is not None
    pixel = printed.pixel("0505")
    assert loupe.sight.scale * item.placement.stretch(*pixel) == pytest.approx(4.0, rel=1e-2)
    workshop.rest()
    seen = loupe.grab().toImage()
    shades = {seen.pixel(x, y) for x in range(90, 140) for y in range(90, 140)}
    assert len(shades) > 2, "the dot in the middle of the hex, in large pixels"
    elsewhere = workshop.canvas.point_of("main:6,5")
    assert elsewhere is not None
    move(workshop.canvas.viewport(), elsewhere)
    assert loupe.sight.caption == "0605"
    assert (loupe.geometry().center() - elsewhere).manhattanLength() <= 2, "it follows the pointer"
    key(workshop, QEvent.Type.KeyRelease)
    assert not loupe.isVisible()


def test_the_loupe_closes_when_there_is_no_scan_or_no_focus(workshop: Workshop, tmp_path: Path) -> None:
    assert workshop.panel.isVisible()
    workshop.show_canvas()
    loupe = workshop.layer.loupe
    middle = workshop.canvas.viewport().rect().center()
    move(workshop.canvas.viewport(), middle)
    key(workshop, QEvent.Type.KeyPress)
    assert not loupe.isVisible(), "nothing to look at"
    workshop.add(plain(tmp_path / "a.png", "#3060c0"))
    move(workshop.canvas.viewport(), middle + QPoint(1, 0))
    assert loupe.isVisible()
    QApplication.sendEvent(workshop.canvas, QEvent(QEvent.Type.WindowDeactivate))
    assert not loupe.isVisible()
    loupe.keep_open(True)
    assert loupe.isVisible(), "kept open without the key"
    QApplication.sendEvent(workshop.canvas.viewport(), QEvent(QEvent.Type.Leave))
    assert not loupe.isVisible()


def test_the_key_of_the_loupe_is_claimed_before_the_window_gets_it(workshop: Workshop) -> None:
    event = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Z, Qt.KeyboardModifier.NoModifier)
    event.ignore()
    QApplication.sendEvent(workshop.canvas, event)
    assert event.isAccepted()
    undo = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    undo.ignore()
    QApplication.sendEvent(workshop.canvas, undo)
    assert not undo.isAccepted(), "Ctrl+Z is undo"
