"""The file of results: what is put by is found again, to the byte, and ten thousand games are opened at a glance."""

from __future__ import annotations

import sqlite3
import threading
import zlib
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.lab.crews import KILLED, OwnProcess
from engine.lab.experiments import Experiment, run
from engine.lab.results import broken
from engine.lab.shelves import MemoryShelf, ResultShelf
from engine.storage.connection import Database
from engine.storage.errors import FileError
from engine.storage.playtests import PlaytestFile, playtest_beside
from engine.storage.store import Store
from tests.engine.lab.quick import ford_arm, ford_games, played


def test_games_are_found_again_as_they_were_put_by(tmp_path: Path) -> None:
    path, arm = tmp_path / "ford.playtest", ford_arm()
    shelf = PlaytestFile(path)
    shelf.keep(arm, ford_games()[:6])
    shelf.keep(arm, ford_games()[4:8])
    shelf.close()
    again = PlaytestFile(path)
    assert again.arms() == (arm,)
    assert again.seeds(arm.id) == frozenset(range(1, 9))
    found = again.results(arm.id)
    assert [game.canonical() for game in found] == [game.canonical() for game in ford_games()[:8]]
    assert [game.seconds for game in found] == [game.seconds for game in ford_games()[:8]]
    assert [game.seed for game in again.results(arm.id, range(3, 5))] == [3, 4]
    assert again.results("another arm") == ()
    again.close()


def test_a_game_that_is_put_by_while_somebody_reads_has_its_turns_or_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf, arm = PlaytestFile(tmp_path / "ford.playtest"), ford_arm()
    shelf.keep(arm, ford_games()[:1])
    look = Database.rows
    player = threading.Thread(target=lambda: shelf.keep(arm, ford_games()[1:2]))

    def look_and_wait(self: Database, statement: Any) -> list[Any]:
        found = look(self, statement)
        if threading.current_thread() is not player:
            if player.ident is None:
                player.start()
            player.join(0.2)
        return found

    monkeypatch.setattr(Database, "rows", look_and_wait)
    assert [game.seed for game in shelf.results(arm.id)] == [1]
    player.join()
    assert [game.seed for game in shelf.results(arm.id)] == [1, 2]
    shelf.close()


def test_an_experiment_goes_on_in_a_file_that_was_closed(tmp_path: Path) -> None:
    path, arm = tmp_path / "ford.playtest", ford_arm()
    shelf = PlaytestFile(path)
    played(arm, games=2, shelf=shelf)
    shelf.close()
    shelf = PlaytestFile(path)
    played(arm, replace(arm, players=("idle", "random")), games=4, shelf=shelf)
    assert [len(shelf.seeds(each.id)) for each in shelf.arms()] == [4, 4]
    shelf.close()


def test_two_programs_may_put_the_same_games_by(tmp_path: Path) -> None:
    path, arm = tmp_path / "ford.playtest", ford_arm()
    with closing(PlaytestFile(path)) as window, closing(PlaytestFile(path)) as command:
        command.keep(arm, ford_games()[:3])
        window.keep(arm, ford_games()[2:4])
        assert command.seeds(arm.id) == window.seeds(arm.id) == frozenset(range(1, 5))
        assert command.arms() == (arm,)


@pytest.mark.parametrize("sort", ["memory", "file"])
def test_a_game_that_was_given_up_with_its_process_is_tried_again(tmp_path: Path, sort: str) -> None:
    """That a process died says nothing of the game: it is told of until it has been played."""
    arm, (first, second) = ford_arm(), ford_games()[:2]
    shelf: ResultShelf = MemoryShelf() if sort == "memory" else PlaytestFile(tmp_path / "ford.playtest")
    shelf.keep(arm, [first, broken(2, KILLED)])
    assert shelf.seeds(arm.id) == {1}
    assert [game.fault for game in shelf.results(arm.id)] == ["", KILLED]
    assert [job.seed for job in Experiment((arm,), 2).jobs(shelf)] == [2]
    shelf.keep(arm, [second, broken(1, KILLED)])
    assert [game.canonical() for game in shelf.results(arm.id)] == [first.canonical(), second.canonical()]


def test_a_disk_that_is_full_loses_no_game_that_was_put_by(tmp_path: Path) -> None:
    path, arm = tmp_path / "ford.playtest", ford_arm()
    with closing(PlaytestFile(path)) as shelf:
        shelf.keep(arm, ford_games()[:2])
        pages = shelf._database.outside("PRAGMA page_count")[0][0]
        shelf._database.outside(f"PRAGMA max_page_count={pages}")
        another = replace(arm, players=("idle", "random"))
        with pytest.raises(FileError) as said:
            played(another, games=200, shelf=shelf)
        assert said.value.message.key == "file.disk-full"
        shelf._database.outside("PRAGMA max_page_count=100000")
        assert len(shelf.results(arm.id)) == 2
        played(another, games=2, shelf=shelf)
        assert len(shelf.results(another.id)) >= 2, "an arm that was not put by either is put by now"


def test_a_file_of_another_sort_is_not_taken(tmp_path: Path) -> None:
    Store.create(tmp_path / "map.redoubt").close()
    with pytest.raises(FileError):
        PlaytestFile(tmp_path / "map.redoubt")
    (tmp_path / "text.playtest").write_text("This is text, and long enough to be no database at all.\n" * 40)
    with pytest.raises(FileError):
        PlaytestFile(tmp_path / "text.playtest")


def test_results_lie_beside_the_file_or_the_folder(tmp_path: Path) -> None:
    file = tmp_path / "my war.redoubt"
    file.touch()
    assert playtest_beside(file) == tmp_path / "my war.playtest"
    assert playtest_beside(tmp_path / "folder") == tmp_path / "folder.playtest"


SPOILT = {
    "a plan that is cut": "UPDATE arms SET data = substr(data, 1, 20)",
    "a plan that is no text": "UPDATE arms SET data = x'789c030000000001'",
    "a plan that is a list": "UPDATE arms SET data = ?",
    "a turn without numbers": "UPDATE turns SET held = 'many'",
    "a score without numbers": "UPDATE games SET score = 'much'",
    "a score of a turn without numbers": "UPDATE turns SET score = 'much'",
    "a score without end": "UPDATE games SET score = 9e999",
    "a score that no picture can show": "UPDATE turns SET score = 1e17",
    "decisions beyond counting": "UPDATE games SET actions = 1e308",
    "a seed that is none": "UPDATE games SET seed = seed + 0.5",
    "losses beyond counting": f"UPDATE turns SET steps_lost = '{'9' * 400} 0'",
    "decisions without a number": "UPDATE games SET actions = 'many'",
    "deeds that are cut": "UPDATE games SET deeds = substr(deeds, 1, 20)",
    "deeds that are words": "UPDATE games SET deeds = 'many'",
    "fields that are rubbish": "UPDATE games SET fields = x'0102'",
    "games without turns": "DELETE FROM turns",
    "arms without a name": "ALTER TABLE arms RENAME COLUMN id TO name",
    "a trigger": "CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM turns; END",
    "a table of somebody's": "CREATE TABLE further (a TEXT)",
}


def read(path: Path, arm: str) -> None:
    with closing(PlaytestFile(path)) as shelf:
        shelf.arms()
        shelf.results(arm)


@pytest.mark.parametrize("way", SPOILT)
def test_a_file_from_a_stranger_gets_a_sentence(tmp_path: Path, way: str) -> None:
    path, arm = tmp_path / "ford.playtest", ford_arm()
    shelf = PlaytestFile(path)
    shelf.keep(arm, ford_games()[:2])
    shelf.close()
    raw = sqlite3.connect(path, isolation_level=None)
    raw.execute(SPOILT[way], (zlib.compress(b"[1, 2]"),) if "?" in SPOILT[way] else ())
    raw.close()
    with pytest.raises(FileError) as caught:
        read(path, arm.id)
    assert str(path) in caught.value.message.args["file"]


def test_what_unfolds_beyond_measure_is_not_unfolded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.storage.playtests.MOST_PLAIN", 100)
    shelf = PlaytestFile(tmp_path / "ford.playtest")
    shelf.keep(ford_arm(), ford_games()[:1])
    with pytest.raises(FileError), closing(shelf):
        shelf.arms()


def test_arms_that_differ_in_their_names_alone_are_played_once(tmp_path: Path) -> None:
    arm = ford_arm()
    shelf = PlaytestFile(tmp_path / "ford.playtest")
    twice = Experiment((arm, replace(arm, name="the same again")), 2)
    assert len(twice.jobs(shelf)) == 2
    assert [each.done for each in run(twice, shelf, OwnProcess())] == [0, 1, 2]
    shelf.keep(arm, (*ford_games()[2:4], *ford_games()[2:4]))
    assert shelf.seeds(arm.id) == frozenset(range(1, 5))
    shelf.close()
