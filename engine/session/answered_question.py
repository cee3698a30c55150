"""A question that was asked of a position, with its answer, or with what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.core.writing.coders import Json
from engine.definitions.issues import Issue
from engine.session.comparison import compare

STANDS, PASSED = "stands", "passed"


@dataclass(frozen=True, slots=True)
class Answered:
    """A question, its answer, when it was answered, and where the answer is not what was expected."""

    question: str
    asked: Json
    answer: Json = None
    differences: tuple[str, ...] = ()
    stands: Json = None
    """Turn, phase and side at which the question was answered."""
    passed: tuple[Json, ...] = ()
    """The phases before that one in which nobody was asked."""
    line: int | None = None
    is_expected: bool = False
    issues: tuple[Issue, ...] = ()

    @property
    def is_counted(self) -> bool:
        """Whether it can be right or wrong: something was expected, or it failed altogether."""
        return self.is_expected or bool(self.issues)

    @property
    def is_right(self) -> bool:
        return self.is_expected and not self.issues and not self.differences

    def unexpected(self, expected: Json) -> Iterator[str]:
        """Where the answer, or when it was given, is not what was expected."""
        if not isinstance(expected, Mapping):
            yield from compare(expected, self.answer)
            return
        of_answer = self.answer if isinstance(self.answer, Mapping) else {}
        around = {STANDS: self.stands, PASSED: list(self.passed)}
        around = {name: found for name, found in around.items() if name in expected and name not in of_answer}
        yield from compare({name: value for name, value in expected.items() if name not in around}, self.answer)
        for name, found in around.items():
            yield from compare(expected[name], found, name)

    def as_json(self) -> dict[str, Json]:
        shown: dict[str, Json] = {
            "question": self.question,
            "asked": self.asked,
            "answer": self.answer,
            STANDS: self.stands,
            PASSED: list(self.passed),
            "line": self.line,
        }
        if self.differences:
            shown["differences"] = list(self.differences)
        return shown
