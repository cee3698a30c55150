"""A planner stands in the enemy's way to what pays, and counts for an attack only who can still make it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.ids import Side, UnitId
from engine.players.planning.deployment import Deployment
from engine.players.player import Budget
from engine.players.position.foresight import (
    SCREENED,
    STEPS_AT_LAST,
    STEPS_IN_THE_END,
    ForesightSituation,
    curve_of,
)
from engine.players.position.situation import WALKED_INTO
from engine.players.position.support import HELPS_LATER
from engine.players.position.survey import Survey
from engine.players.weights import planner_weights_of
from tests.engine.rulesets.ukraine_43.scenes import NE, SE, SW, N, S, beside, front
from tests.helpers.positions import Scene

SOURCE = "0905"
"""Where the Soviet side draws supply: it pays to whoever gets there."""


def seen(scene: Scene) -> ForesightSituation:
    return ForesightSituation(scene.game, scene.state, Side("soviet"), Survey())


@pytest.fixture(scope="module")
def open_road() -> Scene:
    """A Panzer division that could drive to a source, and a rifle corps at some distance from its way."""
    units = {"pz": "0503", "rifle": "0807"}
    held = {"soviet": [SOURCE]}
    return front(units, soviet=[SOURCE], axis=["0101"], control=held, phase="movement", side="soviet")


def test_it_is_worth_something_to_stand_in_the_way_to_a_place_that_nobody_guards(open_road: Scene) -> None:
    situation, board = seen(open_road), open_road.game.board
    (path,) = situation.enemy_reach.passages[board.at(SOURCE)]
    weights = situation.weights
    prize = SCREENED * WALKED_INTO * weights["hold"] * weights["stake"] * situation.stakes[board.at(SOURCE)]
    assert situation.screens == {at: pytest.approx(prize) for at in path[1:-1]}
    rifle = open_road.unit("rifle")
    might, at = situation.might(rifle), path[2]
    assert situation.screening(rifle, might, at) == pytest.approx(prize)
    situation.own_defence[at] += 1.0
    assert situation.screening(rifle, might, at) == 0.0


def test_who_closes_the_way_to_a_place_stays_there_although_it_is_closed(open_road: Scene) -> None:
    situation, board = seen(open_road), open_road.game.board
    (path,) = situation.enemy_reach.passages[board.at(SOURCE)]
    rifle, post = open_road.unit("rifle"), path[-2]
    situation.shift(rifle, situation.might(rifle), post)
    after = situation.anew(situation.shifted)
    assert post not in {at for way in after.enemy_reach.passages.get(board.at(SOURCE), ()) for at in way}
    assert after.screens[post] == situation.screens[post] > 0
    assert not {at for at in path[1:-2] if at in after.screens and at not in _ways(after, SOURCE)}


def _ways(situation: ForesightSituation, place: str) -> set[int]:
    passages = situation.enemy_reach.passages.get(situation.game.board.at(place), ())
    return {at for way in passages for at in way}


def test_who_cannot_strike_any_more_in_the_turn_does_not_count_for_an_attack() -> None:
    between = beside("0503", SE)
    behind = beside(between, SE)
    units = {"inf": "0503", "tank": behind, "rifle": behind, "rifle-2": beside("0503", NE)}
    scene = front(units, soviet=["1205"], axis=["0101"], phase="exploitation", side="soviet")
    situation, board = seen(scene), scene.game.board
    deployment = Deployment(situation, scene.menu, {}, Budget(20_000))
    target, post = board.at("0503"), board.at(between)
    situation.curves = {target: curve_of([(1.0, 1.0), (20.0, 3.0)], is_hopeful=False)}
    tank, rifle, near = (scene.unit(name) for name in ("tank", "rifle", "rifle-2"))
    assert post in deployment.ways[UnitId("tank")]
    assert post in deployment.ways[UnitId("rifle")]
    assert situation.gathered[target] == situation.might(near).attack
    assert situation.contact(tank, situation.might(tank), post) > 0
    assert situation.contact(rifle, situation.might(rifle), post) == 0
    situation.shift(rifle, situation.might(rifle), post)
    assert situation.gathered[target] == situation.might(near).attack
    situation.shift(tank, situation.might(tank), post)
    assert situation.gathered[target] == situation.might(near).attack + situation.might(tank).attack


def test_guns_that_would_have_to_go_too_far_to_fire_in_this_turn_help_less_there() -> None:
    """The place of the attack is in range of both hexes, but the guns are in disorder once they enter a second one."""
    near = beside("0503", S)
    gun = beside(near, S, S)
    scene = front(
        {"inf": "0503", "gds": near, "art": gun}, soviet=["1205"], axis=["0101"], phase="movement", side="soviet"
    )
    situation, board, art = seen(scene), scene.game.board, scene.unit("art")
    one, two = (situation.train_help(art, board.at(at)) for at in (beside(gun, N), beside(gun, N, NE)))
    assert one > two == pytest.approx(HELPS_LATER * one)
    assert situation.train_help(art, art.at) == 0.0


def between_two_enemies() -> Scene:
    post = beside("0503", SE)
    units = {"inf": "0503", "inf-2": beside(post, NE), "rifle": post, "rifle-2": post}
    return front(units, soviet=["1205"], axis=["0101"], phase="movement", side="soviet")


def test_nobody_counts_for_two_attacks() -> None:
    scene = between_two_enemies()
    situation = seen(scene)
    Deployment(situation, scene.menu, {}, Budget(20_000))
    one, two = scene.unit("inf").at, scene.unit("inf-2").at
    rifle, other = scene.unit("rifle"), scene.unit("rifle-2")
    strength = situation.might(rifle).attack
    assert situation.gathered[one] == situation.gathered[two] == 2 * strength
    situation.go_by({at: curve_of([(strength, 1.0), (2 * strength, 1.2)], is_hopeful=False) for at in (one, two)})
    assert situation.gathered[one] == situation.gathered[two] == strength
    assert set((situation.aims or {}).values()) == {one, two}
    situation.go_by({one: curve_of([(strength, 1.0), (2 * strength, 3.0)], is_hopeful=False)})
    for unit in (rifle, other):
        situation.aim(unit, situation.might(unit))
    assert situation.gathered[one] == 2 * strength
    assert situation.gathered[two] == 0.0


def test_who_leaves_a_place_counts_no_longer_for_the_attack_from_there() -> None:
    scene = between_two_enemies()
    situation, rifle = seen(scene), scene.unit("rifle")
    Deployment(situation, scene.menu, {}, Budget(20_000))
    one = scene.unit("inf").at
    situation.go_by({one: curve_of([(1.0, 1.0), (20.0, 3.0)], is_hopeful=False)})
    before = situation.gathered[one]
    situation.shift(rifle, situation.might(rifle), scene.game.board.at(beside(beside("0503", SE), S, S)))
    assert situation.gathered[one] == before - situation.might(rifle).attack
    assert rifle.id not in (situation.aims or {})
    assert situation.anew(situation.shifted).gathered[one] == situation.gathered[one]


def test_an_attack_that_the_game_reckons_worse_than_hoped_counts_for_less() -> None:
    scene = between_two_enemies()
    situation = seen(scene)
    deployment = Deployment(situation, scene.menu, {}, Budget(20_000))
    one = scene.unit("inf").at
    hopes = curve_of([(1.0, 50.0), (20.0, 60.0)], is_hopeful=False)
    situation.go_by({one: hopes})
    assert deployment._sees_through(situation)
    assert situation.curves is not None
    assert situation.curves[one].at(20.0) < hopes.at(20.0)
    assert not deployment._sees_through(situation)


def before_two_places(**weights: float) -> ForesightSituation:
    """A Panzer division beside two rifle corps, one of them where supply begins."""
    here = beside(SOURCE, S)
    units = {"pz": here, "rifle": SOURCE, "rifle-2": beside(here, SW)}
    held = {"soviet": [SOURCE]}
    scene = front(units, soviet=[SOURCE], axis=["0101"], control=held, phase="movement", side="soviet")
    usual = seen(scene).weights
    return ForesightSituation(scene.game, scene.state, Side("soviet"), Survey(), usual._changed(weights))


def test_who_lets_the_enemy_choose_fears_for_a_poor_place_less() -> None:
    plain, choosing = before_two_places(), before_two_places(choice=1.0)
    board = plain.game.board
    rich, poor = board.at(SOURCE), board.at(beside(SOURCE, S, SW))
    held = plain.own_defence[rich]
    assert held == plain.own_defence[poor] > 0
    assert plain.falls(rich, held) == plain.falls(poor, held) > 0
    assert choosing.falls(poor, held) < choosing.falls(rich, held) < plain.falls(rich, held)
    assert choosing.falls(rich, 0.0) == plain.falls(rich, 0.0)


def test_steps_count_less_in_the_last_turn_and_hardly_when_nobody_comes_any_more() -> None:
    def weighed(side: str, turn: int) -> tuple[float, float]:
        more: dict[str, Any] = {"phase": "movement", "side": side, "turn": turn, "last_turn": 5}
        scene = front({"inf": "0503", "rifle": "0603"}, soviet=["1205"], **more)
        situation = ForesightSituation(scene.game, scene.state, Side(side), Survey())
        usual = planner_weights_of(scene.game.ruleset.id, Side(side))["own-steps"]
        return situation.weights["own-steps"] / usual, situation.weights["enemy-steps"]

    assert weighed("soviet", 4)[0] == weighed("axis", 4)[0] == 1.0
    assert weighed("soviet", 5)[0] == pytest.approx(STEPS_AT_LAST)
    assert weighed("axis", 5)[0] == pytest.approx(STEPS_IN_THE_END)
    assert 0 > weighed("axis", 5)[1] > weighed("axis", 4)[1]
