"""What an attack is worth before it is made: both throws, the losses in steps, and what an action would make of it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.barbarossa_to_berlin.battlefields import battle
from tests.helpers.positions import Scene

ROADS = "berlin - brest - minsk - urals, kovno ~ minsk, berlin - kovno"


def east(units: dict[str, Any], **more: Any) -> Scene:
    given = {"axis": "berlin brest kovno", "supply": {"axis": "berlin", "soviet": "urals"}, "combat": "brest kovno"}
    return battle(ROADS, units, **{**given, **more})


def asked(scene: Scene, action: str) -> Any:
    return scene.game.ruleset.attack_if(scene.game, scene.state, scene.action(action))


def in_hand(scene: Scene) -> Any:
    return scene.game.ruleset.attack_now(scene.game, scene.state)


@pytest.mark.rule("barbarossa-to-berlin:11.2")
def test_both_sides_fire_each_in_a_column_of_its_own_table() -> None:
    scene = east({"ge-16-army": "brest", "su-army-1": "minsk"}, terrain={"minsk": "swamp"})
    ours, theirs = scene.ask("attack", units=["ge-16-army"], target="minsk").throws
    assert (ours.side, ours.table, ours.column, ours.shifts.value) == ("axis", "fire-large", "4", -1)
    assert (theirs.side, theirs.table, theirs.column, theirs.shifts.value) == ("allied", "fire-small", "2", 0)
    assert ours.rows == ["1", "2", "3", "4", "5", "6"]


@pytest.mark.rule("barbarossa-to-berlin:11.3")
def test_losses_are_told_in_steps_that_the_factors_allow() -> None:
    scene = east({"ge-16-army": "brest", "su-army-1": "minsk"})
    found = scene.ask("attack", units=["ge-16-army"], target="minsk")
    ours, theirs = found.throws
    assert all(each.attacker.most == 0 for each in ours.chances), "our fire costs us nothing"
    assert {each.result: each.defender.most for each in ours.chances} == {"2": 2, "3": 2, "4": 2, "5": 2}
    assert all(each.attacker.most == 0 for each in theirs.chances if int(each.result) < 3), "an army does not fall to 2"
    assert found.losses["axis"]["most"] == 0
    assert found.losses["allied"] == {"least": 2, "most": 2}


@pytest.mark.rule("barbarossa-to-berlin:11.3")
def test_the_owner_may_choose_between_many_small_steps_and_a_large_one() -> None:
    units = {"ge-16-army": "brest", "ge-2-panzer-army": "brest", "su-west-front": "minsk", "su-army-1": "minsk"}
    scene = east({**units, "su-army-2": "minsk"})
    fire = scene.ask("attack", units=["ge-16-army", "ge-2-panzer-army"], target="minsk").throws[0]
    steps = {each.result: (each.defender.least, each.defender.most) for each in fire.chances}
    assert any(least < most for least, most in steps.values())


def test_declaring_names_all_who_could_attack_and_joining_adds_one() -> None:
    scene = east({"ge-16-army": "brest", "ge-2-panzer-army": "kovno", "su-army-1": "minsk"})
    assert asked(scene, "declare-attack minsk") == {"units": ["ge-16-army", "ge-2-panzer-army"], "target": "minsk"}
    declared = scene.play("declare-attack minsk", "add-attacker ge-16-army")
    assert asked(declared, "add-attacker ge-2-panzer-army")["units"] == ["ge-16-army", "ge-2-panzer-army"]
    assert asked(declared, "resolve") is None


def test_the_attack_in_hand_can_be_asked_about_until_it_is_called_off() -> None:
    scene = east({"ge-16-army": "brest", "su-army-1": "minsk"})
    assert in_hand(scene) is None
    declared = scene.play("declare-attack minsk")
    assert in_hand(declared) == {"units": [], "target": "minsk"}
    expected, joined = asked(declared, "add-attacker ge-16-army"), declared.play("add-attacker ge-16-army")
    assert in_hand(joined) == expected == {"units": ["ge-16-army"], "target": "minsk"}
    assert in_hand(joined.play("call-off")) is None


def test_cards_that_are_played_belong_to_the_attack_in_hand() -> None:
    hands = {"axis-hand": ["axis-49"], "allied-hand": ["allied-10"]}
    scene = east({"ge-16-army": "brest", "su-west-front": "minsk"}, pools=hands)
    fought = scene.play("declare-attack minsk", "add-attacker ge-16-army", "resolve")
    assert in_hand(fought) == {"units": ["ge-16-army"], "target": "minsk"}
    expected = asked(fought, "play-combat-card axis-49")
    assert expected == {"units": ["ge-16-army"], "target": "minsk", "cards": ["axis-49"]}
    assert in_hand(fought.play("play-combat-card axis-49")) == expected
    assert asked(fought, "done") is None
