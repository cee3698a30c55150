"""Which panels there are, where they usually stand, and the key that shows and hides each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from editor.documents.workbench import Workbench
from editor.panels.panel import Panel
from editor.tools.toolbox import ToolController


class Slot(StrEnum):
    """Where a panel usually stands; those of one slot are tabs."""

    LEFT_TOP = "left-top"
    LEFT_BOTTOM = "left-bottom"
    RIGHT_TOP = "right-top"
    RIGHT_BOTTOM = "right-bottom"


@dataclass(frozen=True, slots=True)
class PanelPlace:
    """The usual place of a panel; `height` is its share of its side."""

    slot: Slot
    keys: str
    height: int = 300


PANELS: Final[Mapping[str, PanelPlace]] = MappingProxyType({})
"""By the name of the panel, in the order of tabs and menu entries."""


def make_panels(bench: Workbench, tools: ToolController) -> dict[str, Panel]:
    """Every panel, made once for a window."""
    return {}
