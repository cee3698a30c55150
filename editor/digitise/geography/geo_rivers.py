"""Rivers onto hexsides: every stem becomes one chain that ends at water, at the map's edge, or on another chain.

Stems are traced in order, the greater first. Near its mouth a stem looks for a corner that touches a water hex, at a
confluence for a corner of the chain it joins; hexsides along a coast, along the edge of the map and along other
rivers are dear, so that a chain takes them only where there is no other way.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import shapely

from editor.digitise.geography.centrelines import centreline
from editor.digitise.geography.geo_cutting import laid_flat, lines_of, polygons_of
from editor.digitise.geography.geo_data import GeoRiver
from editor.digitise.geography.geo_frame import GeoBox, GeoFrame
from editor.digitise.geography.geo_ground import ABSENT, LAKE, LAND, SEA, GeoGround
from editor.digitise.geography.river_bridges import bridge_lakes, close_gaps, follow_drowned
from editor.digitise.geography.river_network import Line, RiverNetwork
from editor.digitise.geography.river_stems import EndKind, Stem, end_points, stems_of
from editor.digitise.hexside_graph import Chain, HexsideGraph, LatticeSide, Vertex, side_cells_of
from editor.digitise.tracing import Geometry, Mask, trace_line
from editor.geometry.lattice import Floats, Ints
from engine.definitions.plan import Point

_REACH, _FAR = 3.2, 6.5
"""Circumradii within which a mouth looks for water, an end for the edge, and a confluence for its river; and for water
if there is none so near, because a bay was too narrow for the map."""
_COAST, _BORDER, _TAKEN, _BESIDE = 4.0, 3.0, 8.0, 2.5
"""How many times its cost a hexside is worth along water, along the edge, on another river, and touching one."""
_SHORE: Final = 0.5
"""Circumradii from true water within which the end of a line is a mouth."""
_TAIL: Final = 4
"""Hexsides after meeting another river that are not worth drawing."""
_JOIN: Final = 0.12
"""Circumradii within which lines touch."""
_LAKESIDE: Final = 0.3
"""Circumradii from the shore of a lake within which a line ends in it."""


@dataclass(frozen=True, slots=True)
class RiverRules:
    """Which rivers are drawn; ranks above `most_rank` and unnamed ones that are shorter are left out."""

    least_km: float = 60.0
    least_sides: int = 2
    most_rank: int = 0
    """0: of any rank."""
    only_named: bool = False
    gap_hexes: float = 0.17
    """Loose ends of two lines as near as this, in hexes, are one river that the data has cut."""


@dataclass(frozen=True, slots=True)
class River:
    """A river as drawn: its chains (several where it runs through water), and how it ends."""

    name: str
    rank: int
    km: float
    chains: tuple[Chain, ...]
    start: EndKind
    end: EndKind

    @property
    def sides(self) -> int:
        return sum(len(chain) for chain in self.chains)


@dataclass(frozen=True, slots=True)
class Rivers:
    """All rivers drawn, how many were left out, those that end nowhere, and named ones that found no hexside."""

    drawn: tuple[River, ...]
    too_short: int
    loose: tuple[River, ...]
    lost: tuple[River, ...]


def rivers_of(
    frame: GeoFrame,
    bounds: GeoBox,
    ground: GeoGround,
    rivers: Sequence[GeoRiver],
    rules: RiverRules,
    *,
    tell: Callable[[float], None] = lambda _: None,
) -> Rivers:
    """Trace rivers over a ground; `tell` hears how much is done, and may raise to stop it."""
    unit = ground.lattice.scale
    wanted = [river for river in rivers if not rules.most_rank or river.rank <= rules.most_rank or river.is_guide]
    network = RiverNetwork(
        _lines(frame, bounds, ground, [river for river in wanted if not river.is_guide]), _JOIN * unit
    )
    follow_drowned(network, ground.drowned_lakes, _LAKESIDE * unit)
    bridge_lakes(network, ground.hidden_lakes, _LAKESIDE * unit)
    drawing = _Drawing(frame, ground, network, rules)
    gap = rules.gap_hexes * math.sqrt(3.0) * unit
    close_gaps(network, gap, lambda node: drawing.ending(node) is EndKind.SOURCE)
    guides = _lines(frame, bounds, ground, [river for river in wanted if river.is_guide])
    tell(0.2)
    return drawing.draw(stems_of(network, drawing.ending, guides, unit), lambda share: tell(0.2 + 0.8 * share))


def _lines(frame: GeoFrame, bounds: GeoBox, ground: GeoGround, rivers: Sequence[GeoRiver]) -> list[Line]:
    """Rivers as lines of the map plane, cut to the map; one drawn as its two banks becomes the line between them."""
    window = ground.lattice.box(ground.span)
    parts = [(part, river) for river in rivers for part in lines_of(river.geometry)]
    shapes = [_banks(part) if part.is_closed else part for part, _ in parts]
    found: list[Line] = []
    for (_, river), shape in zip(parts, laid_flat(frame, bounds, shapes), strict=True):
        if shape is None:
            continue
        middles = (centreline(bank) for bank in polygons_of(shape))
        lines = [*lines_of(shape), *(shapely.linestrings(middle) for middle in middles if middle is not None)]
        for line in lines:
            inside = shapely.clip_by_rect(line, window.left, window.top, window.right, window.bottom)
            found += [Line(shapely.get_coordinates(piece), river.name, river.rank) for piece in lines_of(inside)]
    return found


def _banks(ring: Geometry) -> Geometry:
    """The water between two banks that are drawn as one closed line."""
    return shapely.make_valid(shapely.polygons(shapely.get_coordinates(ring)))


class _Drawing:
    """Stems being traced one after the other, each aware of those before it."""

    def __init__(self, frame: GeoFrame, ground: GeoGround, network: RiverNetwork, rules: RiverRules) -> None:
        self._frame = frame
        self._ground = ground
        self._network = network
        self._rules = rules
        self._unit = ground.lattice.scale
        self._shore = ground.dry.boundary
        shapely.prepare(self._shore)
        shapely.prepare(ground.dry)
        graph = ground.sides()
        near, far = self._kinds(graph.sides)
        self._lake = _Corners(graph, (near == LAKE) | (far == LAKE))
        self._sea = _Corners(graph, (near == SEA) | (far == SEA))
        self._border = _Corners(graph, (near == ABSENT) != (far == ABSENT))
        self._owners: dict[Vertex, set[int]] = {}
        self._taken: set[LatticeSide] = set()

    def _kinds(self, sides: Ints) -> tuple[Ints, Ints]:
        """What lies on the two sides of each hexside."""
        near, far = side_cells_of(self._ground.lattice, sides)
        return (
            self._ground.at(near[:, 0], near[:, 1]).astype(np.int64),
            self._ground.at(far[:, 0], far[:, 1]).astype(np.int64),
        )

    def ending(self, node: int, *, is_mouth: bool = False) -> EndKind:
        """Whether a node lies at water or at the edge of the map, on the true map or on ours."""
        x, y = (float(value) for value in self._network.points[node])
        col, row = self._ground.lattice.cell_at(x, y)
        (kind,) = self._ground.at(np.array([col]), np.array([row]))
        if kind > LAND:
            return EndKind.WATER
        if len(self._network.around[node]) > 1 and not is_mouth:
            return EndKind.SOURCE
        window = self._ground.lattice.box(self._ground.span)
        inside = min(x - window.left, window.right - x, y - window.top, window.bottom - y)
        if kind == ABSENT or inside < 0.05 * self._unit:
            return EndKind.EDGE
        point = shapely.points(x, y)
        is_wet = is_mouth or not shapely.contains(self._ground.dry, point)
        is_shore = is_wet or float(shapely.distance(self._shore, point)) <= _SHORE * self._unit
        return EndKind.WATER if is_shore and self._waterside(point) else EndKind.SOURCE

    def _waterside(self, point: Geometry) -> list[Vertex]:
        """The corners at the water, lake or sea, that a point is truly next to; at any, where that cannot be told."""
        at = float(shapely.get_x(point)), float(shapely.get_y(point))
        if not self._ground.lakes.is_empty:
            off = float(shapely.distance(self._ground.lakes, point))
            is_lake = off <= float(shapely.distance(self._shore, point)) + 1e-9 * self._unit
            corners = self._lake if is_lake else self._sea
            near = corners.near(at, _REACH * self._unit) or corners.near(at, _FAR * self._unit)
            if near:
                return near
        return [*self._sea.near(at, _REACH * self._unit), *self._lake.near(at, _REACH * self._unit)]

    def draw(self, stems: Sequence[Stem], tell: Callable[[float], None]) -> Rivers:
        """Trace all stems, the greater first."""
        drawn: list[River] = []
        loose: list[River] = []
        lost: list[River] = []
        too_short = 0
        for number, stem in enumerate(stems):
            tell(number / len(stems))
            km = self._network.length(stem.route) * self._frame.unit_km
            links_waters = stem.start is EndKind.WATER and stem.end is EndKind.WATER
            is_wanted = bool(stem.name) or (not self._rules.only_named and (km >= self._rules.least_km or links_waters))
            chains = self._chains(stem) if is_wanted else ()
            river = River(stem.name, stem.rank, km, chains, stem.start, stem.end)
            if not river.sides or (river.sides < self._rules.least_sides and not (stem.name or links_waters)):
                too_short += 1
                if stem.name:
                    lost.append(river)
                continue
            for chain in chains:
                self._taken.update(chain.sides)
                for corner in chain.corners:
                    self._owners.setdefault(corner, set()).add(number)
            drawn.append(river)
            if not self._arrives(chains[-1].corners[-1], number):
                loose.append(river)
        names = {river.name for river in drawn}
        return Rivers(tuple(drawn), too_short, tuple(loose), tuple(river for river in lost if river.name not in names))

    def _arrives(self, corner: Vertex, number: int) -> bool:
        """Whether a chain ends where a river may."""
        others = self._owners.get(corner, set()) - {number}
        return bool(others) or any(corner in some.names for some in (self._lake, self._sea, self._border))

    def _chains(self, stem: Stem) -> tuple[Chain, ...]:
        points = self._network.polyline(stem.route)
        first, last = end_points(self._network, stem)
        starts = self._terminals(stem.start, first, stem.joins[0])
        ends = self._terminals(stem.end, last, stem.joins[1])
        points = self._extended(self._extended(points, ends)[::-1], starts)[::-1]
        chain = trace_line(
            self._ground.lattice,
            points,
            allowed=self._allowed,
            starts=starts,
            ends=ends,
            burdens=lambda graph: self._burdens(graph, stem),
        )
        return self._own_parts(self._cut_at_confluences(chain, stem))

    def _terminals(self, kind: EndKind, point: Floats, joined: Collection[int]) -> list[Vertex]:
        """The corners at which a stem may end: at water, at the edge, or on the chains it joins."""
        at = float(point[0]), float(point[1])
        if kind is EndKind.WATER:
            return self._waterside(shapely.points(*at))
        if kind is EndKind.EDGE:
            return self._border.near(at, _REACH * self._unit)
        if kind is EndKind.CONFLUENCE:
            owned = [corner for corner, owners in self._owners.items() if owners & set(joined)]
            return _nearest(self._ground.lattice.vertex_point, owned, at, _REACH * self._unit)
        return []

    def _extended(self, points: Floats, ends: Sequence[Vertex]) -> Floats:
        """A line led on to the nearest corner where it may end, if that lies outside its own corridor."""
        if not ends:
            return points
        goals = np.array([self._ground.lattice.vertex_point(*corner) for corner in ends])
        off = np.hypot(*(goals - points[-1]).T)
        nearest = int(off.argmin())
        return np.vstack((points, goals[nearest])) if off[nearest] > self._unit else points

    def _allowed(self, sides: Ints) -> Mask:
        near, far = self._kinds(sides)
        return np.asarray((near == LAND) | (far == LAND))

    def _burdens(self, graph: HexsideGraph, stem: Stem) -> Floats:
        near, far = self._kinds(graph.sides)
        burdens = np.ones(len(graph.sides))
        burdens[(near > LAND) | (far > LAND)] = _COAST
        burdens[(near == ABSENT) | (far == ABSENT)] = _BORDER
        joined = stem.joins[0] | stem.joins[1]
        foreign = np.array(
            [bool(self._owners.get((across, down), joined) - joined) for across, down in graph.names.tolist()]
        )
        burdens[foreign[graph.ends].any(axis=1)] *= _BESIDE
        taken = np.array([LatticeSide(*side) in self._taken for side in graph.sides.tolist()])
        burdens[taken] *= _TAKEN
        return burdens

    def _cut_at_confluences(self, chain: Chain, stem: Stem) -> Chain:
        """A chain from where it leaves the river it starts from to where it first meets the one it joins."""
        start, end = 0, len(chain.corners) - 1
        if stem.start is EndKind.CONFLUENCE:
            met = [place for place in range(end) if self._owners.get(chain.corners[place], set()) & stem.joins[0]]
            start = met[-1] if met else start
        if stem.end is EndKind.CONFLUENCE:
            joined = stem.joins[1]
            met = [
                place for place in range(start + 1, end + 1) if self._owners.get(chain.corners[place], set()) & joined
            ]
            end = met[0] if met else end
        return chain.part(start, end)

    def _own_parts(self, chain: Chain) -> tuple[Chain, ...]:
        """The parts of a chain that have land on both sides and no other river on them.

        Along a coast the water itself is the obstacle. What shares a hexside with a greater river has met it there;
        if only a few hexsides are left after that, it has joined it for good.
        """
        if not len(chain):
            return ()
        near, far = self._kinds(np.array(chain.sides, dtype=np.int64))
        wet = ((near > LAND) | (far > LAND)).tolist()
        shared = [side in self._taken for side in chain.sides]
        if any(shared):
            met = shared.index(True)
            rest = len(shared) - met - sum(shared[met:])
            if met > 0 and rest <= _TAIL:
                chain, wet, shared = chain.part(0, met), wet[:met], shared[:met]
        parts = []
        start: int | None = None
        for place in range(len(chain) + 1):
            is_ours = place < len(chain) and not wet[place] and not shared[place]
            if is_ours and start is None:
                start = place
            elif not is_ours and start is not None:
                parts.append(chain.part(start, place))
                start = None
        return tuple(parts)


class _Corners:
    """Some corners of a graph, to be looked up by where they lie."""

    def __init__(self, graph: HexsideGraph, sides: Mask) -> None:
        numbers = np.unique(graph.ends[sides])
        self._points = graph.points[numbers]
        self._list: list[Vertex] = [(across, down) for across, down in graph.names[numbers].tolist()]
        self.names: frozenset[Vertex] = frozenset(self._list)

    def near(self, point: Point, within: float) -> list[Vertex]:
        """Those within a distance."""
        off = np.hypot(*(self._points - np.array(point)).T)
        return [self._list[number] for number in np.flatnonzero(off <= within).tolist()]


def _nearest(
    where: Callable[[int, int], Point], corners: Iterable[Vertex], point: Point, within: float
) -> list[Vertex]:
    """The corners within a distance; failing those, the nearest."""
    off = {corner: math.dist(where(*corner), point) for corner in corners}
    near = [corner for corner, distance in off.items() if distance <= within]
    return near or sorted(off, key=lambda corner: off[corner])[:1]
