"""Arrivals that are asked for: their trays come forward, they lie on top, and where they can go is on the screen."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QImage, QMouseEvent, QPainter
from PySide6.QtWidgets import QApplication, QStyleOptionGraphicsItem

from app.play.games.game_setup import NewGame
from app.play.panels.trays_panel import TraysPanel
from app.window import MainWindow
from editor.canvas.art.map_picture import MapPicture
from editor.canvas.art.renderer import Layer, Patch
from editor.canvas.canvas import MapCanvas
from editor.geometry.lattice import Box
from engine.core.board import PlaceKind
from engine.core.ids import UnitId
from engine.definitions.plan import cell_of
from engine.narration.menu_choices import acting_units, places_of
from engine.narration.trays import arrivals_asked_for, trays_of
from tests.app.play.hands import Player


@pytest.fixture
def player(window: MainWindow) -> Player:
    """Typhoon, played on by chance until units off the map are asked for."""
    found = Player(window)
    assert window.open("typhoon")
    assert window.play.begin(NewGame("typhoon", seed=7))
    window.enter_play()
    window.play.sideboard.check.set_on(False)
    return found


def play_on(player: Player, steps: int = 200) -> None:
    chance = Random(3)
    for _ in range(steps):
        if arrivals_asked_for(player.table):
            return
        player.desk.submit(chance.choice(list(player.table.menu)))
    raise AssertionError("units off the map are asked for")


def panel(player: Player) -> TraysPanel:
    found = player.window.play.panels["trays"].widget
    assert isinstance(found, TraysPanel)
    return found


def test_the_trays_open_when_arrivals_are_asked_for_and_the_placeable_lie_on_top(player: Player) -> None:
    play_on(player)
    QApplication.processEvents()
    trays, acting = panel(player), acting_units(player.table.menu)
    assert trays.isVisible()
    laid = [trays_of(player.table)[0], *trays_of(player.table)]
    can_act = [any(unit in acting for unit in tray.units) for tray in laid[1:]]
    assert can_act == sorted(can_act, reverse=True)
    for tray in laid:
        ready = [unit in acting for unit in tray.units]
        assert ready == sorted(ready, reverse=True)
    blank = [
        row
        for box in trays.boxes
        for row in range(box.count())
        if trays.icon_of(str(box.item(row).data(Qt.ItemDataRole.UserRole))) is None
    ]
    assert not blank


def test_where_a_counter_of_a_tray_can_go_is_brought_into_view_and_it_is_dropped_there(player: Player) -> None:
    play_on(player)
    window, table = player.window, player.table
    QApplication.processEvents()
    trays = panel(player)
    box = trays.boxes[0]
    unit = str(box.item(0).data(Qt.ItemDataRole.UserRole))
    targets = [table.board.key(place) for place in places_of(table.menu, UnitId(unit))]
    window.canvas.set_zoom(1.6)
    far = max(table.board.locations(), key=lambda at: table.board.distance(table.board.at(targets[0]), at) or 0)
    window.canvas.look_at(table.board.key(far))
    start = box.visualItemRect(box.item(0)).center()
    drag(box.viewport(), box.viewport().mapToGlobal(start), [QPoint(12, 12)])
    room = window.canvas.viewport().rect()
    shown = [key for key in targets if (at := window.canvas.point_of(key)) is not None and room.contains(at)]
    assert shown, "somewhere to put it is on the screen"
    goal = window.canvas.point_of(shown[0])
    assert goal is not None
    before = table.length
    release(box.viewport(), window.canvas.viewport().mapToGlobal(goal))
    assert table.length > before
    assert not trays.carried


def test_counters_in_trays_are_painted_whenever_the_trays_are_filled_anew(player: Player) -> None:
    """Lists that lay out their rows before these have pictures leave them out; it was so after every change."""
    player.window.play.show_panel("trays")
    chance = Random(3)
    for _ in range(12):
        player.desk.submit(chance.choice(list(player.table.menu)))
        QApplication.processEvents()
    trays = panel(player)
    for box in trays.boxes:
        rect = box.visualItemRect(box.item(0))
        image = box.viewport().grab(rect).toImage()
        colours = {image.pixel(x, y) for x in range(image.width()) for y in range(image.height())}
        assert len(colours) > 10, box.tray.title


def test_the_card_in_passing_is_small_and_keeps_off_the_fight(player: Player) -> None:
    window, table = player.window, player.table
    hovering = window.play.hovering
    unit = next(unit for unit in table.view.every_unit() if table.board.kinds[unit.at] is not PlaceKind.BOX)
    key = table.board.key(unit.at)
    facts = hovering._facts(key, unit.id)
    at = window.canvas.viewport().rect().center()
    fight = QRect(at.x() - 40, at.y() - 40, 120, 120)
    hovering.card.show_facts(facts, at, fight)
    assert not hovering.card.geometry().intersects(fight)
    small = hovering.card.size()
    hovering.card.stay(True)
    hovering.card.show_facts(facts, at)
    assert small.width() * small.height() < hovering.card.width() * hovering.card.height() * 0.5


def test_the_name_of_a_city_is_written_below_who_stands_on_it(player: Player) -> None:
    canvas = player.window.canvas
    canvas.set_zoom(1.0)
    named = {feature.at: feature.id for feature in canvas.plan.features.values() if feature.name}
    scale = canvas.transform().m11()
    boxes = {key: canvas.picture.name_box(name, scale) for key, name in named.items() if units_at(player, key)}
    held, box = next((key, box) for key, box in boxes.items() if box is not None)
    (found,) = [lower for covered, lower in canvas.covered_names.covered(box, scale) if covered == box]
    foot = max(each.bottom for each in map(canvas.counters.counter_box, units_at(player, held)) if each is not None)
    assert box.top + found >= foot - box.height * 0.35


def test_a_name_that_is_written_again_is_not_read_twice(player: Player) -> None:
    canvas = player.window.canvas
    canvas.set_zoom(1.0)
    bounds, scale = canvas.picture.bounds, canvas.transform().m11()
    box, _ = next(each for each in canvas.covered_names.covered(bounds, scale) if each[1] > 0)
    image = QImage(round(box.width * scale), round(box.height * scale), QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.scale(scale, scale)
    painter.translate(-box.left, -box.top)
    option = QStyleOptionGraphicsItem()
    option.exposedRect = QRectF(box.left, box.top, box.width, box.height)
    canvas.covered_names.first_writing.paint(painter, option)
    painter.end()
    middle = image.pixelColor(image.rect().center())
    assert middle.alphaF() > 0.85, "what the map says there is painted over"
    cell = cell_of(canvas.picture.key_at((box.left + box.right) / 2, (box.top + box.bottom) / 2) or "")
    assert cell is not None
    ground = canvas.picture.looks.terrain(canvas.plan.terrain_at(cell) or "").colour
    parts = zip(middle.getRgb()[:3], ground.getRgb()[:3], strict=True)  # type: ignore[index]
    assert all(abs(one - two) <= 3 for one, two in parts), "in the colour of the ground, not as a plate on it"
    assert canvas.covered_names.first_writing.zValue() < canvas.counters.zValue()


def test_a_name_is_written_again_only_when_something_about_it_changed(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    canvas = player.window.canvas
    canvas.set_zoom(1.0)
    names, picture = canvas.covered_names, canvas.picture
    painted: list[Box] = []
    paint_layer = MapPicture.paint_layer

    def counted(held: MapPicture, painter: QPainter, patch: Patch, layer: Layer) -> None:
        painted.append(patch.box)
        paint_layer(held, painter, patch, layer)

    monkeypatch.setattr(MapPicture, "paint_layer", counted)
    box, _ = names.covered(picture.bounds, canvas.transform().m11())[0]
    first = written(canvas, box)
    assert painted.count(box) == 1
    blank = QImage(first)
    blank.fill(Qt.GlobalColor.transparent)
    assert first != blank
    assert written(canvas, box) == first
    assert painted.count(box) == 1, "the next frame shows the same letters"
    feature = next(
        each
        for each in canvas.plan.features.values()
        if each.name and picture.name_box(each.id, canvas.transform().m11()) is box
    )
    canvas.plan.features[feature.id] = replace(feature, name="Qq" + feature.name[2:])
    picture.features_changed([feature.id])
    other, _ = names.covered(picture.bounds, canvas.transform().m11())[0]
    assert written(canvas, other) != first
    canvas.plan.features[feature.id] = feature


def written(canvas: MapCanvas, box: Box) -> QImage:
    """What is written below the counters where a name stands."""
    scale = canvas.transform().m11()
    image = QImage(round(box.width * scale), round(box.height * scale * 3), QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.scale(scale, scale)
    painter.translate(-box.left, -box.top)
    option = QStyleOptionGraphicsItem()
    option.exposedRect = QRectF(box.left, box.top, box.width, box.height * 3)
    canvas.covered_names.paint(painter, option)
    painter.end()
    return image


def units_at(player: Player, key: str) -> list[str]:
    return [counter.unit for counter in player.window.canvas.counters.stack(key)]


def drag(widget: object, at: QPoint, moves: list[QPoint]) -> None:
    send(widget, QMouseEvent.Type.MouseButtonPress, at, Qt.MouseButton.LeftButton)
    for move in moves:
        send(widget, QMouseEvent.Type.MouseMove, at + move, Qt.MouseButton.NoButton)


def release(widget: object, at: QPoint) -> None:
    send(widget, QMouseEvent.Type.MouseButtonRelease, at, Qt.MouseButton.LeftButton)
    QApplication.processEvents()


def send(widget: object, kind: QMouseEvent.Type, at: QPoint, button: Qt.MouseButton) -> None:
    held = Qt.MouseButton.NoButton if kind is QMouseEvent.Type.MouseButtonRelease else Qt.MouseButton.LeftButton
    local = widget.mapFromGlobal(at)  # type: ignore[attr-defined]
    event = QMouseEvent(kind, QPointF(local), QPointF(at), button, held, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(widget, event)  # type: ignore[arg-type]
