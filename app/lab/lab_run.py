"""An experiment that runs beside the window: its games in processes of their own, its news on the window's thread."""

from __future__ import annotations

import threading

from PySide6.QtCore import QObject, Qt, Signal

from engine.core.messages import Message, message
from engine.lab.arms import LabError
from engine.lab.crews import Crew
from engine.lab.experiments import Experiment, run
from engine.lab.shelves import ResultShelf
from engine.storage.errors import FileError


class LabRun(QObject):
    """One run at a time."""

    told = Signal(object)
    """How far it is: a `Progress`."""
    ended = Signal()
    """All is played, it was stopped, or it failed; `trouble` says so."""
    _heard = Signal(object)
    _finished = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.trouble: Message | None = None
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()
        self._heard.connect(self.told, Qt.ConnectionType.QueuedConnection)
        self._finished.connect(self._end, Qt.ConnectionType.QueuedConnection)

    @property
    def is_running(self) -> bool:
        return self._thread is not None

    def begin(self, experiment: Experiment, shelf: ResultShelf, crew: Crew) -> None:
        """Play what is missing of an experiment."""
        self.stop()
        self.trouble = None
        self._stop = threading.Event()
        arguments = (experiment, shelf, crew, self._stop)
        self._thread = threading.Thread(target=self._work, args=arguments, name="playtest", daemon=True)
        self._thread.start()

    def _work(self, experiment: Experiment, shelf: ResultShelf, crew: Crew, stop: threading.Event) -> None:
        trouble: Message | None = None
        try:
            for progress in run(experiment, shelf, crew, lambda: not stop.is_set()):
                self._heard.emit(progress)
        except (LabError, FileError) as bad:
            trouble = bad.message
        except Exception as bad:  # whatever went wrong in a thread is told in the window, never lost
            trouble = message("lab.failed", problem=f"{type(bad).__name__}: {bad}")
        self._finished.emit((stop, trouble))

    def stop(self) -> None:
        """Play no further, and wait until the processes have ended; what was played stays."""
        thread = self._thread
        if thread is None:
            return
        self._stop.set()
        thread.join()
        self._thread = None
        self.ended.emit()

    def _end(self, told: tuple[threading.Event, Message | None]) -> None:
        stop, self.trouble = told
        if stop is self._stop and self._thread is not None:
            self._thread.join()
            self._thread = None
            self.ended.emit()
