"""The games of a file: listed, renamed, copied, deleted, written out and read in; one more action costs little."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QMessageBox

from app.__main__ import main
from app.modes import Mode
from app.play.games.game_document import read_game, write_game
from app.play.games.game_setup import NewGame
from app.play.games.loading_dialog import Patience
from app.play.games.map_notes import MapNote, NoteBook, keep_notes, notes_of_game
from app.play.games.saved_games_dialog import ACTIONS, CHANGED, PLAYERS, SCENARIO, TITLE, TURN, SavedGamesDialog
from app.window import MainWindow
from engine.core.messages import message
from engine.core.words.plurals import ENGLISH
from engine.definitions.documents import load_file
from engine.definitions.played import PlayedDocument, packed_documents
from engine.definitions.project import Project
from engine.narration.language import FRENCH, speak
from engine.session.played_with import carried_by
from engine.session.session import UndoPolicy
from engine.storage.contents import Contents, diff
from engine.storage.errors import FileError
from tests.app.play.hands import Player
from tests.app.play.replay.test_replay import play


@pytest.fixture
def player(window: MainWindow) -> Player:
    play(Player(window), actions=8)
    return Player(window)


def saved(player: Player) -> SavedGamesDialog:
    player.key("Shift+F5")
    dialog = player.dialog()
    assert isinstance(dialog, SavedGamesDialog)
    return dialog


def titles(dialog: SavedGamesDialog) -> list[str]:
    rows = [dialog.list.topLevelItem(number) for number in range(dialog.list.topLevelItemCount())]
    return [row.text(TITLE) for row in rows if row is not None]


def test_the_list_says_what_there_is_to_know(player: Player) -> None:
    dialog = saved(player)
    row = dialog.list.topLevelItem(0)
    assert row is not None
    assert row.text(TITLE) == "The Ford"
    assert row.text(SCENARIO) == "The Ford", "and not the id of it"
    assert row.text(TURN) == str(player.table.session.state.turn)
    assert row.text(ACTIONS) == "8"
    assert row.text(PLAYERS) == "Red: a person, Blue: a person"
    assert row.text(CHANGED)
    dialog.reject()


def test_a_game_is_renamed_in_its_row(player: Player) -> None:
    dialog = saved(player)
    dialog.list.setFocus()
    QTest.mouseClick(dialog.rename, Qt.MouseButton.LeftButton)
    field = dialog.list.findChild(QLineEdit)
    assert isinstance(field, QLineEdit)
    field.setText("By the river")
    QTest.keyClick(field, Qt.Key.Key_Return)
    QApplication.processEvents()
    assert titles(dialog) == ["By the river"]
    dialog.reject()
    player.desk.submit(next(iter(player.table.menu)))
    assert [record.title for record in player.window.play.keeping.games.values()] == ["By the river"]


def test_a_game_without_a_title_goes_on_by_that_of_its_scenario(player: Player) -> None:
    keeping = player.window.play.keeping
    record = next(iter(keeping.games.values()))
    assert keeping._put(record.model_copy(update={"title": None}), message("window.do.rename-game"))
    dialog = saved(player)
    row = dialog.list.topLevelItem(0)
    assert row is not None
    row.setText(TITLE, "  ")
    assert titles(dialog) == ["The Ford"], "and not the id of it"
    dialog.reject()


def test_a_game_that_nobody_named_is_called_as_its_scenario_is_in_the_language_that_is_spoken(
    window: MainWindow,
) -> None:
    play(Player(window), "typhoon", actions=1)
    keeping = window.play.keeping
    name = next(iter(keeping.games))
    try:
        speak(FRENCH)
        assert keeping.game_title(name) == "Typhon"
        assert keeping.rename(name, "Typhoon again")
        assert keeping.game_title(name) == "Typhoon again"
    finally:
        speak(ENGLISH)


def test_what_a_game_that_was_set_aside_is_played_with_stays_when_another_is_deleted(player: Player) -> None:
    project = player.window.files.project
    assert project is not None
    project.contents.set_aside["game-9"] = "it makes no sense"
    played = [name for name in project.contents.documents if name[0] == PlayedDocument.KIND]
    assert played
    assert player.window.play.keeping.delete("game-1")
    assert [name for name in project.contents.documents if name[0] == PlayedDocument.KIND] == played


def test_a_game_that_could_not_be_deleted_keeps_its_notes(
    player: Player, monkeypatch: pytest.MonkeyPatch, refusals: list[str]
) -> None:
    keeping, project = player.window.play.keeping, player.window.files.project
    assert project is not None
    game = next(iter(keeping.games))
    keep_notes(project.store, game, NoteBook((MapNote(1, "0807", "hold"),)))

    def fail(*_: object, **__: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(project, "take_out", fail)
    assert not keeping.delete(game)
    assert refusals
    assert notes_of_game(project.store, game)


def test_what_lies_beside_a_game_may_be_refused_by_the_file(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    keeping, project = player.window.play.keeping, player.window.files.project
    assert project is not None
    game = next(iter(keeping.games))
    keep_notes(project.store, game, NoteBook((MapNote(1, "0807", "hold"),)))

    def refuse(*_: object) -> None:
        raise FileError(message("file.disk-full", file="ford"), project.path)

    monkeypatch.setattr(project.store, "note", refuse)
    keeping.keep_stacks()
    copy = keeping.duplicate(game)
    assert copy in keeping.games
    assert keeping.delete(copy)
    assert copy not in keeping.games


def test_a_copy_stands_where_the_game_does_and_goes_its_own_way(player: Player) -> None:
    dialog = saved(player)
    QTest.mouseClick(dialog.copy, Qt.MouseButton.LeftButton)
    assert sorted(titles(dialog)) == ["The Ford", "The Ford (copy)"]
    assert dialog.list.currentItem().text(TITLE) == "The Ford (copy)"
    state = player.table.session.state
    QTest.mouseClick(dialog.go, Qt.MouseButton.LeftButton)
    assert player.table.session.state == state
    player.desk.submit(next(iter(player.table.menu)))
    lengths = {record.title: len(record.actions) for record in player.window.play.keeping.games.values()}
    assert lengths == {"The Ford": 8, "The Ford (copy)": 9}


def test_a_game_is_deleted_only_when_the_question_is_answered_so(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = [QMessageBox.StandardButton.No, QMessageBox.StandardButton.Yes]
    monkeypatch.setattr(QMessageBox, "question", lambda *_: answers.pop(0))
    dialog = saved(player)
    dialog.away.click()
    assert titles(dialog) == ["The Ford"]
    dialog.list.setFocus()
    QTest.keyClick(dialog.list, Qt.Key.Key_Delete)
    assert titles(dialog) == []
    assert not dialog.go.isEnabled()
    assert dialog.nothing.isVisible()
    dialog.reject()
    player.desk.submit(next(iter(player.table.menu)))
    assert player.table.length == 9, "the game on the table goes on"


@pytest.mark.parametrize("suffix", [".yaml", ".json"])
def test_a_game_is_written_out_replayed_by_the_command_line_and_read_in_again(
    player: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], suffix: str
) -> None:
    path = tmp_path / f"mine{suffix}"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    player.key("Ctrl+Shift+F5")
    assert load_file(path).document.KIND == "game"
    assert main(["replay", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["actions"] == 8
    state = player.table.session.state
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    player.key("Ctrl+Shift+I")
    assert len(player.window.play.keeping.games) == 2
    assert player.table.session.state == state
    assert player.window.mode is Mode.PLAY


def test_a_file_that_is_no_game_is_refused_in_words(player: Player, tmp_path: Path, refusals: list[str]) -> None:
    path = tmp_path / "map.yaml"
    path.write_text("format: redoubt/palette/1\nid: mine\n", encoding="utf-8")
    assert player.window.play.keeping.read_in(path) == ""
    assert "no saved game" in refusals[-1]
    path.write_text("nonsense: [", encoding="utf-8")
    assert player.window.play.keeping.read_in(path) == ""
    assert len(refusals) == 2
    other = tmp_path / "other.yaml"
    written = player.window.play.keeping.games[next(iter(player.window.play.keeping.games))]
    other.write_text(
        f"format: redoubt/game/1\nid: x\nscenario: nowhere\nruleset: {written.ruleset}\nseed: 1\n", encoding="utf-8"
    )
    assert player.window.play.keeping.read_in(other) == ""
    assert "nowhere" in refusals[-1]


def test_a_game_is_read_in_where_nothing_is_open(window: MainWindow, player: Player, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    keeping = window.play.keeping
    assert keeping.write_out(next(iter(keeping.games)), path)
    window.open("cabinet-war")
    found = keeping.read_in(path)
    assert found
    window.play.go_on_with(found)
    assert player.table.brief.scenario.id == "ford"
    assert player.table.length == 8


def test_a_game_whose_scenario_is_nowhere_else_brings_it_along(
    window: MainWindow, player: Player, tmp_path: Path
) -> None:
    keeping = window.play.keeping
    first, state = next(iter(keeping.games)), player.table.session.state
    path, mine = tmp_path / "mine.json", tmp_path / "renamed.json"
    assert keeping.write_out(first, path)
    record = read_game(path)
    own = carried_by(record, Project())
    assert own is not None
    scenario = own.scenarios[record.scenario].replace(id="only-in-this-game", title="Only Here")
    others = [each for each in own.documents() if each.KIND != "scenario"]
    packed = packed_documents((*others, scenario))
    carried = record.model_copy(
        update={"scenario": scenario.id, "carries": packed, "played_with": tuple(each.id for each in packed)}
    )
    write_game(carried, mine)
    window.files.close()
    found = keeping.read_in(mine)
    assert found
    assert window.files.project is not None
    assert not window.files.project.is_named, "a file of its own, which has no name yet"
    assert keeping.scenario_title(keeping.games[found]) == "Only Here"
    window.play.go_on_with(found)
    assert player.table.session.state == state


def test_how_far_undo_goes_and_who_plays_are_kept(window: MainWindow) -> None:
    assert window.open("ford")
    asked = NewGame("ford", seed=3, players={"red": "person", "blue": "random"}, policy=UndoPolicy.UNLOCKED)
    assert window.play.begin(asked)
    window.enter_play()
    player = Player(window)
    player.desk.submit(next(iter(player.table.menu)))
    keeper = window.play.keeping.keeper
    assert keeper is not None
    window.play.go_on_with(keeper.id)
    assert player.table.players == {"red": "person", "blue": "random"}
    assert player.table.session.policy is UndoPolicy.UNLOCKED


def test_one_more_action_is_two_rows_however_long_the_game_is(player: Player) -> None:
    keeper = player.window.play.keeping.keeper
    assert keeper is not None

    def rows_of_next() -> int:
        before = keeper.record()
        player.desk.submit(next(iter(player.table.menu)))
        after = keeper.record()
        key = (after.KIND, after.id)
        return len(list(diff(Contents(documents={key: before}), Contents(documents={key: after}))))

    early = rows_of_next()
    for _ in range(60):
        player.table.submit(player.table.menu.default or next(iter(player.table.menu)))
        if player.table.is_over:
            break
    assert early == 2
    if not player.table.is_over:
        assert rows_of_next() == 2


def test_whoever_waits_for_a_long_game_may_give_it_up(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    table, keeping = player.table, player.window.play.keeping
    while table.length < 60 and not table.is_over:
        table.submit(next(iter(table.menu)))
    keeping.keep()
    told: list[int] = []

    def give_up(_: Patience, step: int) -> bool:
        told.append(step)
        return len(told) < 2

    monkeypatch.setattr(Patience, "__call__", give_up)
    assert keeping.keeper is not None
    assert not player.window.play.load(keeping.keeper.id)
    assert told == [25, 50]
    assert player.window.play.table is table, "what was on the table is still there"
