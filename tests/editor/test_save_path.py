"""Where a dialog offers to write something."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from editor import save_path
from editor.save_path import ask_save_path


def test_a_bare_name_is_offered_where_something_was_written_last(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    offered: list[str] = []

    def answer(parent: QWidget, title: str, usual: str, *_: object) -> tuple[str, str]:
        offered.append(usual)
        return str(tmp_path / "mine"), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", answer)
    monkeypatch.setattr(save_path, "_folders", [])
    asker = QWidget()
    qtbot.addWidget(asker)
    assert ask_save_path(asker, "Export", "units.csv", "", ".csv") == tmp_path / "mine.csv"
    ask_save_path(asker, "Export", "units.csv", "", ".csv")
    ask_save_path(asker, "Export", Path("/elsewhere/units.csv"), "", ".csv")
    assert offered == [str(Path.home() / "units.csv"), str(tmp_path / "units.csv"), "/elsewhere/units.csv"]
