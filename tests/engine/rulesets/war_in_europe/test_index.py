"""The index of the rulebook: every exception of the chapters that have many is shown by a test of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.rulesets.registry import find_game
from engine.rulesets.rules_index import marks_in, rules_index

CHAPTERS = ("5", "6", "7", "9", "12", "13", "14", "15")


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_exception_has_a_marked_test(chapter: str) -> None:
    entry = find_game("war-in-europe")
    assert entry is not None
    cases = rules_index(entry).cases
    listed = {
        f"{number}/{letter}"
        for number, case in cases.items()
        if number.partition(".")[0] == chapter
        for letter in case.exceptions
    }
    assert listed
    assert listed <= marks_in(Path(__file__).parent)["war-in-europe"]
