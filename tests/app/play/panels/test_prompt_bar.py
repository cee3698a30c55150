"""The line above the map: what can be chosen there, and the way to what has no room."""

from __future__ import annotations

from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.play.games.game_setup import NewGame
from app.play.panels.prompt_bar import PromptBar
from app.play.scene import game_scene
from app.window import MainWindow
from engine.core.actions import PickUnit
from engine.core.ids import UnitId
from tests.app.play.hands import Player


@pytest.fixture
def player(window: MainWindow) -> Player:
    window.open("ford")
    window.enter_play()
    return Player(window)


def test_of_many_choices_the_last_button_leads_to_all(qtbot: QtBot) -> None:
    bar = PromptBar()
    qtbot.addWidget(bar)
    taken: list[int] = []
    bar.offer(None, [(f"Choice {number}", partial(taken.append, number)) for number in range(1, 9)])
    assert [button.text() for button in bar.buttons] == [
        "Choice 1  1", "Choice 2  2", "Choice 3  3", "Choice 4  4", "4 more...  5"]  # fmt: skip
    with qtbot.waitSignal(bar.rest_wanted):
        bar.press(5)
    assert bar.press(4)
    assert taken == [4]
    bar.offer(None, [(f"Choice {number}", lambda: None) for number in range(1, 6)])
    assert bar.buttons[-1].text() == "Choice 5  5"


def test_an_ampersand_is_read_as_one_and_underlines_nothing(qtbot: QtBot) -> None:
    bar = PromptBar()
    qtbot.addWidget(bar)
    bar.offer("Hold Smith & Sons", [("Move Smith & Sons", lambda: None)])
    assert bar.buttons[0].text() == "Move Smith && Sons  1"
    assert bar.default.text().startswith("Hold Smith && Sons")
    assert bar.default.shortcut().isEmpty()
    bar.offer("Hold Smith & Sons", [("Move Smith & Sons", lambda: None)])
    assert bar.buttons[0].accessibleName() == "Move Smith & Sons"


def test_many_choices_of_a_kind_are_one_button_that_leads_to_them(
    player: Player, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    player.begin("typhoon")
    monkeypatch.setattr(game_scene, "placeless", lambda menu: [PickUnit(UnitId(f"u{number}")) for number in range(9)])
    player.desk.showing.ask_again()
    (button,) = [each for each in player.desk.showing.prompt.buttons if "choices..." in each.text()]
    with qtbot.waitSignal(player.desk.showing.prompt.rest_wanted):
        button.click()


def test_all_choices_are_looked_for_in_a_panel_that_is_in_front(player: Player) -> None:
    play = player.window.play
    play.show_panel("log")
    play.desk.showing.prompt.rest_wanted.emit()
    assert not play.desk.showing.actions.visibleRegion().isEmpty()
    assert (
        play.desk.showing.actions.search.hasFocus() or player.window.focusWidget() is play.desk.showing.actions.search
    )


def test_enter_in_an_empty_search_is_that_of_the_question(player: Player) -> None:
    """An action that was found is taken and the field is empty again: Enter must not take the first of all."""
    play = player.window.play
    assert play.begin(NewGame("ford", seed=5))
    player.window.enter_play()
    play.desk.showing.prompt.rest_wanted.emit()
    actions = play.desk.showing.actions
    taken: list[object] = []
    actions.chosen.disconnect()
    actions.chosen.connect(taken.append)
    QTest.keyClicks(actions.search, actions.rows()[0].text(0).split()[0])
    QTest.keyClick(actions.search, Qt.Key.Key_Return)
    assert len(taken) == 1
    actions.search.clear()
    QTest.keyClick(actions.search, Qt.Key.Key_Return)
    assert len(taken) == 1
