"""Rounds of cards: what a card is used for, which orders are given, and how they are carried out."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.actions import PlayCard
from engine.core.appraisal import ENEMY_CUT_OFF
from engine.core.ids import CardId
from engine.core.records import Action, Outcome
from engine.core.secrets.secrecy import scramble
from engine.core.state import State, evolve
from engine.players.cards.card_uses import payable, uses_of, worth_of_cards
from engine.players.cards.judge import VICTORY, Judge
from engine.players.cards.operation_search import OperationSearch, compatible
from engine.players.cards.orders import RoundOrder, is_opening
from engine.players.cards.round_actor import RoundActor
from engine.players.planning.planner import PlannerPlayer
from engine.players.player import Budget
from engine.players.position.situation import Situation
from engine.players.position.survey import Survey
from engine.players.weights import planner_weights_of
from engine.rulesets.assembly import assemble
from engine.rulesets.library import find_bundled
from tests.engine.rulesets.barbarossa_to_berlin.campaigns import in_round, operation
from tests.helpers.positions import Scene

EAST = (
    "berlin - warsaw - brest - minsk - smolensk - moscow - gorki - kazan - sverdlovsk;"
    " brest - kovel - kiev - orel - moscow; kovel - minsk; warsaw - kovel"
)
HOME = {"corps": "berlin", "rifle-9": "moscow"}


def judges(scene: Scene) -> dict[Any, Judge]:
    game = scene.game
    return {side: Judge(game, side, planner_weights_of(game.ruleset.id, side)) for side in game.ruleset.sides}


def search(scene: Scene) -> OperationSearch:
    menu = scene.game.menu(scene.state)
    weights = planner_weights_of(scene.game.ruleset.id, menu.side)
    situation = Situation(scene.game, scene.state, menu.side, Survey(), weights)
    return OperationSearch(scene.state, menu, situation, judges(scene), Budget(20_000))


def played_out(scene: Scene, seed: int = 3) -> tuple[list[Action], State]:
    """What a planner does with its round, and where that leads."""
    game, state = scene.game, scene.state
    player, side, done = PlannerPlayer(seed), scene.state.side, list[Action]()
    while state.outcome is None:
        menu = game.menu(state)
        if menu.side != side or (done and menu.asks_for(PlayCard)):
            break
        action = player.choose(game, game.view(state, side), menu, Budget()).action
        done.append(action)
        state = game.apply(state, action).state
    return done, state


def at(scene: Scene, name: str) -> Any:
    return scene.game.board.at(name)


# What a round is used for


def test_a_victory_space_that_nobody_holds_is_walked_into_and_no_card_is_wasted_on_a_single_point() -> None:
    scene = in_round({**HOME, "pz": "kovel", "front": "smolensk"}, EAST, cards=["axis-07"])
    done, after = played_out(scene)
    assert done[0].kind == "automatic"
    assert after.control[at(scene, "kiev")] == "axis"


def test_whoever_can_be_cut_off_is_cut_off() -> None:
    units = {**HOME, "pz": "kovel", "corps-2": "warsaw", "front": "brest", "rifle": "smolensk"}
    scene = in_round(units, EAST, cards=["axis-07"], number=6, axis=["kiev"])

    def cut_off(state: State) -> float:
        terms = scene.game.ruleset.appraise(scene.game, state, scene.state.side)
        return next(float(term.value) for term in terms if term.label.key == ENEMY_CUT_OFF)

    _, after = played_out(scene)
    assert cut_off(scene.state) == 0 < cut_off(after), "an army behind them takes their supply before attrition"


def test_orders_are_given_in_the_order_of_what_they_bring_and_can_all_be_opened() -> None:
    scene = operation({**HOME, "pz": "kovel", "army": "minsk", "army-2": "brest", "front": "smolensk"}, EAST, 4)
    orders = search(scene).orders()
    assert orders
    assert orders[0].gain == max(order.gain for order in orders)
    assert all(order.gain > 0 for order in orders)
    assert list(payable(scene.game, scene.state, orders)) == orders[:4]


def test_fewer_points_pay_for_the_best_orders_alone() -> None:
    units = {**HOME, "pz": "kovel", "army": "minsk", "army-2": "brest", "front": "smolensk"}
    many, one = operation(units, EAST, 4), operation(units, EAST, 1)
    orders = search(many).orders()
    assert len(orders) > 1
    assert list(payable(one.game, one.state, orders)) == orders[:1]


def test_of_attacks_that_exclude_one_another_those_are_made_that_bring_most_together() -> None:
    scene = operation({**HOME, "pz": "kovel", "army": "warsaw", "front": "brest", "rifle": "kiev"}, EAST, 4)
    from_kovel, from_warsaw = (scene.action(f"activate {name} combat") for name in ("kovel", "warsaw"))
    both = RoundOrder((from_kovel,), (), {"units": ["pz"], "target": "brest"}, 4.3)
    other = RoundOrder((from_warsaw,), (), {"units": ["army"], "target": "brest"}, 4.1)
    third = RoundOrder((from_kovel,), (), {"units": ["pz"], "target": "kiev"}, 2.8)
    poor = RoundOrder((from_warsaw,), (), {"units": ["army"], "target": "minsk"}, 0.1)
    assert compatible([both, other, third, poor]) == [other, third]
    assert compatible([both, other, poor]) == [both]


# Carrying orders out


def test_marches_end_where_the_orders_say() -> None:
    scene = operation({**HOME, "pz": "kovel", "front": "smolensk"}, EAST, 2)
    order = max(search(scene).orders(), key=lambda each: len(each.marches))
    after = RoundActor(scene.game, scene.state.side, judges(scene), (order,)).carry_out(scene.state)
    assert after is not None
    for march in order.marches:
        assert after.unit(march[-1].units()[0]).at == march[-1].locations()[-1]


def test_an_attack_that_has_come_to_look_poor_is_left_out() -> None:
    scene = operation({**HOME, "pz": "kovel", "front": "smolensk"}, EAST, 2)
    order = RoundOrder((), (), {"units": ["pz"], "target": "kiev"})
    actor = RoundActor(scene.game, scene.state.side, judges(scene), (order, order))
    actor.drop_attacks(lambda asked: False)
    assert actor.has_attacks
    actor.drop_attacks(lambda asked: asked["target"] == "kiev")
    assert not actor.has_attacks


def test_only_what_opens_marches_or_attacks_is_an_opening() -> None:
    units = {**HOME, "pz": "kovel", "front": "smolensk"}
    scene, cards = operation(units, EAST, 2), in_round(units, EAST, cards=["axis-07"])
    assert is_opening(scene.game, scene.state, scene.game.menu(scene.state))
    assert not is_opening(cards.game, cards.state, cards.game.menu(cards.state))


# What uses are worth


def test_to_keep_a_card_is_worth_the_more_the_more_it_could_do() -> None:
    scene = in_round({**HOME, "pz": "kovel", "front": "smolensk"}, EAST, cards=["axis-07", "axis-08"])
    menu, found = scene.game.menu(scene.state), judges(scene)
    worth = worth_of_cards(scene.game, scene.state, menu, found[menu.side])
    assert worth[CardId("axis-07")] > worth[CardId("axis-08")] > 0
    uses = list(uses_of(scene.game, scene.state, menu, found, worth=worth, work=Budget()))
    prices = {use.action.cards(): use.price for use in uses}
    assert prices[CardId("axis-07"),] > prices[CardId("axis-08"),] > prices[()] == 0
    assert {use.name for use in uses if use.is_open} >= {"ops", "automatic"}
    assert all(use.is_plain for use in uses if use.name in ("ops", "automatic"))


def test_a_war_that_is_won_counts_beside_the_points() -> None:
    scene = in_round({**HOME, "pz": "kovel", "front": "smolensk"}, EAST, cards=["axis-07"])
    won = evolve(scene.state, outcome=Outcome(scene.state.side, "automatic", "5.3"))
    for side, judge in judges(scene).items():
        gain = judge.value(won) - judge.value(scene.state)
        assert gain == pytest.approx(VICTORY if side == scene.state.side else -VICTORY)


# Nobody peeks


def test_a_round_is_planned_without_a_look_at_the_enemys_hand() -> None:
    seed = 3
    game = assemble(find_bundled("summer-1941").load())
    state = game.new(seed).state
    player = PlannerPlayer(seed)
    while not (game.menu(state).asks_for(PlayCard) and state.side == "allied"):
        menu = game.menu(state)
        state = game.apply(state, menu.default or next(iter(menu))).state
    menu = game.menu(state)
    first = player.choose(game, game.view(state, menu.side), menu, Budget())
    other = scramble(game, state, menu.side, 77)
    again = PlannerPlayer(seed).choose(game, game.view(other, menu.side), game.menu(other), Budget())
    assert first == again
