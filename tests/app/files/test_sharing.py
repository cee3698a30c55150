"""A scenario leaves the program on paper and as a zip, and a zip comes back as it was."""

from __future__ import annotations

import threading
import zipfile
from pathlib import Path

import pypdfium2
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMessageBox

from app.files import sharing
from app.modes import Mode
from app.window import MainWindow
from editor.documents import long_work
from editor.export.kit.dialog import KitDialog
from editor.export.kit.kit_options import Flip, KitPart
from editor.export.options import Paper
from editor.export.trouble import CannotExport
from engine.core.messages import message
from engine.players.player import Budget
from engine.players.random_player import RandomPlayer
from engine.storage.exchange import export_folder
from engine.storage.parcels import pack, unpack


def texts(folder: Path) -> dict[str, bytes]:
    return {str(found.relative_to(folder)): found.read_bytes() for found in folder.rglob("*") if found.is_file()}


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """An empty folder to write into."""
    folder = tmp_path / "out"
    folder.mkdir()
    return folder


def asked(window: MainWindow) -> KitDialog:
    dialog = window.menus.file.sharing.ask_kit()
    assert dialog is not None
    return dialog


def test_a_kit_is_written_as_the_dialog_says(window: MainWindow, out: Path) -> None:
    assert window.open("ford")
    dialog = asked(window)
    dialog.folder.setText(str(out))
    assert dialog.parts[KitPart.MAP].isChecked()
    dialog.paper.setCurrentIndex(dialog.paper.findData(Paper.LETTER))
    dialog.counter.setValue(20.0)
    assert not dialog.preview.pixmap().isNull()
    QTest.mouseClick(dialog.go, Qt.MouseButton.LeftButton)
    assert sorted(path.name for path in out.iterdir()) == [
        "the-ford-charts.pdf",
        "the-ford-counters.pdf",
        "the-ford-map.pdf",
        "the-ford-set-up.pdf",
    ]
    document = pypdfium2.PdfDocument(out / "the-ford-counters.pdf")
    assert len(document) == 2, "fronts and backs"
    assert document.get_page_size(0) == pytest.approx((612, 792), abs=0.1)
    document.close()
    again = asked(window)
    assert (again.counter.value(), again.paper.currentData()) == (20.0, Paper.LETTER), "it is remembered"
    again.reject()


def test_nothing_is_replaced_without_a_question(window: MainWindow, out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert window.open("ford")
    (out / "the-ford-charts.pdf").write_text("mine")
    monkeypatch.setattr(QMessageBox, "question", lambda *_: QMessageBox.StandardButton.No)
    dialog = asked(window)
    dialog.folder.setText(str(out))
    dialog.run()
    assert dialog.isVisible()
    assert [path.read_text() for path in out.iterdir()] == ["mine"]
    dialog.folder.setText(str(out / "nowhere"))
    dialog.run()
    assert "nowhere" in dialog.trouble.text()
    dialog.reject()


def test_margins_that_leave_no_room_are_said_and_bar_the_button(window: MainWindow) -> None:
    assert window.open("ford")
    dialog = asked(window)
    dialog.margin.setValue(dialog.margin.maximum())
    dialog.counter.setValue(dialog.counter.maximum())
    dialog.flip.setCurrentIndex(dialog.flip.findData(Flip.SHORT))
    assert dialog.go.isEnabled()
    for part in KitPart:
        dialog.parts[part].setChecked(False)
    assert not dialog.go.isEnabled()
    dialog.reject()


def test_a_zip_comes_back_as_the_same_scenario(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert window.open("ford")
    window.set_mode(Mode.EDIT)
    parcel = tmp_path / "meeting.zip"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(parcel), ""))
    window.menus.file.share.trigger()
    assert parcel.exists()
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(parcel), ""))
    threads: list[str] = []
    monkeypatch.setattr(sharing, "_LARGE_PARCEL", 1)
    monkeypatch.setattr(long_work, "MOMENT", 60.0)
    monkeypatch.setattr(
        sharing, "unpack", lambda *given: threads.append(threading.current_thread().name) or unpack(*given)
    )
    window.menus.file.sharing.ask_unpack()
    assert threads == ["long work"], "a large one is unpacked beside the window"
    assert window.files.project is not None
    path = window.files.project.path
    assert path == tmp_path / "meeting.redoubt"
    window.files.close()
    export_folder(path, tmp_path / "one")
    pack(path, tmp_path / "again.zip")
    assert window.menus.file.sharing.unpack(tmp_path / "again.zip")
    window.files.close()
    export_folder(tmp_path / "again.redoubt", tmp_path / "two")
    assert texts(tmp_path / "one") == texts(tmp_path / "two")


def test_a_zip_that_is_none_is_refused_in_words(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(QMessageBox, "critical", lambda _parent, _title, words: said.append(words))
    (tmp_path / "no.zip").write_text("not a zip")
    assert not window.menus.file.sharing.unpack(tmp_path / "no.zip")
    assert "no.zip" in said[0]


# What goes along


def test_what_is_sent_in_the_middle_of_a_game_shows_nothing_of_it(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the zip, nor the picture in it, nor the picture that is exported."""
    sharing = window.menus.file.sharing
    assert window.open("ford")
    window.set_mode(Mode.EDIT)
    assert sharing.pack_into(tmp_path / "before.zip")
    assert window.files.opened is not None
    stood = [(each.unit, each.at) for each in window.files.opened.counters]
    window.set_mode(Mode.PLAY)
    table, bot = window.play.table, RandomPlayer(1)
    assert table is not None
    first = table.view
    for _ in range(12):
        if table.awaited is not None:
            window.play.desk.take_seat()
        window.play.desk.submit(bot.choose(table.game, table.view, table.menu, Budget()).action)
    assert {unit: each.at for unit, each in table.view.units.items()} != {
        unit: each.at for unit, each in first.units.items()
    }
    assert window.files.project is not None
    assert any(kind == "game" for kind, _ in window.files.project.contents.documents)
    asked: list[str] = []

    def no(_parent: object, _title: str, words: str, *_: object) -> QMessageBox.StandardButton:
        asked.append(words)
        return QMessageBox.StandardButton.No

    monkeypatch.setattr(QMessageBox, "question", no)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "within.zip"), ""))
    sharing.ask_pack()
    assert len(asked) == 1
    with zipfile.ZipFile(tmp_path / "before.zip") as one, zipfile.ZipFile(tmp_path / "within.zip") as other:
        assert other.namelist() == one.namelist()
        assert all(other.read(name) == one.read(name) for name in one.namelist()), "the picture is of the set-up too"
    assert window.files.opened is not None
    assert [(each.unit, each.at) for each in window.files.opened.counters] == stood, "what Export Picture draws"


@pytest.mark.parametrize("may", [False, True])
def test_text_that_says_something_else_is_replaced_only_where_that_is_allowed(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, may: bool
) -> None:
    folder = tmp_path / "text"
    assert window.open("ford")
    window.set_mode(Mode.EDIT)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(folder))
    folder.mkdir()
    window.menus.file.ask_export_text()
    written = texts(folder)
    window.menus.file.ask_export_text()
    assert texts(folder) == written, "what says the same is asked about by nobody"
    (folder / "map.yaml").write_text("precious")
    asked: list[str] = []

    def answer(_parent: object, _title: str, words: str) -> QMessageBox.StandardButton:
        asked.append(words)
        return QMessageBox.StandardButton.Yes if may else QMessageBox.StandardButton.No

    monkeypatch.setattr(QMessageBox, "question", answer)
    window.menus.file.ask_export_text()
    assert asked == ["1 file in text says something else. Replace it?"]
    assert (folder / "map.yaml").read_bytes() == (written["map.yaml"] if may else b"precious")


def test_while_a_kit_is_written_its_fields_rest(window: MainWindow, out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert window.open("ford")
    dialog = asked(window)
    dialog.folder.setText(str(out))
    fields = (*dialog.parts.values(), dialog.paper, dialog.counter, dialog.backs, dialog.pages, dialog.folder)
    could = [field.isEnabled() for field in fields]
    seen: list[bool] = []

    def write(*_: object) -> None:
        seen.extend(field.isEnabled() for field in fields)
        raise CannotExport(message("export.no-room", paper="A4"))

    monkeypatch.setattr("editor.export.kit.dialog.write_kit", write)
    dialog.run()
    assert seen
    assert not any(seen), "nothing can begin it a second time"
    assert [field.isEnabled() for field in fields] == could
    dialog.reject()
