"""A game of a report played again beside the window, from its seed, for whoever wants to look at it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication

from editor.documents.background import Background, Ticket
from engine.core.messages import Message, message
from engine.core.progress import watched
from engine.lab.arms import Arm
from engine.lab.playing import play_again
from engine.lab.results import GameResult
from engine.narration.language import catalogue
from engine.session.session import Session

_ASK_AGAIN = 300
"""Milliseconds until a game that is ready is offered again to somebody who is asked something."""


@dataclass(frozen=True, slots=True)
class LabGame:
    """A game that is to be looked at."""

    arm: Arm
    session: Session
    seed: int


class GameAgain(QObject):
    """One game at a time, until it is there, stopped, or another one is asked for."""

    opened = Signal(object)
    """A `LabGame` that is ready."""
    told = Signal(str)
    """How far it is, or what went wrong; nothing once it is ready."""
    changed = Signal()
    """It has begun or ended."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.work = Background("lab game", parent=self)
        self._ticket: Ticket | None = None

    @property
    def is_on(self) -> bool:
        return self._ticket is not None

    def play(self, arm: Arm, result: GameResult) -> None:
        """Play a game of an arm again."""
        if result.fault:
            self.told.emit(result.fault)
            return
        words = self.tr("The game of seed {0} is played again...").format(result.seed)

        def again(ticket: Ticket) -> LabGame:
            with watched(lambda: ticket.is_cancelled, ticket.tell):
                return LabGame(arm, play_again(arm, result), result.seed)

        self.work.cancel()
        self._ticket = self.work.run(
            again, self._offer, self._refuse, tell=lambda share: self.told.emit(f"{words} {100 * share:.0f} %")
        )
        self.told.emit(words)
        self.changed.emit()

    def stop(self) -> None:
        """Play no further."""
        if self._ticket is not None:
            self._ticket.cancel()
            self._refuse(message("edit.cannot.given-up"))

    def close(self) -> None:
        """Let go of what works beside the window."""
        self.work.close()

    def _offer(self, game: LabGame) -> None:
        """Let the game be looked at, once nobody is asked anything."""
        if QApplication.activeModalWidget() is not None:
            QTimer.singleShot(_ASK_AGAIN, self, lambda: self._offer(game) if self.is_on else None)
            return
        self._end("")
        self.opened.emit(game)

    def _refuse(self, said: Message) -> None:
        self._end(catalogue().text(said))

    def _end(self, words: str) -> None:
        self._ticket = None
        self.told.emit(words)
        self.changed.emit()
