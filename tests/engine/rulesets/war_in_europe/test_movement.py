"""Chapter 5: marches, zones on the way, forced marches, and the hex one can always enter."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.ids import UnitId
from engine.rulesets.war_in_europe.movement_choices import EndMarch
from tests.engine.rulesets.war_in_europe.scenes import MUD, cost, costs, europe, fighting, group, marked, moving

FAR: dict[str, Any] = {"axis": "0101", "allied": "1208"}


@pytest.mark.rule("war-in-europe:5.0", "war-in-europe:5.11", "war-in-europe:5.15")
def test_some_or_none_move_and_nobody_fights() -> None:
    scene = moving({"inf": "0303", "rus": "0403"}, **FAR)
    assert scene.allows("done")
    assert scene.refused("step-to rus 0503") == "5.11"
    assert scene.refused("declare-attack 0403") == "5.15"
    again = europe({"pz": "0303", "rus": "0403"}, phase="mechanised-movement", side="axis", **FAR)
    assert again.refused("declare-attack 0403") == "5.15"
    moved = scene.play("step-to inf 0203", "done")
    assert "allowance" not in moved.unit("inf").values


@pytest.mark.rule("war-in-europe:5.11")
def test_who_has_finished_goes_no_further() -> None:
    scene = moving({"inf": "0303", "inf-2": "0305"}, **FAR).play("step-to inf 0304", "step-to inf-2 0306")
    assert scene.refused("step-to inf 0303") == "5.11"
    assert scene.refused("drop-unit inf") == "5.11"
    assert scene.refused("pick-unit inf-2") == "5.11"


@pytest.mark.rule("war-in-europe:5.12", "war-in-europe:5.16", "war-in-europe:10.24")
def test_a_point_a_hex_and_friends_are_passed_freely() -> None:
    scene = moving({"inf": "0303", "inf-2": "0403"}, **FAR)
    assert cost(scene, "inf", "0403") == 1
    assert cost(scene, "inf", "0504") == 2
    assert max(costs(scene, "inf").values()) == 5
    assert scene.refused("step-to inf 0808") == "5.12"


@pytest.mark.rule("war-in-europe:5.3", "war-in-europe:5.8")
@pytest.mark.parametrize(
    ("unit", "letter", "price"),
    [
        ("inf", "b", 1), ("inf", "w", 2), ("inf", "s", 2), ("inf", "r", 2), ("inf", "m", 4), ("inf", "a", 2),
        ("pz", "b", 1), ("pz", "w", 2), ("pz", "s", 3), ("pz", "r", 4), ("pz", "m", 8), ("pz", "a", 2), ("mot", "r", 4),
    ],
)  # fmt: skip
def test_the_terrain_chart(unit: str, letter: str, price: int) -> None:
    assert cost(moving({unit: "0101"}, f".{letter}", axis="0101"), unit, "0201") == price


@pytest.mark.rule("war-in-europe:5.3/a")
def test_fast_motors_pay_as_mechanised_units_and_move_once() -> None:
    assert cost(moving({"mot": "0101"}, ".r", axis="0101"), "mot", "0201") == 4
    scene = europe({"mot": "0303"}, phase="mechanised-movement", side="axis", **FAR)
    assert scene.refused("step-to mot 0403") == "5.5"


@pytest.mark.rule("war-in-europe:5.8/a")
def test_a_railway_helps_those_who_march_along_it() -> None:
    scene = moving({"inf": "0101", "pz": "0101"}, ".m", axis="0101", rails=[["0101", "0201"]])
    assert (cost(scene, "inf", "0201"), cost(scene, "pz", "0201")) == (1, 2)
    printed = {"parameters": {"march_on_rails": False}}
    literal = moving({"inf": "0101"}, ".m", axis="0101", rails=[["0101", "0201"]], charts=printed)
    assert cost(literal, "inf", "0201") == 4


@pytest.mark.rule("war-in-europe:5.8/b")
def test_arctic_swamp_and_the_arctic() -> None:
    north = {"north": ("arctic", ["0201", "0301"])}
    scene = moving({"inf": "0101", "pz": "0101"}, ".s.", axis="0101", regions=north)
    assert cost(scene, "inf", "0201") == 4
    assert scene.refused("step-to pz 0201") == "5.8"


@pytest.mark.rule("war-in-europe:5.8")
def test_a_river_costs_wheels_one_more() -> None:
    scene = moving({"inf": "0101", "pz": "0101"}, "..", axis="0101", sides={"river": ["0101/SE"]})
    assert (cost(scene, "inf", "0201"), cost(scene, "pz", "0201")) == (1, 2)


@pytest.mark.rule("war-in-europe:5.5", "war-in-europe:5.5/a", "war-in-europe:5.25")
def test_armour_moves_again_and_not_after_rail_or_sea() -> None:
    units = {
        "pz": "0303",
        "cav": "0404",
        "inf": "0505",
        "pz-2": marked("0306", "railed"),
        "pg": marked("0307", "sailed"),
    }
    scene = europe(units, phase="mechanised-movement", side="axis", **FAR)
    assert scene.allows("step-to pz 0403")
    assert scene.allows("step-to cav 0504")
    assert scene.refused("step-to inf 0506") == "5.5"
    assert scene.refused("step-to pz-2 0305") == "5.5"
    assert scene.refused("step-to pg 0308") == "5.5"
    assert europe(units, phase="initial-movement", side="axis", **FAR).refused("step-to pz-2 0305") == "5.25"


@pytest.mark.rule("war-in-europe:5.13", "war-in-europe:5.4", "war-in-europe:14.21")
def test_want_of_supply_and_mud_halve_one_after_the_other() -> None:
    supplied = moving({"inf": "0303"}, **FAR)
    assert supplied.ask("unit", "inf").factors.movement.value == 5
    assert moving({"inf": "0303"}).ask("unit", "inf").factors.movement.value == 2
    assert moving({"inf": "0303"}, turn=MUD).ask("unit", "inf").factors.movement.value == 1
    zone = moving({"inf": "0303", "rus": "0503"}, **FAR)
    assert cost(zone, "inf", "0402") == 3


@pytest.mark.rule("war-in-europe:5.21/a")
@pytest.mark.rule("war-in-europe:5.14", "war-in-europe:5.14/a", "war-in-europe:5.21")
def test_one_hex_can_always_be_gone_but_not_from_zone_to_zone() -> None:
    scene = moving({"stat": "0101"}, ".m.", axis="0101")
    assert cost(scene, "stat", "0201") == 1
    assert cost(scene, "stat", "0301") is None
    stuck = moving({"stat": "0303", "rus": "0403"}, **FAR)
    assert stuck.allows("step-to stat 0203")
    assert stuck.refused("step-to stat 0402") == "5.21"


@pytest.mark.rule("war-in-europe:5.22", "war-in-europe:5.22/b")
def test_the_enemy_closes_his_hex_and_partisans_do_not() -> None:
    scene = moving({"inf": "0303", "rus": "0403"}, **FAR)
    assert scene.refused("step-to inf 0403") == "5.22"
    among = moving({"inf": "0303", "part": "0403"}, **FAR)
    assert cost(among, "inf", "0403") == 3


@pytest.mark.rule("war-in-europe:5.23", "war-in-europe:10.21", "war-in-europe:10.2")
def test_a_full_hex_is_crossed_but_not_ended_in() -> None:
    units = {"inf": "0303"} | {f"inf-{number}": "0403" for number in range(2, 6)}
    scene = moving(units, **FAR)
    assert cost(scene, "inf", "0403") is None
    under_way = scene.play("step-to inf 0403")
    assert under_way.refused("done") == "5.23"
    assert under_way.refused("step-to inf-2 0503") == "5.23"
    assert under_way.play("step-to inf 0503").allows("done")


@pytest.mark.rule("war-in-europe:9.21/a")
@pytest.mark.rule("war-in-europe:5.24", "war-in-europe:9.21", "war-in-europe:9.14")
def test_zones_cost_two_to_enter_and_two_to_leave() -> None:
    scene = moving({"pz": "0303", "rus": "0503", "inf": "0402"}, **FAR)
    assert cost(scene, "pz", "0402") == 3
    assert scene.play("step-to pz 0402", "step-to pz 0502").unit("pz").values["spent"] == 8
    left = scene.play("step-to pz 0402", "step-to pz 0302")
    assert left.unit("pz").values["spent"] == 6
    assert scene.ask("zone", "0402").sides.allied == ["rus"]


@pytest.mark.rule("war-in-europe:9.21", "war-in-europe:5.13", "war-in-europe:5.14/a")
def test_a_march_through_zones_costs_what_the_drawing_says() -> None:
    """Three into a zone, five from zone to zone, three out of it; two enemies over a hex cost no more than one."""
    enemies = {"rus": "0503", "rus-2": "0504"}
    scene = moving({"mot": "0304", **enemies}, axis="0101")
    assert scene.ask("zone", "0403").sides.allied == ["rus", "rus-2"]
    entered = scene.play("step-to mot 0403")
    assert entered.unit("mot").values["spent"] == 3
    assert entered.play("step-to mot 0404").unit("mot").values["spent"] == 3 + 5
    assert entered.play("step-to mot 0304").unit("mot").values["spent"] == 3 + 3
    slow = moving({"inf": "0403", **enemies}, axis="0101").play("step-to inf 0404")
    assert slow.unit("inf").values["spent"] == 5
    tired = moving({"inf": "0403", **enemies}, turn=MUD, axis="0101")
    assert tired.refused("step-to inf 0404") == "5.21", "two points are not five, and no hex is free from zone to zone"


@pytest.mark.rule("war-in-europe:5.26", "war-in-europe:5.27", "war-in-europe:6.68")
def test_sea_lakes_and_blocked_sides_are_closed() -> None:
    scene = moving({"inf": "0101"}, ".~/l.", axis="0101", sides={"blocked": ["0102/NE"]})
    assert scene.refused("step-to inf 0201") == "5.26"
    assert scene.refused("step-to inf 0102") == "5.26"
    neutral = {"parameters": {"neutral": ["spain"]}}
    closed = moving({"inf": "0101"}, "..", axis="0101", regions={"spain": ("country", ["0201"])}, charts=neutral)
    assert closed.refused("step-to inf 0201") == "6.68"


@pytest.mark.rule("war-in-europe:6.68", "war-in-europe:5.7", "war-in-europe:12.51")
def test_nobody_overruns_or_advances_into_a_closed_neutral_country() -> None:
    units = {"pz": "0303", "pz-2": "0303", "pzl": "0303", "bel": "0403"}
    country = {"belgium": ("country", ["0403"])}
    shut, ajar = ({"neutral": ["belgium"], "neutral_open": each} for each in ([], ["belgium"]))
    won = {"results": ["De"], "dice": [3]}
    for parameters in (shut, ajar):
        fixed: dict[str, Any] = {"regions": country, "charts": {"parameters": parameters}, **FAR}
        overrun = moving(units, **fixed)
        fought = fighting(units, **won, **fixed).play("declare-attack 0403", "add-attacker pz", "resolve")
        if parameters is shut:
            assert overrun.refused("overrun pz,pz-2,pzl 0403") == "6.68"
            assert not overrun.choices("overrun")
            assert not fought.choices("advance")
        else:
            assert overrun.play("overrun pz,pz-2,pzl 0403").state.values["joined-belgium"] == "allied"
            assert fought.play("advance pz 0403").state.values["joined-belgium"] == "allied"


@pytest.mark.rule("war-in-europe:6.68")
def test_a_neutral_that_is_violated_joins_the_other_side_with_its_railways() -> None:
    charts = {"parameters": {"neutral": ["spain"], "neutral_open": ["spain"]}}
    spain = {"spain": ("country", ["0301", "0401", "0501"])}
    scene = moving({"inf": "0201"}, ".....", axis="0101", regions=spain, charts=charts, rails=[["0401", "0501"]])
    after = scene.play("step-to inf 0301")
    assert after.holder("0501") == "allied"
    assert after.told("country-joined")


# Forced marches


@pytest.mark.rule("war-in-europe:5.6", "war-in-europe:5.61", "war-in-europe:5.62")
def test_a_forced_march_doubles_what_is_left_and_has_a_die_of_its_own() -> None:
    scene = moving({"inf": "0303", "inf-2": "0305"}, dice=[2, 1], **FAR)
    forced = scene.play("force-march inf")
    assert forced.ask("unit", "inf").factors.movement.value == 10
    assert moving({"inf": "0303"}).play("force-march inf").ask("unit", "inf").factors.movement.value == 4
    gone = forced.play("step-to inf 0304")
    assert (gone.menu.prompt.key, gone.menu.default) == ("prompt.wie.forced", EndMarch(UnitId("inf")))
    assert gone.refused("done") == "5.6"
    assert gone.refused("step-to inf-2 0306") == "5.6"
    ended = gone.play("end-march inf", "force-march inf-2", "step-to inf-2 0306", "end-march inf-2")
    assert (ended.unit("inf").step, ended.unit("inf-2").step) == (0, 1)
    assert ended.refused("step-to inf 0303") == "5.11"


@pytest.mark.rule("war-in-europe:5.6/b", "war-in-europe:11.35")
def test_a_battle_group_and_a_minor_unit_are_lost_on_a_one() -> None:
    scene = moving({"inf": group("0303"), "ita": "0305"}, dice=[1, 1], **FAR)
    scene = scene.play("force-march inf", "step-to inf 0304", "end-march inf")
    scene = scene.play("force-march ita", "step-to ita 0306", "end-march ita")
    assert (scene.place("inf"), scene.place("ita")) == ("gone-axis", "gone-axis")


@pytest.mark.rule("war-in-europe:5.6/a", "war-in-europe:5.65")
@pytest.mark.parametrize(
    ("unit", "case"), [("fin", "5.6"), ("sec", "5.6"), ("stat", "5.6"), ("pz", "5.6"), ("mot", "5.65")]
)
def test_who_never_forces_a_march(unit: str, case: str) -> None:
    assert moving({unit: "0303"}, **FAR).refused(f"force-march {unit}") == case


@pytest.mark.rule("war-in-europe:5.6")
def test_a_march_is_forced_before_the_first_hex_and_not_after_combat() -> None:
    assert moving({"inf": "0303"}, **FAR).play("step-to inf 0304").refused("force-march inf") == "5.6"
    later = europe({"cav": "0303", "inf": "0505"}, phase="mechanised-movement", side="axis", **FAR)
    assert later.refused("force-march cav") == "5.6"
    assert later.refused("force-march inf") == "5.6", "before it is asked who marches twice"


@pytest.mark.rule("war-in-europe:5.64")
def test_a_forced_march_enters_no_zone_but_may_pass_armour_in_woods() -> None:
    scene = moving({"inf": "0302", "rus": "0503"}, **FAR).play("force-march inf")
    assert scene.refused("step-to inf 0402") == "5.64"
    board = "..../.w../.w../...."
    beside = moving({"inf": "0102", "tank": "0302"}, board, axis="0101").play("force-march inf")
    assert beside.play("step-to inf 0202").place("inf") == "0202"


@pytest.mark.rule("war-in-europe:5.5", "war-in-europe:17.13", "war-in-europe:6.41")
def test_who_does_not_march_in_a_phase_reaches_nothing_but_its_own_hex() -> None:
    scene = moving({"inf": marked("0303", "rebuilt"), "inf-2": marked("0503", "aboard")}, axis="0101")
    assert [costs(scene, unit) for unit in ("inf", "inf-2")] == [{"0303": 0}, {"0503": 0}]
    again = europe({"inf": "0303", "pz": "0505"}, phase="mechanised-movement", side="axis", axis="0101")
    assert costs(again, "inf") == {"0303": 0}
    assert len(costs(again, "pz")) > 1
