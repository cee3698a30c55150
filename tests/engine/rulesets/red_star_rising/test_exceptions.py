"""Every exception that the index of Red Star Rising lists has a test of its own, marked with its letter."""

from __future__ import annotations

from pathlib import Path

from engine.rulesets.registry import registered
from engine.rulesets.rules_index import marks_in, rules_index
from tests.engine.rulesets.red_star_rising.scenes import GAME

CHAPTERS_WITH_EXCEPTIONS = {"3", "7", "8", "10", "15", "17"}


def listed() -> set[str]:
    """The exceptions in the index, as tests are marked with them."""
    cases = rules_index(registered()[GAME]).cases
    return {f"{number}/{letter}" for number, case in cases.items() for letter in case.exceptions or {}}


def test_each_listed_exception_has_a_marked_test() -> None:
    marked = marks_in(Path(__file__).parent)[GAME]
    assert sorted(listed() - marked) == []


def test_no_test_is_marked_with_an_exception_that_is_not_listed() -> None:
    marked = {mark for mark in marks_in(Path(__file__).parent)[GAME] if "/" in mark}
    assert sorted(marked - listed()) == []


def test_the_chapters_that_have_exceptions_list_them() -> None:
    assert {each.partition(".")[0] for each in listed()} >= CHAPTERS_WITH_EXCEPTIONS
