"""Which reaches make one river: stems, each from its source to its mouth, the greater before the smaller.

Guides come first, then what the data itself names, then the longest ways up from sea, lake and edge; what is left
joins those. A stem ends at water, at the edge of the map, or at a node of an earlier stem, which is a confluence.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import pairwise
from typing import Final, Protocol, TypeAlias

import numpy as np
import shapely

from editor.digitise.geography.river_network import Line, RiverNetwork, RiverReach, RiverRoute
from editor.digitise.tracing import Geometry
from editor.digitise.transforms import Floats

_NEAR: Final = 1.0
"""Circumradii from a guide within which a node may belong to it."""
_FAR: Final = 4.0
"""Circumradii from a guide beyond which a reach does not belong to it."""
_LED_ON: Final = 2.0
"""Circumradii from the end of a guide within which the river it follows may still end."""
_BRIDGING: Final = 6.0
"""How many times its length a stretch costs that only the guide shows."""


class EndKind(IntEnum):
    """Where a stem ends, in the order in which it is taken for the mouth."""

    SOURCE = 0
    EDGE = 1
    WATER = 2
    CONFLUENCE = 3


class Ending(Protocol):
    """Tells of a node whether it lies at water or edge, with more good will when it is known to be a mouth."""

    def __call__(self, node: int, *, is_mouth: bool = False) -> EndKind: ...


@dataclass(frozen=True, slots=True)
class Stem:
    """One river or branch. `joins` are the earlier stems that it meets at its start and at its end."""

    route: RiverRoute
    name: str
    rank: int
    start: EndKind
    end: EndKind
    joins: tuple[frozenset[int], frozenset[int]]


def stems_of(network: RiverNetwork, ending: Ending, guides: Sequence[Line], unit: float) -> list[Stem]:
    """All stems of a network; `unit` is a circumradius."""
    gathering = _Gathering(network, ending)
    for guide in guides:
        gathering.follow(guide, unit)
    gathering.take_named()
    gathering.take_rest()
    return gathering.stems


_Offer: TypeAlias = tuple[float, int, int, RiverRoute]
"""A way that may become a stem: its worth (the least is the best), a number to part equals, its start."""


class _Gathering:
    def __init__(self, network: RiverNetwork, ending: Ending) -> None:
        self._network = network
        self._ending = ending
        self._outlets: dict[int, EndKind] = {}
        self._look_at_new_nodes(0)
        self._left = set(range(len(network.reaches)))
        self._users: dict[int, set[int]] = defaultdict(set)
        self._offers = 0
        self.stems: list[Stem] = []

    def _look_at_new_nodes(self, first: int) -> None:
        for node in range(first, len(self._network.points)):
            kind = self._ending(node)
            if kind is not EndKind.SOURCE:
                self._outlets[node] = kind

    def follow(self, guide: Line, unit: float) -> None:
        """The way along a guide: real reaches where there are any near, the guide itself where not."""
        network = self._network
        line = shapely.linestrings(guide.points)
        known, nodes = len(network.reaches), len(network.points)
        start, end = self._laid_along(guide, line, unit)
        self._look_at_new_nodes(nodes)
        prices: dict[int, float] = {}

        def price(number: int) -> float:
            if number not in prices:
                reach = network.reaches[number]
                if number >= known:
                    prices[number] = _BRIDGING * reach.length
                else:
                    off = float(shapely.distance(line, shapely.points(reach.points)).mean()) / unit
                    prices[number] = reach.length * (1 + off * off) if off <= _FAR else float("inf")
            return prices[number]

        usable = self._left | set(range(known, len(network.reaches)))
        route = network.shortest(start, end, usable, price)
        if route is not None:
            self._left |= {number for number in route.reaches if number >= known}
            from_source = self._led_on(route.turned(), guide.points[0], unit).turned()
            whole = self._led_on(from_source, guide.points[-1], unit)
            mouth = self._ending(whole.nodes[-1], is_mouth=True)
            if mouth is not EndKind.SOURCE:
                self._outlets[whole.nodes[-1]] = mouth
            self._add(whole, guide.name, guide.rank, is_directed=True)

    def _led_on(self, route: RiverRoute, goal: Floats, unit: float) -> RiverRoute:
        """A route that goes on where the river does, as long as it stays near the end of its guide.

        The node nearest to the end of a guide is seldom the mouth or source itself.
        """
        nodes, reaches = list(route.nodes), list(route.reaches)
        while True:
            ahead = [
                number for number in self._network.around[nodes[-1]] if number in self._left and number not in reaches
            ]
            further = self._network.reaches[ahead[0]].other(nodes[-1]) if len(ahead) == 1 else nodes[-1]
            if further in nodes or float(np.hypot(*(self._network.points[further] - goal))) > _LED_ON * unit:
                return RiverRoute(tuple(nodes), tuple(reaches))
            nodes.append(further)
            reaches.append(ahead[0])

    def _laid_along(self, guide: Line, line: Geometry, unit: float) -> tuple[int, int]:
        """Bridges along a guide from node to node near it; returns the nodes of its two ends."""
        network = self._network
        nodes: list[tuple[float, int]] = []
        if len(network.points):
            points = shapely.points(network.points)
            near = np.flatnonzero(shapely.distance(line, points) <= _NEAR * unit)
            nodes = [(float(shapely.line_locate_point(line, points[node])), node) for node in near.tolist()]
        if not any(along <= _NEAR * unit for along, _ in nodes):
            nodes.append((0.0, network.add_node(guide.points[0])))
        if not any(along >= line.length - _NEAR * unit for along, _ in nodes):
            nodes.append((line.length, network.add_node(guide.points[-1])))
        nodes.sort()
        lengths = np.concatenate(([0.0], np.cumsum(np.hypot(*np.diff(guide.points, axis=0).T))))
        for (here, a), (there, b) in pairwise(nodes):
            if a != b:
                network.add_bridge(a, b, guide.points[(lengths > here) & (lengths < there)])
        first = min(nodes, key=lambda node: float(np.hypot(*(network.points[node[1]] - guide.points[0]))))
        last = min(nodes, key=lambda node: float(np.hypot(*(network.points[node[1]] - guide.points[-1]))))
        return first[1], last[1]

    def take_named(self) -> None:
        """What bears one name is one river, as far as it hangs together."""
        named: dict[str, set[int]] = defaultdict(set)
        for number in self._left:
            reach = self._network.reaches[number]
            if reach.name:
                named[reach.name].add(number)
        bridges = {number for number in self._left if self._network.reaches[number].is_bridge}

        def greatness(name: str) -> tuple[int, float, str]:
            reaches = [self._network.reaches[number] for number in named[name]]
            rank = min((reach.rank for reach in reaches if reach.rank), default=1_000)
            return rank, -sum(reach.length for reach in reaches), name

        for name in sorted(named, key=greatness):
            own = named[name]
            while own & self._left:
                start = self._network.reaches[min(own & self._left)].a
                self._add(self._longest(start, (own | bridges) & self._left), name)

    def _longest(self, node: int, usable: set[int]) -> RiverRoute:
        """The longest way in the part of a network that a node is in: to the farthest end, and from there back."""
        one = self._network.farthest(node, usable, (), _length)
        assert one is not None, "a node of a usable reach has somewhere to go"
        two = self._network.farthest(one[1].nodes[-1], usable, (), _length)
        assert two is not None
        return two[1]

    def take_rest(self) -> None:
        """From every mouth the way of most worth; each stem opens the nodes along it for others to join."""
        waiting: list[_Offer] = []
        starts = [node for node, kind in self._outlets.items() if kind is EndKind.WATER] + list(self._users)
        self._offer(waiting, starts)
        self._take(waiting)
        self._offer(waiting, [node for node, kind in self._outlets.items() if kind is EndKind.EDGE])
        self._take(waiting)
        while self._left:
            node = self._network.reaches[min(self._left)].a
            self._offer(waiting, self._add(self._longest(node, self._left), ""))
            self._take(waiting)

    def _take(self, waiting: list[_Offer]) -> None:
        while waiting:
            _, _, start, route = heapq.heappop(waiting)
            if self._left.issuperset(route.reaches):
                self._offer(waiting, self._add(route, ""))
            self._offer(waiting, [start])

    def _offer(self, waiting: list[_Offer], starts: Sequence[int]) -> None:
        stops = self._users.keys() | self._outlets.keys()
        for start in starts:
            found = self._network.farthest(start, self._left, stops, _worth)
            if found is not None:
                self._offers += 1
                heapq.heappush(waiting, (-found[0], self._offers, start, found[1]))

    def _add(self, route: RiverRoute, name: str, rank: int = 0, *, is_directed: bool = False) -> list[int]:
        """Take a route, in as many stems as earlier ones leave of it; returns its nodes."""
        run: list[int] = []
        for place, number in enumerate((*route.reaches, -1)):
            if number in self._left:
                run.append(place)
                continue
            if run:
                part = RiverRoute(route.nodes[run[0] : run[-1] + 2], route.reaches[run[0] : run[-1] + 1])
                self._add_stem(part, name, rank, is_directed=is_directed)
            run = []
        return list(route.nodes)

    def _add_stem(self, route: RiverRoute, name: str, rank: int, *, is_directed: bool) -> None:
        reaches = [self._network.reaches[number] for number in route.reaches]
        rank = rank or min((reach.rank for reach in reaches if reach.rank), default=0)
        first, last = self._end(route.nodes[0]), self._end(route.nodes[-1])
        if first > last and not is_directed:
            route = route.turned()
            first, last = last, first
        joins = frozenset(self._users[route.nodes[0]]), frozenset(self._users[route.nodes[-1]])
        number = len(self.stems)
        self.stems.append(Stem(route, name, rank, first, last, joins))
        self._left.difference_update(route.reaches)
        for node in route.nodes:
            self._users[node].add(number)

    def _end(self, node: int) -> EndKind:
        if self._users.get(node):
            return EndKind.CONFLUENCE
        return self._outlets.get(node, EndKind.SOURCE)


def _length(reach: RiverReach) -> float:
    return reach.length


def _worth(reach: RiverReach) -> float:
    """Length, and more of it for rivers known to be great."""
    return reach.length * (1 + 2 / reach.rank) if reach.rank else reach.length


def end_points(network: RiverNetwork, stem: Stem) -> tuple[Floats, Floats]:
    """Where a stem begins and ends."""
    return network.points[stem.route.nodes[0]], network.points[stem.route.nodes[-1]]
