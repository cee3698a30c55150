"""10.2 and 10.3: what supplies the Germans and their allies.

Germans, Italians and Hungarians live on the permanent sources and on chains of depots, Germans also on the ports of
the Black Sea; Finns and Romanians on their capitals, the permanent sources and their own headquarters.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location
from engine.core.paths import Trace
from engine.core.state import State, Unit, derived
from engine.mechanics.ground import marked_with
from engine.mechanics.supply_lines import relay_chain
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.control import controller
from engine.rulesets.red_star_rising.materials import Materials
from engine.rulesets.red_star_rising.names import (
    AXIS,
    BLACK_SEA,
    EMERGENCY_SOURCE,
    FINNISH,
    ROMANIAN,
    SOVIET,
    Role,
    capital_taken,
)
from engine.rulesets.red_star_rising.standing import NOT_UNITS, on_map_with_role
from engine.rulesets.red_star_rising.supply.records import CapitalLost, CapitalRegained
from engine.rulesets.red_star_rising.supply.tracing import length_limit, lines_from, net, place_traces, rail_lines

CAPITALS = {FINNISH: "helsinki", ROMANIAN: "bucharest"}
"""The capital of each nation that is supplied from it."""
SEA_GATES = ("odessa", "sevastopol")
"""The ports through which German supply reaches the Black Sea; both are needed."""


@rule("10.1.1", "10.2")
def axis_sources(game: Game) -> tuple[Location, ...]:
    """The permanent sources of the Axis, in the hexes where they are printed."""
    materials: Materials = game.materials
    return materials.axis_sources


def depots(game: Game, state: State) -> tuple[Unit, ...]:
    """The depots on the map."""
    return on_map_with_role(game, state, Role.DEPOT)


@rule("10.2.2", "10.2.4")
def depot_chain(game: Game, state: State) -> Mapping[Location, Location]:
    """The hexes of depots that can supply, each with the source or depot its own line leads to.

    Each link of the chain is a line of the usual length; a depot used for emergency supply is in no chain.
    """
    supplying = frozenset(unit.at for unit in depots(game, state) if EMERGENCY_SOURCE not in unit.marks)
    return _depot_chain(game, state, supplying)


@derived("bodies", "stacks", "turn")
def _depot_chain(game: Game, state: State, supplying: frozenset[Location]) -> Mapping[Location, Location]:
    lines = net(game, state, AXIS, rails_only=False)
    return relay_chain(lines, axis_sources(game), supplying, length_limit(game, AXIS))


@rule("10.2.4")
def emergency_lines(game: Game, state: State) -> Trace:
    """The lines to depots that have been converted into emergency sources."""
    ends = sorted({unit.at for unit in depots(game, state) if EMERGENCY_SOURCE in unit.marks})
    return lines_from(game, state, AXIS, tuple(ends), length_limit(game, AXIS))


@rule("10.2.3")
@derived("bodies", "stacks", "turn", "control")
def german_sea_lines(game: Game, state: State) -> Trace | None:
    """The lines to Axis ports of the Black Sea; None while Odessa or Sevastopol is not held or has no railway home."""
    materials: Materials = game.materials
    home = rail_lines(game, state, AXIS, axis_sources(game))
    for name in SEA_GATES:
        gate = materials.places.get(name)
        if gate is None or controller(game, state, gate) != AXIS:
            return None
        if not place_traces(game, state, AXIS, gate, home):
            return None
    ports = (at for at in black_sea_ports(game) if controller(game, state, at) == AXIS)
    return lines_from(game, state, AXIS, tuple(ports), length_limit(game, "sea"))


def black_sea_ports(game: Game) -> tuple[Location, ...]:
    """The ports of the Black Sea."""
    return marked_with(game.board, "port", "sea", BLACK_SEA)


@rule("10.2.5", "12.2.1", "12.2.4", "12.1.2")
@derived("bodies", "stacks")
def under_fleets(game: Game, state: State) -> frozenset[Location]:
    """The hexes in the range of an air fleet."""
    materials: Materials = game.materials
    reach = materials.number("fleet_range")
    fleets = on_map_with_role(game, state, Role.AIR_FLEET)
    return frozenset(at for unit in fleets for at in materials.around(unit.at, reach))


@rule("10.3", "10.3.1", "10.3.2")
def capital_ends(game: Game, nation: str) -> tuple[Location, ...]:
    """What a Finnish or Romanian railway leads to: the capital or a permanent source."""
    materials: Materials = game.materials
    capital = materials.places.get(CAPITALS.get(nation, ""))
    return axis_sources(game) if capital is None else (capital, *axis_sources(game))


@rule("10.3.1", "10.3.2")
@derived("bodies", "stacks", "turn")
def national_headquarters_hexes(game: Game, state: State, nation: str) -> frozenset[Location]:
    """Where a Finnish or Romanian headquarters is supplied: on a railway that leads to the capital or to a source."""
    materials: Materials = game.materials
    return materials.rail_hexes.intersection(rail_lines(game, state, AXIS, capital_ends(game, nation)))


@rule("10.3.1", "10.3.2")
def national_ends(game: Game, state: State, nation: str) -> tuple[Location, ...]:
    """What a Finnish or Romanian unit traces to: the capital, a permanent source or a supplied headquarters."""
    materials: Materials = game.materials
    headquarters = (
        unit.at
        for unit in on_map_with_role(game, state, Role.HEADQUARTERS)
        if materials.kind(unit).nation == nation and unit.at in national_headquarters_hexes(game, state, nation)
    )
    return tuple(dict.fromkeys((*capital_ends(game, nation), *headquarters)))


@rule("10.3.1", "10.3.2")
def is_nation_cut_off(game: Game, state: State, nation: str) -> bool:
    """Whether Soviet units stood in the capital when a movement phase began, and the Axis has not won it back."""
    capital = game.materials.places.get(CAPITALS.get(nation, ""))
    if capital is None or not state.values.get(capital_taken(nation)):
        return False
    return controller(game, state, capital) != AXIS or _is_in_soviet_hands(game, state, capital)


@rule("10.3.1", "10.3.2")
def note_capitals(game: Game, draft: Draft) -> None:
    """As a movement phase begins: a capital with a Soviet unit in it is lost to its nation, one regained is not."""
    for nation, name in CAPITALS.items():
        capital = game.materials.places.get(name)
        if capital is None:
            continue
        known = capital_taken(nation) in draft.state.values
        if _is_in_soviet_hands(game, draft.state, capital):
            draft.set_value(capital_taken(nation), value=True)
            if not known:
                draft.emit(CapitalLost(nation, capital))
        elif known and not is_nation_cut_off(game, draft.state, nation):
            draft.set_value(capital_taken(nation), None)
            draft.emit(CapitalRegained(nation, capital))


def note_lost_capitals(game: Game, draft: Draft) -> None:
    """Note without a word the capitals in which Soviet units stand, as in the middle of a campaign."""
    for nation, name in CAPITALS.items():
        capital = game.materials.places.get(name)
        unsaid = capital_taken(nation) not in draft.state.values
        if capital is not None and unsaid and _is_in_soviet_hands(game, draft.state, capital):
            draft.set_value(capital_taken(nation), value=True)


def _is_in_soviet_hands(game: Game, state: State, at: Location) -> bool:
    materials: Materials = game.materials
    return any(unit.side == SOVIET and materials.kind(unit).role not in NOT_UNITS for unit in state.at(at))
