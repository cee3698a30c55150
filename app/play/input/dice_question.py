"""Before a gesture on the map throws dice: what it would come to is shown, and Enter throws.

A counter let go over an enemy, a click on a place and a step of a longer way are easily made by mistake, and a throw is
never taken back. Whether one would throw the game says; the odds are those of the rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from engine.core.answers import AttackAnswer
from engine.core.records import Action
from engine.narration.attack_previews import columns_text, losses_text, odds_text, previewed_attack

if TYPE_CHECKING:
    from app.play.desk import Desk


class DiceQuestion(QObject):
    """Holds one action back until it is wanted for good."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._desk = desk
        self.action: Action | None = None
        """What waits for Enter."""
        desk.scene.refreshed.connect(self._forget)

    def submit(self, action: Action) -> bool:
        """Submit what a gesture means, or ask first where that would throw dice; False where it was refused."""
        desk = self._desk
        if desk.table is None or not desk.table.would_throw(action):
            return desk.submit(action)
        self._ask(action)
        return True

    def _ask(self, action: Action) -> None:
        desk, table = self._desk, self._desk.table
        assert table is not None
        self.action = action
        found = previewed_attack(table, action, desk.unit)
        desk.scene.explaining.hold(found)
        answer = found.attack if found is not None else None
        words = table.words.text(action, together=answer.attackers if answer is not None else ())
        if answer is not None:
            asked = self._odds(words, answer)
        else:
            asked = self.tr("{0}: for this dice are thrown.").format(words)
        side = table.menu.side
        rule = answer.rule if answer is not None else table.menu.rule
        prompt = desk.scene.prompt
        prompt.ask(table.names.side(side), desk.scene.colours(side), asked, rule, table.turn_line())
        prompt.offer(self.tr("Throw the dice"), [(self.tr("Not now"), self.drop)])

    def _odds(self, words: str, answer: AttackAnswer) -> str:
        table = self._desk.table
        assert table is not None
        column, losses = columns_text(table, answer), losses_text(table, answer)
        odds = odds_text(table, answer)
        told = odds[:1].upper() + odds[1:]
        return self.tr("{0}? {1}, column {2}. On average: {3}").format(words, told, column, losses)

    def throw(self) -> bool:
        """It is wanted for good; False when nothing waits."""
        action = self.action
        if action is None:
            return False
        self._forget()
        self._desk.submit(action)
        return True

    def drop(self) -> bool:
        """Think better of it; False when nothing waits."""
        if self.action is None:
            return False
        self._forget()
        self._desk.scene.ask_again()
        return True

    def _forget(self) -> None:
        if self.action is not None:
            self.action = None
            self._desk.scene.explaining.hold(None)
