"""The line down the middle of a long thin area: a wide river that data draws as its two banks, or a reservoir.

The middle is where two banks are equally near, which is what the edges between the cells of a Voronoi diagram of
the outline are; of those inside the area, the longest way from tip to tip is the line.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from typing import Final, TypeAlias

import numpy as np
import shapely

from editor.digitise.tracing import Geometry
from editor.digitise.transforms import Floats

_MOST_POINTS: Final = 2_000
"""Points of an outline that are looked at."""
_Spot: TypeAlias = tuple[float, float]


def length_to_width(area: Geometry) -> float:
    """How many times as long as wide an area is, if it were a ribbon."""
    return float(area.length**2 / (4 * area.area)) if area.area > 0 else float("inf")


def centreline(area: Geometry) -> Floats | None:
    """The middle of a polygon from tip to tip; None where it has none to speak of."""
    if area.is_empty or area.area <= 0:
        return None
    width = 2 * area.area / area.length
    step = max(width / 2, area.length / _MOST_POINTS)
    outline = shapely.get_coordinates(shapely.segmentize(shapely.simplify(area, width / 8), step))
    if len(outline) < 5:
        return None
    edges = shapely.get_parts(shapely.voronoi_polygons(shapely.multipoints(outline), only_edges=True))
    ends = shapely.get_coordinates(edges).reshape(-1, 2, 2)
    shapely.prepare(area)
    inside = shapely.contains_xy(area, ends[:, :, 0], ends[:, :, 1]).all(axis=1)
    line = _longest(ends[inside], 1e-6 * area.length)
    if line is None or len(line) < 2:
        return None
    smooth = shapely.simplify(shapely.linestrings(line), width / 4)
    return np.asarray(shapely.get_coordinates(smooth), dtype=np.float64)


def _longest(edges: Floats, grain: float) -> Floats | None:
    """The longest of the shortest ways through a tree of edges: to the farthest end, and from there back."""
    around: dict[_Spot, list[tuple[_Spot, float]]] = defaultdict(list)
    for (ax, ay), (bx, by) in edges.tolist():
        a, b = (round(ax / grain), round(ay / grain)), (round(bx / grain), round(by / grain))
        if a != b:
            length = float(np.hypot(bx - ax, by - ay))
            around[a].append((b, length))
            around[b].append((a, length))
    best: list[_Spot] = []
    farthest = 0.0
    waiting = set(around)
    while waiting:
        costs, _ = _distances(around, min(waiting))
        waiting.difference_update(costs)
        tip = max(costs, key=lambda spot: (costs[spot], spot))
        back, came = _distances(around, tip)
        end = max(back, key=lambda spot: (back[spot], spot))
        if back[end] > farthest:
            farthest, best = back[end], [end]
            while best[-1] in came:
                best.append(came[best[-1]])
    return np.array(best, dtype=np.float64) * grain if best else None


def _distances(
    around: dict[_Spot, list[tuple[_Spot, float]]], start: _Spot
) -> tuple[dict[_Spot, float], dict[_Spot, _Spot]]:
    costs = {start: 0.0}
    came: dict[_Spot, _Spot] = {}
    queue = [(0.0, start)]
    while queue:
        cost, here = heapq.heappop(queue)
        if cost > costs[here]:
            continue
        for there, length in around[here]:
            if cost + length < costs.get(there, float("inf")):
                costs[there] = cost + length
                came[there] = here
                heapq.heappush(queue, (cost + length, there))
    return costs, came
