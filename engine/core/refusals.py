"""Why not: a refusal is a value in a query and an exception in `apply`."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.messages import Message, message


@dataclass(frozen=True, slots=True)
class Refusal:
    """The case that forbids an action, and the words for the side that wanted it."""

    rule: str
    message: Message


class IllegalAction(Exception):  # noqa: N818 - it is the name the rules have for it
    """An action was applied that the menu does not offer. The state is as it was."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"[{refusal.rule}] {refusal.message}")
        self.refusal = refusal


class MalformedData(ValueError):  # noqa: N818 - names what the data is
    """Something that is not an action, a state or an event at all: `said` is what is wrong and where in it.

    What only we ourselves may come to read, as of a damaged state, is said in plain text.
    """

    def __init__(self, reason: Message | str, path: tuple[str | int, ...] = ()) -> None:
        place = ".".join(str(part) for part in path)
        super().__init__(f"{place}: {reason}" if place else str(reason))
        self.said: Message | str = message("data.at", place=place, said=reason) if place else reason
        self.path = path


class GameFault(RuntimeError):  # noqa: N818 - names whose fault it is
    """The rules themselves went wrong: a dead end, a runaway, a broken invariant. Never the side's doing."""


class MisgivenDie(GameFault):
    """A position lays down a number that the throw it comes to cannot show."""

    def __init__(self, number: int, most: int) -> None:
        super().__init__(f"a given die shows {number}, the throw goes from 1 to {most}")
        self.message = message("issue.given-die", number=number, most=most)
