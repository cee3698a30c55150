"""Decisions with one choice are made by themselves, and told: who must fall back to the only hex there is, has done so.

Nothing that throws dice and no end of a phase is taken out of a person's hand. It is a setting.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import islice
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from engine.core.actions import Done
from engine.core.records import Action
from engine.core.refusals import IllegalAction

if TYPE_CHECKING:
    from app.play.desk import Desk
    from app.play.table import GameTable

SETTING = "play/forced"
_MOST = 40
"""So many decisions are made at most before somebody looks."""


class Forced(QObject):
    """Makes them after each decision of somebody, and says so once everything is drawn."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._desk = desk
        self.is_on: Callable[[], bool] = lambda: False
        self._told: list[str] = []

    def go_on(self) -> None:
        """Make what is forced now; it belongs to the gesture that led to it."""
        table = self._desk.table
        if table is None or not self.is_on():
            return
        since = table.length
        for _ in range(_MOST):
            action = forced_action(table)
            if action is None:
                break
            words = table.words.text(action, table.menu.prompt.key)
            try:
                table.submit(action)
            except IllegalAction:
                break
            self._told.append(words)
        table.gestures.grow(since)

    def tell(self) -> None:
        """Say what was made, and of the same thing made again how often."""
        told, self._told = Counter(self._told), []
        if told:
            said = [words if times == 1 else f"{words} ({times}\u00a0×)" for words, times in told.items()]
            self._desk.scene.prompt.say(self.tr("There was one choice: {0}").format("; ".join(said)))


def forced_action(table: GameTable) -> Action | None:
    """The only thing that can be decided; None where there are several, or where it is for a person all the same."""
    if table.is_over or table.is_past or table.is_computers_turn or table.awaited is not None:
        return None
    found = tuple(islice(table.menu, 2))
    if len(found) != 1 or isinstance(found[0], Done) or table.would_throw(found[0]):
        return None
    return found[0]
