"""Turn tracks: what stands in the box of a turn, read by name.

The track itself is authored data; here are the lookups that games make on it, as functions of anything that gives the
entry of a turn.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

E = TypeVar("E", bound=str)


class TrackBox(Protocol):
    """One box of a track."""

    def get(self, name: str, /) -> object: ...


class BoxedTrack(Protocol):
    """A track with a box for each turn."""

    def at(self, turn: int, /) -> TrackBox: ...


def number_at(track: BoxedTrack, turn: int, name: str) -> int | None:
    """A whole number in the box of a turn; None where there is none."""
    found = track.at(turn).get(name)
    return found if isinstance(found, int) and not isinstance(found, bool) else None


def word_at(track: BoxedTrack, turn: int, name: str, words: Callable[[str], E], otherwise: E) -> E:
    """A word in the box of a turn, such as its weather, as one of those the game knows."""
    found = track.at(turn).get(name)
    return words(str(found)) if found else otherwise
