"""Marching: what a step costs in a situation, what bans it, and how far one gets.

A game works out the bare prices of its steps once for a board, a class and a season (`paths.link_costs`). `Conditions`
are what a sort of unit of a side meets on the map now: enemies, zones and what these cost to enter and to leave, places
and sides that are closed. A `March` is one unit, or one stack, under such conditions, with the points it has left.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import Final

from engine.core.board import Board
from engine.core.ids import Location
from engine.core.paths import LinkCosts, Reach, Ties, reachable
from engine.mechanics.zones import Border, border_between

NOWHERE: Final[frozenset[Location]] = frozenset()
_NO_BORDERS: Final[frozenset[Border]] = frozenset()


class Ban(StrEnum):
    """Why a step cannot be taken; which case says so, and in which words, is the game's to say."""

    OCCUPIED = "occupied"
    """The enemy is there."""
    BARRED_BORDER = "barred-border"
    """The side may not be crossed, as with linked zones."""
    ZONE = "zone"
    """This mover may not enter enemy zones, as in a forced march."""
    STUCK = "stuck"
    """It may not leave the enemy zone it is in."""
    ZONE_TO_ZONE = "zone-to-zone"
    UNESCORTED = "unescorted"
    """It enters enemy zones only where a friend holds the place."""
    KEPT_OUT = "kept-out"
    """The place is closed to this sort of unit."""
    TOO_FAR = "too-far"
    """More than the points that are left."""
    NO_WAY_OUT = "no-way-out"
    """It may not end there, and could not get on to where it may."""


class Halt(Enum):
    """What an enemy zone does to one that has come into it."""

    NEVER = "never"
    IN_ZONE = "in zone"
    """It goes no further; one that began there may set out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneTolls:
    """What enemy zones cost on top of the ground, None where they may not be entered or left at all.

    Sticky zones: leave=2. Zones that cost both ways: enter=2, leave=2, and so four from one to the next.
    """

    enter: int | None = 0
    leave: int | None = 0
    across: bool = True
    """Whether one may go from one zone straight into another."""
    halt: Halt = Halt.NEVER


FREE_ZONES: Final = ZoneTolls()


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    """What marching is like now for all units of one sort and side."""

    prices: LinkCosts
    """What the ground costs, without zones."""
    occupied: Container[int] = NOWHERE
    """Where the enemy stands."""
    zones: Container[int] = NOWHERE
    """Enemy zones as these units feel them: less what friends cancel, where friends cancel."""
    tolls: ZoneTolls = FREE_ZONES
    escorts: Container[int] | None = None
    """The places where a friend lets them into a zone; None for those that need no such friend."""
    kept_out: Container[int] = NOWHERE
    """Places they may not enter at all: bonded ones, foreign countries."""
    barred_borders: Container[Border] = _NO_BORDERS
    _tolls: dict[int, tuple[tuple[Location, int | Ban], ...]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def tolls_from(self, origin: Location) -> tuple[tuple[Location, int | Ban], ...]:
        """Every step the ground allows from a place, with its toll or its ban; the same for all these units."""
        found = self._tolls.get(origin)
        if found is None:
            found = self._tolls[origin] = tuple(
                [(Location(target), toll(self, origin, target, price)) for target, price in self.prices.steps[origin]]
            )
        return found


@dataclass(frozen=True, slots=True)
class March:
    """One mover where it stands, with what it has left."""

    conditions: Conditions
    at: Location
    points: int
    minimum: bool = False
    """It may go one step whatever that costs, for all it has."""
    not_to_end: Container[int] = NOWHERE
    """Places it may cross but not end in."""


class AskedPlaces(Container[int]):
    """A set of places that is asked about one by one: a predicate whose answers are kept."""

    __slots__ = ("_answers", "_ask")

    def __init__(self, ask: Callable[[Location], bool]) -> None:
        self._ask = ask
        self._answers: dict[int, bool] = {}

    def __contains__(self, at: object) -> bool:
        assert isinstance(at, int)
        found = self._answers.get(at)
        if found is None:
            found = self._answers[at] = self._ask(Location(at))
        return found


def toll(conditions: Conditions, origin: int, target: int, price: int) -> int | Ban:
    """What a step costs with the enemy in the way, or what bans it; points are not counted here."""
    if target in conditions.occupied:
        return Ban.OCCUPIED
    zones, tolls = conditions.zones, conditions.tolls
    leaving = origin in zones
    if target in zones:
        if leaving and not tolls.across:
            return Ban.ZONE_TO_ZONE
        if tolls.enter is None:
            return Ban.ZONE
        if conditions.escorts is not None and target not in conditions.escorts:
            return Ban.UNESCORTED
        price += tolls.enter
    if target in conditions.kept_out:
        return Ban.KEPT_OUT
    barred = conditions.barred_borders
    if barred is not _NO_BORDERS and border_between(Location(origin), Location(target)) in barred:
        return Ban.BARRED_BORDER
    if not leaving:
        return price
    return Ban.STUCK if tolls.leave is None else price + tolls.leave


def steps_of(board: Board, march: March) -> Mapping[Location, int | Ban]:
    """Every step the ground allows from where the mover stands, with its cost or its ban."""
    points, ends = march.points, march.not_to_end
    return {
        to: cost if not isinstance(cost, Ban) and cost <= points and to not in ends else _paid(board, march, to, cost)
        for to, cost in march.conditions.tolls_from(march.at)
    }


def _paid(board: Board, march: March, to: Location, cost: int | Ban) -> int | Ban:
    """What a step takes of the points by its toll; a minimum move takes all there are."""
    if isinstance(cost, Ban):
        return cost
    if cost > march.points:
        if not march.minimum:
            return Ban.TOO_FAR
        cost = march.points
    return cost if gets_clear(board, march, to, march.points - cost) else Ban.NO_WAY_OUT


def open_steps(board: Board, march: March) -> Iterator[tuple[Location, int]]:
    """The steps that can be taken, with what each costs."""
    return ((to, cost) for to, cost in steps_of(board, march).items() if not isinstance(cost, Ban))


def reach(board: Board, march: March, *, ties: Ties = Ties.BY_LOCATION) -> Reach:
    """Everywhere the mover can end, what it costs, and by which way; where it stands is among them."""
    found = _spread(board, march, march.at, march.points, ties)
    costs, came = dict(found.costs), dict(found.came)
    if march.minimum:
        for to, cost in open_steps(board, march):
            if to not in costs:
                costs[to], came[to] = cost, march.at
    ends = {at: cost for at, cost in costs.items() if at == march.at or at not in march.not_to_end}
    return Reach(march.at, ends, came)


def gets_clear(board: Board, march: March, at: Location, points: int) -> bool:
    """Whether the mover, come to a place with some points left, may end there or get on to where it may."""
    if at not in march.not_to_end:
        return True
    halts = march.conditions.tolls.halt is Halt.IN_ZONE and at != march.at
    if halts and at in march.conditions.zones:
        return False
    for to, cost in march.conditions.tolls_from(at):
        if not isinstance(cost, Ban) and cost <= points and to not in march.not_to_end:
            return True
    return any(to not in march.not_to_end for to in _spread(board, march, at, points, Ties.BY_LOCATION))


def _spread(board: Board, march: March, start: Location, points: int, ties: Ties) -> Reach:
    conditions = march.conditions

    def price_of(origin: int, target: int, price: int) -> int | None:
        cost = toll(conditions, origin, target, price)
        return None if isinstance(cost, Ban) else cost

    may_leave = None
    if conditions.tolls.halt is Halt.IN_ZONE:

        def may_leave(at: Location) -> bool:
            return at not in conditions.zones

    return reachable(board, start, points, conditions.prices.repriced(price_of), may_leave=may_leave, ties=ties)
