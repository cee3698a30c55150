"""What a place is worth to a unit: what it keeps there, and where those stand who do not fight."""

from __future__ import annotations

import pytest

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.state import State
from engine.players.position.situation import Situation
from engine.players.position.survey import Survey
from engine.rulesets.assembly import assemble
from engine.rulesets.library import find_bundled


@pytest.fixture(scope="module")
def heights() -> Game:
    return assemble(find_bundled("pulkovo-heights").load())


@pytest.fixture(scope="module")
def typhoon() -> Game:
    return assemble(find_bundled("typhoon").load())


TSARSKOE_SELO = "19/X"


def eyes(game: Game, state: State, side: str) -> Situation:
    return Situation(game, state, next(each for each in game.ruleset.sides if each == side), Survey())


def left_to(game: Game, *units: str) -> Situation:
    """Tsarskoe Selo with no others than these in it."""
    state, draft = game.new(1).state, Draft(game.new(1).state)
    for unit in state.at(game.board.at(TSARSKOE_SELO)):
        if unit.id not in units:
            draft.remove_unit(unit.id)
    return eyes(game, draft.state, "red")


def kept(situation: Situation, unit: str, at: Location) -> float:
    record = situation.state.unit(UnitId(unit))
    return situation.kept_there(record, situation.might(record), at)


def test_the_last_one_at_a_place_that_pays_does_more_for_it_than_one_of_several(heights: Game) -> None:
    at = heights.board.at(TSARSKOE_SELO)
    alone, together = left_to(heights, "r-2-1"), left_to(heights, "r-2-1", "r-2-3")
    assert alone.threat[at] > 0
    assert kept(alone, "r-2-1", at) > kept(together, "r-2-1", at) >= 0


def test_nothing_is_kept_where_nothing_pays_or_no_enemy_can_come(heights: Game) -> None:
    situation = left_to(heights, "r-2-1")
    beside = next(at for at in situation.land.beside[heights.board.at(TSARSKOE_SELO)] if at not in situation.stakes)
    assert kept(situation, "r-2-1", beside) == 0.0
    safe = Draft(situation.state)
    for enemy, _ in situation._enemies:
        safe.remove_unit(enemy.id)
    assert kept(eyes(heights, safe.state, "red"), "r-2-1", heights.board.at(TSARSKOE_SELO)) == 0.0


def test_the_last_one_does_not_walk_away_from_a_place_that_an_enemy_could_walk_into(heights: Game) -> None:
    situation = left_to(heights, "r-2-1")
    record, here = situation.state.unit(UnitId("r-2-1")), heights.board.at(TSARSKOE_SELO)
    elsewhere = [at for at in situation.land.beside[here] if at not in situation.stakes]
    assert elsewhere
    assert all(situation.standing(record, here) > situation.standing(record, at) for at in elsewhere)


def test_a_depot_is_worth_less_where_another_stands(typhoon: Game) -> None:
    state = typhoon.new(1).state
    depot, other = (state.unit(UnitId(name)) for name in ("g-depot-1", "g-depot-2"))
    together = Draft(state)
    together.move_unit(other.id, depot.at)
    alone = Draft(state)
    for name in ("g-depot-2", "g-depot-3", "g-depot-4"):
        alone.remove_unit(UnitId(name))
    crowded, by_itself = (eyes(typhoon, each.state, "axis") for each in (together, alone))
    assert by_itself.train_company(depot, depot.at) >= 2 * crowded.train_company(depot, depot.at) > 0


def test_whoever_dreads_less_takes_a_place_to_be_held_more_likely(heights: Game) -> None:
    situation, at = left_to(heights, "r-2-1"), heights.board.at(TSARSKOE_SELO)
    bold = situation.weights.in_stance({"dread": 0.5})
    daring = Situation(heights, situation.state, situation.side, Survey(), bold)
    assert daring.falls(at, 3.0) == situation.falls(at, 3.0) / 2 > 0
    assert daring.falls(at, 0.0) == situation.falls(at, 0.0)


def test_whoever_covets_less_is_drawn_less_to_what_the_enemy_holds(typhoon: Game) -> None:
    state = typhoon.new(1).state
    held = next(unit.at for unit in state.every_unit() if unit.type.endswith("depot") and unit.side == "axis")
    one, other = (eyes(typhoon, state, "soviet") for _ in range(2))
    other.weights = other.weights.in_stance({"covet": 0.1})
    assert 0 < other.pull[held] < one.pull[held]
