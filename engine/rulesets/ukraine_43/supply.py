"""14.2, 14.3 and 23.2: lines of supply and of command.

A line leads from a unit over open ground to a road, and along roads to a source. It is looked for from the sources
outward, so that a step of the search away from a hex stands for a step of the line into it. On its way a line crosses
one major river without a bridge at the most, and enters one marsh at the most otherwise than by road; so the search
remembers for each hex what it has used up, and the best of what is left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, TypeAlias

from engine.core.answers import SupplyAnswer
from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.messages import message
from engine.core.paths import trace
from engine.core.state import State, Unit, derived
from engine.core.terms import Term
from engine.mechanics.recent import Recent
from engine.mechanics.zones import border_between
from engine.rulesets.ukraine_43.bonds import bonds
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.ground import LINE_RIVER, Ground
from engine.rulesets.ukraine_43.marches import pontoons
from engine.rulesets.ukraine_43.materials import Materials
from engine.rulesets.ukraine_43.names import DISRUPTED, DROPPED, enemy_of
from engine.rulesets.ukraine_43.railheads import connected_hexes, open_edges
from engine.rulesets.ukraine_43.standing import is_held, standing, zone_hexes

SUPPLIED, UNSUPPLIED, ISOLATED = "supplied", "unsupplied", "isolated"
_FAR: Final = 10_000
_NO_BETTER: Final = (0b1111, 0b1010, 0b1100, 0b1000)
"""For what a line has used up, as bits, all that has used up the same and perhaps more."""

Point: TypeAlias = tuple[Location, int]
"""A hex, and what a line that comes to it has used up: a river, a marsh."""


@dataclass(frozen=True)
class Lines:
    """Where lines lead: for each hex the length over open ground, and the way back to the source."""

    lengths: Mapping[Location, int]
    best: Mapping[Location, Point]
    over_land: Mapping[Point, Point]
    by_road: Mapping[Point, Point]
    _find_beginnings: Callable[[], Mapping[Location, Point]] = field(repr=False)

    @cached_property
    def beginnings(self) -> Mapping[Location, Point]:
        """Empty hexes in an enemy zone where a line may begin but none leads through, with the point that comes next.

        Nobody who stands in a hex needs them, so they are looked for when somebody else asks.
        """
        return self._find_beginnings()

    def __contains__(self, at: Location) -> bool:
        return at in self.lengths or at in self.beginnings

    @cached_property
    def places(self) -> frozenset[Location]:
        """The hexes that lines lead to."""
        return frozenset((*self.lengths, *self.beginnings))

    def path(self, at: Location) -> tuple[Location, ...]:
        """The line of a hex, from it to the source."""
        if at not in self:
            return ()
        begins = at in self.beginnings
        point = self.beginnings[at] if begins else self.best[at]
        found = [at, point[0]] if begins else [at]
        for came in (self.over_land, self.by_road):
            while point in came:
                point = came[point]
                found.append(point[0])
        return tuple(found)


class _Tracer:
    """The rules of a line as they are now for a side."""

    def __init__(self, game: Game, state: State, side: Side) -> None:
        ground: Ground = game.materials.ground
        enemy = enemy_of(side)
        self.ground = ground
        shut = bonds(game, state, enemy)
        self.closed = standing(game, state, enemy).occupied | shut.hexes
        self.closed_sides = shut.sides
        self.beside_closed = frozenset(at for border in shut.sides for at in border)
        self.pontoons = pontoons(game, state, side)
        self.bare_zones = zone_hexes(game, state, enemy) - standing(game, state, side).occupied
        self.beaten = [0] * game.board.size
        """For each hex, as bits, what a line may have used up without being better than one that came before."""
        self.by_road: dict[Point, Point] = {}
        self.by_land: dict[Point, Point] = {}
        self.lengths: dict[Location, int] = {}
        self.best: dict[Location, Point] = {}

    @property
    def situation(self) -> tuple[object, ...]:
        """All that the lines rest on besides where they begin; most moves leave it as it was."""
        return self.closed, self.bare_zones, self.closed_sides, self.pontoons

    def is_better(self, point: Point) -> bool:
        """Whether no point that was kept in its hex, all of them as near, has used up as little."""
        at, used = point
        if self.beaten[at] >> used & 1:
            return False
        self.beaten[at] |= _NO_BETTER[used]
        return True

    @rule("6.5", "14.3.B", "14.3.C")
    def onward(self, point: Point, *, roads: bool = False) -> list[Point]:
        """The points that a line comes from beside a hex; along roads alone where it is on one."""
        at, used = point
        closed, closed_sides, bare_zones = self.closed, self.closed_sides, self.bare_zones
        bare, beside = at in bare_zones, at in self.beside_closed
        found = []
        for to, edge, use in self.ground.road_links[at] if roads else self.ground.line_links[at]:
            if to in closed or (bare and to in bare_zones):
                continue
            if beside and border_between(at, to) in closed_sides:
                continue
            taken = use & ~LINE_RIVER if use and edge in self.pontoons else use
            if not taken & used:
                found.append((to, used | taken))
        return found

    def along_roads(self, sources: Iterable[Location]) -> list[Point]:
        """Where roads lead from the sources, however far; a source in a bonded hex is closed like any other."""
        waiting: list[Point] = [(at, 0) for at in sources if at not in self.closed and self.is_better((at, 0))]
        for point in waiting:
            for found in self.onward(point, roads=True):
                if self.is_better(found):
                    self.by_road[found] = point
                    waiting.append(found)
        self.beaten = [0] * len(self.beaten)
        return waiting

    def over_land(self, starts: Mapping[Point, int], limit: int) -> Lines:
        """Spread from some points, nearest first; each begins with a length of its own."""
        buckets: dict[int, list[tuple[Point, Point | None]]] = {}
        for start, begun in starts.items():
            buckets.setdefault(begun, []).append((start, None))
        length = min(buckets, default=0)
        beaten, lengths, best, by_land = self.beaten, self.lengths, self.best, self.by_land
        bare: list[Point] = []
        while buckets:
            for point, origin in buckets.pop(length, ()):
                if not self.is_better(point):
                    continue
                at = point[0]
                if origin is not None:
                    by_land[point] = origin
                if at not in lengths:
                    lengths[at] = length
                    best[at] = point
                if length < limit:
                    if at in self.bare_zones:
                        bare.append(point)
                    buckets.setdefault(length + 1, []).extend(
                        [(found, point) for found in self.onward(point) if not beaten[found[0]] >> found[1] & 1]
                    )
            length += 1
        return Lines(lengths, best, by_land, self.by_road, lambda: self._beginnings(bare))

    @rule("14.3.C")
    def _beginnings(self, bare: Iterable[Point]) -> dict[Location, Point]:
        """The empty zone hexes beside those that lines come through: a line may begin there, which is not entering."""
        zones, self.bare_zones = self.bare_zones, frozenset()
        found: dict[Location, Point] = {}
        for point in bare:
            for to, _ in self.onward(point):
                if to in zones and to not in self.lengths:
                    found.setdefault(to, point)
        self.bare_zones = zones
        return found


@rule("14.2.A", "14.2.B")
@derived("bodies", "stacks", "markers", "control", "values")
def sources(game: Game, state: State, side: Side) -> tuple[Location, ...]:
    """Where supply comes from: edges of the map that are held, and railways that lead to them."""
    return tuple(sorted({*open_edges(game, state, side), *connected_hexes(game, state, side)}))


def headquarters(game: Game, state: State, side: Side) -> tuple[Unit, ...]:
    """The army or Front headquarters of a side on the map."""
    materials: Materials = game.materials
    return tuple(
        unit
        for unit in state.every_unit()
        if unit.side == side and materials.kind(unit).gives_command and materials.is_on_map(unit)
    )


@rule("14.3.A", "23.2")
@derived("units", "stacks", "markers", "side_markers", "control", "values")
def lines(game: Game, state: State, side: Side, unlimited: bool = False) -> Lines:
    """The lines of a side: four hexes to a source or to a road that leads to one, seven to a headquarters on such a
    road; of any length for those who ask whether they are isolated (14.6)."""
    materials: Materials = game.materials
    tracer = _Tracer(game, state, side)
    origins = sources(game, state, side)
    on_road = materials.ground.road_hexes
    relays = frozenset(unit.at for unit in headquarters(game, state, side) if unit.at in on_road)

    def search() -> Lines:
        near = materials.number("supply_hexes")
        far = near - materials.number("headquarters_hexes")
        starts = {point: far if point[0] in relays else 0 for point in tracer.along_roads(origins)}
        return tracer.over_land(starts, _FAR if unlimited else near)

    nets: Recent[tuple[object, ...], Lines] = materials.nets
    return nets.get((*tracer.situation, origins, relays, unlimited), search)


@rule("14.6")
@derived("units", "stacks", "side_markers", "control")
def depot_lines(game: Game, state: State, side: Side) -> Lines:
    """Lines of any length to a town or city that a side holds, or to one of its headquarters."""
    ground: Ground = game.materials.ground
    places = {
        at for at, kind in ground.settlements.items() if kind in ("town", "city") and is_held(game, state, at, side)
    }
    places.update(unit.at for unit in headquarters(game, state, side))
    return spread(game, state, side, places, _FAR)


@rule("23.2")
@derived("units", "stacks", "side_markers")
def command_lines(game: Game, state: State, side: Side) -> Lines:
    """Lines of seven hexes in all to a headquarters that is not disrupted (ruling 37)."""
    able = {unit.at for unit in headquarters(game, state, side) if DISRUPTED not in unit.marks}
    return spread(game, state, side, able, game.materials.number("command_hexes"))


def spread(game: Game, state: State, side: Side, places: Iterable[Location], limit: int) -> Lines:
    """Lines over open ground to any of some hexes."""
    tracer = _Tracer(game, state, side)
    starts = tuple(at for at in sorted(places) if at not in tracer.closed)
    nets: Recent[tuple[object, ...], Lines] = game.materials.nets
    return nets.get((*tracer.situation, starts, limit), lambda: tracer.over_land({(at, 0): 0 for at in starts}, limit))


@rule("14.4", "20.4")
def has_line(game: Game, state: State, unit: Unit) -> bool:
    """Whether a unit can draw supply now; a brigade that has just jumped always can."""
    return DROPPED in unit.marks or unit.at in lines(game, state, unit.side)


@rule("14.6")
def is_isolated(game: Game, state: State, unit: Unit) -> bool:
    """Whether a unit has no line however long."""
    return DROPPED not in unit.marks and unit.at not in lines(game, state, unit.side, True)


def supplied_places(game: Game, state: State, side: Side) -> frozenset[Location]:
    """Where a unit of a side would be supplied."""
    return lines(game, state, side).places


@rule("14.7.B")
@derived("bodies", "stacks", "markers", "control", "values")
def source_distances(game: Game, state: State, side: Side) -> Mapping[Location, int]:
    """How far each hex is from a source, through enemies but not over the sea."""
    ground: Ground = game.materials.ground
    found = trace(
        game.board,
        sources(game, state, side),
        lambda origin, target, edge: ground.land[target] and edge not in ground.sea_sides,
    )
    return found.lengths


def about_supply(game: Game, state: State, unit: Unit) -> SupplyAnswer:
    """The line of a unit, from it to its source, and how far the source is for its fuel."""
    if DROPPED in unit.marks:
        return SupplyAnswer(unit.id, SUPPLIED, None, (), None, "20.4")
    found = lines(game, state, unit.side)
    distance = source_distances(game, state, unit.side).get(unit.at)
    terms = (Term(message("term.u43.source-distance"), distance, "14.7.B"),) if distance is not None else ()
    if unit.at in found:
        path = found.path(unit.at)
        return SupplyAnswer(unit.id, SUPPLIED, path[-1], path, len(path) - 1, "14.3.A", terms)
    longer = lines(game, state, unit.side, True)
    if unit.at in longer:
        path = longer.path(unit.at)
        return SupplyAnswer(unit.id, UNSUPPLIED, path[-1], path, len(path) - 1, "14.6", terms)
    return SupplyAnswer(unit.id, ISOLATED, None, (), None, "14.6", terms)
