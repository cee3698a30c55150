"""What there is to know of a unit in order to draw its counter.

A `CounterPicture` is a plain value made by whoever knows the game: play mode from a view of the state, the
editor from a scenario's setup. The canvas knows no rules; marks are words that it finds a sign for.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CounterPicture:
    """A counter at a location: what is printed on it and what state it is in."""

    unit: str
    at: str
    name: str = ""
    ground: str = "#c9c2b2"
    ink: str = "#1d1a15"
    symbol: str = ""
    size: str = ""
    """The mark above the symbol: xx a division, xxx a corps, xxxx an army."""
    factors: str = ""
    designation: str = ""
    steps: int = 1
    lost: int = 0
    marks: tuple[str, ...] = ()
    band: str = ""
    """The colour of the stripe across the top; empty for none."""
    code: str = ""
    """A few letters in the upper left corner."""
    art: str = ""
    """A picture of one's own in the symbol's place; empty for none."""
    is_hidden: bool = False
    """The back of the counter: whose it is, and nothing else."""
