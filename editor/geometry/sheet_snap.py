"""Where a sheet that is dragged comes to lie: with its hexes on those of a sheet below, so that they can be joined."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from editor.geometry.cells import cells_where, codes_at
from editor.geometry.ground import Ground, Plane, Spot
from engine.definitions.plan import NO_CELL, Cell, MapPlan, Point

_SLACK = 0.01
"""Hexes that lie so near to one another, in circumradii, are one."""


def snapped_shift(plan: MapPlan, sheets: Sequence[str], by: Point) -> Point:
    """A shift of sheets bent a little, so that their hexes lie on those of the nearest sheet they come to overlap."""
    ground = Ground(plan)
    best, found = math.inf, by
    for sheet, other in _pairs(plan, ground, sheets):
        here, there = _plane(ground, sheet), _plane(ground, other)
        if not _meet(_reach(plan, ground, sheet, by), _reach(plan, ground, other, (0.0, 0.0))):
            continue
        at = here.origin[0] + by[0], here.origin[1] + by[1]
        to = ground.centre(ground.nearest_spot(there, *at))
        if math.dist(at, to) < best:
            best, found = math.dist(at, to), (by[0] + to[0] - at[0], by[1] + to[1] - at[1])
    return found


def coinciding(plan: MapPlan, sheets: Sequence[str], by: Point) -> tuple[Cell, Cell] | None:
    """A hex of sheets that are shifted so far, and the hex of another sheet that it comes to lie on."""
    ground = Ground(plan)
    for sheet, other in _pairs(plan, ground, sheets):
        here, there = _plane(ground, sheet), _plane(ground, other)
        at = here.origin[0] + by[0], here.origin[1] + by[1]
        spot = ground.nearest_spot(there, *at)
        if math.dist(at, ground.centre(spot)) > _SLACK * here.scale:
            continue
        held = plan.sheets[sheet]
        keys = cells_where(held, np.not_equal(held.terrain, NO_CELL))
        q, r = ground.cubes(sheet, keys)
        below = ground.keys_on(other, q + spot.q, r + spot.r)
        shared = np.flatnonzero(codes_at(plan.sheets[other], below) != NO_CELL)
        if len(shared):
            number = int(shared[0])
            over = here.home, int(q[number]), int(r[number])
            return _cell(ground, sheet, over), _cell(ground, other, (there.home, over[1] + spot.q, over[2] + spot.r))
    return None


def _pairs(plan: MapPlan, ground: Ground, sheets: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each sheet that is moved with each that stays and has hexes like it."""
    for sheet in sheets:
        here = _plane(ground, sheet)
        for other in plan.sheets:
            there = _plane(ground, other)
            if other not in sheets and there.is_flat is here.is_flat and there.scale == here.scale:
                yield sheet, other


def _plane(ground: Ground, sheet: str) -> Plane:
    plane = ground.plane(sheet)
    assert plane is not None, "the sheet is on the map"
    return plane


def _cell(ground: Ground, sheet: str, at: tuple[str, int, int]) -> Cell:
    return ground.cell_on(sheet, Spot(*at))


def _reach(plan: MapPlan, ground: Ground, sheet: str, by: Point) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of what a sheet covers once it is shifted."""
    (left, top), (right, bottom) = plan.sheets[sheet].extent.first, plan.sheets[sheet].extent.last
    cells = [Cell(sheet, col, row) for col in (left, right) for row in (top, bottom)]
    spots = [spot for cell in cells if (spot := ground.spot(cell)) is not None]
    points = [ground.centre(spot) for spot in spots]
    margin = _plane(ground, sheet).scale
    xs, ys = [x + by[0] for x, _ in points], [y + by[1] for _, y in points]
    return min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin


def _meet(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
