"""Taking the place of a file: with the log of the old one, through a link, under a long name, and killed half way."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from engine.definitions import drafts
from engine.definitions.documents import dump_document
from engine.definitions.folders import write_safely
from engine.storage.contents import Contents
from engine.storage.errors import FileError
from engine.storage.exchange import export_folder, import_folder
from engine.storage.header import left_beside
from engine.storage.inspection import inspect
from engine.storage.parcels import pack, unpack
from engine.storage.recovery import create_unnamed, give_name
from engine.storage.store import Store
from tests.helpers.projects import furnished_plan, small_contents
from tests.helpers.strokes import ROOT, ask, start_child


@cache
def left_by_a_crash() -> dict[str, bytes]:
    """What a killed program leaves of a file, by ending, with three strokes in its log; killed once for all tests."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.redoubt"
        Store.create(path, small_contents()).close()
        with start_child(path) as child:
            for _ in range(3):
                ask(child)
            child.send_signal(signal.SIGKILL)
            child.wait()
        assert left_beside(path)
        return {each.name.removeprefix(path.name): each.read_bytes() for each in path.parent.iterdir()}


def crashed(path: Path) -> Path:
    """A file whose program was killed, with its log beside it."""
    for ending, content in left_by_a_crash().items():
        path.with_name(path.name + ending).write_bytes(content)
    return path


def orphaned(path: Path) -> Path:
    """A log beside a name that no file has."""
    crashed(path)
    path.unlink()
    return path


def other() -> Contents:
    return Contents().add(furnished_plan())


def save_as(path: Path) -> None:
    source = path.with_name("source.redoubt")
    Store.create(source, other()).close()
    with Store(source) as store:
        store.save_as(path)


def import_text(path: Path) -> None:
    folder = path.parent / "text"
    folder.mkdir()
    source = path.with_name("source.redoubt")
    Store.create(source, other()).close()
    export_folder(source, folder)
    import_folder(folder, path)


def unpack_zip(path: Path) -> None:
    source = path.with_name("source.redoubt")
    Store.create(source, other()).close()
    pack(source, path.with_name("parcel.zip"))
    unpack(path.with_name("parcel.zip"), path)


def name_unnamed(path: Path) -> None:
    with create_unnamed(path.parent / "recovery", other()) as store:
        give_name(store, path)


WRITERS: dict[str, Callable[[Path], None]] = {
    "a new file": lambda path: Store.create(path, other()).close(),
    "Save As": save_as,
    "an import": import_text,
    "a zip": unpack_zip,
    "a name for what had none": name_unnamed,
}


@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.parametrize("target", [crashed, orphaned])
def test_a_log_left_beside_the_target_is_not_played_into_what_is_written(
    tmp_path: Path, target: Callable[[Path], Path], writer: str
) -> None:
    path = target(tmp_path / "target.redoubt")
    WRITERS[writer](path)
    assert not left_beside(path)
    assert inspect(path).contents == other()
    with Store(path) as store:
        assert store.contents == other()


def test_what_takes_the_place_of_a_file_is_on_the_disk_before_and_its_name_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, waited = tmp_path / "game.redoubt", list[tuple[bool, bool]]()
    Store.create(path, small_contents()).close()
    old = path.stat().st_ino

    def note(descriptor: int) -> None:
        is_folder = os.fstat(descriptor).st_ino == tmp_path.stat().st_ino
        waited.append((is_folder, path.stat().st_ino != old))

    monkeypatch.setattr(os, "fsync", note)
    Store.create(path, other()).close()
    assert (False, False) in waited, "what is written, while the old file is still there"
    assert (True, True) in waited, "the folder, once the new one has the name"


def test_a_zip_over_a_file_with_a_log(tmp_path: Path) -> None:
    path = crashed(tmp_path / "target.zip")
    Store.create(tmp_path / "source.redoubt", other()).close()
    pack(tmp_path / "source.redoubt", path)
    assert not left_beside(path)
    unpack(path, tmp_path / "back.redoubt")
    assert inspect(tmp_path / "back.redoubt").contents == other()


def test_a_stroke_that_fails_leaves_the_old_file_with_all_that_its_log_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log is settled into the old file before the new one takes its name, and not simply thrown away."""
    path = crashed(tmp_path / "target.redoubt")
    monkeypatch.setattr(Path, "replace", lambda *_: (_ for _ in ()).throw(OSError(5, "Input/output error")))
    with pytest.raises(FileError):
        Store.create(path, other())
    monkeypatch.undo()
    assert {"stroke-1", "stroke-2", "stroke-3"} <= set(inspect(path).contents.maps["ford"].texts)


# Links


def test_through_a_link_a_crashed_file_has_its_strokes(tmp_path: Path) -> None:
    path = crashed(tmp_path / "game.redoubt")
    (tmp_path / "elsewhere").mkdir()
    link = tmp_path / "elsewhere" / "link.redoubt"
    link.symlink_to(path)
    assert "stroke-3" in inspect(link).contents.maps["ford"].texts
    with Store(link) as store:
        assert "stroke-3" in store.contents.maps["ford"].texts
    assert [found.name for found in link.parent.iterdir()] == ["link.redoubt"]


def test_writing_onto_a_link_writes_the_file_it_leads_to(tmp_path: Path) -> None:
    path, link = crashed(tmp_path / "game.redoubt"), tmp_path / "link.redoubt"
    link.symlink_to(path)
    save_as(link)
    assert link.is_symlink()
    assert inspect(path).contents == other()
    text, alias = tmp_path / "a.yaml", tmp_path / "b.yaml"
    text.write_text("old")
    alias.symlink_to(text)
    write_safely(alias, b"new")
    assert alias.is_symlink()
    assert text.read_text() == "new"


def test_a_crashed_file_without_its_log_says_so(tmp_path: Path) -> None:
    path = crashed(tmp_path / "game.redoubt")
    alone = tmp_path / "alone"
    alone.mkdir()
    copy = Path(shutil.copy(path, alone))
    assert [said.key for said in inspect(copy).warnings] == ["file.log-missing"]
    with Store(copy) as store:
        assert [said.key for said in store.warnings] == ["file.log-missing"]
    assert not inspect(copy).warnings, "it was closed in good order since"
    assert not inspect(path).warnings, "its log lies beside it"


def test_a_file_that_was_only_opened_by_a_program_that_died_has_its_log(tmp_path: Path) -> None:
    folder = tmp_path / "work"
    folder.mkdir()
    with Store.create(folder / "game.redoubt", other()):
        as_killed = shutil.copytree(folder, tmp_path / "copy")
    assert not inspect(as_killed / "game.redoubt").warnings


# Names


@pytest.mark.parametrize(("name", "key"), [("x" * 231, "file.name-too-long"), ("x" * 300, "file.name-too-long")])
def test_a_name_that_is_too_long(tmp_path: Path, name: str, key: str) -> None:
    for attempt in (lambda path: Store.create(path, other()), save_as):
        with pytest.raises(FileError) as caught:
            attempt(tmp_path / name)
        assert caught.value.message.key == key
    with pytest.raises(FileError) as caught:
        inspect(tmp_path / ("x" * 300))
    assert caught.value.message.key == key


def test_a_name_as_long_as_may_be(tmp_path: Path) -> None:
    path = tmp_path / ("é" * 110 + ".redoubt")
    Store.create(path, other()).close()
    assert inspect(path).contents == other()


def test_a_path_that_is_too_long(tmp_path: Path) -> None:
    folder = tmp_path
    while len(os.fsencode(folder)) < 480:
        folder = folder / ("y" * 100)
    folder.mkdir(parents=True)
    with pytest.raises(FileError) as caught:
        Store.create(folder / "game.redoubt", other())
    assert caught.value.message.key == "file.path-too-long"


# What killed runs leave

KILLED = """
import os, signal, sys
from pathlib import Path
from engine.definitions import drafts
draft = drafts.draft_beside(Path(sys.argv[1]))
draft.write_bytes(b"half")
draft.with_name(draft.name + "-journal").write_bytes(b"half")
(drafts.new_scratch() / "copy").write_bytes(b"half")
(drafts.new_scratch(Path(sys.argv[1]).parents[1] / "roomy") / "copy").write_bytes(b"half")
print(draft, flush=True)
if sys.argv[2] == "die":
    os.kill(os.getpid(), signal.SIGKILL)
sys.stdin.read()
"""


def test_drafts_of_a_killed_run_are_swept_and_those_of_a_living_one_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scratch, roomy, work = tmp_path / "tmp", tmp_path / "roomy", tmp_path / "work"
    for folder in (scratch, roomy, work):
        folder.mkdir()
    monkeypatch.setenv(drafts.STATE, str(tmp_path / "state"))
    monkeypatch.setenv("TMPDIR", str(scratch))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    (work / ".redoubt-notours.tmp").write_bytes(b"precious")
    command = [sys.executable, "-c", KILLED, str(work / "game.redoubt")]
    subprocess.run([*command, "die"], stdout=subprocess.PIPE, check=False)
    with subprocess.Popen([*command, "live"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as living:
        assert living.stdin is not None
        assert living.stdout is not None
        theirs = Path(living.stdout.readline().strip())
        assert len(drafts.sweep()) == 3
        assert sorted(each.name for each in work.iterdir()) == sorted(
            [theirs.name, f"{theirs.name}-journal", ".redoubt-notours.tmp"]
        )
        assert len(list(scratch.iterdir())) == len(list(roomy.iterdir())) == 1
        living.stdin.close()
    assert len(drafts.sweep()) == 0, "a run that ends in good order has no list, and cleans up itself"


def test_a_list_that_names_other_files_removes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(drafts.STATE, str(tmp_path / "state"))
    precious, folder = tmp_path / "game.redoubt", tmp_path / "folder"
    precious.write_text(dump_document(next(iter(small_contents().documents.values()))))
    folder.mkdir()
    (tmp_path / "state" / "runs").mkdir(parents=True)
    names = b"\0".join(os.fsencode(each) for each in (precious, folder))
    (tmp_path / "state" / "runs" / "1-a.run").write_bytes(names)
    assert not drafts.sweep()
    assert precious.exists()
    assert folder.exists()
