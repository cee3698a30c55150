"""7.10 to 7.14 and 8.0.6: where beaten units go, and what it costs them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.red_star_rising.battles import fought, marked, overran, short
from tests.helpers.positions import Scene


def fallen_back(units: dict[str, Any], result: str = "D1", **more: Any) -> Scene:
    """The defenders of 0504 were attacked by the armoured corps in 0404 and fall back."""
    return fought({"pz": "0404", **units}, "0504", "pz", result, **more).play("fall-back")


def ways(scene: Scene, unit: str) -> set[str]:
    """The hexes a unit may retreat to now."""
    words = (choice.split() for choice in scene.choices("retreat"))
    return {to for _, name, to in words if name == unit}


# 7.10


@pytest.mark.rule("red-star-rising:7.10.1")
def test_a_retreat_meets_the_result() -> None:
    assert fallen_back({"rifle": "0504"}).play("retreat rifle 0604").place("rifle") == "0604"


@pytest.mark.rule("red-star-rising:7.10.2")
def test_all_go_back_by_the_same_number_of_hexes() -> None:
    scene = fallen_back({"rifle": "0504", "hq": "0504"}, "D2")
    halfway = scene.play("retreat rifle 0604")
    assert halfway.refused("retreat rifle 0704") == "7.10.2"
    assert halfway.choices("retreat") == tuple(f"retreat hq {to}" for to in ("0503", "0603", "0604"))
    there = halfway.play("retreat hq 0604", "retreat hq 0704", "retreat rifle 0704")
    assert (there.place("rifle"), there.place("hq")) == ("0704", "0704")


@pytest.mark.rule("red-star-rising:7.10.2", "red-star-rising:7.10.2/a")
def test_they_need_not_stay_together() -> None:
    scene = fallen_back({"rifle": "0504", "hq": "0504"}).play("retreat rifle 0604", "retreat hq 0603")
    assert (scene.place("rifle"), scene.place("hq")) == ("0604", "0603")


@pytest.mark.rule("red-star-rising:7.10.2")
def test_defenders_in_several_hexes_retreat_alike() -> None:
    units = {"pz": "0404", "rifle-1": "0504", "rifle-2": "0505"}
    scene = fought(units, ["0504", "0505"], "pz", "D1").play("fall-back")
    assert {choice.split()[1] for choice in scene.choices("retreat")} == {"rifle-1", "rifle-2"}


@pytest.mark.rule("red-star-rising:7.10.4")
def test_each_hex_is_further_from_the_start() -> None:
    scene = fallen_back({"rifle": "0504"}, "D2").play("retreat rifle 0604")
    assert scene.refused("retreat rifle 0603") == "7.10.4"
    assert scene.refused("retreat rifle 0504") == "7.10.4"
    assert ways(scene, "rifle") == {"0605", "0704", "0705"}


@pytest.mark.rule("red-star-rising:7.10.5")
def test_a_retreat_costs_no_movement_points() -> None:
    board = "/".join(["mmmmmmmmm"] * 8)
    units = {"pz": "0404", "mech": {"at": "0504", "values": {"spent": 6}}}
    after = fought(units, "0504", "pz", "D3", board=board).play("fall-back")
    after = after.play("retreat mech 0604", "retreat mech 0704", "retreat mech 0804")
    assert (after.place("mech"), after.unit("mech").values["spent"]) == ("0804", 6)


@pytest.mark.rule("red-star-rising:7.10.6")
def test_out_of_enemy_zones_first_be_it_empty_or_held() -> None:
    scene = fallen_back({"rifle": "0504", "hq": "0604"})
    assert ways(scene, "rifle") == {"0503", "0603", "0604"}
    assert scene.refused("retreat rifle 0505") == "7.10.6"


@pytest.mark.rule("red-star-rising:7.10.6")
def test_then_to_a_friend_in_an_enemy_zone() -> None:
    around = {"inf-1": "0502", "inf-2": "0605", "rifle": "0504", "hq": "0505"}
    scene = fallen_back(around | {"inf-3": "0703"})
    assert ways(scene, "rifle") == {"0505"}
    assert scene.refused("retreat rifle 0503") == "7.10.6"


@pytest.mark.rule("red-star-rising:7.10.6")
def test_then_to_an_empty_hex_in_an_enemy_zone() -> None:
    around = {"inf-1": "0502", "inf-2": "0605", "inf-3": "0703", "army": marked("0504")}
    scene = fallen_back(around)
    assert ways(scene, "army") == {"0403", "0503", "0505", "0603", "0604"}


@pytest.mark.rule("red-star-rising:7.10.6")
def test_an_air_fleet_is_no_friend_to_fall_back_to() -> None:
    ring = {"mech-1": "0502", "mech-2": "0703", "mech-3": "0605"}
    units = {"army": marked("0404", "c-39"), "inf": "0504", "fleet": "0505", "depot": "0603", **ring}
    scene = fought(units, "0504", "army", "D1", side="soviet").play("fall-back")
    assert ways(scene, "inf") == {"0603"}


@pytest.mark.rule("red-star-rising:7.10.6")
def test_partisans_are_friends_like_any_unit() -> None:
    around = {"inf-1": "0502", "inf-2": "0605", "inf-3": "0703", "partisan": "0604"}
    assert ways(fallen_back({"rifle": "0504", **around}), "rifle") == {"0604"}


@pytest.mark.rule("red-star-rising:7.10.6", "red-star-rising:7.10.6/a")
def test_a_full_hex_is_as_good_as_an_empty_one() -> None:
    scene = fallen_back({"rifle": "0504", "army": "0604"})
    assert "0604" in ways(scene, "rifle")


@pytest.mark.rule("red-star-rising:7.10.6")
def test_the_next_hex_is_chosen_without_looking_ahead() -> None:
    scene = fallen_back({"rifle": "0504", "inf": "0805"}, "D2").play("retreat rifle 0604")
    assert ways(scene, "rifle") == {"0605", "0704"}


@pytest.mark.rule("red-star-rising:7.10.7", "red-star-rising:7.10.7/a")
def test_nobody_retreats_off_the_map() -> None:
    units = {"pz": "0702", "inf": "0904", "rifle": "0903"}
    scene = fought(units, "0903", "inf", "D3").play("fall-back")
    assert ways(scene, "rifle") == {"0902"}
    lost = scene.play("retreat rifle 0902", "retreat rifle 0901")
    assert lost.place("rifle") == "force-pool"


@pytest.mark.rule("red-star-rising:7.10.7", "red-star-rising:7.10.7/b")
def test_nobody_retreats_into_an_enemy() -> None:
    ring = {"inf-1": "0403", "inf-2": "0503", "inf-3": "0603", "inf-4": "0604", "inf-5": "0505"}
    lost = fallen_back({"rifle": "0504", **ring})
    assert lost.place("rifle") == "force-pool"
    held = fallen_back({"rifle": "0504", **ring, "inf-4": "0804"})
    assert ways(held, "rifle") == {"0604"}


@pytest.mark.rule("red-star-rising:7.10.7", "red-star-rising:7.10.7/b")
def test_partisans_and_air_fleets_block_no_retreat() -> None:
    ring = {"inf-1": "0403", "inf-2": "0503", "inf-3": "0603", "fleet": "0604", "inf-5": "0505"}
    assert ways(fallen_back({"army": marked("0504"), **ring}), "army") == {"0604"}
    around = {"mech-1": "0403", "mech-2": "0503", "mech-3": "0603", "partisan": "0604", "mech-5": "0505"}
    units = {"army": marked("0404", "c-39"), "inf": "0504", **around}
    scene = fought(units, "0504", "army", "D1", side="soviet").play("fall-back")
    assert ways(scene, "inf") == {"0604"}
    shifted = scene.play("retreat inf 0604")
    assert shifted.choices("shift-partisan")


@pytest.mark.rule("red-star-rising:7.10.7", "red-star-rising:7.10.7/c")
@pytest.mark.parametrize("turn", [3, 9])
def test_nobody_retreats_into_or_over_a_lake(turn: int) -> None:
    lake = "/".join(["........."] * 2 + [".....l...", ".....l..."] + ["........."] * 4)
    sides = {"ice-road": ["0504/S"], "lakeside": ["0504/N", "0504/NW"]}
    lost = fallen_back({"rifle": "0504"}, board=lake, sides=sides, turn=turn)
    assert lost.place("rifle") == "force-pool"
    dry = fallen_back({"rifle": "0504"}, board=lake, sides={"lakeside": ["0504/N", "0504/NW"]}, turn=turn)
    assert dry.choices("retreat") == ("retreat rifle 0505",)


@pytest.mark.rule("red-star-rising:3.3.5/f", "red-star-rising:7.4.5/d")
def test_nobody_retreats_over_a_red_arrow_even_in_snow() -> None:
    sides = {"ice-road": ["0504/S"], "lakeside": ["0504/N", "0504/NE", "0504/SE", "0504/NW"]}
    assert fallen_back({"rifle": "0504"}, sides=sides, turn=9).place("rifle") == "force-pool"
    river = sides | {"ice-road": [], "river": ["0504/S"]}
    assert fallen_back({"rifle": "0504"}, sides=river, turn=9).choices("retreat") == ("retreat rifle 0505",)


@pytest.mark.rule("red-star-rising:7.10.7", "red-star-rising:7.10.7/d")
def test_nobody_retreats_into_or_over_the_sea() -> None:
    sea = "/".join(["........."] * 2 + [".....s...", ".....s..."] + ["........."] * 4)
    lost = fallen_back({"rifle": "0504"}, board=sea, sides={"seaside": ["0504/S", "0504/N", "0504/NW"]})
    assert lost.place("rifle") == "force-pool"


@pytest.mark.rule("red-star-rising:7.10.7", "red-star-rising:7.10.7/e", "red-star-rising:7.14.4")
@pytest.mark.parametrize("status", ["unsupplied", "lacking"])
def test_units_short_of_supply_do_not_enter_empty_enemy_zones(status: str) -> None:
    scene = fallen_back({"rifle": short("0504", status), "inf-1": "0502", "inf-2": "0703"})
    assert ways(scene, "rifle") == {"0604"}
    assert scene.refused("retreat rifle 0505") == "7.14.4"


# 7.11

CIRCLE = {"inf-1": "0502", "inf-2": "0703", "inf-3": "0605"}
"""With the armoured corps in 0404 these lay zones on every hex around 0504."""


@pytest.mark.rule("red-star-rising:7.11.1")
def test_an_empty_hex_in_an_enemy_zone_costs_a_step() -> None:
    after = fallen_back({"army": marked("0504"), **CIRCLE}).play("retreat army 0604")
    assert (after.place("army"), after.unit("army").step) == ("0604", 1)
    lost = fallen_back({"rifle": "0504", **CIRCLE}).play("retreat rifle 0604")
    assert lost.place("rifle") == "force-pool"


@pytest.mark.rule("red-star-rising:7.11.1")
def test_a_friend_there_spares_the_step() -> None:
    after = fallen_back({"rifle": "0504", "hq": "0604", **CIRCLE}).play("retreat rifle 0604")
    assert after.place("rifle") == "0604"


@pytest.mark.rule("red-star-rising:7.11.1", "red-star-rising:7.11.1/a")
def test_of_a_stack_one_unit_pays_and_its_owner_picks() -> None:
    scene = fallen_back({"army": marked("0504"), "hq": "0504", **CIRCLE}, dice=[2])
    asked = scene.play("retreat army 0604", "retreat hq 0604")
    assert asked.menu.rule == "7.11.1"
    assert set(asked.choices("take-loss")) == {"take-loss army", "take-loss hq"}
    after = asked.play("take-loss hq")
    assert (after.place("hq"), after.place("army"), after.unit("army").step) == ("soviet-reinforcements", "0604", 0)


@pytest.mark.rule("red-star-rising:7.11.1")
def test_units_that_part_pay_each_for_themselves() -> None:
    scene = fallen_back({"army-1": marked("0504"), "army-2": marked("0504", "c-28"), **CIRCLE})
    after = scene.play("retreat army-1 0604", "retreat army-2 0603")
    assert (after.unit("army-1").step, after.unit("army-2").step) == (1, 1)


@pytest.mark.rule("red-star-rising:7.11.1")
def test_every_such_hex_of_a_retreat_costs() -> None:
    scene = fallen_back({"army": marked("0504"), **CIRCLE}, "D2", dice=[6]).play("retreat army 0604")
    assert scene.unit("army").step == 1
    assert scene.play("retreat army 0704").place("army") == "soviet-reinforcements"


@pytest.mark.rule("red-star-rising:7.11.2")
@pytest.mark.parametrize("status", ["unsupplied", "lacking"])
def test_short_of_supply_it_would_be_the_end_for_good(status: str) -> None:
    lost = fallen_back({"rifle": short("0504", status), **CIRCLE})
    assert lost.place("rifle") == "soviet-eliminated"


@pytest.mark.rule("red-star-rising:7.11.2")
def test_no_die_is_thrown_for_an_army_lost_so() -> None:
    lost = fallen_back({"army": marked("0504", marks=["unsupplied"]), **CIRCLE})
    assert lost.place("army") == "soviet-eliminated"
    assert not lost.told("return-rolled")


@pytest.mark.rule("red-star-rising:7.11.2")
def test_without_any_open_hex_it_goes_to_the_usual_box() -> None:
    ring = {"inf-1": "0403", "inf-2": "0503", "inf-3": "0603", "inf-4": "0604", "inf-5": "0505"}
    assert fallen_back({"rifle": short("0504"), **ring}).place("rifle") == "force-pool"


@pytest.mark.rule("red-star-rising:7.14.4")
def test_emergency_supply_is_supply_enough() -> None:
    ring = {"mech-1": "0502", "mech-2": "0703", "mech-3": "0605"}
    units = {"army": marked("0404", "c-39"), "inf": short("0504", "emergency"), **ring}
    scene = fought(units, "0504", "army", "D1", side="soviet").play("fall-back")
    assert "0604" in ways(scene, "inf")


@pytest.mark.rule("red-star-rising:7.14.4")
def test_short_of_supply_only_a_friend_with_a_zone_will_do() -> None:
    scene = fallen_back({"rifle": short("0504"), "hq": "0603", "rifle-2": "0604", **CIRCLE})
    assert ways(scene, "rifle") == {"0604"}
    assert scene.refused("retreat rifle 0603") == "7.14.4"


@pytest.mark.rule("red-star-rising:7.14.4")
def test_a_comrade_of_the_same_stack_holds_no_hex_open() -> None:
    units = {"army": marked("0504", "c-28"), "rifle": short("0504"), **CIRCLE}
    lost = fallen_back(units).play("retreat army 0604")
    assert lost.place("rifle") == "soviet-eliminated"


# 7.12


def crowded(**more: Any) -> Scene:
    """A rifle corps falls back on an army that is as much as the hex holds."""
    return fallen_back({"rifle": "0504", "army": marked("0604", "c-28")}, **more).play("retreat rifle 0604")


@pytest.mark.rule("red-star-rising:7.12.1")
def test_an_overfull_hex_is_relieved_by_going_on() -> None:
    asked = crowded()
    assert (asked.menu.rule, asked.menu.side) == ("7.12.1", "soviet")
    after = asked.play("retreat rifle 0704", "done")
    assert (after.place("rifle"), after.place("army")) == ("0704", "0604")
    assert asked.refused("retreat rifle 0603") == "7.10.4"


@pytest.mark.rule("red-star-rising:7.12.1", "red-star-rising:7.12.1/a")
def test_those_who_were_there_may_make_room() -> None:
    after = crowded().play("retreat army 0603", "done")
    assert (after.place("rifle"), after.place("army")) == ("0604", "0603")


@pytest.mark.rule("red-star-rising:7.12.1")
def test_all_of_the_pile_may_go_on() -> None:
    after = crowded().play("retreat army 0704", "retreat rifle 0605")
    assert (after.place("rifle"), after.place("army")) == ("0605", "0704")
    assert after.menu.rule == "7.15.2"


@pytest.mark.rule("red-star-rising:7.12.1", "red-star-rising:7.12.1/b")
def test_else_the_enemy_removes_until_the_hex_is_legal() -> None:
    asked = crowded(dice=[6]).play("done")
    assert (asked.menu.side, asked.menu.rule) == ("axis", "4.0.7")
    assert asked.choices("remove-unit") == ("remove-unit army", "remove-unit rifle")
    assert asked.play("remove-unit army").place("army") == "soviet-reinforcements"
    after = asked.play("remove-unit rifle")
    assert (after.place("rifle"), after.place("army")) == ("force-pool", "0604")


@pytest.mark.rule("red-star-rising:7.12.1")
def test_the_hex_gone_on_to_may_be_overfull_as_well() -> None:
    units = {"rifle": "0504", "army-1": marked("0604", "c-28"), "army-2": "0704"}
    scene = fallen_back(units).play("retreat rifle 0604", "retreat rifle 0704", "done")
    assert scene.choices("remove-unit") == ("remove-unit army-2", "remove-unit rifle")


@pytest.mark.rule("red-star-rising:7.12.1")
def test_a_push_keeps_to_the_order_of_preference() -> None:
    deeper = fallen_back({"rifle": "0504", "army": marked("0604", "c-28"), "inf": "0805"})
    pushed = deeper.play("retreat rifle 0604")
    assert ways(pushed, "rifle") == {"0605", "0704"}
    assert pushed.refused("retreat rifle 0705") == "7.10.6"


@pytest.mark.rule("red-star-rising:7.12.1", "red-star-rising:7.11.1")
def test_a_push_into_an_empty_enemy_zone_costs_a_step() -> None:
    walled = {"inf-1": "0804", "inf-2": "0606", "inf-3": "0602"}
    units = {"army": marked("0504"), "army-2": marked("0604", "c-28"), "hq": "0505", **walled}
    scene = fallen_back(units)
    asked = scene.play("retreat army 0604")
    assert ways(asked, "army") == {"0605", "0704", "0705"}
    assert asked.play("retreat army 0704", "done").unit("army").step == 1


@pytest.mark.rule("red-star-rising:7.12.1")
def test_assets_are_not_pushed() -> None:
    units = {"rifle": "0504", "army": marked("0604", "c-28"), "factory": "0604"}
    asked = fallen_back(units).play("retreat rifle 0604")
    assert asked.refused("retreat factory 0605") == "7.12.1"


@pytest.mark.rule("red-star-rising:7.12.2")
def test_what_was_removed_for_stacking_shortens_no_advance() -> None:
    scene = crowded().play("done", "remove-unit rifle")
    gone = scene.play("advance pz 0504", "advance pz 0503", "advance pz 0502")
    assert gone.place("pz") == "0502"


# 8.0.6


def pushed_in_an_overrun(*actions: str) -> Scene:
    units = {"pz": "0404", "inf-1": "0304", "inf-2": "0304", "army": marked("0504", "c-39")}
    return overran(units, "0504", "pz", "A1").play("fall-back", "retreat pz 0304", *actions)


@pytest.mark.rule("red-star-rising:8.0.6")
def test_a_unit_that_makes_room_for_a_beaten_overrun_is_halted() -> None:
    after = pushed_in_an_overrun("retreat inf-1 0204", "done")
    assert "halted" in after.unit("inf-1").marks
    assert "halted" not in after.unit("inf-2").marks
    assert after.menu.rule != "7.12.1"
    assert after.refused("step-to inf-1 0104")
    assert after.allows("step-to inf-2 0303")


@pytest.mark.rule("red-star-rising:8.0.6")
def test_the_attackers_themselves_have_only_stopped() -> None:
    after = pushed_in_an_overrun("retreat pz 0204", "done")
    assert "halted" not in after.unit("pz").marks


@pytest.mark.rule("red-star-rising:8.0.6", "red-star-rising:7.12.1")
def test_who_makes_room_for_beaten_defenders_is_not_halted() -> None:
    units = {"pz": "0404", "rifle": "0504", "army": marked("0604", "c-28")}
    scene = overran(units, "0504", "pz", "D1").play("fall-back", "retreat rifle 0604", "retreat army 0704", "done")
    assert "halted" not in scene.unit("army").marks


# 7.14

BEND = {"major-river": ["0504/NE", "0504/SE"]}


@pytest.mark.rule("red-star-rising:7.14.1")
@pytest.mark.parametrize("kind", ["major-river", "strait"])
def test_a_motorised_unit_pays_for_a_major_river(kind: str) -> None:
    beaten = {"pz": "0504", "army": marked("0404", "c-39")}
    asked = fought(beaten, "0504", "army", "D1", side="soviet", sides={kind: BEND["major-river"]})
    after = asked.play("fall-back", "retreat pz 0604")
    assert (after.place("pz"), after.unit("pz").step) == ("0604", 1)
    assert asked.play("fall-back", "retreat pz 0503").unit("pz").step == 0


@pytest.mark.rule("red-star-rising:7.14.1")
def test_units_on_foot_and_plain_rivers_cost_nothing() -> None:
    beaten = {"inf": "0504", "army": marked("0404", "c-39")}
    asked = fought(beaten, "0504", "army", "D1", side="soviet", sides=BEND)
    assert asked.play("fall-back", "retreat inf 0604").unit("inf").step == 0
    riding = {"pz": "0504", "army": marked("0404", "c-39")}
    asked = fought(riding, "0504", "army", "D1", side="soviet", sides={"river": BEND["major-river"]})
    assert asked.play("fall-back", "retreat pz 0604").unit("pz").step == 0


@pytest.mark.rule("red-star-rising:7.14.1", "red-star-rising:7.14.1/a")
def test_of_a_stack_one_motorised_unit_pays_for_the_river() -> None:
    beaten = {"pz-1": "0504", "pz-2": "0504", "depot": "0504", "tank": marked("0404", "a-09")}
    asked = fought(beaten, "0504", "tank", "D1", side="soviet", sides=BEND).play("fall-back")
    asked = asked.play("retreat pz-1 0604", "retreat pz-2 0604", "retreat depot 0604")
    assert set(asked.choices("take-loss")) == {"take-loss pz-1", "take-loss pz-2", "take-loss depot"}
    after = asked.play("take-loss pz-2")
    assert (after.unit("pz-1").step, after.unit("pz-2").step) == (0, 1)


@pytest.mark.rule("red-star-rising:7.14.1", "red-star-rising:7.11.1")
def test_a_river_and_an_enemy_zone_cost_a_step_each() -> None:
    ring = {"mech-1": "0502", "mech-2": "0703", "mech-3": "0605"}
    beaten = {"pz": "0504", "pzkg": "breakdown", "army": marked("0404", "c-39"), **ring}
    after = fought(beaten, "0504", "army", "D1", side="soviet", sides=BEND).play("fall-back", "retreat pz 0604")
    assert (after.place("pz"), after.place("pzkg"), after.unit("pzkg").step) == ("breakdown", "0604", 0)
    assert "retreated" in after.unit("pzkg").marks


@pytest.mark.rule("red-star-rising:7.14.2")
def test_siege_artillery_retreats_along_rails_only() -> None:
    beaten = {"inf": "0504", "siege": "0504", "army": marked("0404", "c-39")}
    rails = [["0504", "0604", "0704"]]
    asked = fought(beaten, "0504", "army", "D1", side="soviet", rails=rails).play("fall-back")
    assert ways(asked, "siege") == {"0604"}
    assert asked.refused("retreat siege 0603") == "7.14.2"


@pytest.mark.rule("red-star-rising:7.14.2")
def test_siege_artillery_without_rails_is_lost_for_good() -> None:
    beaten = {"inf": "0504", "siege": "0504", "army": marked("0404", "c-39")}
    after = fought(beaten, "0504", "army", "D1", side="soviet").play("fall-back", "retreat inf 0604")
    assert after.place("siege") == "axis-eliminated"


@pytest.mark.rule("red-star-rising:7.14.3")
def test_a_retreat_in_a_combat_phase_is_remembered() -> None:
    units = {"inf": "0302", "rifle-2": "0301"}
    after = fallen_back({"rifle": "0504", **units}).play("retreat rifle 0604", "done")
    assert "retreated" in after.unit("rifle").marks
    assert "retreated" not in after.play("done").unit("rifle").marks


@pytest.mark.rule("red-star-rising:7.14.3", "red-star-rising:7.14.3/c")
def test_a_retreat_from_an_overrun_is_not() -> None:
    scene = overran({"pz": "0404", "rifle": "0504"}, "0504", "pz", "D1").play("fall-back", "retreat rifle 0604")
    assert "retreated" not in scene.unit("rifle").marks


# Saved games


@pytest.mark.rule("red-star-rising:7.10.2", "red-star-rising:7.11.1", "red-star-rising:7.12.1")
def test_a_game_can_be_saved_in_the_middle_of_a_retreat() -> None:
    stack = {"army": marked("0504"), "hq": "0504", **CIRCLE}
    scenes = (
        fought({"pz": "0404", "rifle": "0504"}, "0504", "pz", "D1"),
        fallen_back({"rifle": "0504", "hq": "0504"}, "D2").play("retreat rifle 0604"),
        fallen_back(stack).play("retreat army 0604", "retreat hq 0604"),
        crowded(),
        crowded().play("done"),
        fallen_back({"rifle": "0504"}).play("retreat rifle 0604"),
    )
    kinds = [scene.state.frames[-1].kind for scene in scenes]
    assert kinds == ["losses", "retreat", "stack-losses", "crowded", "removal", "advance"]
    for scene in scenes:
        codec = scene.game.codec
        assert codec.state_from_json(codec.state_to_json(scene.state)) == scene.state
