"""An open file: strokes, versions, going back, copies."""

from __future__ import annotations

import hashlib
import sqlite3
from pathlib import Path

import pytest

from engine.definitions.plan import FeaturePlan, ScanPlan
from engine.storage import store as store_module
from engine.storage.blobs import Blob
from engine.storage.coding.map_encoding import CellChange, cell_deltas, part_deltas
from engine.storage.contents import Contents, diff
from engine.storage.deltas import Delta
from engine.storage.errors import FileError
from engine.storage.inspection import inspect
from engine.storage.schema import APPLICATION_ID, SCHEMA_VERSION
from engine.storage.store import Store
from tests.helpers.projects import large_contents, small_contents


@pytest.fixture
def path(tmp_path: Path) -> Path:
    Store.create(tmp_path / "game.redoubt", small_contents(), name="Imported").close()
    return tmp_path / "game.redoubt"


def painted(contents: Contents, col: int, terrain: str = "forest") -> list[Delta]:
    """One hex of the first row painted, in memory and as a delta."""
    plan = contents.maps["ford"]
    sheet = plan.sheets["main"]
    change = CellChange(col, 1, sheet.code(col, 1), plan.code_of(terrain))
    sheet.terrain[0, col - 1] = change.after
    return cell_deltas(plan, "main", [change])


@pytest.mark.usefixtures("the_disk")
def test_what_is_committed_waits_for_the_disk(path: Path) -> None:
    store = Store(path)
    assert store._database.outside("PRAGMA journal_mode") == [("wal",)]
    assert store._database.outside("PRAGMA synchronous") == [(2,)], "FULL: a power cut loses nothing that was committed"
    store.close()


def refusal(call: object, *args: object) -> str:
    assert callable(call)
    with pytest.raises(FileError) as caught:
        call(*args)
    return caught.value.message.key


def test_the_file_says_what_it_is(path: Path) -> None:
    raw = sqlite3.connect(path)
    assert raw.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
    assert raw.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
    assert raw.execute("PRAGMA foreign_key_check").fetchall() == []
    raw.close()


def test_closed_it_is_one_file(path: Path) -> None:
    with Store(path) as store:
        store.commit(painted(store.contents, 1), "forest")
        assert path.with_name("game.redoubt-wal").exists(), "open, it has a log beside it"
    assert [found.name for found in path.parent.iterdir()] == ["game.redoubt"]
    raw = sqlite3.connect(path)
    assert raw.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    raw.close()


def test_what_is_committed_is_there_when_it_is_opened_again(path: Path) -> None:
    with Store(path) as store:
        contents = store.contents
        store.commit(painted(contents, 1), "forest")
        city = FeaturePlan("new", "main:3,3", "city", "New")
        contents.maps["ford"].features["new"] = city
        store.commit(part_deltas(contents.maps["ford"], None, city), "city")
    with Store(path) as store:
        assert store.contents == contents
        assert [(entry.label, entry.changes) for entry in store.history()] == [("city", 1), ("forest", 1)]


def test_save_names_a_version_and_revert_goes_back_to_it(path: Path) -> None:
    with Store(path) as store:
        assert store.is_saved
        store.commit(painted(store.contents, 1), "one")
        assert not store.is_saved
        first = store.save("With a forest")
        assert store.is_saved
        kept = store.contents.copy()
        store.commit(painted(store.contents, 2), "two")
        store.commit(painted(store.contents, 1, "clear"), "three")
        latest = store.save("Later")
        store.revert(first)
        assert store.read() == kept
        assert not store.is_saved
        store.revert(latest)
        assert store.read() == store.contents
        assert [version.name for version in store.versions()] == ["Imported", "With a forest", "Later"]


def test_going_back_to_the_beginning_gives_the_first_state(path: Path) -> None:
    with Store(path) as store:
        for col in (1, 2, 3, 2, 1):
            store.commit(painted(store.contents, col, f"kind-{col}" if col == 9 else "forest"), "stroke")
        store.commit(diff(store.contents, Contents()), "everything away")
        assert store.read() == Contents()
        store.revert(store.versions()[0])
        assert store.read() == small_contents()


def test_history_is_read_in_pages(path: Path) -> None:
    with Store(path) as store:
        for number in range(6):
            store.commit(painted(store.contents, 1, ("forest", "clear")[number % 2]), f"stroke {number}")
        latest = store.history(limit=2)
        assert [entry.label for entry in latest] == ["stroke 5", "stroke 4"]
        assert [entry.label for entry in store.history(limit=2, before=latest[-1].id)] == ["stroke 3", "stroke 2"]


def test_a_change_made_for_another_state_is_refused_whole(path: Path) -> None:
    with Store(path) as store:
        good = painted(store.contents, 1)
        there, nowhere = ("ford", "main:2,2/city"), ("ford", "nowhere")
        for bad, said in (
            (Delta("feature", there, None, ("main:1,1", "city", "", "{}")), "file.refused-change"),
            (Delta("feature", nowhere, ("a", "b", "c", "{}"), ("d", "e", "f", "{}")), "file.out-of-step"),
            (Delta("feature", nowhere, ("a", "b", "c", "{}"), None), "file.out-of-step"),
        ):
            assert refusal(store.commit, [*good, bad], "bad") == said
            assert store.read() == small_contents()
            assert not store.history()


REFUSED = {
    "cell of no sheet": (Delta("cell", ("ford", "lost", 1, 1), None, (1,)), "file.refused-change"),
    "cell of no terrain": (Delta("cell", ("ford", "main", 1, 1), None, (99,)), "file.refused-change"),
    "map away, parts stay": (Delta("map", ("ford",), ("The Ford", "toy-hexes", "{}"), None), "file.refused-change"),
    "text for a number": (Delta("cell", ("ford", "main", 1, 1), None, ("forest",)), "file.refused-change"),
    "beyond 64 bits": (Delta("cell", ("ford", "main", 2**70, 1), None, (1,)), "file.not-storable"),
    "half a character": (Delta("text", ("ford", "\ud800"), None, ("x", 0.0, 0.0, 0.0, 1.0)), "file.not-storable"),
    "not a number": (Delta("text", ("ford", "t"), None, ("x", float("nan"), 0.0, 0.0, 1.0)), "file.refused-change"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_no_file_may_hold_is_refused_and_leaves_it_usable(path: Path, name: str) -> None:
    delta, key = REFUSED[name]
    with Store(path) as store:
        assert refusal(store.commit, [delta], name) == key
        store.commit(painted(store.contents, 1), "after all")
    assert inspect(path).contents == store.contents


def test_a_full_disk_loses_nothing(path: Path) -> None:
    with Store(path) as store:
        pages = store._database.outside("PRAGMA page_count")[0][0]
        store._database.outside(f"PRAGMA max_page_count={pages}")
        large = store.contents.copy().add(large_contents().maps["large"])
        assert refusal(store.write, large, "too much") == "file.disk-full"
        assert store.read() == store.contents
        store.commit(painted(store.contents, 1), "a little fits")
    assert inspect(path).contents == store.contents


def test_scans_are_stored_once_and_come_back_with_a_version(path: Path) -> None:
    scan = Blob("image/png", b"picture" * 1000)
    with Store(path) as store:
        assert store.put_scan(scan) == store.put_scan(scan) == hashlib.sha256(scan.data).hexdigest()
        assert store.scans() == [scan.sha256]
        plan = store.contents.maps["ford"]
        laid = ScanPlan("north", "North", scan.sha256)
        store.commit(part_deltas(plan, None, laid), "laid under")
        version = store.save("With the scan")
        store.commit(part_deltas(plan, laid, None), "taken away")
        assert store.scan(scan.sha256) == scan, "the journal may still bring it back"
        store.revert(version)
        assert store.read().maps["ford"].scans == {"north": laid}
        assert refusal(store.scan, "0" * 64) == "file.no-scan"


def test_forgetting_drops_history_and_scans_nobody_knows(path: Path) -> None:
    with Store(path) as store:
        store.put_scan(Blob("image/png", b"lost"))
        store.commit(painted(store.contents, 1), "stroke")
        version = store.save("Kept")
        store.forget(version)
        assert not store.history()
        assert [found.name for found in store.versions()] == ["Kept"]
        assert store.is_saved, "nothing has changed since it was named"
        assert not store.scans()
        assert store.read() == store.contents


def test_a_damaged_scan_is_told(path: Path) -> None:
    with Store(path) as store:
        name = store.put_scan(Blob("image/png", b"picture"))
        store._database.outside("UPDATE blob SET data = x'00'")
        assert refusal(store.scan, name) == "file.damaged-scan"


def test_a_scan_over_the_limit_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module.blobs, "MOST_BYTES", 10)
    with Store(path) as store:
        assert refusal(store.put_scan, Blob("image/png", b"more than ten")) == "file.scan-too-big"


def test_notes_are_kept_beside_the_contents_and_leave_no_history(path: Path) -> None:
    with Store(path) as store:
        store.note("view", {"map": "ford", "centre": [1.5, 2.0]})
        store.note("view", {"map": "ford", "centre": [3.0, 2.0]})
        assert store.is_saved
        store._database.outside("INSERT INTO project VALUES ('rubbish', '{')")
    with Store(path) as store:
        assert store.notes() == {"view": {"map": "ford", "centre": [3.0, 2.0]}}
        assert store.contents == small_contents()
        assert refusal(store.note, "view", float("nan")) == "file.not-storable"


def test_save_as_goes_on_in_the_copy(path: Path, tmp_path: Path) -> None:
    store = Store(path)
    store.commit(painted(store.contents, 1), "before")
    store.save_as(tmp_path / "copy.redoubt")
    assert store.path == tmp_path / "copy.redoubt"
    store.commit(painted(store.contents, 2), "after")
    store.close()
    assert len(inspect(tmp_path / "copy.redoubt").versions) == 1
    with Store(tmp_path / "copy.redoubt") as again:
        assert [entry.label for entry in again.history()] == ["after", "before"]
    with Store(path) as left:
        assert [entry.label for entry in left.history()] == ["before"]
    assert sorted(found.name for found in tmp_path.iterdir()) == ["copy.redoubt", "game.redoubt"]


@pytest.mark.parametrize("folder", ["nowhere", "game.redoubt"])
def test_a_copy_into_a_folder_that_is_none_is_refused_with_the_folder(path: Path, tmp_path: Path, folder: str) -> None:
    with Store(path) as store, pytest.raises(FileError) as refused:
        store.copy_to(tmp_path / folder / "copy.redoubt")
    assert refused.value.message.key == "file.no-folder"
    assert refused.value.message.args == {"folder": str(tmp_path / folder)}


def test_copies_of_one_state_are_the_same_bytes(path: Path, tmp_path: Path) -> None:
    with Store(path) as store:
        store.copy_to(tmp_path / "one.redoubt")
        store.copy_to(tmp_path / "other.redoubt")
    assert (tmp_path / "one.redoubt").read_bytes() == (tmp_path / "other.redoubt").read_bytes()


def test_a_copy_takes_the_place_of_a_file_only_when_it_is_whole(path: Path, tmp_path: Path) -> None:
    target = tmp_path / "target.redoubt"
    target.write_bytes(b"precious")
    with Store(path) as store:
        missing = tmp_path / "no-such-folder" / "copy.redoubt"
        assert refusal(store.copy_to, missing) == "file.no-folder"
        assert refusal(store.copy_to, path) == "file.open-here"
        assert target.read_bytes() == b"precious"
        store.copy_to(target)
    assert inspect(target).contents == small_contents()
    assert not [found for found in tmp_path.iterdir() if found.name.startswith(".")]


def test_a_new_file_that_cannot_be_finished_is_not_begun(tmp_path: Path) -> None:
    contents = small_contents()
    contents.maps["ford"].texts["text"] = contents.maps["ford"].texts["text"].__class__("text", "\ud800", (0.0, 0.0))
    assert refusal(Store.create, tmp_path / "game.redoubt", contents) == "file.not-storable"
    assert not list(tmp_path.iterdir())
