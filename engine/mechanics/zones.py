"""Zones of control: where they lie, who exerts them and what cancels them.

Who exerts a zone, and what stops one at a hexside, differ from game to game and come as functions. What a zone covers
does not change while a game is played, so `zone_cover` works it out once for each place; where the zones of a side lie
now is then the union of what its places cover. What zones do to those who enter and leave them is said in `marching`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set
from typing import TypeAlias

from engine.core.board import Board
from engine.core.ids import Location, UnitId
from engine.core.state import Unit

Extends: TypeAlias = Callable[[int, int, int], bool]
"""Origin, target, edge -> whether a zone reaches across."""


class Cover(dict[int, tuple[Location, ...]]):
    """For each location the places that a zone exerted there covers; worked out when it is first asked for.

    Armies stand in a few hundred of many thousand hexes.
    """

    def __init__(self, board: Board, extends: Extends) -> None:
        super().__init__()
        self._links, self._extends = board.links, extends

    def __missing__(self, at: int) -> tuple[Location, ...]:
        extends = self._extends
        reached = [Location(target) for target, edge in self._links[at] if extends(at, target, edge)]
        found = self[at] = tuple(dict.fromkeys(reached))
        return found


Border: TypeAlias = tuple[Location, Location]
"""The side between two neighbouring places, the lower first."""


def zone_cover(board: Board, extends: Extends) -> Cover:
    """What a zone exerted in each location covers; one serves a board, a season, a sort of unit."""
    return Cover(board, extends)


def covered(cover: Cover, places: Iterable[Location]) -> set[Location]:
    """The places that lie in a zone exerted from any of some others."""
    found: set[Location] = set()
    for at in places:
        found.update(cover[at])
    return found


def zones_of_control(
    board: Board,
    units: Iterable[Unit],
    exerts: Callable[[Unit], bool],
    extends: Extends,
) -> dict[Location, tuple[UnitId, ...]]:
    """For each location in a zone, the units that exert it, in the order in which the units came.

    `extends(origin, target, edge)` says whether a zone reaches across that edge.
    """
    links = board.links

    def around(unit: Unit) -> Iterable[Location]:
        if not exerts(unit):
            return ()
        return dict.fromkeys(Location(target) for target, edge in links[unit.at] if extends(unit.at, target, edge))

    return exerted_by((unit.id, around(unit)) for unit in units)


def exerted_by(zones: Iterable[tuple[UnitId, Iterable[Location]]]) -> dict[Location, tuple[UnitId, ...]]:
    """For each location in a zone who exerts it, from the places that each unit covers."""
    found: dict[Location, tuple[UnitId, ...]] = {}
    for unit, places in zones:
        for at in places:
            found[at] = (*found.get(at, ()), unit)
    return found


def uncancelled(zones: Set[Location], friends: Set[Location]) -> frozenset[Location]:
    """The zones that are still felt where friends in a place cancel them: for a line, a retreat or a move."""
    return frozenset(zones - friends)


def border_between(one: Location, other: Location) -> Border:
    return (one, other) if one < other else (other, one)
