"""A file dialog lists a folder without opening a file of it: one that does not answer would stop the window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QFileSystemModel
from pytestqt.qtbot import QtBot

from app.application import application
from tests.helpers.bait import Bait

NAMES = ("looks-like-a-picture", "map.redoubt", "notes.txt", "scans")
KIND = 2


def kinds_shown(qtbot: QtBot, folder: Path) -> dict[str, str]:
    """What a file dialog in a folder says of each name there."""
    application()
    dialog = QFileDialog(None, "Save", str(folder))
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    qtbot.addWidget(dialog)
    dialog.show()
    model = dialog.findChild(QFileSystemModel)
    assert model is not None
    root = model.index(str(folder))
    qtbot.waitUntil(lambda: model.rowCount(root) == len(NAMES))
    rows = [model.index(row, 0, root) for row in range(len(NAMES))]
    assert all(not model.fileIcon(row).isNull() for row in rows)
    return {row.data(): row.siblingAtColumn(KIND).data() for row in rows}


def test_kinds_come_from_names_and_no_file_is_opened(qtbot: QtBot, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "scans").mkdir()
    (folder / "map.redoubt").write_bytes(b"")
    (folder / "notes.txt").write_text("words")
    with Bait(folder / "looks-like-a-picture") as bait:
        shown = kinds_shown(qtbot, folder)
        assert not bait.was_taken()
    assert shown["looks-like-a-picture"] == ""
    assert shown["map.redoubt"] == "REDOUBT"
    assert shown["notes.txt"]
    assert shown["scans"]
