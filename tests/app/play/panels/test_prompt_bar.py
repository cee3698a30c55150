"""The line above the map: what can be chosen there, and the way to what has no room."""

from __future__ import annotations

from functools import partial
from itertools import combinations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget
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


def test_a_long_question_takes_the_width_of_a_small_window_and_leaves_the_map_its_height(qtbot: QtBot) -> None:
    window, bar = QWidget(), PromptBar()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(bar)
    column.addStretch(1)
    window.resize(718, 500)
    window.show()
    asked = (
        "Choose a levy: communists or a barricade in a district of the map, detachments of districts, or units by lot. "
        "Points of recruits to spend: 5."
    )
    bar.ask("Red", ("#b05040", "#ffffff"), asked, "14.2.1", "Turn 6 of 9: October 1919, clear")
    bar.show_score("Score 114 (+12)", "")
    bar.offer("End the levies", [("Detachments of districts", lambda: None), ("Units by lot", lambda: None)])
    bar.show()
    column.activate()
    line = bar.prompt.fontMetrics().lineSpacing()
    assert bar.prompt.height() <= 3 * line, "the turn and the score go below, beside the buttons"
    assert bar.height() <= 7 * line
    shown = [bar.side, bar.prompt, bar.rule, bar.default, *bar.buttons, bar.turn, bar.score]
    assert all(bar.rect().contains(each.geometry()) for each in shown)
    assert not any(one.geometry().intersects(two.geometry()) for one, two in combinations(shown, 2))
    window.resize(1400, 500)
    column.activate()
    assert bar.turn.geometry().top() < bar.prompt.geometry().bottom(), "with room enough all of it is one line"


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
    player.desk.scene.ask_again()
    (button,) = [each for each in player.desk.scene.prompt.buttons if "choices..." in each.text()]
    with qtbot.waitSignal(player.desk.scene.prompt.rest_wanted):
        button.click()


def test_all_choices_are_looked_for_in_a_panel_that_is_in_front(player: Player) -> None:
    play = player.window.play
    play.show_panel("log")
    play.desk.scene.prompt.rest_wanted.emit()
    assert not play.desk.scene.actions.visibleRegion().isEmpty()
    assert play.desk.scene.actions.search.hasFocus() or player.window.focusWidget() is play.desk.scene.actions.search


def test_enter_in_an_empty_search_is_that_of_the_question(player: Player) -> None:
    """An action that was found is taken and the field is empty again: Enter must not take the first of all."""
    play = player.window.play
    assert play.begin(NewGame("ford", seed=5))
    player.window.enter_play()
    play.desk.scene.prompt.rest_wanted.emit()
    actions = play.desk.scene.actions
    taken: list[object] = []
    actions.chosen.disconnect()
    actions.chosen.connect(taken.append)
    QTest.keyClicks(actions.search, actions.rows()[0].text(0).split()[0])
    QTest.keyClick(actions.search, Qt.Key.Key_Return)
    assert len(taken) == 1
    actions.search.clear()
    QTest.keyClick(actions.search, Qt.Key.Key_Return)
    assert len(taken) == 1


def test_enter_in_a_list_without_a_chosen_line_is_that_of_the_question(player: Player) -> None:
    """A line that was taken with the mouse leaves the keyboard in a list in which nothing is chosen."""
    play = player.window.play
    assert player.window.open("france-1940")
    assert play.begin(NewGame("france-1940", seed=5))
    player.window.enter_play()
    play.show_panel("actions")
    actions = play.desk.scene.actions
    actions.list.setFocus()
    actions.list.setCurrentItem(None)
    before = player.table.menu.side
    QTest.keyClick(actions.list, Qt.Key.Key_Return)
    assert player.table.menu.side != before, "the assignments of the first side are sealed"
