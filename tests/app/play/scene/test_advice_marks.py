"""What the computer advises is shown on the map until something is decided."""

from __future__ import annotations

import pytest

from app.window import MainWindow
from editor.canvas.canvas import MapCanvas
from engine.core.actions import StepTo
from engine.players.player import Choice
from tests.app.play.hands import Player
from tests.app.play.test_playing import at_movement


@pytest.fixture
def player(window: MainWindow) -> Player:
    return Player(window)


def advise(player: Player, step: StepTo) -> None:
    computers, table = player.desk.computers, player.table
    computers._asked_about = table, table.session.state
    computers._advise(Choice(step))


def shows(canvas: MapCanvas, key: str) -> bool:
    point = canvas.point_of(key)
    return point is not None and canvas.viewport().rect().contains(point)


def test_who_should_move_and_where_to_is_drawn_and_brought_into_view(player: Player) -> None:
    at_movement(player)
    table, canvas, marks = player.table, player.window.canvas, player.window.play.sideboard.advice
    canvas.set_zoom(1.5)
    step = min(table.menu.of_kind(StepTo), key=lambda each: each.to)
    start, end = table.board.key(table.view.units[step.unit].at), table.board.key(step.to)
    far = max(table.board.locations(), key=lambda at: at if canvas.picture.place(table.board.key(at)) else -1)
    canvas.look_at(table.board.key(far))
    assert not shows(canvas, end)
    advise(player, step)
    assert marks.ways == ((start, end),)
    assert shows(canvas, start)
    assert shows(canvas, end)
    player.desk.submit(step)
    assert marks.ways == (), "something was decided"
    player.key("Ctrl+Z")
    advise(player, step)
    player.window.play.replay.move(-1)
    assert marks.ways == (), "it is no advice about an earlier moment"
