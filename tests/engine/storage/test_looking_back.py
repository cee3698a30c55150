"""What a file remembers: who changed which document, what it held at a version, and the pictures that words show."""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import Any

import pytest

from engine.definitions.pictures import pictures_in, pictures_of, reference
from engine.definitions.scenario import Scenario
from engine.storage import history
from engine.storage.blobs import Blob
from engine.storage.contents import Contents, diff
from engine.storage.store import Store
from tests.helpers.projects import small_contents

PICTURE = Blob("image/png", b"a picture")
OTHER = Blob("image/png", b"another")


def the_scenario(contents: Contents) -> Scenario:
    return next(each for each in contents.documents.values() if isinstance(each, Scenario))


def renamed(store: Store, **fields: str) -> None:
    """Change the scenario of an open file."""
    before = store.read()
    scenario = the_scenario(before)
    after = before.copy().add(scenario.replace(**fields))
    store.commit(diff(before, after), f"Change {' and '.join(fields)}")


def test_the_history_of_a_document_leaves_out_what_others_did(tmp_path: Path) -> None:
    with Store.create(tmp_path / "game.redoubt", small_contents()) as store:
        name = the_scenario(store.contents).id
        renamed(store, title="One")
        before = store.read()
        map_id = next(iter(before.maps))
        after = before.copy()
        after.maps[map_id].title = "Another map"
        store.commit(diff(before, after), "Rename the map")
        renamed(store, notes="Why.")
        found = store.history_of({name})
        assert [touch.entry.label for touch in found] == ["Change notes", "Change title"]
        assert [dict(touch.rows) for touch in found] == [{"scenario": 1}, {"scenario": 1}]
        assert len(store.history_of({name}, limit=1)) == 1
        assert not store.history_of({"nobody"})


@pytest.mark.parametrize("commits", [3, 4, 5])
def test_a_long_history_is_looked_through_a_few_commits_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, commits: int
) -> None:
    monkeypatch.setattr(history, "_AT_ONCE", 2)
    monkeypatch.setattr(history, "MOST_SEARCHED", 4)
    with Store.create(tmp_path / "game.redoubt", small_contents()) as store:
        for number in range(commits):
            renamed(store, title=f"Title {number}")
        latest = [entry.id for entry in store.history()]
        read, rows = list[int](), store._database.rows

        def noting(asked: Any) -> list[Any]:
            found = rows(asked)
            read.append(len(found))
            return found

        monkeypatch.setattr(store._database, "rows", noting)
        found = store.history_of({the_scenario(store.contents).id})
        assert [touch.entry.id for touch in found] == latest[:4]
        assert read == [2, min(2, commits - 2)]


def test_a_commit_that_cannot_be_read_is_passed_over_in_the_history(tmp_path: Path) -> None:
    with Store.create(tmp_path / "game.redoubt", small_contents()) as store:
        name = the_scenario(store.contents).id
        renamed(store, title="One")
        renamed(store, notes="Why.")
        for entry, rows in zip(store.history(), ('[["unit",[],null,null]]', '[["unit",null,null,null]]'), strict=True):
            data = zlib.compress(rows.encode())
            store._database.outside("UPDATE journal SET deltas = ? WHERE id = ?", data, entry.id)
        assert not store.history_of({name})


def test_what_a_version_held_is_read_without_going_back(tmp_path: Path) -> None:
    with Store.create(tmp_path / "game.redoubt", small_contents()) as store:
        renamed(store, title="Then")
        version = store.save("Then")
        renamed(store, title="Now")
        assert the_scenario(store.contents_at(version)).title == "Then"
        assert the_scenario(store.read()).title == "Now"
        assert len(store.versions()) == 2


def test_pictures_that_words_show_are_kept_and_others_swept(tmp_path: Path) -> None:
    with Store.create(tmp_path / "game.redoubt", small_contents()) as store:
        kept, gone = store.put_scan(PICTURE), store.put_scan(OTHER)
        words = f"![Here]({reference(kept)}) and again ![]({reference(kept)})"
        renamed(store, notes=words)
        assert pictures_of(the_scenario(store.read())) == (kept,)
        store.forget(store.save("now"))
        assert kept in store.scans()
        assert gone not in store.scans()


def test_only_whole_hashes_name_a_picture() -> None:
    whole = "ab" * 32
    assert pictures_in(f"![x](blob:{whole})![y](blob:{whole[:-1]}) blob:{whole.upper()}") == (whole,)
