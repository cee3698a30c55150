"""The check before a phase ends: when a person says Done while something could still be done, it is named first.

Nothing is blocked: the line names what is left, each part jumps to where it is, and Enter again goes on.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QSettings, Qt, Signal
from PySide6.QtGui import QHideEvent, QPalette, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from app.play.desk import Desk
from editor.panels.icons import icon, icon_pixmap
from engine.core.actions import Done
from engine.core.ids import Location
from engine.core.records import Action
from engine.core.state import State
from engine.narration.reminders import Undone, left_undone

SETTING = "play/check-ends"


class CheckBar(QFrame):
    """What is left, as buttons that jump there."""

    jumped = Signal(object)
    went_on = Signal()
    silenced = Signal()
    asks = Signal(bool)
    """It is shown, and Enter answers it; or it went away."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("check-bar")
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.ToolTipBase)
        self._sign = QLabel()
        self.words = QLabel(self.tr("Before you end this:"))
        self._links = QHBoxLayout()
        self._links.setSpacing(4)
        self.links: list[QPushButton] = []
        self.go_on = QPushButton(self.tr("End it all the same  ⏎"))
        self.go_on.setToolTip(self.tr("Do what was asked for, whatever is left (Enter)"))
        self.go_on.clicked.connect(self.went_on)
        self.silence = QPushButton(self.tr("Don't ask again"))
        self.silence.setToolTip(self.tr("End it, and ask no more; the Play menu asks again"))
        self.silence.clicked.connect(self.silenced)
        away = QToolButton()
        away.setIcon(icon("clear"))
        away.setAutoRaise(True)
        away.setToolTip(self.tr("Go on with the phase"))
        away.setAccessibleName(self.tr("Go on with the phase"))
        away.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 4, 6, 4)
        row.setSpacing(8)
        row.addWidget(self._sign)
        row.addWidget(self.words)
        row.addLayout(self._links)
        row.addStretch(1)
        for widget in (self.go_on, self.silence, away):
            row.addWidget(widget)
        self.hide()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.asks.emit(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.asks.emit(False)

    def show_undone(self, found: tuple[tuple[str, Undone], ...]) -> None:
        """Name these things."""
        self._sign.setPixmap(icon_pixmap("warning", 16, ratio=self.devicePixelRatioF()))
        for link in self.links:
            self._links.removeWidget(link)
            link.hide()
            link.deleteLater()
        self.links = []
        for words, undone in found:
            link = QPushButton(words)
            link.setFlat(True)
            link.setCursor(Qt.CursorShape.PointingHandCursor)
            link.setToolTip(self.tr("Show the next of them on the map"))
            font = link.font()
            font.setUnderline(True)
            link.setFont(font)
            link.clicked.connect(lambda _=False, undone=undone: self.jumped.emit(undone))
            self._links.addWidget(link)
            self.links.append(link)
        self.show()


class EndCheck(QObject):
    """Stands between a person's Done and the rules."""

    def __init__(self, desk: Desk, settings: QSettings, left: Callable[[], frozenset[str]]) -> None:
        super().__init__(desk)
        self._desk = desk
        self._settings = settings
        self._left = left
        self._asked_at: State | None = None
        self._turns: dict[Undone, int] = {}
        self.bar = CheckBar()
        self.bar.jumped.connect(self._jump)
        self.bar.went_on.connect(self._go_on)
        self.bar.silenced.connect(self._silence)
        self.bar.asks.connect(desk.keys.let_enter_answer)
        desk.guard = self.allows
        desk.confirm = self.confirm
        desk.call_off = self.call_off
        desk.scene.refreshed.connect(self._follow)

    @property
    def is_on(self) -> bool:
        return self._settings.value(SETTING, True, type=bool) is True

    def set_on(self, on: bool) -> None:
        """Ask or do not ask."""
        self._settings.setValue(SETTING, on)
        if not on:
            self.bar.hide()

    def allows(self, action: Action) -> bool:
        """Whether an action may go to the rules now; what is left undone is named once."""
        table = self._desk.table
        if table is None or not self.is_on or not isinstance(action, Done):
            return True
        if self.bar.isVisible() and self._asked_at is table.session.state:
            return True
        found = left_undone(table, self._left())
        if not found:
            return True
        self._asked_at, self._turns = table.session.state, {}
        self.bar.show_undone(tuple((table.say(undone.said), undone) for undone in found))
        return False

    def _follow(self) -> None:
        """Another state is another question, and so is one that somebody else has to answer now."""
        table = self._desk.table
        is_asked = table is not None and table.session.state is self._asked_at
        if table is None or not is_asked or table.is_computers_turn or table.awaited is not None:
            self.put_away()

    def put_away(self) -> None:
        """Ask nothing any longer."""
        self._asked_at = None
        self.bar.hide()

    def confirm(self) -> bool:
        """End it all the same, where that is asked; False where it is not."""
        table = self._desk.table
        is_asked = self.bar.isVisible() and table is not None and self._asked_at is table.session.state
        if is_asked:
            self._go_on()
        return is_asked

    def call_off(self) -> bool:
        """Go on with the phase, where its end is asked about; False where it is not."""
        is_asked = self.bar.isVisible()
        self.put_away()
        return is_asked

    def _go_on(self) -> None:
        self._desk.submit(Done())

    def _silence(self) -> None:
        self.set_on(False)
        self._desk.submit(Done())

    def _jump(self, undone: Undone) -> None:
        """Show the next of several."""
        table = self._desk.table
        if table is None:
            return
        number = self._turns.get(undone, -1) + 1
        self._turns[undone] = number
        if undone.units:
            unit = undone.units[number % len(undone.units)]
            self._desk.look_at(table.view.units[unit].at)
            self._desk.choose_unit(unit)
        elif undone.places:
            self._desk.look_at(Location(undone.places[number % len(undone.places)]))
        else:
            self._desk.scene.prompt.rest_wanted.emit()
