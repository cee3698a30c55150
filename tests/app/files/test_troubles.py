"""A full disk, a folder that may not be written, a second program, a vanished file: each has its sentence, twice.

Said in English and in French, in the window and by the command line; nothing is left behind, and nothing is replaced.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox

from app.cli.exits import Exit
from app.cli.main import run
from app.language import speak_in
from app.window import MainWindow
from editor.commands.paint import paint_terrain
from editor.commands.texts import add_text
from editor.geometry.cells import Cells, rectangle_keys
from engine.core.messages import message
from engine.storage.inspection import inspect
from engine.storage.store import Store
from tests.app.cli.test_cli import FORD
from tests.helpers.plans import small_plan
from tests.helpers.projects import small_contents
from tests.helpers.strokes import ask, start_child

FULL = {"en": "the disk is full; nothing was changed", "fr": "le disque est plein"}
CLOSED = {"en": "nothing may be written into the folder", "fr": "rien ne peut être écrit dans le dossier"}
LOOK = {"en": "may not be written. It can be looked at", "fr": "ne peut pas être écrit. On peut le regarder"}
IN_USE = {"en": "is open in another program", "fr": "est ouvert dans un autre programme"}
GONE = {"en": "was deleted or moved", "fr": "a été effacé ou déplacé"}
LONG = [" ".join(str(each * 7919 % 10007) for each in range(part, part + 150)) for part in range(40)]
"""Words that want more room than is left in the pages that there are."""
NOT_FOUND = {"en": "is neither a file", "fr": "n'est ni un fichier"}


@pytest.fixture(params=["en", "fr"])
def language(request: pytest.FixtureRequest, window: MainWindow) -> Iterator[str]:
    speak_in(request.param)
    yield request.param
    speak_in("en")


def full(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def close_folders(patch: pytest.MonkeyPatch, bad: int) -> None:
    """Let nobody make a file, as in a folder that may not be written; who runs the tests may write everywhere."""
    opened = Path.open

    def refused(path: Path, mode: str = "r", *args: object, **options: object) -> object:
        if mode == "xb":
            raise OSError(bad, os.strerror(bad))
        return opened(path, mode, *args, **options)  # type: ignore[call-overload]

    patch.setattr(Path, "open", refused)


@pytest.fixture
def named(window: MainWindow, tmp_path: Path) -> Path:
    """The open file, in a folder of its own."""
    folder = tmp_path / "work"
    folder.mkdir()
    window.new_map(small_plan(cols=6, rows=5))
    assert window.save_as(folder / "named.redoubt")
    return folder / "named.redoubt"


def paint(window: MainWindow) -> bool:
    document = window.files.document
    assert document is not None
    sheet = next(iter(document.plan.sheets.values()))
    cells = Cells({sheet.id: rectangle_keys(sheet.first, (2, 2))})
    terrain = ("forest", "hills")[document.undo_stack.index() % 2]
    return document.push(paint_terrain(document.plan, cells, terrain))


def test_a_stroke_on_a_full_disk(window: MainWindow, named: Path, language: str) -> None:
    """SQLite itself says that there is no room: it may not use another page."""
    document = window.files.document
    assert document is not None
    document.store._database.outside("PRAGMA max_page_count=1")
    assert not all(document.push(add_text(document.plan, words, (0.0, 0.0))) for words in LONG)
    assert named.name in window.banner.words
    assert FULL[language] in window.banner.words
    assert document.plan == document.store.read().maps[document.plan.id], "the screen shows what is on the disk"
    document.store._database.outside("PRAGMA max_page_count=100000")
    assert paint(window), "with room again the work goes on"


@pytest.mark.parametrize("way", ["save as", "zip"])
def test_a_file_that_finds_no_room(
    window: MainWindow, named: Path, language: str, refusals: list[str], way: str
) -> None:
    target = named.with_name("other.redoubt" if way == "save as" else "other.zip")
    target.write_bytes(b"what was there before")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", full)
        done = window.save_as(target) if way == "save as" else window.menus.file.sharing.pack_into(target)
    assert not done
    assert len(refusals) == 1
    assert target.name in refusals[0]
    assert FULL[language] in refusals[0]
    assert target.read_bytes() == b"what was there before"
    assert not list(named.parent.glob(".redoubt-*"))
    assert window.files.name == "named"
    assert paint(window), "the work goes on where it was"


@pytest.mark.parametrize("bad", [errno.EACCES, errno.EROFS, errno.ENOENT])
def test_a_folder_that_may_not_be_written(
    window: MainWindow, named: Path, language: str, refusals: list[str], bad: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        close_folders(patch, bad)
        assert not window.save_as(named.with_name("other.redoubt"))
    assert len(refusals) == 1
    assert CLOSED[language] in refusals[0]
    assert str(named.parent) in refusals[0]
    assert window.files.name == "named"


def test_a_file_that_may_only_be_read(
    window: MainWindow, named: Path, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.files.close()
    monkeypatch.setattr("engine.storage.store.is_writable", lambda _: False)
    assert window.open(str(named))
    assert LOOK[language] in window.banner.words
    assert not window.files.can_edit


def test_a_file_that_a_second_program_has_open(window: MainWindow, tmp_path: Path, language: str) -> None:
    path = tmp_path / "shared.redoubt"
    Store.create(path, small_contents()).close()
    with start_child(path) as child:
        ask(child)
        assert window.open(str(path))
        assert IN_USE[language] in window.banner.words
        assert not window.files.can_edit
        assert ask(child) == 2, "and the other goes on"
        window.files.close()
    assert "stroke-2" in inspect(path).contents.maps["ford"].texts


def test_saving_over_a_file_that_a_second_program_has_open(
    window: MainWindow, named: Path, language: str, refusals: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "shared.redoubt"
    Store.create(path, small_contents()).close()
    with start_child(path) as child:
        ask(child)
        assert not window.save_as(path)
        assert IN_USE[language] in refusals[0]
        assert ask(child) == 2
    assert "stroke-2" in inspect(path).contents.maps["ford"].texts


def test_a_file_that_vanishes(window: MainWindow, named: Path, language: str) -> None:
    named.unlink()
    assert paint(window)
    assert GONE[language] in window.banner.words


@pytest.mark.parametrize("words", ["en", "fr"])
def test_the_command_line_says_them_too(
    tmp_path: Path, words: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, parcel = tmp_path / "game.redoubt", tmp_path / "game.zip"
    Store.create(path, small_contents()).close()

    def said(*command: str) -> str:
        assert run(["--language", words, *command]) in (Exit.BAD_INPUT, Exit.CANNOT_WRITE)
        err = capsys.readouterr().err
        assert err.count("\n") == 1
        return err

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        assert FULL[words] in said("export", str(path), str(parcel))
        assert FULL[words] in said("render", str(path), str(parcel))
        assert not parcel.exists()
    with monkeypatch.context() as patch:
        close_folders(patch, errno.EACCES)
        assert CLOSED[words] in said("import", "ford", str(tmp_path / "new.redoubt"))
        assert CLOSED[words] in said("export", str(path), str(parcel))
    with start_child(path) as child:
        ask(child)
        assert IN_USE[words] in said("import-geo", "--hex-km", "10", "--add", str(path))
    assert NOT_FOUND[words] in said("check", str(tmp_path / "vanished.redoubt"))


def test_a_change_that_was_given_up_is_no_failure(window: MainWindow) -> None:
    window.announcing.tell_failure(message("file.given-up", file="mine.redoubt"))
    assert window.banner.words == "Given up: the map is as it was before."
    window.announcing.tell_failure(message("file.full", file="mine.redoubt"))
    assert "was not kept" in window.banner.words


def test_the_window_shows_the_mistakes_of_a_text_in_their_order(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And the one line of the command line begins with the first."""
    told: list[str] = []
    monkeypatch.setattr(QMessageBox, "critical", lambda *given: told.append(given[2]))
    folder = tmp_path / "ford"
    shutil.copytree(FORD, folder)
    scenario = folder / "scenario.yaml"
    lines = scenario.read_text(encoding="utf-8").replace("last_turn:", "last_trun:").splitlines()
    wrong = [f"nonsense_{number}: 1" for number in range(12)]
    scenario.write_text("\n".join([*lines, *wrong]) + "\n", encoding="utf-8")
    assert not window.open(folder)
    shown = told[0].splitlines()
    assert "last_trun" in shown[0]
    assert "Did you mean last_turn" in shown[0]
    assert not any("missing" in each for each in shown), "it is there, spelt wrong"
    numbers = [int(each.split("scenario.yaml:")[1].split(":")[0]) for each in shown[:-1]]
    assert numbers == sorted(numbers)
    assert shown[-1] == "5 more mistakes are not shown here."
    assert run(["render", str(folder), str(tmp_path / "map.png")]) == Exit.BAD_INPUT
    line = capsys.readouterr().err.strip()
    assert "last_trun" in line
    assert line.endswith("[and 12 more; `redoubt check` lists them]")
