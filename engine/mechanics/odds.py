"""Odds: which column of a combat table two strengths come to.

Tables print their columns as ratios, `3:1`, `1-2`, `1.5-1`, `1/1.5`. A ratio falls to the highest column it fully
reaches, which is rounding in favour of the defender.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import ceil

from engine.core.terms import Number

_COLUMN = re.compile(r"(\d+(?:\.\d+)?)\s*[:/-]\s*(\d+(?:\.\d+)?)", re.ASCII)


@cache
def threshold(column: str) -> Fraction:
    """The ratio of attack to defence that a column of a table stands for."""
    found = _COLUMN.fullmatch(column.strip())
    if found is None:
        raise ValueError(f"{column!r} is no odds column, such as 3:1, 1-2 or 1.5-1")
    against = Fraction(found[2])
    if not against:
        raise ValueError(f"{column!r} divides by nothing")
    return Fraction(found[1]) / against


def odds_index(columns: Sequence[str], attack: Number, defence: Number, *, beyond: int = 0) -> int | None:
    """The place of the highest column reached; None below the lowest. Against nothing it is the last.

    Where odds above the last column still tell, because a shift to the left may take them off again or enough of them
    need no die, `beyond` is how many places there are past it, one for each whole number.
    """
    last = len(columns) - 1
    if defence <= 0:
        return last + beyond
    ratio = Fraction(attack) / Fraction(defence)
    reached = [index for index, column in enumerate(columns) if threshold(column) <= ratio]
    if not reached:
        return None
    index = max(reached, key=lambda index: threshold(columns[index]))
    return index + min(beyond, int(ratio - threshold(columns[last]))) if beyond and index == last else index


def simple_odds(attack: Number, defence: Number) -> str:
    """The odds in words: whole multiples, `3:1` or `1:3`, rounded in favour of the defender."""
    if defence <= 0:
        return f"{attack}:0"
    if attack <= 0:
        return f"0:{defence}"
    ratio = Fraction(attack) / Fraction(defence)
    return f"{int(ratio)}:1" if ratio >= 1 else f"1:{ceil(1 / ratio)}"


def shifted(index: int, shift: int, columns: Sequence[str]) -> int:
    """A column moved right or left; a shift never leaves the table."""
    return min(max(index + shift, 0), len(columns) - 1)


def column_at(index: int, columns: Sequence[str]) -> str | None:
    """The column that a place is read in: beyond the table its last, before it none.

    For games in which shifts lead out of the table and mean something there; the others clamp with `shifted`.
    """
    return columns[min(index, len(columns) - 1)] if index >= 0 else None
