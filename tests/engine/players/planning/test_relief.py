"""Whoever is cut off is relieved, or makes for those whom supply reaches."""

from __future__ import annotations

import pytest

from engine.core.game import Game
from engine.core.ids import UnitId
from engine.core.state import State
from engine.players.marches import movers
from engine.players.planning.concentration import Ways, find_ways
from engine.players.planning.convoys import Convoy
from engine.players.planning.deployment import Deployment
from engine.players.planning.relief import ReliefMarch, is_fed
from engine.players.player import Budget
from engine.players.position.foresight import ForesightSituation
from tests.engine.players.planning.campaign_scenes import AXIS, first_movement, foreseen, marched_to_minsk, moved

CUT_OFF = ("g-lvii", "g-v", "g-vi", "g-xxxix")


@pytest.fixture(scope="module")
def ring() -> tuple[Game, State, State]:
    """Four corps before Minsk with their depots behind them, and an army upon the line between."""
    game, state = first_movement()
    gone = moved(game, marched_to_minsk(game, state), g_vi="4216")
    situation = foreseen(game, gone, AXIS, convoy=0.2)
    Convoy(situation, game.menu(gone), {}, Budget(10_000)).errands()
    return game, gone, moved(game, situation.shifted, s_13a="main:13,24")


def hungry(game: Game, situation: ForesightSituation, state: State) -> set[UnitId]:
    units = (state.unit(unit.id) for unit, might in situation.own_units if might.attack > 0)
    return {unit.id for unit in units if not is_fed(game, state, unit, unit.at)}


def ways_of(game: Game, situation: ForesightSituation, gone: State) -> dict[UnitId, Ways]:
    units = [
        unit for unit in movers(situation, game.menu(gone)) if situation.might(situation.state.unit(unit)).attack > 0
    ]
    return {unit: find_ways(situation, unit, Budget()) for unit in units}


def test_those_who_are_cut_off_are_relieved(ring: tuple[Game, State, State]) -> None:
    game, gone, cut = ring
    situation = foreseen(game, cut, AXIS, convoy=0.2)
    assert hungry(game, situation, cut) == set(CUT_OFF)
    relief = ReliefMarch(situation, ways_of(game, situation, gone), cut, Budget())
    relief.open()
    assert len(hungry(game, situation, relief.state)) <= 1
    assert relief.sent


def test_whom_nobody_relieves_makes_for_the_others(ring: tuple[Game, State, State]) -> None:
    game, gone, cut = ring
    situation = foreseen(game, cut, AXIS, convoy=0.2)
    ways = {unit: found for unit, found in ways_of(game, situation, gone).items() if unit == CUT_OFF[0]}
    relief = ReliefMarch(situation, ways, cut, Budget())
    relief.open()
    fed = [unit.at for unit, might in situation.own_units if might.attack > 0 and unit.id not in CUT_OFF]
    before, after = (
        min(int(situation.land.distances(at)[state.unit(UnitId(CUT_OFF[0])).at]) for at in fed)
        for state in (cut, relief.state)
    )
    assert after < before


def test_a_deployment_relieves_where_depots_are_drawn_on(ring: tuple[Game, State, State]) -> None:
    game, gone, cut = ring
    left = []
    for weight in (0.0, 0.2):
        deployment = Deployment(foreseen(game, cut, AXIS, convoy=weight), game.menu(gone), {}, Budget(20_000))
        deployment.errands()
        situation = foreseen(game, deployment.planned.shifted, AXIS, convoy=0.2)
        Convoy(situation, game.menu(gone), {}, Budget(10_000)).errands()
        left.append(len(hungry(game, situation, situation.shifted)))
    assert left[0] > left[1] == 0
