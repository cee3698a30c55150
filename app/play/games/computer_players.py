"""Computers at the table: each decides when its turn comes, one decision at a time, and can be held and stepped.

Between two decisions the window stays alive. With moves that are seen to happen there is a pause, so that a person
can follow; a computer that is held decides only when it is told to.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

if TYPE_CHECKING:
    from app.play.desk import Desk

_AGAIN = 30
"""Milliseconds until it looks again whether everything has come to rest."""


class Computers(QObject):
    """Decides for the sides that nobody plays."""

    held_changed = Signal(bool)

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._desk = desk
        self.is_held = False
        self.pause: Callable[[], int] = lambda: 0
        """Milliseconds between two decisions."""
        self.is_at_rest: Callable[[], bool] = lambda: True
        """Whether what was decided last is seen to have happened."""
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._decide)
        desk.showing.refreshed.connect(self._wait)

    def stop(self) -> None:
        """Decide nothing more for now."""
        self._soon.stop()

    def hold(self, on: bool) -> None:
        """Hold the computer, or let it go on."""
        if on is self.is_held:
            return
        self.is_held = on
        if on:
            self.stop()
        self.held_changed.emit(on)
        self._desk.refresh()

    def step(self) -> None:
        """One decision, and then hold."""
        self.stop()
        if not self.is_held:
            self.is_held = True
            self.held_changed.emit(True)
        self._let_decide()

    def _wait(self) -> None:
        table = self._desk.table
        if table is None or not table.is_computers_turn:
            self.stop()
        elif self.is_held:
            self._desk.prompt.say(self.tr("The computer is held. Play, Computer's Next Decision lets it decide once."))
        else:
            self._soon.start(self.pause())

    def _decide(self) -> None:
        if not self.is_at_rest():
            self._soon.start(_AGAIN)
        elif not self.is_held:
            self._let_decide()

    def _let_decide(self) -> None:
        table = self._desk.table
        if table is not None and table.is_computers_turn:
            table.let_computer_decide()
            self._desk.has_decided()
