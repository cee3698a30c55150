"""A walk of the manual as the machine reads it: numbered steps, in each what is done and what is seen then."""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources

import pytest

from app.coach.lesson import lesson_of

Remark = tuple[str, list[str]]


def page(name: str) -> str:
    return (resources.files("resources") / "manual" / f"{name}.md").read_text(encoding="utf-8")


def steps(text: str) -> dict[int, list[Remark]]:
    """The numbered steps with what they do and what is seen then."""
    return {
        step.number: [("do" if mark.is_done else "see", [mark.name, *mark.words]) for mark in step.marks]
        for step in lesson_of(text).steps
    }


def words_of(text: str) -> dict[int, str]:
    """The numbered steps as a person reads them."""
    return {step.number: step.words for step in lesson_of(text).steps}


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
            self.before(number)
            for verb, words in remarks:
                try:
                    self.carry_out(verb, words)
                except AssertionError as bad:
                    pytest.fail(f"step {number}, {verb} {' '.join(words)}: {bad}")

    def before(self, number: int) -> None:
        """Whatever is to be looked at before a step."""


def check_every_step_is_read(text: str, least: int) -> None:
    """A step that the machine cannot carry out, or after which it looks at nothing, is no step."""
    found = steps(text)
    assert list(found) == list(range(1, len(found) + 1))
    assert len(found) >= least
    for number, remarks in found.items():
        for wanted in ("do", "see"):
            assert any(verb == wanted for verb, _ in remarks), f"step {number} has no line to {wanted} for the machine"
