"""Taking the place of a file: one way for Save As, import, zips, exports and whatever else writes a file whole.

What is written is finished and on the disk as a draft first, and then takes its name; at any instant there is either
the old file or the new one. A log that lies beside the old file belongs to it: left there, SQLite would play it into
the new one. It is settled into the old file first, or removed where it belongs to nothing any more. A link stays a
link: the file it leads to is replaced.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from engine.core.messages import message
from engine.definitions.bounds import LONGEST_FILE_NAME
from engine.definitions.drafts import draft_beside, remove_draft
from engine.storage.connection import Access, Database
from engine.storage.errors import FileError, speaking_of
from engine.storage.header import is_open_here, left_beside, read_header

LONGEST_PATH: Final = 480
"""Bytes of a whole path; SQLite allows 512 with what it puts behind it."""


def real_path(path: Path) -> Path:
    """The file itself where a link leads to it: logs lie beside the file, and writing writes the file."""
    with speaking_of(path):
        try:
            return path.resolve() if path.is_symlink() else path
        except RuntimeError as bad:
            raise FileError(message("file.cannot-open", file=str(path)), path) from bad


def check_name(path: Path) -> None:
    """Raise FileError about a name that is longer than a file of ours may have."""
    if len(os.fsencode(path.name)) > LONGEST_FILE_NAME:
        raise FileError(message("file.name-too-long", file=str(path), limit=LONGEST_FILE_NAME), path)
    if len(os.fsencode(path.absolute())) > LONGEST_PATH:
        raise FileError(message("file.path-too-long", file=str(path), limit=LONGEST_PATH), path)


@contextmanager
def in_one_stroke(path: Path) -> Iterator[Path]:
    """Write to the path given here; it takes the place of `path` when all went well, and leaves no trace otherwise."""
    path = real_path(path)
    check_name(path)
    refuse_if_in_use(path)
    draft = draft_beside(path)
    try:
        _begin(draft, path)
        yield draft
        with speaking_of(path):
            sync(draft, about=path)
            settle(path)
            draft.replace(path)
            sync(path)
    finally:
        remove_draft(draft)


def _begin(draft: Path, path: Path) -> None:
    """Make the draft; where nothing may be written, that is said of the folder and not of the file.

    A folder like `/proc` answers that the new file does not exist, though the folder does.
    """
    try:
        with speaking_of(path):
            draft.open("xb").close()
    except FileError as bad:
        if bad.message.key not in ("file.no-permission", "file.read-only", "file.not-found"):
            raise
        said = message("file.folder-closed", file=str(path), folder=str(path.absolute().parent))
        raise FileError(said, path) from bad


def settle(path: Path) -> None:
    """Bring what waits in a log beside a file into it; remove a log that fits no file. Raises FileError."""
    if not left_beside(path):
        return
    try:
        read_header(path)
        database = Database(path, Access.WRITE)
        try:
            database.outside("PRAGMA journal_mode=DELETE")
        finally:
            database.close()
    except FileError as bad:
        if bad.message.key in ("file.locked", "file.open-here"):
            raise
    with speaking_of(path):
        for log in left_beside(path):
            log.unlink(missing_ok=True)


def refuse_if_in_use(path: Path) -> None:
    """Raise FileError when a file that is about to be replaced is open somewhere."""
    with speaking_of(path):
        if path.is_dir():
            raise FileError(message("file.not-a-file", file=str(path)), path)
    if is_open_here(path):
        raise FileError(message("file.open-here", file=str(path)), path)
    if is_locked(path):
        raise FileError(message("file.locked", file=str(path)), path)


def is_locked(path: Path) -> bool:
    """Whether another process has a file open for work; one that was closed in good order is not."""
    path = real_path(path)
    try:
        if read_header(path).is_settled:
            return False
    except FileError:
        return False
    shared = path.with_name(f"{path.name}-shm")
    was_there = shared.exists()
    database = None
    try:
        database = Database(path, Access.READ)
        database.rows("SELECT count(*) FROM sqlite_schema")
    except FileError as bad:
        return bad.message.key == "file.locked"
    finally:
        if database is not None:
            database.close()
        if not was_there:
            shared.unlink(missing_ok=True)
    return False


def sync(path: Path, *, about: Path | None = None) -> None:
    """Make sure that a file, and its name in the folder, outlive a power cut; `about` is what messages name."""
    with speaking_of(about or path):
        descriptor = os.open(path, os.O_RDWR)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        if hasattr(os, "O_DIRECTORY"):
            descriptor = os.open(path.absolute().parent, os.O_RDONLY | os.O_DIRECTORY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
