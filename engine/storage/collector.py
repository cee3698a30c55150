"""Python's collector, at rest while many small values are made that all stay.

A file of a million hexes, or a fill of a hundred thousand, is as many tuples and no rubbish; searching them for cycles
again and again would double the time. Several threads may want it at rest: it is until the last of them is done.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class _Rest:
    """How many want the collector at rest, and whether it was on before the first of them."""

    def __init__(self) -> None:
        self.turn = threading.Lock()
        self.wanted = 0
        self.was_on = False


_rest = _Rest()


@contextmanager
def collector_at_rest() -> Iterator[None]:
    """Inside, nothing is searched for cycles; afterwards it is as it was."""
    with _rest.turn:
        if not _rest.wanted:
            _rest.was_on = gc.isenabled()
            gc.disable()
        _rest.wanted += 1
    try:
        yield
    finally:
        with _rest.turn:
            _rest.wanted -= 1
            if not _rest.wanted and _rest.was_on:
                gc.enable()


def is_collector_at_rest() -> bool:
    """Whether somebody, on whatever thread, is making many values that all stay."""
    return _rest.wanted > 0
