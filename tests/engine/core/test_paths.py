"""Searches: movement, retreat and supply asked of small boards that show one thing each, and of random ones."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.board import Board, Location
from engine.core.boards.board_builder import BoardBuilder
from engine.core.boards.hexes import HexGrid, Orientation, Parity
from engine.core.boards.labels import LabelScheme
from engine.core.paths import UNREACHED, LinkCosts, StepCost, Ties, field, link_costs, reachable, trace

FLAT = HexGrid(Orientation.FLAT, Parity.ODD)


def hexes(cols: int, rows: int) -> Board:
    builder = BoardBuilder()
    builder.add_sheet("main", FLAT, first=(1, 1), size=(cols, rows))
    return builder.build()


def network(*lines: str) -> Board:
    """Spaces by single letters: "ab" joins a and b both ways, "a>b" one way."""
    builder = BoardBuilder()
    for name in sorted({letter for line in lines for letter in line if letter != ">"}):
        builder.add_space(name)
    for line in lines:
        builder.add_connection(line[0], line[-1], "line", one_way=">" in line)
    return builder.build()


def one_point(origin: int, target: int, edge: int) -> int:
    return 1


def everywhere(origin: int, target: int, edge: int) -> bool:
    return True


def names(board: Board, locations: object) -> str:
    assert isinstance(locations, tuple)
    return "".join(board.label(at) for at in locations)


def naive(
    board: Board, sources: list[int], cost: StepCost, budget: int, closed: frozenset[int] = frozenset()
) -> dict[int, int]:
    """Relax every link until nothing changes: slow, and plainly right."""
    found = dict.fromkeys(sources, 0)
    changed = True
    while changed:
        changed = False
        for origin in list(found):
            if origin in closed and origin not in sources:
                continue
            for target, edge in board.links[origin]:
                price = cost(origin, target, edge)
                if price is None or found[origin] + price > budget:
                    continue
                if target not in found or found[origin] + price < found[target]:
                    found[target] = found[origin] + price
                    changed = True
    return found


@st.composite
def campaigns(draw: st.DrawFn) -> tuple[Board, StepCost]:
    """A random map of hexes, spaces and one-way links, with a cost for each way over an edge, a few barred."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    cols, rows = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    builder = BoardBuilder()
    cells = [(col, row) for col in range(cols) for row in range(rows) if rng.random() < 0.85]
    grid = HexGrid(draw(st.sampled_from(Orientation)), draw(st.sampled_from(Parity)))
    builder.add_sheet("s", grid, first=(0, 0), size=(cols, rows), cells=cells, scheme=LabelScheme())
    spaces = [f"space {number}" for number in range(rng.randint(2, 5))]
    for name in spaces:
        builder.add_space(name)
    keys = [f"s:{col},{row}" for col, row in cells] + spaces
    for _ in range(rng.randint(0, 2 * len(spaces))):
        a, b = rng.sample(keys, 2)
        builder.add_connection(a, b, rng.choice(("line", "river")), one_way=rng.random() < 0.4)
    board = builder.build()
    prices: dict[tuple[int, int], int | None] = {
        (origin, edge): rng.choice((None, 0, 1, 1, 2, 3, 5, 8))
        for origin, links in enumerate(board.links)
        for _, edge in links
    }
    return board, lambda origin, target, edge: prices[origin, edge]


def cheapest_step(board: Board, cost: StepCost, a: int, b: int) -> int:
    prices = [cost(a, b, edge) for edge in board.edges_between(Location(a), Location(b))]
    return min(price for price in prices if price is not None)


@settings(deadline=None)
@given(campaigns(), st.data(), st.integers(0, 25))
def test_reach_is_what_trying_every_way_finds(
    campaign: tuple[Board, StepCost], data: st.DataObject, budget: int
) -> None:
    board, cost = campaign
    start = Location(data.draw(st.integers(0, board.size - 1)))
    expected = naive(board, [start], cost, budget)
    prepared = link_costs(board, cost)
    for given_cost in (cost, prepared):
        reach = reachable(board, start, budget, given_cost)
        assert dict(reach.costs) == expected
        for location in reach:
            way = reach.path_to(location)
            assert (way[0], way[-1]) == (start, location)
            assert sum(cheapest_step(board, cost, a, b) for a, b in pairwise(way)) == expected[location]
            assert len(set(way)) == len(way)
    assert {at: reachable(board, start, budget, cost).path_to(at) for at in board.locations()} == {
        at: reachable(board, start, budget, prepared).path_to(at) for at in board.locations()
    }


@settings(deadline=None)
@given(campaigns(), st.data(), st.integers(0, 25))
def test_zones_that_stop_movement_stop_it_there_and_nowhere_else(
    campaign: tuple[Board, StepCost], data: st.DataObject, budget: int
) -> None:
    board, cost = campaign
    start = Location(data.draw(st.integers(0, board.size - 1)))
    zone = frozenset(data.draw(st.lists(st.integers(0, board.size - 1))))
    reach = reachable(board, start, budget, cost, may_leave=lambda at: at not in zone)
    assert dict(reach.costs) == naive(board, [start], cost, budget, zone)
    assert dict(
        reachable(board, start, budget, link_costs(board, cost), may_leave=lambda at: at not in zone).costs
    ) == (dict(reach.costs))
    for location in reach:
        assert not set(reach.path_to(location)[1:-1]) & zone


@settings(deadline=None)
@given(campaigns(), st.data())
def test_a_field_is_an_unlimited_reach_from_the_nearest_source(
    campaign: tuple[Board, StepCost], data: st.DataObject
) -> None:
    board, cost = campaign
    sources = [Location(at) for at in data.draw(st.lists(st.integers(0, board.size - 1), max_size=4))]
    expected = naive(board, list(sources), cost, 10**9)
    spread = field(board, sources, cost)
    assert spread == [expected.get(at, UNREACHED) for at in range(board.size)]
    assert field(board, sources, link_costs(board, cost)) == spread
    stepwise = naive(board, list(sources), one_point, 10**9)
    assert field(board, sources) == [stepwise.get(at, UNREACHED) for at in range(board.size)]


@settings(deadline=None)
@given(campaigns(), st.data(), st.one_of(st.none(), st.integers(0, 8)), st.booleans())
def test_a_trace_leads_back_to_a_nearest_source_over_passable_steps(
    campaign: tuple[Board, StepCost], data: st.DataObject, limit: int | None, weighed: bool
) -> None:
    board, cost = campaign
    sources = [Location(at) for at in data.draw(st.lists(st.integers(0, board.size - 1), max_size=3))]
    barred = frozenset(data.draw(st.lists(st.integers(0, board.size - 1))))

    def passable(origin: int, target: int, edge: int) -> bool:
        return target not in barred and edge % 5 != 0

    def price(origin: int, target: int, edge: int) -> int | None:
        if not passable(origin, target, edge):
            return None
        return cost(origin, target, edge) if weighed else 1

    line = trace(board, sources, passable, limit=limit, cost=cost if weighed else None)
    expected = naive(board, list(sources), price, 10**9 if limit is None else limit)
    assert dict(line.lengths) == expected
    for location in board.locations():
        way = line.path(location)
        if location not in expected:
            assert line.length(location) is None
            assert line.source(location) is None
            assert way == ()
            continue
        assert line.length(location) == expected[location]
        assert way[0] == location
        assert way[-1] == line.source(location)
        assert way[-1] in sources
        steps = [(near, far) for far, near in pairwise(way)]
        assert sum(cheapest_step(board, price, near, far) for near, far in steps) == expected[location]


def test_a_unit_spends_its_points_on_the_terrain_it_enters() -> None:
    builder = BoardBuilder()
    builder.add_sheet("main", FLAT, first=(1, 1), size=(1, 5), terrain={(1, 3): "forest"})
    board = builder.build()
    cost = {"": 2, "forest": 4}
    reach = reachable(board, board.at("0101"), 8, lambda origin, target, edge: cost[board.terrains[target]])
    assert {board.label(at): spent for at, spent in reach.costs.items()} == {
        "0101": 0,
        "0102": 2,
        "0103": 6,
        "0104": 8,
    }
    assert reach.path_to(board.at("0105")) == ()
    assert board.at("0105") not in reach
    assert len(reach) == 4


def test_a_lake_hexside_is_walked_around() -> None:
    builder = BoardBuilder()
    builder.add_sheet("main", FLAT, first=(1, 1), size=(2, 2))
    builder.add_side("lake", "0101", "S")
    board = builder.build()
    reach = reachable(
        board, board.at("0101"), 9, lambda origin, target, edge: None if board.has_side(edge, "lake") else 1
    )
    assert [board.label(at) for at in reach.path_to(board.at("0102"))] == ["0101", "0202", "0102"]


def test_up_the_slope_costs_more_than_down() -> None:
    builder = BoardBuilder()
    builder.add_sheet("main", FLAT, first=(1, 1), size=(1, 2))
    builder.add_side("slope", "0101", "S", towards="0101")
    board = builder.build()

    def cost(origin: int, target: int, edge: int) -> int:
        return 3 if board.has_side(edge, "slope", Location(origin)) else 1

    top, foot = board.at("0101"), board.at("0102")
    assert reachable(board, top, 9, cost).costs[foot] == 1
    assert reachable(board, foot, 9, cost).costs[top] == 3
    assert reachable(board, foot, 2, cost).costs == {foot: 0}


def test_of_parallel_connections_the_cheapest_is_taken() -> None:
    builder = BoardBuilder()
    builder.add_space("kiev")
    builder.add_space("gomel")
    river = builder.add_connection("kiev", "gomel", "river")
    builder.add_connection("kiev", "gomel", "road")
    board = builder.build()
    cost: StepCost = lambda origin, target, edge: 4 if edge == river else 1  # noqa: E731
    for given_cost in (cost, link_costs(board, cost)):
        assert reachable(board, board.at("kiev"), 9, given_cost).costs[board.at("gomel")] == 1


def test_rails_that_cost_nothing_are_followed_without_end() -> None:
    board = network("ab", "bc", "cd", "da", "de")
    free = reachable(board, board.at("a"), 0, lambda origin, target, edge: 0)
    assert {board.label(at) for at in free} == {"a", "b", "c", "d", "e"}
    assert names(board, free.path_to(board.at("c"))) == "abc"


def test_one_way_links_are_followed_one_way() -> None:
    board = network("a>b", "b>c")
    assert names(board, tuple(reachable(board, board.at("a"), 9, one_point))) == "abc"
    assert names(board, tuple(reachable(board, board.at("c"), 9, one_point))) == "c"
    assert field(board, [board.at("b")]) == [UNREACHED, 0, 1]


def test_of_equally_cheap_ways_the_one_through_the_lower_location_is_kept() -> None:
    lines = ["ab", "ac", "bd", "cd", "de", "ce"]
    for order in (lines, lines[::-1], sorted(lines, key=lambda line: line[::-1])):
        board = network(*order)
        assert names(board, reachable(board, board.at("a"), 9, one_point).path_to(board.at("d"))) == "abd"
        assert names(board, trace(board, [board.at("a")], everywhere).path(board.at("d"))) == "dba"


def test_between_two_equally_near_sources_the_lower_location_supplies() -> None:
    board = network("am", "mz")
    for sources in ("az", "za"):
        line = trace(board, [board.at(name) for name in sources], everywhere)
        assert line.source(board.at("m")) == board.at("a")
        assert line.source(board.at("z")) == board.at("z")
        assert line.length(board.at("z")) == 0


def test_who_starts_in_a_zone_may_leave_it_unless_the_cost_forbids() -> None:
    board = network("ab", "bc")
    assert names(board, tuple(reachable(board, board.at("a"), 9, one_point, may_leave=lambda at: False))) == "ab"


def test_without_points_a_unit_stays_and_a_negative_allowance_reaches_nothing() -> None:
    board = hexes(3, 3)
    start = board.at("0202")
    assert dict(reachable(board, start, 0, one_point).costs) == {start: 0}
    assert dict(reachable(board, start, -1, one_point).costs) == {}
    assert reachable(board, start, -1, one_point).path_to(start) == ()
    assert len(trace(board, [start], everywhere, limit=-1)) == 0


def test_without_sources_nothing_is_supplied() -> None:
    board = hexes(3, 3)
    assert field(board, []) == field(board, [], one_point) == [UNREACHED] * 9
    assert len(trace(board, [], everywhere)) == 0


def test_a_step_that_would_pay_the_mover_is_refused() -> None:
    board = network("ab")
    for search in (
        lambda: reachable(board, board.at("a"), 9, lambda origin, target, edge: -1),
        lambda: link_costs(board, lambda origin, target, edge: -1),
        lambda: trace(board, [board.at("a")], everywhere, cost=lambda origin, target, edge: -1),
        lambda: field(board, [board.at("a")], lambda origin, target, edge: -1),
    ):
        with pytest.raises(ValueError, match="less than nothing"):
            search()


def test_huge_costs_need_no_huge_tables() -> None:
    board = network("ab", "bc")
    far = 10**15
    assert reachable(board, board.at("a"), 3 * far, lambda origin, target, edge: far).costs[board.at("c")] == 2 * far
    assert field(board, [board.at("a")], lambda origin, target, edge: far) == [0, far, 2 * far]


def test_a_short_move_does_not_ask_about_the_whole_map() -> None:
    board = hexes(40, 40)
    asked = []

    def cost(origin: int, target: int, edge: int) -> int:
        asked.append((origin, target))
        return 1

    reach = reachable(board, board.at("2020"), 2, cost)
    assert len(reach) == 19
    assert len(asked) == len(set(asked))
    assert {origin for origin, _ in asked} <= set(reach)
    assert board.at("2020") not in {target for _, target in asked}


def test_a_place_reached_dearly_and_then_cheaply_is_left_once() -> None:
    board = network("ab", "ac", "bc", "bd")
    prices = {"ab": 5, "ac": 1, "cb": 1, "bd": 9}
    asked = []

    def cost(origin: int, target: int, edge: int) -> int | None:
        step = board.labels[origin] + board.labels[target]
        asked.append(step)
        return prices.get(step)

    reach = reachable(board, board.at("a"), 20, cost)
    assert {board.label(at): spent for at, spent in reach.costs.items()} == {"a": 0, "b": 2, "c": 1, "d": 11}
    assert asked.count("bd") == 1


def test_prepared_costs_are_a_step_cost_themselves() -> None:
    board = network("ab", "bc")
    prepared = link_costs(board, lambda origin, target, edge: 3 if edge else None)
    assert isinstance(prepared, LinkCosts)
    assert [prepared(0, 1, 0), prepared(1, 2, 1)] == [None, 3]
    line = trace(board, [board.at("b")], everywhere, cost=prepared)
    assert dict(line.lengths) == {board.at("b"): 0, board.at("c"): 3}


@given(st.integers(0, 10_000), st.booleans())
def test_prepared_costs_alone_trace_what_they_trace_when_asked(seed: int, limited: bool) -> None:
    chance = random.Random(seed)
    board = hexes(7, 6)
    toll = {(a, b): chance.choice((None, 0, 1, 2, 4)) for a in range(board.size) for b, _ in board.links[a]}
    prepared = link_costs(board, lambda origin, target, edge: toll[origin, target])
    sources = [Location(chance.randrange(board.size)) for _ in range(2)]
    limit = 5 if limited else None
    asked = trace(board, sources, everywhere, limit=limit, cost=prepared)
    looked_up = trace(board, sources, None, limit=limit, cost=prepared)
    assert looked_up.lengths == asked.lengths
    assert [looked_up.path(at) for at in looked_up] == [asked.path(at) for at in looked_up]


@given(st.integers(0, 10_000))
def test_altered_costs_are_those_of_a_board_with_other_steps_out_of_some_places(seed: int) -> None:
    chance = random.Random(seed)
    board = hexes(6, 6)
    plain = link_costs(board, one_point)
    closed = frozenset(chance.sample(range(board.size), 8))
    slow = frozenset(chance.sample(range(board.size), 8)) - closed
    doubled = {at: tuple((target, 2 * cost) for target, cost in plain.steps[at]) for at in slow}
    altered = plain.altered({**dict.fromkeys(closed, ()), **doubled})

    def cost(origin: int, target: int, edge: int) -> int | None:
        return None if origin in closed else 2 if origin in slow else 1

    sources = [Location(chance.randrange(board.size))]
    assert field(board, sources, altered) == field(board, sources, cost)
    assert all(
        altered(origin, target, edge) == cost(origin, target, edge)
        for origin in range(board.size)
        for target, edge in board.links[origin]
    )
    assert plain.steps == link_costs(board, one_point).steps


def test_prices_are_asked_again_only_where_a_search_comes() -> None:
    board = network("ab", "bc", "cd", "de")
    asked: list[tuple[int, int]] = []

    def dearer(origin: int, target: int, price: int) -> int | None:
        asked.append((origin, target))
        return None if target == board.at("d") else price + 1

    costs = link_costs(board, one_point).repriced(dearer)
    reach = reachable(board, board.at("a"), 6, costs)
    assert {board.label(at): cost for at, cost in reach.costs.items()} == {"a": 0, "b": 2, "c": 4}
    assert (board.at("d"), board.at("e")) not in asked
    assert costs(board.at("c"), board.at("d"), 2) is None
    assert len(costs.steps) == board.size


def test_of_equal_ways_the_one_found_first_can_be_kept() -> None:
    """From d one comes to c before b; as found, e is reached by c, by location it is reached by b."""
    board = network("dc", "db", "be", "ce")
    start, end = board.at("d"), board.at("e")
    assert names(board, reachable(board, start, 2, one_point).path_to(end)) == "dbe"
    assert names(board, reachable(board, start, 2, one_point, ties=Ties.AS_FOUND).path_to(end)) == "dce"


def test_a_line_ends_where_it_may_not_go_on() -> None:
    board = network("ab", "bc", "cd")
    lines = trace(board, [board.at("a")], None, cost=link_costs(board, one_point), may_leave=lambda at: False)
    assert names(board, tuple(lines)) == "ab"


@pytest.mark.parametrize("cost", [None, one_point])
def test_a_field_may_have_a_limit(cost: StepCost | None) -> None:
    board = network("ab", "bc", "cd")
    assert field(board, [board.at("a")], cost, limit=1) == [0, 1, UNREACHED, UNREACHED]
    assert field(board, [board.at("a")], cost, limit=0) == [0, UNREACHED, UNREACHED, UNREACHED]
