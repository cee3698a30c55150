"""Whole files written in one stroke: new ones, copies, and what Save As makes.

Whatever is written takes its place as `replacing` says. SQLite's own copy is used, which is the same bytes for the same
contents.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from engine.core.messages import Message
from engine.storage import history
from engine.storage.blobs import Blob, put
from engine.storage.collector import collector_at_rest
from engine.storage.connection import Access, Database
from engine.storage.contents import Contents, everything
from engine.storage.deltas import Delta
from engine.storage.errors import FileError, speaking_of
from engine.storage.replacing import in_one_stroke
from engine.storage.schema import APPLICATION_ID, METADATA, SCHEMA_VERSION
from engine.storage.writing import apply_deltas


def write_new(path: Path, contents: Contents, scans: Iterable[Blob] = (), *, name: str = "") -> None:
    """A new file with these contents, whose first version has this name."""
    with speaking_of(path), collector_at_rest():
        rows = everything(contents)
    write_rows(path, rows, scans, name=name)


def write_rows(path: Path, rows: Sequence[Delta], scans: Iterable[Blob] = (), *, name: str = "") -> None:
    """The same of rows that are known already."""
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
                    apply_deltas(connection, rows)
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
