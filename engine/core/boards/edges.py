"""The edges of a board as columns.

A large map has three hexsides a hex; kept as objects they would outweigh all else, so an `Edge` is made when asked for.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import overload

from engine.core.boards.board_parts import HEXSIDE, Edge
from engine.core.ids import Location


class EdgeTable(Sequence[Edge]):
    """Every edge by its index. Grows while a board is being built, and never after."""

    __slots__ = ("_a", "_b", "_directions", "_kinds", "_names", "_one_way")

    def __init__(self) -> None:
        self._a = array("i")
        self._b = array("i")
        self._directions = array("b")
        self._kinds = array("H")
        self._names = [HEXSIDE]
        self._one_way: set[int] = set()

    def __len__(self) -> int:
        return len(self._a)

    @overload
    def __getitem__(self, index: int) -> Edge: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Edge, ...]: ...
    def __getitem__(self, index: int | slice) -> Edge | tuple[Edge, ...]:
        if isinstance(index, slice):
            return tuple(self[each] for each in range(len(self))[index])
        index = range(len(self))[index]
        direction = self._directions[index]
        return Edge(
            index,
            Location(self._a[index]),
            Location(self._b[index]),
            self._names[self._kinds[index]],
            None if direction < 0 else direction,
            index in self._one_way,
        )

    def kind(self, index: int) -> str:
        """The kind alone, for searches that ask it at every step."""
        return self._names[self._kinds[index]]

    def add_hexside(self, a: int, b: int, direction: int) -> int:
        """A new hexside of `a`; returns its index."""
        self._a.append(a)
        self._b.append(b)
        self._directions.append(direction)
        self._kinds.append(0)
        return len(self._a) - 1

    def add(self, a: int, b: int, kind: str, *, one_way: bool) -> int:
        """A new connection or link; returns its index."""
        if kind not in self._names:
            self._names.append(kind)
        self._a.append(a)
        self._b.append(b)
        self._directions.append(-1)
        self._kinds.append(self._names.index(kind))
        if one_way:
            self._one_way.add(len(self._a) - 1)
        return len(self._a) - 1

    def copy(self) -> EdgeTable:
        """A table that no longer grows with this one."""
        twin = EdgeTable()
        twin._a, twin._b, twin._directions = self._a[:], self._b[:], self._directions[:]
        twin._kinds, twin._names, twin._one_way = self._kinds[:], self._names[:], set(self._one_way)
        return twin
