"""The stack in hand: who moves with whom, and what each has spent.

A frame of movement holds the units on their way, the one that leads them first. A step of the leader is a step of all;
whoever else sets out ends the movement of those before. What a unit has spent in a phase is a
value of the unit, so that it survives everything that may happen on the way.
"""

from __future__ import annotations

from typing import Final

from engine.core.draft import Draft
from engine.core.ids import UnitId
from engine.core.state import State, Unit

SPENT: Final = "spent"
"""The value of a unit that counts the movement points it has spent in this phase."""


def spent(unit: Unit) -> int:
    """Movement points spent in this phase."""
    return int(unit.values.get(SPENT, 0))


def spend(draft: Draft, unit: UnitId, points: int) -> None:
    """A unit pays for a step."""
    draft.set_unit_value(unit, SPENT, spent(draft.state.unit(unit)) + points)


def forget_spent(draft: Draft) -> None:
    """All may spend again: the end of a movement phase."""
    for unit in draft.state.every_unit():
        if SPENT in unit.values:
            draft.set_unit_value(unit.id, SPENT, None)


def is_under_way(state: State, group: tuple[UnitId, ...]) -> bool:
    """Whether any of a stack has moved."""
    return any(spent(state.unit(unit)) for unit in group)


def moving_with(group: tuple[UnitId, ...], unit: UnitId) -> tuple[UnitId, ...]:
    """Who moves when a unit does: the stack it leads, or it alone."""
    return group if group[:1] == (unit,) else (unit,)


def with_taken(state: State, group: tuple[UnitId, ...], unit: UnitId) -> tuple[UnitId, ...]:
    """The stack in hand when a unit is taken: it joins one in its place, or begins another.

    It joins if neither has moved, or both have: where only those of one stack may go on, these moved together.
    """
    record = state.unit(unit)
    joins = group and is_under_way(state, group) == bool(spent(record)) and state.unit(group[0]).at == record.at
    return (*group, unit) if joins else (unit,)


def without(group: tuple[UnitId, ...], units: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """The rest of a stack when some of it stay behind, or when only those are wanted that do."""
    return tuple(unit for unit in group if unit not in units)


def finish(draft: Draft, units: tuple[UnitId, ...], mark: str) -> None:
    """Mark those that have moved at all: they go no further in this phase."""
    for unit in units:
        if spent(draft.state.unit(unit)):
            draft.mark(unit, mark)
