"""A walk of the manual as the machine reads it: numbered steps, in each what is done and what is seen then."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from importlib import resources

import pytest

_STEP = re.compile(r"^(\d+)\. ", re.MULTILINE)
_REMARK = re.compile(r"<!--\s*(do|see):\s*(.*?)\s*-->")
Remark = tuple[str, list[str]]


def page(name: str) -> str:
    return (resources.files("resources") / "manual" / f"{name}.md").read_text(encoding="utf-8")


def steps(text: str) -> dict[int, list[Remark]]:
    """The numbered steps with what they do and what is seen then."""
    return {number: [(verb, shlex.split(words)) for verb, words in _REMARK.findall(step)] for number, step in _of(text)}


def words_of(text: str) -> dict[int, str]:
    """The numbered steps as a person reads them."""
    return {number: _REMARK.sub("", step) for number, step in _of(text)}


def _of(text: str) -> list[tuple[int, str]]:
    starts = list(_STEP.finditer(text))
    ends = [*(each.start() for each in starts[1:]), len(text)]
    return [(int(start[1]), text[start.start() : end]) for start, end in zip(starts, ends, strict=True)]


class Newcomer:
    """Does what a step says, and looks whether it came out; what can be done and seen are methods by those names."""

    def carry_out(self, verb: str, words: list[str]) -> None:
        name, *arguments = words
        act: Callable[..., None] | None = getattr(self, f"{verb}_{name.replace('-', '_')}", None)
        assert act is not None, f"nobody knows how to {verb} {name}"
        act(*arguments)

    def walk(self, text: str) -> None:
        """Every step of a page, one after another."""
        for number, remarks in steps(text).items():
            for verb, words in remarks:
                try:
                    self.carry_out(verb, words)
                except AssertionError as bad:
                    pytest.fail(f"step {number}, {verb} {' '.join(words)}: {bad}")


def check_every_step_is_read(text: str, least: int) -> None:
    """A step that the machine cannot carry out, or after which it looks at nothing, is no step."""
    found = steps(text)
    assert list(found) == list(range(1, len(found) + 1))
    assert len(found) >= least
    for number, remarks in found.items():
        for wanted in ("do", "see"):
            assert any(verb == wanted for verb, _ in remarks), f"step {number} has no line to {wanted} for the machine"
