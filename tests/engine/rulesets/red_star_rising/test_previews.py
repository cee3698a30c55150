"""What an attack is worth before it is made: the throw, its results in steps, and what an action would make of it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from engine.core.state import evolve
from engine.rulesets.red_star_rising.combat.unknowns import in_the_cup
from tests.engine.rulesets.red_star_rising.attacks import (
    ARMOUR,
    CORPS,
    GROUP,
    HIT,
    INFANTRY,
    SIEGE,
    army,
    features,
    fight,
    march,
    put_together,
    reckon,
    unit,
)
from tests.helpers.positions import Scene

FOUR = {"a": unit(INFANTRY), "b": unit(INFANTRY)}
CITY = {"map": features(("major-city", HIT)), "control": {"soviet": [HIT]}}


def asked(scene: Scene, action: str) -> Any:
    """The question that an action leads to."""
    return scene.game.ruleset.attack_if(scene.game, scene.state, scene.action(action))


def in_hand(scene: Scene) -> Any:
    """The question about the attack that is being put together."""
    return scene.game.ruleset.attack_now(scene.game, scene.state)


@pytest.mark.rule("red-star-rising:7.8.1", "red-star-rising:7.1.2")
def test_the_throw_says_where_in_the_table_it_is_read() -> None:
    (throw,) = reckon(fight({"pz": unit(ARMOUR, "0203"), **FOUR}), "pz").throws
    assert (throw.side, throw.table, throw.column) == ("axis", "combat", "4")
    assert throw.headings[3] == "2:1"
    assert throw.rows == ["1", "2", "3", "4", "5", "6"]
    assert [(each.result, each.share, each.rows) for each in throw.chances] == [
        ("A1", "1/3", ["1", "2"]),
        ("NE", "1/6", ["3"]),
        ("1/1", "1/2", ["4", "5", "6"]),
    ]


@pytest.mark.rule("red-star-rising:7.8.2")
def test_a_number_may_be_met_with_hexes_a_mandatory_loss_may_not() -> None:
    found = reckon(fight({"pz": unit(ARMOUR, "0203"), **FOUR}), "pz")
    first, _, last = found.throws[0].chances
    assert (first.attacker, first.defender) == ({"least": 0, "most": 1}, {"least": 0, "most": 0})
    assert (last.attacker, last.defender) == ({"least": 1, "most": 1}, {"least": 1, "most": 1})
    assert found.losses == {"axis": {"least": "1/2", "most": "5/6"}, "soviet": {"least": "1/2", "most": "1/2"}}


@pytest.mark.rule("red-star-rising:7.8.2")
def test_nobody_loses_more_steps_than_he_has() -> None:
    units = {"pz": unit(ARMOUR, "0203"), "ld": unit(CORPS, "0203"), "a": unit(INFANTRY)}
    chances = reckon(fight(units), "pz", "ld").throws[0].chances
    assert {each.result: each.defender.most for each in chances}["D2"] == 1


@pytest.mark.rule("red-star-rising:7.4.4")
def test_the_streets_of_a_city_take_their_own_toll_of_motorised_attackers() -> None:
    units = {"pz": unit(ARMOUR, "0203"), "pz2": unit(ARMOUR, "0203"), "a": unit(INFANTRY)}
    outside = reckon(fight(units), "pz", "pz2")
    inside = reckon(fight(units, **CITY), "pz", "pz2")
    harmless = [each for each in inside.throws[0].chances if each.result.startswith("D")]
    assert harmless
    assert all(each.attacker == {"least": "1/3", "most": "1/3"} for each in harmless)
    assert all(each.attacker.most == 0 for each in outside.throws[0].chances if each.result.startswith("D"))


@pytest.mark.rule("red-star-rising:6.2.2")
def test_an_army_that_has_still_to_draw_is_reckoned_over_all_that_may_be_in_its_cup() -> None:
    scene = fight({"pz": unit(ARMOUR, "0203"), "army": army()})
    found = reckon(scene, "pz")
    assert (found.odds, found.column, found.chances) == ("?", "", {})
    (throw,) = found.throws
    assert throw.column == ""
    assert len(throw.columns) > 1, "a weak army and a strong one lead to different columns"
    assert sum(map(Fraction, throw.columns.values())) <= 1
    assert sum(Fraction(each.share) for each in throw.chances) == 1
    assert Fraction(found.losses["soviet"]["most"]) > 0


@pytest.mark.rule("red-star-rising:6.2.1", "red-star-rising:6.2.2")
def test_what_lies_open_is_not_in_the_cup() -> None:
    scene = fight({"pz": unit(ARMOUR, "0203"), "army": army()})
    kind = scene.game.materials.kind(scene.unit("army")).strength_class
    cup = in_the_cup(scene.game, scene.state, kind)
    taken = evolve(scene.state, pools=scene.state.pools.set("on-armies", cup[:1]))
    assert in_the_cup(scene.game, taken, kind) == cup[1:]


@pytest.mark.rule("red-star-rising:6.2.2")
def test_with_many_armies_that_draw_nothing_is_foretold() -> None:
    units = {"pz": unit(ARMOUR, "0203"), "a": army(), "b": army(), "c": army()}
    assert reckon(fight(units), "pz").throws == []


def test_declaring_an_attack_names_all_who_could_take_part() -> None:
    scene = fight({"pz": unit(ARMOUR, "0203"), "kg": unit(GROUP, "0403"), "far": unit(GROUP, "0701"), **FOUR})
    assert asked(scene, f"declare-attack {HIT}") == {"units": ["kg", "pz"], "target": HIT}
    assert asked(scene, "done") is None


def test_one_more_attacker_and_the_siege_artillery_are_added_to_what_is_in_hand() -> None:
    units = {"pz": unit(ARMOUR, "0203"), "kg": unit(GROUP, "0403"), "gun": unit(SIEGE, "0202"), **FOUR}
    scene = put_together(fight(units, **CITY), "pz")
    assert asked(scene, "add-attacker kg") == {"units": ["pz", "kg"], "target": HIT}
    assert asked(scene, "use-siege") == {"units": ["pz"], "target": HIT, "siege": True}


def test_the_attack_in_hand_can_be_asked_about_from_its_declaration_on() -> None:
    units = {"pz": unit(ARMOUR, "0203"), "gun": unit(SIEGE, "0203"), "a": unit(INFANTRY)}
    scene = fight(units, **CITY)
    assert in_hand(scene) is None
    declared = scene.play(f"declare-attack {HIT}")
    assert in_hand(declared) == {"units": [], "target": HIT}
    for action in ("add-attacker pz", "use-siege"):
        expected, declared = asked(declared, action), declared.play(action)
        assert in_hand(declared) == expected
    assert in_hand(declared.play("call-off")) is None


def test_an_attack_on_several_hexes_names_them_all() -> None:
    scene = put_together(fight({"pz": unit(ARMOUR, "0203"), "a": unit(INFANTRY), "b": unit(INFANTRY, "0202")}), "pz")
    question = asked(scene, "add-target 0202")
    assert question == {"units": ["pz"], "target": HIT, "targets": [HIT, "0202"]}
    assert in_hand(scene.play("add-target 0202")) == question


def test_an_overrun_is_asked_about_as_one() -> None:
    scene = march({"pz": unit(ARMOUR, "0203"), "a": unit(INFANTRY)})
    question = asked(scene, f"overrun pz {HIT}")
    assert question == {"units": ["pz"], "target": HIT, "overrun": True}
    assert scene.ask("attack", **question).modifiers.by_rule == {"8.0.3": 1}
