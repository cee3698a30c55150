"""Files written whole or not at all: under another name first, on the disk, and then in the place of the old one."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from engine.core.messages import message
from engine.storage.errors import FileError, speaking_of


@contextmanager
def written_whole(path: Path) -> Iterator[BinaryIO]:
    """A file to write to, which takes its name when all went well and leaves no trace otherwise; raises FileError."""
    if path.is_dir():
        raise FileError(message("file.not-a-file", file=str(path)), path)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(6)}.tmp")
    try:
        with speaking_of(path):
            with draft.open("xb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
