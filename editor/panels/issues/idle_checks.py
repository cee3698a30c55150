"""Runs the checks of the map while the program is idle: a few milliseconds at a time, from the start after a change.

Whoever paints never waits for it. A change stops it at once, and it begins again when the hand has rested a moment.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from editor.checks.map_issues import MapIssue, Step, find_issues
from editor.documents.workbench import Workbench
from editor.panels.issues.kind_meanings import sense_of

SLICE: Final = 0.004
"""Seconds of checking at a time."""
PAUSE: Final = 12
"""Milliseconds between two slices."""
QUIET: Final = 400
"""Milliseconds without a change after which checking begins."""


class IssueHunt(QObject):
    """Checks the open map again and again."""

    began = Signal()
    found = Signal(object)
    """A `MapIssue`."""
    ended = Signal()
    """The whole map was looked at."""

    def __init__(self, bench: Workbench, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bench = bench
        self._steps: Iterator[Step] | None = None
        self.looked_at = 0
        """Things looked at in this round."""
        self.longest = 0.0
        """Seconds the longest slice took, for the bench."""
        self._slices = QTimer(self)
        self._slices.setInterval(PAUSE)
        self._slices.timeout.connect(self._go_on)
        self._quiet = QTimer(self)
        self._quiet.setSingleShot(True)
        self._quiet.timeout.connect(self.begin)

    @property
    def is_running(self) -> bool:
        """Whether the map is being checked, or about to be."""
        return self._slices.isActive() or self._quiet.isActive()

    def restart(self, quiet: int = QUIET) -> None:
        """The map has changed: drop what was begun and wait until the hand rests."""
        self.stop()
        if self._bench.document is not None:
            self._quiet.start(quiet)

    def stop(self) -> None:
        """Check no further."""
        self._slices.stop()
        self._quiet.stop()
        self._steps = None

    def begin(self) -> None:
        """Check from the start."""
        self.stop()
        document = self._bench.document
        if document is None:
            return
        sense = sense_of(self._bench.canvas.picture.looks)
        self._steps = find_issues(document.plan, sense, document.contents)
        self.looked_at = 0
        self.longest = 0.0
        self.began.emit()
        self._slices.start()

    def finish(self) -> None:
        """Check all of it now, for tests and pictures."""
        if self._quiet.isActive() or self._steps is None:
            self.begin()
        while self._steps is not None:
            self._go_on()

    def _go_on(self) -> None:
        steps = self._steps
        if steps is None:
            self._slices.stop()
            return
        start = time.perf_counter()
        until = start + SLICE
        while time.perf_counter() < until:
            step = next(steps, None)
            if step is None:
                self.stop()
                self.ended.emit()
                break
            if isinstance(step, MapIssue):
                self.found.emit(step)
                if self._steps is not steps:
                    return  # someone changed the map when told
            else:
                self.looked_at += step
        self.longest = max(self.longest, time.perf_counter() - start)
