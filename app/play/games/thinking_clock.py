"""How long somebody has been thinking, told second by second once it is long enough to be wondered at.

Most decisions are there before anybody asks; a clock that shows itself for each would only flicker.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from app.play.games.thinking import Thinking

_PATIENCE: Final = 2000
"""Milliseconds in which nobody wonders."""
_SECOND: Final = 1000


class ThinkingClock(QObject):
    """Looks at those who think."""

    told = Signal(int)
    """So many seconds; none when nobody thinks any longer."""

    def __init__(self, *thinkers: Thinking, patience: int = _PATIENCE, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thinkers, self._patience = thinkers, patience
        self._since = QElapsedTimer()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._tell)
        for each in thinkers:
            each.busy_changed.connect(self._follow)

    def _follow(self) -> None:
        if any(each.is_busy for each in self._thinkers):
            self._since.start()
            self._timer.start(self._patience)
        else:
            self._timer.stop()
            self.told.emit(0)

    def _tell(self) -> None:
        self._timer.setInterval(_SECOND)
        self.told.emit(max(1, round(self._since.elapsed() / _SECOND)))
