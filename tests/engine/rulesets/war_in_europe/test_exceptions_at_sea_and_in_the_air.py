"""Chapters 7 and 13: the exceptions of their cases that the tests of the cases themselves do not show."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.war_in_europe.scenes import FIELD, cost, europe, fighting, marked, moving
from tests.helpers.positions import Scene

SEA = "/".join(["..~~~~~~~~....", "..~~~~~~~~....", "..~~~~~~~~...."])
WEST, EAST = "0202", "1102"
WATER = [f"{column:02}{row:02}" for column in range(3, 11) for row in (1, 2, 3)]
FAR: dict[str, Any] = {"axis": "0101", "allied": "1208"}


def naval(units: dict[str, Any], side: str = "allied", **more: Any) -> Scene:
    ports = more.pop("ports", {WEST: "major", EAST: "major"})
    held = more.pop("held", {side: list(ports)})
    return europe(units, SEA, phase="naval-movement", side=side, ports=ports, held=held, **{side: WEST, **more})


def deployment(values: dict[str, Any], **more: Any) -> Scene:
    return europe(more.pop("units", {}), FIELD, phase="air-deployment", side="axis", values=values, **{**FAR, **more})


# Ships


SHIPS: dict[str, Any] = {
    "regions": {"high-seas": ("sea-zone", WATER)},
    "charts": {
        "tracks": {"capacities": {"instead": [{"turn": 0, "axis-naval-high-seas": 3}]}},
        "tables": {"naval-interdiction": {"cells": {"1": {"high-seas": "D"}}}},
    },
}


@pytest.mark.rule("war-in-europe:7.12/b")
def test_allied_ships_meet_naval_transport_of_the_axis_on_the_high_seas() -> None:
    met = naval({"inf": WEST, "inf-2": WEST}, "axis", dice=[1], **SHIPS).play(f"sail-to inf {EAST}")
    assert met.told("convoy-intercepted")
    assert (met.place("inf"), met.unit("inf").step) == (EAST, 1)


@pytest.mark.rule("war-in-europe:7.31/a", "war-in-europe:7.3")
def test_allied_ships_meet_a_landing_of_the_axis_and_its_point_comes_back_in_nine_turns() -> None:
    fixed: dict[str, Any] = {"ports": {WEST: "major"}, "values": {"amphibious-axis": 1}, "dice": [1], **SHIPS}
    sunk = naval({"ita": WEST, "inf": WEST}, "axis", **fixed).play(f"land ita {EAST} false")
    assert sunk.place("ita") == "gone-axis"
    assert sunk.state.values["back-amphibious-axis-104"] == 1


@pytest.mark.rule("war-in-europe:6.64/c")
def test_a_repair_unit_that_has_moved_does_not_sail_in_an_emergency() -> None:
    board = "/".join(["..~~~....", "..~~~...."])
    ports = {"0201": "major", "0601": "major"}
    fixed: dict[str, Any] = {"phase": "naval-movement", "side": "axis", "axis": "0201", "ports": ports}
    units = {"rr": marked("0601", "marched"), "inf": marked("0601", "marched"), "rr-2": "0601"}
    units["rr-3"] = marked("0601", "railed")
    scene = europe(units, board, held={"axis": list(ports)}, **fixed)
    assert scene.refused("evacuate rr 0201") == "6.64"
    assert scene.refused("evacuate rr-3 0201") == "6.64"
    assert scene.refused("sail-to rr 0201") == "6.64"
    assert scene.refused("sail-to inf 0201") == "7.0"
    inland = europe({"inf": "0701", "rr": "0601"}, board, held={"axis": [*ports, "0701"]}, **fixed)
    assert inland.refused("evacuate inf 0201") == "7.21", "it sets out from a friendly port"
    assert inland.refused("sail-to inf 0201") == "7.13"
    assert scene.allows("evacuate inf 0201")
    assert scene.allows("evacuate rr-2 0201")


@pytest.mark.rule("war-in-europe:7.16", "war-in-europe:13.32")
def test_who_comes_back_round_the_cape_sails_in_from_the_edge_and_can_be_struck_at() -> None:
    units = {"us": {"at": "coming-allied", "values": {"due": 95, "at-sea": True}}}
    fixed: dict[str, Any] = {"regions": {"exit": ("sea-exit", ["0301"])}, "axis": "1302"}
    fixed["held"] = {"allied": [WEST, EAST], "axis": ["1302"]}
    scene = naval(units, values={"strikes-german-west": 1}, dice=[2], **fixed).play(f"come-back us {EAST}")
    assert scene.menu.side == "axis"
    [told] = scene.play("strike-convoy 1").told("unit-sailed")
    assert told.way[1] == "0301"


@pytest.mark.rule("war-in-europe:13.37/a", "war-in-europe:7.33/a")
def test_amphibious_points_bring_nobody_into_a_port_that_serves_departures_alone() -> None:
    ports = {WEST: "major", EAST: "minor"}
    scene = naval({"us": WEST}, ports=ports, values={"amphibious-allied": 1}, markers={EAST: {"port-reduced": 1}})
    assert scene.refused(f"land us {EAST} false") == "13.37"


@pytest.mark.rule("war-in-europe:7.34/a")
def test_no_ships_cover_the_enemy_in_a_hex_where_the_axis_lands() -> None:
    units = {"inf": marked("1102", "landed", "sailed"), "brit": "1102"}
    fixed: dict[str, Any] = {"phase": "combat", "side": "axis", "axis": WEST, "allied": "1302"}
    scene = europe(units, SEA, markers={"1102": {"beach-turn": 95}}, **fixed)
    assert scene.ask("attack", units=["inf"], target="1102", die=3).modified_die == 3


# Aircraft over ships and ports


@pytest.mark.rule("war-in-europe:13.33/a")
def test_a_convoy_is_struck_at_again_on_another_front() -> None:
    halves = {"south": ("air-front", [f"{column:02}{row:02}" for column in range(7, 15) for row in (1, 2, 3)])}
    held = {"allied": [WEST, EAST], "axis": ["0101", "1302"]}
    values = {"strikes-german-west": 1, "strikes-german-south": 1}
    centres = [{"at": at, "kind": "supply-centre", "attributes": {"nation": "german"}} for at in ("0101", "1302")]
    scene = naval({"us": WEST}, regions=halves, held=held, values=values, features=centres, dice=[5, 5])
    once = scene.play(f"sail-to us {EAST}", "strike-convoy 1")
    assert once.menu.side == "axis"
    twice = once.play("strike-convoy 1")
    assert [told.front for told in twice.told("convoy-struck")] == ["south", "west"]
    assert twice.place("us") == EAST


@pytest.mark.rule("war-in-europe:13.37/c", "war-in-europe:7.3")
def test_a_unit_at_sea_that_forms_no_group_is_lost_when_hit() -> None:
    held = {"allied": [WEST, EAST], "axis": ["1302"]}
    scene = naval({"fre": WEST}, held=held, axis="1302", values={"strikes-german-west": 1}, dice=[1])
    assert scene.play(f"sail-to fre {EAST}", "strike-convoy 1").place("fre") == "gone-allied"


@pytest.mark.rule("war-in-europe:13.37/b", "war-in-europe:13.35")
def test_a_unit_hit_on_its_way_may_land_on_another_coast() -> None:
    fixed: dict[str, Any] = {"axis": "1302", "held": {"allied": [WEST], "axis": ["1302"]}, "ports": {WEST: "major"}}
    values = {"strikes-german-west": 1, "amphibious-allied": 1}
    scene = naval({"us": WEST}, values=values, dice=[1], **fixed).play("land us 1102 true", "strike-convoy 1")
    assert scene.refused("sail-on 1202") == "7.33"
    offered = {scene.game.board.label(place) for action in scene.menu for place in action.locations()}
    assert {"1102", "1103"} <= offered, "other coasts are listed beside the one it was bound for"
    ashore = scene.play("sail-on 1103")
    assert (ashore.place("us"), ashore.unit("us").step) == ("1103", 1)
    assert not [name for name in ashore.state.values if name.startswith("back-")]


@pytest.mark.rule("war-in-europe:13.31/a", "war-in-europe:14.32/b")
def test_a_beach_is_attacked_like_a_port_and_supplies_nobody_while_it_is_reduced() -> None:
    fixed: dict[str, Any] = {"ports": {WEST: "major"}, "allied": WEST, "axis": "1402", "dice": [1]}
    held = {"allied": [WEST, EAST], "axis": ["1402"]}
    scene = europe(
        {"us": EAST},
        SEA,
        phase="air-deployment",
        side="axis",
        held=held,
        values={"ready-german-west": 1},
        markers={EAST: {"beach-allied": 1}},
        **fixed,
    )
    assert scene.ask("supply", "us").state == "supplied"
    hit = scene.play("assign-air german west strike 1 false", "done", f"bomb-port {EAST} 1")
    assert hit.ask("supply", "us").state == "unsupplied"


# The tables of air war


@pytest.mark.rule("war-in-europe:13.23/a")
def test_exactly_twice_as_many_have_the_air_and_destroy_nothing() -> None:
    scene = deployment({"ready-german-west": 2, "ready-soviet-west": 2}, dice=[6, 6])
    scene = scene.play("assign-air german west superiority 2 false", "done")
    scene = scene.play("assign-air soviet west superiority 1 false", "assign-air soviet west support 1 false", "done")
    assert scene.state.values["superiority-west"] == "axis"
    assert scene.state.values["supports-soviet-west"] == 1


@pytest.mark.rule("war-in-europe:13.61/a")
def test_a_front_may_receive_ten_from_each_of_two_others() -> None:
    fronts = {"east": ("air-front", ["0101", "0102"]), "south": ("air-front", ["0201", "0202"])}
    values = {"ready-german-west": 10, "ready-german-south": 10}
    scene = deployment(values, regions=fronts, units={"inf": "0505"}, held={"axis": ["0303", "0201"]})
    after = scene.play(
        "assign-air german west transfer-east 10 false", "assign-air german south transfer-east 10 false", "done"
    )
    assert after.state.values["ready-german-east"] == 20


@pytest.mark.rule("war-in-europe:13.62/a")
def test_ten_points_in_all_leave_fronts_without_supply_in_a_turn() -> None:
    fronts = {"south": ("air-front", ["1201", "1202"]), "east": ("air-front", ["1101", "1102"])}
    values = {"ready-german-south": 8, "ready-german-east": 8}
    scene = deployment(values, regions=fronts, units={"inf": "0303"})
    assert (scene.state.values["ready-german-west"], scene.state.values["german-air-lost"]) == (10, 6)


@pytest.mark.rule("war-in-europe:15.1", "war-in-europe:13.11")
def test_the_weather_leaves_a_share_of_all_points_of_a_side_together() -> None:
    """Three German and three other points in the mud of the east: three may be used, not four."""
    fronts = {"east": ("air-front", ["0101"])}
    scene = deployment({"ready-german-east": 3, "ready-axis-minor-east": 3}, regions=fronts, turn=115)
    two = scene.play("assign-air german east support 2 false")
    assert two.allows("assign-air axis-minor east support 1 false")
    assert two.refused("assign-air axis-minor east support 2 false") == "15.1"


@pytest.mark.rule("war-in-europe:13.55/a")
def test_interdiction_touches_neither_retreats_nor_supply() -> None:
    marker = {f"{column:02}01": {"interdicted-by-allied": 1} for column in range(2, 8)}
    fed = moving({"inf": "0801"}, "." * 12, axis="0101", markers=marker)
    assert fed.ask("supply", "inf").state == "supplied"
    scene = fighting(
        {"guard": "0303", "inf": "0403"},
        side="allied",
        results=["Dr"],
        dice=[3],
        markers={"0504": {"interdicted-by-allied": 1}},
        **FAR,
    )
    beaten = scene.play("declare-attack 0403", "add-attacker guard", "resolve", "give-ground")
    assert beaten.play("retreat inf 0504").place("inf") == "0504"
    aside = moving({"inf": "0303"}, markers={"0403": {"interdicted-by-allied": 1}}, **FAR)
    assert cost(aside, "inf", "0403") == 3
