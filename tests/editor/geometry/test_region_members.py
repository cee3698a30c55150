"""The members of a region change without being copied, and stay an ordinary set to everyone else."""

from __future__ import annotations

import copy
import pickle

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from editor.geometry.region_members import Members, changed, common

names = st.integers(0, 400).map(lambda number: f"main:{number},1")


class PaintingARegion(RuleBasedStateMachine):
    """Strokes of any size over a region, checked against a plain set, with every earlier state kept."""

    def __init__(self) -> None:
        super().__init__()
        self.members = frozenset(f"main:{number},1" for number in range(0, 400, 2))
        self.truth = set(self.members)
        self.kept: list[tuple[object, frozenset[str]]] = []

    @rule(places=st.sets(names, max_size=5))
    def paint(self, places: set[str]) -> None:
        joined = places - self.truth
        self.members = changed(self.members, joined, frozenset())
        self.truth |= joined

    @rule(places=st.sets(names, max_size=5))
    def unpaint(self, places: set[str]) -> None:
        left = places & self.truth
        self.members = changed(self.members, frozenset(), left)
        self.truth -= left

    @rule(places=st.sets(names, min_size=100, max_size=200))
    def fill(self, places: set[str]) -> None:
        joined, left = places - self.truth, self.truth & {"main:2,1", "main:4,1"}
        self.members = changed(self.members, joined, left - joined)
        self.truth = (self.truth | joined) - left

    @rule()
    def keep(self) -> None:
        self.kept.append((self.members, frozenset(self.truth)))

    @invariant()
    def they_are_who_they_should_be(self) -> None:
        assert len(self.members) == len(self.truth)
        assert set(self.members) == self.truth
        assert self.members == frozenset(self.truth)
        assert frozenset(self.truth) == self.members
        assert "main:0,1" not in self.members or "main:0,1" in self.truth

    @invariant()
    def nothing_kept_has_changed(self) -> None:
        assert all(members == truth for members, truth in self.kept)


TestPaintingARegion = PaintingARegion.TestCase


def a_region() -> Members:
    members = changed(frozenset(f"main:{number},1" for number in range(100)), {"main:500,1"}, {"main:3,1"})
    assert isinstance(members, Members)
    return members


def test_a_small_stroke_on_a_large_region_shares_it() -> None:
    members = a_region()
    assert "main:500,1" in members
    assert "main:3,1" not in members
    assert 7 not in members
    assert repr(members) == "Members(100)"


def test_a_large_stroke_gives_a_plain_set_again() -> None:
    grown = changed(a_region(), frozenset(f"main:{number},2" for number in range(90)), frozenset())
    assert type(grown) is frozenset
    assert len(grown) == 190


def test_members_are_compared_combined_and_hashed_like_any_set() -> None:
    members = a_region()
    plain = frozenset(members)
    assert hash(members) == hash(plain)
    assert members & {"main:1,1"} == {"main:1,1"}
    assert type(members | {"x"}) is frozenset
    assert members - plain == frozenset()
    assert members >= {"main:1,1"}
    assert copy.deepcopy(members) == plain
    assert pickle.loads(pickle.dumps(members)) == plain


@given(st.sets(names, max_size=20), st.sets(names, max_size=20))
def test_what_two_sets_have_in_common_comes_in_order(one: set[str], other: set[str]) -> None:
    assert common(one, other) == sorted(one & other)
