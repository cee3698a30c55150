"""Between a folder of text and a file, without loss either way."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.definitions.counters import Counters
from engine.definitions.folders import save_folder
from engine.definitions.issues import DefinitionError
from engine.definitions.maps.map_checks import check_plan
from engine.definitions.palette import TerrainSwatch
from engine.definitions.pictures import reference
from engine.definitions.plan import ScanPlan, SwatchKey
from engine.storage.blobs import Blob
from engine.storage.contents import Contents
from engine.storage.copies import write_new
from engine.storage.errors import FileError
from engine.storage.exchange import export_folder, import_folder
from engine.storage.inspection import inspect
from engine.storage.parcels import pack, unpack
from engine.storage.store import Store
from tests.helpers.plans import SCAN
from tests.helpers.projects import random_contents, small_contents


def texts(folder: Path) -> dict[str, bytes]:
    return {str(found.relative_to(folder)): found.read_bytes() for found in folder.rglob("*") if found.is_file()}


@settings(max_examples=20)
@given(st.integers(min_value=0, max_value=10_000))
def test_file_to_folder_to_file_is_the_same_project(tmp_path_factory: pytest.TempPathFactory, seed: int) -> None:
    top = tmp_path_factory.mktemp("exchange")
    contents = random_contents(seed)
    if any(issue.is_error for plan in contents.maps.values() for issue in check_plan(plan)):
        return
    write_new(top / "one.redoubt", contents, [SCAN])
    export_folder(top / "one.redoubt", top / "folder")
    assert import_folder(top / "folder", top / "two.redoubt") == contents
    assert inspect(top / "two.redoubt").contents == contents
    export_folder(top / "two.redoubt", top / "again")
    assert texts(top / "again") == texts(top / "folder")


def test_folder_to_file_to_folder_is_the_same_bytes(tmp_path: Path) -> None:
    save_folder(small_contents().to_project(), tmp_path / "folder")
    import_folder(tmp_path / "folder", tmp_path / "game.redoubt")
    export_folder(tmp_path / "game.redoubt", tmp_path / "again")
    assert texts(tmp_path / "again") == texts(tmp_path / "folder")
    assert len(texts(tmp_path / "folder")) == 7


def test_export_touches_neither_the_file_nor_texts_that_say_the_same(tmp_path: Path) -> None:
    write_new(tmp_path / "game.redoubt", small_contents())
    before = (tmp_path / "game.redoubt").read_bytes()
    assert export_folder(tmp_path / "game.redoubt", tmp_path / "folder")
    assert not export_folder(tmp_path / "game.redoubt", tmp_path / "folder")
    assert (tmp_path / "game.redoubt").read_bytes() == before


def test_scans_go_along(tmp_path: Path) -> None:
    contents = small_contents()
    scan = Blob("image/jpeg", b"\xff\xd8 picture")
    contents.maps["ford"].scans["north"] = ScanPlan("north", "North", scan.sha256)
    write_new(tmp_path / "game.redoubt", contents, [scan])
    export_folder(tmp_path / "game.redoubt", tmp_path / "folder")
    picture = tmp_path / "folder" / "scans" / f"{scan.sha256}.jpg"
    assert picture.read_bytes() == scan.data
    assert import_folder(tmp_path / "folder", tmp_path / "again.redoubt") == contents
    picture.write_bytes(b"another picture")
    with pytest.raises(DefinitionError, match="scan-differs"):
        import_folder(tmp_path / "folder", tmp_path / "third.redoubt")
    picture.unlink()
    with pytest.raises(DefinitionError, match="scan-missing"):
        import_folder(tmp_path / "folder", tmp_path / "third.redoubt")
    assert not (tmp_path / "third.redoubt").exists()


def test_pictures_of_terrain_and_counters_go_along_and_are_not_swept(tmp_path: Path) -> None:
    contents = small_contents()
    ground, art, idle = (Blob("image/svg+xml", f"<svg><!-- {each} --></svg>".encode()) for each in "abc")
    plan = contents.maps["ford"]
    swatch = TerrainSwatch(id="own", name="Own", order=1, picture=reference(ground.sha256))
    plan.swatches[SwatchKey("terrain", "own")] = swatch
    sheet = next(each for each in contents.documents.values() if isinstance(each, Counters))
    types = (sheet.types[0].replace(picture=reference(art.sha256)), *sheet.types[1:])
    contents.documents[sheet.KIND, sheet.id] = sheet.replace(types=types)
    write_new(tmp_path / "game.redoubt", contents, [ground, art, idle])
    export_folder(tmp_path / "game.redoubt", tmp_path / "folder")
    assert {path.name for path in (tmp_path / "folder" / "scans").iterdir()} == {
        f"{each.sha256}.svg" for each in (ground, art)
    }
    assert import_folder(tmp_path / "folder", tmp_path / "again.redoubt") == contents
    pack(tmp_path / "game.redoubt", tmp_path / "game.zip", games=True)
    assert unpack(tmp_path / "game.zip", tmp_path / "third.redoubt") == contents
    for name in ("game", "again", "third"):
        with Store(tmp_path / f"{name}.redoubt") as store:
            assert store.scan(art.sha256) == art
            store.forget(store.save("now"))
            assert set(store.scans()) == {ground.sha256, art.sha256}


def test_a_picture_is_named_by_a_hash_and_nothing_else(tmp_path: Path) -> None:
    save_folder(small_contents().to_project(), tmp_path / "folder")
    path = tmp_path / "folder" / "counters.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("- id:", '- picture: "/etc/passwd"\n  id:', 1), encoding="utf-8")
    with pytest.raises(DefinitionError, match="bad-picture-name"):
        import_folder(tmp_path / "folder", tmp_path / "game.redoubt")


def test_a_folder_with_a_slip_is_refused_with_its_line_and_writes_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    save_folder(small_contents().to_project(), folder)
    text = (folder / "map.yaml").read_text(encoding="utf-8")
    (folder / "map.yaml").write_text(text.replace('at: "0202"', 'at: "0909"'), encoding="utf-8")
    with pytest.raises(DefinitionError) as caught:
        import_folder(folder, tmp_path / "game.redoubt")
    (found,) = caught.value.issues
    assert found.code == "map.unknown-place"
    assert found.where.line is not None
    assert not (tmp_path / "game.redoubt").exists()


def test_what_no_text_can_hold_is_told_and_nothing_is_written(tmp_path: Path) -> None:
    contents = small_contents()
    contents.maps["ford"].boxes["Not An Id"] = (
        contents.maps["ford"].boxes["eliminated"].__class__("Not An Id", "", (0.0, 0.0))
    )
    write_new(tmp_path / "game.redoubt", contents)
    with pytest.raises(DefinitionError, match="not-writable"):
        export_folder(tmp_path / "game.redoubt", tmp_path / "folder")
    assert not (tmp_path / "folder").exists()


def test_no_file_and_no_folder(tmp_path: Path) -> None:
    with pytest.raises(FileError):
        export_folder(tmp_path / "none.redoubt", tmp_path / "folder")
    with pytest.raises(DefinitionError):
        import_folder(tmp_path / "none", tmp_path / "game.redoubt")
    assert not list(tmp_path.iterdir())


def test_contents_of_a_project_and_back() -> None:
    assert Contents.of_project(small_contents().to_project()) == small_contents()
