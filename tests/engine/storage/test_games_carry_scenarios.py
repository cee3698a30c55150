"""Games of files from before they carried their scenario get the one that lies beside them."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from engine.definitions.game_record import GameRecord
from engine.definitions.played import PlayedDocument
from engine.rulesets.library import find_bundled
from engine.session.played_with import played_with
from engine.session.records import record_of, session_of
from engine.storage.contents import Contents
from engine.storage.inspection import inspect
from engine.storage.parcels import pack, unpack
from engine.storage.schema import SCHEMA_VERSION
from engine.storage.store import Store
from tests.engine.session.play import played


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A file of schema 3 with a game, as it was saved, played on and saved again."""
    path = tmp_path / "old.redoubt"
    contents = Contents.of_project(find_bundled("ford").load())
    first = record_of(played(3), "game-1", "ford")
    with Store.create(path, contents.add(first), name="First") as store:
        after = store.contents.copy().add(record_of(played(5), "game-1", "ford"))
        store.write(after, "Play")
        store.save("Second")
    raw = sqlite3.connect(path, isolation_level=None)
    raw.executescript("DROP TABLE played; DROP TABLE lettering_look; DROP TABLE lettering_line; PRAGMA user_version=3;")
    raw.close()
    return path


def game(store: Store) -> GameRecord:
    found = store.read().documents["game", "game-1"]
    assert isinstance(found, GameRecord)
    return found


def test_an_older_game_gets_the_scenario_of_its_file(old: Path) -> None:
    with Store(old) as store:
        project = store.contents.to_project()
        names = [each.id for each in played_with(project, "ford")]
        assert sorted(game(store).played_with) == sorted(names)
        assert set(project.played) == set(names)
        assert store.is_saved, "nobody did anything to it"
        assert len(session_of(game(store), project).log) == 5
    assert inspect(old).schema == SCHEMA_VERSION


def test_versions_of_before_are_still_gone_back_to(old: Path) -> None:
    with Store(old) as store:
        first = store.versions()[0]
        store.revert(first)
        assert len(game(store).actions) == 3
        assert not game(store).played_with
        assert not any(kind == PlayedDocument.KIND for kind, _ in store.read().documents)


def test_a_copy_that_makes_no_sense_takes_nothing_else_with_it(old: Path) -> None:
    Store(old).close()
    raw = sqlite3.connect(old, isolation_level=None)
    raw.execute("UPDATE played SET head = '{\"packed\": 7}'")
    raw.close()
    with Store(old) as store:
        assert not store.contents.to_project().played
        assert len(session_of(game(store), store.contents.to_project()).log) == 5


def test_what_games_carry_travels_with_them_and_stays_at_home_without_them(old: Path, tmp_path: Path) -> None:
    Store(old).close()
    for games in (True, False):
        parcel = tmp_path / f"{games}.zip"
        pack(old, parcel, games=games)
        contents = unpack(parcel, tmp_path / f"{games}.redoubt")
        assert any(kind == PlayedDocument.KIND for kind, _ in contents.documents) is games
        assert any(kind == GameRecord.KIND for kind, _ in contents.documents) is games
