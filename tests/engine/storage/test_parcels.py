"""A file as a zip to be sent, and back, and zips that mean no good."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.definitions.issues import DefinitionError
from engine.definitions.maps.map_checks import check_plan
from engine.storage import parcels
from engine.storage.copies import write_new
from engine.storage.errors import FileError
from engine.storage.inspection import inspect
from engine.storage.parcels import pack, unpack
from engine.storage.store import Store
from tests.helpers.plans import SCAN
from tests.helpers.projects import random_contents, small_contents


@settings(max_examples=10)
@given(st.integers(min_value=0, max_value=10_000))
def test_a_parcel_brings_everything_back(tmp_path_factory: pytest.TempPathFactory, seed: int) -> None:
    top = tmp_path_factory.mktemp("parcel")
    contents = random_contents(seed)
    if any(issue.is_error for plan in contents.maps.values() for issue in check_plan(plan)):
        return
    write_new(top / "one.redoubt", contents, [SCAN])
    pack(top / "one.redoubt", top / "one.zip", {"map.png": b"look"}, games=True)
    assert unpack(top / "one.zip", top / "two.redoubt") == contents
    pack(top / "two.redoubt", top / "two.zip", {"map.png": b"look"}, games=True)
    assert (top / "two.zip").read_bytes() == (top / "one.zip").read_bytes()


def test_a_file_that_is_open_is_packed_as_it_is_now(tmp_path: Path) -> None:
    write_new(tmp_path / "game.redoubt", small_contents())
    store = Store(tmp_path / "game.redoubt")
    assert pack(store, tmp_path / "game.zip", games=True)
    store.close()
    assert unpack(tmp_path / "game.zip", tmp_path / "again.redoubt") == inspect(tmp_path / "game.redoubt").contents


@pytest.mark.parametrize(
    "name",
    [
        *("../escape.yaml", "/etc/escape.yaml", "scans/deeper/x.png", "run.exe", "scans/x.exe", "a\\b.yaml"),
        *("C:escape.yaml", "scans/C:x.png"),
    ],
)
def test_what_has_no_place_in_a_parcel_is_refused(tmp_path: Path, name: str) -> None:
    parcel = tmp_path / "bad.zip"
    with zipfile.ZipFile(parcel, "w") as archive:
        archive.writestr("scenario.yaml", "format: redoubt/scenario/1")
        archive.writestr(name, "x")
    with pytest.raises(FileError) as refused:
        unpack(parcel, tmp_path / "new.redoubt")
    assert refused.value.message.key == "file.strange-in-parcel"
    assert [found.name for found in tmp_path.iterdir()] == ["bad.zip"]


def test_a_parcel_that_swells_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parcels, "MOST_TEXT", 1000)
    parcel = tmp_path / "swells.zip"
    with zipfile.ZipFile(parcel, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("map.yaml", "a" * 100_000)
    with pytest.raises(FileError) as refused:
        unpack(parcel, tmp_path / "new.redoubt")
    assert refused.value.message.key == "file.parcel-too-big"
    assert not (tmp_path / "new.redoubt").exists()


def test_a_spoilt_zip_and_a_spoilt_document_name_themselves(tmp_path: Path) -> None:
    parcel = tmp_path / "spoilt.zip"
    parcel.write_bytes(b"PK\x03\x04 and then nothing of the kind")
    with pytest.raises(FileError, match=r"spoilt\.zip"):
        unpack(parcel, tmp_path / "new.redoubt")
    with zipfile.ZipFile(parcel, "w") as archive:
        archive.writestr("scenario.yaml", "format: redoubt/scenario/1\nid: [")
    with pytest.raises(DefinitionError) as found:
        unpack(parcel, tmp_path / "new.redoubt")
    assert found.value.issues[0].where.file == f"{parcel}/scenario.yaml"
    assert not (tmp_path / "new.redoubt").exists()


def test_what_is_wrong_with_two_documents_of_a_zip_is_told_by_their_places_in_it(tmp_path: Path) -> None:
    parcel, text = tmp_path / "twice.zip", "format: redoubt/oob/1\nid: army\n"
    with zipfile.ZipFile(parcel, "w") as archive:
        for name in ("one.yaml", "two.yaml"):
            archive.writestr(name, text)
    with pytest.raises(DefinitionError) as found:
        unpack(parcel, tmp_path / "new.redoubt")
    (issue,) = found.value.issues
    assert (issue.where.file, issue.message.args["first"]) == (f"{parcel}/two.yaml", f"{parcel}/one.yaml")


@pytest.mark.parametrize("name", ["..zip", "...zip"])
def test_a_zip_may_be_called_what_no_folder_can_be(tmp_path: Path, name: str) -> None:
    write_new(tmp_path / "game.redoubt", small_contents())
    pack(tmp_path / "game.redoubt", tmp_path / name, games=True)
    assert unpack(tmp_path / name, tmp_path / "new.redoubt") == inspect(tmp_path / "game.redoubt").contents


def test_every_cut_of_a_parcel_is_refused_in_words(tmp_path: Path) -> None:
    write_new(tmp_path / "game.redoubt", small_contents())
    pack(tmp_path / "game.redoubt", tmp_path / "whole.zip")
    whole = (tmp_path / "whole.zip").read_bytes()
    for end in range(0, len(whole), max(1, len(whole) // 25)):
        (tmp_path / "cut.zip").write_bytes(whole[:end])
        with pytest.raises((FileError, DefinitionError)):
            unpack(tmp_path / "cut.zip", tmp_path / "new.redoubt")
        assert not (tmp_path / "new.redoubt").exists()


@pytest.mark.parametrize("way", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_parcel_damaged_inside_is_refused_in_words_however_it_is_packed(tmp_path: Path, way: int) -> None:
    parcel, text = tmp_path / "damaged.zip", "".join(f"{number}, " for number in range(3000))
    with zipfile.ZipFile(parcel, "w", way) as archive:
        archive.writestr("map.yaml", text)
    whole = parcel.read_bytes()
    parcel.write_bytes(whole[:60] + bytes(200) + whole[260:])
    with pytest.raises(FileError) as refused:
        unpack(parcel, tmp_path / "new.redoubt")
    assert refused.value.message.key == "file.bad-parcel"
    assert [found.name for found in tmp_path.iterdir()] == ["damaged.zip"]


def test_games_in_progress_stay_at_home_unless_they_are_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "game.redoubt"
    Store.create(path, small_contents()).close()
    without = pack(path, tmp_path / "without.zip")
    assert set(pack(path, tmp_path / "with.zip", games=True)) - set(without) == {"game.yaml"}
    contents = unpack(tmp_path / "without.zip", tmp_path / "again.redoubt")
    assert {kind for kind, _ in contents.documents}.isdisjoint({"game"})
    assert b"seed" not in b"".join(each.read_bytes() for each in tmp_path.glob("without*"))
