"""Whether the file that is open still is the file of that name.

SQLite goes on writing happily into a file that somebody deleted, moved, replaced or cut in the meantime, and the work
ends in no file. So where the file and its log lay, how long they were and how the file begins is noted after each of
our changes and compared before the next. The file is looked into through a handle that is opened before SQLite has its
locks and closed after it has let go of them: on POSIX systems closing any handle drops the locks of the whole process.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from engine.core.messages import Message, message
from engine.storage.errors import speaking_of

_HEAD: Final = 100


class Loss(StrEnum):
    """What became of a file under our hands; each has its sentence, `file.lost-...`."""

    GONE = "gone"
    """Deleted, moved or renamed, with its folder perhaps, or its drive is away."""
    REPLACED = "replaced"
    """Another file has its name."""
    CUT = "cut"
    """Shortened or overwritten, so that what SQLite reads from it is not ours any more."""
    LOG_GONE = "log-gone"
    """The log beside it was removed; everything in it is still known."""

    def said(self, path: Path) -> Message:
        """What a person is told of it."""
        return message(f"file.lost-{self.value}", file=str(path))


@dataclass(frozen=True, slots=True)
class _Seen:
    """How a file and its log lay when we last wrote them."""

    size: int
    head: bytes
    log: tuple[int, int] | None
    log_size: int


class Presence:
    """Watches one open file. To be made before SQLite opens it, and closed after."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._log = path.with_name(f"{path.name}-wal")
        with speaking_of(path):
            self._descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
            found = os.fstat(self._descriptor)
        self._identity = (found.st_dev, found.st_ino)
        self._seen: _Seen | None = None

    def note(self) -> None:
        """What is there now is ours. What cannot be noted is found missing by the next look."""
        try:
            log, log_size = self._log_now()
            self._seen = _Seen(self.path.stat().st_size, self._head(), log, log_size)
        except OSError:
            return

    def loss(self) -> Loss | None:
        """What became of the file since, if anything."""
        try:
            found = self.path.stat()
        except OSError:
            return Loss.GONE
        if (found.st_dev, found.st_ino) != self._identity:
            return Loss.REPLACED
        seen = self._seen
        if seen is None:
            return None
        try:
            log, log_size = self._log_now()
            if found.st_size != seen.size or self._head() != seen.head:
                return Loss.CUT
        except OSError:
            return Loss.GONE
        if seen.log is not None and log != seen.log:
            return Loss.LOG_GONE
        return Loss.CUT if log_size < seen.log_size else None

    def silence_log(self) -> None:
        """Keep SQLite from writing its log into a file that is not ours any more, which it does when it closes."""
        try:
            if self._seen is not None and self._seen.log is not None and self._log_now()[0] == self._seen.log:
                os.truncate(self._log, 0)
        except OSError:
            return

    def remove_log(self) -> None:
        """Remove the log that lies beside a name which is not ours any more, if it is our log."""
        try:
            if self._seen is not None and self._seen.log is not None and self._log_now()[0] == self._seen.log:
                self._log.unlink()
        except OSError:
            return

    @property
    def has_own_log(self) -> bool:
        """Whether the log that lies there is ours, so that SQLite may remove it by its name."""
        try:
            return self._seen is not None and self._log_now()[0] == self._seen.log
        except OSError:
            return False

    def close(self) -> None:
        """Let go of the handle, after SQLite has let go of its locks."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def _head(self) -> bytes:
        os.lseek(self._descriptor, 0, os.SEEK_SET)
        return os.read(self._descriptor, _HEAD)

    def _log_now(self) -> tuple[tuple[int, int] | None, int]:
        try:
            found = self._log.stat()
        except FileNotFoundError:
            return None, 0
        return (found.st_dev, found.st_ino), found.st_size
