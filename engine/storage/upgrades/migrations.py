"""Older files become today's files, whole or not at all.

`MIGRATIONS[n]` takes a file of schema n to n + 1. All the steps a file needs run in one transaction together with
the check that the result can be read; `upgrading` does so on a draft. A file from a newer program is refused:
guessing at what it means would lose what it says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

import sqlalchemy as sa

from engine.core.messages import message
from engine.storage.connection import Database
from engine.storage.contents import Contents
from engine.storage.errors import FileError
from engine.storage.integrity import check_pages, check_strangers, read_whole, schema_version
from engine.storage.schema import SCHEMA_VERSION
from engine.storage.upgrades.games_carry_scenarios import let_games_carry_scenarios

Migration: TypeAlias = Callable[[sa.Connection], None]


def _add_shapes(connection: sa.Connection) -> None:
    """Maps of spaces have had ground under them since version 2."""
    connection.exec_driver_sql(
        "CREATE TABLE shape (map TEXT NOT NULL, id TEXT NOT NULL, terrain TEXT NOT NULL, region TEXT NOT NULL, "
        "level INTEGER NOT NULL, rings TEXT NOT NULL, PRIMARY KEY (map, id), "
        "FOREIGN KEY(map) REFERENCES map (id) DEFERRABLE INITIALLY DEFERRED) STRICT, WITHOUT ROWID"
    )


def _add_name_offsets(connection: sa.Connection) -> None:
    """Names of places can be moved since version 3."""
    connection.exec_driver_sql(
        "CREATE TABLE name_offset (map TEXT NOT NULL, part TEXT NOT NULL, id TEXT NOT NULL, x REAL NOT NULL, "
        "y REAL NOT NULL, PRIMARY KEY (map, part, id), "
        "FOREIGN KEY(map) REFERENCES map (id) DEFERRABLE INITIALLY DEFERRED) STRICT, WITHOUT ROWID"
    )


def _add_lettering_looks(connection: sa.Connection) -> None:
    """Lettering has a weight, a spacing and a curve since version 5."""
    connection.exec_driver_sql(
        "CREATE TABLE lettering_look (map TEXT NOT NULL, id TEXT NOT NULL, weight TEXT NOT NULL, "
        "spacing REAL NOT NULL, curve REAL NOT NULL, PRIMARY KEY (map, id), "
        "FOREIGN KEY(map) REFERENCES map (id) DEFERRABLE INITIALLY DEFERRED) STRICT, WITHOUT ROWID"
    )


def _add_lettering_lines(connection: sa.Connection) -> None:
    """Lettering stands on a drawn line, and terrain and counters have pictures of their own, since version 6."""
    connection.exec_driver_sql(
        "CREATE TABLE lettering_line (map TEXT NOT NULL, id TEXT NOT NULL, points TEXT NOT NULL, "
        "PRIMARY KEY (map, id), "
        "FOREIGN KEY(map) REFERENCES map (id) DEFERRABLE INITIALLY DEFERRED) STRICT, WITHOUT ROWID"
    )


MIGRATIONS: dict[int, Migration] = {
    1: _add_shapes,
    2: _add_name_offsets,
    3: let_games_carry_scenarios,
    4: _add_lettering_looks,
    5: _add_lettering_lines,
}


@dataclass(frozen=True, slots=True)
class Lineage:
    """Which schema a program writes, and how it comes there from older ones."""

    version: int = SCHEMA_VERSION
    migrations: Mapping[int, Migration] = field(default_factory=lambda: MIGRATIONS)

    def must_migrate(self, database: Database) -> bool:
        """Whether a file is older than this; raises FileError when it is newer, or older than anything we know."""
        found = schema_version(database)
        path = database.path
        if found > self.version:
            raise FileError(message("file.newer", file=str(path), found=found, known=self.version), path)
        if found < self.version and any(step not in self.migrations for step in range(found, self.version)):
            raise FileError(message("file.unknown-schema", file=str(path), found=found, known=self.version), path)
        return found < self.version

    def migrate(self, database: Database) -> Contents:
        """Bring a file up to date in one transaction, and read it; on any failure the file is as it was."""
        found = schema_version(database)
        check_strangers(database, is_older=True)
        check_pages(database)
        database.outside("PRAGMA foreign_keys=OFF")
        try:
            with database.transaction() as connection:
                for step in range(found, self.version):
                    self._step(step, connection, database.path)
                connection.exec_driver_sql(f"PRAGMA user_version={self.version:d}")
                return read_whole(database)
        finally:
            database.outside("PRAGMA foreign_keys=ON")

    def _step(self, step: int, connection: sa.Connection, path: Path) -> None:
        try:
            self.migrations[step](connection)
        except Exception as bad:
            said = message("file.migration-failed", file=str(path), found=step, known=step + 1, problem=str(bad)[:200])
            raise FileError(said, path) from bad


CURRENT = Lineage()
