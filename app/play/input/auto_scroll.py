"""The view goes along with what must be decided: if that is about a few places and none is in view, it moves there.

A player who has just been asked for losses at the other end of the map should not have to search for them. Where one
may also pass, as in a phase of movement, the view stays where it is, and it never moves further than it must.
"""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.play.desk import Desk
from app.play.input.view_moves import bring_into_view
from app.play.table import GameTable
from engine.core.ids import Location
from engine.narration.menu_choices import acting_units, must_answer, open_places

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
        if not is_first and must_answer(table.menu):
            self._look(places_asked_about(table))

    def _look(self, places: tuple[Location, ...]) -> None:
        table, canvas = self._desk.table, self._desk.canvas
        if table is None or not 0 < len(places) <= _MOST:
            return
        room = canvas.viewport().rect()
        drawn = [point for key in map(table.board.key, places) if (point := canvas.point_of(key)) is not None]
        if drawn and not any(room.contains(point) for point in drawn):
            bring_into_view(canvas, min(drawn, key=lambda at: (at - room.center()).manhattanLength()))


def places_asked_about(table: GameTable) -> tuple[Location, ...]:
    """Where the units stand that can act, and the places that need none."""
    units = [table.view.units[unit].at for unit in sorted(acting_units(table.menu)) if unit in table.view.units]
    return tuple(dict.fromkeys((*units, *open_places(table.menu))))
