"""Which decisions of a game were one movement of the hand, so that one undo takes back just that.

A drag over three hexes is three decisions and one gesture. Only the game that is played knows its gestures; those of a
saved game are forgotten, and are taken back decision by decision. No Qt is imported here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from engine.core.refusals import IllegalAction


class GestureSpans:
    """From which to which decision each gesture went, of those that took more than one."""

    def __init__(self, length: Callable[[], int]) -> None:
        self._length = length
        self._spans: dict[int, int] = {}
        """The number of decisions after each gesture, and before it."""
        self._depth = 0

    @contextmanager
    def gesture(self, since: int | None = None) -> Iterator[None]:
        """What is decided inside is one gesture, from a number of decisions on if it began earlier."""
        start = self._length() if since is None else min(since, self._length())
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1
            if self._depth == 0:
                self._close(start)

    def _close(self, start: int) -> None:
        end = self._length()
        if end <= start:
            return
        start = min((first for last, first in self._spans.items() if first < start < last), default=start)
        self._spans = {last: first for last, first in self._spans.items() if last <= start}
        if end > start + 1:
            self._spans[end] = start

    def grow(self, since: int) -> None:
        """What was decided after a number of decisions belongs to the gesture before it."""
        if self._depth == 0 and self._length() > since:
            start = self._spans.pop(since, max(0, since - 1))
            self._spans[self._length()] = start

    def forget_undone(self) -> None:
        """Something else is decided: what had been taken back cannot be done again."""
        length = self._length()
        self._spans = {last: first for last, first in self._spans.items() if last <= length}

    def undo(self, undo: Callable[[], object]) -> None:
        """Take the last gesture back, as far as that may be; raises IllegalAction where nothing may."""
        start = self._spans.get(self._length(), self._length() - 1)
        undo()
        while self._length() > start:
            try:
                undo()
            except IllegalAction:
                return

    def redo(self, redo: Callable[[], object]) -> None:
        """Do the gesture again that was taken back."""
        start = self._length()
        end = next((last for last, first in self._spans.items() if first <= start < last), start + 1)
        redo()
        while self._length() < end:
            redo()
