"""Going back and forth in the game: which moment the table shows, and playing on from it by itself.

The session keeps every state, so a jump costs no more than drawing. Steps in which nothing happened that anyone could
see are passed over while it plays.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QSettings, QTimer, Signal

from app.play.desk import Desk
from app.play.replay.replay_bar import SPEEDS, ReplayBar
from app.play.table import GameTable

_BEAT = 700
"""Milliseconds from one step to the next at single speed."""
_FIRST_PAUSE, _PAUSE, _RECALLING = 1_000, 80, 0.012
"""After so many milliseconds, the first time and then, a game taken up from a checkpoint is recalled further, and for
how many seconds: whoever opens one wants to see it before."""
_SPEED, _SHOWN = "play-speed", "replay-bar"


class Replay(QObject):
    """The moment that is shown of one game at a time."""

    playing_changed = Signal(bool)

    def __init__(self, desk: Desk, settings: QSettings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._settings = settings
        self.bar = ReplayBar()
        kept = settings.value(_SPEED, 1.0, type=float)
        self.speed = kept if isinstance(kept, float) and kept in SPEEDS else 1.0
        self.is_shown = settings.value(_SHOWN, True, type=bool) is True
        self.bar.show_speed(self.speed)
        self._beat = QTimer(self)
        self._beat.timeout.connect(self._play_on)
        self._recalling = QTimer(self)
        self._recalling.timeout.connect(self._recall)
        self.bar.step_wanted.connect(self.go)
        self.bar.back_wanted.connect(lambda: self.move(-1))
        self.bar.forward_wanted.connect(lambda: self.move(1))
        self.bar.turn_wanted.connect(self.move_turn)
        self.bar.start_wanted.connect(self.go_to_start)
        self.bar.end_wanted.connect(self.go_to_end)
        self.bar.play_wanted.connect(self.toggle)
        self.bar.speed_changed.connect(self.set_speed)
        desk.scene.refreshed.connect(self._follow)
        desk.scene.present_wanted.connect(self.go_to_end)
        desk.scene.log.moment_wanted.connect(self.go)

    @property
    def _table(self) -> GameTable | None:
        return self._desk.table

    @property
    def is_playing(self) -> bool:
        return self._beat.isActive()

    # Where to

    def go(self, step: int) -> None:
        """Show the game as it was after so many actions."""
        table = self._table
        if table is None or (step == table.step and not table.is_past):
            return
        table.show_step(step)
        self._desk.refresh()

    def move(self, by: int) -> None:
        """Some actions on, or back."""
        if self._table is not None:
            self.stop()
            self.go(self._table.step + by)

    def move_turn(self, by: int) -> None:
        """To where the next turn begins, or this one did; from there to the one before."""
        table = self._table
        if table is None:
            return
        self.stop()
        begins = [step for step, _ in turns_of(table)]
        if by > 0:
            self.go(next((step for step in begins if step > table.step), table.length))
        else:
            self.go(next((step for step in reversed(begins) if step < table.step), 0))

    def go_to_start(self) -> None:
        """The game before anything was decided."""
        self.stop()
        self.go(0)

    def go_to_end(self) -> None:
        """Back to the game as it stands."""
        self.stop()
        if self._table is not None:
            self.go(self._table.length)

    # By itself

    def toggle(self) -> None:
        """Play on from the moment that is shown, or stop; from the present it begins at the beginning."""
        table = self._table
        if self.is_playing:
            self.stop()
        elif table is not None and table.length and table.awaited is None:
            if not table.is_past:
                self.go(0)
            self._beat.start(round(_BEAT / self.speed))
            self._tell()

    def stop(self) -> None:
        """Stay at the moment that is shown."""
        if self.is_playing:
            self._beat.stop()
            self._tell()

    def _tell(self) -> None:
        self.bar.show_playing(self.is_playing)
        self.playing_changed.emit(self.is_playing)

    def _play_on(self) -> None:
        table = self._table
        if table is None or not table.is_past:
            self.stop()
            return
        log, length = table.session.log, table.length
        telling = (number for number in range(table.step, length) if log[number].events)
        wanted = next(telling, length - 1) + 1
        self.go(wanted)
        if wanted == length:
            self.stop()

    def set_speed(self, speed: float) -> None:
        """Play this many times as quickly."""
        self.speed = speed
        self._settings.setValue(_SPEED, speed)
        self.bar.show_speed(speed)
        if self.is_playing:
            self._beat.start(round(_BEAT / speed))

    # What is to be seen

    def show_bar(self, on: bool) -> None:
        """Show the bar or not."""
        self.is_shown = on
        self._settings.setValue(_SHOWN, on)
        self.bar.setVisible(on and self._table is not None)
        if not on:
            self.go_to_end()

    def leave(self) -> None:
        """The game is not shown any longer; when it is again it goes on."""
        self.stop()
        self._recalling.stop()
        if self._table is not None:
            self._table.show_step(self._table.length)
        self.bar.hide()

    def _follow(self) -> None:
        table = self._table
        if table is None:
            return
        if table.awaited is not None:
            self.stop()
        words = self.tr("{0} of {1}").format(table.step, table.length)
        self.bar.show_moment(table.step, table.length, turns_of(table), words)
        self.bar.setVisible(self.is_shown)
        if table.session.recalled_from and not self._recalling.isActive():
            self._recalling.start(_FIRST_PAUSE)

    def _recall(self) -> None:
        """Play a little more of what a game that was taken up had been before; then its turns and its log are told."""
        table = self._table
        self._recalling.setInterval(_PAUSE)
        if table is None or not table.session.recalled_from:
            self._recalling.stop()
        elif table.session.recall(_RECALLING):
            self._recalling.stop()
            self._desk.scene.log.follow(lambda: (table.log(), table.step if table.is_past else None))
            self._follow()


def turns_of(table: GameTable) -> list[tuple[int, int]]:
    """After how many actions each turn began, as far as the states are at hand."""
    session = table.session
    since = session.recalled_from
    turns = [(0, session.state_after(since).turn)]
    for step, played in enumerate(session.recent, start=since + 1):
        if played.state.turn != turns[-1][1]:
            turns.append((step, played.state.turn))
    return turns
