"""What was worked on last: named files and work without a name, latest first; what each holds is found out aside."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from app.cli.targets import is_project_file
from editor.documents.background import Background, Ticket
from engine.core.messages import Message
from engine.storage.errors import FileError
from engine.storage.file_summary import HeldInFile, held_by
from engine.storage.header import is_open_here
from engine.storage.recovery import modified, unnamed_in
from engine.storage.replacing import is_locked

MOST = 4
"""So many are offered; File, Recent Files and Recover Unnamed Work have the rest."""


@dataclass(frozen=True, slots=True)
class LeftWork:
    """A file that somebody may want to go on with."""

    path: Path
    when: datetime
    is_named: bool
    is_elsewhere: bool = False
    """Whether another program has it open, and perhaps asks just now whether to save it."""
    held: HeldInFile = field(default_factory=HeldInFile)
    problem: Message | None = None


def left_work(recent: Iterable[str], recovery: Path) -> list[LeftWork]:
    """The latest files, without a look into them."""
    found = [
        LeftWork(Path(path), when, is_named=True, is_elsewhere=is_elsewhere(Path(path)))
        for path in recent
        if (when := _when(Path(path))) is not None
    ]
    try:
        for path in unnamed_in(recovery):
            found.append(LeftWork(path, modified(path), is_named=False, is_elsewhere=is_elsewhere(path)))
    except (OSError, FileError):
        found = [each for each in found if each.is_named]
    return sorted(found, key=lambda each: each.when, reverse=True)[:MOST]


def is_elsewhere(path: Path) -> bool:
    """Whether another program works on a file."""
    return path.is_file() and not is_open_here(path) and is_locked(path)


def look_into(background: Background, left: LeftWork, tell: Callable[[HeldInFile | Message], None]) -> None:
    """Find out behind the window what a file holds, or why that cannot be known."""

    def work(_: Ticket) -> HeldInFile:
        return held_by(left.path) if left.path.is_file() and is_project_file(left.path) else HeldInFile()

    background.run(work, tell, tell, about=left.path.name)


def _when(path: Path) -> datetime | None:
    try:
        return modified(path) if path.is_file() else datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except OSError:
        return None
