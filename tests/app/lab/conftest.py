"""The lab on a small scenario, for all tests of this room."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.lab.lab_window import LabWindow
from app.window import MainWindow
from engine.definitions.drafts import STATE
from engine.definitions.folders import save_folder
from tests.engine.lab.quick import SMALL, small_ford


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(STATE, str(tmp_path / "state"))
    folder = tmp_path / "ford"
    save_folder(small_ford(SMALL), folder)
    return folder


@pytest.fixture
def lab(window: MainWindow, folder: Path) -> Iterator[LabWindow]:
    """The lab of a small scenario, between a player who does anything and one who does nothing."""
    assert window.open(str(folder))
    window.menus.playtest.trigger()
    found = window.menus.lab.window
    assert found is not None
    for box, name in zip(found.players, ("random", "idle"), strict=True):
        box.setCurrentIndex(box.findData(name))
    found.workers.setValue(1)
    yield found
    window.menus.lab.close()
