"""An open file: the working copy itself.

Every command commits what it changed, so that a crash at any instant loses at most the stroke under the mouse. Save
gives the state a name, Revert goes back to one. While it is open the file is locked and has a log beside it; closed, it
is one file again. A file that may not be written opens for reading. A file that is deleted, moved, replaced or cut
under our hands is noticed before the next change, and the work goes on in the refuge it was given.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, Self

import sqlalchemy as sa

from engine.core.messages import Message, message
from engine.core.progress import part_of_work
from engine.definitions.drafts import scratch
from engine.storage import blobs, history
from engine.storage.blobs import Blob
from engine.storage.connection import Access, Database
from engine.storage.contents import Contents, diff
from engine.storage.copies import copy_database, write_new
from engine.storage.deltas import Delta, JournalError, folded
from engine.storage.errors import FileError, speaking_of
from engine.storage.header import claim, is_writable, read_header, release
from engine.storage.history import Entry, Touch, Version
from engine.storage.inspection import Snapshot, warnings_of
from engine.storage.integrity import read_contents, read_whole
from engine.storage.notes import read_notes, write_note
from engine.storage.presence import Loss, Presence
from engine.storage.refuge import take_refuge
from engine.storage.replacing import check_name, is_locked, real_path
from engine.storage.upgrades.migrations import CURRENT, Lineage
from engine.storage.upgrades.upgrading import bring_up_to_date
from engine.storage.writing import OutOfStepError, apply_deltas


class Store:
    """One `.redoubt` file, open. `contents` is what it held when it was opened; whoever opened it owns that now."""

    synchronous: ClassVar = "FULL"
    """Whoever commits waits until the disk has it: it outlives a power cut."""

    def __init__(self, path: Path, lineage: Lineage = CURRENT) -> None:
        """Open a file for work, or for reading where it may not be written; raises FileError, and changes nothing."""
        path = real_path(path)
        check_name(path)
        self.path = path
        self.backup: Path | None = None
        """Where the file of an older version was put before it was brought up to date."""
        self.warnings: list[Message] = []
        """What should be known of the file, though it could be opened."""
        self.refuge: Path | None = None
        """The folder in which work goes on when the file is lost; without one a change is refused then."""
        self.when_lost: Callable[[Message], object] = lambda _: None
        """Told what became of the file, once the work goes on in the refuge."""
        self._snapshot: Snapshot | None = None
        self._token: tuple[int, int] | None = None
        header = read_header(path)
        if not is_writable(path):
            self._open_for_reading(lineage)
            return
        if not header.is_settled or header.schema != lineage.version:
            _try_on_a_copy(path, lineage)
        try:
            self.backup = bring_up_to_date(path, lineage) if header.schema != lineage.version else None
            self._open_for_work(path, lineage)
            self.contents = self._read_at_first()
            self.warnings = warnings_of(path, self.contents, lacks_log=header.lacks_log)
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
        self.warnings = self._snapshot.warnings

    def _open_for_work(self, path: Path, lineage: Lineage) -> None:
        presence = Presence(path)
        try:
            database = Database(path, Access.WRITE)
        except BaseException:
            presence.close()
            raise
        try:
            database.outside("PRAGMA main.locking_mode=EXCLUSIVE")
            database.outside("BEGIN EXCLUSIVE")
            database.outside("COMMIT")
            if lineage.must_migrate(database):
                raise FileError(message("file.locked", file=str(path)), path)
            self._token = claim(path)
        except BaseException:
            database.close()
            presence.close()
            raise
        self._database, self._presence = database, presence

    def _read_at_first(self) -> Contents:
        """Everything in a file that was just opened for work, which from then on has a log beside it."""
        try:
            contents = read_whole(self._database)
            self._keep_log()
        except BaseException:
            self._let_go()
            raise
        return contents

    def _keep_log(self) -> None:
        """Write into a log from now on. It is begun at once: a file without one would look as if it had lost it."""
        self._database.outside("PRAGMA journal_mode=WAL")
        self._database.outside(f"PRAGMA synchronous={self.synchronous}")
        self._database.rows("SELECT count(*) FROM sqlite_schema")
        self._presence.note()

    @property
    def is_read_only(self) -> bool:
        return self._snapshot is not None

    # Changing

    def commit(self, deltas: Iterable[Delta], label: str) -> int:
        """Write a change and its journal entry, both or neither; returns the entry's number.

        Raises GivenUpError, and has written nothing, where it is watched and nobody wants it any more.
        """
        self._check_writable()
        with part_of_work(0.0, 0.1):
            changes = folded(deltas)
        if not changes:
            return history.last_entry(self._database)
        changes = list(self.make_sure(changes))
        if not changes:
            return history.last_entry(self._database)
        try:
            with self._transaction() as connection:
                with part_of_work(0.1, 0.75):
                    apply_deltas(connection, changes)
                with part_of_work(0.75, 1.0):
                    return history.record(connection, changes, label)
        except OutOfStepError as bad:
            raise FileError(message("file.out-of-step", file=str(self.path), table=bad.table), self.path) from bad
        except JournalError as bad:
            raise FileError(message("file.too-much-at-once", file=str(self.path)), self.path) from bad

    @contextmanager
    def _transaction(self) -> Iterator[sa.Connection]:
        """A change of ours, after which the file and its log lie as we left them."""
        with self._database.turn:
            try:
                with self._database.transaction() as connection:
                    yield connection
            finally:
                self._presence.note()

    def make_sure(self, pending: Sequence[Delta] = ()) -> Sequence[Delta]:
        """Go on elsewhere where the file is not ours any more; returns what is still to be written of a change.

        Raises FileError where there is no refuge, or none can be had; then nothing has changed.
        """
        if self.is_read_only or self._token is None:
            return pending
        with self._database.turn:
            loss = self._presence.loss()
            if loss is None:
                return pending
            if loss is Loss.LOG_GONE:
                self._database.outside("PRAGMA journal_mode=DELETE")
                self._keep_log()
                return pending
            said = loss.said(self.path)
            if self.refuge is None:
                raise FileError(said, self.path)
            left = self._flee(loss, pending)
        self.when_lost(said)
        return left

    def _flee(self, loss: Loss, pending: Sequence[Delta]) -> Sequence[Delta]:
        assert self.refuge is not None
        is_whole = loss is not Loss.CUT
        path, left = take_refuge(self._database, self.contents, pending, self.refuge, is_whole=is_whole)
        self._leave_lost(loss)
        self._open_for_work(path, CURRENT)
        self.path = path
        self._keep_log()
        return left

    def _leave_lost(self, loss: Loss) -> None:
        """Let go of a file that is lost: what was moved gets its last changes, and nobody else's file is written to."""
        if loss is Loss.CUT:
            self._presence.silence_log()
        elif self._presence.has_own_log:
            with suppress(FileError):  # SQLite writes the log into the file, and may not say so in its first page
                self._database.outside("PRAGMA journal_mode=DELETE")
        self._let_go(loss)

    def _let_go(self, loss: Loss | None = None) -> None:
        try:
            self._database.close()
        finally:
            if loss is not None:
                self._presence.remove_log()
            self._presence.close()
            if self._token is not None:
                release(self._token)
                self._token = None

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
        self.make_sure()
        with self._transaction() as connection:
            return blobs.put(self._database, connection, scan)

    def scan(self, sha256: str) -> Blob:
        """A scan by its hash; raises FileError when the file has none, or a damaged one."""
        return blobs.get(self._database, sha256)

    def scan_pieces(self, sha256: str) -> Iterator[bytes]:
        """The same bit by bit, from whichever thread has the time; who changes the file meanwhile waits for the end."""
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
            self.make_sure()
            with self._transaction() as connection:
                write_note(connection, name, value)

    # Versions

    def save(self, name: str) -> Version:
        """Give the present state a name to come back to."""
        self._check_writable()
        self.make_sure()
        with self._transaction() as connection:
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
        with scratch() as folder:
            path = folder / "then.redoubt"
            copy_database(self._database, path)
            with Store(path) as then:
                then.revert(version)
                return then.read()

    @property
    def is_saved(self) -> bool:
        """Whether the present state has a name; the journal that led to it may be forgotten."""
        found = self.versions()
        return bool(found) and history.last_entry(self._database) <= found[-1].journal

    def forget(self, version: Version) -> None:
        """Drop the history before a version, and the scans that only the history knew."""
        self._check_writable()
        self.make_sure()
        with self._transaction() as connection:
            history.forget(connection, version)
            blobs.sweep(connection)

    # Files

    def copy_to(self, path: Path) -> None:
        """Write a copy, history and all, in one stroke; work goes on in this file."""
        copy_database(self._database, path)

    def save_as(self, path: Path) -> None:
        """Go on in a copy of the file, history and all; the file that was open until now stays as it is."""
        copy_database(self._database, path)
        left = Store(path)
        self._change_places(left)
        left.close()

    def _change_places(self, other: Store) -> None:
        """Work with the file of another store, which has ours then; what they hold is the same."""
        presence = other._presence
        if not self.is_read_only:
            other._presence = self._presence
        self._presence = presence
        self._token, other._token = other._token, self._token
        self._database, other._database = other._database, self._database
        self._snapshot, other._snapshot = other._snapshot, self._snapshot
        self.path, other.path = other.path, self.path
        self.backup, self.warnings = other.backup, other.warnings

    def close(self) -> None:
        """Let go of the file; what was still in the log is written into it, and the log is removed."""
        if self._snapshot is not None:
            self._snapshot.close()
            return
        if self._token is None:
            return
        loss = self._presence.loss()
        if loss is not None and loss is not Loss.LOG_GONE:
            self._close_lost(loss)
            return
        try:
            self._database.outside("PRAGMA journal_mode=DELETE")
        except FileError:
            pass  # the log stays beside the file, and the next opening reads it
        finally:
            self._let_go()

    def _close_lost(self, loss: Loss) -> None:
        """What was done before the file was lost is not lost with it, where there is a refuge."""
        try:
            if self.refuge is not None:
                take_refuge(self._database, self.contents, (), self.refuge, is_whole=loss is not Loss.CUT)
        finally:
            self._leave_lost(loss)

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
