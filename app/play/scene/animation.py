"""Moves and dice that are seen to happen: a counter slides along its way, dice tumble to what was thrown.

The game is always ahead of the picture: what is shown slides towards a place where the counter already is, and any
click or key lets it arrive at once. It can be switched off, and goes at the speed of the replay.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

from PySide6.QtCore import QElapsedTimer, QEvent, QObject, QPointF, QSettings, QTimer

from app.play.desk import Desk
from app.play.replay.replay import Replay
from app.play.scene.dice_tray import DiceTray
from app.play.table import GameTable
from editor.canvas.counters.selection_item import LiftedCounter
from engine.core.facets import DieThrow, UnitMove
from engine.core.messages import Message
from engine.core.records import Event
from engine.narration.event_motion import throws_of, ways_of

_LEG, _LONGEST = 190, 1100
"""Milliseconds for one leg of a way, and for the whole of it, at single speed."""
_FRAME = 16
_PAUSE = 380
"""Milliseconds between two decisions of a computer."""
_MOST_STEPS, _MOST_UNITS = 8, 12
_INTERRUPTING = (QEvent.Type.MouseButtonPress, QEvent.Type.KeyPress, QEvent.Type.Wheel)
SETTING = "animate"


@dataclass(slots=True)
class _Slide:
    """A counter under way."""

    item: LiftedCounter
    points: list[QPointF]
    began: int

    def lasts(self) -> float:
        return min(_LEG * (len(self.points) - 1), _LONGEST)

    def at(self, elapsed: float) -> QPointF:
        """Where it is after so many milliseconds, with a soft start and end."""
        share = min(1.0, elapsed / self.lasts())
        share = share * share * (3 - 2 * share)
        legs = list(pairwise(self.points))
        number = min(int(share * len(legs)), len(legs) - 1)
        one, two = legs[number]
        return one + (two - one) * (share * len(legs) - number)


class Motion(QObject):
    """Shows what the steps just taken did."""

    def __init__(self, desk: Desk, replay: Replay, settings: QSettings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._replay = replay
        self._settings = settings
        self.is_on = settings.value(SETTING, True, type=bool) is True
        self.dice = DiceTray(desk.canvas.viewport())
        self._slides: dict[str, _Slide] = {}
        self._shown: tuple[GameTable, int] | None = None
        self._dropped: frozenset[str] = frozenset()
        self._clock = QElapsedTimer()
        self._clock.start()
        self._frames = QTimer(self)
        self._frames.setInterval(_FRAME)
        self._frames.timeout.connect(self._go_on)
        desk.canvas.viewport().installEventFilter(self)
        desk.canvas.installEventFilter(self)
        desk.scene.refreshed.connect(self._follow)
        desk.computers.pause = lambda: round(_PAUSE / replay.speed) if self.is_watched else 0
        desk.computers.is_at_rest = lambda: not self.is_moving

    @property
    def is_watched(self) -> bool:
        """Whether what happens is to be seen happening."""
        return self.is_on and not self._desk.computers.is_skipping

    @property
    def is_moving(self) -> bool:
        """Whether something is still on its way."""
        return bool(self._slides) or self.dice.is_tumbling

    @property
    def moving(self) -> frozenset[str]:
        """The units that are on their way."""
        return frozenset(self._slides)

    def switch(self, on: bool) -> None:
        """Show moves and dice, or only what came of them."""
        self.is_on = on
        self._settings.setValue(SETTING, on)
        if not on:
            self.finish()

    def finish(self) -> None:
        """Everything has arrived."""
        self._frames.stop()
        for unit in list(self._slides):
            self._arrive(unit)
        self.dice.finish()

    def leave(self) -> None:
        """The game is not shown any longer."""
        self.finish()
        self._shown = None

    # What happened

    def _follow(self) -> None:
        table = self._desk.table
        before, self._shown = self._shown, (table, table.step) if table is not None else None
        if table is None or not self.is_on or before is None or before[0] is not table:
            return
        if not self.is_watched or table.awaited is not None or not before[1] < table.step <= before[1] + _MOST_STEPS:
            self.finish()
            return
        session = table.session
        since = session.recalled_from
        played = session.recent[max(0, before[1] - since) : max(0, table.step - since)]
        events: list[Event] = [event.seen_by(table.viewer) for each in played for event in each.events]
        for way in ways_of(events)[:_MOST_UNITS]:
            if way.unit not in self._dropped:
                self._slide(table, way)
        throws = [replace(throw, purpose=_purpose(table, throw)) for throw in throws_of(events)]
        if throws:
            self.dice.throw(throws, self._replay.speed)

    def _slide(self, table: GameTable, way: UnitMove) -> None:
        canvas = self._desk.canvas
        places = [canvas.picture.place(table.board.key(each)) for each in way.way]
        points = [QPointF(place.x, place.y) for place in places if place is not None]
        known = self._slides.get(way.unit)
        if known is not None and len(points) > 1:
            known.points += points[1:]
            return
        boxed = any(table.board.kinds[each] == "box" for each in way.way)
        if len(points) < 2 or len(points) < len(places) or boxed:
            return
        item = canvas.lift(way.unit)
        if item is not None:
            item.setPos(points[0])
            self._slides[way.unit] = _Slide(item, points, self._clock.elapsed())
            self._frames.start()

    def _go_on(self) -> None:
        for unit, slide in list(self._slides.items()):
            elapsed = (self._clock.elapsed() - slide.began) * self._replay.speed
            if elapsed >= slide.lasts():
                self._arrive(unit)
            else:
                slide.item.setPos(slide.at(elapsed))
        if not self._slides:
            self._frames.stop()

    def _arrive(self, unit: str) -> None:
        if self._slides.pop(unit, None) is not None:
            self._desk.canvas.put_down(unit)

    # What interrupts it

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A click or a key lets everything arrive, and then does what it does; a counter let go is there already."""
        if event.type() in _INTERRUPTING:
            if self.is_moving or self.dice.isVisible():
                self.finish()
        elif event.type() == QEvent.Type.MouseButtonRelease:
            self._dropped = self._desk.canvas.lifted - self.moving
            QTimer.singleShot(0, self._forget_drop)
        return super().eventFilter(watched, event)

    def _forget_drop(self) -> None:
        self._dropped = frozenset()


def _purpose(table: GameTable, throw: DieThrow) -> str:
    """What a die was thrown for, in words."""
    key = f"die.{throw.purpose}"
    return table.catalogue.text(Message(key)) if key in table.catalogue else throw.purpose
