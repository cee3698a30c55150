"""Long work that somebody watches, and may stop waiting for.

Who works on a thread of its own says how it is told that it is not wanted any more, and who wants to know how far it
has come. The work goes on in slices: between two of them it asks, and tells. SQLite asks in the middle of a statement.
What is given up leaves everything as it was. Work that nobody watches, as on the command line, just goes on.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final, TypeVar

SLICE: Final = 10_000
"""Things done between two questions: some ten milliseconds."""

T = TypeVar("T")


class GivenUpError(Exception):
    """The work was not wanted any more."""


class _Watched(threading.local):
    """Who watches the work of this thread, and which part of the whole is being done."""

    is_unwanted: Callable[[], bool] | None = None
    told: Callable[[float], object] | None = None
    begin: float = 0.0
    end: float = 1.0


_watched = _Watched()


@contextmanager
def watched(is_unwanted: Callable[[], bool], told: Callable[[float], object] | None = None) -> Iterator[None]:
    """Inside, on this thread, work ends early once it is unwanted, and tells how far it is, from 0 to 1."""
    outer = _watched.is_unwanted, _watched.told
    _watched.is_unwanted, _watched.told = is_unwanted, told
    try:
        yield
    finally:
        _watched.is_unwanted, _watched.told = outer


@contextmanager
def to_the_end() -> Iterator[None]:
    """Inside, work is not given up: what was done before it cannot be taken back any more."""
    with watched(lambda: False, _watched.told):
        yield


@contextmanager
def part_of_work(begin: float, end: float) -> Iterator[None]:
    """What is done inside is only so much of the whole, from one share of it to another."""
    outer = _watched.begin, _watched.end
    wide = outer[1] - outer[0]
    _watched.begin, _watched.end = outer[0] + wide * begin, outer[0] + wide * end
    try:
        yield
    finally:
        _watched.begin, _watched.end = outer


def is_unwanted() -> bool:
    """Whether the work of this thread is not wanted any more."""
    ask = _watched.is_unwanted
    return ask is not None and ask()


def give_up_if_unwanted() -> None:
    """Ends the work here; raises GivenUpError."""
    if is_unwanted():
        raise GivenUpError


def tell_progress(share: float) -> None:
    """How much of this part of the work is done, from 0 to 1."""
    told = _watched.told
    if told is not None:
        told(_watched.begin + (_watched.end - _watched.begin) * share)


def in_slices(things: Sequence[T], size: int = SLICE) -> Iterator[Sequence[T]]:
    """The things a few thousand at a time, and between them the work can be given up; raises GivenUpError."""
    if len(things) <= size:
        yield things
        return
    for begin in range(0, len(things), size):
        give_up_if_unwanted()
        tell_progress(begin / len(things))
        yield things[begin : begin + size]
    tell_progress(1.0)
