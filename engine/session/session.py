"""A game being played: the states it went through, the actions that led there, and who wants to know.

A session is the one thing here that changes. The log of actions is the saved game; states are kept so that undo and
looking back cost nothing, and can always be had again by replaying the log. What was derived from them, such as menus,
is kept for the last few alone and found out again for one that is looked back at.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.core.game import Game, Transition
from engine.core.menu import Menu
from engine.core.messages import message
from engine.core.records import Action, Event
from engine.core.refusals import IllegalAction, Refusal
from engine.core.shelf import Shelf
from engine.core.state import State
from engine.session.barriers import Barrier, barrier_between

STATES_REMEMBERED = 4
"""Of so many states what was derived is kept: that of now, the one before, and one or two that are looked at."""


class UndoPolicy(StrEnum):
    """How far back undo goes: to the last barrier, or anywhere, as a designer who tries things out may."""

    TO_BARRIER = "to-barrier"
    UNLOCKED = "unlocked"


@dataclass(frozen=True, slots=True)
class Played:
    """One action of the log and what it led to."""

    action: Action
    state: State
    events: tuple[Event, ...]


class Session:
    """One game in progress. `log` is what has been played and stands; undone actions wait for redo."""

    def __init__(self, game: Game, start: Transition, policy: UndoPolicy = UndoPolicy.TO_BARRIER) -> None:
        self.game = game
        self.start = start
        self.policy = policy
        self._log: list[Played] = []
        self._undone: list[Played] = []
        self._shelf = Shelf(STATES_REMEMBERED)
        self._shelf.lay(start.state)

    @classmethod
    def new(cls, game: Game, seed: int, policy: UndoPolicy = UndoPolicy.TO_BARRIER) -> Session:
        """Begin a game whose chance follows from the seed."""
        return cls(game, game.new(seed), policy)

    @property
    def state(self) -> State:
        return self._log[-1].state if self._log else self.start.state

    @property
    def log(self) -> Sequence[Played]:
        return tuple(self._log)

    @property
    def menu(self) -> Menu:
        return self.game.menu(self.state)

    def state_after(self, actions: int) -> State:
        """The state after so many actions of the log; 0 is the beginning."""
        self._check_number(actions)
        return self._log[actions - 1].state if actions else self.start.state

    def submit(self, action: Action) -> Transition:
        """Carry out an action of the menu. What had been undone is forgotten, unless this is just that again."""
        transition = self.game.apply(self.state, action)
        if self._undone and self._undone[-1].action == action:
            self._undone.pop()
        else:
            self._undone.clear()
        self._shelf.lay(transition.state)
        self._log.append(Played(action, transition.state, transition.events))
        return transition

    def undo_barrier(self) -> Barrier | None:
        """What stands in the way of taking the last action back, if anything does."""
        if not self._log or self.policy is UndoPolicy.UNLOCKED:
            return None
        return barrier_between(self.game, self.state_after(len(self._log) - 1), self.state)

    @property
    def can_undo(self) -> bool:
        return bool(self._log) and self.undo_barrier() is None

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    @property
    def undone(self) -> Action | None:
        """What redo would do again."""
        return self._undone[-1].action if self._undone else None

    def undo_refusal(self) -> Refusal | None:
        """Why the last action cannot be taken back, if it cannot."""
        barrier = self.undo_barrier()
        if barrier is None and self._log:
            return None
        said = {
            Barrier.DICE: message("refusal.undo-dice"),
            Barrier.REVEAL: message("refusal.undo-reveal"),
            Barrier.SIDE: message("refusal.undo-side"),
            None: message("refusal.undo-nothing"),
        }[barrier]
        return Refusal("undo", said)

    def undo(self) -> Action:
        """Take the last action back; a barrier refuses."""
        refusal = self.undo_refusal()
        if refusal is not None:
            raise IllegalAction(refusal)
        played = self._log.pop()
        self._undone.append(played)
        return played.action

    def redo(self) -> Action:
        """Do again what was undone last."""
        if not self._undone:
            raise IllegalAction(Refusal("redo", message("refusal.redo-nothing")))
        played = self._undone.pop()
        self._log.append(played)
        return played.action

    def branch(self, actions: int) -> Session:
        """A new session that shares the first so many actions with this one."""
        self._check_number(actions)
        other = Session(self.game, self.start, self.policy)
        other._log = self._log[:actions]
        return other

    def _check_number(self, actions: int) -> None:
        if not 0 <= actions <= len(self._log):
            raise IndexError(f"the log has {len(self._log)} actions, there is nothing after {actions}")
