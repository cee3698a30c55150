"""A scenario leaves the program on paper and as a zip, and a zip comes back as it was."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMessageBox

from app.modes import Mode
from app.window import MainWindow
from editor.export.kit.dialog import KitDialog
from editor.export.kit.kit_options import Flip, KitPart
from editor.export.options import Paper
from engine.storage.exchange import export_folder
from engine.storage.parcels import pack


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
        "ford-cards.pdf",
        "ford-charts.pdf",
        "ford-counters.pdf",
        "ford-map.pdf",
    ]
    document = pypdfium2.PdfDocument(out / "ford-counters.pdf")
    assert len(document) == 2, "fronts and backs"
    assert document.get_page_size(0) == pytest.approx((612, 792), abs=0.1)
    document.close()
    again = asked(window)
    assert (again.counter.value(), again.paper.currentData()) == (20.0, Paper.LETTER), "it is remembered"
    again.reject()


def test_nothing_is_replaced_without_a_question(window: MainWindow, out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert window.open("ford")
    (out / "ford-charts.pdf").write_text("mine")
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
    window.menus.file.sharing.ask_unpack()
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
