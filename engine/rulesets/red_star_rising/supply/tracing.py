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
from engine.core.paths import LinkCosts, Trace
from engine.core.state import State, derived
from engine.mechanics.supply_lines import SupplyNet, supply_net
from engine.mechanics.zones import uncancelled
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.materials import Hexside, Materials
from engine.rulesets.red_star_rising.names import AXIS, SOVIET, Role, enemy_of
from engine.rulesets.red_star_rising.standing import held_open, occupied, on_map_with_role
from engine.rulesets.red_star_rising.zones import zone_hexes

HALVES = 2
"""Half hexes in a hex."""


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
    ground, sides, rails = materials.is_ground, materials.sides, materials.rails
    crossed = [[may_cross(each, rail=rail, ice=ice) for each in Hexside] for rail in (False, True)]

    @cache
    def counted(at: int, rail: bool) -> int:
        return hex_length(materials, Location(at), rail=rail, snow=snow)

    def length(entered: int, left: int, edge: int) -> int | None:
        if not ground[entered] or not ground[left]:
            return None
        rail = edge in rails
        if (rails_only and not rail) or not crossed[rail][sides[edge]]:
            return None
        return counted(entered, rail)

    return materials.prepared(("lines", rails_only, snow, ice), length)


@rule("10.1.2")
@derived("bodies", "stacks", "turn")
def closed_hexes(game: Game, state: State, side: Side) -> frozenset[Location]:
    """The hexes no line of a side may enter: those of enemy units, and enemy zones where no friend holds them open."""
    enemy = enemy_of(side)
    contested = uncancelled(zone_hexes(game, state, enemy), held_open(game, state, side))
    return contested | occupied(game, state, enemy)


@rule("10.1.3", "11.1.1")
def lengthened_hexes(game: Game, state: State, side: Side) -> frozenset[Location]:
    """The hexes with partisans, which count twice for the Axis."""
    if side != AXIS:
        return frozenset()
    return frozenset(unit.at for unit in on_map_with_role(game, state, Role.PARTISAN))


@rule("10.1.2", "10.1.3")
def net(game: Game, state: State, side: Side, *, rails_only: bool) -> SupplyNet:
    """The steps of a search in a situation: none away from closed hexes, twice the length where partisans are.

    What is closed changes with few moves, so that the net of the last situations, and its lines, serve the next.
    """
    return _net(game, state, side, rails_only)


@derived("bodies", "stacks", "turn")
def _net(game: Game, state: State, side: Side, rails_only: bool) -> SupplyNet:
    materials: Materials = game.materials
    snow = materials.is_snow(state.turn)
    closed, partisans = closed_hexes(game, state, side), lengthened_hexes(game, state, side)

    def lay() -> SupplyNet:
        bare = bare_links(game, side, snow=snow, rails_only=rails_only)
        factor = materials.by_name("line_counts", "partisans")
        return supply_net(game.board, bare, closed=closed, lengthened=dict.fromkeys(partisans, factor))

    return materials.nets.get((side, rails_only, snow, closed, partisans), lay)


@rule("10.1.1", "10.1.2")
def lines_from(game: Game, state: State, side: Side, ends: tuple[Location, ...], limit: int | None = None) -> Trace:
    """The lines of a side to the nearest of some hexes, from wherever one starts, within a number of half hexes."""
    return net(game, state, side, rails_only=False).lines(ends, limit)


@rule("10.1.2")
def rail_lines(game: Game, state: State, side: Side, ends: tuple[Location, ...]) -> Trace:
    """The lines of any length that keep to connected railways."""
    return net(game, state, side, rails_only=True).lines(ends)


@rule("10.1.2")
def place_traces(game: Game, state: State, side: Side, at: Location, lines: Trace) -> bool:
    """Whether a line starts from a city or port itself: an enemy zone there does not matter, but an enemy unit does.

    It may stand there and not control the place; units never share a hex with one.
    """
    return at in lines and at not in occupied(game, state, enemy_of(side))


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
