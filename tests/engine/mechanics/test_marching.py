"""Marching: tolls and bans of single steps, and how far they let one get."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.board import Board
from engine.core.boards.board_builder import BoardBuilder
from engine.core.boards.hexes import HexGrid, Orientation, Parity
from engine.core.ids import Location
from engine.core.paths import link_costs
from engine.mechanics.marching import (
    AskedPlaces,
    Ban,
    Conditions,
    Halt,
    March,
    ZoneTolls,
    gets_clear,
    open_steps,
    reach,
    steps_of,
    toll,
)
from engine.mechanics.zones import border_between


def hexes(cols: int, rows: int) -> Board:
    builder = BoardBuilder()
    builder.add_sheet("main", HexGrid(Orientation.FLAT, Parity.ODD), first=(1, 1), size=(cols, rows))
    return builder.build()


ROW = hexes(6, 1)
FIELD = hexes(6, 6)
ONE_POINT = link_costs(ROW, lambda origin, target, edge: 1)
A, B, C, D, E, F = (ROW.at(f"0{number}01") for number in range(1, 7))


def under(**conditions: object) -> Conditions:
    return Conditions(prices=ONE_POINT, **conditions)  # type: ignore[arg-type]


def reached(march: March) -> dict[str, int]:
    return {ROW.label(at)[:2]: cost for at, cost in reach(ROW, march).costs.items()}


def test_without_an_enemy_a_march_costs_the_ground() -> None:
    assert reached(March(under(), A, 3)) == {"01": 0, "02": 1, "03": 2, "04": 3}


@pytest.mark.parametrize(
    ("tolls", "costs"),
    [
        (ZoneTolls(leave=2), {"01": 0, "02": 1, "03": 4, "04": 7, "05": 8}),
        (ZoneTolls(enter=2, leave=2), {"01": 0, "02": 3, "03": 8}),
        (ZoneTolls(enter=1), {"01": 0, "02": 2, "03": 4, "04": 5, "05": 6, "06": 7}),
        (ZoneTolls(across=False), {"01": 0, "02": 1}),
        (ZoneTolls(enter=None), {"01": 0}),
        (ZoneTolls(leave=None), {"01": 0, "02": 1}),
        (ZoneTolls(halt=Halt.IN_ZONE), {"01": 0, "02": 1}),
    ],
    ids=["sticky", "both ways", "entering", "never across", "keeps out", "never leaves", "stops"],
)
def test_zones_over_the_second_and_third_hex(tolls: ZoneTolls, costs: dict[str, int]) -> None:
    assert reached(March(under(zones={B, C}, tolls=tolls), A, 8)) == costs


def test_one_that_begins_in_a_zone_that_stops_may_set_out() -> None:
    march = March(under(zones={A, C}, tolls=ZoneTolls(halt=Halt.IN_ZONE)), A, 5)
    assert reached(march) == {"01": 0, "02": 1, "03": 2}


@pytest.mark.parametrize(
    ("conditions", "ban"),
    [
        (under(occupied={B}), Ban.OCCUPIED),
        (under(zones={A, B}, tolls=ZoneTolls(across=False)), Ban.ZONE_TO_ZONE),
        (under(zones={B}, tolls=ZoneTolls(enter=None)), Ban.ZONE),
        (under(zones={B}, escorts=frozenset()), Ban.UNESCORTED),
        (under(zones={A}, tolls=ZoneTolls(leave=None)), Ban.STUCK),
        (under(kept_out={B}), Ban.KEPT_OUT),
        (under(barred_borders={border_between(B, A)}), Ban.BARRED_BORDER),
    ],
)
def test_what_bans_a_step(conditions: Conditions, ban: Ban) -> None:
    assert toll(conditions, A, B, 1) is ban
    assert list(open_steps(ROW, March(conditions, A, 5))) == []
    assert steps_of(ROW, March(conditions, A, 5)) == {B: ban}


def test_a_friend_lets_one_in_that_needs_an_escort() -> None:
    assert toll(under(zones={B}, escorts={B}, tolls=ZoneTolls(enter=2)), A, B, 1) == 3


def test_a_minimum_move_takes_all_there_is_and_no_ban_yields_to_it() -> None:
    dear = Conditions(prices=link_costs(ROW, lambda origin, target, edge: 9), kept_out={D})
    march = March(dear, C, 2, minimum=True)
    assert steps_of(ROW, march) == {D: Ban.KEPT_OUT, B: 2}
    assert reached(march) == {"03": 0, "02": 2}
    assert steps_of(ROW, March(dear, C, 2))[B] is Ban.TOO_FAR


def test_where_one_may_not_end_one_goes_only_if_one_gets_on() -> None:
    march = March(under(), A, 3, not_to_end={B, C})
    assert reached(march) == {"01": 0, "04": 3}
    assert steps_of(ROW, march)[B] == 1
    short = March(under(), A, 2, not_to_end={A, B, C})
    assert steps_of(ROW, short)[B] is Ban.NO_WAY_OUT
    assert not gets_clear(ROW, short, B, 1)
    assert gets_clear(ROW, short, D, 0)


def test_a_zone_that_halts_is_no_way_on_from_where_one_may_not_end() -> None:
    halting = under(zones={B}, tolls=ZoneTolls(halt=Halt.IN_ZONE))
    march = March(halting, A, 5, not_to_end={B})
    assert reached(march) == {"01": 0}
    assert steps_of(ROW, march)[B] is Ban.NO_WAY_OUT
    assert gets_clear(ROW, March(halting, B, 5, not_to_end={B}), B, 5), "who begins there may set out"


def test_a_set_of_places_can_be_asked_about_one_by_one() -> None:
    asked: list[Location] = []

    def is_odd(at: Location) -> bool:
        asked.append(at)
        return at % 2 == 1

    odd = AskedPlaces(is_odd)
    assert [at in odd for at in (1, 2, 1)] == [True, False, True]
    assert asked == [1, 2]


PLACES = st.sets(st.integers(0, FIELD.size - 1), max_size=12)


TOLLS = st.builds(
    ZoneTolls, enter=st.sampled_from([0, 2, None]), leave=st.sampled_from([0, 2, None]), across=st.booleans()
)


@given(PLACES, PLACES, PLACES, st.integers(0, 9), TOLLS)
def test_the_reach_is_what_single_steps_lead_to(
    occupied: set[int], zones: set[int], shut: set[int], points: int, tolls: ZoneTolls
) -> None:
    """Whatever the conditions, every place reached has a way there of steps that are allowed and add up to its cost."""
    prices = link_costs(FIELD, lambda origin, target, edge: 1 + target % 3)
    conditions = Conditions(prices=prices, occupied=occupied, zones=zones, tolls=tolls, kept_out=shut)
    start = FIELD.at("0303")
    found = reach(FIELD, March(conditions, start, points))
    for at, cost in found.costs.items():
        total, left = 0, points
        way = found.path_to(at)
        for here, there in pairwise(way):
            step = steps_of(FIELD, March(conditions, here, left))[there]
            assert not isinstance(step, Ban)
            total, left = total + step, left - step
        assert total == cost <= points
    for at, cost in found.costs.items():
        for to, step in open_steps(FIELD, March(conditions, at, points - cost)):
            assert found.costs[to] <= cost + step
