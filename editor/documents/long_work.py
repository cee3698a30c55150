"""Work with a file that takes longer than anyone watches a frozen window: done beside it, and it can be given up.

Opening a map of a million hexes, filling it and taking that back cost seconds in the file. The window stays alive
meanwhile: it shows what is being done and a button to give it up, and takes no other input, because what it shows is
half changed. What is given up is refused like anything else that a file refuses, and leaves everything as it was.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, TypeVar

from PySide6.QtCore import QCoreApplication, QEventLoop, QObject, Qt, QThread, Signal
from PySide6.QtWidgets import QApplication, QProgressDialog

from engine.core.messages import message
from engine.storage.deltas import Delta
from engine.storage.errors import FileError
from engine.storage.giving_up import GivenUpError, giving_up_when
from engine.storage.store import Store

LARGE_FILE: Final = 8 * 1024 * 1024
"""Bytes from which on a file is opened beside the window."""
MANY_ROWS: Final = 50_000
"""Rows from which on a change is written beside the window."""

T = TypeVar("T")


class LongWork(QObject):
    """One piece of work on a thread of its own, and the dialog that is shown meanwhile."""

    ended = Signal()

    def __init__(self, words: str) -> None:
        super().__init__()
        self._unwanted = threading.Event()
        self.dialog = QProgressDialog(words, self.tr("Give Up"), 0, 0)
        self.dialog.setWindowModality(Qt.WindowModality.ApplicationModal)
        self.dialog.setMinimumDuration(0)
        self.dialog.canceled.connect(self._unwanted.set)

    def run(self, work: Callable[[], T]) -> T:
        """What the work gives; raises what it raises, and GivenUpError."""
        outcome: list[T] = []
        trouble: list[BaseException] = []

        def beside() -> None:
            try:
                with giving_up_when(self._unwanted.is_set):
                    outcome.append(work())
            except BaseException as bad:
                trouble.append(bad)
            self.ended.emit()

        loop = QEventLoop()
        self.ended.connect(loop.quit, Qt.ConnectionType.QueuedConnection)
        thread = threading.Thread(target=beside, name="long work")
        self.dialog.show()
        thread.start()
        loop.exec()
        thread.join()
        self.dialog.reset()
        self.dialog.deleteLater()
        if trouble:
            raise trouble[0]
        return outcome[0]


def opened_store(path: Path) -> Store:
    """A file, opened beside the window where it is large; raises FileError."""
    is_large = path.is_file() and path.stat().st_size >= LARGE_FILE
    words = QCoreApplication.translate("LongWork", "Opening {0}...").format(path.name)
    return _beside(path, lambda: Store(path), words) if is_large else Store(path)


def commit_change(store: Store, deltas: Sequence[Delta], label: str) -> None:
    """Write a change, beside the window where it is large; raises FileError."""
    if len(deltas) < MANY_ROWS:
        store.commit(deltas, label)
    else:
        words = QCoreApplication.translate("LongWork", "{0}: writing it into the file...").format(label)
        _beside(store.path, lambda: store.commit(deltas, label), words)


def _beside(path: Path, work: Callable[[], T], words: str) -> T:
    app = QApplication.instance()
    if not isinstance(app, QApplication) or QThread.currentThread() is not app.thread():
        return work()
    try:
        return LongWork(words).run(work)
    except GivenUpError as bad:
        raise FileError(message("file.given-up", file=str(path)), path) from bad
