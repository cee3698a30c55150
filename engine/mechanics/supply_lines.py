"""Lines of supply, of command or of any other sort: links closed, lengthened or altered by the situation, then a trace.

A game works out the links of an empty map once (`paths.link_costs`), searched from the sources outward: a step of the
search away from a place stands for a step of the line into that place. `supply_net` lays the situation over them, and
the net remembers what was traced on it. Whether a line is short enough, and what its want does, is the game's to say.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping

from engine.core.board import Board
from engine.core.ids import Location
from engine.core.paths import LinkCosts, Trace, trace

NO_CHANGE: Mapping[int, tuple[tuple[int, int], ...]] = {}


class SupplyNet:
    """The links of lines in one situation, and the lines that were found on it."""

    __slots__ = ("_reached", "_traces", "board", "links")

    def __init__(self, board: Board, links: LinkCosts) -> None:
        self.board, self.links = board, links
        self._traces: dict[tuple[tuple[Location, ...], int | None], Trace] = {}
        self._reached: dict[tuple[tuple[Location, ...], int | None], frozenset[Location]] = {}

    def lines(self, sources: tuple[Location, ...], limit: int | None = None) -> Trace:
        """The lines to the nearest of some sources, from wherever one starts, within a length."""
        key = (sources, limit)
        found = self._traces.get(key)
        if found is None:
            found = self._traces[key] = trace(self.board, sources, None, limit=limit, cost=self.links)
        return found

    def reached(self, sources: tuple[Location, ...], limit: int, *, within: int | None = None) -> frozenset[Location]:
        """The places from which a line of some length leads to a source; `limit` is how far it was looked for.

        A game that also asks who has no line within a greater length names that as the limit, and one search does.
        """
        key = (sources, limit if within is None else within)
        found = self._reached.get(key)
        if found is None:
            lengths = self.lines(sources, limit).lengths
            most = key[1]
            assert most is not None
            found = frozenset(at for at, length in lengths.items() if length <= most)
            self._reached[key] = found
        return found


def supply_net(
    board: Board,
    bare: LinkCosts,
    *,
    closed: Iterable[int] = (),
    lengthened: Mapping[int, int] | None = None,
    altered: Mapping[int, tuple[tuple[int, int], ...]] = NO_CHANGE,
) -> SupplyNet:
    """The links of the empty map as the situation leaves them.

    A line may start in a `closed` place, but not enter it. A `lengthened` place counts so many times over. Where the
    situation changes single links, as with a bridge or a port, `altered` has all that lead away from the place.
    """
    changed: dict[int, tuple[tuple[int, int], ...]] = dict(altered)
    for at, factor in (lengthened or {}).items():
        onward = changed.get(at, bare.steps[at])
        changed[at] = tuple((to, factor * length) for to, length in onward)
    changed.update(dict.fromkeys(closed, ()))
    return SupplyNet(board, bare.altered(changed))


def relay_chain(
    net: SupplyNet, sources: tuple[Location, ...], relays: Iterable[Location], limit: int | None
) -> Mapping[Location, Location]:
    """The relays (depots, headquarters) that hang together with a source, each with what its own line leads to.

    Each link of the chain is a line within the limit; those nearer to the sources in links come first.
    """
    waiting = set(relays)
    chain: dict[Location, Location] = {}
    ends = sources
    while ends and waiting:
        reached = net.lines(ends, limit)
        ends = tuple(sorted(at for at in waiting if at in reached))
        chain.update((at, reached.path(at)[-1]) for at in ends)
        waiting.difference_update(ends)
    return chain


def reached_through(
    onward: Callable[[Location], Iterable[Location]],
    sources: Iterable[Location],
    passable: Container[Location],
    limit: int | None = None,
) -> set[Location]:
    """The places that lines come to, step by step, where they go on only through places that may be passed.

    So a line ends in a place that nobody holds, and never runs through it. Sources are passed themselves. Who only asks
    whether there is a line gets it from here sooner than from a trace, which knows how long it is and where it runs.
    """
    layer = list(sources)
    found = set(layer)
    while layer and limit != 0:
        limit = None if limit is None else limit - 1
        further: list[Location] = []
        for at in layer:
            for to in onward(at):
                if to not in found:
                    found.add(to)
                    if to in passable:
                        further.append(to)
        layer = further
    return found
