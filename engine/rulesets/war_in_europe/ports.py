"""13.3: what air-sea points can reach, and who comes first where both sides act."""

from __future__ import annotations

from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.state import State, derived
from engine.rulesets.war_in_europe.air_tables import points_in
from engine.rulesets.war_in_europe.cases import rule
from engine.rulesets.war_in_europe.names import ALLIED, ARMS, AXIS, FIRST_SIDE, strikes
from engine.rulesets.war_in_europe.supply import air_range


@rule("4.1")
def first_side(state: State) -> Side:
    """The side that plays first, as the scenario says; the Axis where it does not."""
    return ALLIED if state.values.get(FIRST_SIDE) == ALLIED else AXIS


def strike_points(state: State, side: Side, front: str) -> int:
    """The air-sea points of a side on a front."""
    return sum(points_in(state, strikes(arm, front)) for arm in ARMS[side])


@rule("13.31", "13.34")
@derived("units", "stacks", "control", "markers", "turn", "values")
def strike_range(game: Game, state: State, side: Side, front: str) -> frozenset[Location]:
    """Where the air-sea points of a side on a front can strike; nowhere if it has none."""
    return air_range(game, state, side, front) if strike_points(state, side, front) else frozenset()
