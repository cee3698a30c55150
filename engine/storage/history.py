"""The journal of a file and the versions named in it.

Every commit leaves an entry with what it changed, both ways. A version is a name for a place in the journal: going
back to one takes back, in one new commit, everything that came after it, so that going back loses nothing either.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

import sqlalchemy as sa

from engine.core.messages import message
from engine.storage.connection import Database
from engine.storage.deltas import Delta, JournalError, folded, packed, unpacked
from engine.storage.errors import FileError
from engine.storage.schema import DOCUMENTS, JOURNAL, SHELVES, VERSION

_RECORD = sa.insert(JOURNAL)
"""Built once: every stroke of the brush is a commit."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One commit: when, what the editor called it, and how many rows it changed."""

    id: int
    at: str
    label: str
    changes: int


@dataclass(frozen=True, slots=True)
class Version:
    """A state of the file that has a name."""

    id: int
    at: str
    name: str
    journal: int
    """The last commit it contains."""


def entries(database: Database, *, limit: int = 200, before: int | None = None) -> list[Entry]:
    """The latest commits, newest first; `before` goes on from an earlier answer."""
    query = sa.select(JOURNAL.c.id, JOURNAL.c.at, JOURNAL.c.label, JOURNAL.c.changes).order_by(JOURNAL.c.id.desc())
    if before is not None:
        query = query.where(JOURNAL.c.id < before)
    return [Entry(*row) for row in database.rows(query.limit(limit))]


@dataclass(frozen=True, slots=True)
class Touch:
    """A commit that changed some documents, and how many rows of which tables it changed of them."""

    entry: Entry
    rows: Mapping[str, int]


MOST_SEARCHED: Final = 5_000
"""Commits that are looked into for what they changed."""
_AT_ONCE: Final = 100
"""Commits that are in memory at a time: each may have changed a whole map."""


def touching(database: Database, documents: Collection[str], *, limit: int = 200) -> list[Touch]:
    """The latest commits that changed documents of these ids, newest first; one that cannot be read is passed over."""
    found: list[Touch] = []
    for *entry, data in _latest(database):
        try:
            deltas = unpacked(data)
        except JournalError:
            continue
        rows = Counter(delta.table for delta in deltas if delta.table in DOCUMENTS and delta.key[0] in documents)
        if rows:
            found.append(Touch(Entry(*entry), rows))
        if len(found) == limit:
            break
    return found


def _latest(database: Database) -> Iterator[Any]:
    """Commits with what they changed, newest first, a few at a time."""
    columns = (JOURNAL.c.id, JOURNAL.c.at, JOURNAL.c.label, JOURNAL.c.changes, JOURNAL.c.deltas)
    query = sa.select(*columns).order_by(JOURNAL.c.id.desc()).limit(_AT_ONCE)
    older = query
    for _ in range(MOST_SEARCHED // _AT_ONCE):
        rows = database.rows(older)
        yield from rows
        if len(rows) < _AT_ONCE:
            return
        older = query.where(JOURNAL.c.id < rows[-1].id)


def versions(database: Database) -> list[Version]:
    """The named states, oldest first."""
    query = sa.select(VERSION.c.id, VERSION.c.at, VERSION.c.name, VERSION.c.journal).order_by(VERSION.c.id)
    return [Version(*row) for row in database.rows(query)]


def last_entry(database: Database) -> int:
    """The id of the latest commit, 0 before the first."""
    return int(database.rows(sa.select(sa.func.coalesce(sa.func.max(JOURNAL.c.id), 0)))[0][0])


def record(connection: sa.Connection, deltas: Sequence[Delta], label: str) -> int:
    """Write what a commit changes into the journal, inside its transaction."""
    values = {"at": _now(), "label": label, "changes": len(deltas), "deltas": packed(deltas)}
    written = connection.execute(_RECORD, values)
    return int(written.lastrowid)


def name_version(connection: sa.Connection, name: str) -> Version:
    """Give the present state a name."""
    journal = int(connection.execute(sa.select(sa.func.coalesce(sa.func.max(JOURNAL.c.id), 0))).scalar_one())
    at = _now()
    written = connection.execute(sa.insert(VERSION).values(at=at, name=name, journal=journal))
    return Version(int(written.lastrowid), at, name, journal)


def way_back(database: Database, version: Version) -> list[Delta]:
    """The changes that lead from the present state to a version's."""
    return folded(_undone(database, version.journal))


def _undone(database: Database, journal: int) -> Iterator[Delta]:
    query = sa.select(JOURNAL.c.id, JOURNAL.c.deltas).where(JOURNAL.c.id > journal).order_by(JOURNAL.c.id.desc())
    for number, data in database.rows(query):
        try:
            deltas = unpacked(data)
            unknown = [delta.table for delta in deltas if not _fits(delta)]
            if unknown:
                raise JournalError(f"no table {unknown[0]}")
        except JournalError as bad:
            said = message("file.bad-row", file=str(database.path), table="journal", key=str(number), problem=str(bad))
            raise FileError(said, database.path) from None
        yield from (delta.inverted() for delta in reversed(deltas))


def _fits(delta: Delta) -> bool:
    shelf = SHELVES.get(delta.table)
    return (
        shelf is not None
        and len(delta.key) == len(shelf.keys)
        and all(row is None or len(row) == len(shelf.values) for row in (delta.before, delta.after))
    )


def forget(connection: sa.Connection, version: Version) -> None:
    """Drop the versions before one, and the journal that led to it."""
    connection.execute(sa.delete(VERSION).where(VERSION.c.id < version.id))
    connection.execute(sa.delete(JOURNAL).where(JOURNAL.c.id <= version.journal))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
