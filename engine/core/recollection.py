"""What was worked out lately: a small memory for answers that cost a search and are asked again in the same words.

A fact of a state is lost with the first step that touches what it rests on, though most steps leave the answer as it
was: a unit that moves far behind the front closes no road. Whoever can put all that the answer follows from into a key
keeps it here. The memory is bounded: what has not been asked for longest goes first.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Recollection(Generic[K, V]):
    """The last few answers, by what they follow from. An answer is shared, so it must be a value."""

    __slots__ = ("_answers", "_most")

    def __init__(self, most: int) -> None:
        self._most = most
        self._answers: dict[K, V] = {}

    def __len__(self) -> int:
        return len(self._answers)

    def recall(self, key: K, find: Callable[[], V]) -> V:
        """The answer that belongs to a key, found out now if it is not remembered."""
        answers = self._answers
        if key in answers:
            answer = answers[key] = answers.pop(key)
            return answer
        answer = find()
        answers[key] = answer
        if len(answers) > self._most:
            del answers[next(iter(answers))]
        return answer
