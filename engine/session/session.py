"""A game being played: the states it went through, the actions that led there, and who wants to know.

A session is the one thing here that changes. The log of actions is the saved game; states are kept so that undo and
looking back cost nothing, and can always be had again by replaying the log. What was derived from them, such as menus,
is kept for the last few alone and found out again for one that is looked back at. A session that was taken up from a
checkpoint has the states since then alone; what came before is played again when somebody looks back so far.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum

from engine.core.game import Game, Transition
from engine.core.menu import Menu
from engine.core.messages import message
from engine.core.records import Action
from engine.core.refusals import IllegalAction, Refusal
from engine.core.shelf import Shelf
from engine.core.state import State
from engine.session.barriers import Barrier, barrier_between
from engine.session.earlier_decisions import STATES_REMEMBERED, Earlier, Played

__all__ = ["STATES_REMEMBERED", "Played", "Session", "UndoPolicy"]


class UndoPolicy(StrEnum):
    """How far back undo goes: to the last barrier, or anywhere, as a designer who tries things out may."""

    TO_BARRIER = "to-barrier"
    UNLOCKED = "unlocked"


class Session:
    """One game in progress. `log` is what has been played and stands; undone actions wait for redo."""

    def __init__(self, game: Game, start: Transition | None, policy: UndoPolicy = UndoPolicy.TO_BARRIER) -> None:
        self.game = game
        self._start = start
        self.policy = policy
        self._begin: Callable[[], Transition] | None = None
        self._earlier: Earlier | None = None
        """What was decided before the states that are at hand."""
        self._log: list[Played] = []
        """What was played since."""
        self._undone: list[Played] = []
        self._foreseen: tuple[State, Action, Transition] | None = None
        """The state and the action that were last asked about, and what the one would make of the other."""
        self._shelf = Shelf(STATES_REMEMBERED)
        if start is not None:
            self._shelf.lay(start.state)

    @classmethod
    def new(cls, game: Game, seed: int, policy: UndoPolicy = UndoPolicy.TO_BARRIER) -> Session:
        """Begin a game whose chance follows from the seed."""
        return cls(game, game.new(seed), policy)

    @classmethod
    def since(
        cls,
        game: Game,
        begin: Callable[[], Transition],
        actions: Sequence[Action],
        state: State,
        policy: UndoPolicy = UndoPolicy.TO_BARRIER,
    ) -> Session:
        """Go on from a state that some actions have led to; they are not played again before somebody looks back.

        Nor is the game begun before that; there is at least one action.
        """
        found = cls(game, None, policy)
        found._earlier = Earlier(game, lambda: found.start, tuple(actions), state)
        found._begin = begin
        found._shelf.lay(state)
        return found

    @property
    def start(self) -> Transition:
        """How it began."""
        if self._start is None:
            assert self._begin is not None
            self._start = self._begin()
            self._shelf.lay(self._start.state)
        return self._start

    @property
    def state(self) -> State:
        return self._log[-1].state if self._log else self._oldest

    @property
    def _oldest(self) -> State:
        return self.start.state if self._earlier is None else self._earlier.state

    @property
    def log(self) -> Sequence[Played]:
        """All that has been played and what it led to; of a long game that was taken up this may take a while."""
        self.recall()
        return tuple(self._log)

    @property
    def actions(self) -> tuple[Action, ...]:
        """All that has been decided and stands."""
        earlier = () if self._earlier is None else self._earlier.actions
        return (*earlier, *(played.action for played in self._log))

    @property
    def length(self) -> int:
        """How many actions stand."""
        return self.recalled_from + len(self._log)

    @property
    def recalled_from(self) -> int:
        """After how many actions that begins of which the states are at hand; 0 where all are."""
        return 0 if self._earlier is None else len(self._earlier.actions)

    @property
    def recent(self) -> Sequence[Played]:
        """What has been played since then."""
        return tuple(self._log)

    def recall(self, seconds: float | None = None) -> bool:
        """Have the states from the beginning at hand; False where so many seconds did not do, and the next go on."""
        if self._earlier is None:
            return True
        found = self._earlier.recalled(seconds)
        if found is None:
            return False
        self._log[:0] = found
        self._earlier = None
        return True

    @property
    def menu(self) -> Menu:
        return self.game.menu(self.state)

    def state_after(self, actions: int) -> State:
        """The state after so many actions of the log; 0 is the beginning."""
        self._check_number(actions)
        if actions == 0:
            return self.start.state
        if actions < self.recalled_from:
            self.recall()
        number = actions - self.recalled_from
        return self._log[number - 1].state if number else self._oldest

    def foresee(self, action: Action) -> Transition:
        """What an action would lead to, dice and all, for whoever asks before it is carried out; nothing is changed.

        It is worked out once: the same action carried out next leads just there.
        """
        known = self._foreseen
        if known is None or known[0] is not self.state or known[1] != action:
            known = self._foreseen = (self.state, action, self.game.apply(self.state, action))
        return known[2]

    def submit(self, action: Action) -> Transition:
        """Carry out an action of the menu. What had been undone is forgotten, unless this is just that again."""
        transition, self._foreseen = self.foresee(action), None
        if self._undone and self._undone[-1].action == action:
            self._undone.pop()
        else:
            self._undone.clear()
        self._shelf.lay(transition.state)
        self._log.append(Played(action, transition.state, transition.events, transition.begun))
        return transition

    def undo_barrier(self) -> Barrier | None:
        """What stands in the way of taking the last action back, if anything does."""
        if not self.length or self.policy is UndoPolicy.UNLOCKED:
            return None
        return barrier_between(self.game, self.state_after(self.length - 1), self.state)

    @property
    def can_undo(self) -> bool:
        return self.length > 0 and self.undo_barrier() is None

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
        if barrier is None and self.length:
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
        if not self._log:
            self.recall()
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
        if actions < self.recalled_from:
            self.recall()
        other = Session(self.game, self._start, self.policy)
        other._begin = self._begin
        other._earlier = self._earlier
        other._log = self._log[: actions - self.recalled_from]
        return other

    def _check_number(self, actions: int) -> None:
        if not 0 <= actions <= self.length:
            raise IndexError(f"the log has {self.length} actions, there is nothing after {actions}")
