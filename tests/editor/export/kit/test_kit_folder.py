"""A kit is written into a folder that was named, or into none."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from pytestqt.qtbot import QtBot

from editor.export.kit.dialog import KitDialog
from editor.export.kit.kit import Kit
from engine.rulesets.words import catalogue
from tests.editor.canvas.demo_maps import PALETTE, hex_map


@pytest.mark.parametrize("folder", ["", "  ", "~nobody-of-that-name/kit", "x" * 300])
def test_a_folder_that_cannot_be_is_refused_in_words(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str
) -> None:
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    settings = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    dialog = KitDialog(Kit("demo", "Demo", hex_map(4, 4, lines=False), PALETTE), catalogue(), settings, tmp_path)
    qtbot.addWidget(dialog)
    dialog.folder.setText(folder)
    dialog.run()
    assert dialog.trouble.text()
    assert not list(here.iterdir()), "nor wherever the program was started from"
