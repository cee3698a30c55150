"""What a planner learns of its opponent: from what the game comes to, and from where the others march."""

from __future__ import annotations

import pytest

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Side, UnitId
from engine.core.state import State
from engine.players.planning.opponents import Opponent, OpponentBelief, marches_since
from engine.players.planning.planner import PlannerPlayer
from engine.players.playouts import play
from engine.players.position.situation import Situation
from engine.players.registry import PLAYERS
from engine.players.weights import planner_weights_of
from engine.rulesets.assembly import assemble
from engine.rulesets.library import find_bundled

WHITE, RED = Side("white"), Side("red")


@pytest.fixture(scope="module")
def heights() -> Game:
    return assemble(find_bundled("pulkovo-heights").load())


def test_an_opponent_is_known_by_what_comes() -> None:
    belief = OpponentBelief()
    assert belief.to_rehearse() == (Opponent.SKILLED, Opponent.CARELESS)
    for turn in (1, 2):
        belief.foresee({Opponent.SKILLED: [0.0, 2.0], Opponent.CARELESS: [9.0, 11.0]}, turn)
        belief.learn(10.0, turn + 1)
    assert belief.to_rehearse() == (Opponent.CARELESS,)
    for turn in (3, 4, 5, 6):
        belief.foresee({Opponent.SKILLED: [1.0], Opponent.CARELESS: [10.0]}, turn)
        belief.learn(0.0, turn + 1)
    assert belief.to_rehearse() == (Opponent.SKILLED,)


def test_nothing_is_learned_in_the_same_turn_or_where_both_sorts_come_to_the_same() -> None:
    belief = OpponentBelief()
    belief.foresee({Opponent.SKILLED: [4.0], Opponent.CARELESS: [8.0]}, 2)
    belief.learn(8.0, 2)
    assert belief.careless == 0.5
    belief.foresee({Opponent.SKILLED: [4.0], Opponent.CARELESS: [4.0]}, 2)
    belief.learn(9.0, 3)
    belief.learn(9.0, 4)
    assert belief.careless == 0.5


def test_who_marches_with_an_aim_is_not_careless_and_who_wanders_is() -> None:
    belief = OpponentBelief()
    belief.watch([True, True, True, False, True, True])
    assert belief.to_rehearse() == (Opponent.SKILLED,)
    belief.watch([False, True, False, False, True, False, False, True, False, False, False])
    assert belief.is_careless
    assert belief.to_rehearse() == (Opponent.CARELESS,)


def test_one_march_is_not_enough_and_some_doubt_is_always_left() -> None:
    belief = OpponentBelief()
    belief.watch([False])
    assert not belief.is_careless
    belief.watch([False] * 50)
    belief.watch([True] * 12)
    assert not belief.is_careless


def test_a_few_marches_of_a_wanderer_that_end_better_by_chance_change_nothing() -> None:
    belief = OpponentBelief()
    belief.watch([False] * 40)
    belief.watch([True] * 7)
    assert belief.is_careless
    belief.watch([True] * 15)
    assert not belief.is_careless, "somebody else sat down"


def test_a_march_is_judged_by_where_its_unit_stands_better(heights: Game) -> None:
    before = heights.new(1).state
    situation = Situation(heights, before, WHITE)
    unit = before.unit(UnitId("w-2-1"))
    near = [at for at in situation.land.beside[unit.at] if not before.at(at)]
    near.sort(key=lambda at: situation.standing(unit, at))
    here = situation.standing(unit, unit.at)
    assert situation.standing(unit, near[0]) < here < situation.standing(unit, near[-1])

    def judged(to: int) -> list[bool]:
        return list(marches_since(heights, before, _moved(before, unit.id, to), RED))

    assert judged(near[0]) == [False]
    assert judged(near[-1]) == [True]
    assert judged(unit.at) == []


def test_nobody_is_judged_by_their_own_marches(heights: Game) -> None:
    before = heights.new(1).state
    unit = before.unit(UnitId("w-2-1"))
    to = next(at for at in Situation(heights, before, WHITE).land.beside[unit.at] if not before.at(at))
    assert list(marches_since(heights, before, _moved(before, unit.id, to), WHITE)) == []


@pytest.mark.parametrize(("name", "is_careless"), [("random", True), ("greedy", False)])
def test_a_planner_tells_a_wanderer_from_a_player(heights: Game, name: str, *, is_careless: bool) -> None:
    planner = PlannerPlayer(3, planning=0)
    play(heights, {WHITE: PLAYERS[name](5), RED: planner}, 5)
    assert planner.belief.is_careless == is_careless


def test_against_the_careless_it_hunts_and_still_wages_its_campaign() -> None:
    usual = planner_weights_of("ukraine-43", Side("soviet"))
    bold = usual.against_the_careless()
    assert bold["hunt"] > usual["hunt"]
    assert bold["stake"] == usual["stake"]
    axis = planner_weights_of("red-star-rising", Side("axis"))
    assert axis.against_the_careless().in_campaign()["encircle"] == axis.in_campaign()["encircle"] > 0


def _moved(state: State, unit: UnitId, to: int) -> State:
    draft = Draft(state)
    draft.move_unit(unit, to)
    return draft.state
