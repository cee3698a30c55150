"""Documents without a name, and what a crash leaves of them."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from engine.storage import recovery
from engine.storage.errors import FileError
from engine.storage.inspection import inspect
from engine.storage.recovery import create_unnamed, discard, give_name, list_recoverable
from engine.storage.store import Store
from tests.helpers.projects import small_contents
from tests.helpers.strokes import ask, start_child


def test_a_new_document_is_on_the_disk_from_its_first_moment(tmp_path: Path) -> None:
    folder = tmp_path / "state" / "recovery"
    with create_unnamed(folder, small_contents()) as store:
        assert store.path.parent == folder
        assert store.path.exists()
        assert not list_recoverable(folder), "it is open, so there is nothing to recover"


def test_what_a_crash_left_is_listed_and_can_be_opened(tmp_path: Path) -> None:
    store = create_unnamed(tmp_path, small_contents())
    path = store.path
    store.close()
    with start_child(path) as child:
        stroke = ask(child)
        assert not list_recoverable(tmp_path), "another process has it open"
        child.send_signal(signal.SIGKILL)
        child.wait()
    (left,) = list_recoverable(tmp_path)
    assert left.path == path
    assert left.titles == ("The Ford", "The Crossing")
    assert left.problem is None
    with Store(left.path) as again:
        assert f"stroke-{stroke}" in again.contents.maps["ford"].texts


def test_what_another_program_has_opened_meanwhile_is_not_thrown_away(tmp_path: Path) -> None:
    store = create_unnamed(tmp_path, small_contents())
    path = store.path
    store.close()
    (left,) = list_recoverable(tmp_path)
    with start_child(path) as child:
        ask(child)
        with pytest.raises(FileError) as refused:
            discard(left.path)
        assert refused.value.message.key == "file.locked"
        assert ask(child) == 2
    assert "stroke-2" in inspect(path).contents.maps["ford"].texts
    discard(left.path)
    assert not path.exists()


def test_what_another_program_takes_away_meanwhile_is_not_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):
        create_unnamed(tmp_path, small_contents()).close()
    first, second = recovery.left_in(tmp_path)

    def taken(folder: Path) -> list[Path]:
        first.unlink()
        return [first, second]

    monkeypatch.setattr(recovery, "left_in", taken)
    assert [left.path for left in list_recoverable(tmp_path)] == [second]


def test_giving_it_a_name_takes_it_out_of_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "recovery"
    store = create_unnamed(folder, small_contents())
    give_name(store, tmp_path / "named.redoubt")
    assert store.path == tmp_path / "named.redoubt"
    store.close()
    assert not list(folder.iterdir())
    assert inspect(tmp_path / "named.redoubt").contents == small_contents()


def test_what_cannot_be_opened_is_listed_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "unnamed-1.redoubt").write_bytes(b"rubbish")
    create_unnamed(tmp_path).close()
    found = {left.path.name: left.problem for left in list_recoverable(tmp_path)}
    assert len(found) == 2
    problem = found["unnamed-1.redoubt"]
    assert problem is not None
    assert problem.key == "file.not-sqlite"
    for left in list_recoverable(tmp_path):
        discard(left.path)
    assert not list(tmp_path.iterdir())


def test_no_folder_is_no_trouble(tmp_path: Path) -> None:
    assert not list_recoverable(tmp_path / "none")
