"""Computers as opponents in the window: levels, thinking beside it, reasons, and what they would advise."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from time import sleep

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.play.games.game_setup import NewGame
from app.play.games.minds import Decided
from app.play.games.new_game import NewGameDialog
from app.play.games.players import RANDOM, SeatingDialog
from app.play.panels.computer_panel import ComputerPanel
from app.play.table import PERSON, GameTable
from app.unseen_errors import UnseenErrors
from app.window import MainWindow
from engine.core.actions import StepTo
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.menu import Menu
from engine.core.messages import message
from engine.core.refusals import IllegalAction, Refusal
from engine.core.state import State
from engine.core.terms import Term
from engine.definitions.drafts import STATE
from engine.players.greedy import GreedyPlayer
from engine.players.planning.planner import PlannerPlayer
from engine.players.player import Budget, Choice
from engine.players.random_player import RandomPlayer
from engine.session.session import UndoPolicy
from tests.app.play.hands import Player


@pytest.fixture
def player(window: MainWindow) -> Player:
    return Player(window)


def begun(player: Player, players: dict[str, str]) -> Player:
    assert player.window.open("ford")
    assert player.window.play.begin(NewGame("ford", seed=3, players=players))
    player.window.enter_play()
    player.window.play.motion.switch(False)
    return player


def seat(player: Player, side: str, who: str) -> None:
    player.key("Ctrl+Shift+W")
    dialog = player.dialog()
    assert isinstance(dialog, SeatingDialog)
    dialog.fields[side].setCurrentIndex(dialog.fields[side].findData(who))
    dialog.go.click()


def test_the_levels_are_offered_for_each_side(player: Player) -> None:
    assert player.window.open("ford")
    player.key("Ctrl+F5")
    dialog = player.dialog()
    assert isinstance(dialog, NewGameDialog)
    for field in dialog.players.values():
        offered = [field.itemText(row) for row in range(field.count())]
        assert offered[2:] == [
            "the computer (easy)",
            "the computer (normal)",
            "the computer (hard)",
            "the computer (random)",
        ]
        hard = field.itemData(4, Qt.ItemDataRole.ToolTipRole)
        assert hard == "the computer (hard): thinks three times as long, and tries its plans out first"
        assert "hard: thinks three times" in field.toolTip()
    dialog.reject()


def test_a_computer_thinks_beside_the_window_and_says_why(player: Player, qtbot: QtBot) -> None:
    begun(player, {"red": "easy", "blue": "easy"})
    table, computers = player.table, player.desk.computers
    qtbot.waitUntil(lambda: computers.is_thinking or bool(table.minds.decided))
    qtbot.waitUntil(lambda: any(each.choice.reason for each in table.minds.decided))
    computers.hold(True)
    panel = player.window.play.panels["computer"].widget
    assert isinstance(panel, ComputerPanel)
    player.key("Alt+Shift+C")
    qtbot.waitUntil(lambda: panel.list.topLevelItemCount() > 0)
    assert panel.list.topLevelItemCount() == len(table.minds.decided)


def test_a_computer_that_is_held_decides_nothing_more(player: Player, qtbot: QtBot) -> None:
    begun(player, {"red": "normal", "blue": "normal"})
    table, computers = player.table, player.desk.computers
    prompt = player.desk.scene.prompt
    qtbot.waitUntil(lambda: table.length > 0)
    assert [each.accessibleName() for each in prompt.buttons] == ["Hold the computer", "Skip ahead"]
    button = prompt.buttons[0]
    player.desk.scene.ask_again()
    assert prompt.buttons[0] is button, "a button that says the same stays, lest a press be lost"
    button.click()
    assert computers.is_held
    assert not computers.is_thinking
    length = table.length
    qtbot.wait(150)
    assert table.length == length
    assert [each.accessibleName() for each in prompt.buttons] == ["Let it go on", "One decision"]
    prompt.press(2)
    qtbot.waitUntil(lambda: table.length == length + 1)


def test_who_does_not_want_to_watch_skips_to_the_own_decision(player: Player, qtbot: QtBot) -> None:
    begun(player, {"red": "easy", "blue": PERSON})
    table, computers, motion = player.table, player.desk.computers, player.window.play.motion
    motion.switch(True)
    assert computers.pause() > 0
    assert [each.accessibleName() for each in player.desk.scene.prompt.buttons][1] == "Skip ahead"
    player.key("Alt+Shift+F7")
    assert computers.is_skipping
    assert computers.pause() == 0
    assert not motion.is_watched
    assert [each.accessibleName() for each in player.desk.scene.prompt.buttons] == ["Hold the computer"]
    qtbot.waitUntil(lambda: not table.is_computers_turn)
    assert not computers.is_skipping
    player.key("Alt+Shift+F7")
    assert player.refusal == "The computer has nothing to decide now."


def test_where_only_computers_play_skipping_ends_with_the_turn(player: Player, qtbot: QtBot) -> None:
    begun(player, {"red": "random", "blue": "random"})
    table, computers = player.table, player.desk.computers
    player.key("Alt+Shift+F7")
    turn = table.session.state.turn
    qtbot.waitUntil(lambda: not computers.is_skipping)
    assert table.session.state.turn == turn + 1
    computers.skip()
    computers.hold(True)
    assert not computers.is_skipping


def test_a_side_is_given_to_the_computer_and_taken_back(player: Player, qtbot: QtBot) -> None:
    begun(player, {"red": PERSON, "blue": PERSON})
    table = player.table
    side = table.menu.side
    seat(player, side, "easy")
    qtbot.waitUntil(lambda: table.length > 0)
    seat(player, side, PERSON)
    assert not table.has_computers
    assert not player.desk.computers.is_thinking


def test_a_person_may_ask_what_the_computer_would_do(player: Player, qtbot: QtBot) -> None:
    begun(player, {"red": PERSON, "blue": PERSON})
    table, computers = player.table, player.desk.computers
    with qtbot.waitSignal(computers.advised):
        player.key("Ctrl+Shift+F9")
    advice = computers.advice_for(table)
    assert advice is not None
    assert advice.action in table.menu, "it is a decision that the person could take"
    assert table.length == 0, "nothing was decided"
    assert player.desk.scene.prompt.refusal.startswith("I would: ")


def test_advice_that_comes_when_the_computer_is_to_decide_is_not_given(player: Player) -> None:
    begun(player, {"red": PERSON, "blue": PERSON})
    table, computers = player.table, player.desk.computers
    advised = Choice(next(iter(table.menu)))
    computers._asked_about = table, table.session.state
    player.desk.submit(next(iter(table.menu)))
    computers._about = table, table.session.state
    computers._advise(advised)
    assert computers.advice_for(table) is None
    assert not player.refusal.startswith("I would: ")


def test_a_computer_thinks_anew_where_something_is_taken_back_under_its_thoughts(
    player: Player, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert player.window.open("ford")
    assert player.window.play.begin(NewGame("ford", seed=3, policy=UndoPolicy.UNLOCKED))
    player.window.enter_play()
    for _ in range(2):
        player.desk.submit(next(iter(player.table.menu)))
    think, waits = GreedyPlayer.choose, [True]

    def ponder(self: GreedyPlayer, game: Game, view: State, menu: Menu, budget: Budget) -> Choice:
        while waits and not budget.is_over:
            sleep(0.01)
        return think(self, game, view, menu, budget)

    monkeypatch.setattr(GreedyPlayer, "choose", ponder)
    for side in player.table.players:
        seat(player, side, "easy")
    qtbot.waitUntil(lambda: player.desk.computers.is_thinking)
    player.desk.undo()
    waits.clear()
    qtbot.waitUntil(lambda: player.table.length > 2)


def test_who_plays_may_change_without_the_reasons_being_forgotten(player: Player, qtbot: QtBot) -> None:
    begun(player, {"red": "easy", "blue": "easy"})
    table = player.table
    qtbot.waitUntil(lambda: bool(table.minds.decided))
    for side in table.players:
        seat(player, side, PERSON)
    assert table.minds.decided


def test_what_a_computer_decides_is_no_part_of_a_gesture_that_was_taken_back(player: Player) -> None:
    assert player.window.open("ford")
    assert player.window.play.begin(NewGame("ford", seed=3, policy=UndoPolicy.UNLOCKED))
    table = player.table
    with table.gestures.gesture():
        for _ in range(2):
            table.submit(next(iter(table.menu)))
    table.undo()
    assert table.length == 0
    for _ in range(2):
        table.carry_out(Choice(list(table.menu)[-1]))
    table.undo()
    assert table.length == 1


def break_minds(monkeypatch: pytest.MonkeyPatch, bad: Exception) -> None:
    def choose(*_: object) -> Choice:
        raise bad

    for kind in (PlannerPlayer, GreedyPlayer, RandomPlayer):
        monkeypatch.setattr(kind, "choose", choose)


@pytest.fixture
def errors(player: Player, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[UnseenErrors]:
    monkeypatch.setenv(STATE, str(tmp_path / "state"))
    monkeypatch.setattr(sys, "excepthook", lambda *_: None)
    made = UnseenErrors(lambda: player.window.banner)
    made.install()
    yield made
    made.remove()


@pytest.mark.parametrize("level", ["easy", "normal", RANDOM])
def test_a_computer_that_stumbles_is_held_and_may_think_again_or_be_taken_over(
    player: Player, errors: UnseenErrors, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, level: str
) -> None:
    with monkeypatch.context() as broken:
        break_minds(broken, LookupError("prompt.nothing"))
        begun(player, {"red": level, "blue": level})
        table, computers, prompt = player.table, player.desk.computers, player.desk.scene.prompt
        qtbot.waitUntil(lambda: computers.is_held)
        assert "(LookupError)" in player.window.banner.words
        assert "prompt.nothing" not in player.window.banner.words
        assert "prompt.nothing" in errors.log.read_text(encoding="utf-8")
        assert player.refusal.startswith("The computer could not decide.")
        assert [each.accessibleName() for each in prompt.buttons] == ["Let it think again", "Take its side over"]
        assert table.length == 0
    prompt.press(1)
    qtbot.waitUntil(lambda: table.length > 0)
    computers.hold(True)
    side = table.menu.side
    with monkeypatch.context() as broken:
        break_minds(broken, LookupError("prompt.nothing"))
        prompt.press(2)
        qtbot.waitUntil(lambda: "Take its side over" in [each.accessibleName() for each in prompt.buttons])
        prompt.press(2)
    assert table.players[side] == PERSON
    assert not table.is_computers_turn
    assert not player.refusal


def test_what_the_rules_refuse_a_computer_is_told_as_a_sentence(
    player: Player, errors: UnseenErrors, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_minds(monkeypatch, IllegalAction(Refusal("replay", message("refusal.in-the-past"))))
    begun(player, {"red": PERSON, "blue": PERSON})
    player.key("Ctrl+Shift+F9")
    assert player.refusal == "Thinking it over..."
    qtbot.waitUntil(lambda: player.refusal.startswith("The computer could not think this over."))
    assert player.table.say(message("refusal.in-the-past")) in player.window.banner.words
    assert "refusal.in-the-past" not in player.window.banner.words
    assert errors.log.exists()


def test_dice_that_a_computer_throws_stay_in_sight(player: Player) -> None:
    begun(player, {"red": RANDOM, "blue": RANDOM})
    computers, fight = player.desk.computers, player.desk.scene.explaining.last_fight
    computers.hold(True)
    told = None
    for _ in range(400):
        computers.step()
        told = fight.explained(player.table)
        if told is not None or player.table.is_over:
            break
    assert told is not None
    assert told.attack is not None
    assert told.attack.die is not None


def test_what_the_computer_says_is_read_whole_in_a_narrow_panel(player: Player, qtbot: QtBot) -> None:
    panel, table = with_panel(player, qtbot), player.table
    table.minds.decided = [decision(table, 1, "a", label="A reason of many words, " * 8)]
    player.desk.refresh()
    row = panel.list.topLevelItem(0)
    assert row is not None
    panel.list.doItemsLayout()
    reason, line = row.child(0), panel.list.fontMetrics().height()
    assert reason is not None
    assert panel.list.visualItemRect(reason).height() > 2 * line


def test_what_is_no_worth_is_not_shown_as_one(player: Player, qtbot: QtBot) -> None:
    panel, table = with_panel(player, qtbot), player.table
    reasons = (
        Term(message("reason.position"), 40, ""),
        Term(message("appraisal.own-steps"), 2, ""),
        Term(message("appraisal.score"), Fraction(65, 66), ""),
    )
    table.minds.decided = [Decided(1, table.menu.side, Choice(next(iter(table.menu)), reasons))]
    player.desk.refresh()
    row = panel.list.topLevelItem(0)
    assert row is not None
    said = [(child.text(0), child.text(1)) for number in range(3) if (child := row.child(number)) is not None]
    assert said == [("The position after it", "40"), ("own steps: 2", ""), ("the score", "")]


def test_reasons_that_were_opened_stay_open_while_the_computer_goes_on(player: Player, qtbot: QtBot) -> None:
    panel, table = with_panel(player, qtbot), player.table
    table.minds.decided = [decision(table, 0, "a"), decision(table, 1, "b")]
    player.desk.refresh()
    older = panel.list.topLevelItem(1)
    assert older is not None
    assert not older.isExpanded()
    older.setExpanded(True)
    player.desk.refresh()
    older = panel.list.topLevelItem(1)
    assert older is not None
    assert older.isExpanded()


def test_the_reasons_are_those_of_the_moment_that_is_shown(player: Player, qtbot: QtBot) -> None:
    panel, table = with_panel(player, qtbot), player.table
    table.minds.decided = [decision(table, step, "a") for step in range(1, table.length + 1)]
    player.desk.refresh()
    assert panel.list.topLevelItemCount() == table.length
    assert not panel.empty.isVisible()
    player.key("Ctrl+Home")
    assert panel.list.topLevelItemCount() == 0
    assert panel.empty.isVisible()
    player.key("Ctrl+End")
    assert panel.list.topLevelItemCount() == table.length


def test_the_steps_of_one_march_are_one_decision(player: Player, qtbot: QtBot) -> None:
    with_panel(player, qtbot)
    one, two = (decision(player.table, step, "a") for step in (1, 2))
    assert two.goes_on_with(one)
    assert not decision(player.table, 2, "b").goes_on_with(one)
    assert not decision(player.table, 3, "a").goes_on_with(one), "something was decided in between"


def with_panel(player: Player, qtbot: QtBot) -> ComputerPanel:
    """The panel is up beside a game of which something was played."""
    begun(player, {"red": PERSON, "blue": "easy"})
    player.desk.computers.hold(True)
    player.desk.submit(next(iter(player.table.menu)))
    player.key("Alt+Shift+C")
    panel = player.window.play.panels["computer"].widget
    assert isinstance(panel, ComputerPanel)
    qtbot.waitUntil(panel.isVisible)
    return panel


def decision(table: GameTable, step: int, unit: str, label: str = "") -> Decided:
    """A unit is on its way."""
    words = message("reason.march", unit=unit, place=label or "0101")
    return Decided(step, table.menu.side, Choice(StepTo(UnitId(unit), Location(1)), (Term(words, 40, ""),)))
