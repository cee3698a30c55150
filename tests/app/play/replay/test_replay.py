"""The game in time: looking back, playing back, branching off. What is shown is what was; nothing can be decided."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.modes import Mode
from app.play.games.branch_dialog import BranchDialog
from app.play.games.game_setup import NewGame
from app.play.replay.replay import turns_of
from app.window import MainWindow
from engine.core.actions import StepTo
from engine.core.ids import UnitId
from tests.app.play.hands import Player


@pytest.fixture
def player(window: MainWindow) -> Player:
    return Player(window)


def play(player: Player, scenario: str = "ford", actions: int = 12, seed: int = 5) -> None:
    """Play some decisions of an example."""
    assert player.window.open(scenario)
    assert player.window.play.begin(NewGame(scenario, seed=seed))
    player.window.enter_play()
    for _ in range(actions):
        menu = player.table.menu
        wanted = menu.of_kind(StepTo)
        player.desk.submit(wanted[0] if wanted else next(iter(menu)))


def test_a_step_back_shows_the_map_as_it_was(player: Player) -> None:
    play(player)
    table = player.table
    number, step = next(
        (number, played.action) for number, played in enumerate(table.session.log) if isinstance(played.action, StepTo)
    )
    origin = table.session.state_after(number).unit(step.unit).at
    while table.step > number:
        player.key("Ctrl+Left")
    assert table.is_past
    counters = player.window.canvas.counters
    assert counters.location_of(step.unit) == table.board.key(origin)
    assert table.view == table.game.view(table.session.state_after(number), table.viewer)
    player.key("Ctrl+Right")
    assert counters.location_of(step.unit) == table.board.key(step.to)
    player.key("Ctrl+End")
    assert not table.is_past


def test_nothing_can_be_decided_while_an_earlier_moment_is_shown(player: Player) -> None:
    play(player)
    table = player.table
    length = table.length
    player.key("Ctrl+Home")
    assert table.step == 0
    assert "Nothing can be decided" in player.desk.scene.prompt.prompt.text()
    assert player.desk.scene.glow.units == frozenset()
    assert player.desk.scene.actions.rows() == []
    player.key("Return")
    unit = next(iter(table.view.units))
    player.desk.mouse.drop(unit, table.board.key(next(iter(table.board.locations()))))
    assert "earlier moment" in player.refusal
    player.key("Ctrl+Z")
    assert table.length == length
    QTest.mouseClick(player.desk.scene.prompt.buttons[0], Qt.MouseButton.LeftButton)
    assert not table.is_past
    assert player.desk.scene.actions.rows()


def test_the_slider_goes_to_where_it_is_pressed_and_shows_where_turns_begin(player: Player) -> None:
    play(player, actions=3)
    table, bar = player.table, player.window.play.replay.bar
    while table.view.turn < 3:
        player.desk.submit(table.menu.default or next(iter(table.menu)))
    assert bar.isVisible()
    begins = turns_of(table)
    assert len(begins) >= 2
    assert bar.slider.turns == tuple(begins)
    step, turn = begins[1]
    x = next(x for x in range(bar.slider.width()) if bar.slider.step_at(x) == step)
    QTest.mouseClick(bar.slider, Qt.MouseButton.LeftButton, pos=QPointF(x, 8).toPoint())
    QApplication.processEvents()
    assert table.step == step
    assert table.view.turn == turn
    assert bar.words.text() == f"{step} of {table.length}"
    player.key("Ctrl+Up")
    assert table.step == 0
    player.key("Ctrl+Down")
    assert table.step == step


def test_it_plays_by_itself_to_the_present_and_stops_at_a_key(player: Player, qtbot: QtBot) -> None:
    play(player, actions=6)
    table, replay = player.table, player.window.play.replay
    replay.set_speed(8.0)
    player.key("Ctrl+Space")
    assert replay.is_playing
    assert table.step == 0, "from the present it begins at the beginning"
    qtbot.waitUntil(lambda: table.step > 0)
    player.key("Ctrl+Space")
    assert not replay.is_playing
    assert table.is_past
    player.key("Ctrl+Space")
    qtbot.waitUntil(lambda: not table.is_past)
    assert not replay.is_playing


def test_panels_answer_for_the_moment_that_is_shown(player: Player) -> None:
    play(player, actions=30)
    table = player.table
    before = table.session.state_after(1)
    moved = next(unit for unit in before.roster if table.view.units[unit].at != before.unit(unit).at)
    player.key("Ctrl+Home")
    answer = table.ask("reach", unit=moved)
    assert answer is not None
    assert table.view.units[UnitId(moved)].at == before.unit(moved).at
    assert player.window.dock.turn.text() == table.turn_line()
    assert table.turn_line().startswith(f"Turn {before.turn} ")


def test_a_branch_is_a_new_game_and_leaves_the_old_one_alone(player: Player) -> None:
    play(player, actions=10)
    window, first = player.window, player.table
    old = window.play.keeping.keeper
    assert old is not None
    kept = window.play.keeping.games[old.id]
    player.key("Ctrl+Left")
    player.key("Ctrl+Left")
    player.key("Ctrl+Left")
    player.key("Ctrl+Shift+B")
    dialog = player.dialog()
    assert isinstance(dialog, BranchDialog)
    dialog.title.setText("What if")
    dialog.go.click()
    assert window.mode is Mode.PLAY
    other = player.table
    assert other is not first
    assert other.length == 7
    assert other.authored is first.authored, "as it was written, for whoever changes the language later"
    assert not other.is_past
    assert other.session.state is first.session.state_after(7)
    games = window.play.keeping.games
    assert games[old.id] == kept
    branched = next(record for record in games.values() if record.title == "What if")
    assert branched.branch is not None
    assert (branched.branch.game, branched.branch.actions) == (old.id, 7)
    player.desk.submit(next(iter(other.menu)))
    assert window.play.keeping.games[old.id] == kept
    assert len(window.play.keeping.games[branched.id].actions) == 8


def test_leaving_while_looking_back_comes_back_to_the_present(player: Player) -> None:
    play(player)
    player.key("Ctrl+Home")
    player.key("F5")
    assert not player.window.play.replay.bar.isVisible()
    player.key("F5")
    assert not player.table.is_past
    assert player.window.play.replay.bar.isVisible()


def test_the_bar_can_be_put_away(player: Player) -> None:
    play(player, actions=2)
    player.key("Ctrl+B")
    assert not player.window.play.replay.bar.isVisible()
    player.desk.submit(next(iter(player.table.menu)))
    assert not player.window.play.replay.bar.isVisible()
    player.key("Ctrl+B")
    assert player.window.play.replay.bar.isVisible()


def test_undo_and_redo_say_what_they_do_and_what_bars_them(player: Player) -> None:
    play(player, actions=0)
    table, edit = player.table, player.window.menus.edit
    while not table.menu.of_kind(StepTo):
        player.desk.submit(table.menu.default or next(iter(table.menu)))
    step = table.menu.of_kind(StepTo)[0]
    player.desk.submit(step)
    words = table.words.text(step)
    assert edit.undo.text() == f"&Undo {words}"
    player.key("Ctrl+Z")
    assert edit.redo.text() == f"&Redo {words}"
    player.key("Ctrl+Y")
    assert table.session.log[-1].action == step
    side = table.menu.side
    while table.menu.side == side:
        player.desk.submit(table.menu.default or next(iter(table.menu)))
    assert edit.undo.text() == "&Undo"
    assert "cannot be taken back" in edit.undo.statusTip()
    assert edit.undo.isEnabled(), "who asks is told"
    player.key("Ctrl+Z")
    assert player.refusal == edit.undo.statusTip()
