"""Which panels there are, where they usually stand, and the key that shows and hides each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from app.modes import Mode
from editor.panels.design.charts_panel import ChartsPanel
from editor.panels.design.design_panel import DesignPanel
from editor.panels.design.notes_panel import NotesPanel
from editor.panels.design.playable_panel import PlayablePanel
from editor.panels.design.scenario_panel import ScenarioPanel
from editor.panels.design.setup.setup_panel import SetupPanel
from editor.panels.design.timeline_panel import TimelinePanel
from editor.panels.design.turns_panel import TurnsPanel
from editor.panels.design.units.counters_panel import CountersPanel
from editor.panels.design.units.forces_panel import ForcesPanel
from editor.panels.design.units.unit_table_panel import UnitTablePanel
from editor.panels.design.victory_panel import VictoryPanel
from editor.panels.history_panel import HistoryPanel
from editor.panels.inspector.inspector_panel import InspectorPanel
from editor.panels.issues.issues_panel import IssuesPanel
from editor.panels.layers_panel import LayersPanel
from editor.panels.minimap_panel import MinimapPanel
from editor.panels.palette.palette_panel import PalettePanel
from editor.panels.panel import Panel
from editor.panels.scans.scans_panel import ScansPanel
from editor.panels.stamps_panel import StampsPanel
from editor.panels.tool_options_panel import ToolOptionsPanel

if TYPE_CHECKING:
    from app.window import MainWindow


class PanelSlot(StrEnum):
    """Where a panel usually stands; those of one slot are tabs."""

    LEFT_TOP = "left-top"
    LEFT_BOTTOM = "left-bottom"
    RIGHT_TOP = "right-top"
    RIGHT_BOTTOM = "right-bottom"
    BELOW = "below"
    """Across the foot of the window, for what is wide: tables and timelines."""
    ASIDE = "aside"
    """Hidden until it is wanted, and then at the right."""


@dataclass(frozen=True, slots=True)
class PanelPlace:
    """The usual place of a panel; `height` is its share of its side."""

    slot: PanelSlot
    keys: str
    height: int = 300
    mode: Mode = Mode.EDIT
    """The page it belongs to and stands on at first."""
    also: Mode | None = None
    """Another page on which it can be called up."""


PANELS: Final[Mapping[str, PanelPlace]] = MappingProxyType(
    {
        "palette": PanelPlace(PanelSlot.LEFT_TOP, "Alt+1", 460),
        "tool-options": PanelPlace(PanelSlot.LEFT_BOTTOM, "Alt+2", 220),
        "stamps": PanelPlace(PanelSlot.LEFT_BOTTOM, "Alt+9", 220),
        "minimap": PanelPlace(PanelSlot.RIGHT_TOP, "Alt+3", 190, also=Mode.DESIGN),
        "inspector": PanelPlace(PanelSlot.RIGHT_BOTTOM, "Alt+4", 480),
        "layers": PanelPlace(PanelSlot.RIGHT_BOTTOM, "Alt+5", 480),
        "history": PanelPlace(PanelSlot.RIGHT_BOTTOM, "Alt+6", 480, also=Mode.DESIGN),
        "issues": PanelPlace(PanelSlot.RIGHT_BOTTOM, "Alt+7", 480),
        "scans": PanelPlace(PanelSlot.ASIDE, "Alt+8", 480),
    }
)
"""By the name of the panel, in the order of tabs and menu entries."""

DESIGN_PANELS: Final[Mapping[type[DesignPanel], PanelPlace]] = MappingProxyType(
    {
        ForcesPanel: PanelPlace(PanelSlot.LEFT_TOP, "Ctrl+Alt+3", 460, Mode.DESIGN),
        UnitTablePanel: PanelPlace(PanelSlot.BELOW, "Ctrl+Alt+2", 260, Mode.DESIGN),
        ScenarioPanel: PanelPlace(PanelSlot.RIGHT_TOP, "Ctrl+Alt+1", 200, Mode.DESIGN),
        ChartsPanel: PanelPlace(PanelSlot.BELOW, "Ctrl+Alt+7", 260, Mode.DESIGN),
        TurnsPanel: PanelPlace(PanelSlot.BELOW, "Ctrl+Alt+5", 260, Mode.DESIGN),
        TimelinePanel: PanelPlace(PanelSlot.BELOW, "Ctrl+Alt+6", 260, Mode.DESIGN),
        NotesPanel: PanelPlace(PanelSlot.BELOW, "Ctrl+Alt+K", 260, Mode.DESIGN),
        CountersPanel: PanelPlace(PanelSlot.RIGHT_BOTTOM, "Ctrl+Alt+4", 520, Mode.DESIGN),
        PlayablePanel: PanelPlace(PanelSlot.RIGHT_BOTTOM, "Ctrl+Alt+9", 520, Mode.DESIGN),
        SetupPanel: PanelPlace(PanelSlot.LEFT_BOTTOM, "Ctrl+Alt+8", 330, Mode.DESIGN),
        VictoryPanel: PanelPlace(PanelSlot.LEFT_BOTTOM, "Ctrl+Alt+V", 330, Mode.DESIGN),
    }
)
"""The panels of the designer: one line each, in the order of tabs and menu entries."""

ALL_PANELS: Final[Mapping[str, PanelPlace]] = MappingProxyType(
    {**PANELS, **{kind.name: place for kind, place in DESIGN_PANELS.items()}}
)


def make_panels(window: MainWindow) -> dict[str, Panel]:
    """Every panel, made once for a window."""
    bench, tools = window.bench, window.tools
    made: tuple[Panel, ...] = (
        PalettePanel(bench, tools),
        ToolOptionsPanel(bench, tools),
        StampsPanel(bench),
        MinimapPanel(bench),
        InspectorPanel(bench),
        LayersPanel(bench),
        HistoryPanel(bench, window.revert),
        IssuesPanel(bench),
        ScansPanel(bench, window.scans),
    )
    known = {panel.name: panel for panel in (*made, *(kind(window.designer.desk) for kind in DESIGN_PANELS))}
    return {name: known[name] for name in ALL_PANELS if name in known}
