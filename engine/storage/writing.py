"""Deltas into tables: grouped by table, deletions first, everything in bulk.

Each statement says how many rows it touched. If that is not how many it should have touched, the file is not in the
state the change was made for, and the transaction around it must not end well.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa

from engine.storage.deltas import Delta
from engine.storage.schema import SHELVES


class OutOfStepError(Exception):
    """A change made for another state of the file: this table's rows are not as it says."""

    def __init__(self, table: str) -> None:
        super().__init__(table)
        self.table = table


def apply_deltas(connection: sa.Connection, deltas: Iterable[Delta]) -> None:
    """Write changes, each row once; raises OutOfStepError when the rows are not as `before` has them, by key."""
    gone: defaultdict[str, list[Any]] = defaultdict(list)
    changed: defaultdict[str, list[Any]] = defaultdict(list)
    new: defaultdict[str, list[Any]] = defaultdict(list)
    for table, key, before, after in deltas:
        if after is None:
            gone[table].append(key)
        elif before is None:
            new[table].append((*key, *after))
        else:
            changed[table].append((*after, *key))
    unknown = (gone.keys() | changed.keys() | new.keys()) - SHELVES.keys()
    if unknown:
        raise ValueError(f"no table of content is called {sorted(unknown)[0]}")
    touched = [(name, shelf) for name, shelf in SHELVES.items() if name in gone or name in changed or name in new]
    for name, shelf in reversed(touched):
        _run(connection, name, shelf.delete, gone[name])
    for name, shelf in touched:
        _run(connection, name, shelf.update, changed[name])
        _run(connection, name, shelf.insert, new[name])


def _run(connection: sa.Connection, table: str, statement: str, values: list[Any]) -> None:
    if values and connection.exec_driver_sql(statement, values).rowcount != len(values):
        raise OutOfStepError(table)
