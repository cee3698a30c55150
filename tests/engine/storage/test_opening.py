"""Opening a file: who may, what is refused, and that looking at one changes nothing."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.storage.contents import Contents
from engine.storage.errors import FileError
from engine.storage.header import companions
from engine.storage.inspection import inspect
from engine.storage.schema import SCHEMA_VERSION
from engine.storage.store import Store
from tests.helpers.mutilate import SQL_MUTILATIONS, run_sql
from tests.helpers.projects import small_contents
from tests.helpers.strokes import ask, start_child


@pytest.fixture
def path(tmp_path: Path) -> Path:
    Store.create(tmp_path / "game.redoubt", small_contents()).close()
    return tmp_path / "game.redoubt"


def folder_state(path: Path) -> dict[str, bytes]:
    return {found.name: found.read_bytes() for found in path.parent.iterdir()}


def refusal(path: Path) -> str:
    """The one error that opening and looking give alike, with nothing touched."""
    before = folder_state(path)
    keys = []
    for attempt in (Store, inspect):
        with pytest.raises(FileError) as caught:
            attempt(path)
        keys.append(caught.value.message.key)
        assert str(path) in str(caught.value.message.args.values())
    assert folder_state(path) == before
    assert keys[0] == keys[1]
    return keys[0]


def test_looking_at_a_file_changes_no_byte_and_leaves_nothing_beside_it(path: Path) -> None:
    before = folder_state(path)
    found = inspect(path)
    assert found.contents == small_contents()
    assert found.schema == SCHEMA_VERSION
    assert folder_state(path) == before


def test_opening_and_closing_without_a_change_keeps_the_contents(path: Path) -> None:
    with Store(path) as store:
        assert store.contents == small_contents()
    assert inspect(path).contents == small_contents()


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert refusal(tmp_path / "none.redoubt") == "file.not-found"


def test_a_folder(tmp_path: Path) -> None:
    (tmp_path / "folder.redoubt").mkdir()
    with pytest.raises(FileError) as caught:
        Store(tmp_path / "folder.redoubt")
    assert caught.value.message.key == "file.not-a-file"


CONTENTS = {
    b"": "file.empty",
    b"format: redoubt/map/1\n": "file.not-sqlite",
    b"SQLite": "file.not-sqlite",
    b"SQLite format 3\x00 and no more": "file.truncated",
    os.urandom(5000): "file.not-sqlite",
}


@pytest.mark.parametrize("content", CONTENTS, ids=CONTENTS.values())
def test_files_that_are_something_else(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "game.redoubt").write_bytes(content)
    assert refusal(tmp_path / "game.redoubt") == CONTENTS[content]


def test_a_file_cut_short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-4096])
    assert refusal(path) == "file.truncated"


@pytest.mark.parametrize("name", SQL_MUTILATIONS)
def test_files_that_are_not_as_they_should_be(path: Path, name: str) -> None:
    statements, key = SQL_MUTILATIONS[name]
    run_sql(path, statements)
    assert refusal(path) == key


def test_the_word_about_a_newer_file_names_both_versions(path: Path) -> None:
    run_sql(path, ["PRAGMA user_version=7"])
    with pytest.raises(FileError) as caught:
        Store(path)
    assert caught.value.message.args["found"] == 7
    assert caught.value.message.args["known"] == SCHEMA_VERSION


def test_items_that_follow_nobody_come_last_and_are_not_lost(path: Path) -> None:
    run_sql(path, ["UPDATE unit SET follows = 'lost' WHERE id = 'unit-3'"])
    units = inspect(path).contents.documents["oob", "armies"].units
    assert sorted(unit.id for unit in units) == [f"unit-{n}" for n in range(8)]
    run_sql(path, ["UPDATE unit SET follows = 'unit-7' WHERE id = 'unit-0'"])
    assert len(inspect(path).contents.documents["oob", "armies"].units) == 8


def test_a_file_is_open_once_in_a_process(path: Path) -> None:
    with Store(path) as store:
        for attempt in (Store, inspect):
            with pytest.raises(FileError) as caught:
                attempt(path)
            assert caught.value.message.key == "file.open-here"
        assert store.read() == small_contents()
    Store(path).close()


def test_a_file_that_another_process_has_open(path: Path) -> None:
    with start_child(path) as child:
        ask(child)
        with pytest.raises(FileError) as caught:
            Store(path)
        assert caught.value.message.key == "file.locked"
        with pytest.raises(FileError) as caught:
            Store.create(path, Contents())
        assert caught.value.message.key == "file.locked"
        assert inspect(path).contents.maps, "looking is allowed, and finds what was committed"
        ask(child)
    Store(path).close()


def test_a_file_a_crash_left_behind_is_looked_at_without_touching_it_or_its_log(path: Path) -> None:
    with start_child(path) as child:
        stroke = ask(child)
        child.send_signal(signal.SIGKILL)
        child.wait()
    before = folder_state(path)
    assert companions(path)
    found = inspect(path)
    assert f"stroke-{stroke}" in found.contents.maps["ford"].texts
    assert folder_state(path) == before
    with Store(path) as store:
        assert store.contents == found.contents
    assert [each.name for each in path.parent.iterdir()] == ["game.redoubt"]


def read_and_try_to_write(path: Path, spare: Path) -> None:
    """What an ordinary user does with a file that he may only read."""
    store = Store(path)
    assert store.is_read_only
    assert store.contents.maps
    store.copy_to(spare / "copy.redoubt")
    with pytest.raises(FileError) as caught:
        store.save("x")
    assert caught.value.message.key == "file.read-only"
    store.close()


def as_ordinary_user(act: Callable[[], None]) -> None:
    """Do something without the powers of the superuser, to whom no folder is locked."""
    if os.geteuid() != 0:
        act()
        return
    child = os.fork()
    if child == 0:
        try:
            os.setgroups([])
            os.setuid(65534)
            act()
            os._exit(0)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="permissions as POSIX has them")
@pytest.mark.parametrize("crashed", [False, True], ids=["closed", "left by a crash"])
def test_a_file_in_a_folder_that_may_not_be_written_opens_for_reading(
    monkeypatch: pytest.MonkeyPatch, crashed: bool
) -> None:
    top = Path(tempfile.mkdtemp(prefix="redoubt-test-"))
    top.chmod(0o755)
    folder, spare = top / "locked", top / "spare"
    folder.mkdir()
    spare.mkdir()
    spare.chmod(0o777)
    path = folder / "game.redoubt"
    Store.create(path, small_contents()).close()
    if crashed:
        with start_child(path) as child:
            ask(child)
            child.send_signal(signal.SIGKILL)
            child.wait()
    before = folder_state(path)
    for each in folder.iterdir():
        each.chmod(0o444)
    folder.chmod(0o555)
    monkeypatch.setattr(tempfile, "tempdir", str(spare))
    try:
        as_ordinary_user(lambda: read_and_try_to_write(path, spare))
        assert folder_state(path) == before
        assert inspect(spare / "copy.redoubt").contents.maps
        assert [each.name for each in spare.iterdir()] == ["copy.redoubt"]
    finally:
        folder.chmod(0o755)
        shutil.rmtree(top)
