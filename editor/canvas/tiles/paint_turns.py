"""Turns for items that paint between frames: the map, scans and what lies over them never all paint in one breath.

Each has a timer of its own, and all timers of a loop of the program fire one after the other; without turns four items
would hold the program up four times as long as one may.
"""

from __future__ import annotations

import time
from typing import Final

_PAUSE: Final = 0.002
"""Seconds that must lie between the work of two items: long enough for the loop to have come round."""
_PATIENCE: Final = 0.05
"""Seconds for which an item that was turned away counts as waiting; it may be gone since."""


class PaintTurns:
    """Who may paint now. An item alone always may."""

    def __init__(self) -> None:
        self._last = 0
        self._ended = 0.0
        self._waiting_since = 0.0

    def may(self, item: object) -> bool:
        """Whether this item has its turn; one that is turned away asks again."""
        now = time.monotonic()
        if self._last == id(item):
            return now - self._waiting_since > _PATIENCE
        if now - self._ended < _PAUSE:
            self._waiting_since = now
            return False
        self._last, self._waiting_since = id(item), 0.0
        return True

    def done(self) -> None:
        """Whoever had its turn has painted."""
        self._ended = time.monotonic()


TURNS: Final = PaintTurns()
