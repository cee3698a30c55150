"""Python's collector works on the window's thread, and nowhere else.

It begins wherever a value happens to be made, and on a thread beside the window it would free there what only the
window's thread may touch: a timer, a model, a scene, the history of a file, in the middle of whatever the window does
with them. The binding sees to widgets, not to these. So the collector is switched off, and the window calls it, as
often as it would have come by itself.
"""

from __future__ import annotations

import gc
from time import process_time
from typing import Final

from PySide6.QtCore import QObject, QTimer

from engine.storage.collector import is_collector_at_rest

EVERY: Final = 500
"""Milliseconds between two looks at how much there may be to collect."""
_SHARE: Final = 50
"""A search of everything that took a while is not repeated before so many times that while."""


class WindowCollector(QObject):
    """Collects in the turns of the window, as long as it is installed."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._looks = QTimer(self)
        self._looks.setInterval(EVERY)
        self._looks.timeout.connect(self.look)
        self._was_on = True
        self._rests_until = 0.0

    def install(self) -> None:
        """From now on it comes only when the window calls."""
        self._was_on = gc.isenabled()
        gc.disable()
        self._looks.start()

    def remove(self) -> None:
        """Let it come by itself again."""
        self._looks.stop()
        if self._was_on:
            gc.enable()

    def look(self) -> int:
        """Collect what is due; how many generations of values were searched."""
        if is_collector_at_rest():
            return 0
        due = [count > most for count, most in zip(gc.get_count(), gc.get_threshold(), strict=True)]
        if not due[0]:
            return 0
        start = process_time()
        oldest = 1 if due[1] else 0
        if due[1] and due[2] and start >= self._rests_until:
            oldest = 2
        gc.collect(oldest)
        if oldest == len(due) - 1:
            took = process_time() - start
            self._rests_until = start + took + took * _SHARE
        return oldest + 1
