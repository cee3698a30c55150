"""13.1: the line along which supply comes to a unit, for whoever wants to see it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.game import Game
from engine.core.ids import Location
from engine.core.state import State, Unit
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
    came_from: dict[Location, Location | None] = {unit.at: None}
    waiting = [unit.at]
    for at in waiting:
        if at in goals:
            return _way(came_from, at)
        if at != unit.at and not _may_pass(game, state, unit, at, full=full):
            continue
        for to in _onward(game, at, full=full, axis=unit.side == AXIS):
            if to not in came_from:
                came_from[to] = at
                waiting.append(to)
    return ()


def _way(came_from: dict[Location, Location | None], at: Location) -> tuple[Location, ...]:
    way = [at]
    while (before := came_from[way[-1]]) is not None:
        way.append(before)
    return tuple(reversed(way))


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


def _onward(game: Game, at: Location, *, full: bool, axis: bool) -> Iterator[Location]:
    """Where a line goes on to: over land and, if it is not full, over the sea; from African ports full ones cross."""
    materials: Materials = game.materials
    yield from (to for to, _ in materials.land_links[at])
    if not full:
        yield from materials.sea_links[at]
    elif axis and at in [materials.place(name) for name in AFRICAN_PORTS]:
        yield from materials.crossings[at]
