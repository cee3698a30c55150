"""Files dropped on the window, wherever the pointer is: each becomes what it is, and what is spoilt is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QImage
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.dialogs.new_map import NewMapDialog
from app.files.file_drops import FOREIGN
from app.modes import Mode
from app.window import MainWindow
from editor.panels.scans.scans_panel import ScansPanel
from engine.definitions.folders import save_folder
from engine.definitions.plan import ScanPlan
from engine.rulesets.library import find_bundled
from engine.storage.copies import write_new
from engine.storage.exchange import import_folder
from engine.storage.parcels import pack
from tests.helpers.plans import SCAN
from tests.helpers.projects import small_contents


@pytest.fixture
def ford(tmp_path: Path) -> Path:
    """The Ford as a file of one's own."""
    folder, file = tmp_path / "folder", tmp_path / "ford.redoubt"
    save_folder(find_bundled("ford").load(), folder)
    import_folder(folder, file)
    return file


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    image = QImage(200, 150, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    path = tmp_path / "sheet.png"
    assert image.save(str(path))
    return path


def drop(on: QWidget, *paths: Path) -> bool:
    """Drag files over a widget and let go; whether anybody let them in."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    at = QPoint(40, 40)
    how = (Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    enter = QDragEnterEvent(at, *how)
    for event in (enter, QDragMoveEvent(at, *how), QDropEvent(QPointF(at), *how)):
        QApplication.sendEvent(on, event)
    return enter.isAccepted()


def scans_of(window: MainWindow) -> ScansPanel:
    panel = window.docks.panels["scans"]
    assert isinstance(panel, ScansPanel)
    return panel


def test_a_file_is_opened_from_the_start_page(window: MainWindow, ford: Path) -> None:
    window.show_start()
    assert drop(window.start_page, ford)
    assert window.files.has_open(ford)


def test_a_file_is_opened_while_a_game_is_played(window: MainWindow, ford: Path, refusals: list[str]) -> None:
    window.open("cabinet-war")
    window.enter_play()
    assert drop(window.canvas.viewport(), ford)
    assert window.files.has_open(ford)
    assert refusals == []


def test_a_zip_becomes_a_file_of_ones_own(window: MainWindow, ford: Path, tmp_path: Path) -> None:
    parcel = tmp_path / "shared" / "a-scenario.redoubt.zip"
    parcel.parent.mkdir()
    pack(ford, parcel)
    window.show_start()
    assert drop(window.start_page, parcel)
    assert window.files.has_open(parcel.parent / "a-scenario.redoubt")


def test_a_zip_with_scans_that_is_opened_by_its_name_can_be_worked_on(
    window: MainWindow, tmp_path: Path, refusals: list[str]
) -> None:
    contents = small_contents()
    contents.maps["ford"].scans["scan"] = ScanPlan("scan", "A scan", SCAN.sha256)
    write_new(tmp_path / "mine.redoubt", contents, [SCAN])
    pack(tmp_path / "mine.redoubt", tmp_path / "theirs.zip")
    assert window.open(str(tmp_path / "theirs.zip"))
    assert window.files.has_open(tmp_path / "theirs.redoubt")
    assert window.files.project is not None
    assert window.files.project.store.scans() == [SCAN.sha256]
    assert refusals == []


def test_a_picture_that_is_opened_by_its_name_becomes_a_scan_too(
    window: MainWindow, ford: Path, picture: Path, qtbot: QtBot
) -> None:
    window.open(ford)
    window.open(picture)
    document = window.files.document
    assert document is not None
    qtbot.waitUntil(lambda: len(document.plan.scans) == 1)


def test_a_picture_becomes_a_scan_of_the_open_map(window: MainWindow, ford: Path, picture: Path, qtbot: QtBot) -> None:
    window.open(ford)
    assert drop(window.canvas.viewport(), picture)
    assert window.mode is Mode.EDIT
    document = window.files.project.document if window.files.project is not None else None
    assert document is not None
    qtbot.waitUntil(lambda: len(document.plan.scans) == 1)


def test_a_picture_on_the_start_page_asks_for_the_grid_over_it(
    window: MainWindow, picture: Path, refusals: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    window.show_start()
    laid: list[Path] = []
    monkeypatch.setattr(scans_of(window), "add_file", laid.append)
    assert drop(window.start_page, picture)
    (dialog,) = (each for each in window.findChildren(NewMapDialog) if each.isVisible())
    dialog.accept()
    assert laid == [picture]
    assert refusals == []


@pytest.mark.parametrize("name", ["spoilt.redoubt", "spoilt.redoubt.zip", "notes.txt"])
def test_what_cannot_be_read_is_told_and_changes_nothing(
    window: MainWindow, ford: Path, tmp_path: Path, name: str, refusals: list[str]
) -> None:
    window.open(ford)
    broken = tmp_path / name
    broken.write_bytes(b"nothing of this is a map" * 40)
    drop(window.canvas.viewport(), broken)
    assert len(refusals) == 1
    assert name in refusals[0]
    assert window.files.has_open(ford)


@pytest.mark.parametrize("name", ["game.vmod", "game.vmdx", "more.vext", "old.mod", "map.tmx", "map.tmj"])
def test_what_another_program_has_made_is_read(
    window: MainWindow, tmp_path: Path, name: str, refusals: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    module, read = tmp_path / name, list[Path]()
    module.write_bytes(b"")
    ways = {ending: read.append if ending in FOREIGN else way for ending, way in window.file_actions.ways.items()}
    monkeypatch.setattr(window.file_actions, "ways", ways)
    assert drop(window, module)
    window.open(str(module))
    assert read == [module, module], "all that File, Import from Another Program takes, dropped or opened"
    assert refusals == []
