"""A history that nobody holds any longer: Python's collector finds it with its entries, in whatever order it likes.

Tried in a process of its own, because it is a crash that must not come back.
"""

from __future__ import annotations

import gc
import subprocess
import sys
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject

from editor.documents.history_entry import EntryStack, HistoryEntry

ROOT = Path(__file__).parents[3]


class Done(HistoryEntry):
    """Something that is always done."""

    owner: QObject | None = None

    def carry_out(self) -> bool:
        return True

    def take_back(self) -> bool:
        return True


class Owner(QObject):
    """Whoever has the history, and is known to its entries."""

    def __init__(self, entries: int) -> None:
        super().__init__()
        self.stack = EntryStack(self)
        for number in range(entries):
            entry = Done(self.stack, f"stroke {number}")
            entry.owner = self
            self.stack.push(entry)


def abandon(times: int) -> None:
    """Let the collector see the entries before their stack, after it, and in between."""
    for number in range(times):
        held = Owner(3).stack.command(number % 3)
        gc.collect(number % 3)
        del held
        gc.collect()


def test_an_abandoned_history_is_freed_once() -> None:
    ran = subprocess.run([sys.executable, "-m", __name__], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (0, "0 entries left\n"), ran.stderr


if __name__ == "__main__":
    program = QCoreApplication([])
    abandon(40)
    left = sum(isinstance(each, HistoryEntry) for each in gc.get_objects())
    sys.stdout.write(f"{left} entries left\n")
