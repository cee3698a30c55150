"""How a command ends, and how it says what went wrong: one clear line, and a code that means something."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from enum import IntEnum
from typing import Final

from engine.core.messages import Catalogue, Message, message
from engine.definitions.issues import Issue, Severity
from engine.narration.language import catalogue

_UNSEEN: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
"""What moves the cursor, begins a line or turns the writing about instead of being seen."""
_MOST_SHOWN: Final = 8


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
        sys.stderr.write(f"redoubt: {on_one_line(line)}\n")


def on_one_line(text: str) -> str:
    """A line as it may be shown: it may quote a file from anybody, whose letters are not to steer the terminal."""
    return _UNSEEN.sub(lambda found: found.group().encode("unicode_escape").decode(), text.replace("\n", " "))


def issue_line(issue: Issue, words: Catalogue) -> str:
    """`file:line: what is wrong (what to do)` in one line; one that names the place itself needs it only once."""
    said, file, inside = words.text(issue.message), issue.where.file, issue.where.field
    is_named = bool(file) and said.startswith(file)
    place = "" if not file or is_named else f"{issue.where}: "
    field = "" if issue.where.line or not inside or (is_named and inside in said) else f"{inside}: "
    hint = f" ({words.text(issue.hint)})" if issue.hint is not None else ""
    severity = "" if issue.severity is Severity.ERROR else f"{issue.severity.value}: "
    return on_one_line(f"{place}{severity}{field}{said}{hint}")


def failure_line(issues: Iterable[Issue], words: Catalogue | None = None) -> str:
    """The one line for a command that cannot go on: the first error, and how many more there are."""
    errors, words = _errors(issues), words or catalogue()
    line = issue_line(errors[0], words)
    if len(errors) > 1:
        line += f" [{words.text(message('issue.checked-more', count=len(errors) - 1))}]"
    return line


def failure_lines(issues: Iterable[Issue]) -> str:
    """The same for a window, which has room for several errors, each in a line."""
    errors, words = _errors(issues), catalogue()
    lines = [issue_line(issue, words) for issue in errors[:_MOST_SHOWN]]
    if len(errors) > _MOST_SHOWN:
        lines.append(words.text(message("issue.shown-more", count=len(errors) - _MOST_SHOWN)))
    return "\n".join(lines)


def _errors(issues: Iterable[Issue]) -> list[Issue]:
    """What is wrong, in the order of the text."""
    errors = (issue for issue in issues if issue.is_error)
    return sorted(errors, key=lambda each: (each.where.file or "", each.where.line or 0, each.where.column or 0))
