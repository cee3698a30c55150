"""What a worker of the suite keeps: memory that windows and pictures left free goes back to the system.

The C library keeps what was freed, in pieces between what is still in use. Over thousands of tests that is more than
all that is in use; so after a test that made the process much larger, what is free is handed back.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from app.spare_memory import give_back_memory

STEP: Final = 64 * 1024 * 1024
"""Bytes by which a process may have grown before it is looked through."""


def resident() -> int:
    """Bytes of memory the process has now, where the system tells."""
    table = Path("/proc/self/statm")
    return int(table.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") if table.exists() else 0


class WorkerMemory:
    """Gives back what is free when there may be much of it."""

    def __init__(self) -> None:
        self._after_last = 0

    def settle(self) -> bool:
        """Between two tests; whether the process was looked through."""
        if resident() <= self._after_last + STEP:
            return False
        give_back_memory()
        self._after_last = resident()
        return True
