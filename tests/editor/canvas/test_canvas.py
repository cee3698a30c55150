"""The canvas under mouse and keys, and how little of it an edit repaints."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QNativeGestureEvent, QPointingDevice
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.language import speak_in
from editor.canvas.art.renderer import Shown
from editor.canvas.art.style import bundled_style
from editor.canvas.canvas import MapCanvas
from editor.canvas.counters.counter_picture import CounterPicture
from editor.canvas.view import LARGEST, STEP
from editor.commands.sheets import move_sheet
from engine.definitions.plan import Cell, SidePlan, SpacePlan, canonical_side
from tests.editor.canvas import mouse
from tests.editor.canvas.demo_maps import PALETTE, TERRAIN, counters, dressed_map, hex_map, space_map

CENTRE = QPoint(400, 300)


@pytest.fixture
def canvas(qtbot: QtBot) -> MapCanvas:
    plan = dressed_map()
    made = MapCanvas(plan, PALETTE)
    qtbot.addWidget(made)
    made.resize(800, 600)
    made.counters.set_counters(counters(plan, 30))
    made.show()
    QApplication.processEvents()
    return made


def empty_spot(canvas: MapCanvas) -> QPoint:
    """A point of the view on the map where no counter stands."""
    return next(
        QPoint(x, y)
        for x in range(300, 700, 7)
        for y in range(200, 500, 7)
        if canvas.unit_at(QPoint(x, y)) is None and canvas.location_at(QPoint(x, y)) is not None
    )


def test_the_whole_map_is_seen_at_first(canvas: MapCanvas) -> None:
    paper, view = canvas.picture.bounds, canvas.view_box
    assert view.left <= paper.left
    assert view.right >= paper.right
    assert view.top <= paper.top
    assert view.bottom >= paper.bottom
    assert not canvas.horizontalScrollBar().isVisible()


def test_it_goes_on_fitting_when_the_window_grows(canvas: MapCanvas) -> None:
    before = canvas.zoom
    canvas.resize(1200, 900)
    QApplication.processEvents()
    assert canvas.zoom > before
    canvas.set_zoom(1.0)
    canvas.resize(900, 700)
    QApplication.processEvents()
    assert canvas.zoom == pytest.approx(1.0), "but leaves a zoom that was chosen alone"


def test_the_wheel_zooms_about_the_pointer(canvas: MapCanvas) -> None:
    canvas.set_zoom(1.0)
    at = QPoint(250, 420)
    before = canvas.plane_point(at)
    mouse.turn_wheel(canvas.viewport(), at, 3)
    assert canvas.zoom == pytest.approx(STEP**3)
    assert (canvas.plane_point(at) - before).manhattanLength() < 0.06
    mouse.turn_wheel(canvas.viewport(), at, -3)
    assert canvas.zoom == pytest.approx(1.0)


def test_shift_and_a_sideways_turn_move_the_map_across(canvas: MapCanvas) -> None:
    canvas.set_zoom(1.0)
    canvas.look_at_point(8.0, 8.0)
    before = canvas.view_box
    mouse.turn_wheel(canvas.viewport(), CENTRE, -1, held=Qt.KeyboardModifier.ShiftModifier)
    shifted = canvas.view_box
    assert shifted.left > before.left
    assert shifted.top == pytest.approx(before.top)
    mouse.turn_wheel(canvas.viewport(), CENTRE, 0, aside=1)
    assert canvas.view_box.left == pytest.approx(before.left)
    assert canvas.zoom == pytest.approx(1.0)


def test_two_fingers_move_the_map_pixel_by_pixel(canvas: MapCanvas) -> None:
    canvas.set_zoom(1.0)
    canvas.look_at_point(8.0, 8.0)
    under = canvas.plane_point(CENTRE)
    moving = Qt.ScrollPhase.ScrollUpdate
    mouse.turn_wheel(canvas.viewport(), CENTRE, 0.3, pixels=QPoint(-17, -29), phase=moving)
    assert canvas.zoom == pytest.approx(1.0)
    assert (canvas.mapFromScene(under) - (CENTRE + QPoint(-17, -29))).manhattanLength() <= 1
    held = Qt.KeyboardModifier.ControlModifier
    mouse.turn_wheel(canvas.viewport(), CENTRE, 1, pixels=QPoint(0, 20), phase=moving, held=held)
    assert canvas.zoom == pytest.approx(STEP), "and with Ctrl they zoom"


def test_a_wheel_that_tells_pixels_still_zooms(canvas: MapCanvas) -> None:
    """Under X11 a plain mouse wheel does, without phases."""
    canvas.set_zoom(1.0)
    mouse.turn_wheel(canvas.viewport(), CENTRE, 1, pixels=QPoint(0, 15))
    assert canvas.zoom == pytest.approx(STEP)
    for held in (Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier):
        mouse.turn_wheel(canvas.viewport(), CENTRE, -1, held=held)
        mouse.turn_wheel(canvas.viewport(), CENTRE, 0, aside=1, held=held)
        assert canvas.zoom == pytest.approx(STEP), "and so it does with Ctrl or Alt, which turns it aside"


def test_the_zoom_has_bounds(canvas: MapCanvas) -> None:
    for _ in range(60):
        mouse.turn_wheel(canvas.viewport(), CENTRE, 4)
    assert canvas.zoom == pytest.approx(LARGEST)
    for _ in range(60):
        mouse.turn_wheel(canvas.viewport(), CENTRE, -4)
    assert canvas.zoom <= canvas.fit_zoom


def test_a_pinch_zooms(canvas: MapCanvas, qtbot: QtBot) -> None:
    canvas.set_zoom(1.0)
    at = QPointF(CENTRE)
    gesture = QNativeGestureEvent(
        Qt.NativeGestureType.ZoomNativeGesture,
        QPointingDevice.primaryPointingDevice(),
        2,
        at,
        at,
        QPointF(canvas.viewport().mapToGlobal(CENTRE)),
        0.25,
        QPointF(),
    )
    with qtbot.waitSignal(canvas.zoomed):
        QApplication.sendEvent(canvas.viewport(), gesture)
    assert canvas.zoom == pytest.approx(1.25)


@pytest.mark.parametrize("button", [mouse.LEFT, mouse.MIDDLE])
def test_a_drag_moves_the_map(canvas: MapCanvas, button: Qt.MouseButton) -> None:
    canvas.set_zoom(2.0, CENTRE)
    start = empty_spot(canvas)
    under = canvas.plane_point(start)
    end = start + QPoint(-120, -80)
    mouse.drag(canvas.viewport(), start, end, button)
    assert (canvas.plane_point(end) - under).manhattanLength() < 0.05


def test_with_the_space_bar_a_drag_moves_the_map_from_anywhere(canvas: MapCanvas) -> None:
    canvas.set_zoom(2.0)
    unit = counters(canvas.plan, 1)[0]
    canvas.look_at(unit.at)
    at = canvas.point_of(unit.at)
    assert at is not None
    assert canvas.unit_at(at) is not None
    before = canvas.view_box
    mouse.drag(canvas.viewport(), at, at + QPoint(50, 30))
    assert canvas.view_box == before, "without it, a drag from a counter is for whoever moves counters"
    mouse.key(canvas, Qt.Key.Key_Space, up=False)
    assert canvas.viewport().cursor().shape() == Qt.CursorShape.OpenHandCursor
    mouse.drag(canvas.viewport(), at, at + QPoint(50, 30))
    assert canvas.view_box != before
    mouse.key(canvas, Qt.Key.Key_Space)
    assert canvas.viewport().cursor().shape() == Qt.CursorShape.ArrowCursor


def test_keys_zoom_fit_and_move(canvas: MapCanvas) -> None:
    canvas.set_zoom(1.0)
    mouse.key(canvas, Qt.Key.Key_Plus)
    assert canvas.zoom == pytest.approx(STEP)
    mouse.key(canvas, Qt.Key.Key_Minus)
    assert canvas.zoom == pytest.approx(1.0)
    before = canvas.view_box
    mouse.key(canvas, Qt.Key.Key_Right)
    mouse.key(canvas, Qt.Key.Key_Down)
    assert canvas.view_box.left > before.left
    assert canvas.view_box.top > before.top
    mouse.key(canvas, Qt.Key.Key_0)
    assert canvas.zoom == pytest.approx(canvas.fit_zoom)


def test_the_view_never_leaves_the_map(canvas: MapCanvas) -> None:
    canvas.set_zoom(2.0)
    for right, down in ((-(10**6), -(10**6)), (10**6, 10**6)):
        canvas.move_by(right, down)
        paper, view = canvas.picture.bounds, canvas.view_box
        assert view.left >= paper.left - 1
        assert view.top >= paper.top - 1
        assert view.right <= paper.right + 1
        assert view.bottom <= paper.bottom + 1


def test_a_point_of_the_view_knows_its_location_and_hexside(canvas: MapCanvas) -> None:
    canvas.set_zoom(1.0)
    canvas.look_at("main:12,9")
    at = canvas.point_of("main:12,9")
    assert at is not None
    assert canvas.location_at(at) == "main:12,9"
    assert (at - canvas.viewport().rect().center()).manhattanLength() < 4
    point = canvas.plane_point(at - QPoint(0, 28))
    side = canvas.picture.side_at(point.x(), point.y())
    assert side is not None
    assert (side.key, side.direction) == ("main:12,9", 0)
    assert canvas.location_at(QPoint(-5000, 0)) is None


def test_hovering_tells_each_location_once(canvas: MapCanvas, qtbot: QtBot) -> None:
    heard: list[str] = []
    canvas.hovered.connect(heard.append)
    canvas.set_zoom(1.0)
    at = canvas.point_of("main:12,9")
    assert at is not None
    mouse.move(canvas.viewport(), at)
    mouse.move(canvas.viewport(), at + QPoint(2, 2))
    assert heard == ["main:12,9"]
    QApplication.sendEvent(canvas, QEvent(QEvent.Type.Leave))
    assert heard == ["main:12,9", ""]


def test_a_click_tells_the_location(canvas: MapCanvas, qtbot: QtBot) -> None:
    canvas.set_zoom(1.0)
    at = canvas.point_of("main:12,9")
    assert at is not None
    with qtbot.waitSignal(canvas.clicked) as told:
        mouse.click(canvas.viewport(), at)
    assert told.args == ["main:12,9"]


def test_a_drag_is_not_a_click(canvas: MapCanvas, qtbot: QtBot) -> None:
    canvas.set_zoom(2.0)
    with qtbot.assertNotEmitted(canvas.clicked):
        mouse.drag(canvas.viewport(), empty_spot(canvas), QPoint(100, 100))


def test_the_timer_paints_what_is_missing(canvas: MapCanvas, qtbot: QtBot) -> None:
    canvas.set_zoom(1.3)
    assert not canvas.map_item.is_complete
    qtbot.waitUntil(lambda: canvas.map_item.is_complete)
    scale = canvas.transform().m11()
    assert all(key in canvas.map_item.tiles for key in canvas.map_item.tiles.keys_in(canvas.view_box, scale))


def test_one_hex_repaints_a_handful_of_tiles(canvas: MapCanvas, qtbot: QtBot) -> None:
    canvas.set_zoom(1.0)
    canvas.finish()
    QApplication.processEvents()
    tiles = canvas.map_item.tiles
    painted, repaired = tiles.painted, tiles.repaired
    sheet = canvas.plan.sheets["main"]
    col, row = canvas.picture.sheet("main").lattice.cell_at(
        *((canvas.view_box.left + canvas.view_box.right) / 2, (canvas.view_box.top + canvas.view_box.bottom) / 2)
    )
    sheet.terrain[sheet.index(col, row)] = TERRAIN.index("mountain") + 1  # type: ignore[index]
    canvas.changed(cells=[Cell("main", col, row)])
    canvas.viewport().repaint()
    assert 1 <= tiles.repaired - repaired <= 4
    qtbot.waitUntil(lambda: canvas.map_item.is_complete)
    assert tiles.painted - painted <= 40, "neighbouring tiles may be painted ahead, nothing else"


def test_every_kind_of_change_is_accepted(canvas: MapCanvas) -> None:
    canvas.finish()
    plan = canvas.plan
    side = canonical_side(plan.sheets["main"].grid, Cell("main", 5, 5), 1, "river")
    plan.sides[side] = SidePlan()
    path, feature = next(iter(plan.paths)), next(iter(plan.features))
    del plan.paths[path]
    del plan.features[feature]
    plan.regions.clear()
    canvas.changed(sides=[side], paths=[path], features=[feature], regions=True)
    canvas.viewport().repaint()
    plan.boxes.clear()
    canvas.changed(places=True)
    canvas.viewport().repaint()
    plan.sheets["main"] = hex_map(5, 5).sheets["main"]
    canvas.changed(everything=True)
    canvas.viewport().repaint()
    assert canvas.picture.bounds.width < 60


def test_another_map_is_shown_whole(canvas: MapCanvas) -> None:
    canvas.set_zoom(2.0)
    canvas.set_map(space_map(), PALETTE)
    assert canvas.zoom == pytest.approx(canvas.fit_zoom)
    assert canvas.counters.stack("main:3,3") == ()
    space = canvas.plan.spaces["s3"]
    at = canvas.point_of("s3")
    assert at is not None
    assert canvas.location_at(at) == space.id


@pytest.mark.parametrize("zoom", [None, 0.4, 2.0])
@pytest.mark.parametrize("beyond", [(-30.0, 4.0), (60.0, 40.0), (5.0, -25.0)])
def test_a_space_beside_the_paper_does_not_move_the_view(
    canvas: MapCanvas, zoom: float | None, beyond: tuple[float, float]
) -> None:
    plan = space_map()
    canvas.set_map(plan, PALETTE)
    if zoom is not None:
        canvas.set_zoom(zoom)
    QApplication.processEvents()
    before, paper = canvas.point_of("s5"), canvas.picture.bounds
    plan.spaces["far"] = SpacePlan("far", "Far", beyond, "clear")
    canvas.changed(spaces=["far"])
    QApplication.processEvents()
    assert canvas.picture.bounds != paper
    assert canvas.point_of("s5") == before
    canvas.look_at("far")
    at = canvas.point_of("far")
    assert at is not None
    assert canvas.viewport().rect().contains(at), "the view can go there"
    del plan.spaces["far"]
    before = canvas.point_of("s5")
    canvas.changed(spaces=["far"])
    assert canvas.point_of("s5") == before
    canvas.fit()
    QApplication.processEvents()
    view = canvas.view_box
    assert view.left <= paper.left
    assert view.right >= paper.right
    assert canvas.sceneRect().width() < paper.width + 2


def test_another_style_keeps_the_view(canvas: MapCanvas) -> None:
    canvas.set_zoom(1.5)
    before, units = canvas.view_box, canvas.counters.stack(counters(canvas.plan, 1)[0].at)
    canvas.set_style_shown(bundled_style("night"))
    assert canvas.view_box == before
    assert canvas.counters.stack(units[0].at) == units
    assert canvas.backgroundBrush().color() == canvas.picture.looks.table


def test_what_is_shown_can_be_chosen(canvas: MapCanvas) -> None:
    canvas.finish()
    before = len(canvas.map_item.tiles)
    canvas.set_shown(canvas.shown)
    assert len(canvas.map_item.tiles) == before
    canvas.set_shown(Shown(numbers=False))
    assert len(canvas.map_item.tiles) == 0


def test_a_chosen_location_gets_a_halo(canvas: MapCanvas) -> None:
    unit = counters(canvas.plan, 1)[0]
    canvas.select(unit.at, [unit.unit])
    assert canvas.selected == unit.at
    place = canvas.picture.place(unit.at)
    assert place is not None
    assert canvas.halo.boundingRect().contains(QPointF(place.x, place.y))
    canvas.select("")
    assert canvas.halo.boundingRect().width() < 1


def test_a_counter_can_be_taken_into_the_hand(canvas: MapCanvas) -> None:
    unit = counters(canvas.plan, 1)[0]
    item = canvas.lift(unit.unit)
    assert item is not None
    assert item.scene() is canvas.scene()
    assert canvas.counters.counter_box(unit.unit) is None
    canvas.viewport().repaint()
    canvas.put_down(unit.unit)
    assert item.scene() is None
    assert canvas.counters.counter_box(unit.unit) is not None
    assert canvas.lift("nobody") is None


def test_it_is_read_aloud_in_the_language_of_the_program(qtbot: QtBot) -> None:
    speak_in("fr")
    try:
        made = MapCanvas(hex_map(4, 4, lines=False), PALETTE)
        qtbot.addWidget(made)
        assert made.accessibleName() == "Carte"
    finally:
        speak_in("en")


def test_the_halo_goes_with_what_is_chosen(qtbot: QtBot) -> None:
    plan = space_map()
    for space in plan.spaces.values():
        plan.spaces[space.id] = replace(space, position=(space.position[0] * 8, space.position[1] * 8))
    made = MapCanvas(plan, PALETTE)
    qtbot.addWidget(made)
    made.resize(600, 400)
    made.show()
    key = next(iter(plan.spaces))
    made.counters.set_counters([CounterPicture("u", key)])

    def reach() -> float:
        box = made.counters.counter_box("u")
        assert box is not None
        return max(
            0.0, made.halo.boundingRect().width() - max(box.width, 2 * made.picture.spaces.radius(plan.spaces[key]))
        )

    made.fit()
    made.select(key, ["u"])
    air = reach()
    made.set_zoom(2.0)
    assert reach() == pytest.approx(air), "counters from afar are larger, and those from near are not"
    moved = replace(plan.spaces[key], position=(40.0, 40.0))
    plan.spaces[key] = moved
    made.changed(spaces=[key])
    assert made.halo.boundingRect().center() == QPointF(40.0, 40.0)


def test_the_halo_goes_with_a_sheet_that_is_moved(qtbot: QtBot) -> None:
    plan = hex_map(6, 6, lines=False)
    made = MapCanvas(plan, PALETTE)
    qtbot.addWidget(made)
    made.select("main:3,3")
    move_sheet(plan, "main", (30.0, 20.0)).apply(plan)
    made.changed(everything=True)
    place = made.picture.place("main:3,3")
    assert place is not None
    assert made.halo.boundingRect().contains(QPointF(place.x, place.y))
