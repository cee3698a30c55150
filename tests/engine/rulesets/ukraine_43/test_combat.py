"""Chapters 8 and 9: from the declaration of an attack to the losses."""

from __future__ import annotations

import pytest

from engine.definitions.issues import DefinitionError
from engine.rulesets.ukraine_43.combat.reckoning import Column, column_of
from engine.rulesets.ukraine_43.combat.resolution import AttackResolved
from tests.engine.rulesets.ukraine_43.scenes import NE, NW, SE, SW, N, S, attacked, beside, fighting, front
from tests.helpers.positions import marked

A = "0505"
AROUND = (N, NE, SE, S, SW, NW)
COLUMNS = ("1-3", "1-2", "1-1", "1.5-1", "2-1", "3-1", "4-1", "5-1")


def on(hexes: dict[str, str]) -> str:
    """A field of clear ground with a few hexes of other letters."""
    rows = [["."] * 12 for _ in range(9)]
    for label, letter in hexes.items():
        rows[int(label[2:]) - 1][int(label[:2]) - 1] = letter
    return "/".join("".join(row) for row in rows)


# 8.1 and 8.2


@pytest.mark.rule("ukraine-43:8.1")
def test_attacks_are_voluntary_and_nobody_attacks_or_is_attacked_twice() -> None:
    scene = fighting({"rifle": beside(A, S), "rifle-2": beside(A, SE), "inf": A}, dice=[1])
    assert scene.allows("done")
    fought = attacked(scene.rolling(3), A, "rifle")
    assert fought.told("attack-resolved")[-1].result == "AR"
    after = front({"rifle": marked(beside(A, S), "attacked"), "inf": A}, phase="combat", side="soviet")
    assert after.refused(f"declare-attack {A}") == "8.1"
    again = front({"rifle": beside(A, S), "inf": marked(A, "defended")}, phase="combat", side="soviet")
    assert again.refused(f"declare-attack {A}") == "8.1"
    assert scene.refused("declare-attack 0101") == "8.1"


@pytest.mark.rule("ukraine-43:8.2")
def test_several_hexes_are_attacked_only_by_units_beside_all_of_them() -> None:
    other = beside(A, N)
    scene = fighting({"rifle": beside(A, NE), "rifle-2": beside(A, S), "inf": A, "inf-2": other})
    both = scene.play(f"declare-attack {A}", f"add-target {other}")
    assert both.refused("add-attacker rifle-2") == "8.2"
    assert both.allows("add-attacker rifle")
    late = scene.play(f"declare-attack {A}", "add-attacker rifle-2")
    assert late.refused(f"add-target {other}") == "8.2"
    asked = scene.ask("attack", units=["rifle"], target=A, targets=[A, other])
    assert asked.defence.value == 14


# 8.3: odds


@pytest.mark.rule("ukraine-43:8.3")
@pytest.mark.parametrize(
    ("given", "found"),
    [
        ((53, 18, 0), ("2-1", "2-1", None)),
        ((10, 10, 1), ("1-1", "1.5-1", None)),
        ((1, 4, 3), ("<1-3", "", "AR")),
        ((7, 1, 3), ("7-1", "", "overwhelming")),
        ((9, 1, 0), ("9-1", "5-1", None)),
        ((10, 1, 0), ("10-1", "", "overwhelming")),
        ((10, 1, -1), ("10-1", "5-1", None)),
        ((6, 1, -2), ("6-1", "4-1", None)),
        ((1, 3, -1), ("1-3", "", "AR")),
    ],
)
def test_odds_round_down_and_shifts_run_on_beyond_the_table(
    given: tuple[int, int, int], found: tuple[str, str, str | None]
) -> None:
    assert column_of(COLUMNS, *given, 10) == Column(*found)


@pytest.mark.rule("ukraine-43:8.4", "ukraine-43:8.5")
def test_the_example_of_three_dice_costs_the_defender_three_steps_and_the_attacker_two() -> None:
    south = {"gds": beside(A, S), "gds-2": beside(A, S), "mech": beside(A, SE), "mech-2": beside(A, SE),
             "tank": beside(A, SW), "tank-2": beside(A, SW), "fronthq": beside(A, S)}  # fmt: skip
    scene = fighting({**south, "rom": A, "rom-2": A, "rom-3": A}, dice=[5, 2, 6])
    attackers = ["gds", "gds-2", "mech", "mech-2", "tank", "tank-2"]
    asked = scene.ask("attack", units=attackers, target=A)
    assert (asked.attack.value, asked.defence.value, asked.column) == (38, 12, "3-1")
    fought = attacked(scene, A, *attackers)
    told = fought.told("attack-resolved")[-1]
    assert (told.result, told.attacker_losses, told.defender_losses) == ("DRX", 2, 3)
    assert told.further == ["1/1", "0/1"]


@pytest.mark.rule("ukraine-43:8.4", "ukraine-43:23.1")
def test_the_magnitude_goes_by_the_side_with_fewer_steps_without_headquarters() -> None:
    def dice(units: dict[str, str], *attackers: str) -> int:
        asked = fighting(units).ask("attack", units=list(attackers), target=A)
        return next(term["value"] for term in asked.shifts.terms if term["rule"] == "8.4")

    south = beside(A, S)
    assert dice({"rifle": south, "rifle-2": south, "inf": A}, "rifle", "rifle-2") == 1
    assert dice({"rifle": south, "rifle-2": south, "inf": A, "inf-2": A}, "rifle", "rifle-2") == 2
    six = {"inf": A, "inf-2": A, "inf-3": A}
    assert dice({"rifle": south, "rifle-2": south, "brig": south, **six}, "rifle", "rifle-2", "brig") == 2
    assert (
        dice({"tank": south, "tank-2": south, "mech": south, "ta": south, **six}, "tank", "tank-2", "mech", "ta") == 3
    )
    assert dice({"rifle": south, "rifle-2": south, "inf": A, "pzk": A, "army": A}, "rifle", "rifle-2") == 1


# 8.5: results, 8.6: who loses


@pytest.mark.rule("ukraine-43:8.5", "ukraine-43:8.6", "ukraine-43:11.2.B", "ukraine-43:10.5")
def test_a_repelled_attacker_loses_a_step_of_his_strongest_is_disrupted_and_may_retreat() -> None:
    scene = fighting({"gds": beside(A, S), "div": beside(A, S), "inf": A})
    fought = attacked(scene.rolling(1), A, "gds", "div")
    assert fought.refused("take-loss div") == "8.6"
    lost = fought.play("take-loss gds")
    assert {"disrupted"} <= set(lost.unit("gds").marks) & set(lost.unit("div").marks)
    assert lost.allows("done")
    assert lost.menu.rule == "10.5"
    assert lost.choices("retreat")
    assert lost.unit("inf").step == 0


@pytest.mark.rule("ukraine-43:8.5", "ukraine-43:12.4")
def test_an_exchange_costs_both_a_step_and_lets_the_attacker_advance_one_hex_over_the_lost() -> None:
    units = {"mech": beside(A, S), "mech-2": beside(A, S), "sec": A}
    scene = front(units, phase="combat", side="soviet", results=["EX"], dice=[2])
    fought = attacked(scene, A, "mech")
    done = fought.play("take-loss mech", "take-loss sec")
    assert done.place("sec") == "axis-eliminated"
    there = done.play(f"advance mech {A}")
    assert there.place("mech") == A
    assert not there.choices("advance")


@pytest.mark.rule("ukraine-43:8.5")
@pytest.mark.parametrize(("result", "attacker", "defender"), [("DR", 0, 0), ("DR1", 0, 1), ("DRX", 1, 1), ("C", 0, 0)])
def test_what_the_results_cost(result: str, attacker: int, defender: int) -> None:
    scene = fighting({"rifle": beside(A, S), "inf": A}, results=[result], dice=[5])
    told = attacked(scene, A, "rifle").told("attack-resolved")[-1]
    assert (told.attacker_losses, told.defender_losses) == (attacker, defender)


@pytest.mark.rule("ukraine-43:8.5")
def test_an_uneven_exchange_with_a_single_step_costs_the_attacker_nothing() -> None:
    scene = fighting({"rifle": beside(A, S), "inf": A}, results=["DR2X"], dice=[5])
    told = attacked(scene, A, "rifle").told("attack-resolved")[-1]
    assert (told.attacker_losses, told.defender_losses) == (1, 2)
    single = fighting({"rifle": beside(A, S), "inf": marked(A, step=1)}, results=["DR2X"], dice=[5])
    told = attacked(single, A, "rifle").told("attack-resolved")[-1]
    assert (told.attacker_losses, told.defender_losses) == (0, 1)


@pytest.mark.rule("ukraine-43:8.6", "ukraine-43:23.1")
def test_nobody_loses_twice_before_all_have_lost_and_headquarters_lose_last() -> None:
    south = beside(A, S)
    scene = fighting(
        {"tank": south, "tank-2": south, "mech": south, "inf": A, "inf-2": A, "pzk": A}, results=["DR2X"], dice=[5, 2]
    )
    fought = attacked(scene, A, "tank", "tank-2", "mech").play("take-loss mech")
    assert fought.refused("take-loss pzk") == "23.1"
    once = fought.play("take-loss inf")
    assert once.refused("take-loss inf") == "8.6"
    assert once.play("take-loss inf-2").unit("inf-2").step == 1


@pytest.mark.rule("ukraine-43:8.7")
def test_a_unit_is_turned_over_and_then_lost() -> None:
    scene = fighting({"rifle": beside(A, S), "inf": marked(A, step=1)}, results=["EX"], dice=[5])
    done = attacked(scene, A, "rifle").play("take-loss rifle", "take-loss inf")
    assert done.unit("rifle").step == 1
    assert done.place("inf") == "axis-eliminated"


@pytest.mark.rule("ukraine-43:16.4.C")
def test_tigers_and_assault_guns_come_back_four_turns_later() -> None:
    scene = fighting({"rifle": beside(A, S), "guns": A}, results=["EX"], dice=[5], turn=3)
    done = attacked(scene, A, "rifle").play("take-loss rifle", "take-loss guns")
    assert done.place("guns") == "axis-reinforcements"
    assert done.unit("guns").values["due"] == 7


@pytest.mark.rule("ukraine-43:8.8.A", "ukraine-43:8.8.B", "ukraine-43:8.8.C")
def test_at_ten_to_one_all_in_the_hex_are_lost_without_dice() -> None:
    south = beside(A, S)
    scene = front({"pz": south, "pz-2": south, "brig": A}, phase="combat", side="axis")
    asked = scene.ask("attack", units=["pz", "pz-2"], target=A)
    assert asked.result == "overwhelming"
    fought = attacked(scene, A, "pz", "pz-2")
    assert fought.place("brig") == "soviet-eliminated"
    assert fought.told("attack-resolved")[-1].thrown == []
    assert not next(event for event in fought.events if isinstance(event, AttackResolved)).throws


@pytest.mark.rule("ukraine-43:8.3", "ukraine-43:8.8.C")
def test_what_an_attack_without_dice_costs_is_told() -> None:
    """An overwhelming one all that stand there, one under 1-3 a step of the attacker, and another under Zhukov."""
    south = beside(A, S)
    strong = front({"pz": south, "pz-2": south, "pz-3": south, "brig": A, "art": A}, phase="combat", side="axis")
    told = strong.ask("attack", units=["pz", "pz-2", "pz-3"], target=A)
    assert (told.odds, told.result) == ("12-1", "overwhelming")
    assert (told.losses.axis.most, told.losses.soviet.least) == (0, 2)
    weak = front({"brig": south, "inf": A, "zhukov": south}, phase="combat", side="soviet")
    told = weak.ask("attack", units=["brig"], target=A)
    assert (told.result, told.losses.soviet.most, told.losses.axis.most) == ("AR", 1, 0)
    assert weak.ask("attack", units=["brig"], target=A, zhukov=True).losses.soviet.least == 2


@pytest.mark.rule("ukraine-43:8.9", "ukraine-43:9.7")
@pytest.mark.parametrize(("die", "lost"), [(4, 2), (5, 1)])
def test_a_city_costs_one_more_step_unless_the_first_die_shows_five(die: int, lost: int) -> None:
    units = {"mech": beside(A, S), "mech-2": beside(A, S), "inf": A}
    scene = fighting(units, places={A: "city"}, results=["EX"], dice=[die])
    assert attacked(scene, A, "mech", "mech-2").told("attack-resolved")[-1].attacker_losses == lost


@pytest.mark.rule("ukraine-43:8.9", "ukraine-43:9.9.B")
def test_the_heavy_loss_falls_on_sappers_who_helped() -> None:
    units = {"mech": beside(A, S), "sapper": beside(A, S), "inf": A}
    scene = fighting(units, places={A: "city"}, results=["C"], dice=[3])
    fought = attacked(scene, A, "mech", "sapper")
    assert fought.refused("take-loss mech") == "9.9.B"
    assert fought.play("take-loss sapper").place("sapper") == "soviet-eliminated"


# 9: modifiers


@pytest.mark.rule("ukraine-43:9.1")
def test_an_infantry_division_on_a_hill_defends_with_nine_and_two_with_sixteen() -> None:
    south = beside(A, S)
    one = fighting({"rifle": south, "inf": A}, on({A: "h"})).ask("attack", units=["rifle"], target=A)
    two = fighting({"rifle": south, "inf": A, "inf-2": A}, on({A: "h"})).ask("attack", units=["rifle"], target=A)
    assert (one.defence.value, two.defence.value) == (9, 16)


@pytest.mark.rule("ukraine-43:9.1")
@pytest.mark.parametrize(
    ("letter", "place", "defence"),
    [("f", "", 9), ("w", "", 9), ("m", "", 7), (".", "village", 8), (".", "town", 10), (".", "city", 12),
     ("f", "village", 9)],
)  # fmt: skip
def test_what_the_ground_adds_the_best_of_several_alone(letter: str, place: str, defence: int) -> None:
    board = on({A: letter}) if letter != "." else on({})
    scene = fighting({"rifle": beside(A, S), "inf": A}, board, places={A: place} if place else {})
    assert scene.ask("attack", units=["rifle"], target=A).defence.value == defence


@pytest.mark.rule("ukraine-43:9.1")
def test_a_brigade_of_one_point_gets_two_more_at_the_most() -> None:
    scene = front({"inf": beside(A, S), "brig": A}, on({}), phase="combat", side="axis", places={A: "city"})
    assert scene.ask("attack", units=["inf"], target=A).defence.value == 3


@pytest.mark.rule("ukraine-43:9.2", "ukraine-43:14.5")
def test_two_fives_out_of_supply_make_six() -> None:
    hungry = marked(beside(A, S), "unsupplied")
    scene = front({"inf": hungry, "inf-2": hungry, "rifle": A}, phase="combat", side="axis")
    assert scene.ask("attack", units=["inf", "inf-2"], target=A).attack.value == 6


@pytest.mark.rule("ukraine-43:9.2")
def test_nobody_is_halved_twice() -> None:
    south = beside(A, S)
    scene = fighting(
        {"tank": marked(south, "unsupplied"), "inf": A}, sides={"river": [f"{A}/S"]}, markers={A: {"fort": 1}}
    )
    assert scene.ask("attack", units=["tank"], target=A).attack.value == 3


@pytest.mark.rule("ukraine-43:9.3", "ukraine-43:19.2")
def test_a_fort_adds_three_halves_horse_and_motor_and_ignores_the_river_for_them() -> None:
    south = beside(A, S)
    units = {"tank": south, "cav": beside(A, SE), "rifle": beside(A, SW), "inf": A}
    scene = fighting(units, on({A: "h"}), markers={A: {"fort": 1}}, sides={"river": [f"{A}/SE"]})
    asked = scene.ask("attack", units=["tank", "cav", "rifle"], target=A)
    assert asked.attack.value == 3 + 2 + 5
    assert asked.defence.value == 7 + 2 + 3
    begun = fighting(units, markers={A: {"fort-begun": 1}}).ask("attack", units=["tank"], target=A)
    assert begun.attack.value == 6


@pytest.mark.rule("ukraine-43:9.4", "ukraine-43:9.5", "ukraine-43:9.6")
def test_water_halves_the_mechanised_and_costs_the_others_a_point_once() -> None:
    south = beside(A, S)
    units = {"tank": south, "rifle": south, "inf": A}

    def attack(unit: str, board: str, sides: dict[str, list[str]]) -> int:
        return int(fighting(units, board, sides=sides).ask("attack", units=[unit], target=A).attack.value)

    river = {"river": [f"{A}/S"]}
    assert (attack("tank", on({}), river), attack("rifle", on({}), river)) == (3, 4)
    for marsh in ("m", "w"):
        board = on({south: marsh})
        assert (attack("tank", board, {}), attack("rifle", board, {})) == (3, 4)
        assert (attack("tank", board, river), attack("rifle", board, river)) == (3, 4)
    assert attack("rifle", on({A: "m"}), {}) == 5


@pytest.mark.rule("ukraine-43:9.7", "ukraine-43:10.1.A")
def test_a_garrison_of_a_city_may_ignore_a_plain_retreat_alone() -> None:
    units = {"mech": beside(A, S), "inf": A}
    scene = fighting(units, places={A: "city"}, results=["DR"], dice=[5])
    beaten = attacked(scene, A, "mech")
    stays = beaten.play(f"stand-fast {A}")
    assert stays.place("inf") == A
    assert "disrupted" not in stays.unit("inf").marks
    hit = fighting(units, places={A: "city"}, results=["DR1"], dice=[5])
    assert attacked(hit, A, "mech").play("take-loss inf").refused(f"stand-fast {A}") == "9.7"


@pytest.mark.rule("ukraine-43:9.8")
def test_tigers_shift_a_column_and_pay_for_an_exchange() -> None:
    south = beside(A, S)
    scene = front({"pz": south, "tiger": south, "rifle": A}, phase="combat", side="axis")
    assert scene.ask("attack", units=["pz", "tiger"], target=A).shifts.by_rule["9.8"] == 1
    fought = attacked(scene.given(results=["EX"], dice=[3]), A, "pz", "tiger")
    assert fought.refused("take-loss pz") == "9.8"
    repelled = attacked(scene.given(results=["AR"], dice=[1]), A, "pz", "tiger")
    assert repelled.refused("take-loss tiger") == "8.6"


@pytest.mark.rule("ukraine-43:9.9.A")
def test_sappers_shift_a_column_against_forts_towns_and_cities_once() -> None:
    south = beside(A, S)
    units = {"rifle": south, "sapper": south, "sapper-2": south, "inf": A}

    def shift(**more: object) -> int:
        asked = fighting(units, **more).ask("attack", units=["rifle", "sapper", "sapper-2"], target=A)
        return int(asked.shifts.by_rule.get("9.9.A", 0))

    assert shift() == 0
    assert shift(places={A: "village"}) == 0
    assert (shift(places={A: "town"}), shift(places={A: "city"}), shift(markers={A: {"fort": 1}})) == (1, 1, 1)


@pytest.mark.rule("ukraine-43:9.10")
def test_germans_alone_turn_exchanges_with_retreat_into_losses_of_the_defender() -> None:
    south = beside(A, S)
    scene = front({"pz": south, "pg": south, "rom": south, "rifle": A}, phase="combat", side="axis")
    alone = scene.ask("attack", units=["pz", "pg"], target=A)
    mixed = scene.ask("attack", units=["pz", "rom"], target=A)
    assert alone.column == mixed.column == "2-1"
    assert "DRX" not in alone.chances
    assert (alone.chances["DR1"], mixed.chances["DR1"], mixed.chances["DRX"]) == ("1/3", "1/6", "1/6")


@pytest.mark.rule("ukraine-43:9.10")
def test_a_preview_names_the_rows_on_which_the_chart_has_a_result() -> None:
    scene = front({"pz": beside(A, S), "rifle": A}, phase="combat", side="axis")
    found = scene.ask("attack", units=["pz"], target=A)
    rows = {chance["result"]: chance["rows"] for chance in found.throws[0]["chances"]}
    assert found.column == "1.5-1"
    assert (rows["DR"], rows["DR1"]) == (["5"], []), "the chart has an exchange on 6, which costs the defender alone"


@pytest.mark.rule("ukraine-43:9.10")
def test_soviet_sixes_against_germans_are_thrown_again_unless_half_are_guards() -> None:
    south = beside(A, S)
    plain = attacked(fighting({"rifle": south, "inf": A}, dice=[6, 1]), A, "rifle").told("attack-resolved")[-1]
    assert (plain.thrown, plain.dice) == ([6, 1], [1])
    half = fighting({"rifle": south, "gds": south, "inf": A}, dice=[6, 1])
    assert attacked(half, A, "rifle", "gds").told("attack-resolved")[-1].thrown == [6]
    allied = fighting({"rifle": south, "rom": A}, dice=[6, 1])
    assert attacked(allied, A, "rifle").told("attack-resolved")[-1].thrown == [6]
    armies = {"gta": south, "gtank": marked(south, step=1), "tank": south, "inf": A}
    assert attacked(fighting(armies, dice=[6, 1]), A, "gta", "gtank", "tank").told("attack-resolved")[-1].thrown == [6]
    other = {"ta": south, "gtank": marked(south, step=1), "tank": south, "inf": A}
    told = attacked(fighting(other, dice=[6, 1]), A, "ta", "gtank", "tank").told("attack-resolved")[-1]
    assert told.thrown == [6, 1]


@pytest.mark.rule("ukraine-43:9.10")
def test_the_die_that_counted_is_shown_with_its_result_and_the_six_behind_it() -> None:
    scene = attacked(fighting({"rifle": beside(A, S), "inf": A}, dice=[6, 1]), A, "rifle")
    resolved = next(event for event in scene.events if isinstance(event, AttackResolved))
    assert [(each.face, each.result) for each in resolved.throws] == [(1, resolved.result), (6, "")]


@pytest.mark.rule("ukraine-43:9.11", "ukraine-43:25.2")
def test_rain_takes_a_column_from_every_attack() -> None:
    scene = fighting({"rifle": beside(A, S), "inf": A}, values={"weather": "rain"})
    assert scene.ask("attack", units=["rifle"], target=A).shifts.by_rule["25.2"] == -1


@pytest.mark.rule("ukraine-43:11.3")
def test_a_disrupted_unit_does_not_attack() -> None:
    scene = fighting({"rifle": marked(beside(A, S), "disrupted"), "inf": A})
    assert scene.refused(f"declare-attack {A}") == "11.3"


VARIED = {"phase": "combat", "side": "soviet", "options": {"variable-defence": True}}


@pytest.mark.rule("ukraine-43:29")
@pytest.mark.parametrize(("variation", "defence", "odds"), [(1, 6, "1.5-1"), (3, 7, "1-1"), (6, 9, "1-1")])
def test_the_die_of_a_variable_defence_can_be_laid_down(variation: int, defence: int, odds: str) -> None:
    south = beside(A, S)
    scene = front({"rifle": south, "rifle-2": south, "inf": A}, **VARIED)
    about = {"units": ["rifle", "rifle-2"], "target": A, "variation": variation}
    answer = scene.ask("attack", **about, die=5)
    assert (answer.defence.value, answer.odds) == (defence, odds)
    told = scene.ask("retreat", **about, die=5)
    assert (told.side == "axis") == (answer.result == "DR")


@pytest.mark.rule("ukraine-43:29")
def test_the_die_of_a_question_is_that_of_the_combat_and_not_the_one_before_it() -> None:
    """A five at 1.5-1 drives the defender out, a one throws the attack back; the defence is as it is printed."""
    south = beside(A, S)
    scene = front({"rifle": south, "rifle-2": south, "rifle-3": beside(A, SE), "inf": A}, **VARIED)
    about = {"units": ["rifle", "rifle-2", "rifle-3"], "target": A}
    answer = scene.ask("attack", **about, die=4)
    assert [(term.value, term.op) for term in answer.shifts.terms if term.rule == "29"] == [(0, "note")]
    assert (answer.column, answer.result) == ("2-1", "DR")
    assert scene.ask("retreat", **about, die=4).side == "axis"
    assert scene.ask("losses", **about, die=1).side == "soviet"


@pytest.mark.rule("ukraine-43:29")
def test_without_the_optional_rule_nobody_has_use_for_its_die() -> None:
    scene = front({"rifle": beside(A, S), "inf": A}, phase="combat", side="soviet")
    with pytest.raises(DefinitionError, match="variation"):
        scene.ask("attack", units=["rifle"], target=A, variation=2)
