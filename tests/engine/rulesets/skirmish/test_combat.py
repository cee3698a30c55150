"""Chapters 4 and 9 of Skirmish: attacks and what comes of them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.skirmish.scenes import QUIET, skirmish
from tests.helpers.positions import Scene

OPEN = "....../....../......"
"""Open ground."""


def fighting(units: str, board: str = OPEN, **more: Any) -> Scene:
    """Red's combat phase in dry weather, with the air forces in balance."""
    values = {**QUIET, **more.pop("values", {})}
    return skirmish(f"units: {units}", phase="combat", side="red", board=board, values=values, **more)


def attack(scene: Scene, target: str, *units: str, die: int | None = None, result: str | None = None) -> Scene:
    """The scene after an attack, with its die or its result laid down."""
    given = scene.given(dice=[die] if die else [], results=[result] if result else [])
    return given.play(f"declare-attack {target}", *(f"add-attacker {unit}" for unit in units), "resolve")


# Who may attack


@pytest.mark.rule("toy-skirmish:4.1")
def test_attacks_are_made_on_enemies_next_door() -> None:
    scene = fighting("{red-1: '0201', red-2: '0202', blue-1: '0302', blue-2: '0601'}")
    assert scene.choices("declare-attack") == ("declare-attack 0302",)
    assert scene.refused("declare-attack 0601") == "4.1"
    assert scene.refused("declare-attack 0202") == "4.1"
    assert scene.refused("declare-attack 0303") == "4.1"


@pytest.mark.rule("toy-skirmish:4.1")
def test_a_unit_joins_an_attack_once_and_only_from_next_to_it() -> None:
    scene = fighting("{red-1: '0202', red-2: '0101', blue-1: '0302'}").play("declare-attack 0302")
    assert scene.refused("resolve") == "4.1"
    assert scene.choices("add-attacker") == ("add-attacker red-1",)
    joined = scene.play("add-attacker red-1")
    assert joined.refused("add-attacker red-1") == "4.1"
    assert joined.refused("add-attacker red-2") == "4.1"
    assert joined.refused("add-attacker blue-1") == "4.1"
    assert joined.menu.default is not None


@pytest.mark.rule("toy-skirmish:4.1")
def test_a_lake_between_them_prevents_an_attack() -> None:
    lake = {"sides": [{"kind": "lake", "at": ["0202/NE"]}]}
    units = "{red-1: '0202', blue-1: '0302', blue-2: '0202', red-2: '0101'}"
    assert fighting("{red-1: '0202', blue-1: '0302'}", map=lake).menu.rule != "4.1"
    assert "declare-attack 0302" not in fighting(units, map=lake).choices("declare-attack")
    assert "declare-attack 0302" in fighting(units).choices("declare-attack")


@pytest.mark.rule("toy-skirmish:4.1")
def test_a_unit_attacks_once_and_a_hex_is_attacked_once_a_phase() -> None:
    scene = fighting("{red-1: '0302', red-2: '0201', red-3: '0402', blue-1: '0301', blue-2: '0401'}")
    fought = attack(scene, "0401", "red-1", result="A1").play("take-loss red-1")
    assert fought.refused("declare-attack 0401") == "4.1"
    second = fought.play("declare-attack 0301")
    assert second.refused("add-attacker red-1") == "4.1"
    assert second.allows("add-attacker red-2")


@pytest.mark.rule("toy-skirmish:4.1")
def test_marks_of_the_fight_are_gone_when_the_phase_is_over() -> None:
    scene = fighting("{red-1: '0202', red-2: '0203', blue-1: '0302', blue-2: '0303'}")
    fought = attack(scene, "0302", "red-1", result="A1").play("take-loss red-1")
    assert "fought" in fought.unit("red-1").marks
    assert not fought.play("done").unit("red-1").marks
    alone = fighting("{red-1: '0202', blue-1: '0302'}")
    assert not attack(alone, "0302", "red-1", result="A1").play("take-loss red-1").unit("red-1").marks


# Strengths, odds and columns


@pytest.mark.rule("toy-skirmish:4.2")
@pytest.mark.parametrize(
    ("units", "odds", "column"),
    [
        ("{red-1: '0202', blue-1: '0302'}", "1:2", "1:2"),
        ("{red-4: '0202', blue-1: '0302'}", "1:1", "1:1"),
        ("{red-4: '0202', red-1: '0202', blue-1: '0302'}", "2:1", "2:1"),
        ("{red-4: '0202', red-5: '0202', red-1: '0301', blue-1: '0302'}", "3:1", "3:1"),
        ("{red-4: '0202', red-5: '0202', red-1: '0301', red-2: '0301', blue-1: {at: '0302', step: 1}}", "6:1", "4:1"),
        ("{red-1: {at: '0202', step: 1}, blue-1: '0302', blue-2: '0302'}", "1:5", "1:2"),
    ],
)
def test_odds_are_rounded_in_favour_of_the_defender(units: str, odds: str, column: str) -> None:
    scene = fighting(units)
    attackers = [unit.id for unit in scene.state.every_unit() if unit.side == "red"]
    answer = scene.ask("attack", units=attackers, target="0302")
    assert (answer.odds, answer.column) == (odds, column)
    assert answer.refusal is None


@pytest.mark.rule("toy-skirmish:4.2")
def test_strengths_are_the_printed_factors_of_the_step() -> None:
    scene = fighting("{red-4: {at: '0202', step: 1}, blue-1: '0302', blue-2: {at: '0302', step: 1}}")
    answer = scene.ask("attack", units=["red-4"], target="0302")
    assert answer.attack.by_rule == {"4.2": 3}
    assert [term["value"] for term in answer.defence.terms] == [5, 3]


@pytest.mark.rule("toy-skirmish:4.3")
def test_forest_shifts_one_column_left() -> None:
    units = "{red-4: '0202', red-1: '0202', blue-1: '0302'}"
    wood = fighting(units, "....../..f.../......").ask("attack", units=["red-1", "red-4"], target="0302")
    assert wood.shifts.by_rule == {"4.3": -1}
    assert (wood.odds, wood.column) == ("2:1", "1:1")


@pytest.mark.rule("toy-skirmish:4.3")
def test_a_river_counts_only_when_all_must_cross_it() -> None:
    river = {"sides": [{"kind": "river", "at": ["0202/NE"]}]}
    scene = fighting("{red-4: '0202', red-1: '0301', blue-1: '0302'}", map=river)
    assert scene.ask("attack", units=["red-4"], target="0302").shifts.by_rule == {"4.3": -1}
    assert scene.ask("attack", units=["red-4", "red-1"], target="0302").shifts.terms == []


@pytest.mark.rule("toy-skirmish:4.3")
def test_shifts_add_up_and_stay_on_the_table() -> None:
    river = {"sides": [{"kind": "river", "at": ["0202/NE"]}]}
    scene = fighting("{red-4: '0202', blue-1: '0302'}", "....../..f.../......", map=river)
    answer = scene.ask("attack", units=["red-4"], target="0302")
    assert (answer.shifts.value, answer.odds, answer.column) == (-2, "1:1", "1:2")


@pytest.mark.rule("toy-skirmish:4.4")
@pytest.mark.parametrize(
    ("mine", "theirs", "shift"), [(2, 2, 1), (2, 1, 1), (1, 1, 0), (2, 0, 0), (1, 0, -1), (0, 0, -1), (0, 2, 0)]
)
def test_the_balance_of_air_points_shifts_one_column(mine: int, theirs: int, shift: int) -> None:
    """What a side sends to the attack does not defend: against 2 points sent nobody is at home."""
    values = {"air-red": mine, "air-blue": theirs}
    scene = fighting("{red-4: '0202', red-1: '0202', blue-1: '0302'}", values=values)
    assert scene.ask("attack", units=["red-1", "red-4"], target="0302").shifts.value == shift


@pytest.mark.rule("toy-skirmish:5.2")
@pytest.mark.parametrize(("unit", "half"), [("red-1", 2), ("red-4", 3)])
def test_without_supply_an_attack_counts_half(unit: str, half: int) -> None:
    scene = fighting(f"{{{unit}: {{at: '0202', marks: [unsupplied]}}, blue-1: '0302'}}")
    answer = scene.ask("attack", units=[unit], target="0302")
    assert answer.attack.value == half
    assert answer.attack.by_rule["5.2"] == -half
    assert scene.ask("unit", unit).factors.defence.value == 4


@pytest.mark.rule("toy-skirmish:5.2")
def test_each_unsupplied_unit_is_halved_alone_and_rounded_up() -> None:
    short = "{at: '0202', step: 1, marks: [unsupplied]}"
    scene = fighting(f"{{red-4: {short}, red-5: {short}, blue-1: '0302'}}")
    assert scene.ask("attack", units=["red-4", "red-5"], target="0302").attack.value == 4


# The table


@pytest.mark.rule("toy-skirmish:4.5")
@pytest.mark.parametrize(("die", "result"), [(1, "AR"), (2, "AR"), (3, "EX"), (4, "EX"), (5, "DR"), (6, "DR")])
def test_the_die_finds_the_result_in_its_column(die: int, result: str) -> None:
    scene = fighting("{red-4: '0202', blue-1: '0302'}")
    told = attack(scene, "0302", "red-4", die=die).told("attack-resolved")[0]
    assert (told.column, told.die, told.result) == ("1:1", die, result)
    assert scene.ask("attack", units=["red-4"], target="0302", die=die).result == result


@pytest.mark.rule("toy-skirmish:4.5")
@pytest.mark.parametrize(
    ("result", "side", "rule"),
    [("A1", "red", "4.6"), ("AR", "red", "4.7"), ("EX", "blue", "4.6"), ("DR", "blue", "4.7"), ("D2", "blue", "4.6")],
)
def test_each_result_asks_the_side_it_hurts(result: str, side: str, rule: str) -> None:
    after = attack(fighting("{red-4: '0202', blue-1: '0302'}"), "0302", "red-4", result=result)
    assert (after.menu.side, after.menu.rule) == (side, rule)


@pytest.mark.rule("toy-skirmish:4.5")
def test_the_chances_of_an_attack_are_those_of_its_column() -> None:
    answer = fighting("{red-4: '0202', blue-1: '0302'}").ask("attack", units=["red-4"], target="0302")
    assert answer.chances == {"AR": "1/3", "EX": "1/3", "DR": "1/3"}
    landed = attack(fighting("{red-4: '0202', blue-1: '0302'}"), "0302", "red-4", die=1)
    assert landed.told("attack-resolved")[0].result in answer.chances


# Losses


@pytest.mark.rule("toy-skirmish:4.6")
def test_the_owner_picks_who_loses_steps() -> None:
    scene = fighting("{red-1: '0202', red-4: '0202', blue-1: '0302'}")
    hurt = attack(scene, "0302", "red-1", "red-4", result="A1")
    assert hurt.choices("take-loss") == ("take-loss red-1", "take-loss red-4")
    assert hurt.refused("take-loss blue-1") == "4.6"
    after = hurt.play("take-loss red-4")
    assert (after.unit("red-1").step, after.unit("red-4").step) == (0, 1)


@pytest.mark.rule("toy-skirmish:4.6")
def test_an_exchange_takes_a_step_from_each_side_the_defender_first() -> None:
    hurt = attack(fighting("{red-4: '0202', blue-1: '0302'}"), "0302", "red-4", result="EX")
    after = hurt.play("take-loss blue-1", "take-loss red-4")
    assert (after.unit("blue-1").step, after.unit("red-4").step) == (1, 1)


@pytest.mark.rule("toy-skirmish:4.6")
def test_a_unit_that_loses_its_last_step_is_eliminated() -> None:
    scene = fighting("{red-1: {at: '0202', step: 1}, red-2: '0101', blue-1: '0302'}")
    after = attack(scene, "0302", "red-1", result="A1").play("take-loss red-1")
    assert after.place("red-1") == "eliminated"
    assert after.told("unit-eliminated")[0].at == "0202"


@pytest.mark.rule("toy-skirmish:4.6")
def test_two_steps_may_come_from_one_unit_or_from_two() -> None:
    hurt = attack(fighting("{red-4: '0202', blue-1: '0302', blue-2: '0302'}"), "0302", "red-4", result="D2")
    both = hurt.play("take-loss blue-1", "take-loss blue-2")
    assert (both.unit("blue-1").step, both.unit("blue-2").step) == (1, 1)
    one = hurt.play("take-loss blue-1", "take-loss blue-1")
    assert (one.place("blue-1"), one.unit("blue-2").step) == ("eliminated", 0)


# Retreats and advances


@pytest.mark.rule("toy-skirmish:4.7")
def test_a_retreat_is_one_hex_clear_of_enemy_zones() -> None:
    beaten = attack(fighting("{red-4: '0202', blue-1: '0302'}"), "0302", "red-4", result="DR")
    assert beaten.choices("retreat") == ("retreat blue-1 0301", "retreat blue-1 0401", "retreat blue-1 0402")
    assert beaten.refused("retreat blue-1 0303") == "4.7"
    assert beaten.refused("retreat blue-1 0502") == "4.7"
    assert beaten.refused("retreat red-4 0401") == "4.7"
    assert beaten.refused("retreat blue-1 coming") == "4.7"
    after = beaten.play("retreat blue-1 0402")
    assert (after.place("blue-1"), after.holder("0402")) == ("0402", "blue")


@pytest.mark.rule("toy-skirmish:4.7")
def test_a_retreat_needs_ground_and_room() -> None:
    board = "..ww../....../......"
    full = attack(
        fighting("{red-4: '0202', blue-1: '0302', blue-2: '0402', blue-3: '0402'}", board), "0302", "red-4", result="DR"
    )
    assert full.place("blue-1") == "eliminated"
    free = attack(fighting("{red-4: '0202', blue-1: '0302', blue-2: '0402'}", board), "0302", "red-4", result="DR")
    assert free.refused("retreat blue-1 0401") == "4.7"
    assert free.allows("retreat blue-1 0402")


@pytest.mark.rule("toy-skirmish:4.7")
def test_who_cannot_retreat_is_lost() -> None:
    scene = fighting("{red-4: '0202', red-2: '0502', blue-1: '0302'}", "..w.../....../......")
    after = attack(scene, "0302", "red-4", result="DR")
    assert after.place("blue-1") == "eliminated"
    assert after.told("unit-eliminated")[0].unit == "blue-1"


@pytest.mark.rule("toy-skirmish:4.7")
def test_a_second_unit_is_lost_when_the_first_took_the_only_room() -> None:
    board = "..ww../....../......"
    scene = fighting("{red-4: '0202', blue-1: '0302', blue-2: '0302', blue-3: '0402'}", board)
    after = attack(scene, "0302", "red-4", result="DR").play("retreat blue-2 0402")
    assert (after.place("blue-1"), after.place("blue-2")) == ("eliminated", "0402")


@pytest.mark.rule("toy-skirmish:4.8")
def test_one_attacker_may_enter_a_hex_that_was_emptied() -> None:
    scene = fighting("{red-4: '0202', red-1: '0301', blue-1: '0302', blue-2: '0602'}")
    won = attack(scene, "0302", "red-4", "red-1", result="DR").play("retreat blue-1 0402")
    assert won.choices("advance") == ("advance red-4 0302", "advance red-1 0302")
    assert won.refused("advance blue-1 0302") == "4.8"
    assert won.refused("advance red-1 0301") == "4.8"
    entered = won.play("advance red-1 0302")
    assert (entered.place("red-1"), entered.place("red-4"), entered.holder("0302")) == ("0302", "0202", "red")
    assert entered.refused("advance red-4 0302") != "4.8"
    assert won.play("done").stack("0302") == ()


@pytest.mark.rule("toy-skirmish:4.8")
def test_zones_do_not_hinder_an_advance() -> None:
    scene = fighting("{red-4: '0202', blue-1: '0302', blue-2: '0402'}")
    won = attack(scene, "0302", "red-4", result="DR").play("retreat blue-1 0401")
    assert "blue" in won.ask("zone", "0302").sides
    assert won.play("advance red-4 0302").place("red-4") == "0302"


@pytest.mark.rule("toy-skirmish:4.8")
def test_the_questions_about_choices_follow_the_attack() -> None:
    scene = fighting("{red-4: '0202', blue-1: '0302'}")
    described = {"units": ["red-4"], "target": "0302"}
    won = scene.ask("advance", **described, result="DR")
    assert [choice["kind"] for choice in won.choices] == ["advance"]
    assert [action["to"] for action in won.made] == ["0301"]
    elsewhere = [{"kind": "retreat", "unit": "blue-1", "to": "0402"}]
    assert scene.ask("advance", **described, result="DR", then=elsewhere).made == elsewhere
    assert scene.ask("advance", **described, result="AR").choices == []


# What is found out in combat


def chits(*draws: str) -> dict[str, Any]:
    return {"draws": list(draws)}


@pytest.mark.rule("toy-skirmish:9.1")
def test_an_untried_unit_draws_its_strength_when_it_first_fights() -> None:
    scene = fighting("{red-6: '0202', blue-1: '0302'}", **chits("chit-4a"))
    assert scene.ask("unit", "red-6").factors.attack.value == 0
    after = scene.given(draws=["chit-4a"], dice=[1]).play("declare-attack 0302", "add-attacker red-6", "resolve")
    assert after.told("strength-drawn")[0].strength == 4
    assert after.ask("unit", "red-6").factors.attack.by_rule == {"9.1": 4}
    assert after.state.pool("drawn") == ("chit-4a",)
    assert "chit-4a" not in after.state.pool("cup")


@pytest.mark.rule("toy-skirmish:9.1")
def test_a_unit_keeps_the_strength_it_drew() -> None:
    scene = fighting("{red-6: {at: '0202', values: {strength: 3}}, blue-1: '0302'}")
    after = attack(scene, "0302", "red-6", result="AR")
    assert after.told("strength-drawn") == []
    assert after.unit("red-6").values["strength"] == 3


@pytest.mark.rule("toy-skirmish:9.1")
def test_defenders_draw_too_and_an_empty_cup_gives_one() -> None:
    scene = fighting("{red-4: '0202', blue-5: '0302'}", pools={"cup": []})
    after = attack(scene, "0302", "red-4", result="AR")
    assert after.told("strength-drawn")[0].strength == 1


@pytest.mark.rule("toy-skirmish:9.2")
def test_decoys_are_found_out_in_combat_and_leave_the_game() -> None:
    scene = fighting("{red-4: '0202', blue-1: '0302', blue-7: '0302'}")
    after = attack(scene, "0302", "red-4", result="AR")
    assert after.told("decoy-found")[0].unit == "blue-7"
    assert "blue-7" not in after.state.units
    assert after.state.reveals > scene.state.reveals


@pytest.mark.rule("toy-skirmish:9.2")
def test_a_hex_held_by_a_decoy_alone_is_there_for_the_taking() -> None:
    scene = fighting("{red-4: '0202', blue-7: '0302', blue-1: '0602'}")
    after = scene.play("declare-attack 0302", "add-attacker red-4", "resolve")
    assert after.choices("advance") == ("advance red-4 0302",)
    assert after.told("attack-resolved") == []


@pytest.mark.rule("toy-skirmish:9.2")
def test_an_attack_by_decoys_alone_comes_to_nothing() -> None:
    scene = fighting("{red-7: '0202', red-1: '0101', blue-1: '0302'}")
    after = scene.play("declare-attack 0302", "add-attacker red-7", "resolve")
    assert "red-7" not in after.state.units
    assert after.told("attack-resolved") == []
