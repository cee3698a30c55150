"""Which hexes a gesture covers: brush, line, rectangle, polygon.

Painting terrain, painting a region, erasing and selecting all begin with one of these. They work in the space of
joined sheets and give every cell there is room for, whether the map has a hex there or not; what a stroke may
do with an absent one is for the command to say.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import numpy as np

from editor.geometry.cells import Cells, Ints
from editor.geometry.ground import ROOT3, Ground, Plane, Spot
from editor.refusal import CannotEdit
from engine.core.boards.hexes import cube_line
from engine.core.messages import message
from engine.definitions.plan import Cell, MapPlan, Point, SheetPlan

WIDEST_BRUSH: Final = 7


def brush(plan: MapPlan, stroke: Sequence[Cell], radius: int = 1) -> Cells:
    """The hexes within `radius - 1` of a stroke; between two hexes of it the stroke runs straight."""
    if not 1 <= radius <= WIDEST_BRUSH:
        raise CannotEdit(message("edit.cannot.brush-size", radius=radius, widest=WIDEST_BRUSH))
    ground = Ground(plan)
    strokes = _by_plane(ground, stroke)
    covered = Cells()
    for plane, spots in strokes:
        q, r = _columns(_traced(spots))
        across, down = _disc(radius - 1)
        covered |= ground.cells_at(plane, (q[:, None] + across).ravel(), (r[:, None] + down).ravel())
    return covered


def line(plan: MapPlan, a: Cell, b: Cell, radius: int = 1) -> Cells:
    """The hexes a straight line crosses, and those around it; refuses hexes that no plane holds both."""
    ground = Ground(plan)
    _same_plane(ground, a, b)
    return brush(plan, (a, b), radius)


def rectangle(plan: MapPlan, a: Cell, b: Cell) -> Cells:
    """The hexes from one corner to another by columns and rows, as the first one's sheet counts them."""
    ground = Ground(plan)
    plane, _, there = _same_plane(ground, a, b)
    last = ground.cell_on(a.sheet, there)
    cols = np.arange(min(a.col, last.col), max(a.col, last.col) + 1, dtype=np.int64)
    rows = np.arange(min(a.row, last.row), max(a.row, last.row) + 1, dtype=np.int64)
    _bound(ground, plane, len(cols) * len(rows))
    across, down = np.meshgrid(cols, rows)
    q, r = ground.cubes(a.sheet, (down.ravel() << 32) + across.ravel())
    return ground.cells_at(plane, q, r)


def polygon(plan: MapPlan, points: Sequence[Point]) -> Cells:
    """The hexes whose centres lie inside a closed outline on the map plane; where it crosses itself, odd is in."""
    ground = Ground(plan)
    covered = Cells()
    if len(points) < 3:
        return covered
    for plane in ground.planes:
        q, r = _inside(plane, _reach(ground, plane), np.array(points, dtype=np.float64))
        covered |= ground.cells_at(plane, q, r)
    return covered


def rubber_band(plan: MapPlan, corner: Point, opposite: Point) -> Cells:
    """The hexes whose centres lie in an upright rectangle of the map plane."""
    (x, y), (right, bottom) = corner, opposite
    return polygon(plan, ((x, y), (right, y), (right, bottom), (x, bottom)))


# Strokes


def _by_plane(ground: Ground, stroke: Sequence[Cell]) -> list[tuple[Plane, list[Spot]]]:
    """A stroke as runs of hexes of one plane each."""
    runs: list[tuple[Plane, list[Spot]]] = []
    for cell in stroke:
        spot, plane = ground.spot(cell), ground.plane(cell.sheet)
        if spot is None or plane is None:
            raise CannotEdit(message("edit.cannot.no-sheet", sheet=cell.sheet))
        if runs and runs[-1][0] == plane:
            runs[-1][1].append(spot)
        else:
            runs.append((plane, [spot]))
    return runs


def _traced(spots: Sequence[Spot]) -> list[Spot]:
    """Every hex of a stroke, those between its points too."""
    found = [spots[0]]
    for here, there in pairwise(spots):
        if here.distance(there) <= 1:
            found.append(there)
        else:
            found += [Spot(here.plane, q, r) for q, r, _ in cube_line(here.cube, there.cube)]
    return found


def _columns(spots: Sequence[Spot]) -> tuple[Ints, Ints]:
    return (
        np.array([spot.q for spot in spots], dtype=np.int64),
        np.array([spot.r for spot in spots], dtype=np.int64),
    )


def _disc(radius: int) -> tuple[Ints, Ints]:
    """From a hex to all within a distance."""
    q, r = np.meshgrid(np.arange(-radius, radius + 1), np.arange(-radius, radius + 1))
    near = np.abs(q + r) <= radius
    return q[near], r[near]


def _same_plane(ground: Ground, a: Cell, b: Cell) -> tuple[Plane, Spot, Spot]:
    here, there, plane = ground.spot(a), ground.spot(b), ground.plane(a.sheet)
    if here is None or there is None or plane is None:
        raise CannotEdit(message("edit.cannot.no-sheet", sheet=a.sheet if here is None else b.sheet))
    if here.plane != there.plane:
        raise CannotEdit(message("edit.cannot.not-joined", sheet=a.sheet, other=b.sheet))
    return plane, here, there


def _bound(ground: Ground, plane: Plane, wanted: int) -> None:
    """A rectangle drawn far beyond the map would cost memory for nothing."""
    room = sum(cols * rows for cols, rows in (ground.plan.sheets[name].size for name in plane.sheets))
    if wanted > 16 * room + 65_536:
        raise CannotEdit(message("edit.cannot.off-the-plane"))


# Polygons


def _reach(ground: Ground, plane: Plane) -> tuple[Ints, Ints]:
    """The lowest and the highest q and r of a plane."""
    corners_q, corners_r = [], []
    for name in plane.sheets:
        q, r = ground.cubes(name, _corners(ground.plan.sheets[name]))
        corners_q.append(q)
        corners_r.append(r)
    q, r = np.concatenate(corners_q), np.concatenate(corners_r)
    return np.array([q.min() - 1, q.max() + 1]), np.array([r.min() - 1, r.max() + 1])


def _corners(sheet: SheetPlan) -> Ints:
    (left, top), (right, bottom) = sheet.first, sheet.extent.last
    cells = [(col, row) for col in (left, right) for row in (top, bottom)]
    return np.array([(row << 32) + col for col, row in cells], dtype=np.int64)


def _inside(
    plane: Plane, reach: tuple[Ints, Ints], points: np.ndarray[tuple[int, ...], np.dtype[np.float64]]
) -> tuple[Ints, Ints]:
    """The hexes inside an outline, column by column of a flat-topped grid or row by row of a pointy one.

    Centres of one line share a coordinate, so the outline cuts each line at a few places, and in between is inside.
    """
    along = 1 if plane.is_flat else 0
    across = 1 - along
    local = (points - np.array(plane.origin)) / plane.scale
    level, place = local[:, across] / 1.5, local[:, along] / ROOT3
    next_level, next_place = np.roll(level, -1), np.roll(place, -1)
    lines, spread = (reach[0], reach[1]) if plane.is_flat else (reach[1], reach[0])
    first = max(int(lines[0]), math.ceil(float(level.min())))
    last = min(int(lines[1]), math.floor(float(level.max())))
    found_lines, found_spots = [], []
    for at in range(first, last + 1):
        crossed = (level <= at) != (next_level <= at)
        share = (at - level[crossed]) / (next_level[crossed] - level[crossed])
        cuts = np.sort(place[crossed] + share * (next_place[crossed] - place[crossed])) - at / 2
        for begin, end in zip(cuts[::2].tolist(), cuts[1::2].tolist(), strict=True):
            low, high = max(math.ceil(begin), int(spread[0])), min(math.ceil(end), int(spread[1]) + 1)
            if low < high:
                found_spots.append(np.arange(low, high, dtype=np.int64))
                found_lines.append(np.full(high - low, at, dtype=np.int64))
    if not found_spots:
        return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
    one, other = np.concatenate(found_lines), np.concatenate(found_spots)
    return (one, other) if plane.is_flat else (other, one)
