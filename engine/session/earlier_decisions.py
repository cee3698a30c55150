"""The part of a game that was not played again when it was taken up from a checkpoint.

What was decided in it is known, what that led to is not, until somebody wants to look back: then it is played again
from the beginning, all at once or a little at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

from engine.core.game import Game, Transition
from engine.core.records import Action, Begun, Event
from engine.core.refusals import GameFault, IllegalAction
from engine.core.shelf import Shelf
from engine.core.state import State

STATES_REMEMBERED = 4
"""Of so many states what was derived is kept: that of now, the one before, and one or two that are looked at."""


@dataclass(frozen=True, slots=True)
class Played:
    """One action of the log and what it led to."""

    action: Action
    state: State
    events: tuple[Event, ...]
    begun: tuple[Begun, ...] = ()
    """The phases that began meanwhile."""


class Earlier:
    """Decisions from the beginning of a game up to a state that is known."""

    def __init__(self, game: Game, begin: Callable[[], Transition], actions: tuple[Action, ...], state: State) -> None:
        self.actions = actions
        self.state = state
        """Where they lead."""
        self._game, self._begin = game, begin
        self._played: list[Played] = []
        self._shelf = Shelf(STATES_REMEMBERED)
        self._is_lost = False

    def recalled(self, seconds: float | None = None) -> list[Played] | None:
        """What they led to, each; None where so many seconds were not enough, and the next call goes on.

        Where they do not lead to the state that is known, which a checkpoint is held against before it is taken, nobody
        can say what they led to: then all that is told is that state.
        """
        began = perf_counter()
        while len(self._played) < len(self.actions) and not self._is_lost:
            self._play_one()
            if seconds is not None and perf_counter() - began > seconds:
                break
        if not self._is_lost and len(self._played) < len(self.actions):
            return None
        if self._is_lost or self._game.codec.dumps(self._played[-1].state) != self._game.codec.dumps(self.state):
            return [Played(action, self.state, ()) for action in self.actions]
        *before, last = self._played
        return [*before, Played(last.action, self.state, last.events, last.begun)]

    def _play_one(self) -> None:
        before = self._played[-1].state if self._played else self._begin().state
        action = self.actions[len(self._played)]
        try:
            found = self._game.apply(before, action)
        except (IllegalAction, GameFault):
            self._is_lost = True
            return
        self._shelf.lay(found.state)
        self._played.append(Played(action, found.state, found.events, found.begun))
