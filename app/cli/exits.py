"""How a command ends, and how it says what went wrong: one clear line, and a code that means something."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from enum import IntEnum

from engine.core.messages import Catalogue, Message
from engine.definitions.issues import Issue, Severity
from engine.narration.language import catalogue


class Exit(IntEnum):
    """The exit codes, as the manual lists them."""

    FINE = 0
    FOUND = 1
    """The command worked and found what it looks for: errors in a check, a fault in a game, an unexpected answer."""
    USAGE = 2
    BAD_INPUT = 3
    """A file is missing, broken, too new, or does not hold what the command needs."""
    CANNOT_WRITE = 4
    NO_SCREEN = 5


class CommandFailed(Exception):  # noqa: N818 - it says what happened
    """Ends a command with a code and a line for the person."""

    def __init__(self, code: Exit, said: Message | str) -> None:
        line = said if isinstance(said, str) else catalogue().text(said)
        super().__init__(line)
        self.code = code
        self.line = line


def tell(said: Message) -> None:
    """Say something in the language that was asked for."""
    say(catalogue().text(said))


def say(line: str) -> None:
    """Print a line of the command's result, which nobody may be there to read."""
    if sys.stdout is not None:
        sys.stdout.write(f"{line}\n")


def complain(line: str) -> None:
    """Print an error."""
    if sys.stderr is not None:
        sys.stderr.write(f"redoubt: {line}\n")


def issue_line(issue: Issue, words: Catalogue) -> str:
    """`file:line: what is wrong (what to do)` in one line; a sentence that names the file itself needs it only once."""
    said = words.text(issue.message)
    place = "" if not issue.where.file or said.startswith(issue.where.file) else f"{issue.where}: "
    field = f"{issue.where.field}: " if issue.where.path and not issue.where.line else ""
    hint = f" ({words.text(issue.hint)})" if issue.hint is not None else ""
    severity = "" if issue.severity is Severity.ERROR else f"{issue.severity.value}: "
    return f"{place}{severity}{field}{said}{hint}".replace("\n", " ")


def failure_line(issues: Iterable[Issue], words: Catalogue | None = None) -> str:
    """The one line for a command that cannot go on: the first error, and how many more there are."""
    errors = sorted((issue for issue in issues if issue.is_error), key=lambda issue: str(issue.where))
    line = issue_line(errors[0], words or catalogue())
    if len(errors) > 1:
        line += f" [and {len(errors) - 1} more; `redoubt check` lists them]"
    return line
