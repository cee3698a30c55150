"""Places on which a line of supply hangs: without one of them there is no line, or none that is short enough.

Only places of the line that was found can be such, and losing one changes nothing but what lies beyond it. So for each
the search is done again among those alone, and all of them together cost little more than the first search did.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush

from engine.core.ids import Location
from engine.core.paths import LinkCosts, Trace


def cutting_places(
    lines: Trace, steps: LinkCosts, places: Iterable[Location], limit: int | None = None
) -> dict[Location, tuple[Location, ...]]:
    """For each place that a line reaches, the other places of its line whose loss would cut it off."""
    reached = [at for at in places if at in lines and (limit is None or lines.lengths[at] <= limit)]
    found: dict[Location, list[Location]] = {at: [] for at in reached}
    hanging: dict[Location, list[Location]] = {}
    for at in reached:
        for through in lines.path(at)[1:]:
            hanging.setdefault(through, []).append(at)
    near = [at for at, length in lines.lengths.items() if limit is None or length <= limit]
    came_by = _ways_in(near, steps)
    beyond = _onward(near, lines)
    for lost in sorted(hanging):
        lengths = _without(lines, came_by, beyond, lost)
        for at in hanging[lost]:
            length = lengths.get(at)
            if length is None or (limit is not None and length > limit):
                found[at].append(lost)
    return {at: tuple(on) for at, on in found.items()}


def _ways_in(near: Iterable[Location], steps: LinkCosts) -> dict[int, list[tuple[int, int]]]:
    """For each place, whence among those that lines reach a step leads to it and what that counts."""
    found: dict[int, list[tuple[int, int]]] = {}
    for origin in near:
        for target, price in steps.steps[origin]:
            found.setdefault(target, []).append((origin, price))
    return found


def _onward(near: Iterable[Location], lines: Trace) -> dict[int, list[int]]:
    """Where the shortest lines go on to from each place."""
    found: dict[int, list[int]] = {}
    for target in near:
        origin = lines.came.get(target)
        if origin is not None:
            found.setdefault(origin, []).append(target)
    return found


def _without(
    lines: Trace, came_by: dict[int, list[tuple[int, int]]], beyond: dict[int, list[int]], lost: int
) -> dict[int, int]:
    """The lengths of the lines of all that lay beyond a place, now that it is gone."""
    affected = {lost}
    waiting = [lost]
    for at in waiting:
        for to in beyond.get(at, ()):
            affected.add(to)
            waiting.append(to)
    lengths = lines.lengths
    known: dict[int, int] = {}
    queue: list[tuple[int, int]] = []
    for at in waiting[1:]:
        around = [lengths[Location(near)] + price for near, price in came_by[at] if near not in affected]
        if around:
            heappush(queue, (min(around), at))
    onward: dict[int, list[tuple[int, int]]] = {}
    for at in waiting[1:]:
        for near, price in came_by[at]:
            if near in affected and near != lost:
                onward.setdefault(near, []).append((at, price))
    while queue:
        length, at = heappop(queue)
        if at in known:
            continue
        known[at] = length
        for to, price in onward.get(at, ()):
            if to not in known:
                heappush(queue, (length + price, to))
    return known
