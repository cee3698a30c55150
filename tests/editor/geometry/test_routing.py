"""Rivers follow hexsides from corner to corner, rails go from hex to hex, and both keep to the line drawn."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from editor.geometry.cells import every_cell
from editor.geometry.ground import STEPS, Ground, Spot
from editor.geometry.hexsides import hexside_of, hexsides_around
from editor.geometry.route import Route, recovered, route
from editor.geometry.routing import AlongHexsides, ThroughHexes
from editor.geometry.vertices import (
    Vertex,
    chain_at,
    corners_of,
    ends_of,
    hexside_between,
    hexsides_along,
    nearest_hexside,
    nearest_vertex,
    spots_between,
)
from editor.refusal import CannotEdit
from engine.core.boards.hexes import Orientation
from engine.definitions.plan import NO_CELL, Cell, MapPlan, SidePlan
from tests.editor.geometry.test_ground import two_sheets
from tests.helpers.plans import is_unbroken, random_plan, small_plan

seeds = st.integers(0, 1 << 20)


def spot_of(plan: MapPlan, col: int, row: int, sheet: str = "main") -> Spot:
    spot = Ground(plan).spot(Cell(sheet, col, row))
    assert spot is not None
    return spot


# Corners


@given(st.integers(0, 300))
def test_a_corner_has_one_name_from_each_of_its_three_hexes(seed: int) -> None:
    plan = random_plan(seed)
    ground = Ground(plan)
    meeting: dict[Vertex, set[Spot]] = {}
    for cell in list(every_cell(plan))[:15]:
        spot = ground.spot(cell)
        plane = ground.plane(cell.sheet)
        assert spot is not None
        assert plane is not None
        grid = plan.sheets[plane.home].grid
        corners = corners_of(spot)
        there = {(round(x, 6), round(y, 6)) for x, y in (corner.point(plane) for corner in corners)}
        col, row = grid.from_cube(spot.cube)
        expected = {
            (round(plane.origin[0] + plane.scale * x, 6), round(plane.origin[1] + plane.scale * y, 6))
            for x, y in grid.corners(col, row)
        }
        assert there == expected
        for one, two in pairwise([*corners, corners[0]]):
            assert one.is_beside(two)
            assert two.is_beside(one)
            assert spot in spots_between(one, two)
            assert set(spots_between(one, two)) == set(spots_between(two, one))
        for corner in corners:
            meeting.setdefault(corner, set()).add(spot)
    assert all(len(spots) <= 3 for spots in meeting.values())


@given(st.integers(0, 300))
def test_the_ends_of_a_hexside_lead_back_to_it(seed: int) -> None:
    plan = random_plan(seed)
    ground = Ground(plan)
    for cell in list(every_cell(plan))[:15]:
        for side in hexsides_around(plan.sheets[cell.sheet].grid, cell):
            ends = ends_of(ground, side)
            assert ends is not None
            assert hexside_between(ground, *ends) == ground.owner_hexside(side)
            assert hexside_between(ground, *reversed(ends)) == ground.owner_hexside(side)


@pytest.mark.parametrize("orientation", Orientation)
def test_the_nearest_hexside_to_a_point_is_the_one_under_it(orientation: Orientation) -> None:
    plan = two_sheets(orientation)
    ground = Ground(plan)
    for cell in every_cell(plan):
        spot = ground.spot(cell)
        assert spot is not None
        x, y = ground.centre(spot)
        for direction, step in enumerate(STEPS[orientation]):
            to_x, to_y = ground.centre(spot.moved(step))
            for share in (0.45, 0.52):
                found = nearest_hexside(ground, x + share * (to_x - x), y + share * (to_y - y))
                assert found == ground.hexside(spot, direction)
    assert nearest_hexside(ground, 500.0, 500.0) is None
    assert nearest_vertex(ground, 500.0, 500.0) is None


def test_the_nearest_corner_is_found_inside_and_just_beyond_the_map() -> None:
    plan = small_plan()
    ground = Ground(plan)
    spot = spot_of(plan, 1, 1)
    plane = ground.plane("main")
    assert plane is not None
    for corner in corners_of(spot):
        x, y = corner.point(plane)
        assert nearest_vertex(ground, x + 0.05, y + 0.05) == corner
    assert nearest_vertex(ground, *ground.centre(spot.moved((-1, 0, 1)))) in corners_of(spot)


# Legs


@settings(max_examples=60)
@given(seeds)
def test_a_river_is_one_unbroken_chain_of_hexsides_of_the_map(seed: int) -> None:
    plan = random_plan(seed)
    chance = random.Random(seed)
    ground = Ground(plan)
    spots = [spot for cell in every_cell(plan) if (spot := ground.spot(cell)) is not None]
    if not spots:
        return
    first = chance.choice(spots)
    last = chance.choice([spot for spot in spots if spot.plane == first.plane])
    a, b = chance.choice(corners_of(first)), chance.choice(corners_of(last))
    try:
        chain = AlongHexsides(plan).leg(a, b)
    except CannotEdit:
        return
    assert (chain[0], chain[-1]) == (a, b)
    assert is_unbroken(chain)
    assert len(set(chain)) == len(chain)
    sides = hexsides_along(ground, chain)
    assert len(sides) == len(chain) - 1, "every hexside of the way is on the map"


@settings(max_examples=60)
@given(seeds)
def test_a_rail_takes_the_fewest_hexes(seed: int) -> None:
    plan = random_plan(seed)
    chance = random.Random(seed)
    ground = Ground(plan)
    spots = {spot for cell in every_cell(plan) if (spot := ground.spot(cell)) is not None}
    if not spots:
        return
    first = chance.choice(sorted(spots))
    last = chance.choice(sorted(spot for spot in spots if spot.plane == first.plane))
    plane = ground.plane(first.plane)
    assert plane is not None
    reached, edge, steps = {first}, {first}, 0
    while last not in reached and edge:
        edge = {there for here in edge for step in plane.steps if (there := here.moved(step)) in spots} - reached
        reached |= edge
        steps += 1
    if last not in reached:
        with pytest.raises(CannotEdit) as refused:
            ThroughHexes(plan).leg(first, last)
        assert refused.value.message.key == "edit.cannot.no-route"
        return
    chain = ThroughHexes(plan).leg(first, last)
    assert len(chain) - 1 == steps
    assert all(a.distance(b) == 1 for a, b in pairwise(chain))
    assert spots >= set(chain)


def test_a_rail_keeps_to_the_straight_line() -> None:
    plan = small_plan(cols=30, rows=30)
    grid = plan.sheets["main"].grid
    chain = ThroughHexes(plan).leg(spot_of(plan, 2, 3), spot_of(plan, 26, 19))
    straight = {Ground(plan).spot(Cell("main", *cell)) for cell in grid.line((2, 3), (26, 19))}
    assert len(straight - set(chain)) <= 2


def test_a_way_around_a_lake_is_found_although_the_corridor_is_blocked() -> None:
    plan = small_plan(cols=40, rows=40)
    plan.sheets["main"].terrain[:38, 18:22] = NO_CELL
    chain = ThroughHexes(plan).leg(spot_of(plan, 10, 2), spot_of(plan, 30, 2))
    assert len(chain) > 60
    river = AlongHexsides(plan).leg(corners_of(spot_of(plan, 10, 2))[0], corners_of(spot_of(plan, 30, 2))[0])
    assert is_unbroken(river)


def test_no_way_leads_from_one_sheet_to_another_that_is_not_joined() -> None:
    plan = two_sheets()
    plan.joins.clear()
    with pytest.raises(CannotEdit) as refused:
        ThroughHexes(plan).leg(spot_of(plan, 1, 1, "a"), spot_of(plan, 1, 1, "b"))
    assert refused.value.message.key == "edit.cannot.not-joined"


# Routes


class Counting(ThroughHexes):
    """A router that knows how often it was asked."""

    asked = 0

    def leg(self, a: Spot, b: Spot) -> tuple[Spot, ...]:
        self.asked += 1
        return super().leg(a, b)


def a_route() -> tuple[Counting, Route[Spot]]:
    plan = small_plan(cols=20, rows=20)
    router = Counting(plan)
    found = route(router, [spot_of(plan, 1, 1), spot_of(plan, 10, 2), spot_of(plan, 10, 10), spot_of(plan, 18, 18)])
    assert router.asked == 3
    router.asked = 0
    return router, found


def is_whole(found: Route[Spot]) -> bool:
    ends = [(leg[0], leg[-1]) for leg in found.legs]
    return ends == list(pairwise(found.points)) and all(a.distance(b) == 1 for a, b in pairwise(found.chain))


def test_a_point_put_into_a_route_has_only_its_leg_found_again() -> None:
    router, found = a_route()
    bent = found.inserted(router, 1, found.points[0])
    assert router.asked == 2
    assert bent.legs[0] is found.legs[0]
    assert bent.legs[-1] is found.legs[-1]
    assert is_whole(bent)


def test_a_dragged_point_has_only_the_legs_beside_it_found_again() -> None:
    router, found = a_route()
    bent = found.moved(router, 2, found.points[0])
    assert router.asked == 2
    assert bent.legs[0] is found.legs[0]
    assert is_whole(bent)
    assert is_whole(found.moved(router, 0, found.points[2]))
    assert router.asked == 3


def test_a_point_taken_out_joins_its_legs_and_at_an_end_shortens_the_route() -> None:
    router, found = a_route()
    assert is_whole(found.deleted(router, 1))
    assert router.asked == 1
    assert found.deleted(router, 0).points == found.points[1:]
    assert found.deleted(router, 3).legs == found.legs[:-1]
    assert router.asked == 1


@settings(max_examples=30)
@given(seeds)
def test_what_was_drawn_long_ago_can_be_bent_again(seed: int) -> None:
    plan = small_plan(cols=12, rows=12)
    chance = random.Random(seed)
    spots = [spot_of(plan, chance.randint(1, 12), chance.randint(1, 12)) for _ in range(4)]
    drawn = route(ThroughHexes(plan), spots).chain
    again = recovered(ThroughHexes(plan), drawn)
    assert again.chain == drawn
    assert is_whole(again)
    corners = [chance.choice(corners_of(spot)) for spot in spots]
    river = route(AlongHexsides(plan), corners).chain
    assert recovered(AlongHexsides(plan), river).chain == river


def test_the_chain_of_a_river_is_found_from_any_of_its_hexsides() -> None:
    plan = small_plan(cols=12, rows=12)
    ground = Ground(plan)
    chain = AlongHexsides(plan).leg(corners_of(spot_of(plan, 2, 2))[0], corners_of(spot_of(plan, 9, 8))[3])
    sides = hexsides_along(ground, chain)
    for side in sides:
        plan.sides[side.carrying("river")] = SidePlan()
    for side in sides:
        assert chain_at(plan, side.carrying("river")) in (chain, chain[::-1])
    assert len(sides) > 15


def test_a_chain_ends_at_a_fork_and_a_ring_closes() -> None:
    plan = small_plan(cols=8, rows=8)
    ground = Ground(plan)
    ring = hexsides_around(plan.sheets["main"].grid, Cell("main", 4, 4))
    for side in ring:
        plan.sides[side.carrying("wall")] = SidePlan()
    closed = chain_at(plan, ring[2].carrying("wall"))
    assert closed[0] == closed[-1]
    assert set(hexsides_along(ground, closed)) == set(ring)
    ends = ends_of(ground, ring[0])
    assert ends is not None
    spoke = next(each for each in ends[0].neighbours() if hexside_between(ground, ends[0], each) not in ring)
    plan.sides[hexside_between(ground, ends[0], spoke).carrying("wall")] = SidePlan()
    forked = chain_at(plan, hexside_between(ground, ends[0], spoke).carrying("wall"))
    assert set(forked) == {ends[0], spoke}
    assert hexside_of(ring[0].carrying("wall")) == ring[0]
