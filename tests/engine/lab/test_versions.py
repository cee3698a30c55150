"""Versions of a scenario are found in the results, the latest first."""

from __future__ import annotations

from dataclasses import replace

from engine.lab.arms import Arm, arm_of
from engine.lab.shelves import MemoryShelf
from engine.lab.sweep import sweep_arms
from engine.lab.versions import earlier_versions, last_played
from tests.engine.lab.quick import RANDOM, SMALL, played, small_ford


def lasting(turns: int, *players: str) -> Arm:
    return arm_of(small_ford(SMALL, last_turn=turns), None, players or RANDOM)


def test_versions_that_these_players_played_come_the_latest_first() -> None:
    shelf = MemoryShelf()
    for turns, games in ((1, 2), (3, 1)):
        played(lasting(turns), games=games, shelf=shelf)
    played(lasting(4, "idle"), games=1, shelf=shelf)
    found = earlier_versions(shelf, lasting(2))
    assert [(each.arm, each.games) for each in found] == [(lasting(3), 1), (lasting(1), 2)]
    assert [each.arm for each in earlier_versions(shelf, lasting(3))] == [lasting(1)]
    assert [each.arm for each in earlier_versions(shelf, lasting(4, "idle"))] == []


def test_values_of_a_sweep_and_positions_are_no_versions() -> None:
    shelf = MemoryShelf()
    swept = sweep_arms(small_ford(SMALL), None, RANDOM, "last_turn", range(1, 3))
    played(*swept, games=1, shelf=shelf)
    played(replace(lasting(3), begins=("no", "thing")), games=0, shelf=shelf)
    assert earlier_versions(shelf, lasting(4)) == ()


def test_who_played_this_very_scenario_last_is_known() -> None:
    shelf = MemoryShelf()
    for arm in (lasting(2), lasting(2, "idle"), lasting(3, "random", "idle")):
        played(arm, games=1, shelf=shelf)
    shelf.keep(lasting(2, "idle", "random"), ())
    assert last_played(shelf, lasting(2, "greedy")) == lasting(2, "idle")
    assert last_played(shelf, lasting(1)) is None
