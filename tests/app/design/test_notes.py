"""The description and the designer's notes are written with pictures, which stay with the file wherever it goes."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QIODevice, QMimeData, QSize, Qt, QUrl
from PySide6.QtGui import QColor, QImage, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from app.play.games.new_game import NewGameDialog
from app.play.games.scenario_shelf import of_open
from editor.panels.design.notes_panel import NotesPanel
from editor.panels.design.words_editor import MOST_BYTES, WordsEditor
from editor.panels.markdown_view import MarkdownView
from engine.definitions.pictures import pictures_of
from engine.storage.exchange import export_folder, import_folder
from engine.storage.parcels import pack, unpack
from engine.storage.store import Store
from tests.app.design.drawing_room import DrawingRoom


def png(colour: str = "#c03020", width: int = 40) -> bytes:
    image = QImage(width, 20, QImage.Format.Format_RGB32)
    image.fill(QColor(colour))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


@pytest.fixture
def panel(room: DrawingRoom) -> NotesPanel:
    found = room.window.docks.panels["notes"]
    assert isinstance(found, NotesPanel)
    room.window.docks.show_panel("notes")
    QApplication.processEvents()
    return found


def pictures_shown(view: MarkdownView) -> int:
    """How many pictures stand in the words and can be drawn."""
    found, block = 0, view.document().begin()
    while block.isValid():
        for fragment in block:
            form = fragment.fragment().charFormat()
            if form.isImageFormat():
                url = QUrl(form.toImageFormat().name())
                image = view.loadResource(int(QTextDocument.ResourceType.ImageResource.value), url)
                found += isinstance(image, QImage) and image.width() > 1
        block = block.next()
    return found


def test_notes_are_typed_and_seen_at_once_and_a_run_of_letters_is_one_entry(
    room: DrawingRoom, panel: NotesPanel
) -> None:
    panel.which.setCurrentIndex(1)
    before = room.entries
    QTest.keyClicks(panel.editor, "# Why")
    QTest.keyClick(panel.editor, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    assert room.design.scenario.notes == "# Why****"
    assert room.entries == before + 1
    assert "Why" in panel.preview.toPlainText()
    room.undo()
    assert room.design.scenario.notes == ""
    assert panel.editor.toPlainText() == ""
    panel.which.setCurrentIndex(0)
    assert panel.editor.toPlainText() == room.design.scenario.description != ""


def test_a_picture_is_inserted_shown_and_kept_once(
    room: DrawingRoom, panel: NotesPanel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ford.png").write_bytes(png(width=3000))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(tmp_path / "ford.png"), ""))
    panel.which.setCurrentIndex(1)
    panel.ask_picture()
    panel.ask_picture()
    (name,) = pictures_of(room.design.scenario)
    assert room.desk.scenario is not None
    store = room.desk.scenario.map.store
    assert store.scans() == [name]
    assert pictures_shown(panel.preview) == 2
    data = QMimeData()
    data.setImageData(QImage(QSize(8, 8), QImage.Format.Format_RGB32))
    panel.editor.insertFromMimeData(data)
    assert len(store.scans()) == 2
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "ford.png"))])
    panel.editor.insertFromMimeData(data)
    assert len(store.scans()) == 2


def test_what_is_no_picture_or_too_large_is_refused_in_words(room: DrawingRoom, panel: NotesPanel) -> None:
    said: list[object] = []
    room.window.bench.reported.connect(said.append)
    assert not panel.insert_picture(b"not a picture", "note.png")
    assert not panel.insert_picture(bytes(MOST_BYTES + 1), "huge.png")
    assert not panel.insert_picture(png(width=5000), "wide.png")
    assert len(said) == 3
    assert not pictures_of(room.design.scenario)
    panel.editor.setPlainText("![x](file:///etc/passwd) ![y](https://example.org/a.png)")
    assert pictures_shown(panel.preview) == 0, "nothing is read from elsewhere"


def test_of_a_file_that_is_dropped_no_more_is_read_than_a_picture_may_have(qapp: QApplication, tmp_path: Path) -> None:
    huge = tmp_path / "huge.png"
    with huge.open("wb") as stream:
        stream.truncate(4 * MOST_BYTES)
    editor, given = WordsEditor(), []
    editor.picture_given.connect(lambda data, name: given.append((len(data), name)))
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(huge))])
    editor.insertFromMimeData(data)
    assert given == [(MOST_BYTES + 1, "huge.png")]


def test_pictures_travel_in_folders_and_zips_and_survive_sweeping(
    room: DrawingRoom, panel: NotesPanel, tmp_path: Path
) -> None:
    assert panel.insert_picture(png(), "ford.png")
    assert room.desk.scenario is not None
    store, (name,) = room.desk.scenario.map.store, pictures_of(room.design.scenario)
    store.copy_to(tmp_path / "copy.redoubt")
    export_folder(tmp_path / "copy.redoubt", tmp_path / "folder")
    assert (tmp_path / "folder" / "scans" / f"{name}.png").read_bytes() == png()
    import_folder(tmp_path / "folder", tmp_path / "back.redoubt")
    pack(store, tmp_path / "ford.zip")
    unpack(tmp_path / "ford.zip", tmp_path / "parcel.redoubt")
    for file in ("back", "parcel"):
        with Store(tmp_path / f"{file}.redoubt") as found:
            assert found.scan(name).data == png()
            found.put_scan(store.scan(name))
            found.forget(found.save("now"))
            assert found.scans() == [name], "words speak of it"


def test_a_folder_is_worked_on_with_its_pictures_and_the_new_game_shows_them(
    room: DrawingRoom, panel: NotesPanel, tmp_path: Path
) -> None:
    assert panel.insert_picture(png(), "ford.png")
    assert room.desk.scenario is not None
    room.desk.scenario.map.store.copy_to(tmp_path / "copy.redoubt")
    export_folder(tmp_path / "copy.redoubt", tmp_path / "folder")
    window = room.window
    assert window.open(str(tmp_path / "folder"))
    assert window.files.opened is not None
    (name,) = pictures_of(window.files.opened.scenarios["ford"])
    assert window.files.picture(name) == png()
    assert window.files.start_editing()
    assert window.files.picture(name) == png()
    assert window.files.picture("0" * 64) is None
    dialog = NewGameDialog(of_open(window.files.opened.project), "ford", None, window, pictures=window.files.picture)
    assert pictures_shown(dialog.about) == 1
    dialog.deleteLater()
