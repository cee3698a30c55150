"""Values by their names that the settings keep as one text, for whoever has more to remember than one setting says."""

from __future__ import annotations

import json
from typing import Any

from PySide6.QtCore import QSettings


def remembered(settings: QSettings, name: str) -> dict[str, Any]:
    """What was kept under a name; nothing where it makes no sense: the file of the settings may say anything."""
    try:
        found = json.loads(str(settings.value(name, "") or "{}"))
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
