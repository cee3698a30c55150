"""13.1: the line along which supply comes to a unit, for whoever wants to see it."""

from __future__ import annotations

from engine.core.game import Game
from engine.core.ids import Location
from engine.core.paths import LinkCosts, Ties, reachable
from engine.core.state import State, Unit
from engine.mechanics.supply_lines import supply_net
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.control import holds
from engine.rulesets.barbarossa_to_berlin.materials import Materials
from engine.rulesets.barbarossa_to_berlin.names import AXIS, BEACHHEADS, PARTISANS, Nation, Supply
from engine.rulesets.barbarossa_to_berlin.nations import serves
from engine.rulesets.barbarossa_to_berlin.supply import AFRICAN_PORTS, circumstances, group_of, lines, sources


@rule("13.1", "13.2")
def line_of(game: Game, state: State, unit: Unit, supply: Supply) -> tuple[Location, ...]:
    """The spaces from a unit to the nearest source that gives it the supply it has; empty where no line is needed."""
    nation = game.materials.kind(unit).nation
    full = lines(game, state, group_of(nation)).at(unit.at) is Supply.FULL
    if supply is Supply.NONE or (not full and lines(game, state, group_of(nation)).at(unit.at) is Supply.NONE):
        return ()
    goals = _goals(game, state, nation, full=full)
    reach = reachable(
        game.board,
        unit.at,
        game.board.size,
        _links(game, full=full, axis=unit.side == AXIS),
        may_leave=lambda at: _may_pass(game, state, unit, at, full=full),
        ties=Ties.AS_FOUND,
    )
    return next((reach.path_to(at) for at in reach if at in goals), ())


def _goals(game: Game, state: State, nation: Nation, *, full: bool) -> frozenset[Location]:
    """The sources that serve a nation now, beachheads among them."""
    group = group_of(nation)
    beaches = (at for at, marker in circumstances(game, state).beachheads if serves(marker, group))
    limited = () if full else sources(game, state, group, limited=True)
    return frozenset((*sources(game, state, group), *limited, *beaches))


def _may_pass(game: Game, state: State, unit: Unit, at: Location, *, full: bool) -> bool:
    """Lines go through spaces of one's own side and over the sea; full Axis lines keep clear of partisans."""
    materials: Materials = game.materials
    if not materials.on_map[at] or any(state.marker(at, marker) for marker in BEACHHEADS):
        return True
    if full and unit.side == AXIS and state.marker(at, PARTISANS):
        return False
    return holds(game, state, unit.side, at)


def _links(game: Game, *, full: bool, axis: bool) -> LinkCosts:
    """Where lines go on: over land and, if they are not full, over the sea; from African ports full ones cross."""
    materials: Materials = game.materials
    if not full:
        more = dict(enumerate(materials.sea_links))
    elif axis:
        ports = (at for name in AFRICAN_PORTS if (at := materials.place(name)) is not None)
        more = {at: materials.crossings[at] for at in ports}
    else:
        more = {}
    land = materials.land_steps
    altered = {at: (*land.steps[at], *((int(to), 1) for to in over)) for at, over in more.items() if over}
    return supply_net(game.board, land, altered=altered).links
