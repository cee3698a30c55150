"""Patterns that would stop the window are refused; those that people write are not."""

from __future__ import annotations

import pytest

from editor.model.pattern_cost import may_run_away


@pytest.mark.parametrize(
    "pattern",
    [
        r"(a+)+$", r"(a*)*b", r"(\w+\s?)+$", r"((ab)*c?)+", r"(a|a)*$", r"(a|ab)+c", r"(.|x)*y", r"(a?){30}a{30}",
        r"(?:a+){2,}", r"(?P<x>\d+)+z", r".*.*.*.*x", r"(x+x+)+y", r"([a-z]+)*!", r"(\d|\w)+-",
    ],
)  # fmt: skip
def test_a_pattern_that_could_run_away_is_known(pattern: str) -> None:
    assert may_run_away(pattern)


@pytest.mark.parametrize(
    "pattern",
    [
        r"(\d+)\. (\w+)", r"^(.*) Division$", r"[+*?]+", r"(Panzer|Infantry) (\d+)", r"(ab|cd)+", r"\(a+\)+", r"a{3}",
        r"(\d{2})+", r"(?i)xx\s+(.+)", r"[^)]*\)", r"(?:x)*y", r"(a+)?b", r"\d+/\d+/\d+/\d+", r"", r"a|b|c", r"(",
    ],
)  # fmt: skip
def test_what_people_write_is_left_alone(pattern: str) -> None:
    assert not may_run_away(pattern)
