"""The fight that was fought last stays in sight: its odds, the die, the cell it fell on, and what followed in words.

It stays until somebody decides about another fight, takes a step on the map or begins another phase. A game that is
taken up in the middle of a fight shows it again.
"""

from __future__ import annotations

from collections.abc import Hashable

from app.play.table import GameTable
from engine.core.actions import StepTo
from engine.core.answers import AttackAnswer
from engine.core.records import Action, Event
from engine.narration.explanations import Explained
from engine.narration.last_fight import Fought, attack_at_stake, begins_another, explained_fight, fought
from engine.narration.reminders import phase_key


class LastFight:
    """Remembers one fight of one game."""

    def __init__(self) -> None:
        self._fight: Fought | None = None
        self._table: GameTable | None = None
        self._step = 0
        """After how many decisions it was fought."""
        self._phase: Hashable = None
        self._stake: AttackAnswer | None = None

    def before(self, table: GameTable, action: Action) -> None:
        """Something is about to be decided."""
        if isinstance(action, StepTo) or begins_another(table, action):
            self._fight = None
        self._stake = attack_at_stake(table, action) if table.would_throw(action) else None

    def after(self, table: GameTable, events: tuple[Event, ...]) -> None:
        """It was decided, and this happened."""
        found = fought(self._stake, tuple(event.seen_by(table.viewer) for event in events))
        self._stake = None
        if found is not None:
            self._fight, self._table, self._step = found, table, table.length
            self._phase = phase_key(table.session.state)

    def explained(self, table: GameTable) -> Explained | None:
        """The fight in words; None where there is none to tell of any longer."""
        if table.is_past or table.awaited is not None:
            return None
        if table is not self._table:
            self._recall(table)
        if self._fight is None:
            return None
        if table.length < self._step or phase_key(table.session.state) != self._phase:
            self._fight = None
            return None
        lines = tuple(line.text for line in table.log() if line.step >= self._step)
        return explained_fight(table, self._fight, lines)

    def _recall(self, table: GameTable) -> None:
        """A game is taken up: find what was fought last in its phase, unless something else was begun since."""
        self._fight, self._table = None, table
        session, phase = table.session, phase_key(table.session.state)
        since, actions = session.recalled_from, session.actions
        for step in range(session.length, since, -1):
            if phase_key(session.state_after(step - 1)) != phase:
                return
            past, action = table.said_again(), actions[step - 1]
            past.show_step(step - 1)
            events = session.recent[step - 1 - since].events
            if any(event.throws for event in events):
                seen = tuple(event.seen_by(table.viewer) for event in events)
                self._fight, self._step, self._phase = fought(attack_at_stake(past, action), seen), step, phase
                return
            if isinstance(action, StepTo) or begins_another(past, action):
                return
