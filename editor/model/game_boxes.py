"""The boxes that a game needs beside its map: reserves, arrivals, losses. Laid out when a map is begun."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from editor.geometry.lattice import Box, Lattice, Span
from engine.definitions.plan import BoxPlan, MapPlan

ACROSS, DOWN = 5.4, 3.7
"""From the middle of a box to the next: near enough that they do not take more paper than the map."""
_ASIDE: Final = 3.4
"""From the edge of the map to the middle of the first column."""
_TABLE: Final = (24.0, 16.0)
"""The room that is left for the spaces of a map that has none yet."""


def lay_boxes(plan: MapPlan, boxes: Mapping[str, str]) -> None:
    """Draw boxes, by id with their titles, in columns to the right of the map; those it has stay where they are.

    A map of spaces that is still empty has them to the right of where its first space will be.
    """
    wanted = {name: title for name, title in boxes.items() if name not in plan.boxes}
    right, top, bottom = _edges(plan)
    fit = max(1, int((bottom - top) / DOWN))
    columns = max(1, math.ceil(len(wanted) / fit))
    rows = max(1, math.ceil(len(wanted) / columns))
    for number, (name, title) in enumerate(wanted.items()):
        column, row = divmod(number, rows)
        position = (right + _ASIDE + column * ACROSS, top + (row + 0.5) * DOWN)
        plan.boxes[name] = BoxPlan(name, title, position)


def _edges(plan: MapPlan) -> tuple[float, float, float]:
    """The right, the upper and the lower edge of what is on the map."""
    sheets = [_box_of(plan, name) for name in plan.sheets]
    if sheets:
        return (
            max(box.right for box in sheets),
            min(box.top for box in sheets),
            max(box.bottom for box in sheets),
        )
    across = [space.position[0] for space in plan.spaces.values()] or [_TABLE[0]]
    down = [space.position[1] for space in plan.spaces.values()] or [0.0]
    return max(across), min(down), max(*down, min(down) + _TABLE[1])


def _box_of(plan: MapPlan, name: str) -> Box:
    sheet = plan.sheets[name]
    (left, top), (across, down) = sheet.first, sheet.size
    lattice = Lattice(sheet.grid, sheet.scale, sheet.origin)
    return lattice.box(Span(left, top, left + across, top + down))
