"""An experiment that runs beside the window: its games in processes of their own, its news on the window's thread."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, Qt, Signal

from engine.core.messages import Message
from engine.lab.arms import LabError, failed
from engine.lab.crews import Crew
from engine.lab.experiments import Experiment, Progress, run
from engine.lab.shelves import ResultShelf
from engine.storage.errors import FileError


@dataclass(slots=True, eq=False)
class _CurrentRun:
    """One run that is under way: written by its thread, read by the window's once that has ended."""

    stop: threading.Event = field(default_factory=threading.Event)
    thread: threading.Thread | None = None
    progress: Progress | None = None
    trouble: Message | None = None


class LabRun(QObject):
    """One run at a time. What a run says that is over already is not heard any more."""

    told = Signal(object)
    """How far it is: a `Progress`."""
    ended = Signal()
    """All is played, it was stopped, or it failed; `trouble` says so."""
    _heard = Signal(object, object)
    _finished = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.trouble: Message | None = None
        self._now: _CurrentRun | None = None
        self._heard.connect(self._tell, Qt.ConnectionType.QueuedConnection)
        self._finished.connect(self._end, Qt.ConnectionType.QueuedConnection)

    @property
    def is_running(self) -> bool:
        return self._now is not None

    def begin(self, experiment: Experiment, shelf: ResultShelf, crew: Crew) -> None:
        """Play what is missing of an experiment."""
        self.stop()
        self.trouble = None
        now = self._now = _CurrentRun()
        arguments = (now, experiment, shelf, crew)
        now.thread = threading.Thread(target=self._work, args=arguments, name="playtest", daemon=True)
        now.thread.start()

    def _work(self, now: _CurrentRun, experiment: Experiment, shelf: ResultShelf, crew: Crew) -> None:
        try:
            for progress in run(experiment, shelf, crew, lambda: not now.stop.is_set()):
                now.progress = progress
                self._heard.emit(now, progress)
        except (LabError, FileError) as bad:
            now.trouble = bad.message
        except Exception as bad:  # whatever went wrong in a thread is told in the window, never lost
            now.trouble = failed(bad).message
        self._finished.emit(now)

    def stop(self) -> None:
        """Play no further, and wait until the processes have ended; what was played stays."""
        if self._now is not None:
            self._now.stop.set()
            self._end(self._now)

    def _tell(self, now: _CurrentRun, progress: Progress) -> None:
        if now is self._now:
            self.told.emit(progress)

    def _end(self, now: _CurrentRun) -> None:
        """Once a run, whoever comes first: the one who stops it or the word of its thread that it has ended."""
        if now is not self._now or now.thread is None:
            return
        now.thread.join()
        self._now, self.trouble = None, now.trouble
        if now.progress is not None:
            self.told.emit(now.progress)
        self.ended.emit()
