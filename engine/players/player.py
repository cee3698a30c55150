"""What a computer player is: it is shown a view and a menu, may do so much work, and says what it picks and why.

A player never gets the state itself. What it may not know it imagines with `game.imagine`, and its own whims come from
a seed of its own, so that it cannot foresee a die. The same seed, view and amount of work give the same choice.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import Protocol

from engine.core.game import Game
from engine.core.menu import Menu
from engine.core.records import Action
from engine.core.state import State
from engine.core.terms import Term

WORK_NORMAL = 2_000
"""How many steps, questions and appraisals a player at normal strength may spend on one decision."""


class Budget:
    """How much a player may still do for one decision, counted in work: a step tried or a question asked is one.

    Seconds are offered on top for whoever waits at a window; with them a choice may differ from run to run.
    """

    def __init__(self, work: int = WORK_NORMAL, *, seconds: float | None = None, whole: Budget | None = None) -> None:
        self.work = work
        self.spent = 0
        self._until = None if seconds is None else perf_counter() + seconds
        self._whole = whole
        self._is_stopped = False

    def part(self, work: int) -> Budget:
        """A budget of its own for something on the way; it is stopped with this one, and keeps its hours."""
        return Budget(work, whole=self)

    def stop(self) -> None:
        """Let whoever thinks come to an end with what has been found; this may be said on another thread."""
        self._is_stopped = True

    @property
    def is_over(self) -> bool:
        """Whether somebody has stopped it, or its seconds are up."""
        if self._is_stopped or (self._until is not None and perf_counter() > self._until):
            return True
        return self._whole is not None and self._whole.is_over

    def spend(self, work: int = 1) -> None:
        self.spent += work
        if self._whole is not None:
            self._whole.spend(work)

    @property
    def is_spent(self) -> bool:
        """Whether it is time to settle for the best found so far."""
        return self.spent >= self.work or self.is_over


@dataclass(frozen=True, slots=True)
class Choice:
    """What a player picks, and why: the terms that spoke for it, the weightiest first."""

    action: Action
    reason: tuple[Term, ...] = ()


class Player(Protocol):
    """A computer player."""

    def choose(self, game: Game, view: State, menu: Menu, budget: Budget) -> Choice:
        """Pick an action of the menu, knowing only the view of one's own side."""
