"""Lines of supply: what is closed, lengthened or altered, chains of depots, and lines that end where nobody holds."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.board import Board
from engine.core.boards.board_builder import BoardBuilder
from engine.core.ids import Location
from engine.core.paths import Trace, link_costs, trace
from engine.mechanics import supply_lines
from engine.mechanics.supply_lines import reached_through, relay_chain, supply_net


def road(letters: str) -> Board:
    builder = BoardBuilder()
    for letter in letters:
        builder.add_space(letter)
    for one, other in pairwise(letters):
        builder.add_connection(one, other, "road")
    return builder.build()


ROAD = road("abcdefgh")
BARE = link_costs(ROAD, lambda origin, target, edge: 1)


def at(letters: str) -> tuple[Location, ...]:
    return tuple(ROAD.at(letter) for letter in letters)


def lengths(lines: Trace) -> dict[str, int]:
    return {ROAD.label(place): length for place, length in lines.lengths.items()}


def test_a_line_starts_in_a_closed_place_and_does_not_run_through_it() -> None:
    net = supply_net(ROAD, BARE, closed=at("c"))
    assert lengths(net.lines(at("a"))) == {"a": 0, "b": 1, "c": 2}


def test_a_lengthened_place_counts_for_more() -> None:
    net = supply_net(ROAD, BARE, lengthened=dict.fromkeys(at("b"), 3))
    assert lengths(net.lines(at("a"), 5)) == {"a": 0, "b": 1, "c": 4, "d": 5}


def test_links_are_altered_where_the_situation_says_so() -> None:
    net = supply_net(ROAD, BARE, altered={at("b")[0]: ((at("g")[0], 1),)})
    assert lengths(net.lines(at("a"), 3)) == {"a": 0, "b": 1, "g": 2, "f": 3, "h": 3}


def test_a_place_may_be_altered_and_lengthened_and_closed_beats_both() -> None:
    altered: dict[int, tuple[tuple[int, int], ...]] = {at("a")[0]: ((at("c")[0], 2),)}
    twice = supply_net(ROAD, BARE, altered=altered, lengthened=dict.fromkeys(at("a"), 2))
    assert lengths(twice.lines(at("a"), 4)) == {"a": 0, "c": 4}
    shut = supply_net(ROAD, BARE, altered=altered, lengthened=dict.fromkeys(at("a"), 2), closed=at("a"))
    assert lengths(shut.lines(at("a"))) == {"a": 0}


def test_a_net_looks_once_for_the_same_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[object] = []

    def counted(*args: object, **options: object) -> Trace:
        searched.append(options)
        return trace(*args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(supply_lines, "trace", counted)
    net = supply_net(ROAD, BARE)
    assert net.lines(at("a"), 3) is net.lines(at("a"), 3)
    assert net.reached(at("a"), 3, within=1) == frozenset(at("ab"))
    assert net.reached(at("a"), 3) == frozenset(at("abcd"))
    assert len(searched) == 1


def test_depots_hand_supply_on_as_long_as_each_link_is_short_enough() -> None:
    net = supply_net(ROAD, BARE)
    chain = relay_chain(net, at("a"), at("ceh"), 2)
    assert {ROAD.label(depot): ROAD.label(end) for depot, end in chain.items()} == {"c": "a", "e": "c"}
    assert relay_chain(net, (), at("c"), 2) == {}


def test_lines_end_in_a_place_that_may_not_be_passed() -> None:
    def onward(place: Location) -> list[Location]:
        return [Location(target) for target, _ in ROAD.links[place]]

    assert reached_through(onward, at("a"), at("bc")) == set(at("abcd"))
    assert reached_through(onward, at("a"), at("bc"), 2) == set(at("abc"))
    assert reached_through(onward, at("a"), at("bc"), 0) == set(at("a"))
    assert reached_through(onward, at("a"), (), 3) == set(at("ab"))


@given(st.sets(st.sampled_from("bcdefgh")), st.sets(st.sampled_from("abcdefgh"), min_size=1))
def test_closing_places_never_brings_a_line_nearer(closed: set[str], sources: set[str]) -> None:
    ends = at("".join(sorted(sources)))
    free = supply_net(ROAD, BARE).lines(ends)
    shut = supply_net(ROAD, BARE, closed=at("".join(closed))).lines(ends)
    for place, length in shut.lengths.items():
        assert length >= free.lengths[place]
        assert not set(shut.path(place)[1:]) & set(at("".join(closed - sources)))
