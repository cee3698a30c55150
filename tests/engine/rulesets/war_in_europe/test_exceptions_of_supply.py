"""Chapters 14 and 15: the exceptions of their cases that the tests of the cases themselves do not show."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.ids import Side
from engine.rulesets.war_in_europe.supply import Quality, air_capacity, supplied_hexes
from tests.engine.rulesets.war_in_europe.scenes import MUD, SNOW, europe, fighting, marked, moving
from tests.helpers.positions import Scene

AXIS, ALLIED = Side("axis"), Side("allied")
SHORE = "/".join(["..~~~~~~~~....................", "..~~~~~~~~...................."])
ROW = "." * 30


def supplied(scene: Scene, unit: str) -> bool:
    return bool(scene.ask("supply", unit).state == "supplied")


@pytest.mark.rule("war-in-europe:14.43", "war-in-europe:14.44", "war-in-europe:14.33")
def test_a_railway_carries_on_from_a_port_that_is_fed_over_the_sea() -> None:
    track = [f"{column:02}01" for column in range(11, 31)]
    fixed: dict[str, Any] = {"allied": "0201", "ports": {"0201": "major", "1101": "minor"}, "rails": [track]}
    scene = moving({"us": "3001"}, SHORE, side="allied", held={"allied": ["0201", *track]}, **fixed)
    assert supplied(scene, "us")
    board = "/".join(["..~~~~~~~~....~~~~~~..........", "..~~~~~~~~....~~~~~~.........."])
    chain = {"0201": "major", "1101": "major", "1401": "major", "2101": "major"}
    track = [f"{column:02}01" for column in range(11, 15)]
    island = moving(
        {"us": "3001"},
        board,
        side="allied",
        allied="0201",
        ports=chain,
        rails=[track],
        held={"allied": [*chain, *track]},
    )
    assert supplied(island, "us")


@pytest.mark.rule("war-in-europe:14.42/a")
def test_in_the_severe_zone_a_second_mobile_unit_is_none_be_a_railway_between_them() -> None:
    track = [f"{column:02}01" for column in range(11, 16)]
    units = {"sup": "1101", "sup-2": "2101", "inf": "3001"}
    fixed: dict[str, Any] = {"axis": "0101", "rails": [track], "held": {"axis": track}}
    assert supplied(moving(units, ROW, **fixed), "inf")
    severe = {"severe": ("weather-zone", [f"{column:02}01" for column in range(18, 31)])}
    assert not supplied(moving(units, ROW, regions=severe, **fixed), "inf")
    behind = {"severe": ("weather-zone", [f"{column:02}01" for column in range(8, 13)])}
    assert not supplied(
        moving({"sup": "1101", "sup-2": "2101", "inf": "3001"}, ROW, axis="0101", regions=behind), "inf"
    )


@pytest.mark.rule("war-in-europe:14.14/a")
def test_who_has_landed_counts_as_supplied_in_its_own_combat_phase_alone() -> None:
    units = {"us": marked("0403", "landed"), "inf": "0303"}
    assert fighting(units, axis="0101").ask("attack", units=["inf"], target="0403").defence.value == 4
    own = fighting({"us": marked("0303", "landed")}, side="allied")
    assert own.ask("unit", "us").factors.attack.value == 4


@pytest.mark.rule("war-in-europe:14.23/a")
def test_dropped_units_are_lost_without_supply_and_others_never() -> None:
    units = {"usp": marked("0303", "dropped"), "us": "0505"}
    scene = europe(units, phase="interdiction", side="allied", last_turn=99)
    assert (scene.place("usp"), scene.place("us")) == ("gone-allied", "0505")


@pytest.mark.rule("war-in-europe:14.23/a", "war-in-europe:8.26")
def test_dropped_units_open_zones_to_each_others_lines_once_they_are_on_the_ground() -> None:
    board = "/".join(["............"] * 2)
    units = {"usp": marked("0301", "dropped"), "usp-2": marked("0401", "dropped"), "inf": "0402"}
    scene = europe(units, board, phase="interdiction", side="allied", allied="0101", last_turn=99)
    assert (scene.place("usp"), scene.place("usp-2")) == ("0301", "0401")


@pytest.mark.rule("war-in-europe:14.32/b")
def test_a_reduced_minor_port_is_no_base() -> None:
    ports = {"0201": "major", "1101": "minor"}
    fixed: dict[str, Any] = {"axis": "0201", "held": {"axis": list(ports)}, "ports": ports}
    assert supplied(moving({"inf": "1201"}, SHORE, **fixed), "inf")
    assert not supplied(moving({"inf": "1201"}, SHORE, markers={"1101": {"port-reduced": 1}}, **fixed), "inf")


@pytest.mark.rule("war-in-europe:14.6/a")
def test_no_aircraft_start_from_mountains() -> None:
    scene = moving({"inf": "0201"}, ".m.", axis="0101", held={"axis": ["0301"]})
    found = supplied_hexes(scene.game, scene.state, AXIS, Quality.MAJOR)
    assert {scene.game.board.label(at) for at in found} == {"0101", "0301"}


@pytest.mark.rule("war-in-europe:14.63/a")
def test_two_minor_lines_carry_ten_air_points() -> None:
    held = {"axis": ["0201", "1101", "1102", "1201"]}
    fronts = {"south": ("air-front", [f"{column:02}{row:02}" for column in range(11, 31) for row in (1, 2)])}
    ports = {"0201": "major", "1101": "minor", "1102": "minor"}
    scene = moving({"inf": "1201"}, SHORE, axis="0201", held=held, ports=ports, regions=fronts)
    assert air_capacity(scene.game, scene.state, AXIS, "south") == 10
    beyond = {"south": ("air-front", [f"{column:02}{row:02}" for column in range(12, 31) for row in (1, 2)])}
    one = moving(
        {"inf": "1201"}, SHORE, axis="0201", held=held, ports={"0201": "major", "1101": "minor"}, regions=beyond
    )
    assert air_capacity(one.game, one.state, AXIS, "south") == 5


@pytest.mark.rule("war-in-europe:15.1/j")
def test_italians_at_home_feel_snow_as_mud() -> None:
    home = {"italy": ("snow-as-mud", ["0303"])}
    assert moving({"ita": "0303"}, axis="0101", turn=SNOW).ask("unit", "ita").factors.movement.value == 4
    scene = moving({"ita": "0303", "inf": "0303"}, axis="0101", turn=SNOW, regions=home)
    assert scene.ask("unit", "ita").factors.movement.value == 2
    assert scene.ask("unit", "inf").factors.movement.value == 5


@pytest.mark.rule("war-in-europe:14.51/b")
def test_no_line_leads_through_a_neutral_country_that_the_side_does_not_hold() -> None:
    def beyond(**more: Any) -> Scene:
        wall = {"spain": ("country", ["0501"])}
        return moving(
            {"inf": "0801"}, ROW, axis="0101", regions=wall, charts={"parameters": {"neutral": ["spain"]}}, **more
        )

    assert not supplied(beyond(), "inf")
    assert supplied(beyond(values={"joined-spain": "allied"}), "inf")
    assert supplied(beyond(held={"axis": ["0501"]}), "inf")


@pytest.mark.rule("war-in-europe:14.41", "war-in-europe:14.46")
def test_the_answer_about_supply_names_a_base_within_the_reach_that_the_weather_leaves() -> None:
    scene = moving(
        {"us": "1201"}, SHORE, side="allied", allied="0201", ports={"0201": "major", "1101": "minor"}, turn=MUD,
        held={"allied": ["0201", "1101", "1901"]},
        features=[{"at": "1901", "kind": "supply-centre", "attributes": {"nation": "us"}}],
    )  # fmt: skip
    answer = scene.ask("supply", "us")
    assert (answer.state, answer.source, answer.length) == ("supplied", "1101", 1)
