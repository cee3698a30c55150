"""How a game might go on: both sides played by reflex on an imagined state, to the end or as far as one can see.

It is no peeking that those who act there see all of the state, for nothing in it is known to be so.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.core.actions import StepTo
from engine.core.game import Game
from engine.core.ids import Side, UnitId
from engine.core.menu import Menu
from engine.core.records import Action
from engine.core.refusals import GameFault, IllegalAction
from engine.core.state import State, forget_facts
from engine.core.terms import total
from engine.players.planning.reflexes import ReflexPlayer
from engine.players.player import Budget
from engine.players.position.situation import Situation
from engine.players.random_player import RandomPlayer
from engine.players.weights import Weights

LONGEST = 900
"""So many decisions a rollout goes on at most."""


class Actor(Protocol):
    """Whoever acts on an imagined state."""

    def act(self, game: Game, state: State, menu: Menu) -> Action:
        """Pick from the menu of the state."""


class CarelessPlayer:
    """An opponent who does anything at all."""

    def __init__(self, seed: int) -> None:
        self._player = RandomPlayer(seed)

    def act(self, game: Game, state: State, menu: Menu) -> Action:
        return self._player.choose(game, state, menu, Budget()).action


@dataclass(frozen=True, slots=True, order=True)
class RolloutEnding:
    """How a rollout ended for the side that thinks; more is better, the first that differs decides."""

    outcome: int
    score: float
    rest: float


@dataclass(frozen=True, slots=True)
class Rollout:
    """Where a rollout led, and what the position was worth when the side was next to march."""

    ending: RolloutEnding
    next_value: float | None
    length: int


ActorMaker = Callable[[], Actor]


def roll_out(
    game: Game,
    state: State,
    side: Side,
    own: ReflexPlayer,
    others: ActorMaker,
    *,
    weights: Weights,
    turns: int,
    first: Sequence[Action] = (),
    settled: Collection[UnitId] = (),
) -> Rollout | None:
    """Go on from a state so many turns, or to the end of the game; None where a rule breaks it off."""
    rest: dict[Side, Actor] = {each: others() for each in game.ruleset.sides if each != side}
    own.memory.enter(game, state)
    own.memory.settled.update(settled)
    own.memory.intended.extend(first)
    began, length, next_value = state.turn, 0, None
    try:
        while state.outcome is None and length < LONGEST and state.turn <= began + turns:
            menu = game.menu(state)
            if next_value is None and menu.side == side and state.turn > began and menu.asks_for(StepTo):
                next_value = Situation(game, state, side, weights=weights).value()
            actor = own if menu.side == side else rest[menu.side]
            after = game.apply(state, actor.act(game, state, menu)).state
            forget_facts(state)
            state, length = after, length + 1
    except (IllegalAction, GameFault):
        return None
    return Rollout(_ending(game, state, side, weights), next_value, length)


def _ending(game: Game, state: State, side: Side, weights: Weights) -> RolloutEnding:
    sign = 1 if side == game.ruleset.sides[0] else -1
    situation = Situation(game, state, side, weights=weights)
    if state.outcome is None:
        return RolloutEnding(0, situation.value() + situation.promise(), 0.0)
    winner = state.outcome.winner
    rank = 0 if winner is None else 1 if winner == side else -1
    return RolloutEnding(rank, sign * float(total(game.ruleset.score(game, state))), situation.value())
