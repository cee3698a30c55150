"""Trays: the units that are off the map, by side and box, those that are due in the order of their turns.

No Qt is imported here.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.ids import Location, Side, UnitId
from engine.narration.seen_game import SeenGame


@dataclass(frozen=True, slots=True)
class Tray:
    """The units of a side in one box; with a turn, those that come in that turn."""

    side: Side
    box: Location
    title: str
    turn: int | None
    units: tuple[UnitId, ...]


def trays_of(table: SeenGame) -> tuple[Tray, ...]:
    """Every tray that holds something, side by side, as the viewer may see it."""
    view, board = table.view, table.board
    due = table.game.ruleset.due(table.game, view)
    found: dict[tuple[Side, Location, int], list[UnitId]] = {}
    for box in sorted(view.stacks):
        if board.kinds[box] == "box":
            for unit in view.at(box):
                found.setdefault((unit.side, box, due.get(unit.id, 0)), []).append(unit.id)
    sides = list(table.game.ruleset.sides)
    order = sorted(found, key=lambda key: (sides.index(key[0]) if key[0] in sides else len(sides), key[1], key[2]))
    return tuple(
        Tray(side, box, board.title(box), turn or None, tuple(_alike(table, found[side, box, turn])))
        for side, box, turn in order
    )


def _alike(table: SeenGame, units: list[UnitId]) -> list[UnitId]:
    """Units of a sort side by side."""
    return sorted(units, key=lambda unit: (table.view.units[unit].type, table.names.unit(unit), unit))
