"""Which places a stroke of the designer means: those on the way, those in a rectangle, those that hang together.

A stroke runs straight from one place the mouse was seen to the next, so that a fast hand leaves no holes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from PySide6.QtCore import QPoint

from editor.canvas.canvas import MapCanvas
from editor.geometry.ground import Ground
from editor.model.design.design import Design
from editor.model.design.initial_control import NOBODY, holders
from editor.model.selection import in_rectangle
from engine.definitions.plan import MapPlan, cell_of

_STRIDE = 0.25
"""How closely a stroke looks for places in its way, in circumradii."""


def places_between(canvas: MapCanvas, start: QPoint, end: QPoint) -> list[str]:
    """The places on the straight way between two points of the view, in its order."""
    one, two = canvas.plane_point(start), canvas.plane_point(end)
    steps = max(1, math.ceil(math.hypot(two.x() - one.x(), two.y() - one.y()) / _STRIDE))
    found: dict[str, None] = {}
    for number in range(steps + 1):
        share = number / steps
        x, y = one.x() + (two.x() - one.x()) * share, one.y() + (two.y() - one.y()) * share
        key = canvas.picture.key_at(x, y)
        if key is not None:
            found[key] = None
    return list(found)


def places_in_band(canvas: MapCanvas, corner: QPoint, opposite: QPoint) -> list[str]:
    """The places in the rectangle between two points of the view, and those under its corners."""
    one, two = canvas.plane_point(corner), canvas.plane_point(opposite)
    chosen = in_rectangle(canvas.plan, (one.x(), one.y()), (two.x(), two.y()))
    ends = [key for at in (corner, opposite) if (key := canvas.location_at(at)) is not None]
    return list(dict.fromkeys((*ends, *chosen.cells.place_keys(), *sorted(chosen.places))))


def places_held_alike(design: Design, key: str) -> list[str]:
    """The places that hang together with one and have the same holder: what a fill would paint."""
    held, ground = holders(design), Ground(design.plan)
    links = _linked(design.plan)
    wanted = held.get(key, NOBODY)
    found, waiting = {key: None}, [key]
    while waiting:
        for beside in _beside(ground, links, waiting.pop()):
            if beside not in found and beside not in design.plan.boxes and held.get(beside, NOBODY) == wanted:
                found[beside] = None
                waiting.append(beside)
    return list(found)


def _linked(plan: MapPlan) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for link in plan.links.values():
        found.setdefault(link.a, []).append(link.b)
        found.setdefault(link.b, []).append(link.a)
    return found


def _beside(ground: Ground, links: Mapping[str, list[str]], key: str) -> list[str]:
    cell = cell_of(key)
    spot = None if cell is None else ground.spot(cell)
    plane = None if cell is None else ground.plane(cell.sheet)
    if spot is None or plane is None:
        return links.get(key, [])
    around = (ground.cell(spot.moved(step)) for step in plane.steps)
    return [beside.key for beside in around if beside is not None]
