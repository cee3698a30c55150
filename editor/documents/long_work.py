"""Work that takes longer than anyone watches a frozen window: done beside it, and it can be given up.

Opening a map of a million hexes, filling it and taking that back cost seconds. The window stays alive meanwhile: after
a moment it shows what is being done, how far that is, and a button to give it up, and it takes no other input. The map
that it shows does not change before the work is done, so whatever else looks at it finds it whole. What is given up is
refused like anything else, and leaves everything as it was.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

from PySide6.QtCore import QCoreApplication, QEventLoop, QObject, Qt, QThread, QTimer, Signal
from PySide6.QtWidgets import QApplication, QProgressDialog, QWidget

from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.core.progress import GivenUpError, watched
from engine.definitions.plan import MapPlan
from engine.definitions.project import Project
from engine.storage.contents import Contents
from engine.storage.errors import FileError
from engine.storage.store import Store

LARGE_FILE: Final = 8 * 1024 * 1024
"""Bytes from which on a file is opened beside the window."""
MANY: Final = 50_000
"""Things to change, or hexes to look at, from which on that is done beside the window."""
MOMENT: Final = 0.15
"""Seconds in which most of it is done, so that nothing needs to be shown."""
LOOK_AGAIN: Final = 40
"""Milliseconds between two looks at how far it is."""
_FINE: Final = 1000
"""Steps of the bar."""

T = TypeVar("T")


class LongWork(QObject):
    """One piece of work on a thread of its own, and the dialog that is shown meanwhile."""

    ended = Signal()

    def __init__(self, words: str) -> None:
        super().__init__()
        self._unwanted = threading.Event()
        self._is_over = threading.Event()
        self._done = 0
        self._words = words

    def run(self, work: Callable[[], T]) -> T:
        """What the work gives; raises what it raises, and GivenUpError."""
        outcome: list[T] = []
        trouble: list[BaseException] = []

        def beside() -> None:
            try:
                with watched(self._unwanted.is_set, self._tell):
                    outcome.append(work())
            except BaseException as bad:
                trouble.append(bad)
            self._is_over.set()
            self.ended.emit()

        thread = threading.Thread(target=beside, name="long work")
        loop = QEventLoop()
        self.ended.connect(loop.quit, Qt.ConnectionType.QueuedConnection)
        thread.start()
        if not self._is_over.wait(MOMENT):
            self._wait(loop)
        thread.join()
        if trouble:
            raise trouble[0]
        return outcome[0]

    def _wait(self, loop: QEventLoop) -> None:
        """Show the dialog until the work has ended, be it done or given up."""
        dialog = QProgressDialog(self._words, self.tr("Give Up"), 0, 0, _window())
        dialog.setWindowModality(Qt.WindowModality.ApplicationModal)
        dialog.setMinimumDuration(0)
        dialog.setAutoClose(False)
        dialog.setAutoReset(False)
        dialog.canceled.connect(self._unwanted.set)

        def show_progress() -> None:
            if self._done:
                dialog.setMaximum(_FINE)
                dialog.setValue(min(self._done, _FINE - 1))

        looks = QTimer(dialog)
        looks.timeout.connect(show_progress)
        looks.start(LOOK_AGAIN)
        dialog.show()
        loop.exec()
        looks.stop()
        dialog.reset()
        dialog.hide()
        dialog.deleteLater()

    def _tell(self, share: float) -> None:
        """From the other thread: noted here, and looked at when the dialog has its turn."""
        self._done = max(self._done, int(share * _FINE))


def opened_store(path: Path) -> Store:
    """A file, opened beside the window where it is large; raises FileError."""
    is_large = path.is_file() and path.stat().st_size >= LARGE_FILE
    words = QCoreApplication.translate("LongWork", "Opening {0}...").format(path.name)
    return with_file(path, lambda: Store(path), words, is_long=is_large)


def with_file(path: Path, work: Callable[[], T], words: str, *, is_long: bool) -> T:
    """Work with a file, beside the window where it takes long; raises FileError."""
    try:
        return LongWork(words).run(work) if is_long and _is_in_window() else work()
    except GivenUpError as bad:
        raise FileError(message("file.given-up", file=str(path)), path) from bad


def with_patience(work: Callable[[], T], words: str, *, is_long: bool) -> T:
    """Find something out that changes nothing, beside the window where it takes long; raises CannotEdit."""
    try:
        return LongWork(words).run(work) if is_long and _is_in_window() else work()
    except GivenUpError as bad:
        raise CannotEdit(message("edit.cannot.given-up")) from bad


def with_plan(plan: MapPlan, work: Callable[[], T], words: str) -> T:
    """Find something out about a map, which stays as it is, beside the window where it is large; raises CannotEdit."""
    return with_patience(work, words, is_long=is_large(plan))


def is_large(plan: MapPlan) -> bool:
    """Whether a map has so many hexes that going over all of them takes its time."""
    return sum(sheet.size[0] * sheet.size[1] for sheet in plan.sheets.values()) >= MANY


def has_large_text(project: Project) -> bool:
    """Whether documents of text have a map of that sort, which is not made yet."""
    sizes = ([sheet.size for sheet in model.sheets] for model in project.maps.values())
    return any(sum(cols * rows for cols, rows in size) >= MANY for size in sizes)


def has_large_map(contents: Contents) -> bool:
    """Whether a file has a map of that sort."""
    return any(is_large(plan) for plan in contents.maps.values())


def _window() -> QWidget | None:
    """What the dialog stands before: never a window that is closed already and would take it along."""
    active = QApplication.activeWindow()
    if active is not None and active.isVisible():
        return active
    return next((each for each in QApplication.topLevelWidgets() if each.isVisible() and each.isWindow()), None)


def _is_in_window() -> bool:
    """Whether there is a window that would stand still."""
    app = QApplication.instance()
    return isinstance(app, QApplication) and QThread.currentThread() is app.thread()
