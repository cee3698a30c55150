"""Trays: the units that are off the map, by side and box, those that are due in the order of their turns.

No Qt is imported here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.core.actions import PickUnit
from engine.core.board import PlaceKind
from engine.core.ids import Location, Side, UnitId
from engine.core.records import Action
from engine.narration.menu_choices import acting_units, places_of
from engine.narration.seen_game import SeenGame

_LITTLE: Final = 3
"""So many choices about units off the map are put on buttons."""


@dataclass(frozen=True, slots=True)
class Tray:
    """The units of a side in one box; with a turn, those that come in that turn."""

    side: Side
    box: Location
    title: str
    turn: int | None
    units: tuple[UnitId, ...]


def trays_of(table: SeenGame) -> tuple[Tray, ...]:
    """Every tray that holds something, side by side, as the viewer may see it.

    Trays with units that can be placed or used now come first, and such units first in their tray.
    """
    view, board = table.view, table.board
    acting = frozenset() if table.is_computers_turn or table.is_over else acting_units(table.menu)
    due = table.game.ruleset.due(table.game, view)
    found: dict[tuple[Side, Location, int], list[UnitId]] = {}
    for box in sorted(view.stacks):
        if board.kinds[box] == PlaceKind.BOX:
            for unit in view.at(box):
                found.setdefault((unit.side, box, due.get(unit.id, 0)), []).append(unit.id)
    sides = list(table.game.ruleset.sides)

    def in_order(key: tuple[Side, Location, int]) -> tuple[bool, int, Location, int]:
        side, box, turn = key
        return acting.isdisjoint(found[key]), sides.index(side) if side in sides else len(sides), box, turn

    return tuple(
        Tray(side, box, table.names.place(box), turn or None, tuple(_alike(table, found[side, box, turn], acting)))
        for side, box, turn in sorted(found, key=in_order)
    )


def arrivals_asked_for(table: SeenGame) -> bool:
    """Whether the question is about units off the map: most of those that can act lie in trays and can go somewhere."""
    if table.is_computers_turn or table.is_over:
        return False
    view, board = table.view, table.board
    acting = [view.units[unit] for unit in acting_units(table.menu) if unit in view.units]
    off = [unit for unit in acting if board.kinds[unit.at] == PlaceKind.BOX]
    return 2 * len(off) >= len(acting) > 0 and any(places_of(table.menu, unit.id) for unit in off)


def asked_from_trays(table: SeenGame) -> tuple[Action, ...]:
    """What can be done with units off the map where they lie, if that is little: nothing on the map leads to it."""
    view, board = table.view, table.board
    found: list[Action] = []
    for offer in table.menu.offers:
        touches = offer.action.touches()
        if offer.action is PickUnit or not touches["unit"] or touches["location"] or touches["card"]:
            continue
        for action in offer.actions():
            units = [view.units[unit] for unit in action.units() if unit in view.units]
            if units and all(board.kinds[unit.at] == PlaceKind.BOX for unit in units):
                found.append(action)
            if len(found) > _LITTLE:
                return ()
    return tuple(found)


def _alike(table: SeenGame, units: list[UnitId], acting: frozenset[UnitId]) -> list[UnitId]:
    """Units of a sort side by side, those that can act before the others."""
    view, names = table.view, table.names
    return sorted(units, key=lambda unit: (unit not in acting, view.units[unit].type, names.unit(unit), unit))
