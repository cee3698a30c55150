"""Documents that have no name yet: they live in the recovery folder until they are given one.

They are ordinary files, committed to at every stroke, so that a crash before the first Save loses as little as one
after it. What lies there and is not open is what a crash left behind.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from engine.core.messages import Message
from engine.storage.blobs import Blob
from engine.storage.contents import Contents
from engine.storage.errors import FileError, speaking_of
from engine.storage.file_summary import HeldInFile, held_in
from engine.storage.header import companions, is_open_here, left_beside
from engine.storage.inspection import inspect
from engine.storage.refuge import SUFFIX, unnamed_path
from engine.storage.replacing import is_locked, refuse_if_in_use
from engine.storage.store import Store


@dataclass(frozen=True, slots=True)
class Recoverable:
    """A document without a name that nobody has open."""

    path: Path
    modified: datetime
    titles: tuple[str, ...]
    problem: Message | None
    """Why it cannot be opened, if it cannot."""
    held: HeldInFile = field(default_factory=HeldInFile)


def create_unnamed(folder: Path, contents: Contents | None = None, scans: Iterable[Blob] = ()) -> Store:
    """A new document, on the disk from its first moment."""
    return Store.create(unnamed_path(folder), contents, scans)


def give_name(store: Store, path: Path) -> None:
    """Move a document out of the recovery folder; it stays open, under its name.

    What is left without a name and cannot be removed stays and is offered again: the work lies where it was wanted.
    """
    left = store.path
    store.save_as(path)
    with suppress(FileError):
        discard(left)


def list_recoverable(folder: Path) -> list[Recoverable]:
    """What a crash left behind, latest first; what another program takes away meanwhile is not there any more."""
    found: list[Recoverable] = []
    for path in left_in(folder):
        with suppress(FileNotFoundError):
            found.append(_recoverable(path))
    return sorted(found, key=lambda each: (each.modified, each.path.name), reverse=True)


def left_in(folder: Path) -> list[Path]:
    """The files without a name that nobody has open, without a look into them."""
    return [path for path in unnamed_in(folder) if not is_locked(path)]


def unnamed_in(folder: Path) -> list[Path]:
    """The same with those that another program has open; this one's own are not among them."""
    if not folder.is_dir():
        return []
    with speaking_of(folder):
        return [path for path in folder.glob(f"*{SUFFIX}") if not is_open_here(path) and path.is_file()]


def modified(path: Path) -> datetime:
    """When a file was last written, or the log beside it; raises OSError."""
    return datetime.fromtimestamp(max(each.stat().st_mtime for each in (path, *companions(path))), UTC)


def discard(path: Path) -> None:
    """Throw away a document and the log beside it; raises FileError where somebody has opened it meanwhile."""
    refuse_if_in_use(path)
    with speaking_of(path):
        for left in (*left_beside(path), path):
            left.unlink(missing_ok=True)


def _recoverable(path: Path) -> Recoverable:
    when = modified(path)
    try:
        contents = inspect(path).contents
    except FileError as bad:
        return Recoverable(path, when, (), bad.message)
    titles = [plan.title for plan in contents.maps.values()]
    titles += [document.title or "" for document in contents.documents.values()]
    return Recoverable(path, when, tuple(dict.fromkeys(title for title in titles if title)), None, held_in(contents))
