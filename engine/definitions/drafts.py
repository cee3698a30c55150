"""Drafts and temporary copies: what is written under a name of its own first, and what is left of it when a run dies.

A file that is written whole is finished as a draft beside its place and then takes its name. Each run keeps a list of
the drafts and scratch folders it makes, and holds a lock on that list as long as it lives; the system lets go of the
lock when the run dies, however it dies. A list that nobody holds is of a run that was killed: what it names is removed
by the next start, and nothing else is.
"""

from __future__ import annotations

import atexit
import os
import re
import secrets
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

STATE: Final = "REDOUBT_STATE"
"""The variable that names another folder for what the program remembers of its runs."""
_RUNS: Final = "runs"
_DRAFT: Final = re.compile(r"\.redoubt-[0-9a-f]{12}\.tmp(-wal|-shm|-journal)?")
_SCRATCH: Final = re.compile(r"redoubt-[0-9a-f]{12}")
_BESIDE: Final = ("-wal", "-shm", "-journal")


def state_folder() -> Path:
    """Where the program keeps what it remembers of its own runs on this machine."""
    named = os.environ.get(STATE)
    if named:
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home()) / "Redoubt"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Redoubt"
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "redoubt"


def draft_beside(path: Path) -> Path:
    """The name of a draft of a file, in the same folder; the name of the file itself may be as long as can be."""
    draft = path.with_name(f".redoubt-{secrets.token_hex(6)}.tmp")
    _note(draft)
    return draft


def remove_draft(draft: Path) -> None:
    """Remove what may be left of a draft, and of the logs beside it."""
    for left in (draft, *(draft.with_name(draft.name + ending) for ending in _BESIDE)):
        with suppress(OSError):
            left.unlink(missing_ok=True)


def new_scratch(place: Path | None = None) -> Path:
    """A folder of our own for temporary copies, in the usual place unless told; whoever makes one removes it."""
    folder = (place or Path(tempfile.gettempdir())) / f"redoubt-{secrets.token_hex(6)}"
    _note(folder)
    folder.mkdir(mode=0o700)
    return folder


@contextmanager
def scratch(place: Path | None = None) -> Iterator[Path]:
    """The same, gone afterwards."""
    folder = new_scratch(place)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def sweep() -> list[Path]:
    """Remove what killed runs left behind; returns it. What runs that live are working on stays."""
    gone: list[Path] = []
    with suppress(OSError):
        for ledger in sorted((state_folder() / _RUNS).glob("*.run")):
            gone += _swept(ledger)
    return gone


def _swept(ledger: Path) -> list[Path]:
    gone: list[Path] = []
    with suppress(OSError):
        descriptor = os.open(ledger, os.O_RDWR)
        try:
            if not _hold(descriptor):
                return []
            with os.fdopen(os.dup(descriptor), "rb") as stream:
                names = stream.read().split(b"\0")
            gone = [path for name in names if name and _remove(path := Path(os.fsdecode(name)))]
            ledger.unlink(missing_ok=True)
        finally:
            os.close(descriptor)
    return gone


def _remove(path: Path) -> bool:
    """Whether there was something of a dead run to remove; only names that we give are touched."""
    with suppress(OSError):
        if _DRAFT.fullmatch(path.name) and any(
            found.is_file() for found in (path, *(path.with_name(path.name + ending) for ending in _BESIDE))
        ):
            remove_draft(path)
            return True
        if _SCRATCH.fullmatch(path.name) and path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
            return True
    return False


class _Ledger:
    """The list of this run."""

    def __init__(self) -> None:
        self._descriptor: int | None = None
        self._run = 0
        self._folder = Path()

    def note(self, path: Path) -> None:
        """Write a name down before there is anything of that name; a run that cannot is not tidied up after."""
        with suppress(OSError):
            if self._descriptor is None or self._run != os.getpid() or self._folder != state_folder() / _RUNS:
                self._begin()
            if self._descriptor is not None:
                os.write(self._descriptor, os.fsencode(path.absolute()) + b"\0")

    def _begin(self) -> None:
        """Nobody else sees the list before it is held."""
        self._descriptor, self._run, self._folder = None, os.getpid(), state_folder() / _RUNS
        self._folder.mkdir(parents=True, exist_ok=True)
        name = f"{os.getpid()}-{secrets.token_hex(6)}"
        unseen = self._folder / f"{name}.new"
        descriptor = os.open(unseen, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o600)
        if not _hold(descriptor):
            os.close(descriptor)
            unseen.unlink()
            return
        seen = unseen.with_suffix(".run")
        unseen.rename(seen)
        self._descriptor = descriptor
        atexit.register(_forget, seen, os.getpid())


def _forget(ledger: Path, run: int) -> None:
    """A run that ends in good order leaves no list; one that was forked off has a list of its own."""
    if os.getpid() == run:
        with suppress(OSError):
            ledger.unlink(missing_ok=True)


_ledger = _Ledger()


def _note(path: Path) -> None:
    _ledger.note(path)


if sys.platform == "win32":
    import msvcrt

    def _hold(descriptor: int) -> bool:
        """Take the lock of a list, unless a run that lives has it."""
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _hold(descriptor: int) -> bool:
        """Take the lock of a list, unless a run that lives has it."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
