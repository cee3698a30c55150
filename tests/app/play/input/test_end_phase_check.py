"""Before a phase ends what could still be done is named; Enter again goes on. And units that are left alone."""

from __future__ import annotations

from random import Random

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.play.games.game_setup import NewGame
from app.play.input.auto_scroll import places_asked_about
from app.play.input.end_phase_check import SETTING
from app.window import MainWindow
from engine.core.actions import Done, StepTo
from engine.core.answers import SupplyAnswer
from engine.narration.reminders import acted_units, left_undone, out_of_supply
from tests.app.play.hands import Player


@pytest.fixture
def player(window: MainWindow, settings: QSettings) -> Player:
    """Someone who has phases checked, at the movement of the first turn at the ford."""
    player = Player(window)
    assert window.open("ford")
    assert window.play.begin(NewGame("ford", seed=5))
    window.enter_play()
    while not player.table.menu.of_kind(StepTo):
        player.desk.submit(player.table.menu.default or next(iter(player.table.menu)))
    settings.setValue(SETTING, True)
    return player


def bar(player: Player) -> list[str]:
    """What the line names; nothing while it is not to be seen."""
    check = player.window.play.sideboard.check.bar
    return [link.text() for link in check.links] if check.isVisible() else []


def test_what_is_left_is_named_and_enter_again_goes_on(player: Player) -> None:
    before = len(player.table.session.log)
    units = {action.unit for action in player.table.menu.of_kind(StepTo)}
    player.key("Return")
    assert len(player.table.session.log) == before
    assert bar(player)[0] == f"{len(units)} units have not moved"
    player.key("Return")
    assert [each.action for each in player.table.session.log[before:]] == [Done()]
    assert not bar(player)


def test_the_button_of_the_prompt_is_checked_too_and_the_line_has_one_of_its_own(player: Player) -> None:
    player.desk.scene.prompt.default.click()
    assert bar(player)
    player.window.play.sideboard.check.bar.go_on.click()
    assert player.table.session.log[-1].action == Done()


def test_whoever_leaves_the_seat_to_the_computer_is_asked_nothing_any_longer(player: Player) -> None:
    player.desk.computers.hold(True)
    player.key("Return")
    assert bar(player)
    side = str(player.table.menu.side)
    player.window.play.keeping._seat(player.table, {**player.table.players, side: "planner"})
    assert player.table.is_computers_turn
    assert not bar(player), "it is the computer's to end this"


def test_each_part_jumps_to_the_next_of_its_units(player: Player) -> None:
    player.key("Return")
    link = player.window.play.sideboard.check.bar.links[0]
    link.click()
    first = player.desk.unit
    assert first
    link.click()
    assert player.desk.unit not in ("", first)
    assert bar(player), "looking is not deciding"


def test_units_that_moved_are_not_named_and_another_decision_ends_the_question(player: Player) -> None:
    player.key("Return")
    count = int(bar(player)[0].split()[0])
    step = player.table.menu.of_kind(StepTo)[0]
    player.desk.submit(step)
    assert not bar(player)
    assert acted_units(player.table) == {step.unit}
    player.key("Return")
    assert int(bar(player)[0].split()[0]) == count - 1
    player.key("Ctrl+Z")
    assert not bar(player)
    assert not acted_units(player.table)


def test_nothing_is_asked_where_nothing_is_left(player: Player) -> None:
    for unit in {action.unit for action in player.table.menu.of_kind(StepTo)}:
        player.desk.scene.left.add(unit)
    assert not left_undone(player.table, player.window.play.sideboard.left.units)
    before = len(player.table.session.log)
    player.key("Return")
    assert len(player.table.session.log) > before


def test_do_not_ask_again_is_remembered_and_the_menu_turns_it_on_again(player: Player, settings: QSettings) -> None:
    player.key("Return")
    player.window.play.sideboard.check.bar.silence.click()
    assert settings.value(SETTING, type=bool) is False
    assert player.table.session.log[-1].action == Done()
    player.key("Ctrl+Shift+Return")
    assert settings.value(SETTING, type=bool) is True


def test_attacks_are_named_and_jump_to_their_places(player: Player) -> None:
    chance = Random(3)
    while "declare-attack" not in player.table.menu.kinds():
        action = chance.choice(list(player.table.menu))
        if not player.desk.submit(action):
            player.desk.submit(action)
    player.desk.submit(Done())
    targets = {at for action in player.table.menu if action.kind == "declare-attack" for at in action.locations()}
    words = "attack" if len(targets) == 1 else "attacks"
    assert f"{len(targets)} {words} possible" in bar(player)
    player.window.play.sideboard.check.bar.links[0].click()
    assert player.table.board.at(player.window.canvas.selected) in targets


def test_units_out_of_supply_are_those_without_a_line(player: Player) -> None:
    table = player.table
    found = out_of_supply(table)
    for unit in table.view.every_unit():
        answer = table.ask("supply", unit=unit.id)
        if isinstance(answer, SupplyAnswer) and unit.side == table.menu.side and answer.path:
            assert unit.id not in found
    assert all(table.view.units[unit].side == table.menu.side for unit in found)


def test_a_unit_that_is_left_alone_glows_no_longer_until_the_phase_is_another(player: Player) -> None:
    desk = player.desk
    player.key("F8")
    first = desk.unit
    player.key("Ctrl+F8")
    assert first not in desk.scene.glow.units
    assert desk.unit != first, "the next unit is in hand"
    seen = set()
    for _ in range(len(desk.scene.glow.units) + 1):
        player.key("F8")
        seen.add(desk.unit)
    assert first not in seen
    desk.choose_unit(first)
    player.key("Ctrl+F8")
    assert first in desk.scene.glow.units, "the same key takes it up again"
    desk.choose_unit(first)
    player.key("Ctrl+F8")
    desk.submit(Done())
    desk.submit(Done())
    QApplication.processEvents()
    assert not desk.scene.left


def test_leaving_nobody_says_what_is_missing(player: Player) -> None:
    player.desk.let_go()
    player.key("Ctrl+F8")
    assert "unit in hand" in player.refusal
    QTest.qWait(0)


def test_the_view_moves_to_a_question_about_what_is_out_of_view(player: Player) -> None:
    window, table = player.window, player.table
    chance = Random(3)
    while "declare-attack" not in table.menu.kinds():
        action = chance.choice(list(table.menu))
        if not player.desk.submit(action):
            player.desk.submit(action)
    attack = next(action for action in table.menu if action.kind == "declare-attack")
    window.canvas.set_zoom(3.0)
    target = attack.locations()[0]
    far = max(table.board.locations(), key=lambda at: table.board.distance(target, at) or 0)
    window.canvas.look_at(table.board.key(far))
    player.desk.submit(attack)
    points = [window.canvas.point_of(table.board.key(at)) for at in places_asked_about(table)]
    room = window.canvas.viewport().rect()
    assert any(point is not None and room.contains(point) for point in points)
