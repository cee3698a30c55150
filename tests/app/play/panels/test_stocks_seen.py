"""What a side has at hand besides its counters is on the screen: beside the score, and above its trays."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from app.play.games.game_setup import NewGame
from app.play.panels.trays_panel import TraysPanel
from app.window import MainWindow
from engine.narration.explanations import stock_rows
from engine.rulesets.war_in_europe.air_deployment import AssignAir
from tests.app.play.hands import Player


@pytest.fixture
def player(window: MainWindow) -> Player:
    """France 1940, where the Axis assigns its air points."""
    found = Player(window)
    assert window.open("france-1940")
    assert window.play.begin(NewGame("france-1940", seed=7))
    window.enter_play()
    return found


def test_points_at_hand_stand_above_the_score_and_follow_what_is_assigned(player: Player) -> None:
    rows = player.desk.scene.why.rows()
    assert rows[:2] == [("Axis: at hand", "", ""), ("aircraft (German, west)", "24", "13.11")]
    assert ("Allied: at hand", "", "") in rows
    assert "Score" in [words for words, _, _ in rows[3:]]
    player.desk.submit(AssignAir("german", "west", "superiority", 2))
    QTest.qWait(400)
    assert ("west, superiority (German), assigned", "2", "13.12") in player.desk.scene.why.rows()


def test_points_at_hand_stand_above_the_trays_of_their_side(player: Player) -> None:
    QApplication.processEvents()
    widget = player.window.play.panels["trays"].widget
    if not widget.isVisible():
        player.key("Alt+Shift+T")
        QApplication.processEvents()
    assert isinstance(widget, TraysPanel)
    widget.refresh()
    words = [label.text() for label in widget.findChildren(QLabel)]
    axis = words[words.index("Axis") + 1]
    assert axis.splitlines()[0] == "aircraft (German, west): 24"
    assert "aircraft (western Allies, west): 12" in words[words.index("Allied") + 1]


def test_a_game_without_stocks_says_nothing_of_them(window: MainWindow) -> None:
    player = Player(window)
    assert window.open("typhoon")
    assert window.play.begin(NewGame("typhoon", seed=7))
    assert stock_rows(player.table) == ()
