"""The computers at the table: who thinks for which side, and what each thought of its decisions.

A mind that takes its time thinks in a game of its own, put together once more from the same documents, and on a copy of
the state, so that it can think beside a window that asks the same rules. It is shown a view and a menu like any player.
No Qt is imported here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from engine.core.actions import StepTo
from engine.core.game import Game
from engine.core.ids import Side
from engine.core.state import State
from engine.players.player import Budget, Choice, Player
from engine.players.registry import ADVISER, PLAYERS, QUICK
from engine.rulesets.assembly import game_of
from engine.rulesets.brief import Brief
from engine.session.session import Session

KEPT = 40
"""So many decisions are remembered with their reasons."""

Thought = Callable[[Budget], Choice]
"""A decision to be thought over; it may be called on another thread, once."""


@dataclass(frozen=True, slots=True)
class Decided:
    """What a computer decided, after how many actions of the game, and why."""

    step: int
    side: Side
    choice: Choice
    asked: str = ""
    """The key of the question that it answered: what ending something means depends on what was asked."""

    def goes_on_with(self, earlier: Decided) -> bool:
        """Whether this is the next step of the march that the decision before it was a step of."""
        one, other = self.choice.action, earlier.choice.action
        if not isinstance(one, StepTo) or not isinstance(other, StepTo):
            return False
        return one.unit == other.unit and self.step == earlier.step + 1


class Minds:
    """The computers of one game."""

    def __init__(self, brief: Brief, session: Session, players: Mapping[str, str]) -> None:
        self._brief, self._session = brief, session
        self._names = {side: name for side, name in players.items() if name in PLAYERS}
        self._seats = {side: number for number, side in enumerate(players)}
        self._players = self._fresh()
        self._length = session.length
        self.decided: list[Decided] = []
        """What was decided last, the latest at the end, as far as nothing was taken back."""

    def __contains__(self, side: object) -> bool:
        return side in self._players

    def __bool__(self) -> bool:
        return bool(self._players)

    def _fresh(self) -> dict[str, Player]:
        seed = self._session.state.seed
        return {side: PLAYERS[name](seed * 31 + self._seats[side]) for side, name in self._names.items()}

    def _player(self, side: Side) -> Player:
        """Whoever plays a side; where something was taken back all begin anew, so that nobody goes by what is gone."""
        if self._session.length < self._length:
            self._players = self._fresh()
        self._length = self._session.length
        return self._players[side]

    def is_quick(self, side: str) -> bool:
        """Whether whoever plays a side decides at once, so that nobody has to wait for it."""
        return self._names.get(side) in QUICK

    @cached_property
    def _own_game(self) -> Game:
        """The same game once more: its caches are not those that the window reads."""
        return game_of(self._brief, self._session.game.options)

    def thought(self, side: Side) -> Thought:
        """What whoever plays a side has to decide now."""
        return self._thinking(self._player(side), side)

    def advice(self, side: Side) -> Thought:
        """What a strong player would do in the place of a side."""
        return self._thinking(PLAYERS[ADVISER](self._session.state.seed + self._session.length), side)

    def decide_at_once(self, side: Side) -> Choice:
        """The decision of a mind that is quick."""
        game, state = self._session.game, self._session.state
        return self._player(side).choose(game, game.view(state, side), game.menu(state), Budget())

    def _thinking(self, player: Player, side: Side) -> Thought:
        state = copied(self._session.state)

        def think(budget: Budget) -> Choice:
            game = self._own_game
            return player.choose(game, game.view(state, side), game.menu(state), budget)

        return think

    def note(self, side: Side, choice: Choice, before: State) -> None:
        """Remember a decision that was carried out, a march as one; of one that was sealed nothing is told."""
        length = self._session.length
        self.decided = [each for each in self.decided if each.step < length]
        if self._session.state.sealed != before.sealed:
            return
        asked = self._session.game.menu(before).prompt.key
        decided = Decided(length, side, choice, asked)
        if self.decided and decided.goes_on_with(self.decided[-1]):
            del self.decided[-1]
        self.decided = [*self.decided, decided][-KEPT:]


def copied(state: State) -> State:
    """The same state with nothing derived from it yet."""
    return replace(state)
