"""Chapters 5, 6, 9 and 12: the exceptions of their cases that the tests of the cases themselves do not show."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.war_in_europe.scenes import MUD, SNOW, cost, europe, fighting, group, marked, moving
from tests.helpers.positions import Scene

FAR: dict[str, Any] = {"axis": "0101", "allied": "1208"}
THREE = {"pz": "0303", "pz-2": "0303", "pzl": "0303"}


def line(first: int = 1, last: int = 12) -> list[str]:
    return [f"{column:02}03" for column in range(first, last + 1)]


def trains(units: dict[str, Any], **more: Any) -> Scene:
    """The rail phase of the Axis with a line of its own along the third row."""
    fixed: dict[str, Any] = {"phase": "rail-movement", "side": "axis", "axis": "0103", "rails": [line()]}
    return europe(units, **{**fixed, "held": {"axis": line()}, **more})


# Movement


@pytest.mark.rule("war-in-europe:5.64/a", "war-in-europe:5.77")
def test_a_forced_march_may_end_beside_armour_in_woods_and_attack_but_not_overrun_it() -> None:
    board = "/".join(["....", ".w..", ".w..", "...."])
    units = {"inf": "0102", "pz": "0103", "tank": group("0302")}
    scene = moving(units, board, axis="0101", dice=[3]).play("force-march inf", "step-to inf 0202", "end-march inf")
    assert scene.refused("overrun inf 0302") == "5.63"
    assert scene.play("done", "declare-attack 0302").allows("add-attacker inf")


@pytest.mark.rule("war-in-europe:5.6")
def test_guns_are_no_infantry_and_airborne_troops_are() -> None:
    assert moving({"at": "0303"}, side="allied", allied="0101").refused("force-march at") == "5.6"
    assert moving({"para": "0303"}, axis="0101").allows("force-march para")


@pytest.mark.rule("war-in-europe:5.75/a")
def test_an_overrun_without_supply_costs_no_points() -> None:
    after = moving({"pz": "0303", "pz-2": "0303", "pzl": "0303", "rus": "0403"}).play("overrun pz,pz-2,pzl 0403")
    assert after.place("rus") == "gone-allied"
    assert [after.unit(unit).step for unit in THREE] == [0, 0, 0]
    assert after.menu.side == "axis"


@pytest.mark.rule("war-in-europe:5.8/c")
def test_rails_never_make_open_ground_dearer() -> None:
    scene = moving({"pz": "0101"}, "..", axis="0101", rails=[["0101", "0201"]])
    assert cost(scene, "pz", "0201") == 1


@pytest.mark.rule("war-in-europe:5.8/d")
def test_the_arctic_is_closed_to_wheels_and_not_to_boots() -> None:
    scene = moving(
        {"inf": "0101", "pz": "0101", "cav": "0101"}, "..", axis="0101", regions={"north": ("arctic", ["0201"])}
    )
    assert (cost(scene, "inf", "0201"), cost(scene, "cav", "0201")) == (1, 1)
    assert scene.refused("step-to pz 0201") == "5.8"


@pytest.mark.rule("war-in-europe:14.42")
def test_a_captured_supply_unit_is_one_of_its_captors_nation() -> None:
    units = {"usa": "0303", "usa-2": "0303", "usa-3": "0303", "sup": "0403"}
    after = moving(units, side="allied", allied="0101", axis="1208").play("overrun usa,usa-2,usa-3 0403")
    assert after.unit("sup").type == "us-supply"


# Rail


@pytest.mark.rule("war-in-europe:6.2/a", "war-in-europe:15.1/g")
def test_soviet_trains_have_all_their_points_in_severe_snow() -> None:
    severe = {"severe": ("weather-zone", line())}
    fixed: dict[str, Any] = {"phase": "rail-movement", "side": "allied", "allied": "0103", "broad": [line()]}
    scene = europe({"rus": "0203", "us": "0203"}, held={"allied": line()}, regions=severe, turn=SNOW, **fixed)
    assert scene.allows("ride-train rus 1203 true")
    assert scene.refused("ride-train us 0803 true") == "6.2"


@pytest.mark.rule("war-in-europe:6.33/a", "war-in-europe:7.21")
def test_a_ride_to_the_port_may_be_followed_by_emergency_transport() -> None:
    board = "/".join(["....~..", "....~..", "....~.."])
    ports = {"0403": "minor", "0603": "major"}
    scene = trains(
        {"inf": "0203"},
        board=board,
        rails=[line(1, 4)],
        ports=ports,
        held={"axis": [*line(1, 4), "0603"]},
        charts={"tracks": {"capacities": {"instead": [{"turn": 0, "axis-rail": 5, "axis-naval": 2}]}}},
    )
    ridden = scene.play("ride-train inf 0403 true")
    assert ridden.refused("sail-to inf 0603") == "7.0"
    assert ridden.play("evacuate inf 0603").place("inf") == "0603"


@pytest.mark.rule("war-in-europe:6.34/b")
def test_trains_pass_armour_whose_zone_the_woods_keep_out() -> None:
    board = "/".join(["........", "........", ".wwwwww.", "........"])
    scene = trains({"inf": "0103", "tank": "0402"}, board=board, rails=[line(1, 8)], held={"axis": line(1, 8)})
    assert scene.allows("ride-train inf 0503 true")
    foot = trains({"inf": "0103", "rus": "0402"}, board=board, rails=[line(1, 8)], held={"axis": line(1, 8)})
    assert foot.refused("ride-train inf 0503 true") == "6.34"


@pytest.mark.rule("war-in-europe:6.52/a")
def test_the_track_to_the_source_may_run_through_zones_and_interdiction() -> None:
    scene = trains({"inf": "1003", "rus": "0502"}, markers={"0703": {"interdicted-by-allied": 1}})
    assert scene.allows("ride-train inf 1203 true")


@pytest.mark.rule("war-in-europe:6.52", "war-in-europe:6.51")
def test_nobody_boards_in_a_centre_whose_track_is_cut() -> None:
    scene = trains({"inf": "0103", "pz": "0303"}, markers={"0103": {"rail-cut": 1}, "0203": {"rail-cut": 1}})
    assert "ride-train" not in scene.menu.kinds()


@pytest.mark.rule("war-in-europe:6.62/a", "war-in-europe:14.21/a")
def test_mud_slows_repair_units_and_want_of_supply_does_not() -> None:
    hungry = moving({"rr": "0103"}, rails=[line()], held={"axis": line()})
    assert hungry.ask("unit", "rr").factors.movement.value == 10
    assert moving({"rr": "0103"}, rails=[line()], turn=MUD).ask("unit", "rr").factors.movement.value == 5


@pytest.mark.rule("war-in-europe:6.62/b")
def test_repair_units_need_no_capacity_on_their_own() -> None:
    none = {"tracks": {"capacities": {"instead": [{"turn": 0, "axis-rail": 0}]}}}
    scene = moving({"rr": "0103"}, axis="0103", rails=[line()], held={"axis": line(1, 2)}, charts=none)
    assert scene.play("step-to rr 0203", "step-to rr 0303").place("rr") == "0303"


@pytest.mark.rule("war-in-europe:6.65/a")
def test_a_repair_unit_on_a_train_pays_for_interdiction() -> None:
    scene = trains({"rr": "0203"}, markers={"0403": {"interdicted-by-allied": 1}})
    [told] = scene.play("ride-train rr 0503 true").told("train-ridden")
    assert told.points == 20 + 3 + 5


# Zones, lines and retreats


@pytest.mark.rule("war-in-europe:9.21/b", "war-in-europe:14.5/b")
def test_partisans_open_no_enemy_zone_to_a_line() -> None:
    board = "/".join(["............"] * 2)
    wall = {"inf": "0502", "us": "0901"}

    def has_line(friend: str) -> bool:
        units = {**wall, f"{friend}": "0401", f"{friend}-2": "0501", f"{friend}-3": "0601"}
        scene = moving(units, board, side="allied", allied="0101")
        return bool(scene.ask("supply", "us").state == "supplied")

    assert has_line("rus")
    assert not has_line("part")


@pytest.mark.rule("war-in-europe:12.66/b")
def test_partisans_open_no_enemy_zone_to_a_retreat() -> None:
    units = {"inf": "0303", "inf-2": "0502", "inf-3": "0505", "rus4": "0403"}

    def beaten(friend: str) -> Scene:
        scene = fighting({**units, friend: "0404"}, results=["Dr"], dice=[3], **FAR)
        return scene.play("declare-attack 0403", "add-attacker inf", "resolve", "give-ground")

    assert beaten("rus2").allows("retreat rus4 0404")
    assert beaten("part").place("rus4") == "gone-allied"


# Results


@pytest.mark.rule("war-in-europe:12.43/b")
def test_supplied_attackers_may_pay_for_the_unsupplied() -> None:
    board = "." * 16
    units = {"inf": "0901", "pz": "1101", "rus": "1001"}
    scene = fighting(units, board, axis="0101", results=["Dr"], dice=[3]).play(
        "declare-attack 1001", "add-attacker inf", "add-attacker pz", "resolve", "stand-fast"
    )
    assert scene.menu.rule == "12.43"
    assert {choice.split()[1] for choice in scene.choices("take-loss")} == {"inf", "pz"}
    assert scene.play("take-loss inf").unit("pz").step == 0


@pytest.mark.rule("war-in-europe:12.63/a", "war-in-europe:12.7")
def test_who_was_reduced_to_stay_does_not_step_back() -> None:
    scene = fighting({"inf": "0303", "pz": "0303", "rus4": "0403"}, results=["Br"], dice=[3], **FAR)
    scene = scene.play("declare-attack 0403", "add-attacker inf", "add-attacker pz", "resolve")
    stayed = scene.play("stand-fast", "stand-fast")
    assert (stayed.unit("inf").step, stayed.unit("pz").step, stayed.menu.rule) == (1, 1, "11.0")
    held = scene.play("give-ground", "retreat rus4 0504", "stand-fast")
    assert (held.unit("inf").step, held.unit("pz").step, held.menu.rule) == (1, 1, "12.51"), "they may only go on"
    exchange = fighting({"inf": "0303", "rus": "0403"}, results=["Ex"], dice=[3], **FAR)
    paid = exchange.play("declare-attack 0403", "add-attacker inf", "resolve", "take-loss inf")
    assert paid.menu.rule == "12.63"
    aboard = fighting({"inf": marked("0303", "aboard"), "pz": "0303", "rus": "0403"}, **FAR)
    assert aboard.play("declare-attack 0403").refused("add-attacker inf") == "6.35"


@pytest.mark.rule("war-in-europe:10.21/a", "war-in-europe:12.62")
def test_the_owner_picks_who_is_too_many_after_a_retreat_and_the_opponent_otherwise() -> None:
    full = {f"inf-{number}": "0303" for number in range(1, 6)}
    others = moving(full, **FAR).play("done")
    assert (others.menu.side, others.menu.rule) == ("allied", "10.21")
    left = others.play("give-up inf-1")
    assert len(left.stack("0303")) == 4
    fled = moving({name: marked(at, "crowded") for name, at in full.items()}, **FAR).play("done")
    assert (fled.menu.side, fled.menu.rule) == ("axis", "12.62")
    after = fled.play("give-up inf-1")
    assert not any("crowded" in after.unit(name).marks for name in full)
    more = {**{f"inf-{number}": marked("0303", "crowded") for number in range(1, 7)}, "rus": marked("0503", "crowded")}
    two = moving(more, **FAR).play("done", "give-up inf-1")
    assert (two.menu.side, two.menu.rule) == ("axis", "12.62"), "the owner picks the next as well"
    assert "crowded" in two.play("give-up inf-2").unit("rus").marks, "what became of others is forgotten in their turn"
    parted = moving({"inf": marked("0303", "crowded"), "inf-2": "0303"}, **FAR).play("done")
    assert "crowded" not in parted.unit("inf").marks


@pytest.mark.rule("war-in-europe:12.62")
def test_a_retreat_into_a_full_hex_of_friends_is_remembered() -> None:
    friends = {f"rus-{number}": "0503" for number in range(1, 4)}
    walls = {"inf-2": "0302", "inf-3": "0304", "inf-4": "0402", "inf-5": "0404", "inf-6": "0502", "inf-7": "0504"}
    units = {"inf": "0303", "rus4": "0403", **friends, **walls}
    scene = fighting(units, results=["Dr"], dice=[3], **FAR).play("declare-attack 0403", "add-attacker inf", "resolve")
    scene = scene.play("give-ground", "retreat rus4 0503")
    assert all("crowded" in scene.unit(name).marks for name in (*friends, "rus4"))
    few = {name: at for name, at in units.items() if name != "rus-1"}
    roomy = fighting(few, results=["Dr"], dice=[3], **FAR).play("declare-attack 0403", "add-attacker inf", "resolve")
    roomy = roomy.play("give-ground", "retreat rus4 0503")
    assert not any("crowded" in roomy.unit(name).marks for name in ("rus-2", "rus-3", "rus4")), "three have room"


@pytest.mark.rule("war-in-europe:12.64")
def test_a_repair_unit_that_would_leave_the_railway_is_told_so() -> None:
    units = {"inf": "0303", "rrr": "0403", "rus": "0403"}
    track = [["0403", "0503", "0603"]]
    scene = fighting(units, rails=track, results=["Dr"], dice=[3], **FAR)
    scene = scene.play("declare-attack 0403", "add-attacker inf", "resolve", "give-ground")
    assert scene.refused("retreat rrr 0504") == "12.64"
    assert scene.allows("retreat rrr 0503")


@pytest.mark.rule("war-in-europe:11.11", "war-in-europe:5.26")
def test_refusals_name_the_case_that_is_broken() -> None:
    apart = fighting({"inf": "0101", "inf-2": "0303", "rus": "0403"}, **FAR).play("declare-attack 0403")
    assert apart.refused("add-attacker inf") == "11.11"
    north = moving({"pz": "0303"}, axis="0101", regions={"north": ("arctic", ["0302"])})
    assert north.refused("step-to pz 0302") == "5.8"
