"""Places on which a line hangs, compared with taking each place away in turn."""

from __future__ import annotations

from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from engine.core.board import Board
from engine.core.boards.board_builder import BoardBuilder
from engine.core.boards.hexes import HexGrid, Orientation, Parity
from engine.core.ids import Location
from engine.core.paths import link_costs, trace
from engine.mechanics.cuts import cutting_places

SIDE = 6


@cache
def board() -> Board:
    builder = BoardBuilder()
    builder.add_sheet("main", HexGrid(Orientation.FLAT, Parity.EVEN), first=(1, 1), size=(SIDE, SIDE))
    return builder.build()


def test_a_line_through_a_gap_hangs_on_the_gap() -> None:
    ground = board()
    wall = {ground.at(f"03{row:02}") for row in range(1, SIDE + 1) if row != 3}
    steps = link_costs(ground, lambda a, b, edge: None if b in wall else 1)
    lines = trace(ground, (ground.at("0103"),), None, cost=steps)
    found = cutting_places(lines, steps, (ground.at("0603"),))
    assert ground.at("0303") in found[ground.at("0603")]
    assert ground.at("0103") in found[ground.at("0603")], "the source itself"


def test_two_sources_on_two_sides_hang_on_nothing() -> None:
    ground = board()
    steps = link_costs(ground, lambda a, b, edge: 1)
    lines = trace(ground, (ground.at("0103"), ground.at("0603")), None, cost=steps)
    assert cutting_places(lines, steps, (ground.at("0303"),)) == {ground.at("0303"): ()}


def test_a_way_around_that_is_too_long_is_none() -> None:
    ground = board()
    wall = {ground.at(f"03{row:02}") for row in range(1, SIDE + 1) if row not in (3, 6)}
    steps = link_costs(ground, lambda a, b, edge: None if b in wall else 1)
    lines = trace(ground, (ground.at("0103"),), None, cost=steps)
    gap, unit = ground.at("0303"), ground.at("0503")
    assert gap not in cutting_places(lines, steps, (unit,))[unit]
    assert gap in cutting_places(lines, steps, (unit,), limit=lines.lengths[unit])[unit]


@given(
    closed=st.sets(st.integers(0, SIDE * SIDE - 1), max_size=12),
    slow=st.sets(st.integers(0, SIDE * SIDE - 1), max_size=10),
    sources=st.sets(st.integers(0, SIDE * SIDE - 1), min_size=1, max_size=3),
    limit=st.one_of(st.none(), st.integers(1, 9)),
)
def test_it_finds_what_trying_each_place_finds(
    closed: set[int], slow: set[int], sources: set[int], limit: int | None
) -> None:
    ground = board()
    ends = tuple(Location(at) for at in sorted(sources))

    def lines_without(lost: int | None) -> dict[Location, int]:
        steps = link_costs(
            ground,
            lambda a, b, edge: None if b in closed or lost in (a, b) else 2 if b in slow else 1,
        )
        return dict(trace(ground, [end for end in ends if end != lost], None, cost=steps).lengths)

    steps = link_costs(ground, lambda a, b, edge: None if b in closed else 2 if b in slow else 1)
    lines = trace(ground, ends, None, cost=steps)
    places = [Location(at) for at in range(ground.size)]
    found = cutting_places(lines, steps, places, limit)
    for at in places:
        if at not in lines or (limit is not None and lines.lengths[at] > limit):
            assert at not in found
    for lost in places:
        left = lines_without(lost)
        for at in found:
            cut = at not in left or (limit is not None and left[at] > limit)
            assert (lost in found[at]) == (cut and at != lost), (at, lost)
