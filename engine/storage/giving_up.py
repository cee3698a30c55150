"""Long work with a file that somebody may stop waiting for.

Who works on a thread of its own says how it is told that it is not wanted any more; SQLite asks in the middle of a
statement, the reading of rows between tables and columns. What is given up leaves the file as it was.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

STEPS: Final = 50_000
"""Instructions of SQLite between two questions: some milliseconds."""

_asked = threading.local()


class GivenUpError(Exception):
    """The work was not wanted any more."""


@contextmanager
def giving_up_when(is_unwanted: Callable[[], bool]) -> Iterator[None]:
    """Inside, on this thread, work with files ends early once this is true."""
    _asked.is_unwanted = is_unwanted
    try:
        yield
    finally:
        del _asked.is_unwanted


def is_unwanted() -> bool:
    """Whether the work of this thread is not wanted any more."""
    ask: Callable[[], bool] | None = getattr(_asked, "is_unwanted", None)
    return ask is not None and ask()


def give_up_if_unwanted() -> None:
    """Ends the work here; raises GivenUpError."""
    if is_unwanted():
        raise GivenUpError
