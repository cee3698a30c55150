"""The view goes along with the question: if that is about a few units or places and none is in view, it looks there.

A player who has just been asked for losses at the other end of the map should not have to search for them.
"""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.play.desk import Desk
from app.play.table import GameTable
from engine.core.ids import Location
from engine.narration.menu_choices import acting_units, open_places

_MOST = 12
"""A question about more places than this is about the map."""


class Following(QObject):
    """Looks once for each new question."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._desk = desk
        self._asked: tuple[object, ...] | None = None
        desk.showing.refreshed.connect(self._follow)

    def _follow(self) -> None:
        table = self._desk.table
        if table is None or table.is_over or table.is_computers_turn:
            return
        asked = (id(table), table.menu.side, table.menu.prompt.key)
        if asked == self._asked:
            return
        is_first = self._asked is None or self._asked[0] != asked[0]
        self._asked = asked
        if not is_first:
            self._look(places_asked_about(table))

    def _look(self, places: tuple[Location, ...]) -> None:
        table, canvas = self._desk.table, self._desk.canvas
        if table is None or not 0 < len(places) <= _MOST:
            return
        room = canvas.viewport().rect()
        points = [(key, canvas.point_of(key)) for key in map(table.board.key, places)]
        drawn = [(key, point) for key, point in points if point is not None]
        if drawn and not any(room.contains(point) for _, point in drawn):
            canvas.look_at(drawn[0][0])


def places_asked_about(table: GameTable) -> tuple[Location, ...]:
    """Where the units stand that can act, and the places that need none."""
    units = [table.view.units[unit].at for unit in sorted(acting_units(table.menu)) if unit in table.view.units]
    return tuple(dict.fromkeys((*units, *open_places(table.menu))))
