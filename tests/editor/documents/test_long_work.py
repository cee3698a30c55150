"""What takes long is done beside the window, which stays alive and can give it up."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QProgressDialog

from editor.documents import long_work
from editor.documents.long_work import LongWork, commit_change, opened_store
from engine.definitions.plan import TextPlan
from engine.storage.errors import FileError
from engine.storage.giving_up import GivenUpError, give_up_if_unwanted, giving_up_when
from engine.storage.map_encoding import part_deltas
from engine.storage.store import Store
from tests.helpers.projects import small_contents


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "a.redoubt"
    Store.create(path, small_contents()).close()
    return path


def give_up_at_once() -> None:
    for dialog in QApplication.topLevelWidgets():
        if isinstance(dialog, QProgressDialog):
            dialog.canceled.emit()


def test_the_window_goes_on_while_the_work_is_done(qapp: QApplication) -> None:
    ticked = threading.Event()
    QTimer.singleShot(0, ticked.set)
    assert LongWork("Working").run(lambda: ticked.wait(60))


def test_work_that_is_given_up_ends(qapp: QApplication) -> None:
    def work() -> None:
        while True:
            give_up_if_unwanted()

    QTimer.singleShot(0, give_up_at_once)
    with pytest.raises(GivenUpError):
        LongWork("Working").run(work)


def test_a_large_file_is_opened_beside_the_window(
    qapp: QApplication, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    where: list[threading.Thread] = []
    monkeypatch.setattr(long_work, "LARGE_FILE", 1)

    def opened(path: Path) -> Store:
        where.append(threading.current_thread())
        return Store(path)

    monkeypatch.setattr(long_work, "Store", opened)
    opened_store(path).close()
    assert where[0] is not threading.main_thread()


def test_what_goes_wrong_beside_the_window_is_said_in_it(
    qapp: QApplication, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_work, "LARGE_FILE", 1)
    path.write_bytes(b"rubbish")
    with pytest.raises(FileError):
        opened_store(path)


def test_a_change_that_is_given_up_leaves_the_file_as_it_was(
    qapp: QApplication, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_work, "MANY_ROWS", 1)
    with Store(path) as store:
        plan = store.contents.maps["ford"]
        texts = [TextPlan(f"t-{number}", "x", (0.0, 0.0)) for number in range(9000)]
        many = [delta for text in texts for delta in part_deltas(plan, None, text)]
        monkeypatch.setattr(LongWork, "run", _unwanted)
        with pytest.raises(FileError) as bad:
            commit_change(store, many, "Many")
        assert bad.value.message.key == "file.given-up"
        assert store.read().maps["ford"].texts.keys() == {"text"}
        monkeypatch.undo()
        commit_change(store, many, "Many")
        assert len(store.read().maps["ford"].texts) == 9001


def _unwanted(_work: LongWork, act: object) -> object:
    """As if somebody had pressed the button before the first row was written."""
    with giving_up_when(lambda: True):
        return act()  # type: ignore[operator]
