"""Arrivals that are asked for: their trays come forward, they lie on top, and where they can go is on the screen."""

from __future__ import annotations

from random import Random

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from app.play.games.game_setup import NewGame
from app.play.panels.trays_panel import TraysPanel
from app.window import MainWindow
from engine.core.ids import UnitId
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
    blank = [row for box in trays.boxes for row in range(box.count()) if box.item(row).icon().isNull()]
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
