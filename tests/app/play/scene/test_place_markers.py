"""Markers on places: a move is told from combat by shape and by colour, at every zoom."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from app.play.games.game_setup import NewGame
from app.play.scene.place_markers import PlaceMarker, paint_marker
from app.window import MainWindow
from engine.core.actions import PlayCard
from engine.rulesets.barbarossa_to_berlin.activation import Activate
from tests.app.play.hands import Player


@pytest.fixture
def player(window: MainWindow) -> Player:
    """Someone who has played a card for an operation and is to activate spaces."""
    player = Player(window)
    assert window.open("summer-1941")
    assert window.play.begin(NewGame("summer-1941", seed=7))
    window.enter_play()
    while not player.table.menu.of_kind(PlayCard):
        player.desk.submit(player.table.menu.default or next(iter(player.table.menu)))
    player.desk.submit(next(iter(player.table.menu.of_kind(PlayCard))))
    assert player.table.menu.of_kind(Activate), "its first card is Barbarossa"
    QApplication.processEvents()
    return player


def test_a_space_activated_to_move_is_marked_otherwise_than_one_for_combat(player: Player) -> None:
    layer, table = player.desk.scene.markers, player.table
    palette = player.desk.scene.palette
    assert palette is not None
    activated = next(iter(table.menu.of_kind(Activate)))
    player.desk.submit(activated)
    key = table.board.key(activated.at)
    assert activated.purpose in {marker.icon for marker in layer.markers[key]}, "the game's own markers are shown"
    pictures: dict[str, QImage] = {}
    for purpose in ("move", "combat"):
        layer.show_markers({activated.at: {purpose: 1, "unnamed": 1}}, table.board, palette, table.names)
        (marker,) = layer.markers[key]
        assert marker.icon == purpose, "and what the palette does not name is not"
        pictures[purpose] = _picture(player, key)
    grey = [image.convertToFormat(QImage.Format.Format_Grayscale8) for image in pictures.values()]
    arrays = [np.frombuffer(each.constBits(), np.uint8).astype(int) for each in grey]
    assert (np.abs(arrays[0] - arrays[1]) > 60).mean() > 0.1, "without colours too"
    stack = next(iter(player.desk.scene.canvas.counters.keys()))
    place, outline = (
        find(stack) for find in (player.desk.scene.canvas.picture.place, player.desk.scene.canvas.picture.outline)
    )
    assert place is not None
    assert outline is not None
    afar = player.desk.scene.tints.around_counters(stack, outline.boundingRect(), 5.0)
    assert afar is not None
    assert afar.boundingRect().width() * 5.0 > place.least, "a mark beneath a counter shows around it"
    assert player.desk.scene.tints.around_counters(stack, outline.boundingRect(), 200.0) is None


def test_markers_go_with_the_game(player: Player) -> None:
    player.desk.submit(next(iter(player.table.menu.of_kind(Activate))))
    assert player.desk.scene.markers.markers
    player.desk.scene.leave()
    assert not player.desk.scene.markers.markers


def _picture(player: Player, key: str) -> QImage:
    """The marker of a place as it is painted from afar."""
    layer, scale = player.desk.scene.markers, 8.0
    place = player.desk.scene.canvas.picture.place(key)
    assert place is not None
    image = QImage(24, 24, QImage.Format.Format_RGB32)
    image.fill(0x808080)
    painter = QPainter(image)
    painter.scale(scale, scale)
    half = place.least / scale / 2
    painter.translate(12 / scale - place.x + half, 12 / scale - place.y + half)

    class Option:
        exposedRect = QRectF(place.x - 9, place.y - 9, 18, 18)  # noqa: N815 - as Qt calls it

    layer.paint(painter, Option())  # type: ignore[arg-type]
    painter.end()
    return image


def test_what_is_cut_is_a_small_cross_and_not_a_square_with_a_letter(qapp: QApplication) -> None:
    inked = {}
    for icon in ("cut", "railhead"):
        image = QImage(32, 32, QImage.Format.Format_RGB32)
        image.fill(0xE8DFC6)
        painter = QPainter(image)
        painter.translate(16, 16)
        paint_marker(painter, PlaceMarker(icon, "#5f5f5f", "U", 1), QPointF(0, 0), 7.0, 1.0)
        painter.end()
        pixels = np.frombuffer(image.constBits(), np.uint32)
        inked[icon] = int((pixels != pixels[0]).sum())
    assert 20 < inked["cut"] < inked["railhead"] / 3


def test_a_marker_that_notes_a_turn_shows_its_letter_alone() -> None:
    """How many points lie on a beach fits on the square, the 249th turn does not."""
    said = [PlaceMarker("beach", "#d9c58a", "B", level).words for level in (1, 2, 12, 249)]
    assert said == ["B", "B2", "B12", "B"]
