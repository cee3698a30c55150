"""Stacking: how much may stand in a place, who may stand together, and where a rule of it is broken.

Most limits are sums: units, stacking points, strength points, each with a most. A game with several such limits names
them all; a game that allows this or that mixture names the mixtures. Who does not stand with whom is the game's to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from engine.core.ids import Location, Side
from engine.core.refusals import Refusal
from engine.core.ruleset import SetupFault
from engine.core.state import State, Unit


def one_each(unit: Unit) -> int:
    """The weight of a unit where units are counted."""
    return 1


@dataclass(frozen=True, slots=True)
class Limit:
    """So much of something in a place and no more."""

    most: int
    weigh: Callable[[Unit], int] = one_each

    def size(self, units: Iterable[Unit]) -> int:
        weigh = self.weigh
        if weigh is one_each:
            return len(tuple(units))
        return sum(weigh(unit) for unit in units)


@dataclass(frozen=True, slots=True)
class Excess:
    """A limit that a stack breaks, and how large the stack is."""

    limit: Limit
    size: int


def first_excess(units: Iterable[Unit], limits: Iterable[Limit]) -> Excess | None:
    """The first of some limits that a stack breaks."""
    stack = tuple(units)
    for limit in limits:
        size = limit.size(stack)
        if size > limit.most:
            return Excess(limit, size)
    return None


def fits_one_of(units: Iterable[Unit], mixtures: Iterable[Iterable[Limit]]) -> bool:
    """Whether a stack keeps to all the limits of at least one mixture: three and one, or two and two."""
    stack = tuple(units)
    return any(first_excess(stack, limits) is None for limits in mixtures)


def all_count(unit: Unit) -> bool:
    return True


def enemies_in(units: Iterable[Unit], side: Side, counts: Callable[[Unit], bool] = all_count) -> bool:
    """Whether somebody of another side stands among some units; markers and the like may not count."""
    return any(unit.side != side and counts(unit) for unit in units)


def is_mixed(units: Iterable[Unit], counts: Callable[[Unit], bool] = all_count) -> bool:
    """Whether units of more than one side stand together."""
    return len({unit.side for unit in units if counts(unit)}) > 1


def with_joined(state: State, unit: Unit, at: Location) -> tuple[Unit, ...]:
    """The stack that a unit would make with those in a place; itself once, be it there already."""
    return (*(other for other in state.at(at) if other.id != unit.id), unit)


def places_wrong(
    state: State, is_place: Callable[[Location], bool], is_wrong: Callable[[Location], bool]
) -> tuple[Location, ...]:
    """The places where several units stand as they may not, in the order of the board."""
    crowded = sorted(at for at, stack in state.stacks.items() if len(stack) > 1 and is_place(at))
    return tuple(at for at in crowded if is_wrong(at))


def setup_faults(
    state: State,
    is_place: Callable[[Location], bool],
    faults: Callable[[Location, tuple[Unit, ...]], Iterable[Refusal | None]],
) -> tuple[SetupFault, ...]:
    """Every place where units were laid out as they may not stand, with what is wrong, in the order of the board."""
    return tuple(
        SetupFault(at, state.stacks[at], refusal)
        for at in sorted(state.stacks)
        if is_place(at)
        for refusal in faults(at, state.at(at))
        if refusal is not None
    )
