"""A rehearsal: what would come of it if both sides went on in a certain way, tried on an imagined state.

It runs until the other side has answered and the turn comes back, or to the end of the game. Both sides are played by
greedy players who see the imagined state; that is no peeking, for nothing in it is known to be so.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from engine.core.game import Game
from engine.core.ids import Side, UnitId
from engine.core.records import Action
from engine.core.refusals import IllegalAction
from engine.core.state import State
from engine.players.greedy import GreedyPlayer
from engine.players.player import Budget
from engine.players.situation import Situation

LONGEST = 260
"""So many decisions a rehearsal goes on at most."""
VICTORY = 60.0
"""What it is worth to have won, beside the points."""
INNER = 300
"""How much work a player of a rehearsal may spend on a decision."""
DREAD = 0.6
"""How much of what the enemy could do counts where nobody has rehearsed it."""
BEFORE = 0.5
"""How much it counts how things stand before the enemy answers, who need not find the best answer."""
PROMISE = 1.0
"""How much of what lies ahead counts where a rehearsal ends."""


@dataclass(frozen=True, slots=True)
class Rehearsed:
    """Where a rehearsal ended, and what that is worth to whoever held it."""

    value: float
    state: State
    length: int


def rehearse(
    game: Game,
    state: State,
    side: Side,
    stance: Mapping[str, float],
    *,
    first: Sequence[Action] = (),
    settled: Collection[UnitId] = (),
    seed: int = 0,
    budget: Budget,
    answers: int = 1,
) -> Rehearsed | None:
    """Go on from a state, beginning with some actions, as far as they are allowed; None where a rule breaks it off.

    Units that are `settled` stay where the first actions leave them in this phase. `answers` says how often the turn
    comes back before it ends: 0 ends when the side has done its part.
    """
    players = {
        each: GreedyPlayer(seed, stance=stance if each == side else {}, is_thorough=each == side)
        for each in game.ruleset.sides
    }
    if state.side == side:
        players[side].memory.enter(game, state)
        players[side].memory.settled.update(settled)
    waiting = deque(first)
    before: float | None = None
    length, returns, was_other, turn = 0, 0, False, state.turn
    while state.outcome is None and length < LONGEST and not budget.is_over:
        menu = game.menu(state)
        while waiting and waiting[0] not in menu:
            waiting.popleft()
        if waiting:
            action = waiting.popleft()
            players[side].note(action)
        else:
            action = players[menu.side].choose_on(game, state, menu, budget.part(INNER)).action
        try:
            state = game.apply(state, action).state
        except IllegalAction:
            return None
        length += 1
        budget.spend()
        is_other = state.side not in (side, "")
        if is_other and not was_other and before is None:
            before = worth_of(game, state, side, is_answered=False)
        if was_other and not is_other:
            returns += 1
        if (answers == 0 and is_other) or returns >= max(1, answers) or state.turn > turn + 1:
            break
        was_other = is_other
    value = worth_of(game, state, side, is_answered=answers > 0)
    if before is not None and answers > 0:
        value = BEFORE * before + (1.0 - BEFORE) * value
    return Rehearsed(value, state, length)


def worth_of(game: Game, state: State, side: Side, *, is_answered: bool = True) -> float:
    """What a position is worth where a rehearsal ends; before the enemy has answered, less what it could do."""
    situation = Situation(game, state, side)
    value = situation.value() + PROMISE * situation.promise()
    if not is_answered:
        value -= DREAD * situation.peril()
    if state.outcome is not None and state.outcome.winner is not None:
        value += VICTORY if state.outcome.winner == side else -VICTORY
    return value
