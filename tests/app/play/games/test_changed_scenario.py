"""A game goes on with the scenario it was begun with, whatever became of that since."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog

from app.modes import Mode
from app.window import MainWindow
from engine.core.ids import UnitId
from engine.definitions.game_record import GameRecord
from engine.definitions.oob import OrderOfBattle
from engine.definitions.played import PlayedDocument
from engine.definitions.scenario import Scenario
from tests.app.play.hands import Player
from tests.app.play.replay.test_replay import play


@pytest.fixture
def player(window: MainWindow) -> Player:
    play(Player(window), actions=8)
    return Player(window)


def game_ids(player: Player) -> list[str]:
    return list(player.window.play.keeping.games)


def record(player: Player, id: str) -> GameRecord:
    return player.window.play.keeping.games[id]


def put(player: Player, document: Scenario | OrderOfBattle) -> None:
    """Change a document as an editor would, and be in the editor."""
    window = player.window
    window.set_mode(Mode.EDIT)
    assert window.files.project is not None
    window.files.project.put(document, label="An edit")
    window.play.note_edit()


def scenario(player: Player) -> Scenario:
    return next(iter(player.window.play.scenarios().values()))


def test_a_game_carries_what_it_is_played_with_once(player: Player) -> None:
    project = player.window.files.project
    assert project is not None
    kept = [name for kind, name in project.contents.documents if kind == PlayedDocument.KIND]
    (only,) = game_ids(player)
    assert sorted(record(player, only).played_with) == sorted(kept)
    assert len(kept) >= 3
    player.window.play.keeping.duplicate(only)
    assert kept == [name for kind, name in project.contents.documents if kind == PlayedDocument.KIND]


def test_what_no_game_needs_goes_with_the_last_that_did(player: Player) -> None:
    keeping, project = player.window.play.keeping, player.window.files.project
    assert project is not None
    (first,) = game_ids(player)
    second = keeping.duplicate(first)
    assert keeping.delete(first)
    assert any(kind == PlayedDocument.KIND for kind, _ in project.contents.documents)
    assert keeping.delete(second)
    assert not any(kind == PlayedDocument.KIND for kind, _ in project.contents.documents)


def test_an_edit_makes_a_new_game_and_the_earlier_one_is_played_on_as_it_was(player: Player) -> None:
    state, (first,) = player.table.session.state, game_ids(player)
    authored = scenario(player)
    put(player, authored.replace(setup=authored.setup[:2], last_turn=authored.last_turn + 1))
    player.key("F5")
    assert player.table.length == 0
    assert player.table.brief.scenario.last_turn == authored.last_turn + 1
    assert "Saved Games" in player.window.banner.words
    player.window.play.go_on_with(first)
    assert player.table.session.state == state
    assert player.table.brief.scenario.last_turn == authored.last_turn
    assert player.window.play.map.is_other
    assert "as it was then" in player.window.banner.words
    assert player.desk.submit(next(iter(player.table.menu)))
    assert len(record(player, first).actions) == 9


def test_a_game_begun_on_another_map_shows_that_map_and_the_editor_gets_its_own_back(player: Player) -> None:
    window, (first,) = player.window, game_ids(player)
    before = window.canvas.plan
    put(player, scenario(player).replace(last_turn=scenario(player).last_turn + 1))
    window.play.go_on_with(first)
    assert window.mode is Mode.PLAY
    assert window.canvas.plan is not before, "it is the copy that the game carries"
    unit = next(iter(player.table.session.state.every_unit()))
    assert window.canvas.counters.location_of(unit.id)
    assert "as it was then" in window.banner.words
    window.set_mode(Mode.EDIT)
    assert window.canvas.plan is before
    assert not window.banner.words, "what was remarked on the game is not said of the map"
    player.key("F5")
    assert window.canvas.plan is not before


def test_an_edit_that_was_undone_is_none(player: Player) -> None:
    state, authored = player.table.session.state, scenario(player)
    put(player, authored.replace(last_turn=authored.last_turn + 1))
    put(player, authored)
    player.key("F5")
    assert player.table.session.state == state
    assert not player.window.play.map.is_other


def test_a_position_is_taken_over_into_the_changed_scenario_as_a_game_of_its_own(player: Player) -> None:
    window, state, (first,) = player.window, player.table.session.state, game_ids(player)
    authored = scenario(player)
    assert not window.menus.play.over.isEnabled()
    put(player, authored.replace(last_turn=authored.last_turn + 1))
    window.play.go_on_with(first)
    assert window.menus.play.over.isEnabled()
    window.menus.play.over.trigger()
    assert player.table.brief.scenario.last_turn == authored.last_turn + 1
    assert player.table.session.state.units == state.units
    assert not window.play.map.is_other
    assert window.files.opened is not None
    assert window.canvas.plan is window.files.opened.plan, "the map is that of the file again"
    assert "as it is now" in window.banner.words
    assert player.desk.submit(next(iter(player.table.menu)))
    over = game_ids(player)[-1]
    now = player.table.session.state
    assert record(player, over).begins
    assert len(record(player, first).actions) == 8
    window.play.go_on_with(first)
    window.play.go_on_with(over)
    assert player.table.session.state == now


def test_a_position_with_a_unit_that_is_gone_is_not_taken_over_and_says_which(player: Player) -> None:
    window, (first,) = player.window, game_ids(player)
    authored, project = scenario(player), player.window.files.project
    assert project is not None
    army = next(each for each in project.contents.documents.values() if isinstance(each, OrderOfBattle))
    gone = next(unit for unit in army.units if UnitId(unit.id) in player.table.session.state.units)
    put(player, authored.replace(setup=tuple(each for each in authored.setup if each.unit != gone.id)))
    put(player, army.replace(units=tuple(each for each in army.units if each.id != gone.id)))
    window.play.go_on_with(first)
    table = player.table
    window.menus.play.over.trigger()
    assert player.table is table
    assert table.names.unit(gone.id) in window.banner.words


def test_a_log_that_no_longer_fits_is_looked_at_as_far_as_it_does(player: Player) -> None:
    window, (first,) = player.window, game_ids(player)
    kept = record(player, first)
    odd = {**kept.actions[5], "kind": "no-such-thing"}
    bad = kept.model_copy(update={"actions": (*kept.actions[:5], odd, *kept.actions[6:])})
    window.set_mode(Mode.EDIT)
    assert window.files.project is not None
    window.files.project.put(bad, label="Damage")
    window.play.go_on_with(first)
    assert player.table.length == 5
    assert player.table.is_only_shown
    assert "5 of 8" in window.banner.words
    assert not list(player.table.menu)
    assert not player.desk.submit(next(iter(player.table.session.menu)))
    assert player.refusal
    assert player.table.length == 5
    assert record(player, first) == bad, "what is only looked at is not written"
    player.window.play.replay.go(3)
    assert window.play.keeping.branch("From there", {})
    assert window.banner.words == "", "that was said of the other game"
    assert player.table.length == 3
    assert not Player(window).table.is_only_shown
    assert player.desk.submit(next(iter(player.table.menu)))
    assert record(player, first) == bad


def test_a_game_written_out_brings_its_scenario_into_a_file_that_has_another(
    player: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, state, (first,) = player.window, player.table.session.state, game_ids(player)
    path = tmp_path / "mine.yaml"
    assert window.play.keeping.write_out(first, path)
    authored = scenario(player)
    put(player, authored.replace(setup=authored.setup[:2]))
    assert window.play.keeping.delete(first)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    assert window.play.keeping.ask_read_in()
    assert player.table.session.state == state
