"""What can go wrong with a file, said in one message that names it.

SQLite, the operating system and our own checks all end here: whoever opens or saves a file has one exception
to catch, and a person reads which file, what is wrong with it and what was not lost.
"""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from engine.core.messages import Message, message
from engine.definitions.bounds import LONGEST_FILE_NAME
from engine.storage.coding.columns import ColumnError


class FileError(Exception):
    """A file cannot be opened, read or written; nothing was changed in it."""

    def __init__(self, said: Message, path: Path) -> None:
        super().__init__(said)
        self.message = said
        self.path = path

    def __str__(self) -> str:
        return str(self.message)


@contextmanager
def speaking_of(path: Path) -> Iterator[None]:
    """Inside, whatever SQLite or the system refuse becomes a `FileError` about this file."""
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error) as bad:
        raise FileError(_said_of_sqlite(bad, path), path) from bad
    except OSError as bad:
        raise FileError(_said_of_system(bad, path), path) from bad
    except UnicodeDecodeError as bad:
        raise FileError(message("file.damaged", file=str(path), problem=str(bad)), path) from bad
    except (OverflowError, UnicodeEncodeError, ColumnError) as bad:
        raise FileError(message("file.not-storable", file=str(path), problem=str(bad)), path) from bad


def _said_of_sqlite(bad: Exception, path: Path) -> Message:
    cause: BaseException | None = bad.orig if isinstance(bad, DBAPIError) else bad
    code = getattr(cause, "sqlite_errorcode", None)
    name = str(path)
    match None if code is None else code & 0xFF:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return message("file.locked", file=name)
        case sqlite3.SQLITE_INTERRUPT:
            return message("file.given-up", file=name)
        case sqlite3.SQLITE_FULL:
            return message("file.disk-full", file=name)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return message("file.read-only", file=name)
        case sqlite3.SQLITE_NOTADB:
            return message("file.not-sqlite", file=name)
        case sqlite3.SQLITE_CANTOPEN:
            return message("file.cannot-open", file=name)
        case sqlite3.SQLITE_IOERR:
            return message("file.disk-trouble", file=name, problem=str(cause))
        case sqlite3.SQLITE_TOOBIG:
            return message("file.too-big", file=name)
        case sqlite3.SQLITE_CONSTRAINT:
            return message("file.refused-change", file=name, problem=str(cause))
    return message("file.damaged", file=name, problem=str(cause))


def name_too_long(path: Path) -> Message:
    """What is said of a path that the system cannot hold, or of a name that leaves no room for the logs beside it."""
    return message("file.name-too-long", file=f"{path.name[:40]}...", limit=LONGEST_FILE_NAME)


def _said_of_system(bad: OSError, path: Path) -> Message:
    name = str(path)
    match bad.errno:
        case errno.ENOENT | errno.ENOTDIR if not _has_folder(path):
            return message("file.no-folder", folder=str(path.parent))
        case errno.ENOENT:
            return message("file.not-found", file=name)
        case errno.ENAMETOOLONG:
            return name_too_long(path)
        case errno.EISDIR | errno.ENOTDIR:
            return message("file.not-a-file", file=name)
        case errno.EACCES | errno.EPERM:
            return message("file.no-permission", file=name)
        case errno.EROFS:
            return message("file.read-only", file=name)
        case errno.ENOSPC | errno.EDQUOT:
            return message("file.disk-full", file=name)
    return message("file.disk-trouble", file=name, problem=bad.strerror or type(bad).__name__)


def _has_folder(path: Path) -> bool:
    """Whether the folder that a file is to lie in is there; one that may not be looked into is."""
    try:
        return path.parent.is_dir()
    except OSError:
        return True
