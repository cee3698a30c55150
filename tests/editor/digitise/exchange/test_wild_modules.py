"""Modules of every age and habit come in or are told in words; nothing is written but the file that was asked for."""

from __future__ import annotations

import zipfile
from pathlib import Path
from time import process_time

import pytest
from PySide6.QtWidgets import QApplication

from app.cli.main import run
from editor.digitise.exchange.vassal_archive import VassalArchive
from editor.digitise.exchange.vassal_import import import_vassal
from tests.editor.digitise.exchange.vassal_modules import build_file, hex_grid, module, png, slot, stack
from tests.helpers.wild_modules import WildModule

MODULES = 30
OLD_ROOT = "VASSAL.launch.BasicModule"
NOW_ROOT = "VASSAL.build.GameModule"


def test_each_comes_in_or_is_told_in_words(
    qapp: QApplication, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    taken = 0
    for seed in range(MODULES):
        folder = tmp_path / str(seed)
        folder.mkdir()
        source = WildModule(seed).write(folder)
        start = process_time()
        code = run(["import", str(source), str(folder / "out.redoubt")])
        assert process_time() - start < 20
        said = capsys.readouterr()
        assert code in (0, 3), f"{seed}: {said.err}"
        assert (said.out if code == 0 else said.err).strip()
        assert {path.name for path in folder.iterdir()} <= {source.name, "out.redoubt"}
        taken += code == 0
    assert taken >= MODULES // 2
    assert {path.name for path in tmp_path.iterdir()} == {str(seed) for seed in range(MODULES)}


def test_a_module_of_the_old_versions_brings_what_a_new_one_brings(tmp_path: Path) -> None:
    text = build_file(hex_grid('first="H"'), stack("s", slot("1st"), x=50, y=50))
    new = import_vassal(module(tmp_path / "new.vmod", text))
    old = import_vassal(module(tmp_path / "old.mod", text.replace(NOW_ROOT, OLD_ROOT)))
    assert old.lines == new.lines
    assert old.contents.maps.keys() == new.contents.maps.keys()
    assert not old.left_out


def test_an_extension_brings_its_counters_and_says_what_it_is(tmp_path: Path) -> None:
    text = build_file("", slot("1st")).replace(NOW_ROOT, "VASSAL.build.module.ModuleExtension")
    found = import_vassal(module(tmp_path / "more.vmdx", text))
    assert "exchange.extension" in {said.key for said in found.left_out}
    assert found.contents.documents


@pytest.mark.parametrize(
    "written",
    ["images/Carte géné.PNG", "images/Carte ge\u0301ne\u0301.png", "images\\Carte géné.png"],
    ids=["case", "accents apart", "backslash"],
)
def test_a_picture_is_found_however_its_name_is_spelt(written: str, tmp_path: Path) -> None:
    path = tmp_path / "spelt.vmod"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(written, png(3, 2))
    with VassalArchive(path) as archive:
        assert archive.image("Carte géné.png") == png(3, 2)


def test_a_picture_is_found_whose_name_does_not_say_that_it_is_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "old.vmod"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("images/x_x_.png", png(3, 2))
    path.write_bytes(path.read_bytes().replace(b"x_x_", "éé".encode()))
    with VassalArchive(path) as archive:
        assert archive.image("éé.png") == png(3, 2)


def test_a_counter_has_the_side_and_the_picture_of_its_prototype_s_prototype(tmp_path: Path) -> None:
    def prototype(name: str, definition: str) -> str:
        tag = "VASSAL.build.module.PrototypeDefinition"
        return f'<{tag} name="{name}">{definition}</{tag}>'

    text = "+/null/prototype;One\tpiece;;;;1st/\tnull;0;0"
    bare = f'<VASSAL.build.widget.PieceSlot entryName="1st">{text}</VASSAL.build.widget.PieceSlot>'
    inner = bare + prototype("One", "+/null/prototype;Two\tpiece;;;;/\tnull;0;0")
    inner += prototype("Two", "+/null/mark;Side\tprototype;One\\\tpiece;;;red.png;/Blue\t\\\tnull;0;0")
    found = import_vassal(module(tmp_path / "ring.vmod", build_file(hex_grid(), inner)))
    (counters,) = (document for document in found.contents.documents.values() if hasattr(document, "types"))
    assert [kind.side for kind in counters.types] == ["blue"]
    assert png(30, 30) in [blob.data for blob in found.pictures]
