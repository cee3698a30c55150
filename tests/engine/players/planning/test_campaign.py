"""Each thing that a planner weighs in a campaign changes where its units go; without it they would stand elsewhere."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core.game import Game
from engine.core.ids import UnitId
from engine.core.state import State
from engine.players.planning.concentration import find_ways
from engine.players.planning.convoys import Convoy
from engine.players.planning.deployment import Deployment
from engine.players.planning.encirclement import Encirclement
from engine.players.player import Budget
from engine.players.position.foresight import UNSURE, ForesightSituation
from engine.players.position.situation import WALKED_INTO
from engine.rulesets.red_star_rising.strategic import StrategicFrame, strategic_reach, strategic_refusal
from tests.engine.players.planning.campaign_scenes import (
    AXIS,
    SOVIET,
    first_movement,
    foreseen,
    marched_to_minsk,
    moved,
)


@pytest.fixture(scope="module")
def campaign() -> tuple[Game, State]:
    return first_movement()


@pytest.fixture(scope="module")
def defence() -> tuple[Game, State]:
    return first_movement(SOVIET)


def deployed(game: Game, situation: ForesightSituation) -> State:
    """Where all stand in the plan of a side."""
    deployment = Deployment(situation, game.menu(situation.state), {}, Budget(20_000))
    deployment.errands()
    return deployment.planned.shifted


def test_whoever_weighs_rings_cuts_more_of_the_enemy_off(campaign: tuple[Game, State]) -> None:
    game, state = campaign
    behind = moved(game, state, g_xli="4515")
    cut_off = []
    for weight in (0.0, 2.0):
        situation = foreseen(game, behind, AXIS, encircle=weight, supply=0.0, pull=0.0)
        after = deployed(game, situation)
        cut_off.append(Encirclement(situation, {}, Budget(1_000)).cut_off(after))
    assert cut_off[1] > cut_off[0]


def test_whoever_fears_rings_leaves_fewer_where_one_could_close(defence: tuple[Game, State]) -> None:
    game, state = defence
    caught = []
    for weight in (0.0, 3.0):
        situation = foreseen(game, state, SOVIET, caught=weight, line=0.3, hunt=0.0, covet=0.15)
        enemy = situation.anew(deployed(game, situation)).of_the_enemy()
        budget = Budget(20_000)
        fighters = (unit.id for unit, might in enemy.own_units if might.attack > 0)
        ring = Encirclement(enemy, {unit: find_ways(enemy, unit, budget) for unit in fighters}, budget)
        caught.append(ring.cut_off(ring.close()))
    assert caught[1] < caught[0]


def test_whoever_weighs_a_line_stands_before_what_is_held(defence: tuple[Game, State]) -> None:
    game, state = defence
    needs = []
    for weight in (0.0, 1.0):
        situation = foreseen(game, state, SOVIET, line=weight, hunt=0.0, covet=0.15)
        after = deployed(game, situation)
        front = situation.anew(after).front
        needs.append(sum(need for need, covering in zip(front.need, front.covering, strict=True) if covering))
    assert needs[1] > needs[0]


def test_whoever_covets_less_is_drawn_less_to_what_the_enemy_holds(defence: tuple[Game, State]) -> None:
    game, state = defence
    warsaw = game.board.at("3404")
    much, little = (foreseen(game, state, SOVIET, covet=weight, hunt=0.0).pull[warsaw] for weight in (1.0, 0.15))
    assert little < 0.5 * much


def test_links_of_a_chain_are_drawn_on_behind_the_army(campaign: tuple[Game, State]) -> None:
    game, state = campaign
    gone = marched_to_minsk(game, state)
    drawn = []
    for weight in (0.0, 0.5):
        situation = foreseen(game, gone, AXIS, convoy=weight)
        Convoy(situation, game.menu(gone), {}, Budget(10_000)).errands()
        depots = (unit for unit in situation.shifted.every_unit() if unit.id.startswith("g-depot"))
        drawn.append(sum(situation.pull[unit.at] for unit in depots))
    assert drawn[1] > drawn[0]


@pytest.mark.parametrize("convoy", [0.2, 0.0])
def test_a_depot_that_feeds_an_army_is_wanted_where_it_stands(campaign: tuple[Game, State], convoy: float) -> None:
    game, state = campaign
    situation = foreseen(game, state, AXIS, convoy=convoy)
    depot = state.unit(UnitId("g-depot-7"))
    assert situation.want(depot, game.board.at("3404")) > 1.0


def test_whoever_draws_depots_on_goes_no_further_than_they_can_follow(campaign: tuple[Game, State]) -> None:
    game, state = campaign
    hungry = []
    for weight in (0.0, 0.2):
        after = deployed(game, foreseen(game, state, AXIS, convoy=weight, reach=0.95, pull=4.0))
        situation = foreseen(game, after, AXIS, convoy=0.2, reach=0.95, pull=4.0)
        Convoy(situation, game.menu(state), {}, Budget(10_000)).errands()
        followed = situation.shifted
        fighters = (unit for unit, might in situation.own_units if might.attack > 0)
        hungry.append(sum(not game.ruleset.feeds(game, followed, unit, unit.at) for unit in fighters))
    assert hungry[0] > 3
    assert hungry[1] == 0


def test_no_depot_leaves_in_the_last_turn_for_a_march_that_nobody_will_make(campaign: tuple[Game, State]) -> None:
    game, state = campaign
    gone = marched_to_minsk(game, state)
    drawn = []
    for now in (gone, replace(gone, turn=game.ruleset.last_turn(game))):
        situation = foreseen(game, now, AXIS, convoy=5.0)
        Convoy(situation, game.menu(now), {}, Budget(10_000)).errands()
        depots = (unit for unit in situation.shifted.every_unit() if unit.id.startswith("g-depot"))
        drawn.append(sum(situation.pull[unit.at] for unit in depots))
    assert drawn[1] < drawn[0]


def test_a_line_that_somebody_could_lengthen_feeds_half_as_well(campaign: tuple[Game, State]) -> None:
    game, state = campaign
    situation = foreseen(game, state, AXIS)
    surely, plainly = set(), 0.0
    for unit, might in situation.own_units:
        if game.ruleset.feeds(game, state, unit, unit.at):
            is_sure = game.ruleset.feeds_surely(game, state, unit, unit.at) is not False
            surely.add(is_sure)
            plainly += might.steps * might.worth * (1.0 if is_sure else UNSURE)
    assert surely == {True, False}, "some of either sort stand at the border"
    assert situation.supplied(state) == pytest.approx(plainly)


def test_those_who_could_come_to_a_line_of_ours_are_worth_beating_for_it(campaign: tuple[Game, State]) -> None:
    game, state = campaign
    at = game.board.at("3211")
    assert not state.at(at)
    situation = foreseen(game, moved(game, state, s_3_mech="3211"), AXIS)
    assert situation.lifelines is not None
    most = max(float(situation.lifelines.own[to]) for to in situation.enemy_reach.goes[at])
    assert situation.freed(at) == pytest.approx(situation.weights["guard"] * most)
    assert most > situation.lifelines.own[at], "a line that matters more runs where it could go next"


def test_a_line_is_in_danger_where_an_enemy_could_walk_onto_it_and_nobody_stands(campaign: tuple[Game, State]) -> None:
    game, state = campaign
    situation = foreseen(game, moved(game, state, s_3_mech="3607"), AXIS)
    open_to_them = [at for at, enters in enumerate(situation.enemy_reach.enters) if enters]
    assert all(situation.line_danger(at, 0.0, is_watched=False) >= WALKED_INTO for at in open_to_them)
    at = max(open_to_them, key=lambda at: situation.threat[at])
    assert situation.line_danger(at, 50.0, is_watched=True) < WALKED_INTO


def test_where_anybody_could_come_from_afar_is_where_each_could(defence: tuple[Game, State]) -> None:
    game, state = defence
    found = set()
    for unit in state.every_unit():
        is_theirs = unit.side == SOVIET and game.materials.on_map[unit.at]
        if is_theirs and strategic_refusal(game, state, StrategicFrame(), unit.id) is None:
            found.update(strategic_reach(game, state, unit.id))
    assert len(found) > 100
    assert game.ruleset.comes_from_afar(game, state, SOVIET) == found


def test_who_could_come_by_rail_is_reckoned_with_behind_the_front(campaign: tuple[Game, State]) -> None:
    game, state = campaign
    warsaw = game.board.at("3404")
    gone = {unit.id: "5235" for unit in state.every_unit() if unit.side == AXIS and game.materials.on_map[unit.at]}
    empty = moved(game, state, **{name.replace("-", "_"): at for name, at in gone.items() if name != "g-depot-1"})
    situation = foreseen(game, empty, AXIS)
    assert situation.enemy_reach.enters[warsaw]
    assert situation.falls(warsaw, 0.0) == WALKED_INTO
    assert not foreseen(game, state, AXIS).enemy_reach.enters[warsaw]
