"""Why an export does not happen: it was too much, or the person changed their mind."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from engine.core.messages import Message

Progress: TypeAlias = Callable[[float], bool]
"""Told now and then how much is done, from 0 to 1; answers whether to go on."""


class CannotExport(Exception):  # noqa: N818 - says what is so
    """What was asked for cannot be exported; nothing was written."""

    def __init__(self, said: Message) -> None:
        super().__init__(said)
        self.message = said

    def __str__(self) -> str:
        return str(self.message)


class Cancelled(Exception):  # noqa: N818
    """The person stopped the export; nothing was written."""


class Steps:
    """Counts what is done of a known amount, and stops the work when the person says so."""

    def __init__(self, total: float, progress: Progress | None) -> None:
        self._total = max(total, 1e-9)
        self._done = 0.0
        self._progress = progress

    def took(self, amount: float = 1.0) -> None:
        """So much more is done; raises Cancelled."""
        self._done += amount
        self.look()

    def end(self) -> None:
        """It is all done, and written: too late to change one's mind."""
        if self._progress is not None:
            self._progress(1.0)

    def look(self) -> None:
        """Nothing new, but the person may have changed their mind; raises Cancelled."""
        if self._progress is not None and not self._progress(min(self._done / self._total, 1.0)):
            raise Cancelled
