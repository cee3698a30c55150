"""The view goes along with what must be decided: if that is about a few places and none is in view, it moves there.

A player who has just been asked for losses at the other end of the map should not have to search for them. Where one
may also pass, as in a phase of movement, the view stays where it is, and it never moves further than it must. While an
attack is put together, its target and those beside it who could join are in view, however many buttons stand above the
map. A game begins with its armies in view: on a map so large that they would be a handful of dots, it is shown closer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, QRect, QTimer

from app.play.desk import Desk
from app.play.input.view_moves import bring_box_into_view, bring_into_view
from app.play.table import GameTable
from editor.geometry.lattice import Box
from engine.core.board import PlaceKind
from engine.core.ids import Location
from engine.narration.explanations import attack_in_hand
from engine.narration.menu_choices import acting_units, must_answer, open_places

_MOST = 12
"""A question about more places than this is about the map."""

_CLOSEST = 0.6
_AS_GOOD_AS = 1.3
"""How much closer than the whole map still counts as that: bars and panels take room while it holds still."""
_LOST = 2.0
"""How many times larger armies must become for the view of the whole map to be left."""
_ROOM = 1.3
"""How much more than the armies is shown."""
_TOUCHES = (QEvent.Type.MouseButtonPress, QEvent.Type.Wheel, QEvent.Type.NativeGesture)
"""With these a person begins to look around."""


class Following(QObject):
    """Looks once for each new question."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._desk = desk
        self._asked: tuple[object, ...] | None = None
        self._soon = QTimer(self)
        """Armies are looked for once the panels of the game stand around the map."""
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._show_armies)
        self._is_fresh = False
        """A game has just begun and nobody has touched its map: a line above it that still grows may not cover it."""
        self.is_asked_aside: Callable[[], bool] = lambda: False
        """Whether something else is asked below the question."""
        desk.canvas.viewport().installEventFilter(self)
        self._fight = QTimer(self)
        """A fight is looked for once the line above the map has its height."""
        self._fight.setSingleShot(True)
        self._fight.setInterval(0)
        self._fight.timeout.connect(self._show_fight)
        desk.scene.refreshed.connect(self._follow)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if self._is_fresh and event.type() is QEvent.Type.Resize and not self._says_more():
            self._soon.start()
        elif event.type() in _TOUCHES:
            self._is_fresh = False
        return super().eventFilter(watched, event)

    def _says_more(self) -> bool:
        """Whether it is not the question that takes room, but what is said or asked below it for a while."""
        return bool(self._desk.scene.prompt.refusal) or self.is_asked_aside()

    def _follow(self) -> None:
        table = self._desk.table
        if table is None or table.is_over or table.is_computers_turn:
            return
        if attack_in_hand(table) is not None:
            self._fight.start()
        asked = (id(table.authored), table.menu.side, table.menu.prompt.key)
        if asked == self._asked:
            return
        is_first = self._is_fresh = self._asked is None or self._asked[0] != asked[0]
        self._asked = asked
        if is_first:
            self._soon.start()
        elif must_answer(table.menu):
            self._look(places_asked_about(table))

    def _show_armies(self) -> None:
        """Show a map that was seen whole as a whole beside the panels; go closer where the armies are lost on it."""
        table, canvas = self._desk.table, self._desk.canvas
        if table is None:
            return
        if canvas.look().zoom is None:
            canvas.fit()
        if canvas.zoom > canvas.fit_zoom * _AS_GOOD_AS:
            return
        keys = (table.board.key(at) for at in table.view.stacks if table.board.kinds[at] is not PlaceKind.BOX)
        places = [place for key in keys if (place := canvas.picture.place(key)) is not None]
        closer = armies_view(canvas.picture.bounds, [(place.x, place.y) for place in places])
        if closer is not None:
            times, (x, y) = closer
            canvas.set_zoom(min(canvas.fit_zoom * times, _CLOSEST))
            canvas.look_at_point(x, y)

    def _show_fight(self) -> None:
        """Move the view so far that an attack in hand is seen whole; where that is too much, its target is."""
        table, canvas = self._desk.table, self._desk.canvas
        attack = attack_in_hand(table) if table is not None and not table.is_computers_turn else None
        if table is None or attack is None or not attack[1]:
            return
        beside = {at for target in attack[1] for at, _ in table.board.links[target]}
        units = {table.view.units[unit].at for unit in acting_units(table.menu) if unit in table.view.units}
        for places in ((*attack[1], *(units & beside)), attack[1]):
            drawn = [edge for at in places if (edge := canvas.picture.outline(table.board.key(at))) is not None]
            box = QRect()
            for edge in drawn:
                box = box.united(canvas.mapFromScene(edge.boundingRect()).boundingRect())
            if bring_box_into_view(canvas, box):
                return

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


def armies_view(paper: Box, armies: Sequence[tuple[float, float]]) -> tuple[float, tuple[float, float]] | None:
    """How many times closer, and where to look, so that armies fill the view; None where they do well enough on it."""
    if not armies:
        return None
    across, down = [x for x, _ in armies], [y for _, y in armies]
    wide, high = max(across) - min(across) + 2.0, max(down) - min(down) + 2.0
    times = min(paper.width / wide, paper.height / high) / _ROOM
    if times < _LOST:
        return None
    return times, ((min(across) + max(across)) / 2, (min(down) + max(down)) / 2)
