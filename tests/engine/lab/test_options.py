"""Optional rules of an experiment: read as they are typed, told as they are called, kept apart in the results."""

from __future__ import annotations

import pytest

from engine.lab.arms import LabError, arm_of
from engine.lab.options import chosen_options, known_options, options_told, read_options
from engine.lab.playing import ready
from engine.narration.language import catalogue
from engine.rulesets.library import find_bundled

IDLE = ("idle",)


def test_an_optional_rule_is_read_told_and_played() -> None:
    project = find_bundled("pulkovo-heights").load()
    assert known_options(project, None) == {"events": False}
    chosen = read_options(project, None, [("events", "yes")])
    usual, other = arm_of(project, None, IDLE), arm_of(project, None, IDLE, options=chosen)
    assert usual.id != other.id, "games by other rules are others"
    assert ready(other).game.options["events"] is True
    assert (options_told(usual), options_told(other)) == ("", "Events: yes")


def test_what_is_as_usual_makes_no_other_games() -> None:
    project = find_bundled("pulkovo-heights").load()
    assert read_options(project, None, [("events", "no")]) == {}
    assert chosen_options({"a": 1, "b": False}, {"a": 2, "b": False}) == {"a": 2}


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("event", "yes", "There is no optional rule event; those of this game are events."),
        ("events", "perhaps", "The optional rule events is one of: yes, no."),
    ],
)
def test_a_wrong_word_is_told_with_those_that_are_right(name: str, value: str, said: str) -> None:
    with pytest.raises(LabError) as caught:
        read_options(find_bundled("pulkovo-heights").load(), None, [(name, value)])
    assert catalogue().text(caught.value.message) == said
