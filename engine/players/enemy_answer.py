"""What the enemy could make of it: the best round that it could answer with, looked for as if one sat in its place."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.actions import PlayCard
from engine.core.appraisal import OPERATIONS
from engine.core.game import Game
from engine.core.ids import Side
from engine.core.menu import Menu
from engine.core.records import Action
from engine.core.refusals import IllegalAction
from engine.core.state import State
from engine.players.card_uses import payable
from engine.players.judge import Judge
from engine.players.operation_search import OperationSearch
from engine.players.orders import is_opening
from engine.players.player import Budget
from engine.players.situation import Situation
from engine.players.survey import Survey


def worth_of_answer(game: Game, state: State, judges: Mapping[Side, Judge], work: Budget) -> float:
    """What whoever is next asked for a card could gain with an operation; nothing where nobody is."""
    if state.outcome is not None:
        return 0.0
    menu = game.menu(state)
    action = _widest(game, state, menu, judges[menu.side]) if menu.asks_for(PlayCard) else None
    if action is None:
        return 0.0
    try:
        opened = game.apply(state, action).state
    except IllegalAction:
        return 0.0
    menu = game.menu(opened)
    if not is_opening(game, opened, menu):
        return 0.0
    situation = Situation(game, opened, menu.side, Survey(), judges[menu.side].weights)
    orders = OperationSearch(opened, menu, situation, judges, work).orders()
    return sum(order.gain for order in payable(game, opened, orders))


def _widest(game: Game, state: State, menu: Menu, judge: Judge) -> Action | None:
    """The use of a card that gives the most operations and nothing else."""
    found: list[tuple[float, Action]] = []
    for offer in menu.offers:
        for action in offer.actions() if offer.action is PlayCard else ():
            terms = game.ruleset.prospect(game, state, action).terms
            if terms and all(term.label.key == OPERATIONS for term in terms):
                found.append((judge.weigh(terms), action))
    return max(found, key=lambda each: each[0])[1] if found else None
