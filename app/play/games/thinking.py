"""Thinking beside the window: one decision at a time on a thread of its own, which can be stopped.

What was thought is handed back to the window's own thread. A thought that is not wanted any longer is waited for, which
is short once its budget is stopped, so that nothing is left running when a game is closed.
"""

from __future__ import annotations

import threading

from PySide6.QtCore import QObject, Qt, Signal

from app.play.games.minds import Thought
from engine.players.player import Budget


class Thinking(QObject):
    """Somebody who thinks, or does not."""

    thought = Signal(object)
    """The choice that was come to."""
    failed = Signal(object)
    """The exception that ended the thinking instead."""
    busy_changed = Signal()
    """Somebody began to think, or stopped."""
    _ended = Signal(int, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._number = 0
        self._budget: Budget | None = None
        self._thread: threading.Thread | None = None
        self._ended.connect(self._hand_over, Qt.ConnectionType.QueuedConnection)

    @property
    def is_busy(self) -> bool:
        return self._thread is not None

    def begin(self, think: Thought) -> None:
        """Think this over, and nothing else any longer."""
        self.stop()
        self._number += 1
        number, budget = self._number, Budget()
        self._budget = budget

        def beside() -> None:
            try:
                self._ended.emit(number, think(budget))
            except Exception as bad:
                self._ended.emit(number, bad)

        self._thread = threading.Thread(target=beside, name="computer player", daemon=True)
        self._thread.start()
        self.busy_changed.emit()

    def stop(self) -> None:
        """Think no further; what comes of it is not wanted."""
        thread, self._thread = self._thread, None
        if thread is None:
            return
        self._number += 1
        if self._budget is not None:
            self._budget.stop()
        thread.join()
        self.busy_changed.emit()

    def _hand_over(self, number: int, found: object) -> None:
        if number != self._number:
            return
        thread, self._thread = self._thread, None
        if thread is not None:
            thread.join()
        self.busy_changed.emit()
        (self.failed if isinstance(found, Exception) else self.thought).emit(found)
