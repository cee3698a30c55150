"""Edit and Play: two ways to use one window on one document, and View for what is only looked at.

Editing has two pages: Edit is the map, where the tools have the mouse, and Design the scenario on it, where units are
drawn up and set up; both share one history. In Play the game has the mouse. View shows a map with its counters as they
were set up: a scenario ready to be played, or a map without one. Start is the page the program begins with, and stands
where the map would be. Each mode remembers its own arrangement of panels.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol


class Mode(StrEnum):
    """What the mouse on the map is for; the values are what the settings say."""

    START = "start"
    VIEW = "view"
    EDIT = "edit"
    DESIGN = "design"
    PLAY = "play"

    @property
    def is_authoring(self) -> bool:
        """Whether changes are made, so that undo is the map's and the scenario's."""
        return self in (Mode.EDIT, Mode.DESIGN)


class ModeSwitch(Protocol):
    """Whoever is in a mode and can go into another."""

    @property
    def mode(self) -> Mode: ...

    def set_mode(self, mode: Mode) -> None:
        """Go into a mode, or as near to it as what is open allows."""
