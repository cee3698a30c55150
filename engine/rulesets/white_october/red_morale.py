"""Chapter 10: the morale of the Red army at the front, demoralised divisions and desertion."""

from __future__ import annotations

from engine.core.game import Game
from engine.core.ids import Location
from engine.core.paths import UNREACHED
from engine.core.paths import field as distance_field
from engine.core.state import State, Unit, derived
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.names import RESTRICTED, WHITE
from engine.rulesets.white_october.standing import standing

NOWHERE: frozenset[Location] = frozenset()


@rule("10.1")
def shunned(game: Game, state: State, unit: Unit) -> frozenset[Location]:
    """Where a unit of restricted movement may not go: nearer to the nearest White unit than it stands."""
    if RESTRICTED not in unit.marks:
        return NOWHERE
    distances = _from_whites(game, state)
    now = distances[unit.at]
    return frozenset(Location(at) for at, far in enumerate(distances) if far != UNREACHED and far < now)


@derived("units", "stacks", of=WHITE)
def _from_whites(game: Game, state: State) -> list[int]:
    """How far each place is from the nearest White unit on land."""
    return distance_field(game.board, standing(game, state, WHITE).present)
