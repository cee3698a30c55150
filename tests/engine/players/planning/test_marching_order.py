"""A plan can be carried out: who makes room goes first, who waits for an attack stays, nobody is crowded out."""

from __future__ import annotations

import pytest

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import UnitId
from engine.core.state import State
from engine.players.decisions import Decider
from engine.players.marches import march_of
from engine.players.memory import Memory
from engine.players.planning.deployment import Deployment
from engine.players.player import Budget
from engine.players.position.situation import Situation
from engine.players.position.survey import Survey
from engine.players.weights import weights_of
from tests.engine.players.planning.test_deployment import foreseen, marching


@pytest.fixture(scope="module")
def france() -> tuple[Game, State]:
    return marching("france-1940")


@pytest.fixture(scope="module")
def kharkov() -> tuple[Game, State]:
    return marching("kharkov-1943")


@pytest.fixture(scope="module")
def deployment(france: tuple[Game, State]) -> Deployment:
    game, state = france
    return Deployment(foreseen(game, state), game.menu(state), {}, Budget(20_000))


def test_each_finds_room_where_it_goes_when_its_turn_comes(france: tuple[Game, State], deployment: Deployment) -> None:
    _, state = france
    errands = deployment.errands()
    assert len(errands) > 50
    for errand in errands:
        draft = Draft(state)
        draft.move_unit(errand.unit, errand.target)
        state = draft.state
        assert not state.at(errand.target)[1:] or deployment.situation.may_stand(state, errand.target), errand


def test_who_stands_ready_for_an_attack_is_kept_there(deployment: Deployment) -> None:
    deployment.errands()
    planned, posted = deployment.planned, set(deployment.posted())
    assert posted
    enemies = set(planned.enemy_places)
    assert all(enemies.intersection(planned.land.beside[planned.shifted.unit(unit).at]) for unit in posted)


def test_no_train_takes_a_unit_from_its_post(france: tuple[Game, State]) -> None:
    game, state = france
    while game.moment(state).phase != "rail-movement":
        state = game.apply(state, game.menu(state).default or next(iter(game.menu(state)))).state
    menu, memory = game.menu(state), Memory()
    rides = menu.of_kind(next(offer.action for offer in menu.offers if offer.action.kind == "ride-train"))
    decider = Decider(Situation(game, state, menu.side), menu, memory, Budget())
    unit = rides[0].units()[0]
    assert any(each.action.units() == (unit,) for each in decider._goings(rides))
    memory.posted.add(unit)
    assert not any(each.action.units() == (unit,) for each in decider._goings(rides))


def test_a_ride_that_leaves_a_unit_aboard_is_worth_nothing(france: tuple[Game, State]) -> None:
    game, state = france
    while game.moment(state).phase != "rail-movement":
        state = game.apply(state, game.menu(state).default or next(iter(game.menu(state)))).state
    menu = game.menu(state)
    rides = menu.of_kind(next(offer.action for offer in menu.offers if offer.action.kind == "ride-train"))
    decider = Decider(Situation(game, state, menu.side), menu, Memory(), Budget())
    worth = {each.action: each.value for each in decider._goings(rides)}
    assert max(worth.values()) > 0
    assert all(value <= 0 for action, value in worth.items() if not getattr(action, "get_off", True))


def test_a_headquarters_that_lets_more_stand_together_does_not_leave_them(kharkov: tuple[Game, State]) -> None:
    game, state = kharkov
    menu = game.menu(state)
    situation = Situation(game, state, menu.side, weights=weights_of(game.ruleset.id, menu.side))
    army = state.unit(next(unit.id for unit in state.every_unit() if unit.id == "s-5gta"))
    assert not situation.may_leave(army)
    assert march_of(situation, army.id, Memory(), Budget()) is None
    lonely = Draft(state)
    for unit in state.at(army.at):
        if unit.id != army.id:
            lonely.remove_unit(unit.id)
    assert Situation(game, lonely.state, menu.side).may_leave(army)


def test_who_comes_first_to_an_attack_that_needs_many_brings_a_share_of_it(kharkov: tuple[Game, State]) -> None:
    """Alone it could not attack at all; where enough others could come after it, it is drawn there all the same."""
    game, state = kharkov
    side = game.menu(state).side
    weights = weights_of(game.ruleset.id, side)
    alone, together = (
        Situation(game, state, side, Survey(), weights.in_stance({"gather": share})) for share in (0.0, 1.0)
    )
    gains = []
    for unit, might in together.own_units:
        for at in together.land.beside[unit.at]:
            gains.append(together.contact(unit, might, at) - alone.contact(unit, might, at))
    assert max(gains) > 0.1


def test_a_place_that_pays_counts_for_more_to_the_one_unit_that_keeps_it(kharkov: tuple[Game, State]) -> None:
    game, state = kharkov
    axis, town = game.ruleset.sides[1], game.board.at("4309")
    keeper, other = (state.unit(UnitId(unit)) for unit in ("g-168", "g-stg905"))
    assert {keeper.at, other.at} == {town}
    alone = Draft(state)
    alone.remove_unit(other.id)
    kept = []
    for now in (state, alone.state):
        situation = Situation(game, now, axis, Survey(), weights_of(game.ruleset.id, axis))
        kept.append(situation.kept_there(keeper, situation.might(keeper), town))
    assert 0.0 <= kept[0] < kept[1]
