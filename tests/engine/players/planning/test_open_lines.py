"""Whoever keeps a line of supply open for others stays, unless its going is worth more than what they are."""

from __future__ import annotations

import pytest

from engine.core.actions import Done, StepTo
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Side, UnitId
from engine.core.state import State
from engine.players.planning.concentration import Ways
from engine.players.planning.open_lines import OpenLines
from engine.players.player import Budget
from engine.players.position.foresight import ForesightSituation
from engine.players.position.situation import Situation
from engine.players.position.survey import Survey
from engine.players.weights import planner_weights_of
from engine.rulesets.assembly import assemble
from engine.rulesets.library import find_bundled

AXIS = Side("axis")
LINK, FORWARD = UnitId("g-xlvii"), UnitId("g-xlviii")
STANDS, BEYOND, REAR = "4728", "4629", "4625"
ENEMIES = {"s-16a": "4531", "s-19a": "4528", "s-20a": "4828", "s-24a": "4631"}


@pytest.fixture(scope="module")
def link() -> tuple[Game, State]:
    """A corps among four armies, whose only line of supply runs through the hex of another corps."""
    game = assemble(find_bundled("typhoon").load())
    state = game.new(1).state
    while not game.menu(state).of_kind(StepTo):
        menu = game.menu(state)
        state = game.apply(state, Done() if Done() in menu else next(iter(menu))).state
    draft = Draft(state)
    for unit in state.every_unit():
        if unit.side != AXIS and game.materials.on_map[unit.at]:
            draft.move_unit(unit.id, game.board.at(ENEMIES.get(unit.id, "5636")))
    draft.move_unit(LINK, game.board.at(STANDS))
    draft.move_unit(FORWARD, game.board.at(BEYOND))
    return game, draft.state


def foreseen(game: Game, state: State) -> ForesightSituation:
    return ForesightSituation(game, state, AXIS, Survey(), planner_weights_of(game.ruleset.id, AXIS))


def test_it_costs_what_is_left_without_supply_to_go(link: tuple[Game, State]) -> None:
    game, state = link
    rear, unit = game.board.at(REAR), state.unit(LINK)
    seen = foreseen(game, state)
    left = seen.might(state.unit(FORWARD))
    blind = Situation(game, state, AXIS, Survey(), planner_weights_of(game.ruleset.id, AXIS))
    cost = seen.weights["supply"] * left.steps * left.worth
    assert seen.want(unit, rear) == pytest.approx(blind.want(unit, rear) + cost)
    assert seen.want(unit, unit.at) == blind.want(unit, unit.at)


def test_a_plan_that_leaves_others_without_supply_is_taken_back(link: tuple[Game, State]) -> None:
    game, state = link
    situation, rear = foreseen(game, state), game.board.at(REAR)
    unit = state.unit(LINK)
    ways: dict[UnitId, Ways] = {LINK: {rear: (rear,)}}
    situation.shift(unit, situation.might(unit), rear)
    assert not game.ruleset.feeds(game, situation.shifted, state.unit(FORWARD), state.unit(FORWARD).at)
    OpenLines(situation, state, ways, Budget(1_000), share=1.0).keep()
    assert situation.shifted.unit(LINK).at == game.board.at(STANDS)


def test_it_goes_where_supply_is_nothing_to_the_player(link: tuple[Game, State]) -> None:
    game, state = link
    situation, rear = foreseen(game, state), game.board.at(REAR)
    unit = state.unit(LINK)
    situation.shift(unit, situation.might(unit), rear)
    OpenLines(situation, state, {LINK: {rear: (rear,)}}, Budget(1_000), share=0.0).keep()
    assert situation.shifted.unit(LINK).at == rear
