"""27.1 and 27.2: the half-hexes of the northern edge that the Central Front opens, one after another to the west."""

from __future__ import annotations

from engine.core.game import Game
from engine.core.ids import Location
from engine.core.state import State
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.names import FRONT_LEVEL

ENTRY = "entry"


def half_hexes(game: Game) -> tuple[Location, ...]:
    """The hexes beside the half-hexes, in the order of their letters."""
    found = [
        (str(feature.attributes.get("level", "")), at)
        for at in game.board.with_feature(ENTRY)
        for feature in game.board.features(at)
        if feature.kind == ENTRY
    ]
    return tuple(at for _, at in sorted(found))


def front_level(state: State) -> int:
    """How many half-hexes the Central Front has reached."""
    return int(state.values.get(FRONT_LEVEL, 0))


@rule("27.1", "27.2")
def open_half_hexes(game: Game, state: State) -> tuple[Location, ...]:
    """The hexes that can be entered from half-hexes now."""
    return half_hexes(game)[: front_level(state)]
