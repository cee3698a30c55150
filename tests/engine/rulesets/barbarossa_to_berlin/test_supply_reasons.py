"""By which case a unit has the supply that it has."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.barbarossa_to_berlin.europe import campaign

THE_ROAD: dict[str, Any] = {
    "setup": "scenario",
    "phase": "round-1",
    "side": "axis",
    "remove": ["su-west-front", "su-army-3"],
    "units": {
        "ge-9-army": "bialystok",
        "ge-corps-1": "baranovich",
        "ge-16-army": "minsk",
        "yu-partisan-army": "zagreb",
    },
}


def told(unit: str, *, defending: bool = False, **more: Any) -> tuple[str, str, list[str]]:
    """The supply of a unit, its case, and the cases of what else makes it so."""
    scene = campaign(**{**THE_ROAD, **more, "units": {**THE_ROAD["units"], **more.pop("units", {})}})
    answer = scene.ask("supply", unit=unit, defending=defending)
    return answer.state, answer.rule, [term.rule for term in answer.terms]


@pytest.mark.rule("barbarossa-to-berlin:13.1")
def test_a_line_is_a_line() -> None:
    assert told("ge-16-army", turn=3) == ("full", "13.1", [])
    assert told("ge-16-army", turn=3, units={"ge-corps-1": "berlin"}) == ("none", "13.1", [])


@pytest.mark.rule("barbarossa-to-berlin:15.2")
def test_germans_in_the_winter_of_1942_are_in_limited_supply_by_its_case() -> None:
    assert told("ge-16-army", turn=4) == ("limited", "15.2", ["15.2"])
    assert told("ge-16-army", turn=4, values={"event-von-paulus-pause": 1}) == ("full", "13.1", [])


@pytest.mark.rule("barbarossa-to-berlin:16.3")
def test_a_line_past_partisans_is_limited_by_them() -> None:
    assert told("ge-16-army", turn=3, markers={"baranovich": {"partisans": 1}}) == ("limited", "13.1", ["16.3"])


@pytest.mark.rule("barbarossa-to-berlin:card.allied.43")
def test_strangle_is_named_for_what_it_hampers() -> None:
    late: dict[str, Any] = {"turn": 12, "values": {"event-operation-strangle": 11}, "units": {"ge-7-army": "paris"}}
    assert told("ge-7-army", **late) == ("limited", "card.allied.43", ["card.allied.43"])


@pytest.mark.rule("barbarossa-to-berlin:17.4", "barbarossa-to-berlin:19.6")
def test_who_is_supplied_without_a_line_is_so_by_a_case_of_its_own() -> None:
    turk: dict[str, Any] = {
        "units": {"tu-1-army": {"at": "istanbul", "side": "allied"}},
        "values": {"turkey-at-war": 1},
    }
    assert told("tu-1-army", **turk) == ("full", "17.4", ["17.4"])
    assert told("yu-partisan-army") == ("full", "19.6", ["19.6"])


@pytest.mark.rule("barbarossa-to-berlin:card.axis.19")
def test_supply_by_air_is_that_of_its_card() -> None:
    flown: dict[str, Any] = {"turn": 3, "units": {"ge-16-army": "tula"}, "markers": {"tula": {"luftwaffe-supply": 1}}}
    assert told("ge-16-army", defending=True, **flown) == ("limited", "card.axis.19", ["card.axis.19"])
    assert told("ge-16-army", **flown) == ("none", "13.1", [])


@pytest.mark.rule("barbarossa-to-berlin:13.1")
def test_a_fort_keeps_its_garrison_in_limited_supply() -> None:
    lost = {"axis": ["luga", "novgorod", "tikhvin-volkhov"]}
    besieged: dict[str, Any] = {"turn": 3, "units": {"su-army-8": "leningrad"}, "control": lost}
    assert told("su-army-8", **besieged) == ("limited", "13.1", ["13.1"])
    ruined = {"leningrad": {"fort-destroyed": 1}}
    assert told("su-army-8", markers=ruined, **besieged) == ("none", "13.1", [])
