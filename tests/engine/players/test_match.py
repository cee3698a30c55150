"""Matches: the same side of the same seeds in the hands of one and of another player."""

from __future__ import annotations

import pytest

from engine.players.match import End, Match, match, play_one
from tests.engine.session.play import ford


def test_the_first_thing_that_differs_decides_who_ended_better() -> None:
    assert End(1, 0, 0.0, 0) > End(0, 0, 50.0, 9)
    assert End(0, 0, 2.0, -5) > End(0, 0, 1.0, 5)
    assert End(0, 0, 1.0, 3) > End(0, 0, 1.0, 2)


def test_a_victory_is_better_the_sooner_it_comes_and_a_defeat_the_later() -> None:
    assert End(1, 3, 6.0, 0) > End(1, 1, 9.0, 20)
    assert End(-1, -1, -9.0, -20) > End(-1, -3, -6.0, 0)


def test_a_game_that_ends_before_its_last_turn_tells_how_many_were_left(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ford()
    names = dict.fromkeys(game.ruleset.sides, "idle")
    assert {end.in_hand for end in play_one(game, names, 1, most_actions=300).ends.values()} == {0}
    monkeypatch.setattr(type(game.ruleset), "last_turn", lambda *_: 99)
    first, other = play_one(game, names, 1, most_actions=300).ends.values()
    assert first.in_hand == -other.in_hand
    assert first.in_hand * first.outcome > 80


def test_a_tie_counts_half_and_the_interval_holds_the_share() -> None:
    found = Match("a", "b", "c")
    for mine, other in ((2, 1), (1, 1), (0, 1), (3, 1)):
        found.compare(End(0, 0, float(mine), 0), End(0, 0, float(other), 0))
    assert found.better == pytest.approx(2.5 / 4)
    low, high = found.interval()
    assert 0 < low < found.better < high < 1
    assert Match("a", "b", "c").interval() == (0.0, 1.0)


def test_a_match_has_three_pairs_a_seed_and_says_what_it_found() -> None:
    found = list(match(ford(), "idle", "random", (1, 2), most=300))[-1]
    told = found.as_json()
    assert told["pairs"] == 6
    assert told["games"] == 6, "the common opponent is one of the two"
    assert told["face_to_face"]["pairs"] == 2
    assert {"better", "low", "high", "seconds_a_phase", "faults", "scores"} <= told.keys()
    assert told["faults"] == []
    assert found.phases


def test_pairs_in_which_both_met_are_told_by_themselves_too() -> None:
    found = Match("a", "b", "c")
    found.compare(End(0, 0, 1.0, 0), End(0, 0, 2.0, 0))
    found.compare(End(0, 0, 2.0, 0), End(0, 0, 1.0, 0), is_face_to_face=True)
    told = found.as_json()
    assert (told["pairs"], told["better"]) == (2, 0.5)
    assert told["face_to_face"] == {"pairs": 1, "better": 1.0}


def test_games_that_are_the_same_are_played_once() -> None:
    found = next(match(ford(), "random", "idle", (1,), against="idle", most=300))
    told = found.as_json()
    assert (told["pairs"], told["games"]) == (3, 3)
    assert sorted(found.scores) == ["idle,idle", "idle,random", "random,idle"]


def test_two_of_the_same_name_end_even() -> None:
    found = next(match(ford(), "idle", "idle", (1,), most=300))
    assert found.better == 0.5


def test_a_game_of_a_match_is_played_again_the_same() -> None:
    game = ford()
    names = dict.fromkeys(game.ruleset.sides, "greedy")
    first, again = (play_one(game, names, 3, most_actions=25) for _ in range(2))
    assert first.ends == again.ends
    assert first.fault is None
