"""A game begins with its armies in view, however large the map is."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.play.games.game_setup import NewGame
from app.play.input.auto_scroll import armies_view
from app.window import MainWindow
from editor.geometry.lattice import Box

PAPER = Box(0.0, 0.0, 200.0, 100.0)


def test_armies_in_a_corner_of_a_large_map_are_gone_close_to() -> None:
    found = armies_view(PAPER, [(20.0, 30.0), (30.0, 40.0)])
    assert found is not None
    times, middle = found
    assert middle == pytest.approx((25.0, 35.0))
    assert 5 < times < 100 / 12


@pytest.mark.parametrize("armies", [[], [(5.0, 5.0), (190.0, 90.0)], [(5.0, 5.0), (10.0, 60.0)]])
def test_armies_all_over_the_map_are_seen_as_they_are(armies: list[tuple[float, float]]) -> None:
    assert armies_view(PAPER, armies) is None


def test_a_game_that_begins_is_seen_whole_though_the_line_above_it_grows_late(window: MainWindow) -> None:
    """On a busy machine the prompt has not got its second line yet when the map is fitted."""
    begin_ford(window)
    grow(window, 12)
    assert window.canvas.look().zoom is None
    assert window.canvas.zoom == pytest.approx(window.canvas.fit_zoom)
    held = window.canvas.zoom
    QTest.mouseClick(window.canvas.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(3, 3))
    grow(window, 20)
    assert window.canvas.zoom == pytest.approx(held), "once somebody has clicked, the map holds still"


def test_what_is_said_of_a_game_that_has_just_begun_does_not_draw_its_map_smaller(window: MainWindow) -> None:
    begin_ford(window)
    held = window.canvas.zoom
    window.play.desk.scene.prompt.say("There is nothing here. " * 40)
    settle()
    assert window.canvas.zoom == pytest.approx(held)
    window.play.desk.scene.prompt.clear_refusal()
    settle()
    assert window.canvas.zoom == pytest.approx(held)
    window.play.sideboard.check.bar.show()
    settle()
    assert window.canvas.zoom == pytest.approx(held), "what else could be done is asked below the question"
    window.play.sideboard.check.bar.hide()
    settle()
    assert window.canvas.zoom == pytest.approx(held)
    assert window.canvas.look().zoom is None, "and it is seen whole"


def begin_ford(window: MainWindow) -> None:
    window.resize(900, 700)
    window.show()
    assert window.open("ford")
    assert window.play.begin(NewGame("ford", seed=5))
    window.enter_play()
    settle()


def grow(window: MainWindow, times: int) -> None:
    window.play.desk.scene.prompt.prompt.setText("A long question that takes several lines. " * times)
    settle()


def settle() -> None:
    for _ in range(5):
        QApplication.processEvents()
