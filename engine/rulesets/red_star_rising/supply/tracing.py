"""10.1: the line of communication, where it may run and how long it is.

A line runs from the unit to its source, and each hex it enters is counted and must be open to it: not the first one,
where the unit stands, but the last one. The search runs the other way, from the sources outward, and answers for every
hex at once; so a step of the search away from a hex stands for a step of the line into that hex. It has the length
of that hex, and none leads away from a hex that is closed. A closed hex can still be where a line starts.

Lengths are counted in half hexes, because a hex entered along a railway counts one half.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import pairwise

from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.paths import LinkCosts, Trace, trace
from engine.core.state import State, derived
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.materials import Hexside, Materials
from engine.rulesets.red_star_rising.names import AXIS, SOVIET, Role, enemy_of
from engine.rulesets.red_star_rising.zones import holds_zone_open, zones

HALVES = 2
"""Half hexes in a hex."""
NO_OBSTACLE = frozenset({Role.AIR_FLEET, Role.PARTISAN})
"""Enemy counters that do not bar a line (rulings 17 and 18)."""


@rule("10.1.2")
def may_cross(side: Hexside, *, rail: bool, ice: bool) -> bool:
    """No line crosses a lake or the sea, nor a major river but by rail; straits are open, and red arrows with `ice`."""
    if side is Hexside.WATER:
        return False
    if side is Hexside.ICE_ROAD:
        return ice
    return rail or side is not Hexside.MAJOR_RIVER


@rule("10.1.3", "13.0.3")
def hex_length(materials: Materials, at: Location, *, rail: bool, snow: bool) -> int:
    """What a hex adds to a line that enters it: marsh and arctic ground two hexes, along a railway always a half."""
    if rail:
        return materials.by_name("line_counts", "rail")
    if at in materials.arctic:
        return materials.by_name("line_counts", "arctic")
    return materials.by_name("line_counts", "marsh" if materials.terrain(at, snow=snow) == "marsh" else "hex")


@rule("10.1.2", "10.1.3", "3.3.5")
def bare_links(game: Game, side: Side, *, snow: bool, rails_only: bool) -> LinkCosts:
    """The steps of a search on the empty map, with the length of the hex each leads away from."""
    materials: Materials = game.materials
    ice = snow and side == SOVIET

    @cache
    def counted(at: int, rail: bool) -> int:
        return hex_length(materials, Location(at), rail=rail, snow=snow)

    def length(entered: int, left: int, edge: int) -> int | None:
        rail = edge in materials.rails
        if not materials.is_ground[entered] or not materials.is_ground[left] or (rails_only and not rail):
            return None
        if not may_cross(materials.sides[edge], rail=rail, ice=ice):
            return None
        return counted(entered, rail)

    return materials.prepared(("lines", rails_only, snow, ice), length)


@rule("10.1.2")
@derived("units", "stacks", "turn")
def closed_hexes(game: Game, state: State, side: Side) -> frozenset[Location]:
    """The hexes no line of a side may enter: those of enemy units, and enemy zones where no friend holds them open."""
    materials: Materials = game.materials
    enemy = enemy_of(side)
    occupied = {
        unit.at
        for unit in state.every_unit()
        if unit.side == enemy and materials.is_on_map(unit) and materials.kind(unit).role not in NO_OBSTACLE
    }
    contested = {
        at for at in zones(game, state, enemy) if at not in state.stacks or not holds_zone_open(game, state, at, side)
    }
    return frozenset(occupied | contested)


@rule("10.1.3", "11.1.1")
@derived("units", "stacks")
def lengthened_hexes(game: Game, state: State, side: Side) -> frozenset[Location]:
    """The hexes with partisans, which count twice for the Axis."""
    if side != AXIS:
        return frozenset()
    materials: Materials = game.materials
    return frozenset(
        unit.at
        for unit in state.every_unit()
        if materials.kind(unit).role is Role.PARTISAN and materials.is_on_map(unit)
    )


@rule("10.1.2", "10.1.3")
@derived("units", "stacks", "turn")
def links(game: Game, state: State, side: Side, rails_only: bool) -> LinkCosts:
    """The steps of a search in a situation: none away from closed hexes, twice the length where partisans are."""
    materials: Materials = game.materials
    bare = bare_links(game, side, snow=materials.is_snow(state.turn), rails_only=rails_only)
    factor = materials.by_name("line_counts", "partisans")
    changed: dict[int, tuple[tuple[int, int], ...]] = {
        at: tuple((left, factor * length) for left, length in bare.steps[at])
        for at in lengthened_hexes(game, state, side)
    }
    changed.update(dict.fromkeys(closed_hexes(game, state, side), ()))
    return bare.altered(changed)


@rule("10.1.1", "10.1.2")
def lines_from(game: Game, state: State, side: Side, ends: tuple[Location, ...], limit: int | None = None) -> Trace:
    """The lines of a side to the nearest of some hexes, from wherever one starts, within a number of half hexes."""
    return trace(game.board, ends, None, limit=limit, cost=links(game, state, side, False))


@rule("10.1.2")
@derived("units", "stacks", "turn")
def rail_lines(game: Game, state: State, side: Side, ends: tuple[Location, ...]) -> Trace:
    """The lines of any length that keep to connected railways."""
    return trace(game.board, ends, None, cost=links(game, state, side, True))


def length_limit(game: Game, name: str) -> int:
    """How long a line may be, in half hexes: `axis`, `soviet` or `sea`."""
    materials: Materials = game.materials
    return HALVES * materials.by_name("line_length", name)


def parts_of(game: Game, state: State, side: Side, path: tuple[Location, ...]) -> Mapping[str, int]:
    """How many half hexes of a line lie along railways, in slow ground and elsewhere, and what partisans add."""
    materials: Materials = game.materials
    snow = materials.is_snow(state.turn)
    found = dict.fromkeys(("rail", "slow", "hex", "partisans"), 0)
    plain = materials.by_name("line_counts", "hex")
    for left, entered in pairwise(path):
        edge = game.board.edge_between(left, entered)
        rail = edge in materials.rails
        length = hex_length(materials, entered, rail=rail, snow=snow)
        found["rail" if rail else "hex" if length == plain else "slow"] += length
        if entered in lengthened_hexes(game, state, side):
            found["partisans"] += length * (materials.by_name("line_counts", "partisans") - 1)
    return found
