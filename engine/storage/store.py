"""An open file: the working copy itself.

Every command commits what it changed, so that a crash at any instant loses at most the stroke under the mouse. Save
gives the state a name, Revert goes back to one. While it is open the file is locked and has a log beside it; closed, it
is one file again. A file that may not be written opens for reading.
"""

from __future__ import annotations

import tempfile
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from engine.core.messages import message
from engine.storage import blobs, history
from engine.storage.blobs import Blob
from engine.storage.connection import Access, Database
from engine.storage.contents import Contents, diff
from engine.storage.copies import copy_database, is_locked, write_new
from engine.storage.deltas import Delta, JournalError, folded
from engine.storage.errors import FileError, speaking_of
from engine.storage.header import claim, is_writable, read_header, release
from engine.storage.history import Entry, Touch, Version
from engine.storage.inspection import Snapshot
from engine.storage.integrity import read_contents, read_whole, schema_version
from engine.storage.migrations import CURRENT, Lineage, back_up
from engine.storage.notes import read_notes, write_note
from engine.storage.writing import OutOfStepError, apply_deltas


class Store:
    """One `.redoubt` file, open. `contents` is what it held when it was opened; whoever opened it owns that now."""

    def __init__(self, path: Path, lineage: Lineage = CURRENT) -> None:
        """Open a file for work, or for reading where it may not be written; raises FileError, and changes nothing."""
        self.path = path
        self.backup: Path | None = None
        """Where the file of an older version was put before it was brought up to date."""
        self._snapshot: Snapshot | None = None
        self._token: tuple[int, int] | None = None
        header = read_header(path)
        if not is_writable(path):
            self._open_for_reading(lineage)
            return
        if not header.is_settled or header.schema != lineage.version:
            _try_on_a_copy(path, lineage)
        try:
            self._open_for_work(lineage)
        except FileError as bad:
            if bad.message.key != "file.read-only":
                raise
            self._open_for_reading(lineage)

    @classmethod
    def create(
        cls, path: Path, contents: Contents | None = None, scans: Iterable[Blob] = (), *, name: str = ""
    ) -> Store:
        """A new file, in the place of what has that name; `name` is that of its first version."""
        write_new(path, contents or Contents(), scans, name=name)
        return cls(path)

    def _open_for_reading(self, lineage: Lineage) -> None:
        self._snapshot = Snapshot(self.path, lineage)
        self._database = self._snapshot.database
        self.contents = self._snapshot.contents

    def _open_for_work(self, lineage: Lineage) -> None:
        database = Database(self.path, Access.WRITE)
        try:
            database.outside("PRAGMA main.locking_mode=EXCLUSIVE")
            database.outside("BEGIN EXCLUSIVE")
            database.outside("COMMIT")
            if lineage.must_migrate(database):
                self.backup = back_up(database, schema_version(database))
                self.contents = lineage.migrate(database)
            else:
                self.contents = read_whole(database)
            database.outside("PRAGMA journal_mode=WAL")
            database.outside("PRAGMA synchronous=FULL")
            self._token = claim(self.path)
        except BaseException:
            database.close()
            raise
        self._database = database

    @property
    def is_read_only(self) -> bool:
        return self._snapshot is not None

    # Changing

    def commit(self, deltas: Iterable[Delta], label: str) -> int:
        """Write a change and its journal entry, both or neither; returns the entry's number."""
        self._check_writable()
        changes = folded(deltas)
        if not changes:
            return history.last_entry(self._database)
        try:
            with self._database.transaction() as connection:
                apply_deltas(connection, changes)
                return history.record(connection, changes, label)
        except OutOfStepError as bad:
            raise FileError(message("file.out-of-step", file=str(self.path), table=bad.table), self.path) from bad
        except JournalError as bad:
            raise FileError(message("file.too-much-at-once", file=str(self.path)), self.path) from bad

    def write(self, contents: Contents, label: str) -> int:
        """Make the file hold these contents by changing only the rows that differ; returns how many did."""
        self._check_writable()
        with speaking_of(self.path):
            changes = folded(diff(self.read(), contents))
        self.commit(changes, label)
        return len(changes)

    def read(self) -> Contents:
        """What the file holds now."""
        return read_contents(self._database)

    def put_scan(self, scan: Blob) -> str:
        """Store a scan once; returns the hash that rows refer to it by."""
        self._check_writable()
        with self._database.transaction() as connection:
            return blobs.put(self._database, connection, scan)

    def scan(self, sha256: str) -> Blob:
        """A scan by its hash; raises FileError when the file has none, or a damaged one."""
        return blobs.get(self._database, sha256)

    def scan_pieces(self, sha256: str) -> Iterator[bytes]:
        """The same bit by bit: from another thread, without holding this one up."""
        return blobs.pieces(self._database, sha256)

    def scans(self) -> list[str]:
        """The hashes of all scans."""
        return blobs.names(self._database)

    def notes(self) -> dict[str, Any]:
        """What the program remembers about this file beside its contents."""
        return read_notes(self._database)

    def note(self, name: str, value: object) -> None:
        """Remember something about this file; a file that may not be written forgets it."""
        if not self.is_read_only:
            with self._database.transaction() as connection:
                write_note(connection, name, value)

    # Versions

    def save(self, name: str) -> Version:
        """Give the present state a name to come back to."""
        self._check_writable()
        with self._database.transaction() as connection:
            return history.name_version(connection, name)

    def revert(self, version: Version, label: str = "") -> Sequence[Delta]:
        """Go back to a version in one commit of its own, which can be taken back too; returns what it changed."""
        if version not in self.versions():
            raise FileError(message("file.no-version", file=str(self.path), version=version.name), self.path)
        deltas = history.way_back(self._database, version)
        self.commit(deltas, label or version.name)
        return deltas

    def versions(self) -> list[Version]:
        """The named states, oldest first."""
        return history.versions(self._database)

    def history(self, *, limit: int = 200, before: int | None = None) -> list[Entry]:
        """The latest commits, newest first."""
        return history.entries(self._database, limit=limit, before=before)

    def history_of(self, documents: Collection[str], *, limit: int = 200) -> list[Touch]:
        """The latest commits that changed documents of these ids, newest first."""
        return history.touching(self._database, documents, limit=limit)

    def contents_at(self, version: Version) -> Contents:
        """What the file held at a version; the file stays as it is."""
        with tempfile.TemporaryDirectory() as scratch:
            path = Path(scratch) / "then.redoubt"
            copy_database(self._database, path)
            with Store(path) as then:
                then.revert(version)
                return then.read()

    @property
    def is_saved(self) -> bool:
        """Whether the present state has a name."""
        found = self.versions()
        return bool(found) and found[-1].journal == history.last_entry(self._database)

    def forget(self, version: Version) -> None:
        """Drop the history before a version, and the scans that only the history knew."""
        self._check_writable()
        with self._database.transaction() as connection:
            history.forget(connection, version)
            blobs.sweep(connection)

    # Files

    def copy_to(self, path: Path) -> None:
        """Write a copy, history and all, in one stroke; work goes on in this file."""
        copy_database(self._database, path)

    def save_as(self, path: Path) -> Store:
        """Write a copy and return it, open; this store is closed, and its file stays as it is."""
        copy_database(self._database, path)
        copy = Store(path)
        self.close()
        return copy

    def close(self) -> None:
        """Let go of the file; what was still in the log is written into it, and the log is removed."""
        if self._snapshot is not None:
            self._snapshot.close()
            return
        if self._token is None:
            return
        try:
            self._database.outside("PRAGMA journal_mode=DELETE")
        except FileError:
            pass  # the log stays beside the file, and the next opening reads it
        finally:
            self._database.close()
            release(self._token)
            self._token = None

    def _check_writable(self) -> None:
        if self.is_read_only:
            raise FileError(message("file.read-only", file=str(self.path)), self.path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _try_on_a_copy(path: Path, lineage: Lineage) -> None:
    """Check a file that opening for work would change at once: one with a log beside it, or of another schema.

    Where there is no room for a copy the check is left to the opening itself.
    """
    try:
        Snapshot(path, lineage).close()
    except FileError as bad:
        if is_locked(path):
            raise FileError(message("file.locked", file=str(path)), path) from bad
        if bad.message.key != "file.disk-full":
            raise
