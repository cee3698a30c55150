"""Those who help the attacks of others: they are not sent where they cannot."""

from __future__ import annotations

import pytest

from engine.core.game import Game
from engine.core.ids import UnitId
from engine.core.state import State
from engine.players.greedy import GreedyPlayer
from engine.players.planning.planner import PlannerPlayer
from engine.players.player import Budget, Player
from engine.players.position.situation import Situation
from engine.players.position.support import help_after, help_at, helps_now
from engine.players.position.survey import Survey
from engine.rulesets.assembly import assemble
from engine.rulesets.library import find_bundled
from engine.rulesets.ukraine_43.air import Rebase
from engine.rulesets.ukraine_43.names import DISRUPTED, FLOWN, SOVIET
from engine.rulesets.ukraine_43.rail import MoveByRail

COMMAND = ("s-hq-vor", "s-hq-ste", "s-hq-sw")
AIRCRAFT = ("s-air2", "s-air5", "s-air17")


@pytest.fixture(scope="module")
def kharkov() -> Game:
    return assemble(find_bundled("kharkov-1943").load())


def in_movement(game: Game, player: Player) -> State:
    """The first position of the game in which the Soviet side moves."""
    return _played(game, player, game.new(3).state, until="movement")


def _played(game: Game, player: Player, state: State, *, until: str) -> State:
    while game.moment(state).phase != until:
        menu = game.menu(state)
        state = game.apply(state, player.choose(game, game.view(state, menu.side), menu, Budget()).action).state
    return state


@pytest.mark.parametrize("player", [GreedyPlayer, PlannerPlayer])
def test_aircraft_and_headquarters_that_attacks_of_the_turn_need_are_there_when_they_are_made(
    kharkov: Game, player: type[GreedyPlayer] | type[PlannerPlayer]
) -> None:
    who = player(1)
    state = _played(kharkov, who, in_movement(kharkov, who), until="combat")
    assert [unit for unit in AIRCRAFT if FLOWN in state.unit(UnitId(unit)).marks] == []
    assert [unit for unit in COMMAND if DISRUPTED in state.unit(UnitId(unit)).marks] == []


def test_whoever_could_help_no_more_in_this_turn_once_it_has_gone_helps_less(kharkov: Game) -> None:
    state = in_movement(kharkov, PlannerPlayer(1))
    situation = Situation(kharkov, state, SOVIET, Survey())
    plane, staff = state.unit(UnitId("s-air2")), state.unit(UnitId("s-hq-sw"))
    assert helps_now(situation, plane)
    assert helps_now(situation, staff)
    assert not helps_now(situation, state.unit(UnitId("s-22grc")))
    elsewhere = kharkov.board.at("4407")
    flown = kharkov.apply(state, Rebase(plane.id, elsewhere)).state
    assert help_after(situation, plane, flown) < 0 < help_at(situation, plane, elsewhere)
    assert not helps_now(Situation(kharkov, flown, SOVIET, Survey()), flown.unit(plane.id))
    by_train = kharkov.apply(state, MoveByRail(staff.id, kharkov.board.at("4615"))).state
    assert help_after(situation, staff, by_train) < 0
