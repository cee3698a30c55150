"""The members of a region while it is painted.

A region may hold a hundred thousand hexes and a stroke adds fifty. A frozen set would be copied whole for each
stroke; a set changed in place would change under everyone who kept the plan of a moment ago. `changed` gives a
new set that shares the old one and remembers only what differs, and a plain frozen set again once a stroke is so
large that copying costs no more than the stroke itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from typing import Final

import immutables

_WORTH_COPYING: Final = 8
"""A stroke of more than this part of the set pays for a copy of it."""


class Members(AbstractSet[str]):
    """A frozen set and a persistent map of what has changed since: True for who joined, False for who left."""

    __slots__ = ("_base", "_since", "_size")

    def __init__(self, base: frozenset[str], since: immutables.Map[str, bool], size: int) -> None:
        self._base = base
        self._since = since
        self._size = size

    def __contains__(self, place: object) -> bool:
        if not isinstance(place, str):
            return False
        changed = self._since.get(place)
        return place in self._base if changed is None else changed

    def __iter__(self) -> Iterator[str]:
        since = self._since
        yield from (place for place in self._base if place not in since)
        yield from (place for place, joined in since.items() if joined)

    def __len__(self) -> int:
        return self._size

    def __hash__(self) -> int:
        return self._hash()

    def __repr__(self) -> str:
        return f"Members({self._size})"

    @classmethod
    def _from_iterable(cls, places: Iterator[str]) -> frozenset[str]:  # type: ignore[override]
        """What `&`, `|` and `-` give is an ordinary set."""
        return frozenset(places)

    def changed(self, joined: AbstractSet[str], left: AbstractSet[str]) -> AbstractSet[str]:
        """The same with some come and some gone; those who come are not members, those who go are."""
        if _is_large(joined, left, len(self._base) + len(self._since)):
            return (frozenset(self) | joined) - left
        with self._since.mutate() as since:
            for place in joined:
                if place in self._base:
                    del since[place]
                else:
                    since[place] = True
            for place in left:
                if place in self._base:
                    since[place] = False
                else:
                    del since[place]
            finished = since.finish()
        return Members(self._base, finished, self._size + len(joined) - len(left))


def changed(members: AbstractSet[str], joined: AbstractSet[str], left: AbstractSet[str]) -> AbstractSet[str]:
    """Members with some come and some gone, at a price that follows from how many; see `Members.changed`."""
    if isinstance(members, Members):
        return members.changed(joined, left)
    base = frozenset(members)
    if _is_large(joined, left, len(base)):
        return (base | joined) - left
    return Members(base, immutables.Map(), len(base)).changed(joined, left)


def _is_large(joined: AbstractSet[str], left: AbstractSet[str], held: int) -> bool:
    return (len(joined) + len(left)) * _WORTH_COPYING >= held


def common(one: AbstractSet[str], other: AbstractSet[str]) -> list[str]:
    """The places of both, in order, at the price of the smaller set."""
    fewer, more = (one, other) if len(one) < len(other) else (other, one)
    return sorted(place for place in fewer if place in more)
