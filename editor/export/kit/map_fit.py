"""How large a map is printed so that it takes the fewest sheets: no smaller than its counters need, and no larger.

The smallest size at which counters fit decides how many sheets there are; the map is then made as large as those same
sheets allow, so that no paper is wasted. No Qt.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from editor.export.options import LARGEST_HEX, SMALLEST_HEX, ExportOptions, Pages
from editor.export.page_layout import lay_out, unit_for
from editor.export.trouble import CannotExport
from editor.geometry.lattice import Box
from engine.definitions.plan import MapPlan

_AROUND: Final = 1.12
"""How much wider than a counter a hex is across its flats, so that a finger finds the counter."""
_SPACE: Final = 1.25
"""The same for a map of spaces, where a counter lies on a disc."""
_FINEST: Final = 0.05


def least_hex_mm(plan: MapPlan, counter_mm: float) -> float:
    """How wide a hex must be for counters of a size."""
    wanted = counter_mm * (_AROUND if plan.sheets else _SPACE)
    return min(max(wanted, SMALLEST_HEX), LARGEST_HEX)


def on_fewest_sheets(plan: MapPlan, bounds: Box, options: ExportOptions, counter_mm: float) -> ExportOptions:
    """The same options with the size at which a map takes the fewest sheets that hold its counters.

    Raises CannotExport where even those are too many.
    """
    tiled = replace(options, pages=Pages.TILES, map_scale=0)

    def sheets(hex_mm: float) -> int:
        sized = replace(tiled, hex_mm=hex_mm)
        return len(lay_out(bounds, unit_for(plan, sized), sized).sheets)

    def is_enough(hex_mm: float) -> bool:
        try:
            return sheets(hex_mm) <= fewest
        except CannotExport:  # more sheets than any map may have
            return False

    low = least_hex_mm(plan, counter_mm)
    fewest = sheets(low)
    high = min(low * 2, LARGEST_HEX)
    while high - low > _FINEST:
        middle = (low + high) / 2
        if is_enough(middle):
            low = middle
        else:
            high = middle
    return replace(tiled, hex_mm=low)
