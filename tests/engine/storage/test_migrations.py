"""Older files come up to date, whole or not at all."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
import sqlalchemy as sa

from engine.storage.contents import Contents
from engine.storage.errors import FileError
from engine.storage.inspection import inspect
from engine.storage.schema import APPLICATION_ID
from engine.storage.store import Store
from engine.storage.upgrades.migrations import MIGRATIONS, Lineage

V1 = Path(__file__).parent / "schema_v1.sql"
"""The tables of the first version as they were released. It never changes."""

ROWS = """
INSERT INTO map VALUES ('ford', 'The Ford', 'toy-hexes', '{}');
INSERT INTO terrain VALUES ('ford', 1, 'clear'), ('ford', 2, 'forest');
INSERT INTO sheet VALUES ('ford', 'main', 0, 'flat', 'odd', 1, 1, 4, 3, 'whole', 1.0, 0.0, 0.0, '{}', 'clear');
INSERT INTO cell VALUES ('ford', 'main', 2, 2, 2), ('ford', 'main', 4, 3, NULL);
INSERT INTO oob VALUES ('army', '{}');
INSERT INTO unit VALUES ('army', 'b', 'a', '{"id":"b","type":"x"}'), ('army', 'a', '', '{"id":"a","type":"x"}');
INSERT INTO version (at, name, journal) VALUES ('2026-01-01T00:00:00+00:00', 'First', 0);
"""


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "old.redoubt"
    raw = sqlite3.connect(path, isolation_level=None)
    raw.executescript(f"PRAGMA application_id={APPLICATION_ID}; PRAGMA user_version=1;")
    raw.executescript(V1.read_text(encoding="utf-8"))
    raw.executescript(ROWS)
    raw.close()
    return path


def rename_clear(connection: sa.Connection) -> None:
    for step in MIGRATIONS.values():
        step(connection)
    connection.exec_driver_sql("CREATE TABLE scratch (a TEXT)")
    connection.exec_driver_sql("UPDATE terrain SET name = 'open' WHERE name = 'clear'")
    connection.exec_driver_sql("UPDATE sheet SET fill = 'open' WHERE fill = 'clear'")
    connection.exec_driver_sql("DROP TABLE scratch")


def add_title(connection: sa.Connection) -> None:
    connection.exec_driver_sql("UPDATE map SET title = title || ' again'")


def fail(connection: sa.Connection) -> None:
    connection.exec_driver_sql("CREATE TABLE half_done (a TEXT)")
    connection.exec_driver_sql("DELETE FROM cell")
    raise RuntimeError("the power went")


def break_meaning(connection: sa.Connection) -> None:
    connection.exec_driver_sql("UPDATE sheet SET orientation = 'round'")


def orphan(connection: sa.Connection) -> None:
    connection.exec_driver_sql("DELETE FROM oob")


def cut_table(connection: sa.Connection) -> None:
    connection.exec_driver_sql("DROP TABLE journal")


LATER = Lineage(3, {1: rename_clear, 2: add_title})


def test_a_file_of_the_first_version_opens(old: Path) -> None:
    with Store(old) as store:
        assert store.contents.maps["ford"].sheets["main"].terrain.tolist() == [[1, 1, 1, 1], [1, 2, 1, 1], [1, 1, 1, 0]]
        assert [unit.id for unit in store.contents.documents["oob", "army"].units] == ["a", "b"]
        assert [version.name for version in store.versions()] == ["First"]


def test_a_file_brought_up_to_date_has_the_tables_of_a_new_one(old: Path, tmp_path: Path) -> None:
    Store(old).close()
    new = tmp_path / "new.redoubt"
    Store.create(new, Contents()).close()
    assert tables(old) == tables(new)


def tables(path: Path) -> dict[str, list[object]]:
    raw = sqlite3.connect(path)
    names = [name for (name,) in raw.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    found = {name: raw.execute(f"PRAGMA table_info({name})").fetchall() for name in names}
    raw.close()
    return found


def test_steps_run_one_after_the_other_and_the_file_as_it_was_lies_beside_it(old: Path) -> None:
    before = inspect(old).contents
    with Store(old, LATER) as store:
        assert store.contents.maps["ford"].terrain_names == ["open", "forest"]
        assert store.contents.maps["ford"].title == "The Ford again"
        assert store.backup == old.with_name("old.v1.redoubt.backup")
    assert inspect(old, LATER).schema == 3
    assert inspect(old.with_name("old.v1.redoubt.backup")).contents == before


def test_a_second_backup_does_not_replace_the_first(old: Path) -> None:
    kept = old.with_name("old.v1.redoubt.backup")
    kept.write_bytes(b"precious")
    with Store(old, LATER) as store:
        assert store.backup == old.with_name("old.v1-2.redoubt.backup")
    assert kept.read_bytes() == b"precious"


def test_a_backup_does_not_meet_the_log_of_one_that_is_gone(old: Path) -> None:
    log = old.with_name("old.v1.redoubt.backup-wal")
    log.write_bytes(b"what a crash left of another file")
    with Store(old, LATER) as store:
        assert store.backup == old.with_name("old.v1-2.redoubt.backup")
    assert log.exists()


def test_looking_at_an_old_file_brings_only_a_copy_up_to_date(old: Path) -> None:
    before = old.read_bytes()
    found = inspect(old, LATER)
    assert found.schema == 1
    assert found.contents.maps["ford"].title == "The Ford again"
    assert old.read_bytes() == before
    assert [each.name for each in old.parent.iterdir()] == ["old.redoubt"]


FAILURES = {
    "file.migration-failed": fail,
    "file.bad-row": break_meaning,
    "file.broken-reference": orphan,
    "file.missing-table": cut_table,
}


@pytest.mark.parametrize("key", FAILURES)
def test_a_step_that_fails_leaves_the_file_untouched(old: Path, key: str) -> None:
    before = old.read_bytes()
    with pytest.raises(FileError) as caught:
        Store(old, Lineage(3, {1: rename_clear, 2: FAILURES[key]}))
    assert caught.value.message.key == key
    assert old.read_bytes() == before
    assert [each.name for each in old.parent.iterdir()] == ["old.redoubt"]
    Store(old).close()


def test_a_step_that_fails_in_the_file_itself_is_rolled_back(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The copy on which it is tried first succeeds; the file is then guarded by its transaction, and the backup."""
    before = inspect(old).contents
    runs = []

    def fails_the_second_time(connection: sa.Connection) -> None:
        rename_clear(connection)
        runs.append(1)
        if len(runs) == 2:
            fail(connection)

    with pytest.raises(FileError) as caught:
        Store(old, Lineage(2, {1: fails_the_second_time}))
    assert caught.value.message.key == "file.migration-failed"
    found = inspect(old)
    assert (found.schema, found.contents) == (1, before)
    raw = sqlite3.connect(old)
    assert not raw.execute("SELECT name FROM sqlite_schema WHERE name IN ('half_done', 'scratch')").fetchall()
    raw.close()


def test_a_file_too_old_to_be_brought_up_to_date_is_refused(old: Path) -> None:
    with pytest.raises(FileError) as caught:
        Store(old, Lineage(3, {2: add_title}))
    assert caught.value.message.key == "file.unknown-schema"
