"""4.1 to 4.3: lines of supply.

A line leaves a source along roads and railways for as far as they go, then has two hexes to the unit. It is looked for
when somebody needs to know and never kept: no mark says that a unit is supplied.
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from engine.core.answers import SupplyAnswer
from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.messages import message
from engine.core.paths import LinkCosts, Trace, trace
from engine.core.state import State, Unit, derived
from engine.core.terms import Term
from engine.mechanics.supply_lines import supply_net
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.ground import ROUGH
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.names import BRIDGE_BLOWN, RED, Role, enemy_of
from engine.rulesets.white_october.standing import open_zones, standing

SUPPLIED, UNSUPPLIED = "supplied", "unsupplied"


@dataclass(frozen=True, slots=True)
class Lines:
    """Where lines lead: along the ways, and from there over the last hexes."""

    ways: Trace
    """From the sources along roads and railways."""
    last: Trace
    """From where those lines come to, over open ground."""

    def __contains__(self, at: Location) -> bool:
        return at in self.last

    def path(self, at: Location) -> tuple[Location, ...]:
        """The line of a place, from it to the source."""
        if at not in self.last:
            return ()
        ground = self.last.path(at)
        return (*ground[:-1], *self.ways.path(ground[-1]))


@derived("side_markers")
def blown(state: State) -> frozenset[int]:
    """The edges whose railway bridge was blown (8.4)."""
    return frozenset(edge for edge, markers in state.side_markers.items() if markers.get(BRIDGE_BLOWN))


def rails_now(game: Game, state: State) -> frozenset[int]:
    """The edges that trains can cross now."""
    gone = blown(state)
    rails: frozenset[int] = game.materials.ground.rails
    return rails - gone if gone else rails


@rule("4.2", "5.1")
def way_links(game: Game, state: State) -> LinkCosts:
    """Steps along roads and railways."""
    materials: Materials = game.materials
    ground, rails = materials.ground, rails_now(game, state)
    return materials.prepared(
        ("ways", rails), lambda origin, target, edge: 1 if edge in ground.roads or edge in rails else None
    )


@rule("4.2", "5.1")
def open_links(game: Game, state: State) -> LinkCosts:
    """Steps from hex to hex, over no major river, neither Neva nor lake, unless a road or a railway leads across."""
    materials: Materials = game.materials
    ground, rails = materials.ground, rails_now(game, state)

    def step(origin: int, target: int, edge: int) -> int | None:
        if not (ground.land[origin] and ground.land[target]):
            return None
        if ground.is_water(edge) and edge not in ground.roads and edge not in rails:
            return None
        return 1

    return materials.prepared(("open", rails), step)


@rule("4.2")
@derived("units", "stacks")
def closed(game: Game, state: State, side: Side) -> frozenset[Location]:
    """What no line of a side goes through: enemies, and their zones where no friend stands."""
    enemy = enemy_of(side)
    return standing(game, state, enemy).occupied | open_zones(game, state, side, enemy)


@rule("4.3")
@derived("units", "stacks")
def sources(game: Game, state: State, side: Side, estonian: bool) -> tuple[Location, ...]:
    """Where supply comes from.

    For the Reds the district of Peter and Paul, the eastern edge and every coast east of the row laid down; for the
    Whites Narva, and for Estonians besides the coast west of the mines that is three hexes or more from every Red fort.
    """
    materials: Materials = game.materials
    ground = materials.ground
    found: set[Location] = set()
    if side == RED:
        fortress = materials.place("peter-paul")
        found.update({fortress} if fortress is not None else (), ground.east_edge)
        row = materials.number("supply_row")
        found.update(at for at in ground.coast if (printed := ground.row(at)) is not None and printed < row)
    else:
        narva = materials.place("narva")
        found.update({narva} if narva is not None else ())
        if estonian:
            forts = _forts(game, state)
            near = ground.within(forts, materials.number("fort_distance") - 1) if forts else frozenset()
            found.update(ground.west_of_mines - near)
    return tuple(sorted(found - closed(game, state, side)))


def _forts(game: Game, state: State) -> frozenset[Location]:
    materials: Materials = game.materials
    forts = (unit for unit in state.every_unit() if unit.side == RED and materials.kind(unit).role is Role.FORT)
    return frozenset(unit.at for unit in forts if materials.is_on_map(unit))


@rule("4.2")
@derived("units", "stacks", "side_markers")
def ways_of(game: Game, state: State, side: Side, estonian: bool) -> Trace:
    """How far lines of a side lead from its sources along roads and railways."""
    net = supply_net(game.board, way_links(game, state), closed=closed(game, state, side))
    return net.lines(sources(game, state, side, estonian))


@rule("4.1", "4.2")
@derived("units", "stacks", "side_markers")
def lines(game: Game, state: State, side: Side, estonian: bool) -> Lines:
    """The lines of a side as they lie now."""
    materials: Materials = game.materials
    shut, ways = closed(game, state, side), ways_of(game, state, side, estonian)
    heads = sorted(at for at in ways if at not in shut)
    return Lines(ways, _last_hexes(game, state, heads, shut, materials.number("supply_hexes")))


@rule("4.2")
def _last_hexes(game: Game, state: State, heads: Iterable[Location], shut: frozenset[Location], limit: int) -> Trace:
    """Two hexes off the road; dense forest and marsh end a line, and so does what is closed."""
    terrains = game.board.terrains

    def may_leave(at: Location) -> bool:
        return terrains[at] not in ROUGH and at not in shut

    return trace(game.board, heads, None, limit=limit, cost=open_links(game, state), may_leave=may_leave)


@rule("4.1", "4.3", "4.4")
def is_supplied(game: Game, state: State, unit: Unit) -> bool:
    """Whether a unit has a line now; fleets and aircraft always have."""
    kind = game.materials.kind(unit)
    if not kind.is_land:
        return True
    return unit.at in supplied_hexes(game, state, unit.side, kind.is_estonian)


@rule("4.2")
@derived("units", "stacks", "side_markers")
def supplied_hexes(game: Game, state: State, side: Side, estonian: bool) -> AbstractSet[Location]:
    """The hexes that `lines` come to, for those who need not know where the lines run: found much sooner."""
    terrains, shut = game.board.terrains, closed(game, state, side)
    ways, ground = way_links(game, state).steps, open_links(game, state).steps
    found = set(sources(game, state, side, estonian))
    layer = list(found)
    while layer:
        further: list[Location] = []
        for at in layer:
            if at in shut:
                continue
            for to, _ in ways[at]:
                if to not in found:
                    found.add(Location(to))
                    further.append(Location(to))
        layer = further
    found.difference_update(shut)
    layer = list(found)
    for left in reversed(range(game.materials.number("supply_hexes"))):
        further = []
        for at in layer:
            for to, _ in ground[at]:
                if to not in found:
                    found.add(Location(to))
                    if left and terrains[to] not in ROUGH and to not in shut:
                        further.append(Location(to))
        layer = further
    return found


@rule("4.1", "4.4")
def about_supply(game: Game, state: State, unit: Unit) -> SupplyAnswer:
    """The line of a unit, from it to its source."""
    kind = game.materials.kind(unit)
    if not kind.is_land:
        return SupplyAnswer(unit.id, SUPPLIED, None, (), None, "4.4")
    found = lines(game, state, unit.side, kind.is_estonian)
    path = found.path(unit.at)
    if not path:
        return SupplyAnswer(unit.id, UNSUPPLIED, None, (), None, "4.2")
    off = found.last.length(unit.at) or 0
    terms = (
        Term(message("term.wo.line-ways"), len(path) - 1 - off, "4.2"),
        Term(message("term.wo.line-open"), off, "4.2"),
    )
    return SupplyAnswer(unit.id, SUPPLIED, path[-1], path, len(path) - 1, "4.3", terms)


def supplied_places(game: Game, state: State, side: Side) -> frozenset[Location]:
    """Where a unit of a side would be supplied; Estonian sources are left out."""
    return frozenset(lines(game, state, side, False).last.lengths)


def supplied_rails(game: Game, state: State, side: Side) -> frozenset[Location]:
    """The hexes of railways to which a line of a side leads along roads and railways (14.1.1)."""
    reached = ways_of(game, state, side, False)
    shut = closed(game, state, side)
    return frozenset(at for at in game.materials.ground.rail_hexes if at in reached and at not in shut)
