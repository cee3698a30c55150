"""Zones of control: which units lie on which neighbouring locations.

Who exerts a zone, and what stops one at a hexside, differ from game to game and come as functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.core.board import Board
from engine.core.ids import Location, UnitId
from engine.core.state import Unit


def zones_of_control(
    board: Board,
    units: Iterable[Unit],
    exerts: Callable[[Unit], bool],
    extends: Callable[[int, int, int], bool],
) -> dict[Location, tuple[UnitId, ...]]:
    """For each location in a zone, the units that exert it, in the order in which the units came.

    `extends(origin, target, edge)` says whether a zone reaches across that edge.
    """
    found: dict[Location, list[UnitId]] = {}
    for unit in units:
        if exerts(unit):
            for target, edge in board.links[unit.at]:
                if extends(unit.at, target, edge):
                    exerting = found.setdefault(Location(target), [])
                    if unit.id not in exerting:
                        exerting.append(unit.id)
    return {location: tuple(exerting) for location, exerting in found.items()}
