"""After a throw the odds stay, with the die, the cell it fell on and the result, and then what followed in words."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from PySide6.QtCore import Qt

from app.play.games.game_setup import NewGame
from app.window import MainWindow
from engine.core.facets import DieThrow
from engine.core.records import Event
from engine.narration.attack_previews import attack_answer
from engine.narration.last_fight import Fought, explained_fight
from tests.app.play.hands import Player
from tests.app.play.input.test_keys import until
from tests.app.play.test_whole_turns import TYPHOON_SEED, begin


@pytest.fixture
def player(window: MainWindow) -> Player:
    player = begin(window, "typhoon", TYPHOON_SEED)
    window.canvas.setFocus()
    return player


def throw_of(events: tuple[Event, ...]) -> tuple[int, str, str]:
    found = [throw for event in events for throw in event.throws]
    return found[0].face, found[0].column, found[0].result


def test_the_result_of_a_throw_is_seen_until_another_fight(player: Player) -> None:
    until(player, "axis    Throw the die")
    why = player.desk.scene.why
    player.key("Return")
    face, column, result = throw_of(player.table.session.log[-1].events)
    assert f"die {face}: {result}" in why.title.text()
    assert not why.odds.isHidden()
    assert f"die {face}: {result}" in why.odds.summary.text()
    thrown = why.odds.shown()[0]
    chart = thrown.chart.model()
    bold = [
        (chart.headerData(across, Qt.Orientation.Horizontal), chart.index(down, across).data())
        for down in range(chart.rowCount())
        for across in range(chart.columnCount())
        if chart.index(down, across).data(Qt.ItemDataRole.FontRole).bold()
    ]
    assert bold == [(column, result)], "the cell that the die fell on alone is lit"
    assert thrown.bars.lit == result
    before = len(why.rows())
    player.follow("soviet  Let 19A (Infantry army) lose a step\nsoviet  Fall back with all")
    player.follow("soviet  Retreat 19A (Infantry army) to 4827")
    assert f"die {face}: {result}" in why.title.text(), "it stays while losses and retreats are decided"
    assert len(why.rows()) > before, "and tells what followed"
    player.follow("axis    Done")
    declared = next(action for action in player.table.menu if action.kind == "declare-attack")
    player.desk.submit(declared)
    assert f"die {face}: {result}" not in why.title.text(), "another fight takes its place"


def test_a_die_that_is_read_in_another_row_than_it_shows_says_so(player: Player) -> None:
    until(player, "axis    Throw the die")
    answer = attack_answer(player.table)
    assert answer is not None
    (throw,) = answer.throws
    better = replace(answer, throws=(replace(throw, rows=throw.rows[1:]),))
    told = explained_fight(player.table, Fought(better, (DieThrow(2, result="D1"),)), ())
    assert "die 2, read as 3: D1" in told.title
    both = explained_fight(player.table, Fought(better, (DieThrow(2, purpose="attack", result="D1"),)), ())
    assert "attack die 2, read as 3: D1" in both.title
    plain = explained_fight(player.table, Fought(answer, (DieThrow(2, result="D1"),)), ())
    assert "die 2: D1" in plain.title


def test_a_game_taken_up_in_the_middle_of_a_fight_shows_it_again(player: Player) -> None:
    until(player, "axis    Throw the die")
    player.key("Return")
    player.follow("soviet  Let 19A (Infantry army) lose a step")
    why, play = player.desk.scene.why, player.window.play
    title, rows = why.title.text(), list(why.rows())
    assert "die" in title
    (id,) = play.keeping.games  # noqa: A001 - the word of the file
    before = play.table
    assert play.load(id)
    assert play.table is not before
    assert player.desk.scene.why.title.text() == title
    assert list(player.desk.scene.why.rows()) == rows


def test_the_log_stands_beside_the_map_and_the_header_tells_the_weather(player: Player) -> None:
    until(player, "axis    Move XIII")
    docks = player.window.play.docks
    assert docks["log"].isVisible()
    assert not docks["log"].visibleRegion().isEmpty(), "no other tab lies on it"
    assert not docks["why"].visibleRegion().isEmpty()
    assert "clear" in player.desk.scene.prompt.turn.text().lower()


@pytest.mark.parametrize(("scenario", "seed"), [("ford", 5), ("cabinet-war", 2), ("summer-1941", 3)])
def test_every_game_tells_a_fight_in_words(window: MainWindow, scenario: str, seed: int) -> None:
    """Die, column and result are told by the events of each game, and shown as words."""
    player = Player(window)
    assert window.open(scenario)
    assert window.play.begin(NewGame(scenario, seed=seed))
    window.enter_play()
    window.play.sideboard.check.set_on(False)
    chance = Random(seed)
    for _ in range(900):
        table = player.table
        if table.awaited is not None:
            player.desk.take_seat()
        if table.is_over:
            break
        menu = list(table.menu)
        wanted = [each for each in menu if each.struck or each.kind in ("add-attacker", "resolve")]
        player.desk.submit(chance.choice(wanted or menu))
        told = player.desk.scene.explaining.last_fight.explained(table)
        if told is not None:
            thrown = [throw for event in table.session.log[-1].events for throw in event.throws if throw.result]
            assert thrown
            assert all(f"die {throw.face}" in told.title and f": {throw.result}" in told.title for throw in thrown)
            return
    raise AssertionError("somebody fought")


def test_each_of_two_dice_lights_its_own_result(window: MainWindow) -> None:
    player = Player(window)
    assert window.open("summer-1941")
    assert window.play.begin(NewGame("summer-1941", seed=3))
    window.enter_play()
    window.play.sideboard.check.set_on(False)
    chance, told = Random(3), 0
    for _ in range(1500):
        table = player.table
        if table.awaited is not None:
            player.desk.take_seat()
        menu = list(table.menu)
        wanted = [each for each in menu if each.struck or each.kind in ("add-attacker", "resolve")]
        before = table.length
        player.desk.submit(chance.choice(wanted or menu))
        last = table.session.log[-1] if table.length > before else None
        thrown = [throw for event in last.events for throw in event.throws if throw.result] if last else []
        views = player.desk.scene.why.odds.shown()
        if len(thrown) == len(views) == 2 and thrown[0].result != thrown[1].result:
            assert [view.bars.lit for view in views] == [throw.result for throw in thrown]
            told += any(each.result == thrown[0].result for each in views[1].bars.chances)
        if told:
            return
    raise AssertionError("a result of the one die can come of the other")
