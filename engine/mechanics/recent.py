"""A few answers by what they rest on, the oldest forgotten first.

Facts of a state are dropped when a field they read changes, be it that nothing they saw there did: a unit that moves
far behind the lines changes no line of supply. What is dear to find and rests on little is kept here for the last few
contents of that little, whichever states they came from.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Recent(Generic[K, V]):
    """At most `size` values, each found once as long as it is wanted now and then."""

    __slots__ = ("_known", "_size")

    def __init__(self, size: int) -> None:
        if size < 1:
            raise ValueError(f"so few as {size} cannot be kept")
        self._size = size
        self._known: OrderedDict[K, V] = OrderedDict()

    def __len__(self) -> int:
        return len(self._known)

    def get(self, key: K, find: Callable[[], V]) -> V:
        """The value of a key, found now if it is not among the last ones that were wanted."""
        known = self._known
        if key in known:
            known.move_to_end(key)
            return known[key]
        value = known[key] = find()
        if len(known) > self._size:
            known.popitem(last=False)
        return value
