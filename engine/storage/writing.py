"""Deltas into tables: grouped by table, deletions first, everything in bulk.

Each statement says how many rows it touched. If that is not how many it should have touched, the file is not in the
state the change was made for, and the transaction around it must not end well.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from engine.core.progress import in_slices, part_of_work
from engine.storage.deltas import Delta
from engine.storage.schema import SHELVES

_SORTED = 0.1
"""The share of the work that is done when the changes are sorted by table."""


class OutOfStepError(Exception):
    """A change made for another state of the file: this table's rows are not as it says."""

    def __init__(self, table: str) -> None:
        super().__init__(table)
        self.table = table


def apply_deltas(connection: sa.Connection, deltas: Sequence[Delta]) -> None:
    """Write changes, each row once; raises OutOfStepError when the rows are not as `before` has them, by key.

    Raises GivenUpError where nobody waits for it any more; the transaction around it must not end well then either.
    """
    gone: defaultdict[str, list[Any]] = defaultdict(list)
    changed: defaultdict[str, list[Any]] = defaultdict(list)
    new: defaultdict[str, list[Any]] = defaultdict(list)
    with part_of_work(0.0, _SORTED):
        for some in in_slices(deltas):
            for table, key, before, after in some:
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
    statements = [(name, shelf.delete, gone[name]) for name, shelf in reversed(touched)]
    for name, shelf in touched:
        statements += [(name, shelf.update, changed[name]), (name, shelf.insert, new[name])]
    done = 0
    for name, statement, values in statements:
        begin, done = done, done + len(values)
        with part_of_work(*(_SORTED + (1.0 - _SORTED) * share / len(deltas) for share in (begin, done))):
            _run(connection, name, statement, values)


def _run(connection: sa.Connection, table: str, statement: str, values: list[Any]) -> None:
    for some in in_slices(values):
        if some and connection.exec_driver_sql(statement, list(some)).rowcount != len(some):
            raise OutOfStepError(table)
