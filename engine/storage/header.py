"""What can be known of a file before SQLite opens it, by reading a hundred bytes.

Most files that are not ours are told apart here, with a word that says why. And a file that this very process has
open is not read at all: on POSIX systems closing any handle of it would drop the locks SQLite holds.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.core.messages import message
from engine.storage.errors import FileError, speaking_of
from engine.storage.schema import APPLICATION_ID

_MAGIC: Final = b"SQLite format 3\x00"
_COMPANIONS: Final = ("-wal", "-journal")
_SHARED: Final = "-shm"
_WAL: Final = 2

_open_here: set[tuple[int, int]] = set()


@dataclass(frozen=True, slots=True)
class Header:
    """The first page of a file, as far as it tells about the whole."""

    is_settled: bool
    """Closed in good order: one file, nothing waiting in a log beside it."""
    schema: int
    """As the first page says; a log beside the file may know better."""
    lacks_log: bool = False
    """Left open by a program that died, and brought here without the log in which its last changes are."""


def read_header(path: Path) -> Header:
    """Look at a file from outside, or raise FileError when it cannot be one of ours."""
    if is_open_here(path):
        raise FileError(message("file.open-here", file=str(path)), path)
    with speaking_of(path):
        if path.is_dir():
            raise FileError(message("file.not-a-file", file=str(path)), path)
        with path.open("rb") as stream:
            head = stream.read(100)
            size = os.fstat(stream.fileno()).st_size
        waiting = [companion for companion in companions(path) if companion.stat().st_size]
    if not head:
        raise FileError(message("file.empty", file=str(path)), path)
    if not _MAGIC.startswith(head[: len(_MAGIC)]) or len(head) < len(_MAGIC):
        raise FileError(message("file.not-sqlite", file=str(path)), path)
    if len(head) < 100:
        raise FileError(message("file.truncated", file=str(path), size=size, expected=100), path)
    if int.from_bytes(head[68:72], "big") != APPLICATION_ID:
        raise FileError(message("file.not-redoubt", file=str(path)), path)
    is_settled = not waiting and _WAL not in head[18:20]
    expected = _expected_size(head)
    if is_settled and size < expected:
        raise FileError(message("file.truncated", file=str(path), size=size, expected=expected), path)
    lacks_log = _WAL in head[18:20] and not path.with_name(f"{path.name}-wal").exists()
    return Header(is_settled, int.from_bytes(head[60:64], "big"), lacks_log)


def _expected_size(head: bytes) -> int:
    """Pages times their size, when the header's count of pages is to be believed."""
    page_size = int.from_bytes(head[16:18], "big")
    pages = int.from_bytes(head[28:32], "big")
    is_current = head[24:28] == head[92:96]
    return pages * (65_536 if page_size == 1 else page_size) if is_current else 0


def companions(path: Path) -> list[Path]:
    """The logs that lie beside a file which is open, or whose program died."""
    return [found for suffix in _COMPANIONS if (found := path.with_name(path.name + suffix)).exists()]


def left_beside(path: Path) -> list[Path]:
    """The logs and whatever else SQLite keeps beside a file, which must not meet another file of that name."""
    shared = path.with_name(path.name + _SHARED)
    return [*companions(path), *([shared] if shared.exists() else [])]


def is_writable(path: Path) -> bool:
    """Whether we may write the file and the logs beside it."""
    return os.access(path, os.W_OK) and os.access(path.absolute().parent, os.W_OK)


def is_open_here(path: Path) -> bool:
    """Whether this process has the file open for work."""
    try:
        found = path.stat()
    except OSError:
        return False
    return (found.st_dev, found.st_ino) in _open_here


def claim(path: Path) -> tuple[int, int]:
    """Note that this process works on a file; returns the token that lets it go."""
    found = path.stat()
    token = (found.st_dev, found.st_ino)
    _open_here.add(token)
    return token


def release(token: tuple[int, int]) -> None:
    """Note that this process has let go of a file."""
    _open_here.discard(token)
