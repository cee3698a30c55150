"""When the card beside the pointer comes and goes: after a short rest, for the chosen place with a key, or never."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSettings, Qt, QTimer, Signal
from PySide6.QtGui import QCursor, QKeyEvent
from PySide6.QtWidgets import QApplication

from app.play.scene.game_scene import GameScene
from app.play.scene.hover_card import HoverCard
from engine.core.state import State
from engine.narration.explanations import Explained, attack_in_hand
from engine.narration.place_facts import place_facts
from engine.narration.unit_facts import unit_facts

_REST = 450
"""Milliseconds that the pointer rests before the card comes."""
SETTING = "hover-cards"


class Hovering(QObject):
    """Owns the card of one map."""

    case_wanted = Signal(str)

    def __init__(self, scene: GameScene, settings: QSettings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._scene = scene
        self._settings = settings
        self.is_on = settings.value(SETTING, True, type=bool) is True
        self.card = HoverCard(scene.canvas.viewport())
        self.card.case_wanted.connect(self.case_wanted)
        self._pointed = ("", "")
        self.further: Callable[[str], tuple[Explained, ...]] = lambda _: ()
        """What somebody else has to say about a place, below what is known of it."""
        self._known: dict[tuple[str, str, str], tuple[Explained, ...]] = {}
        self._view: State | None = None
        self._resting = QTimer(self)
        self._resting.setSingleShot(True)
        self._resting.setInterval(_REST)
        self._resting.timeout.connect(self._rested)
        scene.refreshed.connect(self.put_away)
        scene.canvas.moved.connect(self._put_away_passing)
        scene.canvas.installEventFilter(self)
        scene.canvas.viewport().installEventFilter(self)

    def set_on(self, on: bool) -> None:
        """Let cards come by themselves, or only when called."""
        self.is_on = on
        self._settings.setValue(SETTING, on)
        if not on:
            self.put_away()

    def point(self, key: str, unit: str) -> None:
        """Something else is under the pointer."""
        if (key, unit) == self._pointed:
            return
        self._pointed = (key, unit)
        self._put_away_passing()
        if key and self.is_on and not self.card.stays:
            self._resting.start()
        else:
            self._resting.stop()

    def describe(self) -> bool:
        """Show the card of what is under the pointer, or of the chosen place, until it is put away; or put it away."""
        if self.card.isVisible() and self.card.stays:
            self.put_away()
            return False
        key, unit = self._pointed
        canvas = self._scene.canvas
        if not key:
            unit = self._scene.unit
            key = (canvas.counters.location_of(unit) if unit else None) or canvas.selected
        facts = self._facts(key, unit) if key else ()
        if not facts:
            self._scene.prompt.say(self.tr("Point at a place or choose one, and press F12 to read about it."))
            return False
        self.card.stay(True)
        self.card.show_facts(facts, canvas.point_of(key) or QPoint(), self._fight())
        self.card.take_keyboard()
        return True

    def put_away(self) -> None:
        """Show no card."""
        self._resting.stop()
        had_keyboard = self.card.has_keyboard
        self.card.hide()
        self.card.stay(False)
        if had_keyboard:
            self._scene.canvas.setFocus()

    def _put_away_passing(self) -> None:
        if not self.card.stays:
            self.put_away()

    def _rested(self) -> None:
        key, unit = self._pointed
        viewport = self._scene.canvas.viewport()
        is_busy = QApplication.mouseButtons() != Qt.MouseButton.NoButton or QApplication.activePopupWidget() is not None
        if not key or not self.is_on or is_busy or self._scene.canvas.event_target is None:
            return
        facts = self._facts(key, unit)
        if facts:
            self.card.show_facts(facts, viewport.mapFromGlobal(QCursor.pos()), self._fight())

    def _fight(self) -> QRect:
        """What of the view the attack that is on takes: those who attack and what they attack."""
        table, canvas = self._scene.table, self._scene.canvas
        attack = attack_in_hand(table) if table is not None else None
        if table is None or attack is None:
            return QRect()
        units, targets = attack
        places = {*targets, *(table.view.units[unit].at for unit in units if unit in table.view.units)}
        points = [at for each in places if (at := canvas.point_of(table.board.key(each))) is not None]
        half = round(canvas.transform().m11())
        around = QRect()
        for point in points:
            around = around.united(QRect(point.x() - half, point.y() - half, 2 * half, 2 * half))
        return around

    def _facts(self, key: str, unit: str) -> tuple[Explained, ...]:
        """What is known about a unit and a place; found out once a state."""
        table = self._scene.table
        at = table.board.find(key) if table is not None else None
        if table is None or at is None:
            return ()
        if self._view is not table.view:
            self._view, self._known = table.view, {}
        name = (key, unit, self._scene.unit)
        if name not in self._known:
            about = unit_facts(table, unit) if unit else None
            place = place_facts(table, at, self._scene.palette, self._scene.unit, self._scene.reach)
            self._known[name] = (about, place) if about is not None else (place,)
        return (*self._known[name], *self.further(key))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A press on the map and Esc put a card away, the wheel only one that would go by itself.

        Esc that puts away a card that was called for means nothing else.
        """
        kind = event.type()
        if kind in (QEvent.Type.Wheel, QEvent.Type.Leave):
            self._resting.stop()
            self._put_away_passing()
        elif kind == QEvent.Type.MouseButtonPress:
            self.put_away()
        elif kind == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            was_called = self.card.isVisible() and self.card.stays
            self.put_away()
            if was_called:
                return True
        return super().eventFilter(watched, event)
