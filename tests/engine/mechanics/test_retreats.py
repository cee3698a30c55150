"""Retreats: the ways that are open, the best of them, and who has none."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.actions import Retreat
from engine.core.draft import Draft
from engine.core.ids import Location, UnitId
from engine.core.messages import message
from engine.core.refusals import Refusal
from engine.core.unit_events import UnitRetreated
from engine.mechanics.retreats import (
    Way,
    fall_back,
    first_steps,
    least_burdened,
    retreat_offer,
    trapped,
    whole_ways,
)
from tests.engine.core.machine import BOARD, UNITS, at, quiet_game

START = at("0202")
A, B = UnitId("a"), UnitId("b")


def beside(place: Location) -> Iterable[Location]:
    return (Location(to) for to, _ in BOARD.links[place] if BOARD.kinds[to] == "hex")


def free(walked: Way, to: Location) -> bool:
    return to != START and to not in walked


def anywhere(*_: object) -> bool:
    return True


def labels(way: Iterable[Location]) -> list[str]:
    return [BOARD.label(to) for to in way]


def test_a_retreat_of_one_place_goes_anywhere_that_is_not_barred() -> None:
    found = whole_ways(START, 1, beside, may_pass=lambda walked, to: to != at("0201"), may_end=anywhere)
    assert sorted(labels(way)[0] for way in found) == ["0102", "0103", "0203", "0302", "0303"]


def test_whole_ways_have_the_full_length_and_end_where_they_may() -> None:
    found = set(
        whole_ways(START, 2, beside, may_pass=free, may_end=lambda way: BOARD.distance(START, way[-1]) == len(way))
    )
    assert found
    assert all(len(way) == 2 and BOARD.distance(START, way[1]) == 2 for way in found)


def test_a_rally_point_ends_a_retreat_early() -> None:
    found = list(whole_ways(START, 2, beside, may_pass=free, may_end=anywhere, stops=lambda to: to == at("0302")))
    assert (at("0302"),) in found
    assert not any(way[0] == at("0302") and len(way) > 1 for way in found)


def test_a_retreat_under_way_is_finished_from_where_it_has_come() -> None:
    walked = (at("0302"),)
    found = list(whole_ways(START, 2, beside, may_pass=free, may_end=anywhere, walked=walked))
    assert all(len(way) == 1 and BOARD.distance(walked[0], way[0]) == 1 for way in found)
    assert (START,) not in found


def test_a_first_step_weighs_as_little_as_the_best_way_through_it() -> None:
    one, two, three = at("0101"), at("0201"), at("0301")
    ways: list[Way] = [(one, two), (one, three), (two, three)]
    burdens = {ways[0]: (1, 0), ways[1]: (0, 2), ways[2]: (0, 1)}
    found = first_steps(ways, burdens.__getitem__)
    assert found == {one: (0, 2), two: (0, 1)}
    assert least_burdened(found) == {two: (0, 1)}


def test_of_equal_places_all_remain_and_of_none_none() -> None:
    assert least_burdened({at("0101"): 1, at("0201"): 1, at("0301"): 2}) == {at("0101"): 1, at("0201"): 1}
    assert least_burdened({}) == {}


def test_each_for_itself_is_lost_when_it_cannot_go() -> None:
    assert list(trapped((A, B), lambda unit: unit == B, together=False)) == [A]


def test_together_nobody_is_lost_while_one_can_go() -> None:
    assert list(trapped((A, B), lambda unit: unit == B, together=True)) == []
    assert list(trapped((A, B), lambda unit: False, together=True)) == [A, B]


def test_whoever_is_looked_at_later_is_judged_by_what_has_become_of_the_others() -> None:
    gone: list[UnitId] = []
    for unit in trapped((A, B), lambda unit: bool(gone), together=False):
        gone.append(unit)
    assert gone == [A]


def test_the_offer_holds_the_next_steps_that_nothing_forbids() -> None:
    barred = Refusal("4.7", message("refusal.not-adjacent"))
    offer = retreat_offer(
        (A, B), lambda _: (at("0101"), at("0201")), lambda action: barred if action.unit == B else None
    )
    assert offer.actions() == (Retreat(A, at("0101")), Retreat(A, at("0201")))


def test_a_unit_that_falls_back_is_told_of() -> None:
    draft = Draft(quiet_game().new(1).state)
    unit = UNITS[0]
    fall_back(draft, unit.id, at("0103"))
    assert draft.state.unit(unit.id).at == at("0103")
    assert draft.events[-1] == UnitRetreated(unit.id, unit.at, at("0103"))
