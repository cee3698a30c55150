"""Where units went while the computer decided: an arrow along each way, until the person decides something again.

Whoever looks away while the computer plays sees at a glance what it did. Where nobody but computers plays, the arrows
of a side stay until the next begins its part of the turn. They lie beneath the counters, in the colours of their sides,
and tell no more than the person may know.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import hypot

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from app.play.desk import Desk
from app.play.scene.menu_marks import MarkLayer
from app.play.table import GameTable
from engine.core.board import PlaceKind
from engine.core.facets import UnitMove
from engine.core.ids import NO_SIDE, Side
from engine.narration.chronicle import step_of
from engine.narration.event_motion import ways_of

_MOST = 200
"""More ways than this would cover the map: the latest are shown."""
_WIDE, _HEAD = 0.16, 0.4
_STRONG = 0.9
_CLEAR = 0.62
"""How far before the middle of its last place an arrow ends, so that its head is seen beside the counter there."""
_BRIGHT = 0.75
"""Counters brighter than this have dark trails: their own colour would be lost on the map."""


@dataclass(frozen=True, slots=True)
class Trail:
    """A way by the keys of its places, and the colour of whoever went it."""

    keys: tuple[str, ...]
    colour: str


class ComputerTrails(MarkLayer):
    """Follows the game, and shows what happened since the person decided last."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.canvas, 9.2)
        self._desk = desk
        self.trails: tuple[Trail, ...] = ()
        self._since = 0
        """After how many decisions of the game the person decided last."""
        self._seen: tuple[GameTable, int, bool] | None = None
        """The game that was drawn last, its decisions, and whether a computer was to decide."""
        self._part: tuple[int, Side] | None = None
        """The turn, and the side whose part of it is played, where nobody but computers plays."""
        desk.scene.refreshed.connect(lambda _: self._follow())
        desk.scene.ended.connect(lambda: self._show(()))

    def _follow(self) -> None:
        table, before = self._desk.table, self._seen
        if table is None or not table.has_computers:
            self._seen = None
            self._show(())
            return
        self._seen = (table, table.length, table.is_computers_turn)
        is_other = before is None or before[0] is not table or table.length < before[1]
        part, self._part = self._part, self._part_of(table)
        if before is None or is_other or (table.length > before[1] and not before[2]) or part != self._part:
            self._since = table.length
        self._show(() if table.is_past or table.awaited is not None else self._found(table))

    def _part_of(self, table: GameTable) -> tuple[int, Side] | None:
        """Which part of the turn is played between computers; what belongs to no side belongs to the one before."""
        if table.has_persons:
            return None
        step = step_of(table.game.ruleset, table.session.state)
        if step is not None and step.side == NO_SIDE and self._part is not None:
            return self._part
        return table.session.state.turn, step.side if step is not None else NO_SIDE

    def _found(self, table: GameTable) -> Iterable[Trail]:
        session = table.session
        played = session.recent[max(0, self._since - session.recalled_from) :]
        ways = ways_of(event.seen_by(table.viewer) for each in played for event in each.events)
        for move in [move for move in ways if _is_on_the_map(table, move)][-_MOST:]:
            unit = table.view.units.get(move.unit)
            if unit is not None:
                keys = tuple(table.board.key(place) for place in move.way)
                yield Trail(keys, self._desk.scene.colours(unit.side)[0])

    def _show(self, trails: Iterable[Trail]) -> None:
        before, self.trails = self.trails, tuple(trails)
        if before != self.trails:
            self._renew(*(self._room_of(trail.keys) for trail in set(before) ^ set(self.trails)))

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        pixel = 1 / painter.worldTransform().m11()
        by = self._margin()
        seen = option.exposedRect.adjusted(-by, -by, by, by)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for trail in self.trails:
            points = self._points(trail.keys)
            if len(points) > 1 and QPolygonF(points).boundingRect().adjusted(-1, -1, 1, 1).intersects(seen):
                paint_trail(painter, points, QColor(trail.colour), pixel)


def _is_on_the_map(table: GameTable, move: UnitMove) -> bool:
    """Whether a unit went from one place of the map to another."""
    kinds = table.board.kinds
    return move.origin != move.end and all(kinds[place] is not PlaceKind.BOX for place in move.way)


def paint_trail(painter: QPainter, points: Sequence[QPointF], ground: QColor, pixel: float) -> None:
    """A line with a light edge, a dot where it begins and a head where it ends."""
    width, head = max(_WIDE, 2 * pixel), max(_HEAD, 7 * pixel)
    *way, last = points
    x, y = last.x() - way[-1].x(), last.y() - way[-1].y()
    far = hypot(x, y) or 1.0
    x, y = x / far, y / far
    tip = last - QPointF(x, y) * min(_CLEAR, far / 2)
    neck = tip - QPointF(x, y) * min(head, far / 2)
    path = QPainterPath(way[0])
    for point in (*way[1:], neck):
        path.lineTo(point)
    side = QPointF(-y, x) * head * 0.55
    cap, join = Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
    ink = ground.darker(250 if ground.lightnessF() > _BRIGHT else 150)
    ink.setAlphaF(_STRONG)
    edge = QColor(255, 255, 255, 190)
    painter.strokePath(path, QPen(edge, width + max(0.06, 2 * pixel), Qt.PenStyle.SolidLine, cap, join))
    painter.strokePath(path, QPen(ink, width, Qt.PenStyle.SolidLine, cap, join))
    painter.setPen(QPen(edge, max(0.03, pixel)))
    painter.setBrush(ink)
    painter.drawPolygon(QPolygonF([tip, neck + side, neck - side]))
    painter.drawEllipse(way[0], width, width)
