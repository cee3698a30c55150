"""Bringing a file of an older version up to date: on a draft, which then takes the file's place.

The file as it was is laid beside it first, and that copy is a draft too until it is whole. Killed at any instant, there
is either the old file or the new one under the name, and never half a backup.
"""

from __future__ import annotations

from pathlib import Path

from engine.definitions.drafts import draft_beside, remove_draft
from engine.storage.connection import Access, Database
from engine.storage.errors import speaking_of
from engine.storage.header import left_beside
from engine.storage.integrity import schema_version
from engine.storage.replacing import settle, sync
from engine.storage.upgrades.migrations import Lineage


def bring_up_to_date(path: Path, lineage: Lineage) -> Path | None:
    """Put a file of this version in the place of an older one; where the old one lies now, None if it is of today."""
    database = Database(path, Access.WRITE)
    drafts = (draft_beside(path), draft_beside(path))
    try:
        database.outside("PRAGMA main.locking_mode=EXCLUSIVE")
        database.outside("BEGIN EXCLUSIVE")
        database.outside("COMMIT")
        if not lineage.must_migrate(database):
            return None
        version = schema_version(database)
        new, old = drafts
        database.outside("VACUUM INTO ?", str(new))
        _migrate(new, path, lineage)
        database.outside("VACUUM INTO ?", str(old))
        for draft in drafts:
            sync(draft)
        backup = _backup_name(path, version)
        with speaking_of(path):
            old.replace(backup)
            sync(backup)
        database.close()
        settle(path)
        with speaking_of(path):
            new.replace(path)
            sync(path)
        return backup
    finally:
        database.close()
        for draft in drafts:
            remove_draft(draft)


def _migrate(draft: Path, path: Path, lineage: Lineage) -> None:
    """Run the steps on a draft, which nobody has seen yet."""
    database = Database(draft, Access.WRITE, about=path)
    try:
        lineage.migrate(database)
    finally:
        database.close()


def _backup_name(path: Path, version: int) -> Path:
    """Named after the version it has, and like nothing that lies there, be it the log of a backup that is gone."""
    number = 1
    while True:
        more = "" if number == 1 else f"-{number}"
        name = path.with_name(f"{path.stem}.v{version}{more}{path.suffix}.backup")
        if not name.exists() and not left_beside(name):
            return name
        number += 1
