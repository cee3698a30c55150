"""Chapters 14 and 15: lines of supply, what they carry, and what the weather does."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.ids import Side, UnitId
from engine.rulesets.war_in_europe.air_tables import usable
from engine.rulesets.war_in_europe.supply import Quality, air_capacity, has_communication, quality_at, supplied_hexes
from tests.engine.rulesets.war_in_europe.scenes import CLEAR, MUD, SNOW, europe, marked, moving
from tests.helpers.positions import Scene

ROW = "." * 30
AXIS = Side("axis")


def supplied(scene: Scene, unit: str) -> bool:
    return bool(scene.ask("supply", unit).state == "supplied")


def quality(scene: Scene, unit: str) -> Quality:
    record = scene.unit(unit)
    return quality_at(scene.game, scene.state, record.side, scene.game.materials.kind(record), record.at)


def row(units: dict[str, Any], **more: Any) -> Scene:
    return moving(units, ROW, **more)


@pytest.mark.rule("war-in-europe:14.0", "war-in-europe:14.4", "war-in-europe:14.41", "war-in-europe:14.46")
def test_a_centre_reaches_ten_points_of_foot() -> None:
    scene = row({"inf": "1101", "inf-2": "1201"}, axis="0101")
    assert (supplied(scene, "inf"), supplied(scene, "inf-2")) == (True, False)
    assert supplied(moving({"inf": "0601"}, "..mm" + "." * 10, axis="0101"), "inf") is False
    assert scene.ask("supply", "inf").length == 10


@pytest.mark.rule("war-in-europe:14.31/a")
@pytest.mark.rule("war-in-europe:14.31")
def test_a_centre_supplies_the_nations_it_names_and_not_while_the_enemy_holds_it() -> None:
    own = [{"at": "0101", "kind": "supply-centre", "attributes": {"nation": "german", "supplies": "german"}}]
    scene = row({"inf": "0301", "rom": "0301"}, features=own, held={"axis": ["0101"]})
    assert (supplied(scene, "inf"), supplied(scene, "rom")) == (True, False)
    assert not supplied(row({"inf": "0301"}, features=own, held={"allied": ["0101"]}), "inf")


@pytest.mark.rule("war-in-europe:14.5/a", "war-in-europe:14.52/a")
@pytest.mark.rule("war-in-europe:14.5", "war-in-europe:14.52", "war-in-europe:14.48")
def test_enemies_and_their_zones_block_a_line_unless_friends_stand_there() -> None:
    board = "/".join(["............"] * 2)
    blocked = moving({"inf": "0901", "rus": "0401", "rus-2": "0402"}, board, axis="0101")
    assert not supplied(blocked, "inf")
    assert not has_communication(blocked.game, blocked.state, blocked.state.unit(UnitId("inf")))
    friends = {"cav": "0301", "cav-2": "0302", "inf": "0901", "rus": "0502"}
    assert not supplied(moving({"inf": "0901", "rus": "0502"}, board, axis="0101"), "inf")
    held = moving({**friends, "pz": "0401", "pz-2": "0501", "pg": "0601"}, board, axis="0101")
    assert supplied(held, "inf")


@pytest.mark.rule("war-in-europe:14.51/a")
@pytest.mark.rule("war-in-europe:14.43", "war-in-europe:14.33", "war-in-europe:14.51", "war-in-europe:14.32")
def test_railways_carry_any_distance_through_zones_but_not_when_cut() -> None:
    track = [f"{column:02}01" for column in range(1, 31)]
    fixed: dict[str, Any] = {"axis": "0101", "rails": [track], "held": {"axis": track}}
    board = "/".join([ROW, ROW])
    assert supplied(moving({"inf": "3002"}, board, **fixed), "inf")
    assert supplied(moving({"inf": "3002", "rus": "0902"}, board, **fixed), "inf")
    assert not supplied(moving({"inf": "3002"}, board, markers={"0901": {"rail-cut": 1}}, **fixed), "inf")


@pytest.mark.rule("war-in-europe:14.42", "war-in-europe:14.42/a")
def test_mobile_supply_units_chain_but_only_one_in_the_severe_zone() -> None:
    scene = row({"sup": "1101", "sup-2": "2101", "inf": "3001"}, axis="0101")
    assert supplied(scene, "inf")
    severe = {"severe": ("weather-zone", [f"{column:02}01" for column in range(15, 31)])}
    cold = row({"sup": "1101", "sup-2": "2101", "inf": "3001"}, axis="0101", regions=severe)
    assert not supplied(cold, "inf")
    both = europe({"sup": "0301"}, ROW, phase="mechanised-movement", side="axis", axis="0101")
    assert both.allows("step-to sup 0401")


SHORE = "/".join(["..~~~~~~~~..........", "..~~~~~~~~.........."])


@pytest.mark.rule("war-in-europe:14.32/a", "war-in-europe:14.47/a")
@pytest.mark.rule("war-in-europe:14.44", "war-in-europe:14.47", "war-in-europe:14.41", "war-in-europe:14.32")
def test_ports_carry_over_the_sea_and_the_weakest_counts() -> None:
    ports = {"0201": "major", "1101": "major"}
    fixed: dict[str, Any] = {"axis": "0201", "held": {"axis": ["0201", "1101"]}}
    assert quality(moving({"inf": "1901"}, SHORE, ports=ports, **fixed), "inf") is Quality.MAJOR
    minor = {"0201": "major", "1101": "minor"}
    near = moving({"inf": "1501", "inf-2": "1601"}, SHORE, ports=minor, **fixed)
    assert (supplied(near, "inf"), supplied(near, "inf-2")) == (True, False)
    assert quality(near, "inf") is Quality.MINOR
    reduced = moving(
        {"inf": "1501", "inf-2": "1601"}, SHORE, ports=ports, markers={"1101": {"port-reduced": 1}}, **fixed
    )
    assert (supplied(reduced, "inf"), supplied(reduced, "inf-2")) == (True, False)


@pytest.mark.rule("war-in-europe:14.44", "war-in-europe:7.0")
def test_a_port_up_an_inlet_carries_too_while_no_enemy_shuts_the_inlet() -> None:
    fixed: dict[str, Any] = {
        "ports": {"0201": "major", "1301": "major"},
        "axis": "0201",
        "held": {"axis": ["0201", "1301"]},
    }
    assert supplied(moving({"inf": "1901"}, SHORE, **fixed), "inf")
    assert not supplied(moving({"inf": "1901", "us": "1201"}, SHORE, **fixed), "inf")


@pytest.mark.rule("war-in-europe:14.45/a")
@pytest.mark.rule("war-in-europe:14.45", "war-in-europe:14.64", "war-in-europe:14.61")
def test_a_beach_reaches_one_point_and_feeds_no_railway() -> None:
    track = [f"{column:02}01" for column in range(11, 18)]
    fixed: dict[str, Any] = {"allied": "0201", "ports": {"0201": "major"}, "held": {"allied": ["0201", *track]}}
    beach = {"1101": {"beach-allied": 1}}
    scene = moving({"us": "1201", "us-2": "1501"}, SHORE, side="allied", rails=[track], markers=beach, **fixed)
    assert (supplied(scene, "us"), supplied(scene, "us-2")) == (True, False)
    assert quality(scene, "us") is Quality.AMPHIBIOUS
    assert scene.game.board.at("1201") not in supplied_hexes(scene.game, scene.state, Side("allied"), Quality.MINOR)


@pytest.mark.rule(
    "war-in-europe:14.62", "war-in-europe:14.63", "war-in-europe:14.64", "war-in-europe:13.81", "war-in-europe:14.6"
)
def test_how_many_air_points_a_line_carries() -> None:
    held = {"axis": ["0201", "1101", "1201"]}
    fronts = {"south": ("air-front", [f"{column:02}{line:02}" for column in range(11, 21) for line in (1, 2)])}
    fixed: dict[str, Any] = {"axis": "0201", "held": held, "regions": fronts}
    main = moving({"inf": "1201"}, SHORE, ports={"0201": "major", "1101": "major"}, **fixed)
    minor = moving({"inf": "1201"}, SHORE, ports={"0201": "major", "1101": "minor"}, **fixed)
    none = moving({"inf": "1201"}, SHORE, ports={"0201": "major"}, **fixed)
    assert [air_capacity(scene.game, scene.state, AXIS, "south") for scene in (main, minor, none)] == [None, 5, 0]


def southern(turn: int = CLEAR, **more: Any) -> Scene:
    """The Axis deploys nine air points on a southern front that a minor port feeds, if anything does."""
    fronts = {"south": ("air-front", [f"{column:02}{line:02}" for column in range(11, 21) for line in (1, 2)])}
    held = {"axis": ["0201", "1101", "1201"]}
    return europe(
        {"inf": "1201"}, SHORE, axis="0201", held=held, regions=fronts, phase="air-deployment", side="axis", turn=turn,
        values={"ready-german-south": 9}, **{"ports": {"0201": "major", "1101": "minor"}, **more}
    )  # fmt: skip


@pytest.mark.rule("war-in-europe:14.63", "war-in-europe:15.1")
def test_points_that_no_line_carries_are_refused_by_supply_and_not_by_the_weather() -> None:
    assert southern().allows("assign-air german south support 5 false")
    assert southern().refused("assign-air german south support 6 false") == "14.63"
    main = southern(MUD, ports={"0201": "major", "1101": "major"})
    assert main.allows("assign-air german south support 6 false")
    assert main.refused("assign-air german south support 7 false") == "15.1"


@pytest.mark.rule("war-in-europe:13.37", "war-in-europe:13.62")
def test_a_port_that_was_reduced_feeds_aircraft_when_the_next_air_turn_begins() -> None:
    scene = southern(markers={"1101": {"port-reduced": 1, "port-bombed": 1}})
    assert not scene.told("air-withdrawn")
    assert scene.allows("assign-air german south support 5 false")


@pytest.mark.rule("war-in-europe:14.11")
def test_supply_for_movement_is_that_of_the_start_of_the_phase() -> None:
    scene = row({"pz": "1201", "inf": "1001"}, axis="0101")
    assert scene.ask("unit", "pz").factors.movement.value == 4
    nearer = scene.play("step-to pz 1101")
    assert nearer.ask("unit", "pz").factors.movement.value == 4
    assert scene.play("step-to inf 1101", "step-to inf 1201").unit("inf").values["allowance"] == 5


@pytest.mark.rule("war-in-europe:14.14")
def test_who_lands_or_is_dropped_counts_as_supplied_in_combat() -> None:
    scene = europe({"usp": marked("0303", "dropped")}, phase="combat", side="allied")
    assert scene.ask("unit", "usp").factors.attack.value == 5


# Weather


@pytest.mark.rule(
    "war-in-europe:15.0", "war-in-europe:15.1", "war-in-europe:15.1/a", "war-in-europe:15.1/d", "war-in-europe:5.4"
)
@pytest.mark.parametrize(
    ("unit", "zone", "turn", "points"),
    [
        ("inf", "temperate", MUD, 2), ("rus", "temperate", MUD, 2), ("inf", "temperate", SNOW, 5),
        ("pz", "temperate", SNOW, 4),
        ("mot", "temperate", SNOW, 5), ("fin", "temperate", SNOW, 5), ("tank", "temperate", SNOW, 8),
        ("inf", "severe", MUD, 1),
        ("fin", "severe", MUD, 2), ("rus", "severe", MUD, 2), ("us", "severe", MUD, 1), ("pz", "severe", SNOW, 4),
        ("sup", "severe", SNOW, 0), ("rsup", "severe", SNOW, 0), ("sup", "temperate", SNOW, 8), ("inf", "arid", MUD, 5),
    ],
)  # fmt: skip
def test_movement_by_zone_and_weather(unit: str, zone: str, turn: int, points: int) -> None:
    regions = {zone: ("weather-zone", ["0101", "0201"])}
    side = "axis" if unit in ("inf", "pz", "mot", "fin", "sup") else "allied"
    scene = moving({unit: "0101"}, "..", side=side, axis="0101", allied="0201", regions=regions, turn=turn)
    assert scene.ask("unit", unit).factors.movement.value == points
    if not points:
        assert not scene.allows(f"step-to {unit} 0201")


@pytest.mark.rule("war-in-europe:15.1/f")
@pytest.mark.rule("war-in-europe:15.2", "war-in-europe:15.1")
def test_the_hex_one_sets_out_from_decides_and_ice_is_ground() -> None:
    regions = {"severe": ("weather-zone", ["0201", "0301"])}
    scene = moving({"pz": "0101"}, "..l.", axis="0101", regions=regions, turn=SNOW).play("step-to pz 0201")
    assert scene.unit("pz").values["allowance"] == 4
    assert scene.play("step-to pz 0301").place("pz") == "0301"
    warm = moving({"pz": "0201"}, "..l.", axis="0101", regions=regions, turn=CLEAR)
    assert warm.refused("step-to pz 0301") == "5.26"


@pytest.mark.rule("war-in-europe:15.1/h")
@pytest.mark.rule("war-in-europe:15.1")
def test_weather_and_the_arctic_halve_the_reach_of_supply() -> None:
    assert supplied(row({"inf": "0601"}, axis="0101", turn=MUD), "inf")
    assert not supplied(row({"inf": "0701"}, axis="0101", turn=MUD), "inf")
    assert not supplied(row({"inf": "0701"}, axis="0101", turn=SNOW), "inf")
    assert supplied(row({"fin": "1101"}, axis="0101", turn=SNOW), "fin")
    north = {"north": ("arctic", ["0701"])}
    assert not supplied(row({"inf": "0701"}, axis="0101", regions=north), "inf")


@pytest.mark.rule("war-in-europe:15.1/i")
@pytest.mark.rule("war-in-europe:15.1", "war-in-europe:13.11")
@pytest.mark.parametrize(
    ("side", "arm", "front", "turn", "points"),
    [
        ("axis", "german", "west", MUD, 5), ("axis", "german", "west", SNOW, 5), ("axis", "german", "south", MUD, 5),
        ("axis", "german", "south", SNOW, 7), ("axis", "german", "east", MUD, 4), ("axis", "german", "east", SNOW, 4),
        ("allied", "soviet", "east", MUD, 4), ("allied", "soviet", "east", SNOW, 7),
    ],
)  # fmt: skip
def test_air_points_in_mud_and_snow(side: str, arm: str, front: str, turn: int, points: int) -> None:
    regions = {front: ("air-front", ["0101", "0201"])}
    values = {f"ready-{arm}-{front}": 7}
    scene = moving({}, "..", axis="0101", allied="0201", regions=regions, turn=turn, values=values)
    assert usable(scene.game, scene.state, Side(side), front) == points
