"""Whole files written in one stroke: new ones, copies, and what Save As makes.

Whatever is written is finished and on the disk under another name first, and then takes its name; at any instant there
is either the old file or the new one. SQLite's own copy is used, which is the same bytes for the same contents.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.core.messages import Message, message
from engine.storage import history
from engine.storage.blobs import Blob, put
from engine.storage.collector import collector_at_rest
from engine.storage.connection import Access, Database
from engine.storage.contents import Contents, everything
from engine.storage.errors import FileError, check_file_name, speaking_of
from engine.storage.header import companions, is_open_here, read_header
from engine.storage.migrations import sync
from engine.storage.schema import APPLICATION_ID, METADATA, SCHEMA_VERSION
from engine.storage.writing import apply_deltas


@contextmanager
def in_one_stroke(path: Path) -> Iterator[Path]:
    """Write to the path given here; it takes the place of `path` when all went well, and leaves no trace otherwise."""
    refuse_if_in_use(path)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(6)}.tmp")
    try:
        yield draft
        with speaking_of(path):
            sync(draft)
            draft.replace(path)
            sync(path)
    finally:
        for left in (draft, *companions(draft)):
            left.unlink(missing_ok=True)


def write_new(path: Path, contents: Contents, scans: Iterable[Blob] = (), *, name: str = "") -> None:
    """A new file with these contents, whose first version has this name."""
    with in_one_stroke(path) as draft:
        database = Database(draft, Access.CREATE, about=path)
        try:
            for pragma in ("journal_mode=OFF", "synchronous=OFF", f"application_id={APPLICATION_ID}"):
                database.outside(f"PRAGMA {pragma}")
            with database.transaction() as connection:
                METADATA.create_all(connection, checkfirst=False)
                connection.exec_driver_sql(f"PRAGMA user_version={SCHEMA_VERSION:d}")
                for scan in scans:
                    put(database, connection, scan)
                with collector_at_rest():
                    apply_deltas(connection, everything(contents))
                history.name_version(connection, name)
        finally:
            database.close()


def copy_database(database: Database, path: Path) -> None:
    """A copy of an open file, history and all."""
    with in_one_stroke(path) as draft:
        try:
            database.outside("VACUUM INTO ?", str(draft))
        except FileError as bad:
            raise FileError(Message(bad.message.key, {**bad.message.args, "file": str(path)}), path) from bad


def refuse_if_in_use(path: Path) -> None:
    """Raise FileError when a file that is about to be replaced is open somewhere."""
    check_file_name(path)
    with speaking_of(path):
        if path.is_dir():
            raise FileError(message("file.not-a-file", file=str(path)), path)
    if is_open_here(path):
        raise FileError(message("file.open-here", file=str(path)), path)
    if is_locked(path):
        raise FileError(message("file.locked", file=str(path)), path)


def is_locked(path: Path) -> bool:
    """Whether another process has a file open for work; one that was closed in good order is not."""
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
