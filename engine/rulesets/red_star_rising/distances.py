"""How far hexes lie from the units of a side: hexes from one to the other, terrain ignored (ruling 16)."""

from __future__ import annotations

from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.paths import UNREACHED, field
from engine.core.state import Of, State, derived
from engine.rulesets.red_star_rising.materials import Materials
from engine.rulesets.red_star_rising.standing import NOT_UNITS, occupied


@derived("bodies", "stacks", of=Of.ARGUMENT)
def nearer_than(game: Game, state: State, side: Side, distance: int) -> frozenset[Location]:
    """The hexes less than a distance from a unit of a side; fleets and partisans are no units here."""
    if distance <= 0:
        return frozenset()
    steps = field(game.board, occupied(game, state, side), limit=distance - 1)
    return frozenset(Location(at) for at, length in enumerate(steps) if length != UNREACHED)


def is_adjacent_to(game: Game, state: State, at: Location, side: Side) -> bool:
    """Whether a unit of a side stands in a neighbouring hex."""
    materials: Materials = game.materials
    return any(
        unit.side == side and materials.kind(unit).role not in NOT_UNITS
        for target, _ in game.board.links[at]
        for unit in state.at(Location(target))
    )
