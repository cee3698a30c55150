"""14.2: the theatre a western army was lost in, by the sources it could draw on."""

from __future__ import annotations

from engine.core.game import Game
from engine.core.ids import Location
from engine.core.state import State, Unit
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.names import ALLIED, BEACHHEADS, EITHER, MEDITERRANEAN, NORTH_WEST
from engine.rulesets.barbarossa_to_berlin.nations import serves
from engine.rulesets.barbarossa_to_berlin.supply import group_of, reached_from, sources

NORTHERN_BEACHES = frozenset("ABCDEFGHI")


@rule("14.2")
def theatre_of_source(game: Game, at: Location) -> str:
    """Beaches A to I and Antwerp are the north-west; Naples, Egypt, Basra and beaches J to U the Mediterranean."""
    beach = game.board.feature(at, "beach")
    if beach is not None:
        return NORTH_WEST if str(beach.attributes.get("letter")) in NORTHERN_BEACHES else MEDITERRANEAN
    return NORTH_WEST if game.board.key(at) == "antwerp" else MEDITERRANEAN


@rule("14.2")
def theatre_of(game: Game, state: State, army: Unit) -> str:
    """The theatre of the sources an army can draw on; either, where it can draw on both or on none."""
    nation = game.materials.kind(army).nation
    beaches = [
        at
        for at in game.materials.with_feature("beach")
        if any(state.marker(at, marker) and serves(marker, nation) for marker in BEACHHEADS)
    ]
    found = {
        theatre_of_source(game, source)
        for source in (*sources(game, state, group_of(nation)), *beaches)
        if army.at in reached_from(game, state, ALLIED, source)
    }
    return found.pop() if len(found) == 1 else EITHER
