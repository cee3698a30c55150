"""Retreats: the ways that lie open to a beaten unit, the best of them, and who has none.

A game says what bars a step and what speaks against a way, as a burden that compares: a number, an enum, a tuple with
the weightiest first. Those with the least burden are the ways the unit must take. A game that chooses each step by
itself weighs the next places; one that looks ahead weighs whole ways.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

from engine.core.actions import Retreat
from engine.core.draft import Draft
from engine.core.ids import Location, UnitId
from engine.core.menu import Offer
from engine.core.refusals import Refusal
from engine.core.unit_events import UnitRetreated

Way: TypeAlias = tuple[Location, ...]
"""Places entered one after another."""


class Burden(Protocol):
    """What speaks against a way; the less the better."""

    def __lt__(self, other: Any, /) -> bool: ...


B = TypeVar("B", bound=Burden)


def whole_ways(
    start: Location,
    length: int,
    beside: Callable[[Location], Iterable[Location]],
    *,
    may_pass: Callable[[Way, Location], bool],
    may_end: Callable[[Way], bool],
    stops: Callable[[Location], bool] = lambda _: False,
    walked: Way = (),
) -> Iterator[Way]:
    """Every way on which a retreat of some places can be made, or finished where some are `walked` already.

    `may_pass` is asked with the way so far and the next place, `may_end` with the whole way. A place that `stops`, such
    as a rally point, ends a retreat early. What is yielded are the places that are still to be entered.
    """
    for to in beside(walked[-1] if walked else start):
        if not may_pass(walked, to):
            continue
        way = (*walked, to)
        if len(way) == length or stops(to):
            if may_end(way):
                yield (to,)
        else:
            rest = whole_ways(start, length, beside, may_pass=may_pass, may_end=may_end, stops=stops, walked=way)
            yield from ((to, *further) for further in rest)


def first_steps(ways: Iterable[Way], burden: Callable[[Way], B]) -> dict[Location, B]:
    """The places that ways begin with, each with the burden of the best way through it."""
    found: dict[Location, B] = {}
    for way in ways:
        weight = burden(way)
        if way[0] not in found or weight < found[way[0]]:
            found[way[0]] = weight
    return found


def least_burdened(places: Mapping[Location, B]) -> dict[Location, B]:
    """Those of the places that nothing better is to be had than."""
    if not places:
        return {}
    best = min(places.values())
    return {to: burden for to, burden in places.items() if not best < burden}


def trapped(waiting: Sequence[UnitId], can_go: Callable[[UnitId], bool], *, together: bool) -> Iterator[UnitId]:
    """The units that have nowhere to go.

    `together`, nobody is given up while one of the others can still go, for whoever goes may make room; otherwise each
    unit is looked at by itself, when its turn comes.
    """
    if not together:
        yield from (unit for unit in waiting if not can_go(unit))
    elif not any(map(can_go, waiting)):
        yield from waiting


def retreat_offer(
    going: Iterable[UnitId],
    ways: Callable[[UnitId], Iterable[Location]],
    refuse: Callable[[Retreat], Refusal | None],
) -> Offer[Retreat]:
    """The next steps of the units that are to go; `ways` are the places that come into question for one."""
    units = tuple(going)
    return Offer(Retreat, lambda: (Retreat(unit, to) for unit in units for to in ways(unit)), refuse)


def fall_back(draft: Draft, unit: UnitId, to: Location) -> None:
    """The unit goes a place back, which costs it nothing."""
    origin = draft.state.unit(unit).at
    draft.move_unit(unit, to)
    draft.emit(UnitRetreated(unit, origin, to))
