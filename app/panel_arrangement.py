"""Which panels of a page are seen, which tab is in front, and how large each is: what a page comes back to.

All panels of all pages share one layout of the window, which knows where each stands. A page is a choice among them,
so going from page to page shows and hides and gives back the sizes, and never lays the window out anew: restoring a
whole state leaves the tab bars of the last one behind.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabBar

Size = tuple[int, int]
LONGEST = (1 << 24) - 1
"""Pixels of a widget of Qt."""
_SIDES = (Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea)
"""Where a panel has a width of its own; above and below the map it is as wide as the map."""


@dataclass(frozen=True, slots=True)
class PanelArrangement:
    """Docks by their names; sizes are of those in front."""

    seen: tuple[str, ...] = ()
    sizes: Mapping[str, Size] = field(default_factory=dict)

    def as_text(self) -> str:
        """For the settings."""
        return json.dumps(asdict(self))

    @staticmethod
    def of_data(said: Mapping[str, Any]) -> PanelArrangement | None:
        """From the settings; None where they say nothing that can be read."""
        try:
            seen = tuple(str(name) for name in said["seen"])
            sizes = {str(name): (int(wide), int(high)) for name, (wide, high) in said["sizes"].items()}
        except (TypeError, ValueError, LookupError, AttributeError, OverflowError):
            return None
        are_sizes = all(0 <= length <= LONGEST for size in sizes.values() for length in size)
        return PanelArrangement(seen, sizes) if are_sizes else None


def arrangement_of(window: QMainWindow, docks: Iterable[QDockWidget]) -> PanelArrangement:
    """How they stand now."""
    seen = [dock for dock in docks if not dock.isHidden()]
    front = [dock for dock in seen if not dock.visibleRegion().isEmpty()]
    return PanelArrangement(
        tuple(dock.objectName() for dock in seen),
        {dock.objectName(): (dock.width(), dock.height() + _tabs_over(window, dock)) for dock in front},
    )


def _tabs_over(window: QMainWindow, dock: QDockWidget) -> int:
    """How high the tabs are of which a dock is one: to the window they are part of its size."""
    if dock.isFloating() or all(other.isHidden() for other in window.tabifiedDockWidgets(dock)):
        return 0
    bars = (bar for bar in window.findChildren(QTabBar) if bar.parent() is window and bar.isVisible())
    return next((bar.height() for bar in bars if bar.geometry().bottom() + 1 == dock.geometry().top()), 0)


def arrange_as(window: QMainWindow, docks: Iterable[QDockWidget], wanted: PanelArrangement) -> None:
    """Let them stand so again, as far as the window has room."""
    each = list(docks)
    for dock in each:
        if dock.objectName() not in wanted.seen:
            dock.hide()
    for dock in each:
        if dock.objectName() in wanted.seen:
            dock.show()
    front = [dock for dock in each if dock.objectName() in wanted.sizes and not dock.isHidden()]
    for dock in front:
        dock.raise_()
    layout = window.layout()
    if layout is not None:
        layout.activate()
    still = [dock for dock in front if not dock.isFloating()]
    beside = [dock for dock in still if window.dockWidgetArea(dock) in _SIDES]
    if still:
        wide, high = (
            [wanted.sizes[dock.objectName()][way] for dock in docks] for way, docks in enumerate((beside, still))
        )
        window.resizeDocks(beside, wide, Qt.Orientation.Horizontal)
        window.resizeDocks(still, high, Qt.Orientation.Vertical)
