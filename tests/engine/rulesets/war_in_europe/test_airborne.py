"""Chapter 8: drops, transport by air, and the boxes that airborne units wait in."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.board import Board
from engine.core.paths import LinkCosts, StepCost, link_costs
from engine.core.state import forget_facts
from engine.rulesets.war_in_europe import airborne
from tests.engine.rulesets.war_in_europe.scenes import europe, group, marked, moving
from tests.helpers.positions import Scene

ROW = "/".join(["." * 26] * 2)


def box(side: str = "allied", front: str = "west") -> dict[str, Any]:
    return {"at": f"airborne-{side}", "values": {"front": front, "due": 90}}


def flying(units: dict[str, Any], side: str = "allied", **more: Any) -> Scene:
    arm = "german" if side == "axis" else "western"
    values = {f"flying-{arm}-west": 3, **more.pop("values", {})}
    return europe(
        units, ROW, phase="air-movement", side=side, values=values, **{"allied": "0101", "axis": "2601", **more}
    )


@pytest.mark.rule(
    "war-in-europe:8.0", "war-in-europe:8.21", "war-in-europe:8.22", "war-in-europe:8.28", "war-in-europe:8.24"
)
def test_a_drop_goes_twelve_hexes_from_a_main_line_of_its_front() -> None:
    scene = flying({"usp": box(), "usp-2": "0301"})
    assert scene.allows("air-drop usp 1301")
    assert scene.refused("air-drop usp 2001") == "8.28"
    assert scene.refused("air-drop usp-2 1301") == "8.21"
    dropped = scene.play("air-drop usp 1301")
    assert {"dropped", "flown"} <= dropped.unit("usp").marks
    east = flying({"usp": box(front="east"), "usp-2": "0301"}, values={"flying-western-east": 1})
    assert east.refused("air-drop usp 1301") == "8.22", "no hex of that front has a main line"
    assert east.refused("fly-to usp 0301") == "8.33"


@pytest.mark.rule("war-in-europe:8.11", "war-in-europe:8.31", "war-in-europe:8.32", "war-in-europe:8.23")
def test_a_transport_point_of_the_units_own_front_is_wanted() -> None:
    scene = flying({"usp": box(front="south"), "usp-2": box(), "us": "0301", "usp-3": marked("0301", "marched")})
    assert scene.refused("air-drop usp 1001") == "8.22"
    assert scene.refused("fly-to usp 0101") == "8.31"
    idle = flying({"usp": box(front="south"), "usp-2": box()}, values={"lift-western-south": 1})
    assert idle.refused("air-drop usp 1001") == "8.11", "a transport that was not assigned to air movement"
    assert scene.refused("fly-to us 0101") == "8.0"
    assert scene.refused("fly-to usp-3 0101") == "8.23"
    for marks, case in ((("rebuilt",), "17.13"), (("rebuilt", "fused"), "16.12"), (("aboard",), "6.41")):
        assert flying({"usp": marked("0301", *marks), "usp-2": box()}).refused("fly-to usp 0101") == case


@pytest.mark.rule("war-in-europe:8.21")
def test_who_still_waits_for_its_four_turns_is_not_ready_whatever_the_transports() -> None:
    scene = flying({"usp": {"at": "airborne-allied", "values": {"due": 99}}, "usp-2": box(), "us": "0301"})
    assert scene.refused("air-drop usp 0901") == "8.21"
    assert scene.refused("fly-to usp 0301") == "8.21"


@pytest.mark.rule("war-in-europe:8.0", "war-in-europe:8.31")
def test_nations_of_the_axis_share_their_transports_and_use_their_own_first() -> None:
    folgore = {"at": "airborne-axis", "values": {"front": "west"}, "type": "italian-airborne-regiment"}
    units = {"ita-1": folgore, "ita-2": folgore, "reg": box("axis")}
    both = {"flying-axis-minor-west": 1, "flying-german-west": 1}
    scene = flying(units, "axis", values=both)
    italian = scene.play("air-drop ita-1 2001").state.values
    assert ("flying-axis-minor-west" in italian, italian["flying-german-west"]) == (False, 1)
    german = scene.play("air-drop reg 2001").state.values
    assert ("flying-german-west" in german, german["flying-axis-minor-west"]) == (False, 1)
    assert scene.play("air-drop ita-1 2001", "air-drop ita-2 2001").refused("air-drop reg 2001") == "8.22"
    western = flying({"usp": box(), "usp-2": box(front="south")}, values={"flying-soviet-south": 1})
    assert western.refused("air-drop usp-2 0901") == "8.22"


@pytest.mark.rule("war-in-europe:8.13", "war-in-europe:8.27")
def test_transports_are_thrown_for_and_come_back_four_turns_later() -> None:
    scene = flying({"usp": box(), "usp-2": box(), "usp-3": "0301", "us": "0501"}, dice=[2, 3, 2])
    scene = scene.play("air-drop usp 0901", "air-drop usp-2 1001", "fly-to usp-3 0501", "done")
    assert scene.state.values["back-lift-western-99"] == 2
    assert [(told.use, told.lost) for told in scene.told("transports-returned")] == [("assault", 1), ("transport", 0)]


@pytest.mark.rule("war-in-europe:8.24", "war-in-europe:8.24/a", "war-in-europe:8.24/b", "war-in-europe:12.7/a")
def test_dropped_units_must_attack_the_enemies_in_their_hex() -> None:
    def fight(result: str) -> Scene:
        units = {"usp": marked("0902", "dropped", "flown"), "rom": "0902"}
        scene = europe(
            units, ROW, phase="combat", side="allied", allied="0101", axis="2601", results=[result], dice=[3]
        )
        assert scene.refused("done") == "8.24"
        return scene.play("declare-attack 0902", "add-attacker usp", "resolve")

    assert fight("Dr").play("retreat rom 1001").place("usp") == "0902"
    failed = fight("AEx")
    assert (failed.place("usp"), failed.place("rom")) == ("gone-allied", "0902")
    stuck = moving({"usp": marked("0902", "dropped")}, ROW, side="allied", allied="0101")
    assert stuck.refused("step-to usp 1001") == "8.24"


@pytest.mark.rule("war-in-europe:8.24", "war-in-europe:7.33", "war-in-europe:11.14")
def test_who_was_dropped_where_others_land_attacks_with_them() -> None:
    """Both have to attack all who stand there, and nobody is attacked twice."""
    units = {"us": marked("0902", "landed", "sailed"), "usp": marked("0902", "dropped", "flown"), "inf": "0902"}
    fixed: dict[str, Any] = {"phase": "combat", "side": "allied", "allied": "0101", "axis": "2601", "dice": [3]}
    scene = europe({**units, "us-2": "0802"}, ROW, results=["Dr"], **fixed).play("declare-attack 0902")
    assert scene.refused("add-attacker us-2") == "7.33"
    alone = scene.play("add-attacker us")
    assert alone.refused("resolve") == "8.24"
    assert alone.play("add-attacker usp", "resolve", "retreat inf 1001").place("usp") == "0902"


@pytest.mark.rule("war-in-europe:8.25")
def test_neighbours_join_the_attack_of_a_drop_and_pay_what_it_leaves() -> None:
    units = {"usp": marked("0902", "dropped", "flown"), "us": "0802", "inf": "0902"}
    scene = europe(units, ROW, phase="combat", side="allied", allied="0101", axis="2601", results=["AEx"], dice=[3])
    scene = scene.play("declare-attack 0902", "add-attacker usp", "add-attacker us", "resolve")
    assert scene.place("usp") == "gone-allied"
    assert scene.menu.kinds() == ("take-loss",)
    won = europe(units, ROW, phase="combat", side="allied", allied="0101", axis="2601", results=["De"], dice=[3])
    won = won.play("declare-attack 0902", "add-attacker usp", "add-attacker us", "resolve", "retreat inf 1001")
    assert won.play("advance us 0902").place("us") == "0902"


@pytest.mark.rule("war-in-europe:8.26", "war-in-europe:8.0")
def test_until_the_interdiction_phase_they_hold_nothing_and_the_unsupplied_are_gone() -> None:
    rails = [[f"{column:02}01" for column in range(1, 27)]]
    held = {"axis": [f"{column:02}01" for column in range(2, 27)]}
    dropped = flying({"usp": box()}, rails=rails, held=held).play("air-drop usp 0901")
    assert dropped.holder("0901") == "axis"
    assert dropped.state.marker(dropped.game.board.at("0901"), "rail-cut") == 0
    fixed: dict[str, Any] = {
        "phase": "interdiction",
        "side": "allied",
        "allied": "0101",
        "rails": rails,
        "last_turn": 99,
    }
    kept = europe({"usp": marked("0901", "dropped"), "usp-2": marked("2001", "dropped")}, ROW, held=held, **fixed)
    assert (kept.place("usp"), kept.holder("0901"), kept.place("usp-2")) == ("0901", "allied", "gone-allied")
    assert kept.holder("2001") == "axis"


@pytest.mark.rule(
    "war-in-europe:8.3", "war-in-europe:8.33", "war-in-europe:8.34", "war-in-europe:8.38", "war-in-europe:8.36"
)
def test_transport_goes_to_supplied_friendly_hexes_or_to_friends_within_twenty() -> None:
    scene = flying({"usp": "0301", "us": "2002", "us-2": "2601", "usp-2": "2002"}, axis="")
    assert scene.allows("fly-to usp 2002")
    assert scene.refused("fly-to usp 2601") == "8.38"
    assert scene.refused("fly-to usp 1501") == "8.34"
    assert scene.refused("fly-to usp-2 0301") == "8.33"
    assert "flown" in scene.play("fly-to usp 2002").unit("usp").marks


@pytest.mark.rule("war-in-europe:5.22", "war-in-europe:8.34", "war-in-europe:8.35")
def test_nobody_is_flown_among_enemies_but_to_a_drop() -> None:
    """A landing that is still to be fought, or partisans, share a hex with the enemy and are no airfield."""
    landed = flying({"usp": "0301", "us": marked("0902", "landed", "sailed"), "inf": "0902"})
    assert landed.refused("fly-to usp 0902") == "5.22"
    assert flying({"usp": "0301", "part": "0902", "inf": "0902"}).refused("fly-to usp 0902") == "5.22"
    assert flying({"usp": "0301", "part": "0902"}).allows("fly-to usp 0902")
    assert flying({"usp": "0301", "usp-2": marked("0902", "dropped"), "inf": "0902"}).allows("fly-to usp 0902")


@pytest.mark.rule("war-in-europe:8.35", "war-in-europe:8.26")
def test_transport_may_join_a_drop_and_shares_its_fate() -> None:
    scene = flying({"usp": box(), "usp-2": "0301"}, dice=[3, 2]).play("air-drop usp 1301", "fly-to usp-2 1301")
    assert "flown-in" in scene.unit("usp-2").marks
    [told] = scene.play("done").told("transports-returned")
    assert (told.use, told.lost) == ("assault", 1)


@pytest.mark.rule("war-in-europe:8.0", "war-in-europe:8.28", "war-in-europe:8.38")
def test_within_range_but_through_closed_skies_is_told_by_8_0() -> None:
    beyond = {"east": ("air-front", [f"{column:02}{row:02}" for column in range(8, 27) for row in (1, 2)])}
    scene = flying({"usp": box(), "usp-2": "0301", "us": "1001"}, regions=beyond, values={"superiority-west": "axis"})
    assert scene.refused("air-drop usp 0901") == "8.0"
    assert scene.refused("fly-to usp-2 1001") == "8.0"
    assert scene.refused("air-drop usp 2501") == "8.28"


@pytest.mark.rule("war-in-europe:8.37", "war-in-europe:8.0")
def test_nobody_flies_where_the_enemy_holds_the_air_or_over_neutrals() -> None:
    held = flying({"usp": box(), "us": "0501"}, values={"superiority-west": "axis"})
    assert held.refused("air-drop usp 0901") == "8.0"
    beyond = {"east": ("air-front", [f"{column:02}{row:02}" for column in range(8, 27) for row in (1, 2)])}
    across = flying({"usp": "0301", "us": "0901"}, values={"superiority-east": "axis"}, regions=beyond)
    assert across.refused("fly-to usp 0901") == "8.37"
    wall = {"spain": ("country", ["0701", "0702"])}
    over = flying({"usp": box(), "us": "0501"}, regions=wall, charts={"parameters": {"neutral": ["spain"]}})
    assert over.refused("air-drop usp 0901") == "8.0"


@pytest.mark.rule("war-in-europe:8.12", "war-in-europe:8.52")
def test_a_unit_is_lifted_off_when_supplied_and_outside_zones() -> None:
    scene = moving({"usp": "0301", "us": "0302"}, ROW, side="allied", allied="0101")
    after = scene.play("lift-off usp")
    assert (after.place("usp"), after.unit("usp").values["due"]) == ("airborne-allied", 99)
    assert scene.refused("lift-off us") == "8.52"
    assert moving({"usp": "2001"}, ROW, side="allied", allied="0101").refused("lift-off usp") == "8.12"
    zoned = moving({"usp": "0301", "inf": "0401"}, ROW, side="allied", allied="0101")
    assert zoned.refused("lift-off usp") == "8.12"


@pytest.mark.rule("war-in-europe:8.52", "war-in-europe:8.52/a", "war-in-europe:8.51")
def test_after_four_turns_a_front_is_chosen_or_the_unit_comes_back() -> None:
    city = [{"at": "0101", "kind": "city", "name": "London", "attributes": {"nation": "us"}}]
    units = {
        "usp": {"at": "airborne-allied", "values": {"due": 95}},
        "usp-2": {"at": "airborne-allied", "values": {"due": 97}},
    }
    scene = europe(
        units,
        ROW,
        phase="reinforcements",
        side="allied",
        allied="0101",
        features=city,
        values={"lift-western-reserve": 1},
    )
    assert scene.refused("choose-front usp-2 east") == "8.52"
    ready = scene.play("choose-front usp east", "arrive usp-2 0101", "place-lift western south")
    assert ready.unit("usp").values["front"] == "east"
    assert ready.place("usp-2") == "0101"
    assert ready.state.values["lift-western-south"] == 1


@pytest.mark.rule("war-in-europe:8.0/a")
def test_axis_divisions_part_into_regiments_and_join_again() -> None:
    scene = europe({"para": "0301"}, ROW, phase="reinforcements", side="axis", axis="0101").play("split-division para")
    assert sorted(scene.stack("0301")) == ["para-r1", "para-r2", "para-r3"]
    assert (
        flying({"para": "0301", "reg": "0301"}, side="axis", axis="0101", allied="").refused("fly-to para 0101")
        == "8.0"
    )
    names = {f"para-r{number}": {"at": "0301", "type": "german-airborne-regiment"} for number in (1, 2, 3)}
    joined = europe(names, ROW, phase="interdiction", side="axis", axis="0101").play(
        "recombine para-r1,para-r2,para-r3"
    )
    assert joined.stack("0301") == ("para",)
    assert joined.unit("para").type == "german-airborne"


@pytest.mark.rule("war-in-europe:8.0")
def test_regiments_that_came_as_such_join_to_a_division() -> None:
    names: dict[str, Any] = dict.fromkeys(("reg", "reg-2", "reg-3", "reg-4"), "0301")
    ita = {name: {"at": "0501", "type": "italian-airborne-regiment"} for name in ("folgore", "nembo")}
    scene = europe({**names, **ita}, ROW, phase="interdiction", side="axis", axis="0101")
    assert scene.refused("recombine reg,reg-2") == "8.0"
    assert scene.refused("recombine reg,reg-2,folgore") == "8.0"
    joined = scene.play("recombine reg,reg-2,reg-4", "recombine folgore,nembo")
    assert (joined.stack("0301"), joined.stack("0501")) == (("reg-3", "reg-division"), ("folgore-division",))
    assert joined.unit("folgore-division").type == "italian-airborne"


@pytest.mark.rule("war-in-europe:8.0/b", "war-in-europe:14.23/a")
def test_flown_units_without_supply_are_lost_at_the_end_of_the_turn() -> None:
    fixed: dict[str, Any] = {"phase": "interdiction", "side": "allied", "allied": "0101", "last_turn": 99}
    scene = europe({"usp": marked("2001", "flown"), "usp-2": marked("0301", "flown")}, ROW, **fixed)
    assert (scene.place("usp"), scene.place("usp-2")) == ("gone-allied", "0301")


@pytest.mark.rule("war-in-europe:8.35/a", "war-in-europe:8.24/a")
@pytest.mark.parametrize(
    ("result", "place", "step"), [("Ae", "gone-allied", 0), ("AEx", "gone-allied", 0), ("Br", "0902", 1)]
)
def test_who_was_flown_in_to_a_drop_bears_what_comes_of_its_attack(result: str, place: str, step: int) -> None:
    units = {
        "usp": marked("0902", "dropped", "flown"),
        "usp-2": marked("0902", "flown-in", "flown"),
        "us": "0802",
        "rom": "0902",
    }
    scene = europe(units, ROW, phase="combat", side="allied", allied="0101", axis="2601", results=[result], dice=[3])
    scene = scene.play("declare-attack 0902", "add-attacker usp", "resolve")
    if result == "Br":
        scene = scene.play("retreat rom 1001")
    assert (scene.place("usp-2"), scene.unit("usp-2").step) == (place, step)
    assert scene.unit("us").step == 0


@pytest.mark.rule("war-in-europe:8.35/a")
def test_who_was_flown_in_may_pay_for_an_exchange_and_goes_with_a_drop_that_cannot_attack() -> None:
    units = {"usp": marked("0902", "dropped"), "usp-2": marked("0902", "flown-in"), "inf": "0902"}
    fixed: dict[str, Any] = {"phase": "combat", "side": "allied", "allied": "0101", "axis": "2601"}
    scene = europe(units, ROW, results=["Ex"], dice=[3], **fixed).play("declare-attack 0902", "add-attacker usp")
    scene = scene.play("resolve", "retreat inf 1001")
    assert scene.choices("take-loss") == ("take-loss usp", "take-loss usp-2")
    strong = {**units, "usp": group("0902", marks=["dropped"]), "pz": "0902", "pz-2": "0902", "pz-3": "0902"}
    failed = europe(strong, ROW, **fixed).play("done")
    assert (failed.place("usp"), failed.place("usp-2")) == ("gone-allied", "gone-allied")


@pytest.mark.rule("war-in-europe:8.26/a")
def test_a_port_that_was_dropped_upon_feeds_those_who_took_it() -> None:
    shore = "/".join(["..~~~~~~~~....................", "..~~~~~~~~...................."])
    ports = {"0201": "major", "1101": "major"}
    fixed: dict[str, Any] = {
        "phase": "interdiction",
        "side": "allied",
        "allied": "0201",
        "ports": ports,
        "last_turn": 99,
    }
    held = {"allied": ["0201"], "axis": ["1101"]}
    taken = europe({"usp": marked("1101", "dropped"), "usp-2": marked("1201", "dropped")}, shore, held=held, **fixed)
    assert (taken.place("usp"), taken.holder("1101"), taken.place("usp-2")) == ("1101", "allied", "1201")
    beside = europe({"usp": marked("1201", "dropped")}, shore, held=held, **fixed)
    assert (beside.place("usp"), beside.holder("1101")) == ("gone-allied", "axis")


@pytest.mark.rule("war-in-europe:8.0/a", "war-in-europe:10.21")
def test_a_division_parts_only_where_there_is_room_for_its_regiments() -> None:
    def parting(*friends: str) -> Scene:
        units = {"para": "0301", "sup": "0101", **dict.fromkeys(friends, "0301")}
        return europe(units, ROW, phase="reinforcements", side="axis", axis="0101")

    assert parting("inf").allows("split-division para")
    assert parting("inf", "inf-2").refused("split-division para") == "10.0"


def test_the_open_air_is_measured_once_for_all_flights_of_a_menu(monkeypatch: pytest.MonkeyPatch) -> None:
    """On the map of nine sheets a measure for each flight takes minutes."""
    scene = flying({"usp": box(), "usp-2": box(), "usp-3": "0301", "us": "0501"})
    measured: list[int] = []

    def counted(board: Board, cost: StepCost) -> LinkCosts:
        measured.append(1)
        return link_costs(board, cost)

    monkeypatch.setattr(airborne, "link_costs", counted)
    forget_facts(scene.state)
    assert sum(1 for _ in scene.menu) > 20
    assert len(measured) == 1
