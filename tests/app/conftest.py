"""The real window, with settings and a recovery folder of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from app.application import application
from app.window import MainWindow
from engine.narration.language import ENGLISH, speak
from tests.app.walker import Walker


@pytest.fixture
def settings(tmp_path: Path, qapp: QApplication) -> QSettings:
    """Those of someone who knows the game, has no phase checked before it ends, and makes forced decisions himself."""
    application()
    made = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    made.setValue("play/check-ends", False)
    made.setValue("animate", False)
    made.setValue("play/forced", False)
    made.setValue("play/enter-rest", 0)
    return made


@pytest.fixture
def window(qtbot: QtBot, settings: QSettings, tmp_path: Path) -> MainWindow:
    made = MainWindow(settings, tmp_path / "recovery")
    qtbot.addWidget(made, before_close_func=leave_without_a_word)
    made.resize(1280, 800)
    made.show()
    made.activateWindow()
    return made


def leave_without_a_word(window: MainWindow) -> None:
    """Before a window is closed: nobody is there to be asked about work without a name."""
    window.show_dark(False)
    window.files.close()


@pytest.fixture(autouse=True)
def refusals(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the message box would have said; a box would wait for ever."""
    said: list[str] = []
    monkeypatch.setattr(QMessageBox, "critical", lambda _parent, _title, line: said.append(line))
    return said


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    """A command that was told to speak French speaks it to the end of its process, which other tests share."""
    yield
    speak(ENGLISH)


@pytest.fixture
def walker(window: MainWindow) -> Walker:
    """Someone who clicks and types."""
    return Walker(window)
