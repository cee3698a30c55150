"""10.4: what supplies Soviet units: sources, headquarters on railways, Black Sea ports and, poorly, factories."""

from __future__ import annotations

from engine.core.game import Game
from engine.core.ids import Location
from engine.core.paths import Trace
from engine.core.state import State, derived
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.control import controller
from engine.rulesets.red_star_rising.materials import Materials
from engine.rulesets.red_star_rising.names import AXIS, SOURCE_LOST, SOVIET, Role
from engine.rulesets.red_star_rising.standing import on_map_with_role
from engine.rulesets.red_star_rising.supply.axis import black_sea_ports
from engine.rulesets.red_star_rising.supply.tracing import length_limit, lines_from, place_traces, rail_lines

SEA_GATES = ("novorossisk", "tuapse")
"""The ports through which Soviet supply reaches the Black Sea; one is enough."""
FACTORY = "factory"


@rule("10.1.1", "10.4")
def soviet_sources(game: Game, state: State) -> tuple[Location, ...]:
    """The Soviet sources: those printed on the map, but Moscow and Baku only until an Axis unit has held them."""
    materials: Materials = game.materials
    return tuple(at for at in materials.soviet_sources if not state.marker(at, SOURCE_LOST))


@rule("10.4.2")
@derived("bodies", "stacks", "turn", "markers")
def soviet_headquarters_hexes(game: Game, state: State) -> frozenset[Location]:
    """Where a headquarters is supplied: on a railway that leads to a Soviet source."""
    materials: Materials = game.materials
    return materials.rail_hexes.intersection(rail_lines(game, state, SOVIET, soviet_sources(game, state)))


@rule("10.4.3")
def soviet_ends(game: Game, state: State) -> tuple[Location, ...]:
    """What a Soviet unit traces to: a source, or a headquarters that is supplied."""
    headquarters = (
        unit.at
        for unit in on_map_with_role(game, state, Role.HEADQUARTERS)
        if unit.side == SOVIET and unit.at in soviet_headquarters_hexes(game, state)
    )
    return tuple(dict.fromkeys((*soviet_sources(game, state), *headquarters)))


@rule("10.4.4")
@derived("bodies", "stacks", "turn", "control", "markers")
def soviet_sea_lines(game: Game, state: State) -> Trace | None:
    """The lines to Soviet ports of the Black Sea; None unless Novorossisk or Tuapse is held and has a railway home.

    Odessa is of no use to the Soviets while the Axis controls Sevastopol.
    """
    materials: Materials = game.materials
    home = rail_lines(game, state, SOVIET, soviet_sources(game, state))
    known = (materials.places.get(name) for name in SEA_GATES)
    gates = [gate for gate in known if gate is not None and controller(game, state, gate) == SOVIET]
    if not any(place_traces(game, state, SOVIET, gate, home) for gate in gates):
        return None
    sevastopol = materials.places.get("sevastopol")
    barred = {materials.places.get("odessa")} if _is_axis(game, state, sevastopol) else set()
    ports = (at for at in black_sea_ports(game) if controller(game, state, at) == SOVIET and at not in barred)
    return lines_from(game, state, SOVIET, tuple(ports), length_limit(game, "sea"))


def _is_axis(game: Game, state: State, at: Location | None) -> bool:
    return at is not None and controller(game, state, at) == AXIS


@rule("10.4.5")
@derived("bodies", "stacks")
def factory_hexes(game: Game, state: State) -> frozenset[Location]:
    """The hexes with a factory, whose units are never worse off than in lack of supply."""
    materials: Materials = game.materials
    return frozenset(
        unit.at for unit in state.every_unit() if FACTORY in materials.kind(unit).traits and materials.is_on_map(unit)
    )
