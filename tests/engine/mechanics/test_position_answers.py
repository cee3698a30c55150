"""Answers that every game gives in the same way, on the field of the toy skirmish."""

from __future__ import annotations

import pytest

from engine.core.ids import Location, Side, UnitId
from engine.core.messages import message
from engine.core.paths import Reach
from engine.core.records import Outcome
from engine.core.terms import Term
from engine.mechanics.position_answers import reached_places, score_answer, stack_side, zone_answer
from tests.engine.rulesets.skirmish.scenes import QUIET, skirmish
from tests.helpers.positions import Scene


@pytest.fixture
def scene() -> Scene:
    units = "units: {blue-1: '0101', red-1: '0402'}"
    return skirmish(units, phase="combat", side="blue", board="..../....", values=QUIET)


def test_zones_at_a_place_are_told_side_by_side_without_those_who_exert_none(scene: Scene) -> None:
    def zones(game: object, state: object, side: Side) -> dict[Location, tuple[UnitId, ...]]:
        return {scene.game.board.at("0102"): (UnitId("blue-1"),)} if side == "blue" else {}

    found = zone_answer(scene.game, scene.state, {"at": "0102"}, zones=zones, rule="5")
    assert found.sides == {"blue": ("blue-1",)}
    assert zone_answer(scene.game, scene.state, {"at": "0201"}, zones=zones, rule="5").sides == {}


def test_reached_places_come_in_the_order_of_the_board_with_their_ways() -> None:
    start, near, far = Location(0), Location(2), Location(1)
    found = reached_places(Reach(start, {start: 0, near: 2, far: 4}, {near: start, far: near}), lambda cost: cost // 2)
    assert [(place.at, place.cost) for place in found] == [(start, 0), (far, 2), (near, 1)]
    assert found[1].path == (start, near, far)


def test_the_score_says_what_it_is_worth() -> None:
    terms = (Term(message("term.wo.movement"), 3, "1"), Term(message("term.wo.movement"), -1, "1"))
    found = score_answer(terms, Outcome(Side("blue"), "decisive", "18"))
    assert (found.score.value, found.winner, found.level) == (2, "blue", "decisive")


def test_an_empty_place_is_asked_about_for_the_side_that_decides(scene: Scene) -> None:
    assert stack_side((scene.unit("red-1"),), scene.state, Side("blue")) == "red"
    assert stack_side((), scene.state, Side("red")) == scene.state.side
