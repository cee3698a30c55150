"""A whole window as it is seen with one kind of cones missing: whose counters are whose, where one can go, every word.

The picture of the window itself is looked at, with everything that lies over and beside one another in it.
"""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, QRectF, QSize
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget

from app.look import Look
from app.window import MainWindow
from tests.app.play.hands import Player
from tests.app.play.input.test_keys import until
from tests.app.play.test_whole_turns import TYPHOON_SEED, begin
from tests.helpers.colour_blind import KINDS, Pixels, lab, pixels_of, seen

LOOKS = (Look(), Look(dark=True), Look(dark=True, paper_map=True))
FAR = 12.0
"""Six times what can just be seen."""
LEGIBLE = 30.0
"""Of a hundred steps from black to white, between letters and their ground."""
_LEAST = 20
"""Pixels of a counter that one is asked to tell apart."""


@pytest.fixture
def player(window: MainWindow) -> Player:
    window.resize(1280, 720)
    player = begin(window, "typhoon", TYPHOON_SEED)
    until(player, "axis    Move XIII")
    return player


def picture_of(window: MainWindow) -> Pixels:
    QApplication.processEvents()
    return pixels_of(window.grab().toImage())


def in_window(window: MainWindow, of: QWidget, box: QRect) -> QRect:
    return QRect(of.mapTo(window, box.topLeft()), box.size())


def colours_in(picture: Pixels, boxes: list[QRect], kind: str) -> Pixels:
    """What most of each box looks like to somebody with this kind of blindness."""
    parts = (picture[box.top() : box.bottom() + 1, box.left() : box.right() + 1].reshape(-1, 3) for box in boxes)
    return lab(seen(np.array([np.median(part, axis=0) for part in parts]), kind))


def counters_of(player: Player) -> dict[str, list[QRect]]:
    """By side, the left edge of each counter that lies on top and is wholly in sight: nothing is printed there."""
    canvas, found = player.window.canvas, dict[str, list[QRect]]()
    sides = {str(unit.id): unit.side for unit in player.table.view.every_unit()}
    places = canvas.counters.keys()
    for key in places:
        top = canvas.counters.stack(key)[-1].unit
        box = canvas.counters.counter_box(top)
        if box is None:
            continue
        at = canvas.viewportTransform().mapRect(QRectF(box.left, box.top, box.width, box.height)).toRect()
        if at.width() >= _LEAST and canvas.viewport().rect().contains(at):
            edge = QRect(at.left() + at.width() // 12, at.top() + at.height() // 4, at.width() // 10, at.height() // 2)
            found.setdefault(str(sides[top]), []).append(in_window(player.window, canvas.viewport(), edge))
    return found


def test_a_game_is_told_apart_all_over_the_window_in_every_look(player: Player) -> None:
    window = player.window
    for look in LOOKS:
        window.show_look(look)
        window.canvas.set_zoom(0.6)
        window.canvas.look_at(player.table.board.key(player.label("4725")))
        player.desk.choose_unit("")
        bare = picture_of(window)
        check_whose_counters_are_whose(player, bare)
        player.desk.choose_unit("g-xiii")
        chosen = picture_of(window)
        check_where_one_can_go(player, bare, chosen)
        check_that_words_are_legible(window, chosen)


def check_whose_counters_are_whose(player: Player, picture: Pixels) -> None:
    """Every counter looks more like its own side's than like the enemy's."""
    sides = counters_of(player)
    assert len(sides) == 2
    assert min(map(len, sides.values())) >= 4
    for kind in KINDS:
        ours, theirs = (colours_in(picture, boxes, kind) for boxes in sides.values())
        means = np.median(ours, axis=0), np.median(theirs, axis=0)
        for own, other, every in ((*means, ours), (*reversed(means), theirs)):
            near = np.linalg.norm(every - own, axis=1) < np.linalg.norm(every - other, axis=1)
            assert near.all(), f"{kind}: a counter looks like one of the enemy's"
        assert np.linalg.norm(means[0] - means[1]) >= FAR, kind


def check_where_one_can_go(player: Player, bare: Pixels, chosen: Pixels) -> None:
    """The places that a unit reaches look otherwise than before it was chosen."""
    canvas, tints = player.window.canvas, player.desk.scene.tints.tints
    view = canvas.viewport()
    places = [key for key, tint in tints.items() if tint.words and not canvas.counters.stack(key)]
    points = [point for key in places if (point := canvas.point_of(key)) is not None]
    inside = [point for point in points if view.rect().adjusted(12, 12, -12, -12).contains(point)]
    assert len(inside) >= 3
    boxes = [in_window(player.window, view, QRect(point - QPoint(4, 10), QSize(8, 4))) for point in inside]
    for kind in KINDS:
        change = np.linalg.norm(colours_in(chosen, boxes, kind) - colours_in(bare, boxes, kind), axis=1)
        assert np.median(change) >= FAR / 2, kind


def check_that_words_are_legible(window: MainWindow, picture: Pixels) -> None:
    """Every word of the window stands out from its ground."""
    spoken = [each for each in window.findChildren(QWidget) if isinstance(each, QLabel | QAbstractButton)]
    words = [each for each in spoken if each.text().strip() and each.isEnabled() and _is_in_sight(each)]
    assert len(words) >= 8
    for kind in KINDS:
        for each in words:
            box = in_window(window, each, each.rect())
            part = picture[box.top() : box.bottom() + 1, box.left() : box.right() + 1].reshape(-1, 3)
            light = lab(seen(part, kind))[:, 0]
            assert light.max() - light.min() >= LEGIBLE, f"{kind}: {each.text()}"


def _is_in_sight(widget: QWidget) -> bool:
    return widget.height() >= 10 and widget.visibleRegion().boundingRect() == widget.rect()
