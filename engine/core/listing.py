"""A list of actions that are not made before somebody looks at them.

Ten reinforcements that may come in at three thousand places are ten rows of numbers; as actions they would be thirty
thousand records. Who wants to know how many there are, or draws one of them by lot, has only that one made.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class Listing(Sequence[T], Generic[T]):
    """Rows of things, each of which makes an action with the subject of its row: a unit and where it may go.

    `rows` are taken no further than needed: to know that there is anything at all, up to the first row with something.
    """

    def __init__(self, make: Callable[[Any, Any], T], rows: Iterable[tuple[Any, Sequence[Any]]]) -> None:
        self._make = make
        self._coming = iter(rows)
        self._rows: list[tuple[Any, Sequence[Any]]] = []
        self._ends: list[int] = []
        self._made: tuple[T, ...] | None = None

    @classmethod
    def each(cls, make: Callable[[Any], T], things: Sequence[Any]) -> Listing[T]:
        """Actions that are made of one thing each, such as a unit to be taken in hand."""
        return cls(lambda _, thing: make(thing), ((None, things),))

    def __len__(self) -> int:
        while self._take_row():
            pass
        return self._ends[-1] if self._ends else 0

    def __bool__(self) -> bool:
        return bool(self._rows) or self._take_row()

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...

    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        if self._made is not None or isinstance(index, slice):
            return self._all()[index]
        size = len(self)
        at = index if index >= 0 else size + index
        if not 0 <= at < size:
            raise IndexError(f"there are {size} actions, none is number {index}")
        row = bisect_right(self._ends, at)
        subject, things = self._rows[row]
        return self._make(subject, things[at - self._ends[row]])

    def __iter__(self) -> Iterator[T]:
        """One after another; who stops early has no more of them made, and none is made again once all are."""
        if self._made is not None:
            yield from self._made
            return
        made: list[T] = []
        number = 0
        while number < len(self._rows) or self._take_row():
            subject, things = self._rows[number]
            for thing in things:
                made.append(self._make(subject, thing))
                yield made[-1]
            number += 1
        self._made = tuple(made)

    def leading(self) -> Iterator[T]:
        """The first action of each row, whose subject is that of all others in it; without a subject all of them."""
        len(self)
        for subject, things in self._rows:
            yield from (self._make(subject, thing) for thing in (things if subject is None else things[:1]))

    def _all(self) -> tuple[T, ...]:
        """Every action, made once."""
        if self._made is None:
            make = self._make
            len(self)
            self._made = tuple([make(subject, thing) for subject, things in self._rows for thing in things])
        return self._made

    def _take_row(self) -> bool:
        """Take the next row that holds anything; false when there is none."""
        for subject, things in self._coming:
            if things:
                self._rows.append((subject, things))
                self._ends.append((self._ends[-1] if self._ends else 0) + len(things))
                return True
        return False
