"""Rail capacity: how much may go by train in a turn, through which stations, and what a journey costs.

A capacity is a count that is used up: of a side, of an entry, of a station, in units or in points. What has gone by
train in a turn is a list of fares kept by the game; the capacity says whether another fits.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass

from engine.core.board import Board
from engine.core.ids import Location, UnitId
from engine.core.paths import LinkCosts, Reach, reachable
from engine.mechanics.marching import NOWHERE


@dataclass(frozen=True, slots=True)
class Fare:
    """A unit that uses the railway, by what it weighs: 1 for a division, 3 for a corps, its strength points."""

    unit: UnitId
    weight: int = 1
    station: Location | None = None
    """Where it boards or leaves the train, for capacities of places."""


@dataclass(frozen=True, slots=True)
class Capacity:
    """So much may go: by weight, and by number where that is limited too."""

    weight: int | None = None
    units: int | None = None

    def left(self, fares: Iterable[Fare]) -> int | None:
        """How much weight may still go; None without a limit."""
        return None if self.weight is None else self.weight - sum(fare.weight for fare in fares)

    def fits(self, fares: Iterable[Fare]) -> bool:
        """Whether all of them may go together."""
        going = tuple(fares)
        if self.units is not None and len({fare.unit for fare in going}) > self.units:
            return False
        return self.weight is None or sum(fare.weight for fare in going) <= self.weight


def has_room(
    fares: Iterable[Fare], another: Fare, capacity: Capacity, station: Callable[[Location], Capacity] | None = None
) -> bool:
    """Whether another unit may go beside those that have: by the capacity of the side, and by that of its station.

    A unit that has a fare already, as one that stays aboard, is not counted twice.
    """
    going = [fare for fare in fares if fare.unit != another.unit]
    if not capacity.fits((*going, another)):
        return False
    if station is None or another.station is None:
        return True
    return station(another.station).fits((*(fare for fare in going if fare.station == another.station), another))


@dataclass(frozen=True, slots=True, kw_only=True)
class Timetable:
    """What a train has to spend and on what: hexes, boarding, leaving; none of them costs where rails have no limit."""

    points: int
    board: int = 0
    leave: int = 0


def rail_reach(
    board: Board,
    rails: LinkCosts,
    start: Location,
    timetable: Timetable,
    *,
    closed: Container[int] = NOWHERE,
    aboard: bool = False,
) -> Reach:
    """Where a train can bring a unit that leaves it there: along usable track, into no closed place.

    `rails` has only track that the side may use, by gauge and by who holds it. `closed` are places a train does not
    enter or set out from, such as enemy zones; a unit that is `aboard` has paid for boarding in another turn.
    """
    if not aboard and start in closed:
        return Reach(start, {start: 0}, {})
    spent = 0 if aboard else timetable.board
    budget = timetable.points - spent - timetable.leave
    if closed is not NOWHERE:
        rails = rails.repriced(lambda origin, target, price: None if target in closed else price)
    found = reachable(board, start, budget, rails)
    costs = {at: cost + spent + timetable.leave if at != start else 0 for at, cost in found.costs.items()}
    return Reach(start, costs or {start: 0}, found.came)
