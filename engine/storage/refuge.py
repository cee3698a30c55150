"""Where work goes on when its file is lost under our hands: into the recovery folder, with everything that is known.

SQLite still has a file that was deleted, moved or replaced, and copies it, history and all. Of one that was cut, or
whose drive is away, what is in memory is written: the last state, and the scans that can still be read.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from engine.storage import blobs
from engine.storage.blobs import Blob
from engine.storage.connection import Database
from engine.storage.contents import Contents, everything
from engine.storage.copies import copy_database, write_rows
from engine.storage.deltas import Delta
from engine.storage.errors import FileError, speaking_of
from engine.storage.schema import SCAN

SUFFIX: Final = ".redoubt"


def unnamed_path(folder: Path) -> Path:
    """A new name in the recovery folder, which is made where it is missing."""
    with speaking_of(folder):
        folder.mkdir(parents=True, exist_ok=True)
    return folder / f"unnamed-{secrets.token_hex(8)}{SUFFIX}"


def take_refuge(
    database: Database, contents: Contents, pending: Sequence[Delta], folder: Path, *, is_whole: bool
) -> tuple[Path, Sequence[Delta]]:
    """Write everything into the recovery folder; returns the file, and what of a change in hand is still to be written.

    `contents` may have that change already or not, or by half: a map shows it before it is written.
    """
    path = unnamed_path(folder)
    if is_whole:
        try:
            copy_database(database, path)
        except FileError as bad:
            if bad.message.key == "file.disk-full":
                raise
        else:
            return path, pending
    scans = list(_scans_left(database))
    with speaking_of(path):
        rows = _rows(contents, pending, {scan.sha256 for scan in scans})
    write_rows(path, rows, scans)
    return path, ()


def _rows(contents: Contents, pending: Iterable[Delta], scans: set[str]) -> list[Delta]:
    """The rows that memory knows, with a change laid over them, whether or not it is in them."""
    rows = {(delta.table, delta.key): delta for delta in everything(contents)}
    for delta in pending:
        rows.pop((delta.table, delta.key), None)
        if delta.after is not None:
            rows[delta.table, delta.key] = delta._replace(before=None)
    column = [each.name for each in SCAN.columns if not each.primary_key].index(SCAN.c.sha256.name)
    return [
        delta
        for delta in rows.values()
        if delta.table != SCAN.name or (delta.after is not None and delta.after[column] in scans)
    ]


def _scans_left(database: Database) -> Iterator[Blob]:
    """Every scan that can still be read."""
    try:
        names = blobs.names(database)
    except FileError:
        return
    for name in names:
        try:
            yield blobs.get(database, name)
        except FileError:
            continue
