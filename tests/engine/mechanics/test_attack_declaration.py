"""Declaring an attack: the value in hand, what actions make of it, what forbids it, and the question about it.

The rules are those of a bare game: units of the side to move attack places of the enemy, at most two together, more
than one place only with guns, which are picked from a list.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

import pytest
from immutables import Map

from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.menu import Menu
from engine.core.messages import message
from engine.core.records import Action
from engine.core.refusals import Refusal
from engine.core.state import State, evolve
from engine.core.writing.coders import CoderFactory
from engine.mechanics.attack_declaration import (
    AddAttacker,
    AddTarget,
    AttackOption,
    AttackRules,
    CallOff,
    DeclareAttack,
    DeclaredAttack,
    Resolve,
    TakeBack,
    asked_attack,
    attack_menu,
    attack_refusal,
    begun_or_changed,
    changed,
    declare_offer,
    question,
    staged,
)
from tests.engine.core.machine import BLUE, BOARD, RED, UNITS, at, quiet_game
from tests.engine.rulesets.skirmish.scenes import QUIET, skirmish

NEAR, FAR = at("0202"), at("0302")
R1, R2 = UnitId("r1"), UnitId("r2")
GUNS = ("fort", "fleet")


@dataclass(frozen=True, slots=True)
class BringGuns(Action):
    kind: ClassVar[str] = "bring-guns"
    guns: str


def no(case: str) -> Refusal:
    return Refusal(case, message("refusal.nobody-attacks"))


def joining_refusal(game: Game, state: State, attack: DeclaredAttack, unit: UnitId) -> Refusal | None:
    if state.unit(unit).side != state.side:
        return no("side")
    return no("twice") if unit in attack.attackers else no("many") if len(attack.attackers) > 1 else None


def guns_refusal(game: Game, state: State, attack: DeclaredAttack, action: BringGuns) -> Refusal | None:
    return None if action.guns in GUNS and not attack.supports.get("guns") else no("guns")


def mine(game: Game, state: State, targets: tuple[Location, ...]) -> Iterable[UnitId]:
    return (unit.id for unit in state.every_unit() if unit.side == state.side)


RULES = AttackRules(
    targets=lambda game, state: (NEAR, FAR),
    target_refusal=lambda game, state, target: None if target in (NEAR, FAR) else no("target"),
    attackers=mine,
    attacker_refusal=joining_refusal,
    resolve_refusal=lambda game, state, attack: None if attack.attackers else no("nobody"),
    early=lambda unit: no("early"),
    further_targets=lambda game, state, attack: (NEAR, FAR),
    further_target_refusal=lambda game, state, attack, target: no("again") if target in attack.targets else None,
    options=(
        AttackOption(
            BringGuns,
            candidates=lambda game, state, attack: map(BringGuns, GUNS),
            refusal=guns_refusal,
            changed=lambda attack, action: attack.supported("guns", action.guns),
            staged=lambda attack: map(BringGuns, attack.supports.get("guns", ())),
        ),
    ),
    take_back_refusal=lambda game, state, attack, unit: None if unit in attack.attackers else no("not-in"),
)
WHOLE = DeclaredAttack((NEAR, FAR), (R1, R2)).supported("guns", "fort")


@pytest.fixture
def state() -> State:
    return evolve(quiet_game().new(1).state, side=RED)


def menu(state: State, attack: DeclaredAttack, rules: AttackRules = RULES) -> Menu:
    return attack_menu(rules, quiet_game(), state, attack, prompt=message("prompt.attack"), rule="4.1")


def test_the_machine_has_two_red_units_and_one_blue() -> None:
    assert [(unit.id, unit.side) for unit in UNITS] == [("r1", RED), ("r2", RED), ("b1", BLUE)]


def test_an_attack_is_begun_on_the_places_that_come_into_question(state: State) -> None:
    offer = declare_offer(RULES, quiet_game(), state)
    assert offer.actions() == (DeclareAttack(NEAR), DeclareAttack(FAR))
    refusal = offer.refusal(DeclareAttack(at("0101")))
    assert refusal is not None
    assert refusal.rule == "target"


def test_the_menu_holds_who_may_join_what_may_be_added_and_how_it_ends(state: State) -> None:
    found = menu(state, DeclaredAttack((NEAR,), (R1,)))
    assert list(found) == [
        AddAttacker(R2),
        AddTarget(FAR),
        BringGuns("fort"),
        BringGuns("fleet"),
        TakeBack(R1),
        Resolve(),
        CallOff(),
    ]
    assert found.default == Resolve()


def test_nothing_is_obvious_before_anybody_has_joined(state: State) -> None:
    found = menu(state, DeclaredAttack((NEAR,)))
    assert found.default is None
    assert Resolve() not in found
    assert not found.of_kind(TakeBack)


def test_a_game_may_have_one_target_no_options_and_no_way_back(state: State) -> None:
    plain = replace(RULES, further_targets=None, options=(), take_back_refusal=None, can_call_off=False)
    assert list(menu(state, DeclaredAttack((NEAR,), (R1,)), plain)) == [AddAttacker(R2), Resolve()]


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        (AddAttacker(R2), DeclaredAttack((NEAR,), (R1, R2))),
        (TakeBack(R1), DeclaredAttack((NEAR,))),
        (AddTarget(FAR), DeclaredAttack((NEAR, FAR), (R1,))),
        (BringGuns("fort"), DeclaredAttack((NEAR,), (R1,), supports=Map({"guns": ("fort",)}))),
        (Resolve(), None),
        (CallOff(), None),
    ],
)
def test_an_action_makes_another_attack_of_the_one_in_hand(action: Action, expected: DeclaredAttack | None) -> None:
    assert changed(RULES, DeclaredAttack((NEAR,), (R1,)), action) == expected


def test_an_attack_that_is_only_declared_is_thought_of_with_all_who_could_take_part(state: State) -> None:
    assert begun_or_changed(RULES, quiet_game(), state, None, DeclareAttack(FAR)) == DeclaredAttack((FAR,), (R1, R2))


def test_without_an_attack_in_hand_nothing_changes_one(state: State) -> None:
    assert begun_or_changed(RULES, quiet_game(), state, None, AddAttacker(R1)) is None
    in_hand = DeclaredAttack((NEAR,))
    assert begun_or_changed(RULES, quiet_game(), state, in_hand, AddAttacker(R1)) == in_hand.joined(R1)


@pytest.mark.parametrize(
    ("attack", "case"),
    [
        (WHOLE, None),
        (DeclaredAttack((at("0101"),), (R1,)), "target"),
        (DeclaredAttack((NEAR, NEAR), (R1,)), "again"),
        (DeclaredAttack((NEAR,), (R1, R1)), "twice"),
        (DeclaredAttack((NEAR,), (R1, UnitId("b1"))), "side"),
        (DeclaredAttack((NEAR,)), "nobody"),
        (DeclaredAttack((NEAR,), (R1,)).supported("guns", "popgun"), "guns"),
        (WHOLE.supported("guns", "fleet"), "guns"),
    ],
)
def test_what_forbids_an_attack_is_the_first_thing_that_putting_it_together_runs_into(
    state: State, attack: DeclaredAttack, case: str | None
) -> None:
    refusal = attack_refusal(RULES, quiet_game(), state, attack)
    assert (refusal.rule if refusal is not None else None) == case


def test_whose_turn_it_is_comes_last(state: State) -> None:
    theirs = evolve(state, side=BLUE)
    good, bad = (attack_refusal(RULES, quiet_game(), theirs, each) for each in (WHOLE, WHOLE.joined(R1)))
    assert good is not None
    assert bad is not None
    assert (good.rule, bad.rule) == ("early", "twice")


def test_the_question_says_what_was_decided_and_no_more() -> None:
    assert question(BOARD, DeclaredAttack((NEAR,))) == {"units": [], "target": "0202"}
    whole = WHOLE.chosen("night").chosen("column", "3-1").chosen("leader", value=False)
    assert question(BOARD, whole) == {
        "units": ["r1", "r2"],
        "target": "0202",
        "targets": ["0202", "0302"],
        "night": True,
        "column": "3-1",
        "guns": ["fort"],
    }


def test_a_question_is_read_as_the_attack_it_was_asked_about(state: State) -> None:
    whole = WHOLE.chosen("night")
    asked = {**question(BOARD, whole), "die": 3}
    assert asked_attack(quiet_game(), state, asked, choices=("night", "leader"), supports=("guns",)) == whole


def test_the_actions_that_stage_an_attack_lead_to_it() -> None:
    actions = staged(RULES, WHOLE)
    assert actions[0] == DeclareAttack(NEAR)
    assert actions[-1] == Resolve()
    so_far = DeclaredAttack((NEAR,))
    for action in actions[1:-1]:
        so_far = changed(RULES, so_far, action) or so_far
    assert so_far == WHOLE


def test_a_frame_may_hold_the_attack_as_it_is() -> None:
    coder = CoderFactory(BOARD).coder(DeclaredAttack)
    whole = WHOLE.chosen("night")
    assert coder.decode(coder.encode(whole), ()) == whole


# In a game


def test_a_unit_that_is_taken_back_does_not_fight_and_may_join_again() -> None:
    units = "units: {red-1: '0202', red-2: '0201', blue-1: '0302'}"
    scene = skirmish(units, phase="combat", side="red", board="....../....../......", values=QUIET)
    joined = scene.play("declare-attack 0302", "add-attacker red-1", "add-attacker red-2")
    alone = joined.play("take-back red-1")
    assert alone.refused("take-back red-1") == "4.1"
    game = alone.game
    assert game.ruleset.attack_now(game, alone.state) == {"units": ["red-2"], "target": "0302"}
    assert alone.allows("add-attacker red-1")
    fought = alone.given(dice=[1]).play("resolve")
    assert "fought" not in fought.unit("red-1").marks
    assert game.ruleset.attack_now(game, fought.state) is None
