"""Every scenario of every game has a golden playthrough, and it still happens line by line."""

from __future__ import annotations

import pytest

from tests.contract.subjects import subject, subject_names
from tests.golden.playthrough import HERE, actions_in, path_of, random_actions, written


@pytest.mark.parametrize(("game", "scenario"), subject_names())
def test_the_golden_playthrough_still_happens(game: str, scenario: str) -> None:
    path = path_of(game, scenario)
    assert path.is_file(), f"write it with: python -m tests.golden.renew {game} {scenario}"
    text = path.read_text(encoding="utf-8")
    assert written(subject(game, scenario), actions_in(text)).splitlines() == text.splitlines()


def test_every_playthrough_is_of_a_scenario_that_exists() -> None:
    assert {path.name for path in HERE.glob("*.txt")} <= {path_of(*names).name for names in subject_names()}


def test_a_changed_rule_shows_as_a_difference() -> None:
    found = subject("toy-cabinet", "cabinet-war")
    actions = list(random_actions(found))[:12]
    text = written(found, actions)
    assert actions_in(text) == actions
    assert written(found, actions[:-1]) != text
