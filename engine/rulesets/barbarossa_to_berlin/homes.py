"""7.6.2, 12.4, 12.5 and 14.3: where the units of a nation come onto the map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.state import State
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.control import holds
from engine.rulesets.barbarossa_to_berlin.effects import is_active
from engine.rulesets.barbarossa_to_berlin.materials import Materials
from engine.rulesets.barbarossa_to_berlin.names import (
    ALLIED,
    BEACHHEADS,
    BRITISH_NATIONS,
    WESTERN,
    Nation,
    Supply,
)
from engine.rulesets.barbarossa_to_berlin.nations import USSR, serves
from engine.rulesets.barbarossa_to_berlin.supply import group_of, sources, supply_at

HOMES: Final[Mapping[Nation, str]] = {
    Nation.GERMAN: "germany",
    Nation.ITALIAN: "italy",
    Nation.HUNGARIAN: "hungary",
    Nation.ROMANIAN: "romania",
    Nation.BULGARIAN: "bulgaria",
    Nation.SOVIET: USSR,
    Nation.FREE_FRENCH: "france",
    Nation.YUGOSLAV: "yugoslavia",
    Nation.TURKISH: "turkey",
    Nation.SWEDISH: "sweden",
}
"""The country of each nation that has one on the map."""


@rule("7.6.2", "12.4", "14.3")
def is_home_base(game: Game, state: State, nation: Nation, side: Side, at: Location) -> bool:
    """Whether a space of a nation's own country that its side holds is a capital, a source of supply or urban."""
    materials: Materials = game.materials
    if materials.countries[at] != HOMES.get(nation) or not holds(game, state, side, at):
        return False
    return is_seat(game, state, nation, at) or materials.has(at, "urban")


def is_seat(game: Game, state: State, nation: Nation, at: Location) -> bool:
    """Whether a space is a capital, or a full source of supply of a nation."""
    return game.materials.has(at, "capital") or at in sources(game, state, group_of(nation))


@rule("12.5", "14.3")
def has_beachhead(game: Game, state: State, nation: Nation, at: Location) -> bool:
    """Whether there is a beachhead that serves a nation."""
    return any(state.marker(at, marker) and serves(marker, nation) for marker in BEACHHEADS)


@rule("12.5")
def is_overseas_base(game: Game, state: State, nation: Nation, at: Location) -> bool:
    """Where western units land: beachheads of theirs, the British also any western source, the others two of them.

    Antwerp serves only once its port is open.
    """
    if nation not in WESTERN:
        return False
    if game.materials.has(at, "beach"):
        return has_beachhead(game, state, nation, at)
    if nation in BRITISH_NATIONS:
        return at in sources(game, state, Nation.BRITISH)
    return is_landing_port(game, state, at)


@rule("12.5", "14.3")
def is_landing_port(game: Game, state: State, at: Location) -> bool:
    """Naples, and Antwerp with its port open, in Allied hands."""
    key = game.board.key(at)
    open_port = key == "naples" or (key == "antwerp" and is_active(state, "clearing-the-scheldt"))
    return open_port and holds(game, state, ALLIED, at)


@rule("12.4")
def is_fully_supplied_city(game: Game, state: State, nation: Nation, at: Location) -> bool:
    return game.materials.has(at, "urban") and supply_at(game, state, nation, at) is Supply.FULL
