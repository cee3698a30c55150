"""How far, by which way, at what price: the searches that movement, retreat, supply, rail and sea all ask of a board.

Costs are whole numbers, zero or more; a game with half points counts in halves. A bucket queue settles locations in
order of cost, and those of one cost in order of location (one reached by a free step comes after those already
waiting). Of several equally cheap ways the one found first in that order is kept, so the answers are the same on
every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as column
from enum import Enum
from heapq import heappop, heappush
from typing import Any, Final, TypeAlias, cast

from engine.core.board import Board
from engine.core.ids import Location

StepCost: TypeAlias = Callable[[int, int, int], int | None]
"""Origin, target, edge -> cost of the step; None forbids it."""

Passable: TypeAlias = Callable[[int, int, int], bool]
"""Origin, target, edge -> whether a trace may take this step; the origin is the end nearer the source."""

UNREACHED: Final = -1
"""What a field holds where no source leads."""


class Ties(Enum):
    """Which of the locations that cost the same a search goes on from first."""

    BY_LOCATION = "by location"
    AS_FOUND = "as found"
    """In the order in which they were come to, ring by ring."""


_FAR: Final = 1 << 62
_NEGATIVE: Final = "a step cannot cost less than nothing"

Steps: TypeAlias = "Sequence[Sequence[tuple[int, int]]]"
"""For each location where one can go from it, as (target, cost)."""

_Steps: TypeAlias = Iterable[tuple[int, int]]
_Expand: TypeAlias = Callable[[int], _Steps]


class LinkCosts:
    """Step costs worked out beforehand for a whole board: a StepCost that the searches need not call.

    Worth it when several searches share one rule, such as a movement class on a turn's weather. It is a snapshot of
    `cost`, which must not change its answers.
    """

    __slots__ = ("cost", "steps")

    def __init__(self, board: Board, cost: StepCost) -> None:
        self.cost = cost
        shared: dict[tuple[int, int], tuple[int, int]] = {}
        self.steps: Steps = tuple(
            tuple([shared.setdefault(step, step) for step in _cheapest(origin, links, cost)])
            for origin, links in enumerate(board.links)
        )

    def __call__(self, origin: int, target: int, edge: int) -> int | None:
        return self.cost(origin, target, edge)

    def repriced(self, reprice: Callable[[int, int, int], int | None]) -> LinkCosts:
        """The same with every price asked again, when a search comes to it: origin, target, price -> price or None.

        For what differs from mover to mover, such as zones: only the steps that are looked at are asked about.
        """
        steps = self.steps

        def cost(origin: int, target: int, edge: int) -> int | None:
            price = self.cost(origin, target, edge)
            return None if price is None else reprice(origin, target, price)

        new = object.__new__(LinkCosts)
        new.cost, new.steps = cost, _Repriced(steps, reprice)
        return new

    def altered(self, leaving: Mapping[int, tuple[tuple[int, int], ...]]) -> LinkCosts:
        """The same with other steps out of some locations, as (target, cost); none for a location not to be left.

        Cheap where a situation differs from the bare board in a few hundred places.
        """
        steps = list(self.steps)
        for origin, onward in leaving.items():
            steps[origin] = onward

        def cost(origin: int, target: int, edge: int) -> int | None:
            return dict(leaving[origin]).get(target) if origin in leaving else self.cost(origin, target, edge)

        new = object.__new__(LinkCosts)
        new.cost, new.steps = cost, tuple(steps)
        return new


class _Repriced(Sequence[Sequence[tuple[int, int]]]):
    """Steps whose prices are asked again when somebody looks at them."""

    __slots__ = ("_reprice", "_steps")

    def __init__(self, steps: Steps, reprice: Callable[[int, int, int], int | None]) -> None:
        self._steps, self._reprice = steps, reprice

    def __len__(self) -> int:
        return len(self._steps)

    def __getitem__(self, origin: Any) -> Any:
        reprice = self._reprice
        found = ((target, reprice(origin, target, price)) for target, price in self._steps[origin])
        return [(target, price) for target, price in found if price is not None]


def link_costs(board: Board, cost: StepCost) -> LinkCosts:
    """Work out every step of a board once; the result is accepted wherever a StepCost is."""
    return LinkCosts(board, cost)


@dataclass(frozen=True, slots=True)
class Reach:
    """Where one can get to from a start, and what it costs."""

    start: Location
    costs: Mapping[Location, int]
    _came: Mapping[int, int] = column(repr=False)

    def __contains__(self, location: int) -> bool:
        return location in self.costs

    def __iter__(self) -> Iterator[Location]:
        return iter(self.costs)

    def __len__(self) -> int:
        return len(self.costs)

    @property
    def came(self) -> Mapping[int, int]:
        """Whence each location was reached, but for the start."""
        return self._came

    def path_to(self, location: Location) -> tuple[Location, ...]:
        """A cheapest way, from the start to the location, both included; empty where one cannot get to."""
        return _way_back(location, self._came)[::-1] if location in self.costs else ()


@dataclass(frozen=True, slots=True)
class Trace:
    """What sources are connected to, and by which way."""

    lengths: Mapping[Location, int]
    _came: Mapping[int, int] = column(repr=False)

    def __contains__(self, location: int) -> bool:
        return location in self.lengths

    def __iter__(self) -> Iterator[Location]:
        return iter(self.lengths)

    def __len__(self) -> int:
        return len(self.lengths)

    def length(self, location: Location) -> int | None:
        """Steps, or cost, from the nearest source; None where no source leads."""
        return self.lengths.get(location)

    @property
    def came(self) -> Mapping[int, int]:
        """Whence each location was reached, but for the sources."""
        return self._came

    def path(self, location: Location) -> tuple[Location, ...]:
        """The way from a location back to its source, both included; empty where no source leads."""
        return _way_back(location, self._came) if location in self.lengths else ()

    def source(self, location: Location) -> Location | None:
        """The source a location is traced to."""
        way = self.path(location)
        return way[-1] if way else None


def reachable(
    board: Board,
    start: Location,
    budget: int,
    cost: StepCost,
    *,
    may_leave: Callable[[Location], bool] | None = None,
    ties: Ties = Ties.BY_LOCATION,
) -> Reach:
    """Everywhere one can get to from `start` for `budget` points.

    A location that `may_leave` denies can be entered but not left; the start is not asked, its rules belong to `cost`.
    """
    known: dict[int, int] = {start: 0} if budget >= 0 else {}
    expand = cost.steps.__getitem__ if isinstance(cost, LinkCosts) else _asking(board, cost, known)
    if may_leave is not None:
        onward = expand
        may = cast("Callable[[int], bool]", may_leave)

        def expand(origin: int) -> _Steps:
            return onward(origin) if origin == start or may(origin) else ()

    came = _settle(known, budget, expand, ties)
    return Reach(start, cast("Mapping[Location, int]", known), came)


def trace(
    board: Board,
    sources: Iterable[Location],
    passable: Passable | None,
    *,
    limit: int | None = None,
    cost: StepCost | None = None,
    may_leave: Callable[[Location], bool] | None = None,
) -> Trace:
    """What can be connected to the nearest of several sources, over passable steps, within `limit` if told.

    The search runs outward from the sources. Steps count one each, or what `cost` says; without `passable` it is
    for `cost` alone to forbid them, and costs worked out beforehand are not asked again. A location that `may_leave`
    denies ends the lines that come to it; the sources are not asked.
    """
    known: dict[int, int] = dict.fromkeys(sources, 0) if limit is None or limit >= 0 else {}

    def toll(origin: int, target: int, edge: int) -> int | None:
        if passable is not None and not passable(origin, target, edge):
            return None
        return 1 if cost is None else cost(origin, target, edge)

    if passable is None and isinstance(cost, LinkCosts):
        expand: _Expand = cost.steps.__getitem__
    else:
        expand = _asking(board, toll, known)
    if may_leave is not None:
        onward, starts = expand, frozenset(known)
        may = cast("Callable[[int], bool]", may_leave)

        def expand(origin: int) -> _Steps:
            return onward(origin) if origin in starts or may(origin) else ()

    came = _settle(known, _FAR if limit is None else limit, expand)
    return Trace(cast("Mapping[Location, int]", known), came)


def field(
    board: Board, sources: Iterable[Location], cost: StepCost | None = None, *, limit: int | None = None
) -> list[int]:
    """For every location the steps, or the cost, from the nearest source; UNREACHED where none leads within `limit`.

    The search runs outward from the sources: a one-way link or an uphill cost counts as for one who comes from there.
    """
    if cost is None:
        return _steps_everywhere(board, sources, limit)
    steps = cost.steps if isinstance(cost, LinkCosts) else LinkCosts(board, cost).steps
    known = [_FAR] * board.size
    most = _FAR if limit is None else limit
    buckets: dict[int, list[int]] = {0: list(set(sources))}
    for source in buckets[0]:
        known[source] = 0
    waiting = [0]
    while waiting:
        spent = heappop(waiting)
        for origin in buckets[spent]:
            if known[origin] != spent:
                continue
            for target, price in steps[origin]:
                total = spent + price
                if total < known[target] and total <= most:
                    known[target] = total
                    queue = buckets.get(total)
                    if queue is None:
                        buckets[total] = [target]
                        heappush(waiting, total)
                    else:
                        queue.append(target)
        del buckets[spent]
    return [UNREACHED if found == _FAR else found for found in known]


def _steps_everywhere(board: Board, sources: Iterable[Location], limit: int | None) -> list[int]:
    links = board.links
    known = [UNREACHED] * board.size
    layer: list[int] = list(set(sources))
    steps = 0
    while layer:
        for origin in layer:
            known[origin] = steps
        if steps == limit:
            break
        steps += 1
        further = []
        for origin in layer:
            for target, _ in links[origin]:
                if known[target] == UNREACHED:
                    known[target] = steps
                    further.append(target)
        layer = further
    return known


def _asking(board: Board, cost: StepCost, known: Mapping[int, int]) -> _Expand:
    """Steps whose costs are asked on the way; not for what is settled already, which nothing can better."""
    links = board.links
    cost_of = known.get

    def expand(origin: int) -> _Steps:
        spent = known[origin]
        steps = []
        for target, edge in links[origin]:
            if cost_of(target, _FAR) > spent:
                price = cost(origin, target, edge)
                if price is not None:
                    if price < 0:
                        raise ValueError(_NEGATIVE)
                    steps.append((target, price))
        return steps

    return expand


def _cheapest(origin: int, links: tuple[tuple[int, int], ...], cost: StepCost) -> Iterable[tuple[int, int]]:
    """One step a target: of parallel edges only the cheapest matters."""
    best: dict[int, int] = {}
    for target, edge in links:
        price = cost(origin, target, edge)
        if price is not None and price < best.get(target, _FAR):
            if price < 0:
                raise ValueError(_NEGATIVE)
            best[target] = price
    return best.items()


def _settle(known: dict[int, int], budget: int, expand: _Expand, ties: Ties = Ties.BY_LOCATION) -> dict[int, int]:
    """Extend the costs of the sources to all that lies within the budget; returns whence each location was reached.

    Only what is reached is touched, so that a short move costs the same on a map of any size.
    """
    beyond = budget + 1
    came: dict[int, int] = {}
    buckets = {0: list(known)}
    waiting = [0]
    cost_of = known.get
    bucket_of = buckets.get
    by_location = ties is Ties.BY_LOCATION
    while waiting:
        spent = heappop(waiting)
        bucket = buckets[spent]
        if by_location:
            bucket.sort()
        for origin in bucket:
            if known[origin] != spent:
                continue
            for target, price in expand(origin):
                total = spent + price
                if total < cost_of(target, beyond):
                    known[target] = total
                    came[target] = origin
                    queue = bucket_of(total)
                    if queue is None:
                        buckets[total] = [target]
                        heappush(waiting, total)
                    else:
                        queue.append(target)
    return came


def _way_back(location: int, came: Mapping[int, int]) -> tuple[Location, ...]:
    way = [Location(location)]
    while location in came:
        location = came[location]
        way.append(Location(location))
    return tuple(way)
