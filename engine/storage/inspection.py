"""Looking at a file without changing a byte of it.

A file that was closed in good order is read in place, as immutable. One that another program has open, or that a crash
left with a log beside it, is copied with its log and read there; so is one of an older schema, which is brought up to
date in the copy. `redoubt check` and everything else that only looks comes this way.
"""

from __future__ import annotations

import shutil
import time
from dataclasses import dataclass
from pathlib import Path

from engine.core.messages import Message, message
from engine.definitions.drafts import new_scratch
from engine.storage.connection import Access, Database
from engine.storage.contents import Contents
from engine.storage.copies import copy_database
from engine.storage.errors import FileError, speaking_of
from engine.storage.header import companions, read_header
from engine.storage.history import Version, versions
from engine.storage.integrity import read_whole, schema_version
from engine.storage.replacing import real_path
from engine.storage.upgrades.migrations import CURRENT, Lineage

_TRIES = 3
"""A copy taken while another program saves may be torn; the next one hardly will be."""

_NAMED = 80
"""Characters of the id of a game in a sentence; one that makes no sense may have an id without end."""


@dataclass(frozen=True, slots=True)
class Inspection:
    """What a file holds, and which schema it was written in."""

    contents: Contents
    schema: int
    versions: tuple[Version, ...]
    warnings: tuple[Message, ...] = ()
    """What should be known of a file that can be read all the same."""


def inspect(path: Path, lineage: Lineage = CURRENT) -> Inspection:
    """Everything in a file, with every check, or FileError; the file stays as it is."""
    snapshot = Snapshot(path, lineage)
    try:
        return Inspection(
            snapshot.contents, snapshot.schema, tuple(versions(snapshot.database)), tuple(snapshot.warnings)
        )
    finally:
        snapshot.close()


def copy_file(path: Path, target: Path) -> None:
    """A copy of a file as it is on the disk, log and history and all, though another program may have it open."""
    snapshot = Snapshot(path)
    try:
        copy_database(snapshot.database, target)
    finally:
        snapshot.close()


class Snapshot:
    """A file, or a copy of it, open for reading only."""

    def __init__(self, path: Path, lineage: Lineage = CURRENT) -> None:
        self._folder: Path | None = None
        path = real_path(path)
        header = read_header(path)
        self._lacks_log = header.lacks_log
        self._path = path
        if header.is_settled and self._read_in_place(path, lineage):
            return
        for tries in range(1, _TRIES + 1):
            try:
                self._read_copy(path, lineage)
            except FileError:
                if tries == _TRIES or not companions(path):
                    raise
                time.sleep(0.05 * tries)
            else:
                return

    @property
    def warnings(self) -> list[Message]:
        """What should be known of the file: a log that is missing, and what of its contents was set aside."""
        return warnings_of(self._path, self.contents, lacks_log=self._lacks_log)

    def _read_in_place(self, path: Path, lineage: Lineage) -> bool:
        """False when the file is of an older schema, which only a copy may leave behind."""
        self.database = Database(path, Access.IMMUTABLE)
        try:
            self.schema = schema_version(self.database)
            if lineage.must_migrate(self.database):
                self.close()
                return False
            self.contents = read_whole(self.database)
        except BaseException:
            self.close()
            raise
        return True

    def _read_copy(self, path: Path, lineage: Lineage) -> None:
        with speaking_of(path):
            self._folder = new_scratch()
        try:
            with speaking_of(path):
                copy = self._folder / "copy"
                shutil.copyfile(path, copy)
                for companion in companions(path):
                    shutil.copyfile(companion, copy.with_name(copy.name + companion.name.removeprefix(path.name)))
            self.database = Database(copy, Access.WRITE, about=path)
        except BaseException:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise
        try:
            self.schema = schema_version(self.database)
            is_older = lineage.must_migrate(self.database)
            self.contents = lineage.migrate(self.database) if is_older else read_whole(self.database)
            self.database.is_writable = False
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let go of the file, and of the copy."""
        self.database.close()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None


def warnings_of(path: Path, contents: Contents, *, lacks_log: bool) -> list[Message]:
    """What should be known of a file that can be read all the same."""
    missing = [message("file.log-missing", file=str(path))] if lacks_log else []
    return missing + [
        message("file.game-set-aside", file=str(path), game=game[:_NAMED], problem=problem)
        for game, problem in contents.set_aside.items()
    ]
