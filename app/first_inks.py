"""What is in the hand when a map is opened: of every kind of ink one that the map has."""

from __future__ import annotations

from editor.documents.workbench import Ink, InkGroup, Workbench
from editor.tools.toolbox import ToolController


def take_inks(bench: Workbench, tools: ToolController) -> None:
    """Let the first stroke of each tool leave something to be seen, and the palette show the tool's own ink."""
    palette = bench.palette
    fills = {sheet.fill for sheet in bench.canvas.plan.sheets.values()}
    for group in (group for group in InkGroup if group is not InkGroup.REGIONS):
        known = [swatch.id for swatch in getattr(palette, group.value)]
        held = bench.ink_of(group)
        if known and (held is None or held.id not in known):
            seen = [name for name in known if group is not InkGroup.TERRAIN or name not in fills]
            bench.set_ink(Ink(group, (seen or known)[0]))
    wanted = tools.tool.ink_group if tools.tool is not None else None
    ink = bench.ink_of(wanted or InkGroup.TERRAIN) or bench.ink_of(InkGroup.TERRAIN)
    if ink is not None:
        bench.set_ink(ink)
