"""What is wrong with a file, said so that a person can mend it.

Reading, overriding and checking all speak in issues: how bad, a stable code, a message, the place in the
text, and what to do about it. Bad input raises `DefinitionError` and nothing else, with every issue that
was found, because mending a file one error at a time is a punishment.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from engine.core.messages import Message

Path: TypeAlias = tuple[str | int, ...]
"""The way to a value inside a document: keys of mappings and indexes of lists, counted from 0."""


class Severity(StrEnum):
    """An error keeps the document from being played, a warning does not, an info only tells."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


_RANK = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.INFO: 2}


@dataclass(frozen=True, slots=True)
class Where:
    """A place in a text; lines and columns count from 1, as editors do."""

    file: str = ""
    line: int | None = None
    column: int | None = None
    path: Path = ()

    @property
    def field(self) -> str:
        """The path as people write it: `setup[3].at`, with items counted from 1 as they are read."""
        text = ""
        for part in self.path:
            if isinstance(part, int):
                text += f"[{part + 1}]"
            else:
                text += f".{part}" if text else part
        return text

    def __str__(self) -> str:
        return self.file if self.line is None else f"{self.file}:{self.line}"


NOWHERE_IN_TEXT = Where()


@dataclass(frozen=True, slots=True)
class Issue:
    """One thing to say about a document."""

    severity: Severity
    code: str
    message: Message
    where: Where = NOWHERE_IN_TEXT
    hint: Message | None = None

    @property
    def is_error(self) -> bool:
        return self.severity is Severity.ERROR


def issue(severity: Severity, said: Message, where: Where = NOWHERE_IN_TEXT, hint: Message | None = None) -> Issue:
    """An issue whose code follows from its message, so that the two can never drift apart."""
    return Issue(severity, said.key.removeprefix("issue."), said, where, hint)


def error(said: Message, where: Where = NOWHERE_IN_TEXT, hint: Message | None = None) -> Issue:
    """What keeps the document from being used."""
    return issue(Severity.ERROR, said, where, hint)


def warning(said: Message, where: Where = NOWHERE_IN_TEXT, hint: Message | None = None) -> Issue:
    """What is probably a slip, and does not keep the document from being used."""
    return issue(Severity.WARNING, said, where, hint)


def info(said: Message, where: Where = NOWHERE_IN_TEXT, hint: Message | None = None) -> Issue:
    """What the reader should know."""
    return issue(Severity.INFO, said, where, hint)


def has_errors(issues: Iterable[Issue]) -> bool:
    return any(found.is_error for found in issues)


def in_reading_order(issues: Iterable[Issue]) -> tuple[Issue, ...]:
    """Errors first, then by file and line, as a list of issues is shown."""
    return tuple(sorted(issues, key=lambda i: (_RANK[i.severity], i.where.file, i.where.line or 0, i.code)))


class DefinitionError(Exception):
    """Bad input: the only thing that reading, overriding or saving a definition may raise."""

    def __init__(self, issues: Iterable[Issue]) -> None:
        self.issues = tuple(issues)
        super().__init__(self.issues)

    def __str__(self) -> str:
        return "; ".join(f"{found.where}: {found.message}" for found in self.issues)
