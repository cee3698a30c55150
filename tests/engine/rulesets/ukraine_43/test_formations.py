"""Chapters 22, 23, 26 and 29: artillery, headquarters, leaders, and the optional die of the defence."""

from __future__ import annotations

import pytest

from tests.engine.rulesets.ukraine_43.scenes import (
    NE,
    SE,
    SW,
    N,
    S,
    attacked,
    beside,
    exploiting,
    fighting,
    front,
    moving,
)
from tests.helpers.positions import marked

A = "0605"
SOUTH = beside(A, S)
HQ = {"fronthq": beside(A, S, S)}


# Artillery


@pytest.mark.rule("ukraine-43:22.1")
def test_a_division_within_two_hexes_shifts_a_column_and_is_exhausted() -> None:
    scene = fighting({"rifle": SOUTH, "art": beside(A, S, S), "art-2": beside(A, S, S, S), "inf": A, **HQ})
    begun = scene.play(f"declare-attack {A}", "add-attacker rifle")
    assert begun.refused("add-artillery art-2") == "22.1"
    fired = begun.play("add-artillery art")
    asked = scene.ask("attack", units=["rifle"], target=A, artillery=["art"])
    assert asked.shifts.by_rule["22.1"] == 1
    assert "exhausted" in fired.rolling(3).play("resolve").unit("art").marks


@pytest.mark.rule("ukraine-43:22.2", "ukraine-43:22.5.B")
def test_two_divisions_shift_two_columns_if_one_is_of_the_guards() -> None:
    back = beside(A, S, S)
    scene = fighting({"rifle": SOUTH, "art": back, "art-2": back, "gart": beside(SOUTH, SE), "inf": A, "fronthq": back})
    begun = scene.play(f"declare-attack {A}", "add-attacker rifle", "add-artillery art")
    assert begun.refused("add-artillery art-2") == "22.2"
    both = begun.play("add-artillery gart")
    asked = scene.ask("attack", units=["rifle"], target=A, artillery=["art", "gart"])
    assert asked.shifts.by_rule["22.2"] == 2
    done = both.rolling(3).play("resolve")
    assert done.place("gart") == "stavka-reserve"
    assert both.refused("add-artillery art-2") == "22.2"


@pytest.mark.rule("ukraine-43:22.3")
def test_guns_never_attack_themselves_and_do_not_fire_disrupted() -> None:
    back = beside(A, S, S)
    scene = fighting({"rifle": SOUTH, "art": SOUTH, "art-2": marked(back, "disrupted"), "inf": A, "fronthq": back})
    begun = scene.play(f"declare-attack {A}", "add-attacker rifle")
    assert begun.refused("add-attacker art") == "22.3"
    assert begun.refused("add-artillery art-2") == "22.3"
    hungry = fighting({"rifle": SOUTH, "art": marked(back, "unsupplied"), "inf": A, "fronthq": back})
    assert hungry.play(f"declare-attack {A}", "add-attacker rifle").allows("add-artillery art")


@pytest.mark.rule("ukraine-43:22.4", "ukraine-43:3.C.1")
def test_two_divisions_a_turn_are_made_ready_in_supply_and_in_order() -> None:
    units = {
        "art": marked("0202", "exhausted"),
        "art-2": marked("0303", "exhausted"),
        "art-3": marked("0404", "exhausted"),
        "art-4": marked("0505", "exhausted", "unsupplied"),
        "art-5": marked("0606", "exhausted", "disrupted"),
    }
    scene = front(units, soviet=["0101"], phase="supply", side="soviet")
    assert scene.refused("refit-artillery art-4") == "22.4"
    assert scene.refused("refit-artillery art-5") == "22.4"
    two = scene.play("refit-artillery art", "refit-artillery art-2")
    assert "exhausted" not in two.unit("art").marks
    assert "exhausted" in two.unit("art-3").marks
    assert not two.allows("refit-artillery art-3")
    guns = fighting({"rifle": SOUTH, "art": marked(beside(A, S, S), "exhausted"), "inf": A, **HQ})
    assert guns.play(f"declare-attack {A}", "add-attacker rifle").refused("add-artillery art") == "22.4"


@pytest.mark.rule("ukraine-43:22.5.D")
def test_a_guards_division_comes_from_the_stavka_in_the_place_of_one_refit() -> None:
    units = {"gart": "stavka-reserve", "gart-2": "stavka-reserve", "art": marked("0202", "exhausted"),
             "art-2": marked("0303", "exhausted")}  # fmt: skip
    scene = front(units, soviet=["0101"], phase="supply", side="soviet")
    came = scene.play("recall-breakthrough gart")
    assert came.place("gart") == "soviet-reinforcements"
    assert came.unit("gart").values["due"] == 1
    assert came.refused("recall-breakthrough gart-2") == "22.5.D"
    one = came.play("refit-artillery art")
    assert not one.allows("refit-artillery art-2")


@pytest.mark.rule("ukraine-43:22.5.A", "ukraine-43:22.5.C")
def test_guards_guns_that_must_retreat_go_to_the_stavka_and_others_go_back() -> None:
    scene = front({"pz": SOUTH, "gart": A, "art": A}, phase="combat", side="axis", results=["DR"], dice=[5])
    beaten = attacked(scene, A, "pz")
    assert beaten.place("gart") == "stavka-reserve"
    assert beaten.choices("retreat")


@pytest.mark.rule("ukraine-43:22.5.C", "ukraine-43:9.7")
def test_guards_guns_that_leave_a_city_they_might_hold_go_to_the_stavka_too() -> None:
    units = {"pz": SOUTH, "gart": A, "rifle": A}
    scene = front(units, phase="combat", side="axis", results=["DR"], dice=[5], places={A: "city"})
    beaten = attacked(scene, A, "pz")
    away = beaten.play(next(step for step in beaten.choices("retreat") if step.startswith("retreat gart ")))
    assert away.place("gart") == "stavka-reserve"
    assert not away.told("unit-retreated")
    assert away.refused(f"stand-fast {A}") == "9.7"
    assert {step.split()[1] for step in away.choices("retreat")} == {"rifle"}
    assert beaten.play(f"stand-fast {A}").place("gart") == A


# Headquarters


@pytest.mark.rule("ukraine-43:23.3", "ukraine-43:13.1.C")
def test_a_panzer_corps_takes_up_a_division_on_its_way_and_overruns_with_it() -> None:
    units = {"pzk": SOUTH, "pz": A, "brig": beside(A, N), "inf": beside(A, SE)}
    there = exploiting(units, side="axis").play(f"step-to pzk {A}", "pick-unit pz")
    over = there.play(f"overrun pzk {beside(A, N)}")
    assert over.told("overrun-begun")[0].units == ["pzk", "pz"]
    assert over.ask("attack", units=["pzk", "pz"], target=beside(A, N), overrun=True).shifts.by_rule["23.3"] == 1
    other = exploiting(units, side="axis").play(f"step-to inf {A}", "pick-unit pz", f"overrun pz {beside(A, N)}")
    assert other.told("overrun-begun")[0].units == ["pz"]


@pytest.mark.rule("ukraine-43:23.4", "ukraine-43:4.10")
def test_a_stack_that_an_army_takes_up_in_reaction_counts_among_the_three() -> None:
    units = {"ta": SOUTH, "tank": A, "mech": A, "rifle": "0902", "div": "1102", "inf": "0109"}
    army = front(units, phase="reaction", side="soviet").play(f"step-to ta {A}", "pick-unit tank")
    gone = army.play(f"step-to ta {beside(A, N)}")
    assert (gone.place("tank"), gone.state.values["reactions"]) == (beside(A, N), 2)
    last = gone.play(f"step-to mech {beside(A, NE)}", "step-to rifle 0903")
    assert last.state.values["reactions"] == 3
    assert last.refused("step-to div 1103") == "4.10"


@pytest.mark.rule("ukraine-43:23.3")
def test_a_panzer_corps_with_a_panzer_division_shifts_a_column_and_adds_two() -> None:
    scene = front({"pz": SOUTH, "pzk": SOUTH, "pzk-2": SOUTH, "rifle": A}, phase="combat", side="axis")
    asked = scene.ask("attack", units=["pz", "pzk", "pzk-2"], target=A)
    assert asked.shifts.by_rule["23.3"] == 1
    assert asked.attack.value == 8
    without = front({"pg": SOUTH, "pzk": SOUTH, "rifle": A}, phase="combat", side="axis")
    assert "23.3" not in without.ask("attack", units=["pg", "pzk"], target=A).shifts.by_rule
    held = fighting({"rifle": SOUTH, "pz": A, "pzk": A})
    assert held.ask("attack", units=["rifle"], target=A).defence.value == 10
    alone = fighting({"rifle": SOUTH, "pzk": A})
    assert alone.ask("attack", units=["rifle"], target=A).defence.value == 2


@pytest.mark.rule("ukraine-43:23.3")
def test_the_ss_corps_leads_mechanised_ss_alone() -> None:
    army = front({"pz": SOUTH, "sspzk": SOUTH, "rifle": A}, phase="combat", side="axis")
    assert "23.3" not in army.ask("attack", units=["pz", "sspzk"], target=A).shifts.by_rule
    ss = front({"ss": SOUTH, "sspzk": SOUTH, "rifle": A}, phase="combat", side="axis")
    assert ss.ask("attack", units=["ss", "sspzk"], target=A).shifts.by_rule["23.3"] == 1


@pytest.mark.rule("ukraine-43:23.4", "ukraine-43:23.4/a")
def test_an_army_adds_two_and_one_against_forts_across_water_or_out_of_marsh() -> None:
    units = {"tank": SOUTH, "ta": SOUTH, "inf": A}

    def bonus(**more: object) -> int:
        asked = fighting(units, **more).ask("attack", units=["tank", "ta"], target=A)
        return int(asked.attack.by_rule["23.4"])

    assert bonus() == 2
    assert bonus(sides={"river": [f"{A}/S"]}) == 1
    assert bonus(markers={A: {"fort": 1}}) == 1
    shock = fighting({"rifle": SOUTH, "shock": SOUTH, "inf": A})
    assert shock.ask("attack", units=["rifle", "shock"], target=A).attack.value == 7
    wrong = fighting({"tank": SOUTH, "shock": SOUTH, "inf": A})
    assert wrong.ask("attack", units=["tank", "shock"], target=A).attack.value == 6
    held = front({"inf": SOUTH, "tank": A, "ta": A}, phase="combat", side="axis")
    assert held.ask("attack", units=["inf"], target=A).defence.value == 8


@pytest.mark.rule("ukraine-43:23.4")
def test_the_bonus_of_an_army_neither_counts_against_the_cap_nor_raises_it() -> None:
    scene = front({"inf": SOUTH, "mbrig": A, "div": A, "shock": A}, phase="combat", side="axis", places={A: "city"},
                  markers={A: {"soviet-fort": 1}})  # fmt: skip
    assert scene.ask("attack", units=["inf"], target=A).defence.value == 5 + 8 + 2


@pytest.mark.rule("ukraine-43:23.1")
def test_headquarters_alone_count_for_magnitude_and_can_be_disrupted() -> None:
    scene = fighting({"rifle": SOUTH, "army": A}, results=["DR"], dice=[5])
    beaten = attacked(scene, A, "rifle")
    first = beaten.play(beaten.choices("retreat")[0])
    gone = first.play(first.choices("retreat")[0])
    assert "disrupted" in gone.unit("army").marks


# Zhukov


def _zhukov(**more: object):  # type: ignore[no-untyped-def]
    units = {
        "gds": SOUTH,
        "gds-2": SOUTH,
        "gds-3": beside(A, SE),
        "gds-4": beside(A, SE),
        "fronthq": beside(A, S, S),
        "zhukov": beside(A, S, S, S, S),
        "inf": A,
    }
    return fighting(units, **more)


@pytest.mark.rule("ukraine-43:26.1.A")
def test_zhukov_leads_an_attack_within_four_hexes_if_he_has_not_moved() -> None:
    scene = _zhukov()
    begun = scene.play(f"declare-attack {A}", "add-attacker gds")
    assert begun.allows("use-zhukov")
    far = fighting({"gds": SOUTH, "zhukov": "0101", "inf": A}).play(f"declare-attack {A}", "add-attacker gds")
    assert far.refused("use-zhukov") == "26.1.A"
    moved = fighting({"gds": SOUTH, "zhukov": marked(SOUTH, "displaced"), "inf": A})
    assert moved.play(f"declare-attack {A}", "add-attacker gds").refused("use-zhukov") == "26.1.A"
    step = moving({"zhukov": A, "rifle": "0202"}).play(f"step-to zhukov {beside(A, N)}")
    assert "displaced" in step.unit("zhukov").marks


@pytest.mark.rule("ukraine-43:26.1.B", "ukraine-43:26.1.C", "ukraine-43:26.1.D")
def test_the_example_of_zhukovs_two_attacks() -> None:
    scene = _zhukov(dice=[2, 1, 1, 6])
    four = ["add-attacker gds", "add-attacker gds-2", "add-attacker gds-3", "add-attacker gds-4"]
    first = scene.play(f"declare-attack {A}", *four, "use-zhukov", "resolve")
    told = first.told("attack-resolved")[-1]
    assert (told.column, told.dice, told.result) == ("3-1", [2, 1], "EX")
    assert (told.attacker_losses, told.defender_losses) == (2, 1)
    again = first.play("take-loss gds", "take-loss gds-2", "take-loss inf", "attack-again")
    told = again.told("attack-resolved")[-1]
    assert (told.column, told.dice, told.result) == ("3-1", [1, 6], "C")
    assert (told.attacker_losses, told.defender_losses) == (1, 1)
    done = again.play("take-loss gds-3", "take-loss inf")
    assert done.place("inf") == "axis-eliminated"


# Manstein


@pytest.mark.rule("ukraine-43:26.2", "ukraine-43:11.5/a")
def test_the_example_of_mansteins_three_tries() -> None:
    units = {"manstein": A, "inf": marked(SOUTH, "disrupted"), "pz": marked(beside(A, N), "disrupted", "replaced"),
             "rom": marked(beside(A, S, S), "disrupted"), "pg": marked(beside(A, NE), "disrupted"),
             "inf-9": marked("0101", "disrupted")}  # fmt: skip
    scene = moving(units, side="axis", dice=[4, 5, 2])
    assert scene.refused("rally-unit inf-9") == "26.2"
    one = scene.play("rally-unit inf")
    assert "disrupted" not in one.unit("inf").marks
    two = one.play("rally-unit pz")
    assert "disrupted" in two.unit("pz").marks
    assert two.refused("rally-unit pz") == "26.2"
    three = two.play("rally-unit rom")
    assert "disrupted" not in three.unit("rom").marks
    assert three.refused("rally-unit pg") == "26.2"
    later = exploiting({"manstein": A, "pz": marked(SOUTH, "disrupted")}, side="axis", values={"manstein-tries": 2},
                       dice=[1])  # fmt: skip
    assert later.play("rally-unit pz").allows(f"step-to pz {beside(SOUTH, S)}")
    gone = moving({"manstein": A, "pz": marked(SOUTH, "disrupted")}, side="axis", dice=[1])
    rallied = gone.play(f"step-to pz {beside(SOUTH, S)}", "rally-unit pz")
    assert rallied.refused(f"step-to pz {SOUTH}") == "4.1", "it has gone its one hex"
    moved = moving({**units, "manstein": marked(A, "displaced")}, side="axis")
    assert moved.refused("rally-unit inf") == "26.2"


@pytest.mark.rule("ukraine-43:13.1.D/a", "ukraine-43:26.2")
def test_who_was_repelled_in_an_overrun_and_rallied_does_not_go_on() -> None:
    units = {"manstein": beside(A, N, N), "pz": A, "rifle": SOUTH, "gds": SOUTH}
    scene = exploiting(units, side="axis", results=["AR"], dice=[1, 1])
    rallied = scene.play(f"overrun pz {SOUTH}", "resolve", "take-loss pz", "done", "rally-unit pz")
    assert "disrupted" not in rallied.unit("pz").marks
    assert rallied.refused(f"step-to pz {beside(A, N)}") == "4.1"
    assert rallied.refused(f"overrun pz {SOUTH}") == "4.1"
    assert rallied.refused("place-assault pz") == "4.9"


@pytest.mark.rule("ukraine-43:15.1", "ukraine-43:23.2", "ukraine-43:27.1")
def test_leaders_aircraft_and_headquarters_have_no_attack_of_their_own() -> None:
    cases = {"zhukov": "27.1", "airarmy": "15.1", "fronthq": "23.2"}
    units = {**dict.fromkeys(cases, SOUTH), "rifle": SOUTH, "inf": A}
    begun = fighting(units).play(f"declare-attack {A}")
    river = moving(units, sides={"major-river": [f"{A}/S"]})
    for unit, case in cases.items():
        assert begun.refused(f"add-attacker {unit}") == case
        assert river.refused(f"prepare-crossing {unit} {A}") == case
    assert exploiting(units).refused("place-assault airarmy") == "15.1"


@pytest.mark.rule("ukraine-43:27.1")
def test_a_leader_who_is_caught_goes_disrupted_to_a_victory_hex_of_his_side() -> None:
    units = {"tank": SOUTH, "manstein": A}
    scene = moving(units, objectives=[{"at": "0202", "value": 2}, {"at": "0303", "value": 1}],
                   control={"axis": ["0202", "0303"]})  # fmt: skip
    caught = scene.play(f"step-to tank {A}")
    assert set(caught.choices("place-leader")) == {"place-leader manstein 0202", "place-leader manstein 0303"}
    gone = caught.play("place-leader manstein 0202")
    assert gone.place("manstein") == "0202"
    assert "disrupted" in gone.unit("manstein").marks
    assert gone.allows(f"step-to tank {beside(A, SW)}")


@pytest.mark.rule("ukraine-43:27.1", "ukraine-43:26.1.A", "ukraine-43:26.2")
def test_a_disrupted_leader_does_nothing_of_what_he_is_for() -> None:
    zhukov = fighting({"gds": SOUTH, "zhukov": marked(SOUTH, "disrupted"), "inf": A})
    assert zhukov.play(f"declare-attack {A}", "add-attacker gds").refused("use-zhukov") == "27.1"
    manstein = moving({"inf": marked(A, "disrupted"), "manstein": marked(SOUTH, "disrupted")}, side="axis")
    assert manstein.refused("rally-unit inf") == "27.1"


# The optional rule


@pytest.mark.rule("ukraine-43:29")
def test_by_the_option_a_die_changes_a_defence_of_three_or_more() -> None:
    units = {"gds": SOUTH, "inf": A}
    plain = attacked(fighting(units, dice=[3]), A, "gds").told("attack-resolved")[-1]
    assert plain.defence == 7
    varied = attacked(fighting(units, options={"variable-defence": True}, dice=[6, 3]), A, "gds")
    assert varied.told("attack-resolved")[-1].defence == 9
    weak = attacked(fighting({"gds": SOUTH, "guns": A}, options={"variable-defence": True}, dice=[3]), A, "gds")
    assert weak.told("attack-resolved")[-1].defence == 2
