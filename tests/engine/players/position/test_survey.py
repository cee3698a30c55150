"""What a player finds out once a phase stays as long as what it rests on does, and no longer."""

from __future__ import annotations

import pytest

from engine.core.actions import StepTo
from engine.core.draft import Draft
from engine.core.game import Game
from engine.players.marches import can_step, movers
from engine.players.position.situation import Situation
from engine.players.position.survey import Survey
from engine.players.weights import weights_of
from engine.rulesets.assembly import assemble
from engine.rulesets.library import find_bundled


@pytest.fixture(scope="module")
def heights() -> Game:
    return assemble(find_bundled("pulkovo-heights").load())


def test_the_might_of_a_unit_is_asked_for_once_until_the_unit_changes(heights: Game) -> None:
    state, survey = heights.new(1).state, Survey()
    unit = next(each for each in state.every_unit() if heights.ruleset.might(heights, state, each).attack > 0)
    assert survey.might(heights, state, unit) is survey.might(heights, state, unit)
    fewer = Draft(state)
    fewer.change_unit(unit.id, step=unit.step + 1)
    assert survey.might(heights, fewer.state, fewer.state.unit(unit.id)) != survey.might(heights, state, unit)


def test_what_the_enemy_threatens_is_found_anew_when_an_enemy_has_moved(heights: Game) -> None:
    state, survey, (side, _) = heights.new(1).state, Survey(), heights.ruleset.sides
    before = Situation(heights, state, side, survey)
    assert Situation(heights, state, side, survey).threat is before.threat
    enemy, own = before._enemies[0][0], before._mine[0][0]
    moved = Draft(state)
    moved.move_unit(own.id, before.land.beside[own.at][0])
    assert Situation(heights, moved.state, side, survey).threat is before.threat
    moved.move_unit(enemy.id, before.land.beside[enemy.at][0])
    assert Situation(heights, moved.state, side, survey).threat != before.threat


def test_what_draws_a_unit_on_is_found_anew_in_another_stance(heights: Game) -> None:
    state, survey, (side, _) = heights.new(1).state, Survey(), heights.ruleset.sides
    weights = weights_of(heights.ruleset.id, side)
    plain = Situation(heights, state, side, survey, weights).pull
    assert Situation(heights, state, side, survey, weights).pull is plain
    hunting = weights.in_stance({"hunt": 2.5})
    found = Situation(heights, state, side, survey, hunting).pull
    assert found == Situation(heights, state, side, Survey(), hunting).pull
    assert found != plain


def test_who_may_march_is_found_unit_by_unit(heights: Game) -> None:
    """The same units as the whole list of steps names, without making that list."""
    state = heights.new(1).state
    while not heights.menu(state).of_kind(StepTo):
        state = heights.apply(state, next(iter(heights.menu(state)))).state
    menu = heights.menu(state)
    situation = Situation(heights, state, menu.side)
    listed = {step.unit for step in menu.of_kind(StepTo)}
    assert set(movers(situation, menu)) == {unit for unit in listed if situation.land.is_ground[state.unit(unit).at]}
    offers = [offer for offer in menu.offers if offer.action is StepTo]
    assert all(can_step(offers, unit) for unit in listed)
