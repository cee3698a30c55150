"""Which page of the manual tells about what is at hand: the panel with the keyboard, the tool, or the mode."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from app.modes import Mode
from editor.tools.tool import ToolGroup
from editor.tools.toolbox import TOOLS

Topic = tuple[str, str]
"""The name of a page and an English heading on it; no heading is the whole page."""

MODES: Final[Mapping[Mode, Topic]] = MappingProxyType(
    {
        Mode.START: ("index", ""),
        Mode.VIEW: ("window", ""),
        Mode.EDIT: ("editor", ""),
        Mode.DESIGN: ("design", ""),
        Mode.PLAY: ("play", ""),
    }
)
PANELS: Final[Mapping[str, Topic]] = MappingProxyType(
    {
        "palette-dock": ("editor", "Kinds of your own"),
        "tool-options-dock": ("editor", "Tools"),
        "stamps-dock": ("editor", "Selecting"),
        "minimap-dock": ("editor", "Panels"),
        "inspector-dock": ("editor", "Panels"),
        "layers-dock": ("editor", "Panels"),
        "history-dock": ("editor", "Nothing is lost"),
        "issues-dock": ("editor", "Panels"),
        "scans-dock": ("editor", "Scans"),
        "forces-dock": ("design", "Order of battle"),
        "units-dock": ("design", "All units in a table"),
        "scenario-dock": ("design", "Beginning"),
        "charts-dock": ("design", ""),
        "turns-dock": ("design", "Turns"),
        "timeline-dock": ("design", "Reinforcements and withdrawals"),
        "notes-dock": ("design", "Description and notes"),
        "counter-types-dock": ("design", "Counters"),
        "playable-dock": ("design", ""),
        "setup-dock": ("design", "Setup on the map"),
        "victory-dock": ("design", "Victory"),
        "play-log-dock": ("play", "Panels"),
        "play-actions-dock": ("play", "Panels"),
        "play-why-dock": ("play", "Odds"),
        "play-hand-dock": ("play", "Cards"),
        "play-trays-dock": ("play", "Off the map"),
        "play-turns-dock": ("play", "Panels"),
        "play-score-dock": ("play", "Panels"),
        "play-computer-dock": ("play", "Against the computer"),
        "play-piles-dock": ("play", "Cards"),
        "play-cards-dock": ("play", "Cards"),
        "play-notes-dock": ("play", "Notes"),
        "play-statistics-dock": ("play", "Statistics"),
        "coach-bar": ("first-game", ""),
        "start-page": ("index", ""),
    }
)
TOOL_GROUPS: Final[Mapping[ToolGroup, Topic]] = MappingProxyType(
    {
        ToolGroup.SELECT: ("editor", "Selecting"),
        ToolGroup.PAINT: ("editor", "Tools"),
        ToolGroup.HEXSIDES: ("editor", "Tools"),
        ToolGroup.LINES: ("editor", "Tools"),
        ToolGroup.PLACES: ("editor", "Tools"),
        ToolGroup.SPACES: ("editor", "Spaces and connections"),
        ToolGroup.SHAPE: ("editor", "The shape of the map"),
    }
)


def topic_of(mode: Mode, tool: str) -> Topic:
    """What the manual tells about a tool or, where none is in hand, about a mode."""
    groups = {kind.name: kind.group for kind in TOOLS}
    return TOOL_GROUPS[groups[tool]] if mode is Mode.EDIT and tool in groups else MODES[mode]


def topic_of_panel() -> Topic | None:
    """What it tells about the panel that has the keyboard; None where the map has it."""
    widget: QObject | None = QApplication.focusWidget()
    while widget is not None:
        if widget.objectName() in PANELS:
            return PANELS[widget.objectName()]
        widget = widget.parent()
    return None
