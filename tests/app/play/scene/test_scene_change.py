"""A step redraws what it touched: the piles at its places, the rows that are others, and no panel that nobody sees."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.play.panels.actions_panel import ActionsPanel
from app.play.scene.scene_change import SceneChange
from app.window import MainWindow
from engine.core.actions import StepTo
from engine.core.ids import UnitId
from tests.app.play.hands import Player
from tests.app.play.replay.test_replay import play


@pytest.fixture
def player(window: MainWindow) -> Player:
    """A game at a question of where units go, with nothing on its way."""
    player = Player(window)
    play(player, actions=0)
    while not player.table.menu.of_kind(StepTo):
        player.desk.submit(player.table.menu.default or next(iter(player.table.menu)))
    window.play.motion.switch(False)
    QApplication.processEvents()
    return player


@pytest.fixture
def changes(player: Player) -> list[SceneChange]:
    told: list[SceneChange] = []
    player.desk.scene.refreshed.connect(told.append)
    return told


def a_step(player: Player) -> StepTo:
    return player.table.menu.of_kind(StepTo)[0]


def drawn(player: Player) -> dict[str, tuple[str, ...]]:
    """The stacks on the canvas, by their places."""
    counters, table = player.window.canvas.counters, player.table
    return {
        key: tuple(each.unit for each in counters.stack(key))
        for key in (table.board.key(at) for at in table.view.stacks)
    }


def test_a_step_of_one_unit_lays_only_the_piles_at_its_two_places(player: Player, changes: list[SceneChange]) -> None:
    counters, first = player.window.canvas.counters, a_step(player)
    assert player.desk.submit(first)
    changes.clear()
    step = next(each for each in player.table.menu.of_kind(StepTo) if each.unit == first.unit)
    origin = player.table.view.units[step.unit].at
    assert len(player.table.view.stacks) > 2
    bounds = player.window.canvas.picture.bounds
    counters.piles_in(bounds)
    before = counters.times_laid
    assert player.desk.submit(step)
    counters.piles_in(bounds)
    places = {at for at in (origin, step.to) if at in player.table.view.stacks}
    assert counters.times_laid - before == len(places)
    (change,) = changes
    assert change.units == {step.unit}
    assert change.places == {origin, step.to}
    assert not change.is_whole
    assert counters.location_of(step.unit) == player.table.board.key(step.to)


def test_after_every_step_the_map_shows_what_the_game_says(player: Player) -> None:
    for _ in range(12):
        actions = tuple(player.table.menu)
        player.desk.submit(actions[len(actions) // 2])
        table = player.table
        shown = {key: set(units) for key, units in drawn(player).items()}
        assert shown == {table.board.key(at): set(map(str, units)) for at, units in table.view.stacks.items()}
        rows = [each.text(0) for each in player.desk.scene.actions.rows()]
        fresh = ActionsPanel()
        fresh.show_menu(tuple(table.menu), table.words.text, table.words.group)
        fresh.show_near(table.menu.of_unit(UnitId(player.desk.unit)) if player.desk.unit else (), player.desk.unit)
        assert rows == [each.text(0) for each in fresh.rows()]


def test_what_is_taken_back_or_looked_back_at_is_drawn_as_a_whole(player: Player, changes: list[SceneChange]) -> None:
    step = a_step(player)
    key = player.table.board.key(player.table.view.units[step.unit].at)
    player.desk.submit(step)
    player.desk.undo()
    assert player.window.canvas.counters.location_of(step.unit) == key
    player.desk.submit(step)
    changes.pop()
    player.window.play.replay.go(0)
    player.window.play.replay.go(player.table.length - 1)
    player.window.play.replay.go(player.table.length)
    player.desk.refresh()
    assert [change.is_whole for change in changes][:2] == [False, True]
    assert len(changes) > 3
    assert all(change.is_whole for change in changes[1:])


def test_a_panel_behind_another_is_filled_when_it_comes_to_the_front_and_not_before(player: Player) -> None:
    actions, play = player.desk.scene.actions, player.window.play
    play.show_panel("log")
    QApplication.processEvents()
    assert play.docks["actions"].isVisible()
    assert play.docks["actions"].visibleRegion().isEmpty(), "it is a tab behind the log"
    made, listed = actions.rows_made, actions.list.topLevelItemCount()
    step = a_step(player)
    while player.desk.submit(step) and player.table.menu.of_kind(StepTo) and player.table.step < 40:
        step = a_step(player)
    QApplication.processEvents()
    assert actions.rows_made == made
    assert actions.list.topLevelItemCount() == listed
    play.docks["actions"].raise_()
    QApplication.processEvents()
    assert actions.rows_made > made
    first = actions.list.topLevelItem(0)
    assert first is not None
    assert first.text(0) == actions.rows()[0].text(0) or first.childCount()


def test_rows_of_actions_that_can_still_be_taken_stay(player: Player) -> None:
    player.window.play.show_panel("actions")
    QApplication.processEvents()
    actions = player.desk.scene.actions
    before = {row.text(0) for row in actions.rows()}
    made = actions.rows_made
    assert player.desk.submit(a_step(player))
    after = [row.text(0) for row in actions.rows()]
    assert actions.rows_made - made <= len(after) - len(before & set(after)) + 3, "headings may be new besides"


def test_the_standing_is_reckoned_anew_when_nothing_more_is_decided(player: Player, qtbot: QtBot) -> None:
    asked: list[str] = []
    ruleset_asks = player.table.ask

    def ask(question: str, **about: object) -> object:
        asked.append(question)
        return ruleset_asks(question, **about)

    player.desk.let_go()
    QApplication.processEvents()
    shown = player.desk.scene.why.rows()
    assert shown
    player.table.ask = ask  # type: ignore[method-assign, assignment]
    assert player.desk.submit(a_step(player))
    player.desk.let_go()
    assert "score" not in asked
    qtbot.waitUntil(lambda: "score" in asked)
