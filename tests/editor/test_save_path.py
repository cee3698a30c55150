"""Where a dialog offers to write something, or to take something in."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from editor import save_path
from editor.open_path import ask_open_path, ask_open_paths
from editor.save_path import ask_save_path, remember_folder


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


def test_a_file_is_looked_for_where_a_person_was_last(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project, tables = tmp_path / "project", tmp_path / "tables"
    project.mkdir()
    tables.mkdir()
    offered: list[str] = []

    def one(parent: QWidget, title: str, folder: str, *_: object) -> tuple[str, str]:
        offered.append(folder)
        return str(tables / "units.csv"), ""

    def none(parent: QWidget, title: str, folder: str, *_: object) -> tuple[list[str], str]:
        offered.append(folder)
        return [], ""

    monkeypatch.setattr(QFileDialog, "getOpenFileName", one)
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", none)
    monkeypatch.setattr(save_path, "_folders", [])
    asker = QWidget()
    qtbot.addWidget(asker)
    assert ask_open_paths(asker, "Scans", "") == []
    remember_folder(project)
    assert ask_open_path(asker, "Units", "") == tables / "units.csv"
    assert ask_open_paths(asker, "Scans", "") == []
    tables.rmdir()
    assert ask_open_paths(asker, "Scans", "") == []
    assert offered == [str(Path.home()), str(project), str(tables), str(Path.home())]
