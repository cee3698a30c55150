"""The boxes that a game needs beside its map: reserves, arrivals, losses. Laid out when a map is begun."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from editor.geometry.lattice import Box, Lattice, Span
from engine.definitions.plan import BoxPlan, MapPlan

ACROSS, DOWN = 6.0, 4.6
"""From the middle of a box to the next."""
_ASIDE: Final = 4.0
"""From the edge of the map to the middle of the first column."""


def lay_boxes(plan: MapPlan, boxes: Mapping[str, str]) -> None:
    """Draw boxes, by id with their titles, in columns to the right of the sheets; those it has stay where they are."""
    wanted = {name: title for name, title in boxes.items() if name not in plan.boxes}
    sheets = [_box_of(plan, name) for name in plan.sheets]
    right, top = max(box.right for box in sheets), min(box.top for box in sheets)
    fit = max(1, int((max(box.bottom for box in sheets) - top) / DOWN))
    columns = max(1, math.ceil(len(wanted) / fit))
    rows = max(1, math.ceil(len(wanted) / columns))
    for number, (name, title) in enumerate(wanted.items()):
        column, row = divmod(number, rows)
        position = (right + _ASIDE + column * ACROSS, top + (row + 0.5) * DOWN)
        plan.boxes[name] = BoxPlan(name, title, position)


def _box_of(plan: MapPlan, name: str) -> Box:
    sheet = plan.sheets[name]
    (left, top), (across, down) = sheet.first, sheet.size
    lattice = Lattice(sheet.grid, sheet.scale, sheet.origin)
    return lattice.box(Span(left, top, left + across, top + down))
