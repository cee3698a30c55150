"""What the program remembers about a file beside what is in it: which map was shown last, and where.

Notes are no content: they have no history, are not exported, and one that makes no sense is forgotten.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite

from engine.storage.coding.columns import ColumnError, from_json, to_json
from engine.storage.connection import Database
from engine.storage.schema import PROJECT


def read_notes(database: Database) -> dict[str, Any]:
    """All notes by name."""
    notes = {}
    for name, value in database.rows(sa.select(PROJECT.c.key, PROJECT.c.value).order_by(PROJECT.c.key)):
        try:
            notes[name] = from_json(value)
        except ColumnError:
            continue
    return notes


def write_note(connection: sa.Connection, name: str, value: object) -> None:
    """Keep a note in the place of the one with the same name."""
    row = {"key": name, "value": to_json(value)}
    insert = sqlite.insert(PROJECT).values(row)
    connection.execute(insert.on_conflict_do_update(index_elements=[PROJECT.c.key], set_={"value": row["value"]}))
