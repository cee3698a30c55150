"""The way of a rail or road from one click to the next, over connections and inset links as well as through hexes.

Between hexes that hang together the way leads through hexes alone. Anywhere else it goes by connections: from space to
space, out of an inset to the main map, off the map into a box. Hexes between two connections are walked over last, so
that the search sees the ends of connections and not the map.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise

from editor.geometry.ground import Ground, Spot
from editor.geometry.routing import Router, ThroughHexes
from editor.model.contents import MapContents
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.definitions.plan import MapPlan, Point


class ThroughPlaces:
    """Finds ways between places under their owners' keys."""

    def __init__(self, plan: MapPlan, contents: MapContents, hexes: Router[Spot] | None = None) -> None:
        """`hexes` finds the way through hexes; the shortest, unless told."""
        self._plan = plan
        self._contents = contents
        self._ground = Ground(plan)
        self._hexes = hexes or ThroughHexes(plan)

    def leg(self, a: str, b: str) -> tuple[str, ...]:
        """The places from one to the other, both included; raises CannotEdit where there is no way."""
        if self._is_linked(a, b):
            return a, b
        here, there = self._ground.spot_of(a), self._ground.spot_of(b)
        if here is not None and there is not None and here.plane == there.plane:
            try:
                return self._walk(a, b)
            except CannotEdit:
                if not self._ends:
                    raise
        return self._over_links(a, b)

    def centre(self, place: str) -> Point:
        """Where a place lies on the map plane."""
        spot = self._ground.spot_of(place)
        if spot is not None:
            return self._ground.centre(spot)
        return (self._plan.spaces.get(place) or self._plan.boxes[place]).position

    def _is_linked(self, a: str, b: str) -> bool:
        return bool(self._contents.links_at(a) & self._contents.links_at(b))

    @cached_property
    def _ends(self) -> dict[str, list[str]]:
        """The hexes that connections begin or end at, by the plane they lie in."""
        found: dict[str, dict[str, None]] = {}
        for link in self._plan.links.values():
            for end in (link.a, link.b):
                spot = self._ground.spot_of(end)
                if spot is not None and self._ground.cell(spot) is not None:
                    found.setdefault(spot.plane, {})[self._ground.owner_key(end)] = None
        return {plane: list(ends) for plane, ends in found.items()}

    def _walk(self, a: str, b: str) -> tuple[str, ...]:
        """Through hexes of one plane."""
        here, there = self._ground.spot_of(a), self._ground.spot_of(b)
        assert here is not None
        assert there is not None
        cells = (self._ground.cell(spot) for spot in self._hexes.leg(here, there))
        return tuple(cell.key for cell in cells if cell is not None)

    def _over_links(self, a: str, b: str) -> tuple[str, ...]:
        """By the fewest steps, a walk through hexes counted as the crow flies; a walk that fails is not tried again."""
        barred: set[tuple[str, str]] = set()
        while True:
            stops = self._stops(a, b, barred)
            way: list[str] = [a]
            for here, there in pairwise(stops):
                if self._is_linked(here, there):
                    way.append(there)
                    continue
                try:
                    way += self._walk(here, there)[1:]
                except CannotEdit:
                    barred |= {(here, there), (there, here)}
                    break
            else:
                return tuple(way)

    def _stops(self, a: str, b: str, barred: set[tuple[str, str]]) -> list[str]:
        best: dict[str, tuple[float, float]] = {a: (0, 0.0)}
        came: dict[str, str] = {}
        waiting: list[tuple[tuple[float, float], str]] = [((0, 0.0), a)]
        while waiting:
            spent, here = heapq.heappop(waiting)
            if here == b:
                stops = [b]
                while stops[-1] != a:
                    stops.append(came[stops[-1]])
                return stops[::-1]
            if spent > best[here]:
                continue
            for there, steps in self._onward(here, b):
                price = spent[0] + steps, spent[1] + math.dist(self.centre(here), self.centre(there))
                if (here, there) not in barred and price < best.get(there, (math.inf, 0.0)):
                    best[there], came[there] = price, here
                    heapq.heappush(waiting, (price, there))
        raise CannotEdit(message("edit.cannot.no-route"))

    def _onward(self, here: str, goal: str) -> Iterator[tuple[str, int]]:
        """Where one may go on to, and in how many steps at least."""
        for name in self._contents.links_at(here):
            link = self._plan.links[name]
            other = link.b if link.a == here else link.a
            if self._plan.has_place(other):
                yield self._ground.owner_key(other), 1
        spot = self._ground.spot_of(here)
        if spot is None:
            return
        goal_spot = self._ground.spot_of(goal)
        more = [goal] if goal_spot is not None and goal_spot.plane == spot.plane else []
        for end in (*self._ends.get(spot.plane, ()), *more):
            far = self._ground.spot_of(end)
            if far is not None and end != here:
                yield end, spot.distance(far)
