"""Dice wait for Enter, one undo takes back one gesture, and what is forced is made and told."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSettings

from app.play.input.forced import SETTING, forced_action
from app.window import MainWindow
from engine.core.actions import Retreat, StepTo
from engine.core.ids import UnitId
from tests.app.play.hands import Player
from tests.app.play.input.test_keys import until
from tests.app.play.test_whole_turns import TYPHOON_SEED, begin


@pytest.fixture
def player(window: MainWindow) -> Player:
    player = begin(window, "typhoon", TYPHOON_SEED)
    window.canvas.setFocus()
    return player


def log(player: Player) -> list[str]:
    return [played.action.kind for played in player.table.session.log]


def test_a_drag_onto_an_enemy_shows_the_odds_and_only_enter_throws(player: Player) -> None:
    until(player, "axis    Overrun")
    desk, before = player.desk, log(player)
    throws = player.table.session.state.throws
    player.drag_unit("g-xl", player.label("4527"))
    assert log(player) == before, "nothing was decided"
    assert player.table.session.state.throws == throws
    assert "Overrun 4527" in desk.scene.prompt.prompt.text()
    assert "column" in desk.scene.prompt.prompt.text()
    assert "Throw the dice" in desk.scene.prompt.default.text()
    assert not desk.scene.why.odds.isHidden(), "the table stands beside the question"
    player.key("Esc")
    assert desk.question.action is None
    assert "Throw" not in desk.scene.prompt.default.text()
    assert log(player) == before
    player.drag_unit("g-xl", player.label("4527"))
    desk.scene.prompt.buttons[0].click()
    assert desk.question.action is None
    player.drag_unit("g-xl", player.label("4527"))
    player.key("Return")
    assert log(player) == [*before, "overrun"]
    assert player.table.session.state.throws > throws
    assert desk.question.action is None


def test_a_drag_of_several_hexes_is_one_undo_and_one_redo(player: Player) -> None:
    until(player, "axis    Move XIII")
    desk, before = player.desk, log(player)
    for action in player.table.menu.of_kind(StepTo):
        desk.choose_unit(action.unit)
        far = [at for at, (_, way) in desk.scene.reach.items() if len(way) >= 3]
        if far and player.counter(action.unit) is not None:
            break
    start = player.where(action.unit)
    player.drag_unit(action.unit, far[0])
    made = log(player)
    there = player.where(action.unit)
    assert len(made) >= len(before) + 2
    player.key("Ctrl+Z")
    assert log(player) == before
    assert player.where(action.unit) == start
    player.key("Ctrl+Y")
    assert log(player) == made
    assert player.where(action.unit) == there
    player.key("Ctrl+Z")
    assert log(player) == before


def test_a_click_on_another_unit_that_can_act_takes_it_and_a_drop_there_joins_it(player: Player) -> None:
    until(player, "axis    Move XIII")
    player.click_unit("g-xiii")
    start, other = player.where("g-xiii"), player.label("4427")
    assert other in player.desk.scene.reach
    player.click_place(other)
    assert player.where("g-xiii") == start, "the unit in hand did not walk there"
    assert player.where(player.desk.unit) == other
    player.desk.let_go()
    player.drag_unit("g-xiii", other)
    assert player.where("g-xiii") == other


def test_what_has_one_choice_is_made_and_told(player: Player, settings: QSettings) -> None:
    until(player, "soviet  Fall back with all")
    settings.setValue(SETTING, True)
    back = next(each for each in player.table.menu if player.table.words.text(each) == "Fall back with all")
    player.gesture(back)
    assert player.table.session.log[-2].action == back
    assert player.table.session.log[-1].action == Retreat(UnitId("s-24a"), player.label("4628"))
    assert "There was one choice: Retreat 24A" in player.refusal, "it is told"


def test_nothing_is_made_by_itself_where_that_is_not_wanted(player: Player) -> None:
    until(player, "soviet  Retreat 24A")
    assert not isinstance(player.table.session.log[-1].action, Retreat)
    assert forced_action(player.table) == Retreat(UnitId("s-24a"), player.label("4628"))


def test_the_same_choice_made_again_is_told_once_with_its_number(player: Player) -> None:
    forced = player.desk.forced
    forced._told = ["Give Moscow Gate a point"] * 3 + ["Retreat 24A to 4628"]
    forced.tell()
    assert player.refusal == "There was one choice: Give Moscow Gate a point (3\u00a0×); Retreat 24A to 4628"
    forced.tell()
    assert player.refusal == "There was one choice: Give Moscow Gate a point (3\u00a0×); Retreat 24A to 4628"
