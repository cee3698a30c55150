"""Rings are closed where supply runs, kept out of where the enemy could close them, and depots follow the army."""

from __future__ import annotations

import pytest

from engine.core.game import Game
from engine.core.ids import UnitId
from engine.core.state import State, evolve
from engine.players.planning.concentration import find_ways
from engine.players.planning.convoys import Convoy
from engine.players.planning.encirclement import Encirclement
from engine.players.planning.planner import PlannerPlayer
from engine.players.player import Budget
from engine.players.position.foresight import ForesightSituation
from engine.players.position.lifelines import lifelines
from engine.players.position.survey import Survey
from engine.players.weights import planner_weights_of
from engine.rulesets.assembly import assemble
from engine.rulesets.library import find_bundled
from tests.engine.players.planning.campaign_scenes import (
    AXIS,
    SOVIET,
    first_movement,
    foreseen,
    marched_to_minsk,
    moved,
)

PANZERS = UnitId("g-xli")


@pytest.fixture(scope="module")
def campaign() -> tuple[Game, State]:
    return first_movement()


def test_what_hangs_on_a_headquarters_hangs_on_its_railway(campaign: tuple[Game, State]) -> None:
    game, state = campaign
    short, long = (lifelines(game, state, AXIS, to_the_source=each) for each in (False, True))
    assert short is not None
    assert long is not None
    railway = game.board.at("4217")
    assert long.enemy[railway] > short.enemy[railway] > 0
    assert (long.enemy >= short.enemy).all()


def test_a_ring_is_closed_across_the_railway_that_feeds_an_army(campaign: tuple[Game, State]) -> None:
    game, state = campaign
    behind = moved(game, state, g_xli="4515")
    situation = foreseen(game, behind, AXIS, encircle=1.0, supply=0.0, pull=0.0)
    ways = {PANZERS: find_ways(situation, PANZERS, Budget(10_000))}
    ring = Encirclement(situation, ways, Budget(10_000))
    assert ring.cut_off(behind) == 0
    after = ring.close()
    assert ring.sent == {PANZERS: game.board.at("4515")}
    assert ring.cut_off(after) >= 5


def test_nobody_is_sent_who_closes_no_ring(campaign: tuple[Game, State]) -> None:
    game, state = campaign
    situation = foreseen(game, state, AXIS, encircle=0.0)
    ways = {PANZERS: find_ways(situation, PANZERS, Budget(10_000))}
    ring = Encirclement(situation, ways, Budget(10_000))
    assert ring.close().unit(PANZERS).at == state.unit(PANZERS).at
    assert not ring.sent


def test_a_place_is_a_trap_where_the_enemy_could_cut_it_off(campaign: tuple[Game, State]) -> None:
    game, state = campaign
    army = state.unit(UnitId("s-10a"))
    situation = foreseen(game, state, SOVIET, caught=1.0)
    assert situation.trap(army, army.at) == 0
    situation.caught = moved(game, state, g_xli="4116", g_lvi="3812", g_xxxix="3711", g_lvii="3610", g_xlvii="3913")
    far_behind = game.board.at("4625")
    assert situation.trap(army, army.at) > 0
    assert situation.trap(army, far_behind) == 0


def test_depots_stand_together_so_that_those_are_fed_who_have_marched(campaign: tuple[Game, State]) -> None:
    game, state = campaign
    gone = marched_to_minsk(game, state)
    situation = foreseen(game, gone, AXIS, convoy=0.2)
    before = situation.supplied(gone)
    convoy = Convoy(situation, game.menu(gone), {}, Budget(10_000))
    errands = convoy.errands()
    assert errands
    assert situation.supplied(situation.shifted) > before
    assert all(errand.path[-1] == errand.target for errand in errands)


def test_a_planner_lets_its_depots_follow_within_the_same_movement(campaign: tuple[Game, State]) -> None:
    game, state = campaign
    gone = marched_to_minsk(game, state)
    planner = PlannerPlayer(1)
    menu = game.menu(gone)
    planner._follow(game, game.view(gone, menu.side), menu, Budget())
    marching = {errand.unit for errand in planner._errands}
    assert any(unit.startswith("g-depot") for unit in marching)
    assert {planner._why[unit].label.key for unit in marching} == {"reason.follow"}


@pytest.mark.parametrize(("turn", "is_campaign"), [(1, True), (7, True), (8, False)])
def test_a_campaign_is_weighed_as_long_as_enough_turns_are_to_come(
    campaign: tuple[Game, State], turn: int, is_campaign: bool
) -> None:
    game, state = campaign
    weights = planner_weights_of(game.ruleset.id, AXIS)
    situation = ForesightSituation(game, evolve(state, turn=turn), AXIS, Survey(), weights)
    assert (situation.weights["encircle"] > 0) is is_campaign
    assert weights["encircle"] == 0
    assert situation.of_the_enemy().side == SOVIET


@pytest.mark.parametrize(("turn", "convoy"), [(7, "campaign"), (8, "aftermath"), (11, "aftermath")])
def test_depots_are_still_drawn_on_when_a_campaign_comes_to_its_end(
    campaign: tuple[Game, State], turn: int, convoy: str
) -> None:
    game, state = campaign
    weights = planner_weights_of(game.ruleset.id, AXIS)
    situation = ForesightSituation(game, evolve(state, turn=turn), AXIS, Survey(), weights)
    expected = {"campaign": weights.in_campaign(), "aftermath": weights.in_aftermath()}[convoy]
    assert situation.weights["convoy"] == expected["convoy"] > 0
    assert (situation.weights["encircle"] > 0) is (convoy == "campaign")


def test_a_short_scenario_has_no_aftermath() -> None:
    game = assemble(find_bundled("typhoon").load())
    state = game.new(1).state
    weights = planner_weights_of(game.ruleset.id, AXIS)
    last = game.ruleset.last_turn(game)
    assert last is not None
    turns = range(state.turn, last + 1)
    situations = (ForesightSituation(game, evolve(state, turn=turn), AXIS, Survey(), weights) for turn in turns)
    assert not any(situation.weights["convoy"] for situation in situations)
