"""Edit and View: two ways to use one window on one map.

In View the map is looked at with its counters; in Edit the tools have the mouse. Each mode remembers its own
arrangement of panels.
"""

from __future__ import annotations

from enum import StrEnum


class Mode(StrEnum):
    """What the mouse on the map is for; the values are what the settings say."""

    VIEW = "view"
    EDIT = "edit"
