"""Losses that a side shares out among its units: whose turn it is to bear one, and what is left of a force afterwards.

What a loss is (a step, a factor, the points of a counter) and what becomes of a unit that has none left is each game's
own; so is when a number counts as met.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from engine.core.ids import UnitId


def bearers(*ranks: Collection[UnitId]) -> Collection[UnitId]:
    """Of several ranks that bear losses one after another, the first in which anybody is left."""
    return next(filter(None, ranks), ())


def is_second_too_early(unit: UnitId, hit: Collection[UnitId], others: Iterable[UnitId]) -> bool:
    """Whether a unit would bear a second loss while another has had none."""
    return unit in hit and any(other not in hit for other in others)


def replaced(units: Iterable[UnitId], unit: UnitId, now: UnitId | None) -> tuple[UnitId, ...]:
    """A force after something became of one of its units: another counter stands for it now, or nobody."""
    return tuple(each for old in units if (each := now if old == unit else old) is not None)
