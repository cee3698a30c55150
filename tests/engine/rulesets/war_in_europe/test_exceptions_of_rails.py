"""Chapter 6, with 5.8 and 15.1: exceptions that show only at the last hex a train gets to, and where none goes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.war_in_europe.scenes import CLEAR, SNOW, europe, marked, moving
from tests.helpers.positions import Scene

COLUMNS = 48
LONG = "/".join(["." * COLUMNS] * 3)


def line(first: int = 1, last: int = COLUMNS) -> list[str]:
    return [f"{column:02}03" for column in range(first, last + 1)]


def trains(units: dict[str, Any], **more: Any) -> Scene:
    """The rail phase of the Axis with a long line of its own along the third row."""
    fixed: dict[str, Any] = {"phase": "rail-movement", "side": "axis", "axis": "0103", "rails": [line()]}
    return europe(units, LONG, **{**fixed, "held": {"axis": line()}, **more})


@pytest.mark.rule("war-in-europe:6.34/a", "war-in-europe:6.2", "war-in-europe:6.41")
def test_a_train_that_pulls_out_of_a_zone_gets_five_hexes_less_far() -> None:
    free = trains({"inf": marked("4703", "aboard")})
    assert free.allows("ride-train inf 0703 true"), "fifty points, ten of them to get off"
    assert free.refused("ride-train inf 0603 true") == "6.2"
    caught = trains({"inf": marked("4703", "aboard"), "rus": "4802"})
    [told] = caught.play("ride-train inf 1203 true").told("train-ridden")
    assert told.points == 50
    assert caught.refused("ride-train inf 1103 true") == "6.2"
    assert caught.allows("ride-train inf 0203 false"), "who stays aboard saves ten"
    assert caught.refused("ride-train inf 0103 false") == "6.2"


@pytest.mark.rule("war-in-europe:6.2/a", "war-in-europe:15.1/g")
def test_trains_are_slow_in_severe_snow_alone() -> None:
    severe = {"severe": ("weather-zone", line())}
    assert trains({"inf": "1003"}, regions=severe, turn=SNOW).refused("ride-train inf 1603 true") == "6.2"
    assert trains({"inf": "1003"}, regions=severe, turn=SNOW).allows("ride-train inf 1503 true")
    assert trains({"inf": "1003"}, regions=severe, turn=CLEAR).allows("ride-train inf 4003 true")
    assert trains({"inf": "1003"}, turn=SNOW).allows("ride-train inf 4003 true")


@pytest.mark.rule("war-in-europe:6.62/b", "war-in-europe:6.12")
def test_a_repair_unit_that_marched_leaves_the_trains_to_others() -> None:
    one = {"tracks": {"capacities": {"instead": [{"turn": 0, "axis-rail": 1}]}}}
    assert trains({"inf": "1003", "rr": marked("1203", "marched")}, charts=one).allows("ride-train inf 1503 true")
    rode = trains({"inf": "1003", "rr": marked("1203", "railed")}, charts=one)
    assert "ride-train" not in rode.menu.kinds(), "by train it counts for one"


@pytest.mark.rule("war-in-europe:5.8/f", "war-in-europe:5.8/d")
def test_no_train_brings_wheels_into_the_arctic() -> None:
    north = {"north": ("arctic", line(20))}
    scene = trains({"inf": "1003", "pz": "1003", "mot": "1003", "cav": "1003"}, regions=north)
    assert scene.allows("ride-train inf 2503 true")
    assert scene.allows("ride-train cav 2503 true")
    assert scene.allows("ride-train pz 1903 true")
    assert scene.refused("ride-train pz 2003 true") == "5.8"
    assert scene.refused("ride-train mot 2503 false") == "5.8"


@pytest.mark.rule("war-in-europe:5.8/f")
def test_no_ship_brings_wheels_into_the_arctic() -> None:
    board = "/".join(["..~~..", "..~~..", "..~~.."])
    fixed: dict[str, Any] = {"phase": "naval-movement", "side": "allied", "allied": "0201"}
    fixed["ports"] = {"0201": "major", "0501": "major"}
    fixed["regions"] = {"north": ("arctic", ["0501", "0502", "0503"])}
    units = {"brit": "0201", "usa": "0201"}
    scene = europe(units, board, held={"allied": ["0201", "0501"]}, values={"amphibious-allied": 2}, **fixed)
    assert scene.allows("sail-to brit 0501")
    assert scene.refused("sail-to usa 0501") == "5.8"
    assert scene.allows("land brit 0503 false")
    assert scene.refused("land usa 0503 false") == "5.8"


@pytest.mark.rule("war-in-europe:15.1/l", "war-in-europe:15.1/d")
def test_snowed_in_supply_goes_neither_by_train_nor_by_ship() -> None:
    severe = {"severe": ("weather-zone", line(1, 20))}
    scene = trains({"sup": "1003", "sup-2": "3003"}, regions=severe, turn=SNOW)
    assert scene.refused("ride-train sup 1203 true") == "15.1"
    assert scene.allows("ride-train sup-2 3203 true")
    assert trains({"sup": "1003"}, regions=severe).allows("ride-train sup 1203 true")
    board = "/".join(["..~~..", "..~~.."])
    fixed: dict[str, Any] = {"phase": "naval-movement", "side": "axis", "axis": "0201", "turn": SNOW}
    ports = {"0201": "major", "0501": "major"}
    cold = {"severe": ("weather-zone", ["0201"])}
    harbour = europe(
        {"sup": "0201", "sup-2": "0501"}, board, ports=ports, held={"axis": [*ports]}, regions=cold, **fixed
    )
    assert harbour.refused("sail-to sup 0501") == "15.1"
    assert harbour.allows("sail-to sup-2 0201")


@pytest.mark.rule("war-in-europe:15.1/d")
def test_snowed_in_supply_is_not_marched_and_one_that_comes_into_the_snow_marches_on() -> None:
    severe = {"severe": ("weather-zone", ["0301", "0401", "0501"])}
    scene = moving({"sup": "0201", "sup-2": "0401"}, axis="0101", regions=severe, turn=SNOW)
    assert scene.refused("step-to sup-2 0501") == "15.1"
    assert scene.refused("pick-unit sup-2") == "15.1"
    assert scene.play("step-to sup 0301").allows("step-to sup 0401")


@pytest.mark.rule("war-in-europe:15.1", "war-in-europe:6.62")
def test_a_repair_unit_is_told_that_snow_keeps_it_from_converting() -> None:
    track: dict[str, Any] = {"rails": [["0101", "0201", "0301"]], "broad": [["0301", "0401", "0501"]]}
    scene = moving({"rr": "0301"}, axis="0101", turn=SNOW, **track)
    assert scene.refused("step-to rr 0401") == "15.1"
    assert scene.refused("step-to rr 0302") == "6.61"
    assert moving({"rr": "0301"}, axis="0101", **track).allows("step-to rr 0401")
