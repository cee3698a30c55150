"""Is this file whole? Asked before anything else is believed.

SQLite's own check sees broken pages and, in strict tables, broken types; half of all flipped bits escape it, so the
tables must also be the ones this version has, every reference must lead somewhere, and in the end every row must
make sense (`contents_of`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final, TypeAlias

import sqlalchemy as sa

from engine.core.messages import message
from engine.storage.coding.map_decoding import ContentError
from engine.storage.collector import collector_at_rest
from engine.storage.connection import Database
from engine.storage.contents import Contents, contents_of
from engine.storage.errors import FileError
from engine.storage.schema import APPLICATION_ID, GAME_ACTION, METADATA, SHELVES

THOROUGH_UP_TO: Final = 64 * 1024 * 1024
"""Bytes; a file with large scans in it gets the quick check, which skips the indexes."""

_IN_BULK: Final = {
    "cell": "SELECT map, sheet, col, group_concat(row), group_concat(coalesce(terrain, 0)) FROM cell "
    "GROUP BY map, sheet, col ORDER BY map, sheet, col"
}
"""Cells come a column at a time, because a value of Python for each would cost more than all else of opening."""

_Shape: TypeAlias = dict[str, tuple[object, ...]]


def schema_version(database: Database) -> int:
    """The version a file says it has; raises FileError when it is not ours at all."""
    (application,) = database.outside("PRAGMA application_id")[0]
    if application != APPLICATION_ID:
        raise FileError(message("file.not-redoubt", file=str(database.path)), database.path)
    (version,) = database.outside("PRAGMA user_version")[0]
    return int(version)


def check_pages(database: Database) -> None:
    """That SQLite finds nothing broken."""
    ((pages,),) = database.outside("PRAGMA page_count")
    ((size,),) = database.outside("PRAGMA page_size")
    check = "integrity_check" if pages * size <= THOROUGH_UP_TO else "quick_check"
    found = database.outside(f"PRAGMA {check}(1)")
    if [tuple(row) for row in found] != [("ok",)]:
        raise _damaged(database, str(found[0][0]) if found else check)


def check_shape(database: Database) -> None:
    """That the tables are those of this version."""
    found, expected = _shape(database.outside), _expected_shape()
    for table, columns in expected.items():
        if table not in found:
            raise FileError(message("file.missing-table", file=str(database.path), table=table), database.path)
        if found[table] != columns:
            raise FileError(message("file.strange-table", file=str(database.path), table=table), database.path)


def check_strangers(database: Database, *, is_older: bool = False) -> None:
    """That nothing is in the file which no Redoubt has written: asked before SQLite looks into anything.

    A trigger or a view acts by itself, a virtual table runs code of its own, and a further table or index would be
    carried along unseen into every copy: all of them are refused. A file of an older schema may have tables
    this one lacks.
    """
    for kind, name, on, statement in database.outside("SELECT type, name, tbl_name, sql FROM sqlite_schema"):
        is_ours = kind in ("table", "index") and (is_older or str(on) in METADATA.tables)
        is_inner = str(name).startswith("sqlite_")
        is_plain = kind == "table" and not str(statement).upper().startswith("CREATE VIRTUAL")
        if not (is_inner and kind in ("table", "index")) and not (is_ours and is_plain):
            raise FileError(message("file.stranger", file=str(database.path), name=str(name)[:80]), database.path)


def check_references(database: Database) -> None:
    """That every row which belongs to something finds it; the log of a game that is gone is set aside with it."""
    found = [row for row in database.outside("PRAGMA foreign_key_check") if row[0] != GAME_ACTION.name]
    if found:
        table, _, parent, _ = found[0]
        said = message("file.broken-reference", file=str(database.path), table=str(table), parent=str(parent))
        raise FileError(said, database.path)


def read_contents(database: Database) -> Contents:
    """Everything in the file; raises FileError about the first row that makes no sense."""
    try:
        with collector_at_rest():
            return contents_of(lambda table: database.rows(_IN_BULK.get(table) or SHELVES[table].select))
    except ContentError as bad:
        said = message("file.bad-row", file=str(database.path), table=bad.table, key=bad.key, problem=bad.problem)
        raise FileError(said, database.path) from None


def read_whole(database: Database) -> Contents:
    """All the checks, and what the file holds."""
    check_strangers(database)
    check_pages(database)
    check_shape(database)
    check_references(database)
    return read_contents(database)


def _damaged(database: Database, problem: str) -> FileError:
    first = problem.replace("*** in database main ***", "").strip().splitlines()
    said = message("file.damaged", file=str(database.path), problem=first[0] if first else problem)
    return FileError(said, database.path)


def _shape(run: Callable[..., list[Any]]) -> _Shape:
    """Of every table: whether it is strict, its columns, and what it refers to."""
    names = run("SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND type = 'table'")
    return {
        str(name): (
            bool(strict),
            tuple((*row[1:4], row[5]) for row in run("SELECT * FROM pragma_table_info(?)", name)),
            frozenset(tuple(row[2:5]) for row in run("SELECT * FROM pragma_foreign_key_list(?)", name)),
        )
        for name, strict in names
    }


@cache
def _expected_shape() -> _Shape:
    engine = sa.create_engine("sqlite://")
    with engine.connect() as connection:
        METADATA.create_all(connection)
        raw = connection.connection.driver_connection
        assert raw is not None
        shape = _shape(lambda statement, *values: raw.execute(statement, values).fetchall())
    engine.dispose()
    return {name: shape[name] for name in METADATA.tables}
