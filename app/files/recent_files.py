"""What was opened lately, newest first, as far as it is still there."""

from __future__ import annotations

import os
from pathlib import Path

from PySide6.QtCore import QSettings

MOST_RECENT = 8


class RecentFiles:
    """Paths that the settings remember."""

    def __init__(self, settings: QSettings) -> None:
        self._settings = settings

    def paths(self) -> list[str]:
        """All of them that still lead somewhere; one that nobody may look at any more leads nowhere."""
        kept = self._settings.value("recent", [])
        paths = [kept] if isinstance(kept, str) else list(kept) if isinstance(kept, list) else []
        return [path for path in paths if isinstance(path, str) and os.path.exists(path)]  # noqa: PTH110 - see above

    def folder(self) -> str:
        """Where the next file is looked for."""
        known = self.paths()
        return str(Path(known[0]).parent) if known else str(Path.home())

    def add(self, path: str) -> None:
        """Put a path in front."""
        self._settings.setValue("recent", [path, *(known for known in self.paths() if known != path)][:MOST_RECENT])
