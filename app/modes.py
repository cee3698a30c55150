"""Edit and Play: two ways to use one window on one document, and View for what is only looked at.

In Edit the tools have the mouse, in Play the game has it. View shows a map with its counters as they were set up: a
scenario ready to be played, or a map without one. Each mode remembers its own arrangement of panels.
"""

from __future__ import annotations

from enum import StrEnum


class Mode(StrEnum):
    """What the mouse on the map is for; the values are what the settings say."""

    VIEW = "view"
    EDIT = "edit"
    PLAY = "play"
