"""Which use of which card: those that look best are rehearsed until the other side has answered."""

from __future__ import annotations

from engine.core.actions import PlayCard
from engine.core.game import Game
from engine.core.menu import Menu
from engine.core.messages import message
from engine.core.records import Action
from engine.core.state import State
from engine.core.terms import Term
from engine.players.attack_outlook import hundredths
from engine.players.decisions import Decider
from engine.players.greedy import GreedyPlayer
from engine.players.player import Budget, Choice
from engine.players.rehearsal import rehearse

MOST_CARDS = 6
"""So many uses of cards are rehearsed."""


def choose_card(
    hand: GreedyPlayer, game: Game, view: State, menu: Menu, budget: Budget, *, seed: int, planning: int
) -> Choice:
    """Rehearse the uses of cards that look best."""
    state = game.imagine(view, seed)
    memory = hand.memory
    memory.enter(game, view)
    decider = Decider(hand.situation(game, state, menu.side), menu, memory, budget)
    ranked = sorted(decider.weighed(), key=lambda each: -each.value)
    work = budget.part(planning)
    values: list[tuple[float, Action]] = []
    for verdict in ranked[:MOST_CARDS]:
        if work.is_spent:
            break
        found = rehearse(game, state, menu.side, {}, first=(verdict.action,), seed=seed, budget=work)
        if found is not None:
            values.append((found.value, verdict.action))
    if not values:
        return hand.choose(game, view, menu, budget)
    best = max(values, key=lambda each: each[0])
    reason = tuple(
        Term(message("reason.card-use", use=_use_of(action)), hundredths(value - best[0]), menu.rule)
        for value, action in sorted(values, key=lambda each: -each[0])[:3]
    )
    return Choice(best[1], reason)


def _use_of(action: Action) -> str:
    return action.use if isinstance(action, PlayCard) else action.kind
