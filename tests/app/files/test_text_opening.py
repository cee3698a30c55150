"""A map of text that is large is read and made beside the window, and can be given up."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QProgressDialog

from app.files import open_file, text_opening
from app.modes import Mode
from app.window import MainWindow
from editor.documents import long_work
from engine.core.progress import GivenUpError, give_up_if_unwanted, watched
from engine.definitions import strict_yaml
from engine.definitions.documents import dump_document
from engine.definitions.maps.map_places import Places
from engine.definitions.maps.map_writing import model_of
from engine.definitions.plan import ShapePlan
from tests.helpers.plans import small_plan


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "map.yaml"
    path.write_text(dump_document(model_of(small_plan())), encoding="utf-8")
    return path


@pytest.fixture
def beside(monkeypatch: pytest.MonkeyPatch) -> dict[str, bool]:
    """What was done beside the window, by its name, where every text and every map counts as large."""
    seen: dict[str, bool] = {}

    def noting(name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def done(*words: Any) -> Any:
            seen[name] = threading.current_thread() is not threading.main_thread()
            return work(*words)

        return done

    for name in ("read_project", "opened_project"):
        monkeypatch.setattr(text_opening, name, noting(name, getattr(text_opening, name)))
    monkeypatch.setattr(long_work, "MANY", 1)
    monkeypatch.setattr(text_opening, "LARGE_TEXT", 1)
    return seen


def test_a_large_map_of_text_is_read_and_made_beside_the_window(
    window: MainWindow, text: Path, beside: dict[str, bool]
) -> None:
    assert window.open(str(text))
    assert beside == {"read_project": True, "opened_project": True}
    window.set_mode(Mode.EDIT)
    assert window.mode is Mode.EDIT


def test_a_small_one_is_not(
    window: MainWindow, text: Path, beside: dict[str, bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    assert window.open(str(text))
    assert beside == {}


@pytest.mark.usefixtures("beside")
def test_a_map_of_text_that_is_given_up_leaves_what_was_open(
    window: MainWindow, text: Path, refusals: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert window.open("ford")
    before = window.files.opened

    def never_ends(*_: object) -> None:
        while True:
            give_up_if_unwanted()

    def give_up() -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, QProgressDialog):
            dialog.canceled.emit()

    monkeypatch.setattr(text_opening, "opened_project", never_ends)
    looks = QTimer()
    looks.timeout.connect(give_up)
    looks.start(0)
    assert not window.open(str(text))
    looks.stop()
    assert window.files.opened is before
    assert len(refusals) == 1


def test_reading_text_and_its_labels_asks_whether_it_is_wanted() -> None:
    long = "\n".join(f"- {number}" for number in range(20_000))
    with watched(lambda: True), pytest.raises(GivenUpError):
        strict_yaml.load(long)
    with watched(lambda: True), pytest.raises(GivenUpError):
        Places(small_plan()).key("somewhere")


def test_closing_a_large_map_gives_its_memory_back(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[bool] = []
    monkeypatch.setattr(open_file, "give_back_memory", lambda: given.append(True))
    assert window.open("ford")
    window.files.close()
    QApplication.processEvents()
    assert given == [], "a small one is not worth it"
    monkeypatch.setattr(long_work, "MANY", 1)
    assert window.open("ford")
    window.files.close()
    QApplication.processEvents()
    assert given == [True]


def test_a_map_that_cannot_be_written_down_is_told_when_it_is_to_be_played(window: MainWindow) -> None:
    assert window.open("ford")
    window.set_mode(Mode.EDIT)
    plan = window.files.project.contents.maps["ford"] if window.files.project is not None else small_plan()
    plan.shapes["<b>"] = ShapePlan("<b>", (((1.0, 1.0), (2.0, 1.0), (1.0, 2.0)),), terrain="clear")
    window.set_mode(Mode.PLAY)
    assert window.mode is Mode.EDIT
    assert window.play.issues is not None
    assert window.play.issues.isVisible()
    window.play.issues.close()
