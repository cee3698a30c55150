"""One connection to one file, set up so that nothing is written behind our back.

Python's sqlite3 would begin and commit on its own and let half a schema change through; here transactions are
ours alone (BEGIN IMMEDIATE, so that who reads in order to write has the lock already). A file that is open for
work is locked for everyone else by SQLite itself, which the system undoes when the process dies. Threads take turns:
a large scan may be written by one while another waits with its stroke.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.pool import StaticPool

from engine.core.progress import is_unwanted
from engine.storage.errors import speaking_of

STEPS: Final = 50_000
"""Instructions of SQLite between two questions whether a long statement is still wanted: some milliseconds."""
_PATIENCE = 0.25
"""Seconds to wait for a lock that a virus scanner or an indexer may hold for a moment."""


class Access(Enum):
    """How a file is opened; IMMUTABLE promises that nobody writes it, so SQLite takes no locks and seeks no logs."""

    IMMUTABLE = "mode=ro&immutable=1"
    READ = "mode=ro"
    WRITE = "mode=rw"
    CREATE = "mode=rwc"


class Database:
    """A connection through SQLAlchemy to one SQLite file."""

    def __init__(self, path: Path, access: Access, *, about: Path | None = None) -> None:
        """`about` is the file that messages name, when this one is only a copy of it."""
        self.path = about or path
        self.is_writable = access in (Access.WRITE, Access.CREATE)
        self.turn = threading.RLock()
        """Whoever does several things that belong together holds it."""
        self._uri = f"{path.absolute().as_uri()}?{access.value}"
        with speaking_of(self.path):
            self._engine = sa.create_engine(
                "sqlite://", creator=self._connect, poolclass=StaticPool, hide_parameters=True
            )
            event.listen(self._engine, "begin", self._begin)
            self.connection = self._engine.connect()

    def _connect(self) -> sqlite3.Connection:
        raw = sqlite3.connect(
            self._uri,
            uri=True,
            isolation_level=None,
            timeout=_PATIENCE,
            cached_statements=256,
            check_same_thread=False,
        )
        for pragma in ("foreign_keys=ON", "trusted_schema=OFF", "cell_size_check=ON"):
            raw.execute(f"PRAGMA {pragma}")
        raw.set_progress_handler(is_unwanted, STEPS)
        return raw

    def _begin(self, connection: sa.Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if self.is_writable else "BEGIN")

    @property
    def _raw(self) -> sqlite3.Connection:
        raw: Any = self.connection.connection.driver_connection
        assert isinstance(raw, sqlite3.Connection)
        return raw

    def outside(self, statement: str, *values: object) -> list[Any]:
        """Run a statement that no transaction may contain, such as most pragmas and VACUUM."""
        with self.turn, speaking_of(self.path):
            return self._raw.execute(statement, values).fetchall()

    @contextmanager
    def transaction(self) -> Iterator[sa.Connection]:
        """All of what happens inside, or nothing."""
        with self.turn:
            try:
                with speaking_of(self.path), self.connection.begin():
                    yield self.connection
            finally:
                if self._raw.in_transaction:
                    self._raw.rollback()  # a COMMIT that is refused, over a reference say, leaves its transaction open

    def rows(self, statement: str | sa.Select[Any]) -> list[Any]:
        """What a query finds, in a transaction of its own unless one is open."""
        with self.turn, speaking_of(self.path):
            if self.connection.in_transaction():
                return self._fetched(statement)
            with self.connection.begin():
                return self._fetched(statement)

    def _fetched(self, statement: str | sa.Select[Any]) -> list[Any]:
        if isinstance(statement, str):
            return list(self.connection.exec_driver_sql(statement).fetchall())
        return list(self.connection.execute(statement).fetchall())

    @contextmanager
    def blob(self, table: str, column: str, row: int) -> Iterator[sqlite3.Blob]:
        """A large value, to be read or written bit by bit, so that the whole of it need not be in memory."""
        is_fixed = not self.is_writable
        with self.turn, speaking_of(self.path), self._raw.blobopen(table, column, row, readonly=is_fixed) as value:
            yield value

    def close(self) -> None:
        """Let go of the file; SQLite writes what is still in its log into the file itself."""
        with self.turn, speaking_of(self.path):
            self.connection.close()
            self._engine.dispose()
