"""Python's collector, at rest while many small values are made that all stay.

A file of a million hexes, or a fill of a hundred thousand, is as many tuples and no rubbish; searching them for cycles
again and again would double the time.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_at_rest() -> Iterator[None]:
    """Inside, nothing is searched for cycles; afterwards it is as it was."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
