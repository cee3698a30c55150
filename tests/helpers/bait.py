"""A file that nobody may open: it tells whether somebody did, the widgets of Qt included.

Python sees only what Python opens, so the system is asked, where it can tell (inotify, on Linux).
"""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path
from types import TracebackType
from typing import Self

_WHEN_OPENED = 0x20
_NOT_WAITING = 0o4000


class Bait:
    """Watches a file of its own as long as it is entered."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.write_bytes(b"not for you")
        self._watch = -1

    def was_taken(self) -> bool:
        """Whether anybody has opened the file since the last time this was asked."""
        try:
            return self._watch >= 0 and bool(os.read(self._watch, 65_536))
        except BlockingIOError:
            return False

    def __enter__(self) -> Self:
        if sys.platform == "linux":
            system = ctypes.CDLL(None, use_errno=True)
            self._watch = system.inotify_init1(_NOT_WAITING)
            system.inotify_add_watch(self._watch, os.fsencode(self.path), _WHEN_OPENED)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._watch >= 0:
            os.close(self._watch)
