"""What joins rivers that the data leaves apart: lakes too small for a hex, drowned valleys, and gaps.

A lake that no hex shows is crossed, along its middle when it is long and thin; one that the map's time did not know,
because a dam has drowned the river there since, becomes that river again. Loose ends that nearly touch are one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

import numpy as np
import shapely

from editor.digitise.geography.centrelines import centreline, length_to_width
from editor.digitise.geography.river_network import RiverNetwork
from editor.digitise.tracing import Geometry
from editor.digitise.transforms import Floats

_RIBBON: Final = 4.0
"""A lake so many times as long as wide is crossed along its middle."""


def bridge_lakes(network: RiverNetwork, lakes: Sequence[Geometry], reach: float) -> None:
    """Lead through each lake whatever flows in and out of it within a distance of its shore."""
    for lake in lakes:
        shores = _shores(network, lake, reach)
        if len(shores) < 2:
            continue
        line = centreline(lake) if length_to_width(lake) >= _RIBBON else None
        if line is not None:
            _along(network, line, shores, tips=False)
        elif len(shores) == 2:
            network.add_bridge(shores[0], shores[1], np.empty((0, 2)))
        else:
            hub = network.add_node(network.points[shores].mean(axis=0))
            for node in shores:
                network.add_bridge(node, hub, np.empty((0, 2)))


def follow_drowned(network: RiverNetwork, lakes: Sequence[Geometry], reach: float) -> None:
    """Make rivers again of lakes, from tip to tip, with whatever flows into them."""
    for lake in lakes:
        line = centreline(lake)
        if line is not None:
            _along(network, line, _shores(network, lake, reach), tips=True)


def _shores(network: RiverNetwork, lake: Geometry, reach: float) -> list[int]:
    """The loose ends at the shore of a lake."""
    if not len(network.points):
        return []
    left, top, right, bottom = lake.bounds
    low, high = np.array((left - reach, top - reach)), np.array((right + reach, bottom + reach))
    inside = np.flatnonzero(np.all((network.points >= low) & (network.points <= high), axis=1))
    near = inside[shapely.distance(lake, shapely.points(network.points[inside])) <= reach]
    return [node for node in near.tolist() if len(network.around[node]) == 1]


def _along(network: RiverNetwork, line: Floats, shores: Sequence[int], *, tips: bool) -> None:
    """A river down the middle of a lake, and from each shore the shortest way to it."""
    whole = shapely.linestrings(line)
    along = [float(shapely.line_locate_point(whole, shapely.points(network.points[node]))) for node in shores]
    places = sorted({*along, *((0.0, whole.length) if tips else ())})
    nodes = {place: network.add_node(shapely.get_coordinates(whole.interpolate(place))[0]) for place in places}
    lengths = np.concatenate(([0.0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))))
    for here, there in pairwise(places):
        network.add_bridge(nodes[here], nodes[there], line[(lengths > here) & (lengths < there)])
    for node, place in zip(shores, along, strict=True):
        network.add_bridge(node, nodes[place], np.empty((0, 2)))


def close_gaps(network: RiverNetwork, widest: float, is_open: Callable[[int], bool]) -> None:
    """Join loose ends that are each other's nearest, where `is_open` says that a river cannot just end there."""
    loose = [node for node in range(len(network.points)) if len(network.around[node]) == 1 and is_open(node)]
    if len(loose) < 2:
        return
    ends = shapely.points(network.points[loose])
    nearest: dict[int, tuple[float, int]] = {}
    for one, other in shapely.STRtree(ends).query(ends, predicate="dwithin", distance=widest).T.tolist():
        a, b = loose[one], loose[other]
        if a != b and network.around[a] != network.around[b]:
            off = float(np.hypot(*(network.points[a] - network.points[b])))
            nearest[a] = min(nearest.get(a, (off, b)), (off, b))
    for a, (_, b) in nearest.items():
        if a < b and nearest[b][1] == a:
            network.add_bridge(a, b, np.empty((0, 2)))
