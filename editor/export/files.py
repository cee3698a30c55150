"""Files written whole or not at all: under another name first, on the disk, and then in the place of the old one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from engine.storage.errors import speaking_of
from engine.storage.replacing import in_one_stroke


@contextmanager
def written_whole(path: Path) -> Iterator[BinaryIO]:
    """A file to write to, which takes its name when all went well and leaves no trace otherwise; raises FileError."""
    with in_one_stroke(path) as draft, speaking_of(path), draft.open("wb") as file:
        yield file
        file.flush()
