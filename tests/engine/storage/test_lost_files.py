"""A file that is deleted, moved, replaced or cut while it is open: noticed, told, and nothing done is lost."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.core.messages import Message
from engine.definitions.plan import TextPlan
from engine.storage.blobs import Blob
from engine.storage.coding.map_encoding import part_deltas
from engine.storage.connection import Database
from engine.storage.contents import Contents
from engine.storage.errors import FileError
from engine.storage.inspection import inspect
from engine.storage.recovery import list_recoverable
from engine.storage.store import Store
from tests.helpers.projects import small_contents

SCAN = Blob("image/png", b"not much of a picture")


def stroke(store: Store, number: int) -> None:
    """Something drawn: on the map first, then in the file."""
    plan = store.contents.maps["ford"]
    mark = TextPlan(f"stroke-{number}", str(number), (0.0, 0.0))
    plan.texts[mark.id] = mark
    store.commit(part_deltas(plan, None, mark), f"stroke {number}")


def strokes_in(contents: Contents) -> set[str]:
    return {name for name in contents.maps["ford"].texts if name.startswith("stroke-")}


def overwrite(path: Path) -> None:
    """Another file is copied over this one: the same file, other bytes."""
    other = path.with_name("other.redoubt")
    Store.create(other, Contents()).close()
    with path.open("r+b") as file:
        file.truncate(0)
        file.write(other.read_bytes())


def replace(path: Path) -> None:
    other = path.with_name("other.redoubt")
    Store.create(other, Contents()).close()
    other.replace(path)


def cut(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


WAYS: dict[str, tuple[Callable[[Path], Any], str]] = {
    "deleted": (lambda path: path.unlink(), "file.lost-gone"),
    "deleted with its log": (
        lambda path: [each.unlink() for each in path.parent.glob("game.redoubt*")],
        "file.lost-gone",
    ),
    "moved": (lambda path: path.rename(path.with_name("moved.redoubt")), "file.lost-gone"),
    "in a folder that was renamed": (lambda path: path.parent.rename(path.parent.with_name("else")), "file.lost-gone"),
    "in a folder that was deleted": (lambda path: shutil.rmtree(path.parent), "file.lost-gone"),
    "replaced": (replace, "file.lost-replaced"),
    "overwritten": (overwrite, "file.lost-cut"),
    "cut": (cut, "file.lost-cut"),
    "emptied": (lambda path: os.truncate(path, 0), "file.lost-cut"),
    "with its log cut": (lambda path: os.truncate(path.with_name("game.redoubt-wal"), 0), "file.lost-cut"),
}


@pytest.fixture
def refuge(tmp_path: Path) -> Path:
    return tmp_path / "recovery"


@pytest.fixture
def store(tmp_path: Path, refuge: Path) -> Store:
    folder = tmp_path / "work"
    folder.mkdir()
    made = Store.create(folder / "game.redoubt", small_contents(), [SCAN])
    made.refuge = refuge
    stroke(made, 1)
    return made


@pytest.mark.parametrize("way", WAYS)
def test_the_next_stroke_goes_to_the_refuge_with_everything_before_it(store: Store, refuge: Path, way: str) -> None:
    lose, key = WAYS[way]
    told: list[Message] = []
    store.when_lost = told.append
    lost = store.path
    lose(lost)
    stroke(store, 2)
    assert [said.key for said in told] == [key]
    assert told[0].args["file"] == str(lost)
    assert store.path.parent == refuge
    stroke(store, 3)
    if way not in ("overwritten", "emptied"):
        assert store.scan(SCAN.sha256) == SCAN
    store.close()
    assert strokes_in(inspect(store.path).contents) == {"stroke-1", "stroke-2", "stroke-3"}
    assert len(told) == 1


@pytest.mark.parametrize("way", WAYS)
def test_what_was_done_before_is_kept_when_the_file_is_closed_without_another_stroke(
    store: Store, refuge: Path, way: str
) -> None:
    WAYS[way][0](store.path)
    store.close()
    (left,) = list_recoverable(refuge)
    assert strokes_in(inspect(left.path).contents) == {"stroke-1"}


@pytest.mark.parametrize("way", ["replaced", "overwritten"])
def test_somebody_elses_file_of_that_name_is_not_written_to(store: Store, way: str) -> None:
    lost = store.path
    WAYS[way][0](lost)
    theirs = lost.read_bytes()
    stroke(store, 2)
    store.close()
    assert lost.read_bytes() == theirs
    assert inspect(lost).contents == Contents()


def test_a_file_that_was_moved_has_the_last_strokes_where_it_is_now(store: Store) -> None:
    moved = store.path.with_name("moved.redoubt")
    store.path.rename(moved)
    stroke(store, 2)
    store.close()
    assert "stroke-1" in strokes_in(inspect(moved).contents)
    assert [found.name for found in moved.parent.iterdir()] == ["moved.redoubt"]


def test_saving_notices_it_too(store: Store, refuge: Path) -> None:
    store.path.unlink()
    store.save("before lunch")
    assert store.path.parent == refuge
    assert [version.name for version in store.versions()][-1] == "before lunch"
    store.close()


def test_a_log_that_was_removed_is_begun_again_and_nothing_is_lost(store: Store) -> None:
    path = store.path
    path.with_name("game.redoubt-wal").unlink()
    stroke(store, 2)
    assert store.path == path
    assert path.with_name("game.redoubt-wal").exists()
    assert strokes_in(inspect(shutil.copytree(path.parent, path.parent / "copy") / "game.redoubt").contents) == {
        "stroke-1",
        "stroke-2",
    }
    store.close()
    assert strokes_in(inspect(path).contents) == {"stroke-1", "stroke-2"}


def test_a_drive_that_is_gone(store: Store, refuge: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite cannot read the file either, so what is in memory is written."""
    lost = store.path
    ask = Database.outside

    def outside(self: Database, statement: str, *values: object) -> list[Any]:
        if self.path == lost and statement.startswith("VACUUM"):
            raise FileError(Message("file.disk-trouble", {"file": str(lost), "problem": "gone"}), lost)
        return ask(self, statement, *values)

    monkeypatch.setattr(Database, "outside", outside)
    shutil.rmtree(lost.parent)
    stroke(store, 2)
    store.close()
    assert store.path.parent == refuge
    assert strokes_in(inspect(store.path).contents) == {"stroke-1", "stroke-2"}
    assert inspect(store.path).contents.documents == small_contents().documents


def test_without_a_refuge_the_stroke_is_refused_with_the_reason(store: Store) -> None:
    store.refuge = None
    store.path.unlink()
    with pytest.raises(FileError) as caught:
        stroke(store, 2)
    assert caught.value.message.key == "file.lost-gone"
    store.close()


def test_a_refuge_that_cannot_be_had_is_an_error_and_the_store_stays_open(store: Store, refuge: Path) -> None:
    refuge.write_bytes(b"a file where the folder should be")
    lost = store.path
    lost.rename(lost.with_name("moved.redoubt"))
    with pytest.raises(FileError):
        stroke(store, 2)
    lost.with_name("moved.redoubt").rename(lost)
    stroke(store, 3)
    store.close()
    assert strokes_in(inspect(lost).contents) == {"stroke-1", "stroke-3"}


def test_a_moved_file_has_the_last_strokes_though_no_refuge_can_be_had(store: Store, refuge: Path) -> None:
    refuge.write_bytes(b"a file where the folder should be")
    moved = store.path.with_name("moved.redoubt")
    store.path.rename(moved)
    with pytest.raises(FileError):
        store.close()
    assert "stroke-1" in strokes_in(inspect(moved).contents)
    assert [found.name for found in moved.parent.iterdir()] == ["moved.redoubt"]
